"""Small sheets of any encoding: every blank stands in a table of one quantity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import Spec

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.worksheet.sheet import Sheet


def asking(
    encoding: str,
    blanks: Mapping[str, Sequence[Any]],
    *,
    also: Mapping[str, Mapping[str, Any]] | None = None,
    given: Mapping[str, Any] | None = None,
    rules: Mapping[str, str] | None = None,
    **worksheet: Any,  # noqa: ANN401
) -> Sheet:
    """A sheet with a table a quantity.

    Args:
        encoding: the main one.
        blanks: quantity → rows or cells that are asked; all others of it are printed.
        also: further encodings.
        given: leaves.
        rules: further rules.
        worksheet: what else stands in its table.
    """
    blocks = [{"table": name, "blank": list(cells)} for name, cells in blanks.items()]
    about = {"title": "made", "name": "made", "encoding": encoding, "d": 4, "n": 5} | worksheet
    return build(
        Spec.model_validate(
            {
                "worksheet": about,
                "given": given or {},
                "also": also or {},
                "rules": rules or {},
                "exercise": [{"kind": "task", "title": "made", "block": blocks}],
            }
        )
    )


def alibi(*, rows: Sequence[Any] = (2, 4), **worksheet: Any) -> Sheet:  # noqa: ANN401
    """Distances and biases of one head, and weights."""
    return asking(
        "alibi",
        {"distance": rows, "bias": rows, "weight": [4]},
        given={"h": 2, "content": [[0.5, 1.5, 0.25, 0.75, 0.1]] * 5},
        params={"n_heads": 4},
        **worksheet,
    )


def stretched() -> Sheet:
    """Angles of a plain rotation and of a stretched one."""
    return asking(
        "rope",
        {"angle": [2, 3], "ntk_inv_freq": [0], "ntk_angle": [2, 3]},
        also={"ntk": {"encoding": "rope", "d": 4, "params": {"factor": 4}, "conventions": {"scaling": "ntk"}}},
        params={"theta": 100},
    )
