"""Bars, number lines, fields and arrows as plain text."""

from __future__ import annotations

from functools import singledispatch
from typing import TYPE_CHECKING, TypeAlias

from posenc_cli.render.columns import columns, display_width, fold, pad
from posenc_cli.render.drawings import Arrows, Bars, Board, Ruler
from posenc_cli.render.style import ISOLATES, visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.render.drawings import Arrow, ArrowPanel

Drawing: TypeAlias = Bars | Ruler | Board | Arrows

BLANK = "______"
_LONGEST_BAR = 24  #: signs
_NBSP = "\u00a0"
_NO_TEXT = "·"


def clean(text: str) -> str:
    """A stretch of one line in which nothing acts on a terminal."""
    return visible(" ".join(text.split("\n")), ISOLATES)


def drawn(block: Drawing, width: int) -> list[str]:
    """What a drawing shows, between what it is and its caption."""
    caption = fold(clean(block.caption), width) if block.caption else []
    return [*fold(f"[{clean(block.alt)}]", width), *_shown(block, width), *caption]


@singledispatch
def _shown(block: Drawing, width: int) -> list[str]:
    raise NotImplementedError(type(block).__name__)


@_shown.register
def _(block: Bars, width: int) -> list[str]:
    both_ways = min(block.heights, default=0.0) < 0 < max(block.heights, default=0.0)
    rows = [
        [clean(name), clean(text), _bar(height, both_ways=both_ways)]
        for name, text, height in zip(block.names, block.texts, block.heights, strict=True)
    ]
    return columns(rows, width, right=[1], rule=False) if rows else []


def _bar(height: float, *, both_ways: bool) -> str:
    """Signs as long as a bar; bars that go both ways meet at a line."""
    if not both_ways:
        return "#" * round(min(abs(height), 1.0) * _LONGEST_BAR)
    half = _LONGEST_BAR // 2
    signs = "#" * round(min(abs(height), 1.0) * half)
    return f"{_NBSP * (half - len(signs))}{signs}|" if height < 0 else f"{_NBSP * half}|{signs}"


@_shown.register
def _(block: Ruler, width: int) -> list[str]:
    names = [*map(clean, block.names), *[""] * (len(block.marks) - len(block.names))]
    column = max(map(display_width, names), default=0)
    room = width - column - 2 if column else width
    placed = [_placed(marks, room) for marks in block.marks]
    if all(placed):
        return [f"{pad(name, column)}  {line}" if column else line for name, line in zip(names, placed, strict=False)]
    texts = [f"{_NBSP}| ".join(clean(text) or _NO_TEXT for _, text in sorted(marks)) for marks in block.marks]
    told = (f"{name}: {line}" if name else line for name, line in zip(names, texts, strict=False))
    return [line for each in told for line in fold(each, width)]


def _placed(marks: Sequence[tuple[float, str]], width: int) -> str:
    """The marks of a number line where they belong; nothing where they have no room."""
    line = ""
    for place, text in sorted(marks):
        shown = clean(text) or _NO_TEXT
        wide = display_width(shown)
        start = round(min(max(place, 0.0), 1.0) * (width - 1) - (wide - 1) / 2)
        start = max(min(start, width - wide), 0)
        if start + wide > width or (line and start <= display_width(line)):
            return ""
        line = pad(line, start) + shown
    return line


@_shown.register
def _(block: Board, width: int) -> list[str]:
    rows = [
        [*block.row_names[row : row + 1], *(_field(block, row, column) for column in range(len(cells)))]
        for row, cells in enumerate(block.cells)
    ]
    if block.column_names:
        rows.insert(0, [*[""] * bool(block.row_names), *block.column_names])
    most = max(map(len, rows), default=0)
    table = [[clean(cell) for cell in row] + [""] * (most - len(row)) for row in rows]
    return columns(table, width, rule=bool(block.column_names)) if table else []


def _field(block: Board, row: int, column: int) -> str:
    """A field of a board; stars stand for the shade of a marked one."""
    text = block.cells[row][column] or _NO_TEXT
    return f"*{text}*" if (row, column) in block.marked else text


@_shown.register
def _(block: Arrows, width: int) -> list[str]:
    return [line for panel in block.panels for line in fold(_turned(panel), width)]


def _turned(panel: ArrowPanel) -> str:
    """Where the arrows of a panel end, before and after; an empty place for those that are to be drawn."""
    before = [clean(panel.before.text)] if panel.before else []
    if panel.after is not None:
        after = _ends(panel.after)
    else:
        after = f"[{_ends(panel.key_after)}]" if panel.key_after else BLANK
    moved = " → ".join([*before, *([after] if after else [])])
    return f"{clean(panel.title)}: {moved}" if panel.title else moved


def _ends(arrows: Sequence[Arrow]) -> str:
    return ", ".join(clean(arrow.text) for arrow in arrows)
