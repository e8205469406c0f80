"""Pictures as inline SVG for sheets and reports, in millimetres: no matplotlib, and never a rectangle a cell.

A matrix is one small PNG with a pixel a cell, scaled with hard edges; a curve is one path. Curves that share axes are
told apart by their dashes and by what stands beside them, so that a grey copy keeps them apart.
"""

from __future__ import annotations

import base64
import math
from dataclasses import dataclass
from functools import singledispatch
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.render.plots.colours import coloured
from posenc_cli.render.plots.figure import Faces, Heat, Lines
from posenc_cli.render.png import png
from posenc_cli.render.style import MINUS
from posenc_cli.render.svg import INK, PALE, Room, box, disc, drawing, fitted, label, line, short, stroke, text_width

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from numpy.typing import NDArray

    from posenc_cli.render.plots.figure import Axis, ScaleName, Series
    from posenc_cli.render.svg import Point

_SIZE, _SMALL = 3.2, 2.7  #: mm, of the letters of titles and of all others
_TOP, _LEFT, _EDGE = 5.0, 13.0, 0.6  #: mm for a title, for names beside a picture, and around everything
_CELL, _TALL = 8.0, 72.0  #: mm: the largest cell, and what the rows of a matrix take at most
_STRIP, _HIGH, _GAP = 8.0, 42.0, 5.0  #: mm: a strip, curves together, and what stands between strips
_FACE = 15.0  #: mm, of a clock face at most with what is around it
_BAR = 32.0, 3.0  #: mm, of the scale
#: Dashes and gaps in mm, and the width of the line: one curve each.
_PENS = (
    ("", 0.45),
    ("2 1", 0.45),
    (".6 .8", 0.5),
    ("3 .8 .6 .8", 0.4),
    ("", 0.9),
    ("2 1", 0.9),
    (".6 .8", 1.0),
    ("", 0.2),
)
_MARKED = 24  #: points of a curve up to which each is a dot: alone, it would be no line


@singledispatch
def panel_svg(panel: Heat | Lines | Faces, alt: str, room: Room) -> str:
    """One panel; ``alt`` is what a blind reader is told of it."""
    raise NotImplementedError(type(panel).__name__)


def pixels(values: NDArray[np.float64], limits: Point, scale: ScaleName, place: tuple[Point, Point]) -> str:
    """A matrix as one picture, at a corner and of a size."""
    (x, y), (wide, high) = (map(short, each) for each in place)
    data = base64.b64encode(png(coloured(values, limits, scale))).decode()
    return (
        f'<image x="{x}" y="{y}" width="{wide}" height="{high}" preserveAspectRatio="none" '
        f'image-rendering="pixelated" href="data:image/png;base64,{data}"/>'
    )


@panel_svg.register
def _(panel: Heat, alt: str, room: Room) -> str:
    rows, columns = panel.values.shape
    wide, high = min(_CELL, (room.wide - _LEFT - _EDGE) / columns), min(_CELL, _TALL / rows)
    if panel.down.title == panel.across.title or panel.down.ticks == panel.across.ticks:
        wide = high = min(wide, high)
    size = wide * columns, high * rows
    top = _TOP + 2 * _SMALL + 2.5
    shapes = [
        _title(panel.title),
        label((_LEFT, _TOP + _SMALL), f"{panel.across.title} →", anchor="start", size=_SMALL),
    ]
    shapes += _names(panel.across, [(_LEFT + (at + 0.5) * wide) for at, _ in panel.across.ticks], top - 1.0)
    shapes += _beside([(top + (at + 0.5) * high, name) for at, name in panel.down.ticks])
    shapes.append(pixels(panel.values, panel.limits, panel.scale, ((_LEFT, top), size)))
    shapes += _empty(panel.values, (_LEFT, top), (wide, high))
    shapes.append(stroke(box(_LEFT, top, *size), 0.3))
    end = top + size[1]
    shapes.append(label((_LEFT, end + _SMALL + 1), f"{panel.down.title} ↓", anchor="start", size=_SMALL))
    bar, below = _scale(panel, end + _SMALL + 3.5)
    across = max(_LEFT + size[0] + 2, *_BAR, _LEFT + _BAR[0] + 6, _title_width(panel.title))
    return drawing((min(across, room.wide), below), alt, [*shapes, *bar])


