"""Drawings of ours as inline SVG. All coordinates are computed here, in millimetres; templates only place the result.

Greys, solid lines, few shapes: a sheet is copied on a grey machine, and PDFs stay small. The ``<title>`` of a drawing
is its alternative text. Styles of the page do not reach into a drawing in WeasyPrint: every shape carries its own.
"""

from __future__ import annotations

import math
import unicodedata
from html import escape
from typing import TYPE_CHECKING

from posenc_cli.render._templates import FONT_FAMILIES

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from posenc_cli.render.blocks import Cutouts, Dial, Heatmap, Picture

Point = tuple[float, float]

INK = "#222"
PALE = "#999"
KEY_INK = "#12337f"
#: Lengths (of the radius) and widths (mm) of hands, the fastest first.
_HANDS = ((0.86, 0.5), (0.55, 1.2), (0.4, 1.6))
_LEVELS = 15  #: greys of a heatmap
_DARKEST = 70  #: per cent of black, so that pencil and print can be told apart
_FONT = escape(FONT_FAMILIES, quote=True)


def printable(text: str) -> str:
    """The text with control characters and lone surrogates shown as their codes: no page can carry them."""
    return "".join(
        repr(sign)[1:-1] if unicodedata.category(sign) in {"Cc", "Cs"} and sign not in "\n\t" else sign for sign in text
    )


def dial(face: Dial, alt: str, *, radius: float = 10.5) -> str:
    """One clock face with its hands; in the key, the hands of an empty face in the key's colour."""
    edge = radius + 0.5
    centre = edge, edge
    shapes = [_face(centre, radius)]
    for hands, colour in ((face.hands, INK), (face.key_hands, KEY_INK)):
        if hands is not None:
            shapes += _hands(centre, radius, hands, colour)
    shapes.append(_disc(centre, 0.8))
    return _svg((2 * edge, 2 * edge), alt, shapes)


def picture(drawing: Picture) -> str:
    """The drawing of that name."""
    return _DRAWINGS[drawing.name](drawing)


def heatmap(grid: Heatmap) -> str:
    """A grid with one path a grey level; cells to shade stay white, and are shaded in the key inside a frame."""
    (left, top), (wide, high) = corner, cell = (12.0, 6.5), (9.5, 8.0)
    columns, rows = len(grid.head), len(grid.rows)
    by_level: dict[int, list[str]] = {}
    framed: list[str] = []
    for row, (_, values) in enumerate(grid.rows):
        for column, value in enumerate(values):
            x, y = left + column * wide, top + row * high
            shown = value
            if value is None and grid.solution:
                shown = grid.solution[row][column]
                framed.append(_box_path(x + 0.9, y + 0.9, wide - 1.8, high - 1.8))
            if shown is not None:
                level = round(min(max(shown, 0.0), 1.0) * _LEVELS)
                by_level.setdefault(level, []).append(_box_path(x, y, wide, high))
    shapes = [f'<path d="{"".join(paths)}" fill="{_grey(level)}"/>' for level, paths in sorted(by_level.items())]
    shapes.append(_lines_of_grid(corner, cell, columns, rows))
    if framed:
        shapes.append(f'<path d="{"".join(framed)}" fill="none" stroke="{KEY_INK}" stroke-width=".5"/>')
    shapes += [_label((left + (n + 0.5) * wide, top - 2), name) for n, name in enumerate(grid.head)]
    shapes += [_label((left - 1.5, top + (n + 0.65) * high), row[0], anchor="end") for n, row in enumerate(grid.rows)]
    return _svg((left + columns * wide + 0.5, top + rows * high + 0.5), grid.alt, shapes)


