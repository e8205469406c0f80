"""What the tests of drawings share: the labels of a drawing with the place that they take, measured with the font."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass
from functools import cache

from fontTools.ttLib import TTFont

from posenc_cli.render._templates import fonts_folder

SVG = "{http://www.w3.org/2000/svg}"
#: Parts of the size of a font that its letters rise above their ground line, and fall below it.
RISE, FALL = 0.74, 0.22
TOLERANCE = 0.02  #: mm, for coordinates are rounded


@dataclass(frozen=True)
class Label:
    """A text on a drawing and its edges, in millimetres from the top left."""

    text: str
    left: float
    top: float
    right: float
    bottom: float


@cache
def advances() -> dict[str, float]:
    """How wide each sign of our fonts is, as part of their size."""
    found: dict[str, float] = {}
    for name in ("PosencSymbols-Regular.ttf", "NotoSans-Regular.ttf"):
        with TTFont(fonts_folder() / name) as font:
            unit, widths = font["head"].unitsPerEm, font["hmtx"]
            found |= {chr(code): widths[glyph][0] / unit for code, glyph in font.getBestCmap().items()}
    return found


def true_width(text: str) -> float:
    """How wide a text is, as a multiple of the font's size."""
    return sum(advances()[sign] for sign in text)


def labels(drawing: str) -> list[Label]:
    """All labels of a drawing."""
    found = []
    for text in ET.fromstring(drawing).iter(f"{SVG}text"):  # noqa: S314  (our own)
        x, y, size = (float(text.attrib[name]) for name in ("x", "y", "font-size"))
        width = size * true_width(text.text or "")
        left = x - {"start": 0.0, "middle": width / 2, "end": width}[text.attrib["text-anchor"]]
        found.append(Label(text.text or "", left, y - RISE * size, left + width, y + FALL * size))
    return found


def size(drawing: str) -> tuple[float, float]:
    """Width and height of a drawing."""
    _, _, width, height = map(float, ET.fromstring(drawing).attrib["viewBox"].split())  # noqa: S314
    return width, height


def unreadable(drawing: str) -> list[str]:
    """Labels that leave the paper of a drawing, and those that lie on each other."""
    found = labels(drawing)
    width, height = size(drawing)
    outside = [
        each.text for each in found if min(each.left, each.top, width - each.right, height - each.bottom) < -TOLERANCE
    ]
    overlapping = [
        f"{one.text} / {other.text}"
        for n, one in enumerate(found)
        for other in found[n + 1 :]
        if min(one.right, other.right) - max(one.left, other.left) > TOLERANCE
        and min(one.bottom, other.bottom) - max(one.top, other.top) > TOLERANCE
    ]
    return outside + overlapping


def boxes(drawing: str, fill: str) -> list[tuple[float, float, float, float]]:
    """Rectangles of a shade: left, top, width, height."""
    paths = re.findall(rf'<path d="([^"]*)" fill="{fill}"', drawing)
    shapes = (found for path in paths for found in re.findall(r"M([\d.-]+) ([\d.-]+)h([\d.-]+)v([\d.-]+)", path))
    return [(float(x), float(y), float(width), float(height)) for x, y, width, height in shapes]
