"""The table of ``samples/stress.txt``: every built-in worksheet under stress, a row each."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from tests.samples.rebuild import run

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

SEEDS = 500
FILE = "stress.txt"
HEAD = f"""What posenc stress WORKSHEET --seeds {SEEDS} found on every built-in worksheet.
sheets: of seeds 0, 1, 2 ...; 1 where a worksheet has nothing to draw. findings: what should not be.
blanks: to calculate + to copy. accepted: the most right texts of one blank. full: the fullest blank, % of its width.
gifts: cells that give themselves away, % of those to calculate. minus, tiny: answers of a sheet, least-most.
apart: mistakes that every sheet tells from all others; some: only some sheets do; lost: in rounding, on any sheet.
s: seconds that a sheet took when this table was made.
"""
COLUMNS = (
    *("worksheet", "sheets", "findings", "blanks", "accepted", "full", "gifts", "minus", "tiny"),
    *("apart", "some", "lost", "minutes", "s"),
)


def measured(name: str, seeds: int) -> dict[str, Any]:
    """What the command says about a worksheet."""
    found: dict[str, Any] = json.loads(run("stress", name, "--seeds", str(seeds), "-f", "json"))
    return found


def row(found: Mapping[str, Any]) -> tuple[str, ...]:
    """The figures of one worksheet as texts."""
    figures = found["figures"]
    sheets = figures["sheets"]
    always = sum(count == sheets for count in figures["apart"].values())

    def between(name: str) -> str:
        least, most = figures[name]
        return f"{least}" if least == most else f"{least}-{most}"

    return (
        found["worksheet"],
        str(sheets),
        str(len(found["findings"])),
        f"{between('asked')}+{between('copies')}",
        str(figures["accepted"]),
        f"{figures['fullest'] * 100:.0f}",
        f"{figures['trivial_share'] * 100:.1f}",
        between("negative"),
        between("tiny"),
        str(always),
        str(len(figures["apart"]) - always),
        str(len(figures["hidden"])),
        str(found["minutes"]),
        f"{figures['seconds'][0]:.3f}",
    )


def table(measurements: Iterable[Mapping[str, Any]]) -> str:
    """The whole file."""
    rows = [COLUMNS, *map(row, measurements)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = ["  ".join(f"{cell:<{w}}" for cell, w in zip(cells, widths, strict=True)).rstrip() for cells in rows]
    return "\n".join([HEAD, *lines, ""])
