"""Multimodal RoPE (M-RoPE): one part of the pairs turns by time, one by height, one by width.

A token of text has the same id in all three; a patch of an image or a video has the ids of its place on the grid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_pairs
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.encodings.rope import LAYOUT
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over the ids ``t``, ``h``, ``w`` (row, 1), ``i`` (pair), ``d``, ``theta`` and the three section lengths. The
#: exponent runs over all pairs; it does not begin again in each section.
FORMULA = Formula.of(
    split="1",
    axis="where(i < section_t, 0, where(i < section_t + section_h, 1, 2))",
    exponent="2 * i / d",
    inv_freq="1 / theta ** exponent",
    attention_factor="1",
    id="where(axis == 0, t, where(axis == 1, h, w))",
    angle="id * inv_freq",
    cosine="cos(angle)",
    sine="sin(angle)",
    cos="cosine",
    sin="sine",
)
#: Qwen3-VL deals the pairs out in turn: t, h, w, t, h, w … until a section is used up; the rest is time.
_IN_TURN = "where(i % 3 == 1, where(i < 3 * section_h, 1, 0), where(i % 3 == 2, where(i < 3 * section_w, 2, 0), 0))"


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Ids t, h, w (row, 1) of the tokens at ``positions``, pairs (1, pair) and sections.

    Without ``position_ids`` all is text. Without ``mrope_section`` height and width have three eighths of the pairs
    each, as in Qwen2-VL (16, 24, 24 of 64).

    Raises:
        UsageError: an odd width, sections that do not sum to d/2, or no ids for a position.
    """
    found = dict(parameters)
    if d % 2:
        raise UsageError("rotary.width", given=d, d=d)
    pairs, at = d // 2, np.asarray(positions).reshape(-1)
    eighths = 3 * pairs // 8
    section = np.ravel(found.pop("mrope_section", np.array([pairs - 2 * eighths, eighths, eighths])))
    if len(section) != 3 or section.sum() != pairs or np.any(section != np.rint(section)):
        raise UsageError("rotary.sections", given=[f"{part:g}" for part in section], wanted=pairs)
    found |= {name: int(part) for name, part in zip(("section_t", "section_h", "section_w"), section, strict=True)}
    ids = _ids(found.pop("position_ids", None), at)
    found |= {name: row.reshape(-1, 1) for name, row in zip("thw", ids, strict=True)}
    return rows_and_pairs(d, {**found, "rotary_dim": d}, positions)


def _ids(given: Any, at: Any) -> Any:  # noqa: ANN401
    if given is None:
        return np.stack([at, at, at])
    furthest = int(np.max(at, initial=0))
    if given.shape[0] != 3 or furthest >= given.shape[1]:
        raise UsageError("rotary.ids", position=furthest)
    return given[:, at.astype(np.int64)]


MROPE = Encoding(
    name="mrope",
    kind="rotary",
    formula=FORMULA,
    result="angle",
    results=("inv_freq", "attention_factor", "angle", "cos", "sin"),
    leaves=leaves,
    parameters=(
        Parameter("theta", 1_000_000, 1.0000001, "positions", also=("rope_theta", "base")),
        Parameter("mrope_section", None, 0, "pairs of t, h and w", "numbers"),
        Parameter("position_ids", None, 0, "t, h and w of each token", "matrix", also=("position_ids_thw",)),
    ),
    conventions=(
        Convention("sections", {"blocks": {}, "in-turn": {"axis": _IN_TURN}}),
        Convention("layout", {name: LAYOUT.choices[name] for name in ("halves", "interleaved")}),
    ),
    source="Wang et al. 2024 (Qwen2-VL), arXiv 2409.12191, section 2.1",
)
