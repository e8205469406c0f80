"""What ``posenc plot`` is to draw."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.cli.values import dimension, table_rows
from posenc_cli.encodings import encoding
from posenc_cli.encodings.asked import default_rows
from posenc_cli.errors import UsageError, choices
from posenc_cli.render.plots.kinds import KINDS, Asked

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.cli.choosing import Chosen
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.render.plots.figure import ScaleName

#: Where nobody says how wide and how many: enough to see a pattern; hands are looked at one by one.
_WIDTH, _ROWS = 64, 64
_FEW_COLUMNS, _FEW_ROWS = 8, 6


def asked(
    kind: str,
    chosen: Chosen,
    versus: str | None,
    marks: Sequence[str],
    *,
    n: int | None,
    pos: str | None,
    head: int | None,
    scale: ScaleName,
) -> Asked:
    """A picture from its options.

    Raises:
        UsageError: no such picture, an encoding or a position that there is not, a mark outside.
    """
    if not kind:
        raise UsageError("plot.kind-missing", known=", ".join(KINDS))
    if kind not in KINDS:
        there = choices(kind, tuple(KINDS))
        raise UsageError("plot.kind-near" if "near" in there else "plot.kind", given=kind, **there)
    clock = kind == "clock"
    scheme = _scheme(chosen, _FEW_COLUMNS if clock else _WIDTH)
    count = default_rows(scheme) if _has_rows(scheme) else _FEW_ROWS if clock else _ROWS
    if head is not None and (
        kind != "heatmap" or "bias" not in {scheme.encoding.kind, versus and encoding(versus).kind}
    ):
        raise UsageError("plot.head-alone")
    positions, _ = table_rows(scheme, n=n, pos=pos, sentence=None, count=count)
    other = None if versus is None else _scheme(replace(chosen, encoding=versus, params=()), scheme.d)
    rows = [int(mark) for mark in marks if mark.isdecimal()]
    columns = [dimension(mark, scheme.d) for mark in marks if not mark.isdecimal()]
    if missing := set(rows) - set(positions.tolist()):
        raise UsageError("plot.unmarked", given=min(missing))
    return Asked(kind, scheme, positions, other, head or 1, scale, tuple(rows), tuple(columns))


def _scheme(chosen: Chosen, width: int) -> Scheme:
    """The encoding at the asked width, else at a usual one, else at one that it takes."""
    if chosen.d is not None or encoding(chosen.encoding).kind in ("bias", "none"):
        return chosen.scheme()
    try:
        return chosen.scheme(width)
    except UsageError:
        return chosen.scheme()


def _has_rows(scheme: Scheme) -> bool:
    """Does a list that the encoding was given say how many positions there are?"""
    from posenc_cli.encodings.asked import DEFAULT_ROWS

    return default_rows(scheme) != DEFAULT_ROWS