def _empty(values: NDArray[np.float64], corner: Point, cell: Point) -> list[str]:
    """Cells without a number are white: struck out where one is left out, with a dot where there is none."""
    (left, top), (wide, high) = corner, cell
    places = [(left + n * wide, top + row * high, n, row) for row, n in np.argwhere(~np.isfinite(values)).tolist()]
    if not places:
        return []
    paper = "".join(box(x, y, wide, high) for x, y, _, _ in places)
    pen = "".join(
        line((x, y + high), (x + wide, y))
        if math.isnan(values[row, n])
        else line((x + wide / 2, y + high / 2), (x + wide / 2 + 0.01, y + high / 2))
        for x, y, n, row in places
    )
    return [f'<path d="{paper}" fill="#fff"/>', stroke(pen, min(0.3, wide / 5), PALE, ends="round")]


def _scale(panel: Heat, top: float) -> tuple[list[str], float]:
    """What the colours mean, and where it ends."""
    steps = np.linspace(*panel.limits, 32)[None, :]
    shapes = [pixels(steps, panel.limits, panel.scale, ((_LEFT, top), _BAR)), stroke(box(_LEFT, top, *_BAR), 0.2)]
    for share, text in zip((0.0, 0.5, 1.0), panel.bar, strict=True):
        shapes.append(label((_LEFT + share * _BAR[0], top + _BAR[1] + _SMALL), _signed(text), size=_SMALL))
    return shapes, top + _BAR[1] + _SMALL + 1.5


@panel_svg.register
def _(panel: Lines, alt: str, room: Room) -> str:
    return _strips(panel, alt, room) if panel.apart else _together(panel, alt, room)


@dataclass(frozen=True)
class _Frame:
    """Where a number lies on paper.

    Attributes:
        corner: left and top, of the paper.
        size: width and height.
        x: the numbers at its left and at its right.
        y: those at its lower and upper edge.
        log: does its side count in powers of ten?
    """

    corner: Point
    size: Point
    x: Point
    y: Point
    log: bool = False

    def across(self, value: float) -> float:
        return self.corner[0] + _share(value, self.x) * self.size[0]

    def down(self, value: float) -> float:
        ends, at = ((math.log10(self.y[0]), math.log10(self.y[1])), math.log10(value)) if self.log else (self.y, value)
        return self.corner[1] + (1 - _share(at, ends)) * self.size[1]

    def curve(self, series: Series) -> str:
        """The path of a curve, with a gap where a number is missing; a point alone is none."""
        path, pen_down = "", False
        for x, y in self.points(series):
            if y is None:
                pen_down = False
                continue
            path += f"{'L' if pen_down else 'M'}{short(x)} {short(y)}"
            pen_down = True
        return path

    def points(self, series: Series) -> Iterator[tuple[float, float | None]]:
        for x, y in zip(series.x.tolist(), series.y.tolist(), strict=True):
            yield self.across(x), self.down(y) if math.isfinite(y) else None

    def drawn(self, series: Series, pen: tuple[str, float]) -> list[str]:
        dashes, width = pen
        shape = stroke(self.curve(series), width)
        shapes = [shape.replace("/>", f' stroke-dasharray="{dashes}"/>') if dashes else shape]
        if len(series.x) <= _MARKED:
            shapes += [disc((x, y), 0.55) for x, y in self.points(series) if y is not None]
        return shapes


def _share(value: float, ends: Point) -> float:
    low, high = ends
    return (value - low) / (high - low) if high > low else 0.5


