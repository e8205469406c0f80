"""How the blocks of an exercise are arranged on paper: what is joined, what stays together, what is made narrower.

Widths are estimates from :func:`posenc_cli.render.svg.text_width`: they choose between styles, they place nothing.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import pairwise
from typing import TYPE_CHECKING

from posenc_cli.render.blocks import Calculation, Dials, FormulaBlock, Heatmap, Paragraph, Picture, TableBlock
from posenc_cli.render.columns_apart import apart, have_room, least_width, names_width
from posenc_cli.render.drawings import Arrows, Bars, Board, Plot, Ruler
from posenc_cli.render.paper import ORDINARY
from posenc_cli.render.svg import text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from collections.abc import Set as AbstractSet

    from posenc_cli.render.blocks import Block, Choice, Inline, PageView, Step
    from posenc_cli.render.expected import SlipRow
    from posenc_cli.render.paper import Paper

_TEXT, _DIGITS = 11 * 25.4 / 72, 12 * 25.4 / 72  #: mm: sizes of running text and of calculation lines
_SLACK = 0.955  #: of the estimate, which is the width at most: what a text of some words has
_BETWEEN, _BOX = 5.0, 3.9  #: mm: between options that stand side by side, and of the box before each
_BOLD = 1.07  #: so much wider is the right option in the key; a sheet is laid out like its key
_BEFORE_RESULT, _RESULT = 8.0, 24.0  #: mm: "=" with the gaps around it, and the line to write on
_SLIM_FROM, _NARROW_FROM = 6, 8  #: so many columns of values and more have narrower cells
_CELLS = {"": (18.0, 3.0), "slim": (13.0, 2.0)}  #: mm: least widths of cells by their style, and what is beside that
_SLIP, _SLIP_CELL, _SLIP_ROW = 8.5 * 25.4 / 72, 2.4, 56.0  #: mm: numbers of a slip, around each, the widest row
_BRIEF = 120  #: a first paragraph with fewer signs (one line and a half) is too little below a heading
_SHADED = 5  #: columns of a heatmap that stands beside lines of a calculation
_ROW, _ROW_READ = 7.6, 6.5  #: mm: rows to write in and to read
_LINE, _LINE_READ = 8.6, 7.0  #: mm: lines of a calculation, the same
_LONG = 190.0  #: mm of rows, from which a table is not kept whole
_DENSE = 0.818  #: how large words of a dense table are, as in ``sheet.css``
_SHOWN = (TableBlock, Calculation, FormulaBlock, Heatmap, Bars, Ruler, Board, Arrows, Plot, Dials)


def arranged(blocks: Sequence[Block], paper: Paper = ORDINARY) -> Iterator[tuple[Block, ...]]:
    """Blocks in groups that stand beside each other: pictures, and what is to be shaded beside its numbers.

    In large letters they stand below each other, and tables that are too wide are divided.
    """
    group: tuple[Block, ...] = ()
    found = (part for block in _joined(blocks) for part in apart(block, paper))
    for before, block in pairwise((None, *found)):
        both = isinstance(before, Picture) and isinstance(block, Picture)
        fits = (both or _is_shaded_beside(before, block)) and not paper.is_large
        if group and not fits:
            yield group
            group = ()
        group = (*group, block) if block is not None else group
    if group:
        yield group


def _is_shaded_beside(before: Block | None, block: Block | None) -> bool:
    """Is there room for what is to be shaded beside its numbers? Lines of a calculation leave little of it."""
    if not isinstance(block, Heatmap):
        return False
    return isinstance(before, TableBlock) or (isinstance(before, Calculation) and len(block.head) <= _SHADED)


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


def cell_style(table: TableBlock, paper: Paper = ORDINARY) -> str:
    """How wide the cells of a table are: a class of the style; "" for those with room to write in.

    In large letters cells are narrower where the table would not fit, and words are smaller. Very long words are torn.
    """
    if table.kind == "words":
        return _words_style(least_width(table, paper) / paper.measure, paper)
    values = len(table.head) - table.head_columns
    style = "narrow" if values >= _NARROW_FROM else "slim" if values >= _SLIM_FROM else ""
    if paper.is_large:
        styles = ("", "slim", "narrow")
        room = paper.measure - names_width(table, paper)
        needed = {one: values * (least * paper.room + beside) for one, (least, beside) in _CELLS.items()}
        style = next((one for one in styles[styles.index(style) : -1] if needed[one] <= room), "narrow")
    elif style != "narrow":
        return style
    # Where there is little room, names of rows would be torn for the sake of cells that need none.
    return f"{style} whole".strip() if have_room(table, paper) else style


def is_long(block: TableBlock | Calculation, paper: Paper = ORDINARY) -> bool:
    """Does a block take most of a page or more? Then it starts where it stands, and goes on on the next page."""
    if isinstance(block, Calculation):
        rows = math.fsum(_LINE if line.result.blank else _LINE_READ for line in block.lines)
    else:
        rows = len(block.rows) * (_ROW_READ if is_given(block) else _ROW)
    return rows * paper.room > _LONG


def _words_style(needed: float, paper: Paper) -> str:
    """Of a table of words that needs so many times the width there is."""
    if needed <= 1:
        return ""
    torn = needed * _DENSE > 1
    return " ".join(filter(None, ("dense" if paper.is_large else "", "torn" if torn else "")))


def is_stacked(choice: Choice, paper: Paper = ORDINARY) -> bool:
    """Do the options not fit on one line? Then each has a line of its own."""
    texts = [_SLACK * text_width(option) * _TEXT * paper.scale for option in choice.options]
    needed = math.fsum(texts) + max(texts, default=0.0) * (_BOLD - 1) + len(texts) * (_BETWEEN + _BOX * paper.scale)
    return needed > paper.measure


def steps_below(view: PageView, paper: Paper) -> frozenset[int]:
    """How many steps the lines have that do not fit beside each other: all others of so many look as they do."""
    blocks = [block for exercise in view.exercises for block in exercise.blocks if isinstance(block, Calculation)]
    return frozenset(_most_steps(block) for block in blocks if line_style(block, paper) == "below")


def _most_steps(block: Calculation) -> int:
    return max((len(line.steps) for line in block.lines), default=0)


def line_style(block: Calculation, paper: Paper = ORDINARY, below: AbstractSet[int] = frozenset()) -> str:
    """How calculation lines are set so that they fit: a class of the style; "" where there is room.

    ``tight`` lines wrap inside a step; where not even that helps, every step is ``below`` the one before, and so it is
    where lines have one of the numbers of steps in ``below``.
    """
    most = _most_steps(block)
    if most in below:
        return "below"
    columns = [[text_width(line.label) for line in block.lines]]
    columns += [[_step_width(line.steps[at]) for line in block.lines if at < len(line.steps)] for at in range(most)]
    texts = math.fsum(max(column, default=0.0) for column in columns) * _SLACK * _DIGITS * paper.scale
    remarks = max((text_width(line.remark) for line in block.lines), default=0.0) * _TEXT * paper.scale
    rest = (most + 1) * _BEFORE_RESULT + _RESULT * paper.room
    if texts + remarks + rest <= paper.measure:
        return ""
    if not paper.is_large:
        return "tight"
    return "below" if most else "tight"


def _step_width(step: Step) -> float:
    """A step in sizes of its letters; a blank in it is as wide as the line to write on."""
    if isinstance(step, str):
        return text_width(step)
    return math.fsum(text_width(part) if isinstance(part, str) else _RESULT / _DIGITS for part in step)


def is_long_row(slips: Sequence[SlipRow], paper: Paper = ORDINARY) -> bool:
    """Are the rows of numbers that slips give too wide to stand beside words?"""
    columns = zip(*(slip.row for slip in slips), strict=True)
    widths = [max(map(text_width, column)) * _SLIP * paper.scale + _SLIP_CELL for column in columns]
    return math.fsum(widths) > _SLIP_ROW
