"""Tables that are wider than their page are divided: some of the columns each, all with the names of the rows.

Widths are estimates, as in :mod:`posenc_cli.render.fitting`.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from posenc_cli.render.blocks import SumGrid, SumGrids, TableBlock
from posenc_cli.render.svg import text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from posenc_cli.render.blocks import Block, Cell
    from posenc_cli.render.paper import Paper

#: mm: sizes of digits in the cells of a wide table, of the first line of a heading and of its further lines.
_DIGITS, _HEAD, _UNDER = (points * 25.4 / 72 for points in (10.0, 10.0, 8.5))
_PADDING, _SUM_PADDING = 1.6, 1.2  #: mm beside what stands in a cell of a wide table, or of an addition
_WRITTEN = 11.0  #: mm that a hand needs for a number, as the narrow cells of the style
_WORDS = 11.0 * 25.4 / 72  #: mm: the size of running text
_BESIDE_WORDS, _BESIDE_NAMES = 4.2, 5.2  #: mm beside a text in a table of words, and beside the name of a row
_ROW_NAME, _TITLE = 26.0, 34.0  #: mm: names of rows wrap where they are longer, and so do titles of additions
#: Cells of a column addition, from the widest: mm at least, and mm of the size of digits.
_SUM_CELLS = ((24.0, 12.0 * 25.4 / 72), (17.0, 12.0 * 25.4 / 72), (13.0, 10.0 * 25.4 / 72))


def apart(block: Block, paper: Paper) -> Iterator[Block]:
    """The block, or its parts below each other if it is a table that is too wide for the paper."""
    if isinstance(block, TableBlock) and block.kind != "words":
        yield from _tables(block, paper)
    elif isinstance(block, SumGrids):
        yield replace(block, grids=tuple(part for grid in block.grids for part in _grids(grid, paper)))
    else:
        yield block


def _tables(table: TableBlock, paper: Paper) -> Iterator[TableBlock]:
    names = table.head_columns
    widths = [_column(table, column, paper) for column in range(names, len(table.head))]
    parts = _parts(widths, paper.measure - names_width(table, paper))
    for number, (start, end) in enumerate(parts, 1):
        chosen = [*range(names), *range(names + start, names + end)]
        is_last = number == len(parts)
        yield replace(
            table,
            head=tuple(table.head[at] for at in chosen),
            rows=tuple(tuple(row[at] for at in chosen if at < len(row)) for row in table.rows),
            caption=table.caption if is_last else "",
            legend=table.legend if is_last else "",
        )


def names_width(table: TableBlock, paper: Paper) -> float:
    """What the names of the rows take, in mm: whole words, if they are not too long."""
    limit = _longest_name(paper)
    words = [_longest_word(table, column, paper) for column in range(table.head_columns)]
    wholes = [_column(table, column, paper) for column in range(table.head_columns)]
    return math.fsum(min(max(word, min(whole, limit)), 2 * limit) for word, whole in zip(words, wholes, strict=True))


def have_room(table: TableBlock, paper: Paper) -> bool:
    """Can the names of the rows keep their words whole?"""
    limit = 2 * _longest_name(paper)
    return all(_longest_word(table, column, paper) <= limit for column in range(table.head_columns))


def _longest_name(paper: Paper) -> float:
    return min(_ROW_NAME * paper.room, paper.measure / 4)


def _longest_word(table: TableBlock, column: int, paper: Paper) -> float:
    texts = (row[column].text for row in table.rows if column < len(row))
    return max(map(_word, texts), default=0.0) * _WORDS * paper.scale + _BESIDE_NAMES


def least_width(table: TableBlock, paper: Paper) -> float:
    """How wide a table of words is in mm if it breaks wherever a line may break."""
    columns = zip(
        *([" ".join(lines) for lines in table.head], *([cell.text for cell in row] for row in table.rows)), strict=False
    )
    return math.fsum(max(map(_word, texts)) * _WORDS * paper.scale + _BESIDE_WORDS for texts in columns)


def _column(table: TableBlock, column: int, paper: Paper) -> float:
    """The least width of a column."""
    lines = table.head[column]
    # What stands below a heading is small print, which may be torn.
    heads = [_word(lines[0]) * _HEAD if lines else 0.0, *(_word(line) * _UNDER / 2 for line in lines[1:])]
    cells = [_cell(row[column], paper) for row in table.rows if column < len(row)]
    return max([*(paper.scale * head for head in heads), *cells], default=0.0) + _PADDING


def _cell(cell: Cell, paper: Paper) -> float:
    room = _WRITTEN * paper.room if cell.blank or cell.copy else 0.0
    return max(room, text_width(cell.text) * _DIGITS * paper.scale)


def _word(text: str) -> float:
    """The width of the longest word, which is not torn."""
    return max(map(text_width, text.split(" ")), default=0.0)


def _grids(grid: SumGrid, paper: Paper) -> Iterator[SumGrid]:
    """An addition is divided where not even narrow cells have room."""
    widths = _sum_widths(grid, paper, len(_SUM_CELLS) - 1)
    for start, end in _parts(widths, paper.measure - _TITLE):
        rows = tuple((name, cells[start:end]) for name, cells in grid.rows)
        yield replace(grid, head=grid.head[start:end], rows=rows)


def sum_style(grid: SumGrid, paper: Paper) -> str:
    """How wide the cells of a column addition are: a class of the style; "" where there is room."""
    fits = (math.fsum(_sum_widths(grid, paper, style)) + _TITLE <= paper.measure for style in range(len(_SUM_CELLS)))
    return ("", "slim", "narrow")[next((style for style, wide in enumerate(fits) if wide), -1)]


def _sum_widths(grid: SumGrid, paper: Paper, style: int) -> list[float]:
    least, size = _SUM_CELLS[style]
    texts = [max(text_width(cells[column].text) for _, cells in grid.rows) for column in range(len(grid.head))]
    return [max(least, text * size * paper.scale) + _SUM_PADDING for text in texts]


def _parts(widths: Sequence[float], room: float) -> list[tuple[int, int]]:
    """The columns of each part: as few parts as hold them all, and as even as can be."""
    count = len(widths)
    for parts in range(1, count + 1):
        ends = [count * part // parts for part in range(parts + 1)]
        spans = list(pairwise(ends))
        if all(math.fsum(widths[start:end]) <= room for start, end in spans):
            return spans
    return [(at, at + 1) for at in range(count)] or [(0, 0)]
