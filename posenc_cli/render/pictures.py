"""Clocks, heatmaps and pictures of ours as inline SVG. Their coordinates are computed here, in millimetres.

Templates only place the result; how shapes are written is the business of ``svg``, other drawings stand in ``figures``.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from posenc_cli.render.plots.colours import pencil
from posenc_cli.render.svg import (
    INK,
    KEY_INK,
    PALE,
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
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from posenc_cli.render.blocks import Dial, Heatmap, Picture
    from posenc_cli.render.closing import Cutouts
    from posenc_cli.render.svg import Point

#: Lengths (of the radius) and widths (mm) of hands, the fastest first.
_HANDS = ((0.86, 0.5), (0.55, 1.2), (0.4, 1.6))
_NAME = 3.6  #: mm, of the letters of names beside a heatmap
_LEVELS = 15  #: greys of a heatmap


def dial(face: Dial, alt: str, *, radius: float = 10.5) -> str:
    """One clock face with its hands; in the key, the hands of an empty face in the key's colour."""
    edge = radius + 0.5
    centre = edge, edge
    shapes = [_face(centre, radius)]
    for hands, colour in ((face.hands, INK), (face.key_hands, KEY_INK)):
        if hands is not None:
            shapes += _hands(centre, radius, hands, colour)
    shapes.append(disc(centre, 0.8))
    return drawing((2 * edge, 2 * edge), alt, shapes)


def picture(of: Picture) -> str:
    """The drawing of that name."""
    return _DRAWINGS[of.name](of)


def heatmap(of: Heatmap, room: Room | None = None) -> str:
    """A grid with one path a grey level; cells to shade stay white, and are shaded in the key inside a frame."""
    room = room or Room()
    columns, rows = len(of.head), len(of.rows)
    high = min(8.0, room.tall / max(rows, 1))
    beside = [fitted(name, 30.0, high, _NAME) for name, _ in of.rows]
    # Names of usual length leave the grid where it always is.
    left = max(12.0, max((words.width for words in beside), default=0.0) + 1.5)
    wide = min(9.5, (room.wide - left) / max(columns, 1))
    above = fitted_alike(of.head, wide - 0.4, 14.0, _NAME)
    top = max(6.5, max((words.height - 0.25 * words.size + 2 for words in above), default=0.0))
    by_level: dict[int, list[str]] = {}
    framed: list[str] = []
    for row, (_, values) in enumerate(of.rows):
        for column, value in enumerate(values):
            x, y = left + column * wide, top + row * high
            shown = value
            if value is None and of.solution:
                shown = of.solution[row][column]
                framed.append(box(x + 0.9, y + 0.9, wide - 1.8, high - 1.8))
            if shown is not None:
                level = round(min(max(shown, 0.0), 1.0) * _LEVELS)
                by_level.setdefault(level, []).append(box(x, y, wide, high))
    shapes = [f'<path d="{"".join(paths)}" fill="{_grey(level)}"/>' for level, paths in sorted(by_level.items())]
    shapes.append(grid((left, top), (wide, high), columns, rows))
    if framed:
        shapes.append(f'<path d="{"".join(framed)}" fill="none" stroke="{KEY_INK}" stroke-width=".5"/>')
    for n, words in enumerate(above):
        shapes += words.drawn((left + (n + 0.5) * wide, top - 2 + 0.25 * words.size - words.height))
    for n, words in enumerate(beside):
        ground = top + (n + 0.65) * high  #: of a name on one line
        shapes += words.drawn((left - 1.5, ground - 0.35 * words.size - words.height / 2), anchor="end")
    return drawing((left + columns * wide + 0.5, top + rows * high + 0.5), of.alt, shapes)


def scale_bar(alt: str) -> str:
    """All greys of a heatmap in a row, from white to dark."""
    step, high = 2.2, 4.0
    shapes = [
        f'<path d="{box(0.3 + level * step, 0.3, step, high)}" fill="{_grey(level)}"/>' for level in range(_LEVELS + 1)
    ]
    width = step * (_LEVELS + 1)
    shapes.append(f'<path d="{box(0.3, 0.3, width, high)}" fill="none" stroke="{INK}" stroke-width=".2"/>')
    return drawing((width + 0.6, high + 0.6), alt, shapes)


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
            f"M{short(x)} {short(tip)}L{short(x + half)} {short(shoulder)}V{short(hole)}"
            f"A{short(half)} {short(half)} 0 0 1 {short(x - half)} {short(hole)}V{short(shoulder)}Z"
        )
        shapes.append(f'<path d="{outline}" fill="#eee" stroke="{INK}" stroke-width=".3"/>')
        shapes.append(_ring((x, hole)))
        shapes.append(label((x, hole + half + 5), name))
        x += 2 * half + 18
    return drawing((x, 2 * edge), sheet.dial_title, shapes)