def scale_bar(alt: str) -> str:
    """All greys of a heatmap in a row, from white to dark."""
    step, high = 2.2, 4.0
    shapes = [
        f'<path d="{_box_path(0.3 + level * step, 0.3, step, high)}" fill="{_grey(level)}"/>'
        for level in range(_LEVELS + 1)
    ]
    width = step * (_LEVELS + 1)
    shapes.append(f'<path d="{_box_path(0.3, 0.3, width, high)}" fill="none" stroke="{INK}" stroke-width=".2"/>')
    return _svg((width + 0.6, high + 0.6), alt, shapes)


def cutout_dial(sheet: Cutouts, *, radius: float = 38.0) -> str:
    """A large face and, beside it, its hands with a hole each, to cut out and pin together."""
    edge = radius + 0.5
    centre = edge, edge
    shapes = [_face(centre, radius), _ring(centre)]
    x = 2 * edge + 14
    for n, name in enumerate(sheet.hand_names):
        reach, thickness = _HANDS[min(n, len(_HANDS) - 1)]
        half = 3 + 1.5 * thickness
        hole, tip, shoulder = edge, edge - reach * radius, edge - reach * radius + 8
        outline = (
            f"M{_n(x)} {_n(tip)}L{_n(x + half)} {_n(shoulder)}V{_n(hole)}"
            f"A{_n(half)} {_n(half)} 0 0 1 {_n(x - half)} {_n(hole)}V{_n(shoulder)}Z"
        )
        shapes.append(f'<path d="{outline}" fill="#eee" stroke="{INK}" stroke-width=".3"/>')
        shapes.append(_ring((x, hole)))
        shapes.append(_label((x, hole + half + 5), name))
        x += 2 * half + 18
    return _svg((x, 2 * edge), sheet.dial_title, shapes)


def _clock(drawing: Picture) -> str:
    """14:30:05 with each hand named at its tip."""
    radius = 18.0
    centre = 32.0, 20.0
    turns = ((14.5 + 5 / 3600) / 12 % 1, (30 + 5 / 60) / 60, 5 / 60)
    shapes = [_face(centre, radius)]
    for hour in (12, 3, 6, 9):
        x, y = _on_circle(centre, 0.78 * radius, hour / 12)
        shapes.append(_label((x, y + 1.3), str(hour)))
    # The minute hand ends above the 6.
    for turn, (length, thickness) in zip(turns, ((0.42, 1.3), (0.6, 0.9), (0.9, 0.35)), strict=True):
        shapes.append(_hand((centre, _on_circle(centre, radius * length, turn)), thickness, INK))
    shapes.append(_disc(centre, 1.1))
    for turn, name in zip(turns, drawing.labels, strict=False):
        x, y = _on_circle(centre, radius + 1.5, turn)
        side = "middle" if abs(x - centre[0]) < 4 else ("start" if x > centre[0] else "end")
        shapes.append(_label((x, y + 3 if side == "middle" else y + 1), name, anchor=side, size=3.2))
    return _svg((64, 44), drawing.alt, shapes)


def _badge(drawing: Picture) -> str:
    """A name badge on a ribbon beside a chair's plate with its number: who, and where."""
    greeting, name, word, seat = (*drawing.labels, "", "", "", "")[:4]
    card = "M2 12.5A2.5 2.5 0 0 1 4.5 10H39.5A2.5 2.5 0 0 1 42 12.5"
    paper = f"{card}V34A2.5 2.5 0 0 1 39.5 36.5H4.5A2.5 2.5 0 0 1 2 34Z"
    shapes = [
        f'<path d="M13 0L17 10M31 0L27 10" fill="none" stroke="{PALE}" stroke-width="1.2"/>',
        f'<path d="{paper}" fill="#fff" stroke="{INK}" stroke-width=".5"/>',
        f'<path d="{card}V18H2Z" fill="{INK}"/>',
        _label((22, 15.4), greeting, colour="#fff", size=3.4),
        _label((22, 30), name, size=min(7.5, 64 / max(len(name), 1)), bold=True),
        _label((48, 25.5), "+", size=7, bold=True),
        f'<rect x="54" y="10" width="24" height="26.5" rx="2.5" fill="#eee" stroke="{INK}" stroke-width=".5"/>',
        _label((66, 16.5), word, size=3.4),
        _label((66, 31), seat, size=12, bold=True),
    ]
    return _svg((79, 44), drawing.alt, shapes)