def _ends(numbers: Sequence[float]) -> Point:
    finite = [each for each in numbers if math.isfinite(each)] or [0.0]
    return min(finite), max(finite)


def _strips(panel: Lines, alt: str, room: Room) -> str:
    x = _ends([float(end) for each in panel.series for end in (each.x.min(), each.x.max())])
    size = room.wide - _LEFT - 4.0, _STRIP
    shapes, top = [_title(panel.title)], _TOP
    for each in panel.series:
        top += _GAP
        shapes.append(label((_LEFT, top - 1.0), each.name, anchor="start", size=_SMALL))
        frame = _Frame((_LEFT, top), size, x, _ends([*each.y.tolist(), *(at for at, _ in panel.down.ticks)]))
        shapes += [_ground(frame), *_beside([(frame.down(at), name) for at, name in panel.down.ticks])]
        shapes += frame.drawn(each, _PENS[0])
        top += _STRIP
    shapes += _axis_below(panel.across, frame)
    return drawing((room.wide, top + 2 * _SMALL + 3), alt, shapes)


def _together(panel: Lines, alt: str, room: Room) -> str:
    names = [*(each.name for each in panel.series), *([panel.level[1]] if panel.level else [])]
    wide = min(max(map(text_width, names)) * _SMALL + 9.0, room.wide / 2)
    numbers = [at for at, _ in panel.down.ticks] + [y for each in panel.series for y in each.y.tolist()]
    x = _ends([float(end) for each in panel.series for end in (each.x.min(), each.x.max())])
    y = _ends([*numbers, *([panel.level[0]] if panel.level else [])])
    top = _TOP + _SMALL + 3
    frame = _Frame((_LEFT, top), (room.wide - _LEFT - wide, _HIGH), x, y, panel.log)
    shapes = [_title(panel.title), label((_LEFT, top - 1.5), panel.down.title, anchor="start", size=_SMALL)]
    shapes += [_ground(frame), *_beside([(frame.down(at), name) for at, name in panel.down.ticks])]
    ends = []
    for number, each in enumerate(panel.series):
        pen = _PENS[number % len(_PENS)]
        shapes += frame.drawn(each, pen)
        last = next((value for value in reversed(each.y.tolist()) if math.isfinite(value)), y[0])
        ends.append((frame.down(last), each.name, pen))
    if panel.level:
        height = frame.down(panel.level[0])
        shapes.append(stroke(line((_LEFT, height), (_LEFT + frame.size[0], height)), 0.9, "#bbb"))
        ends.append((height, panel.level[1], ("level", 0.9)))
    shapes += _told(ends, frame)
    shapes += _axis_below(panel.across, frame)
    bottom = max(top + _HIGH + 2 * _SMALL + 3, top + len(ends) * (_SMALL + 1.2))
    return drawing((room.wide, bottom), alt, shapes)


def _told(ends: Sequence[tuple[float, str, tuple[str, float]]], frame: _Frame) -> list[str]:
    """The name of each curve beside its end, below each other where they end alike, with a piece of its line."""
    left, shapes, free = frame.corner[0] + frame.size[0] + 2, [], frame.corner[1]
    step = _SMALL + 1.2
    for number, (height, name, (dashes, width)) in enumerate(sorted(ends)):
        latest = frame.corner[1] + frame.size[1] - step * (len(ends) - 1 - number)
        at = max(min(height, latest), free)
        piece = stroke(line((left, at), (left + 5, at)), width, "#bbb" if dashes == "level" else INK)
        dashed = f' stroke-dasharray="{dashes}"/>' if dashes not in ("", "level") else "/>"
        shapes += [piece.replace("/>", dashed), label((left + 6, at + 1), name, anchor="start", size=_SMALL)]
        free = at + step
    return shapes


