"""Digits as a pen writes them: strokes, smoothed and a little uneven, as SVG. No font, so no licence and no machine."""

from __future__ import annotations

import hashlib

INK = "#1d3f9f"
Point = tuple[float, float]

#: Sign → (width, strokes) in a field 16 high; a doubled point is a corner.
SIGNS: dict[str, tuple[float, tuple[tuple[Point, ...], ...]]] = {
    "0": (9.5, (((5, 1), (1.6, 4.8), (1.3, 11), (4.6, 15.7), (8.2, 11.6), (8.2, 5), (4.6, 0.8)),)),
    "1": (7, (((1.8, 5.4), (5, 1), (5, 1), (4.6, 16)),)),
    "2": (9.5, (((1.5, 4.2), (4.6, 1), (8, 3.6), (5.4, 9.4), (1.2, 15.6), (1.2, 15.6), (8.8, 15.2)),)),
    "3": (9, (((1.5, 2.2), (5, 0.9), (7.6, 3.8), (3.8, 7.6), (3.8, 7.6), (7.9, 11), (5.4, 15.6), (1, 14.4)),)),
    "4": (9.5, (((5.4, 1), (1, 10.6), (1, 10.6), (8.8, 10.1)), ((6.4, 6.4), (5.8, 16)))),
    "5": (9, (((2.6, 1.4), (1.9, 7.2), (1.9, 7.2), (5.6, 6.4), (8, 10.6), (5, 15.7), (1, 14.5)), ((2.6, 1.4), (8, 1)))),
    "6": (9, (((7.2, 1), (2.6, 6.8), (1.6, 12.4), (4.8, 15.8), (7.9, 12.4), (5.6, 8.9), (2, 11.8)),)),
    "7": (9, (((1.2, 1.6), (8.4, 1.2), (8.4, 1.2), (3.8, 16)), ((3, 8.6), (7.4, 8.2)))),
    "8": (9, (((7.6, 3), (4.4, 0.9), (2, 4), (7.6, 11), (4.8, 15.7), (1.5, 12), (7.6, 3)),)),
    "9": (9, (((7.8, 4.6), (4.6, 1.2), (1.7, 4.8), (4.4, 8.2), (7.8, 4.6), (7.8, 4.6), (7.2, 10), (4.8, 16)),)),
    ".": (4, (((1.8, 15), (2.2, 15.6)),)),
    ",": (4, (((2.3, 14.6), (1.4, 17.6)),)),
    "-": (8, (((1.2, 9.2), (6.6, 8.8)),)),
    "B": (9.5, (((2, 1), (1.7, 15.6)), ((2, 1.3), (6.8, 2.4), (6.2, 7), (2, 8), (8, 10), (6.8, 15), (1.7, 15.6)))),
    "e": (7.5, (((1.6, 12), (5.8, 11.2), (4.4, 8.2), (1.6, 10.4), (1.9, 14.6), (4.2, 15.8), (6.8, 14.2)),)),
    "n": (8, (((1.6, 8.4), (1.7, 15.8)), ((1.7, 11), (4.4, 8.4), (6.3, 10), (6.6, 15.8)))),
}
UNEVEN = 0.55
SLANT = 0.14


def _moved(point: Point, salt: str) -> Point:
    """A point where the hand really put it: slanted, and a little off."""
    first, second = hashlib.sha256(f"{salt}{point}".encode()).digest()[:2]
    x, y = point
    return x + SLANT * (16 - y) + UNEVEN * (first / 255 - 0.5), y + UNEVEN * (second / 255 - 0.5)


def _curve(points: list[Point]) -> str:
    """A smooth path through the points (Catmull-Rom as Bézier)."""
    ends = [points[0], *points, points[-1]]
    path = f"M{points[0][0]:.2f} {points[0][1]:.2f}"
    for before, start, end, after in zip(ends, ends[1:], ends[2:], ends[3:], strict=False):
        first = tuple(s + (e - b) / 6 for b, s, e in zip(before, start, end, strict=True))
        second = tuple(e - (a - s) / 6 for s, e, a in zip(start, end, after, strict=True))
        path += "C" + " ".join(f"{x:.2f} {y:.2f}" for x, y in (first, second, end))
    return path


def written(text: str, height: float = 5, style: str = "") -> str:
    """The text as an inline SVG, ``height`` mm from baseline to top."""
    paths, at = [], 0.0
    for place, sign in enumerate(text):
        width, strokes = SIGNS[sign]
        for stroke in strokes:
            points = [_moved(point, f"{text}{place}") for point in stroke]
            paths.append(_curve([(x + at, y) for x, y in points]))
        at += width + 1
    scale = height / 16
    size = f'width="{(at + 3) * scale:.2f}mm" height="{20 * scale:.2f}mm" viewBox="0 0 {at + 3:.1f} 20"'
    pen = f'fill="none" stroke="{INK}" stroke-width="1.35" stroke-linecap="round" stroke-linejoin="round"'
    return f'<svg xmlns="http://www.w3.org/2000/svg" {size} style="{style}"><path {pen} d="{"".join(paths)}"/></svg>'
