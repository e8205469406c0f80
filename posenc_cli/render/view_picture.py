"""The pictures of a free task: numbers of the spec or of the sheet as drawings."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.render.blocks import Dial, Dials, Heatmap
from posenc_cli.render.drawings import Arrow, ArrowPanel, Arrows, Bars, Board, Ruler
from posenc_cli.render.plots.kinds import KINDS
from posenc_cli.render.view_plot import plot

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from posenc_cli.render.blocks import Block
    from posenc_cli.render.view_task import Page
    from posenc_cli.worksheet.spec import Block as Written

#: Arrows whose lengths differ by this part differ by the rounding of their ends.
_ROUNDED = 0.01


def picture(page: Page, block: Written) -> Block:
    """The drawing that a block asks for."""
    return _PICTURES[block.picture or ""](page, block)


def _texts(page: Page, given: Sequence[str]) -> tuple[str, ...]:
    return tuple(page.plain(text) for text in given)


def _said(page: Page, block: Written) -> dict[str, str]:
    return {"alt": page.plain(block.alt), "caption": page.plain(block.caption)}


def _bars(page: Page, block: Written) -> Bars:
    values = page.value(block.of).ravel()
    longest = float(np.abs(values).max(initial=0)) or 1.0
    heights = tuple(float(value) / longest for value in values)
    names = _texts(page, block.names) or tuple(map(str, range(len(values))))
    return Bars(names, heights, tuple(page.writer.figure(float(value)) for value in values), **_said(page, block))


def _ruler(page: Page, block: Written) -> Ruler:
    marks = [[float(value) for value in line] for line in block.marks]
    low, high = min(map(min, marks)), max(map(max, marks))
    width = high - low or 1.0
    lines = tuple(tuple(((value - low) / width, page.writer.figure(value)) for value in line) for line in marks)
    return Ruler(_texts(page, block.names), lines, **_said(page, block))


def _board(page: Page, block: Written) -> Board:
    cells = tuple(tuple(page.plain(str(cell)) for cell in row) for row in block.cells)
    row_names, column_names = _texts(page, block.row_names), _texts(page, block.column_names)
    return Board(cells, block.marked, row_names, column_names, **_said(page, block))


def _arrow(page: Page, vector: Sequence[Any]) -> Arrow:
    x, y = (float(value) for value in vector)
    return Arrow(x, y, f"({page.writer.figure(x)} | {page.writer.figure(y)})")


def _arrows(page: Page, block: Written) -> Arrows:
    panels: list[ArrowPanel] = []
    lengths: list[float] = []
    for number, vectors in enumerate(block.arrows):
        arrows = tuple(_arrow(page, vector) for vector in vectors)
        lengths += [float(np.hypot(arrow.x, arrow.y)) for arrow in arrows]
        title = page.plain(block.names[number]) if block.names else ""
        drawn = number in block.draw
        solution = arrows[1:] if drawn and page.writer.is_key else None
        panels.append(ArrowPanel(title, arrows[0], None if drawn else arrows[1:], solution))
    return Arrows(tuple(panels), **_said(page, block), reach=max(1.0, *lengths), circle=_circle(lengths))


def _circle(lengths: Sequence[float]) -> float:
    """The length of arrows that are only turned, so that all of them end on their circle; else 1."""
    longest = max(lengths, default=1.0)
    return longest if longest - min(lengths, default=1.0) <= _ROUNDED * longest else 1.0


def _dials(page: Page, block: Written) -> Dials:
    titles = _texts(page, block.names) or ("",) * len(block.turns)
    dials = []
    for number, (title, row) in enumerate(zip(titles, block.turns, strict=True)):
        hands = tuple(map(float, row))
        drawn = number in block.draw
        dials.append(Dial(title, None if drawn else hands, hands if drawn and page.writer.is_key else None))
    return Dials(tuple(dials), _texts(page, block.hand_names), page.plain(block.alt))


def _heat(page: Page, block: Written) -> Heatmap:
    values = np.atleast_2d(page.value(block.of))
    low, high = float(values.min()), float(values.max())
    width = high - low or 1.0
    rows = tuple(
        (name, tuple((float(value) - low) / width for value in row))
        for name, row in zip(_texts(page, block.row_names), values, strict=True)
    )
    scale = page.writer.figure(low), page.writer.figure(high)
    return Heatmap(_texts(page, block.column_names), rows, scale, page.plain(block.alt))


_PICTURES: Mapping[str, Callable[[Page, Written], Block]] = {
    "arrows": _arrows,
    "bars": _bars,
    "board": _board,
    "dials": _dials,
    "heat": _heat,
    "ruler": _ruler,
    **dict.fromkeys(KINDS, plot),
}