@panel_svg.register
def _(panel: Faces, alt: str, room: Room) -> str:
    left = max(_LEFT, max(map(text_width, panel.down)) * _SMALL + 2)
    told = any(face.text for row in panel.rows for face in row)
    wide = min(_FACE, (room.wide - left - _EDGE) / len(panel.across))
    radius, high = wide / 2 - 1.2, wide + (_SMALL if told else 0)
    top = _TOP + _SMALL + 2
    shapes = [_title(panel.title)]
    heads = [fitted(name, wide - 0.6, _SMALL, _SMALL) for name in panel.across]
    for n, words in enumerate(heads):
        shapes += words.drawn((left + (n + 0.5) * wide, top - words.height))
    for number, (name, row) in enumerate(zip(panel.down, panel.rows, strict=True)):
        middle = top + number * high + wide / 2
        shapes.append(label((left - 1.5, middle + 1), name, anchor="end", size=_SMALL))
        for n, face in enumerate(row):
            centre = left + (n + 0.5) * wide, middle
            shapes.append(
                f'<circle cx="{short(centre[0])}" cy="{short(middle)}" r="{short(radius)}" fill="#fff" '
                f'stroke="{PALE}" stroke-width=".3"/>'
            )
            if math.isfinite(face.turn):
                reach = radius * face.length
                tip = centre[0] + reach * math.sin(face.turn), middle - reach * math.cos(face.turn)
                shapes.append(stroke(line(centre, tip), 0.7, ends="round"))
            words = fitted(face.text, wide - 0.4, _SMALL, _SMALL)
            shapes += [disc(centre, 0.6), *words.drawn((centre[0], middle + radius + 0.3))]
    size = max(left + wide * len(panel.across) + _EDGE, _title_width(panel.title)), top + high * len(panel.rows) + _EDGE
    return drawing((min(size[0], room.wide), size[1]), alt, shapes)


def _signed(text: str) -> str:
    """A number as paper has it."""
    return text.replace("-", MINUS, 1) if text.startswith("-") else text


def _title(text: str) -> str:
    return label((_EDGE, _SIZE + 0.3), text, anchor="start", size=_SIZE, bold=True)


def _title_width(text: str) -> float:
    return 1.1 * _SIZE * text_width(text) + 2 * _EDGE


def _ground(frame: _Frame) -> str:
    """The lower and the left edge, and zero where it lies between them."""
    (left, top), (wide, high) = frame.corner, frame.size
    path = f"M{short(left)} {short(top)}v{short(high)}h{short(wide)}"
    if not frame.log and frame.y[0] < 0 < frame.y[1]:
        path += line((left, frame.down(0.0)), (left + wide, frame.down(0.0)))
    return stroke(path, 0.2, PALE)


def _beside(ticks: Sequence[tuple[float, str]]) -> list[str]:
    """Names at the left, as many as have room."""
    shapes, taken = [], list[float]()
    for at, name in ticks:
        if name and all(abs(at - other) >= _SMALL for other in taken):
            shapes.append(label((_LEFT - 1.2, at + 0.35 * _SMALL), _signed(name), anchor="end", size=_SMALL))
            taken.append(at)
    return shapes


def _names(axis: Axis, places: Sequence[float], ground: float) -> list[str]:
    """Names in a row, as many as have room."""
    shapes, free = [], -math.inf
    for at, (_, name) in zip(places, axis.ticks, strict=True):
        half = text_width(name) * _SMALL / 2
        if at - half >= free:
            shapes.append(label((at, ground), name, size=_SMALL))
            free = at + half + 1.0
    return shapes


def _axis_below(axis: Axis, frame: _Frame) -> list[str]:
    end = frame.corner[1] + frame.size[1]
    title = label((_LEFT, end + 2 * _SMALL + 1.5), f"{axis.title} →", anchor="start", size=_SMALL)
    return [*_names(axis, [frame.across(at) for at, _ in axis.ticks], end + _SMALL + 0.5), title]