_DRAWINGS: dict[str, Callable[[Picture], str]] = {"clock": _clock, "badge": _badge}


def _svg(size: Point, alt: str, shapes: Iterable[str]) -> str:
    width, height = map(_n, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><title>{escape(printable(alt))}</title>{"".join(shapes)}</svg>'
    )


def _on_circle(centre: Point, radius: float, turn: float) -> Point:
    """A point of a circle, in turns clockwise from the top."""
    return centre[0] + radius * math.sin(math.tau * turn), centre[1] - radius * math.cos(math.tau * turn)


def _face(centre: Point, radius: float) -> str:
    ticks = "".join(
        _line(_on_circle(centre, radius, n / 12), _on_circle(centre, radius * (0.93 if n % 3 else 0.86), n / 12))
        for n in range(12)
    )
    return (
        f'<circle cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}" fill="#fff" stroke="{INK}" '
        f'stroke-width=".4"/><path d="{ticks}" fill="none" stroke="{PALE}" stroke-width=".3"/>'
    )


def _hands(centre: Point, radius: float, turns: Sequence[float], colour: str) -> list[str]:
    """Hands on one face, the slowest (thickest) below."""
    drawn = []
    for n, turn in enumerate(turns):
        reach, thickness = _HANDS[min(n, len(_HANDS) - 1)]
        drawn.append(_hand((centre, _on_circle(centre, radius * reach, turn)), thickness, colour))
    return drawn[::-1]


def _hand(ends: tuple[Point, Point], thickness: float, colour: str) -> str:
    return (
        f'<path d="{_line(*ends)}" fill="none" stroke="{colour}" stroke-width="{_n(thickness)}" '
        'stroke-linecap="round"/>'
    )


def _line(start: Point, end: Point) -> str:
    return f"M{_n(start[0])} {_n(start[1])}L{_n(end[0])} {_n(end[1])}"


def _disc(centre: Point, radius: float) -> str:
    return f'<circle cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="{_n(radius)}" fill="{INK}"/>'


def _ring(centre: Point) -> str:
    """A hole for a pin."""
    return f'<circle cx="{_n(centre[0])}" cy="{_n(centre[1])}" r="1.2" fill="#fff" stroke="{INK}" stroke-width=".25"/>'


def _box_path(x: float, y: float, width: float, height: float) -> str:
    return f"M{_n(x)} {_n(y)}h{_n(width)}v{_n(height)}h{_n(-width)}z"


def _lines_of_grid(corner: Point, cell: Point, columns: int, rows: int) -> str:
    (left, top), (wide, high) = corner, cell
    down = "".join(f"M{_n(left + n * wide)} {_n(top)}v{_n(rows * high)}" for n in range(columns + 1))
    across = "".join(f"M{_n(left)} {_n(top + n * high)}h{_n(columns * wide)}" for n in range(rows + 1))
    return f'<path d="{down}{across}" fill="none" stroke="{INK}" stroke-width=".2"/>'


def _label(  # noqa: PLR0913  (each has a default that mostly holds)
    at: Point, text: str, *, anchor: str = "middle", size: float = 3.6, bold: bool = False, colour: str = INK
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{_n(at[0])}" y="{_n(at[1])}" text-anchor="{anchor}" font-family="{_FONT}" font-size="{_n(size)}"'
        f'{weight} fill="{colour}">{escape(printable(text))}</text>'
    )


def _grey(level: int) -> str:
    shade = round(255 * (1 - _DARKEST / 100 * level / _LEVELS))
    return f"#{shade:02x}{shade:02x}{shade:02x}"


def _n(value: float) -> str:
    """A coordinate: short, and never in exponent form."""
    short = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short
