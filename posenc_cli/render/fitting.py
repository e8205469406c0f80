"""How the blocks of an exercise are arranged on paper: what is joined, what stays together, what is made narrower.

Widths are estimates from :func:`posenc_cli.render.svg.text_width`: they choose between styles, they place nothing.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from posenc_cli.render.blocks import Calculation, Dials, FormulaBlock, Heatmap, Paragraph, Picture, TableBlock
from posenc_cli.render.drawings import Arrows, Bars, Board, Ruler
from posenc_cli.render.svg import text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from posenc_cli.render.blocks import Block, Choice, Inline
    from posenc_cli.render.expected import SlipRow

#: mm: what the points margin leaves of the page, as in ``sheet.css``.
MEASURE = 149.0
_TEXT, _DIGITS = 11 * 25.4 / 72, 12 * 25.4 / 72  #: mm: sizes of running text and of calculation lines
_SLACK = 0.955  #: of the estimate, which is the width at most: what a text of some words has
_BETWEEN, _BOX = 5.0, 3.9  #: mm: between options that stand side by side, and of the box before each
_BOLD = 1.07  #: so much wider is the right option in the key; a sheet is laid out like its key
_BEFORE_RESULT, _RESULT = 8.0, 24.0  #: mm: "=" with the gaps around it, and the line to write on
_SLIM_FROM, _NARROW_FROM = 6, 8  #: so many columns of values and more have narrower cells
_SLIP, _SLIP_CELL, _SLIP_ROW = 8.5 * 25.4 / 72, 2.4, 56.0  #: mm: numbers of a slip, around each, the widest row
_BRIEF = 120  #: a first paragraph with fewer signs (one line and a half) is too little below a heading
_SHOWN = (TableBlock, Calculation, FormulaBlock, Heatmap, Bars, Ruler, Board, Arrows, Dials)


def arranged(blocks: Sequence[Block]) -> Iterator[tuple[Block, ...]]:
    """Blocks in groups that stand beside each other: pictures, and what is to be shaded beside its numbers."""
    group: tuple[Block, ...] = ()
    for before, block in pairwise((None, *_joined(blocks))):
        fits = (isinstance(before, Picture) and isinstance(block, Picture)) or (
            isinstance(before, TableBlock | Calculation) and isinstance(block, Heatmap)
        )
        if group and not fits:
            yield group
            group = ()
        group = (*group, block) if block is not None else group
    if group:
        yield group


def _joined(blocks: Sequence[Block]) -> list[Block]:
    """Blocks of which a table below another with the same heading is a part of that: rows of one calculation."""
    found: list[Block] = []
    for block in blocks:
        one = _as_one(found[-1], block) if found else None
        found[-1:] = [one] if one else [*found[-1:], block]
    return found


def _as_one(first: Block, second: Block) -> Block | None:
    """Two blocks as one, where nothing is lost by it."""
    if isinstance(first, TableBlock) and isinstance(second, TableBlock):
        alike = (first.head, first.head_columns, first.kind) == (second.head, second.head_columns, second.kind)
        if alike and not (first.caption or second.caption or first.kind == "half-page"):
            return replace(first, rows=first.rows + second.rows, legend=first.legend or second.legend)
    if isinstance(first, Calculation) and isinstance(second, Calculation) and not (first.title or second.title):
        return replace(first, lines=first.lines + second.lines)
    return None


def keeps_with(paragraph: Paragraph, after: Block | None) -> bool:
    """Does it announce what comes next, so that it must not stand alone at the foot of a page?"""
    return _said(paragraph.text).rstrip().endswith(":") or isinstance(after, _SHOWN)


def is_brief(paragraph: Paragraph) -> bool:
    """Is it so short that a heading with nothing else below it looks forgotten at the foot of a page?"""
    return len(_said(paragraph.text)) < _BRIEF


def _said(text: Inline) -> str:
    return "".join(span.text for span in text)


def is_given(table: TableBlock) -> bool:
    """Is there nothing to write in it, so that its rows need no room for a hand?"""
    return not any(cell.blank or cell.copy for row in table.rows for cell in row)


def cell_style(table: TableBlock) -> str:
    """How wide the cells of a table are: a class of the style; "" for those with room to write in."""
    values = len(table.head) - table.head_columns
    return "narrow" if values >= _NARROW_FROM else "slim" if values >= _SLIM_FROM else ""


def is_stacked(choice: Choice) -> bool:
    """Do the options not fit on one line? Then each has a line of its own."""
    texts = [_SLACK * text_width(option) * _TEXT for option in choice.options]
    return sum(texts) + max(texts, default=0.0) * (_BOLD - 1) + len(texts) * (_BETWEEN + _BOX) > MEASURE


def line_style(block: Calculation) -> str:
    """How calculation lines are set so that they fit: a class of the style; "" where there is room."""
    most = max((len(line.steps) for line in block.lines), default=0)
    columns = [[line.label for line in block.lines]]
    columns += [[line.steps[at] for line in block.lines if at < len(line.steps)] for at in range(most)]
    texts = sum(max(map(text_width, column), default=0.0) for column in columns) * _SLACK * _DIGITS
    remarks = max((text_width(line.remark) for line in block.lines), default=0.0) * _TEXT
    return "tight" if texts + remarks + (most + 1) * _BEFORE_RESULT + _RESULT > MEASURE else ""


def is_long_row(slips: Sequence[SlipRow]) -> bool:
    """Are the rows of numbers that slips give too wide to stand beside words?"""
    columns = zip(*(slip.row for slip in slips), strict=True)
    widths = [max(map(text_width, column)) * _SLIP + _SLIP_CELL for column in columns]
    return sum(widths) > _SLIP_ROW