def _clock(of: Picture) -> str:
    """14:30:05 with each hand named at its tip."""
    radius = 18.0
    centre = 32.0, 20.0
    turns = ((14.5 + 5 / 3600) / 12 % 1, (30 + 5 / 60) / 60, 5 / 60)
    shapes = [_face(centre, radius)]
    for hour in (12, 3, 6, 9):
        x, y = _on_circle(centre, 0.78 * radius, hour / 12)
        shapes.append(label((x, y + 1.3), str(hour)))
    # The minute hand ends above the 6.
    for turn, (length, thickness) in zip(turns, ((0.42, 1.3), (0.6, 0.9), (0.9, 0.35)), strict=True):
        shapes.append(_hand((centre, _on_circle(centre, radius * length, turn)), thickness, INK))
    shapes.append(disc(centre, 1.1))
    for turn, name in zip(turns, of.labels, strict=False):
        x, y = _on_circle(centre, radius + 1.5, turn)
        side = "middle" if abs(x - centre[0]) < 4 else ("start" if x > centre[0] else "end")
        shapes.append(label((x, y + 3 if side == "middle" else y + 1), name, anchor=side, size=3.2))
    return drawing((64, 44), of.alt, shapes)


def _badge(of: Picture) -> str:
    """A name badge on a ribbon beside a chair's plate with its number: who, and where."""
    greeting, name, word, seat = (*of.labels, "", "", "", "")[:4]
    card = "M2 12.5A2.5 2.5 0 0 1 4.5 10H39.5A2.5 2.5 0 0 1 42 12.5"
    paper = f"{card}V34A2.5 2.5 0 0 1 39.5 36.5H4.5A2.5 2.5 0 0 1 2 34Z"
    shapes = [
        f'<path d="M13 0L17 10M31 0L27 10" fill="none" stroke="{PALE}" stroke-width="1.2"/>',
        f'<path d="{paper}" fill="#fff" stroke="{INK}" stroke-width=".5"/>',
        f'<path d="{card}V18H2Z" fill="{INK}"/>',
        label((22, 15.4), greeting, colour="#fff", size=3.4),
        label((22, 30), name, size=min(7.5, 64 / max(len(name), 1)), bold=True),
        label((48, 25.5), "+", size=7, bold=True),
        f'<rect x="54" y="10" width="24" height="26.5" rx="2.5" fill="#eee" stroke="{INK}" stroke-width=".5"/>',
        label((66, 16.5), word, size=3.4),
        label((66, 31), seat, size=12, bold=True),
    ]
    return drawing((79, 44), of.alt, shapes)


_DRAWINGS: dict[str, Callable[[Picture], str]] = {"clock": _clock, "badge": _badge}


def _on_circle(centre: Point, radius: float, turn: float) -> Point:
    """A point of a circle, in turns clockwise from the top."""
    return centre[0] + radius * math.sin(math.tau * turn), centre[1] - radius * math.cos(math.tau * turn)


def _face(centre: Point, radius: float) -> str:
    ticks = "".join(
        line(_on_circle(centre, radius, n / 12), _on_circle(centre, radius * (0.93 if n % 3 else 0.86), n / 12))
        for n in range(12)
    )
    return (
        f'<circle cx="{short(centre[0])}" cy="{short(centre[1])}" r="{short(radius)}" fill="#fff" stroke="{INK}" '
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
    return stroke(line(*ends), thickness, colour, ends="round")


def _ring(centre: Point) -> str:
    """A hole for a pin."""
    x, y = map(short, centre)
    return f'<circle cx="{x}" cy="{y}" r="1.2" fill="#fff" stroke="{INK}" stroke-width=".25"/>'


def _grey(level: int) -> str:
    return pencil(level / _LEVELS)
