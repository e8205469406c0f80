"""How much fits into the blanks of a printed sheet: the one rule of what a hand needs and what a cell gives.

A hand writes a sign in 2.4 mm, a decimal mark in half of that. Widths are those of the style (``sheet.css``): a cell of
a table has its least width, and its share of what the table has beside the names of its rows.
"""

from __future__ import annotations

import math
from dataclasses import fields, is_dataclass
from typing import TYPE_CHECKING, Any

from posenc_cli.render.blocks import CalculationLine, Cell, TableBlock
from posenc_cli.render.columns_apart import apart, names_width
from posenc_cli.render.fitting import cell_style
from posenc_cli.render.paper import Paper
from posenc_cli.render.view import sheet_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.worksheet.sheet import Sheet

#: mm: what a hand needs for a digit or a minus sign, and for a decimal mark.
SIGN, MARK = 2.4, 1.2
#: mm: the line to write on behind a calculation and inside a step, and a cell that is no wider than its style says.
_RESULT, _STEP, _CELL = 24.0, 17.0, 18.0
#: mm: cells of tables by their style.
_LEAST = {"slim": 13.0, "narrow": 11.0}
#: mm: what the lines around a cell take.
_LINE = 0.4


def written_width(number: str) -> float:
    """How wide a number is in a hand, in mm."""
    return math.fsum(MARK if sign in ".," else SIGN for sign in number)


def blank_widths(sheet: Sheet) -> tuple[float, ...]:
    """How wide every blank of a sheet is on paper, in mm; infinite for one that stands nowhere by its id."""
    paper = Paper.of(sheet.spec.worksheet)
    found: dict[str, float] = {}
    for exercise in sheet_view(sheet).exercises:
        for name, width in _widths(exercise.blocks, paper):
            found[name] = min(width, found.get(name, width))
    return tuple(found.get(blank.id, float("inf")) for blank in sheet.blanks)


def _widths(part: Any, paper: Paper) -> Iterator[tuple[str, float]]:  # noqa: ANN401
    """Ids of blanks with their widths, wherever they stand in a view."""
    if isinstance(part, TableBlock):
        for table in apart(part, paper):
            if isinstance(table, TableBlock):
                yield from ((name, _in_table(table, paper)) for name in _ids(table.rows))
    elif isinstance(part, CalculationLine):
        yield from ((name, _RESULT * paper.room) for name in _ids(part.result))
        yield from ((name, _STEP * paper.room) for name in _ids(part.steps))
    elif isinstance(part, Cell):
        yield from ((name, _CELL * paper.room) for name in _ids(part))
    else:
        for inner in _inside(part):
            yield from _widths(inner, paper)


def _in_table(table: TableBlock, paper: Paper) -> float:
    """A table is as wide as the text; what the names of its rows leave is shared by its columns."""
    style = cell_style(table, paper).partition(" ")[0]
    values = len(table.head) - table.head_columns
    share = (paper.measure - names_width(table, paper)) / values - _LINE
    return max(_LEAST.get(style, _CELL) * paper.room, share)


def _ids(part: Any) -> Iterator[str]:  # noqa: ANN401
    """Ids of all blanks inside a part of a view."""
    if isinstance(part, Cell):
        if part.blank:
            yield part.blank
    else:
        for inner in _inside(part):
            yield from _ids(inner)


def _inside(part: Any) -> Iterator[Any]:  # noqa: ANN401
    """What a part of a view is made of."""
    if isinstance(part, tuple):
        yield from part
    elif is_dataclass(part):
        yield from (getattr(part, field.name) for field in fields(part))
