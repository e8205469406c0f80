"""Bars, number lines, fields and arrows as inline SVG: labels never lie on each other, nothing is wider than a box."""

from __future__ import annotations

import math
from functools import singledispatch
from typing import TYPE_CHECKING

from posenc_cli.render.drawings import Bars, Board, Ruler
from posenc_cli.render.svg import (
    INK,
    KEY_INK,
    LEAST,
    PALE,
    SIZE,
    Room,
    box,
    disc,
    drawing,
    fitted,
    fitted_alike,
    grid,
    label,
    line,
    short,
    stroke,
    text_width,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.render.drawings import Arrow, ArrowPanel, Arrows
    from posenc_cli.render.svg import Point, Words

_GAP = 0.8  #: mm between labels, and between a label and its shape
_EDGE = 0.5  #: mm around a drawing, half of its thickest line
_TALL = {True: 16.0, False: 22.0}  #: mm of the longest bar, where bars go both ways and where they do not
_NAME_COLUMN = 34.0
_CROWDED = 2.8  #: mm, of labels that are too many for one side of a line
_FIELD = 10.0, 18.0  #: mm: least and greatest side of a field, where the page has room
_PANEL, _RADIUS = 34.0, 12.6  #: mm: side of a panel of arrows, and the length of the longest arrow
_LEAST_CIRCLE = _PANEL / 8  #: mm: a circle with a smaller radius is a blot on the axes
_REACH = 1.05  #: arrows up to this length leave the circle as large as it is
_MOST_TICKS = 10
_TIP = 2.6  #: mm, of an arrowhead


@singledispatch
def figure(of: Bars | Ruler | Board, room: Room | None = None) -> str:
    """The drawing of a block; without a room, in the widest that a page has."""
    raise NotImplementedError(type(of).__name__)


@figure.register
def _(of: Bars, room: Room | None = None) -> str:
    """Bars side by side, in more rows than one where their numbers would not fit; the rows are on one scale."""
    widest = (room or Room()).wide
    heights = [min(max(height, -1.0), 1.0) for height in of.heights]
    least = max(_widest_words(of.texts, widest), _widest_words(of.names, 24.0), 4.0) + _GAP
    each = max(1, int((widest - 2 * _EDGE) // least))
    rows = max(1, math.ceil(len(heights) / each))
    each = math.ceil(len(heights) / rows)
    slot = min((widest - 2 * _EDGE) / max(each, 1), 20.0)
    names = fitted_alike(of.names, slot - _GAP, 12.0)
    texts = fitted_alike(of.texts, slot - _GAP, 6.0)
    shapes: list[str] = []
    top = _EDGE
    for start in range(0, max(len(heights), 1), max(each, 1)):
        part = slice(start, start + each)
        drawn, top = _row_of_bars(heights, names[part], texts[part], part, (slot, top))
        shapes += drawn
    return drawing((slot * each + 2 * _EDGE, top), of.alt, shapes)


def _row_of_bars(
    heights: Sequence[float], names: Sequence[Words], texts: Sequence[Words], part: slice, place: Point
) -> tuple[list[str], float]:
    """One row of bars, and where the next may begin. Names stand where no bar can be."""
    slot, top = place
    hanging = min(heights, default=0.0) < 0 >= max(heights, default=0.0)
    tall = _TALL[min(heights, default=0.0) < 0 < max(heights, default=0.0)]
    shown = heights[part]
    highest, lowest = max([0.0, *shown]), min([0.0, *shown])
    name_high, text_high = (max((words.height for words in labels), default=0.0) for labels in (names, texts))
    above = name_high + _GAP if hanging else highest * tall + text_high + _GAP
    zero = top + above
    under = -lowest * tall + text_high + 2 * _GAP if lowest < 0 or hanging else _GAP
    width = min(0.55 * slot, 9.0)
    boxes, labels = [], []
    for n, height in enumerate(shown):
        x = _EDGE + (n + 0.5) * slot
        tip = zero - height * tall
        if height:
            boxes.append(box(x - width / 2, min(zero, tip), width, abs(height) * tall))
        down = height < 0 or hanging
        labels += texts[n].drawn((x, tip + _GAP if down else tip - _GAP / 2 - texts[n].height))
        name_top = zero - _GAP - names[n].height if hanging else zero + under
        labels += names[n].drawn((x, name_top))
    shapes = [f'<path d="{"".join(boxes)}" fill="{PALE}" stroke="{INK}" stroke-width=".3"/>'] if boxes else []
    shapes.append(stroke(line((_EDGE, zero), (_EDGE + max(len(shown), 1) * slot, zero)), 0.4))
    end = zero + under + (0.0 if hanging else name_high)
    return [*shapes, *labels], end + (2.5 if part.stop < len(heights) else _EDGE)


def _widest_words(texts: Iterable[str], most: float) -> float:
    """The width of the longest word in the smallest letters."""
    words = (word for text in texts for word in text.split(" "))
    return min(max(map(text_width, words), default=0.0) * (LEAST + 0.2), most)


@figure.register
def _(of: Ruler, room: Room | None = None) -> str:
    """Number lines with ticks; labels that would touch stand on both sides of the line, or further away from it."""
    widest = (room or Room()).wide
    names = fitted_alike(of.names, _NAME_COLUMN, 9.0)
    column = max((words.width for words in names), default=0.0) + (2.0 if names else 0.0)
    marks = [sorted({(min(max(place, 0.0), 1.0), text) for place, text in each}) for each in of.marks]
    texts = [text for each in marks for _, text in each]
    size = next(
        (size for size in (SIZE, 3.0, 2.6, LEAST) if _all_apart(marks, texts, (column, widest), size)), _CROWDED
    )
    half = max((fitted(text, 30.0, 9.0, size).width for text in texts), default=0.0) / 2
    left, long = _line_of(half, (column, widest))
    shapes: list[str] = []
    top = _EDGE
    for n, each in enumerate(marks):
        labels = [(left + place * long, fitted(text, 30.0, 9.0, size)) for place, text in each]
        name = names[n] if n < len(names) else fitted("", column, 0.0)
        drawn, axis, bottom = _number_line(labels, (left, left + long), top, name.height / 2)
        shapes += [*drawn, *name.drawn((column - 2.0, axis - name.height / 2), anchor="end")]
        top = max(bottom, axis + name.height / 2) + (2.0 if n + 1 < len(marks) else 0.0)
    return drawing((left + long + max(half, 5.0) + _EDGE, top), of.alt, shapes)


def _line_of(half: float, ends: Point) -> Point:
    """Where 0 is, and how far it is to 1: labels at the ends keep off the names and the edge."""
    left = ends[0] + max(half, 3.0) + _EDGE
    return left, ends[1] - left - max(half, 5.0) - _EDGE


def _all_apart(marks: Sequence[Sequence[tuple[float, str]]], texts: Sequence[str], ends: Point, size: float) -> bool:
    """Would labels of that size fit under their ticks side by side?"""
    half = max((fitted(text, 30.0, 9.0, size).width for text in texts), default=0.0) / 2
    left, long = _line_of(half, ends)
    return all(
        max(_levels([(left + place * long, fitted(text, 30.0, 9.0, size)) for place, text in each]), default=0) == 0
        for each in marks
    )


def _levels(labels: Sequence[tuple[float, Words]]) -> list[int]:
    """For each label, sorted by place, the first row in which it has room."""
    ends: list[float] = []
    found = []
    for x, words in labels:
        start = x - words.width / 2
        level = next((n for n, end in enumerate(ends) if start >= end + _GAP), len(ends))
        if words.lines:
            ends[level : level + 1] = [x + words.width / 2]
        found.append(level if words.lines else 0)
    return found


def _number_line(
    labels: Sequence[tuple[float, Words]], ends: Point, top: float, least: float
) -> tuple[list[str], float, float]:
    """One line with its ticks and labels; also where its axis and its lower edge are. Even rows stand below the line.

    ``least`` is how far the axis is from the top, for the sake of the name beside it.
    """
    levels = _levels(labels)
    tick = 1.5
    row = max((words.height for _, words in labels), default=0.0) + 0.4
    above, below = (max(levels, default=0) + 1) // 2, max(levels, default=0) // 2 + 1
    axis = top + max(above * row + tick, least)
    places = {level: axis + tick + level // 2 * row for level in levels if level % 2 == 0}
    places |= {level: axis - tick - (level // 2 + 1) * row for level in levels if level % 2}
    leaders = [line((x, axis), (x, places[level])) for (x, _), level in zip(labels, levels, strict=True) if level > 1]
    shapes = [stroke("".join(leaders), 0.2, PALE)] if leaders else []
    start, end = ends[0] - 2.0, ends[1] + 4.5
    ticks = "".join(line((x, axis - tick), (x, axis + tick)) for x, _ in labels)
    shapes.append(stroke(line((start, axis), (end - 1.0, axis)) + ticks, 0.35))
    shapes.append(_head((end, axis), (1.0, 0.0), 2.0, INK))
    for (x, words), level in zip(labels, levels, strict=True):
        if leaders and words.lines:
            paper = box(x - words.width / 2, places[level], words.width, words.height)
            shapes.append(f'<path d="{paper}" fill="#fff"/>')
    for (x, words), level in zip(labels, levels, strict=True):
        shapes += words.drawn((x, places[level]))
    return shapes, axis, axis + tick + below * row


@figure.register
def _(of: Board, room: Room | None = None) -> str:
    """Square fields as large as their texts want, and as small as the page must have them."""
    room = room or Room()
    columns, rows = max(map(len, of.cells), default=0), len(of.cells)
    beside = fitted_alike(of.row_names, _NAME_COLUMN, _FIELD[0])
    left = _EDGE + max((words.width + 1.5 for words in beside), default=0.0)
    texts = [text for row in of.cells for text in row]
    wanted = max((text_width(word) for text in (*texts, *of.column_names) for word in text.split(" ")), default=0.0)
    side = min(max(wanted * SIZE + 1.5, _FIELD[0]), _FIELD[1])
    side = min(side, (room.wide - left - _EDGE) / max(columns, 1), room.tall / max(rows, 1))
    above = fitted_alike(of.column_names, side - _GAP, 14.0)
    beside = fitted_alike(of.row_names, _NAME_COLUMN, side)
    top = _EDGE + max((words.height + _GAP for words in above), default=0.0)
    marked = [
        box(left + column * side, top + row * side, side, side)
        for row, column in sorted(set(of.marked))
        if 0 <= row < rows and 0 <= column < columns
    ]
    shapes = [f'<path d="{"".join(marked)}" fill="#ddd"/>'] if marked else []
    shapes.append(grid((left, top), (side, side), columns, rows))
    inside = iter(fitted_alike(texts, side - 1.2, side - 1.2))
    for row, cells in enumerate(of.cells):
        for column, words in zip(range(len(cells)), inside, strict=False):
            shapes += words.drawn((left + (column + 0.5) * side, top + (row + 0.5) * side - words.height / 2))
    for n, words in enumerate(above):
        shapes += words.drawn((left + (n + 0.5) * side, top - _GAP - words.height))
    for n, words in enumerate(beside):
        shapes += words.drawn((left - 1.5, top + (n + 0.5) * side - words.height / 2), anchor="end")
    return drawing((left + columns * side + _EDGE, top + rows * side + _EDGE), of.alt, shapes)


def arrow_panel(panel: ArrowPanel, strip: Arrows) -> str:
    """One circle of a strip with its arrows; in the key, those of an empty circle in the key's colour."""
    arrows = [
        arrow for each in strip.panels for arrow in (each.before, *(each.after or ()), *(each.key_after or ())) if arrow
    ]
    reach = max(_REACH, strip.reach, *(math.hypot(arrow.x, arrow.y) for arrow in arrows))
    middle, unit = _PANEL / 2, _RADIUS / reach
    at, radius = short(middle), strip.circle * unit
    ring = f'<circle cx="{at}" cy="{at}" r="{short(radius)}" fill="none" stroke="{PALE}" stroke-width=".35"/>'
    shapes = [*([ring] if radius >= _LEAST_CIRCLE else []), *_axes(middle, unit, reach)]
    for drawn, thickness, colour in (
        ((panel.before,), 0.65, PALE),
        (panel.after or (), 0.8, INK),
        (panel.key_after or (), 0.8, KEY_INK),
    ):
        for arrow in drawn:
            shapes += _arrow(arrow, middle, unit, (thickness, colour)) if arrow else []
    shapes.append(disc((middle, middle), 0.6))
    return drawing((_PANEL, _PANEL), strip.alt, shapes)


def _axes(middle: float, unit: float, reach: float) -> list[str]:
    """Two axes with ticks at whole numbers; numbers stand at ±1, on a small scale at a round number further out."""
    far = middle - _EDGE
    numbered = max((n for n in _round_numbers(reach) if n <= reach), default=1)
    ticks = ""
    for n in range(1, math.floor(reach) + 1) if reach < _MOST_TICKS + 1 else (1, numbered):
        at = n * unit
        for side in (-at, at):
            ticks += line((middle + side, middle - 0.8), (middle + side, middle + 0.8))
            ticks += line((middle - 0.8, middle + side), (middle + 0.8, middle + side))
    cross = line((middle - far, middle), (middle + far, middle)) + line((middle, middle - far), (middle, middle + far))
    shapes = [stroke(cross + ticks, 0.25, "#666")]
    at = numbered * unit + 0.5
    size = min(2.6, (middle - at) / text_width(f"−{numbered}"))
    for text, place, anchor in (
        (f"{numbered}", (middle + at, middle + 0.6 + size), "start"),
        (f"−{numbered}", (middle - at, middle + 0.6 + size), "end"),
        (f"{numbered}", (middle + 0.9, middle - at), "start"),
        (f"−{numbered}", (middle + 0.9, middle + at + 0.8 * size), "start"),
    ):
        shapes.append(label(place, text, anchor=anchor, size=size))
    return shapes


def _round_numbers(reach: float) -> list[int]:
    """1, 2, 5, 10, 20 … up to there."""
    most = max(1, math.ceil(math.log10(max(reach, 1.0))) + 1)
    return [factor * 10**power for power in range(most) for factor in (1, 2, 5)]


def _arrow(arrow: Arrow, middle: float, unit: float, pen: tuple[float, str]) -> list[str]:
    """From the middle to the end; one that is too short to have a direction is a dot."""
    thickness, colour = pen
    long = math.hypot(arrow.x, arrow.y)
    if long * unit < 0.3:
        return [disc((middle, middle), 1.0, colour)]
    way = arrow.x / long, -arrow.y / long
    end = middle + way[0] * long * unit, middle + way[1] * long * unit
    tip = min(_TIP, long * unit)
    neck = end[0] - way[0] * 0.7 * tip, end[1] - way[1] * 0.7 * tip
    return [stroke(line((middle, middle), neck), thickness, colour), _head(end, way, tip, colour)]


def _head(end: Point, way: Point, tip: float, colour: str) -> str:
    """The head of an arrow that points that way."""
    (x, y), (right, down) = end, way
    back = x - tip * right, y - tip * down
    half = 0.38 * tip
    corners = (back[0] - half * down, back[1] + half * right), (back[0] + half * down, back[1] - half * right)
    path = "L".join(f"{short(a)} {short(b)}" for a, b in (end, *corners))
    return f'<path d="M{path}z" fill="{colour}"/>'
