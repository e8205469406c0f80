"""Shapes and labels of inline SVG, in millimetres, and how a label is made to fit its place.

Greys, solid lines, few shapes: a sheet is copied on a grey machine, and PDFs stay small. The ``<title>`` of a drawing
is its alternative text. Styles of the page do not reach into a drawing in WeasyPrint: every shape carries its own.
"""

from __future__ import annotations

import math
import re
import unicodedata
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING

from posenc_cli.render._templates import FONT_FAMILIES

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

Point = tuple[float, float]

INK = "#222"
PALE = "#999"
KEY_INK = "#12337f"
WIDEST, TALLEST = 140.0, 200.0  #: mm that a drawing may take: what a box leaves of the page
#: Sizes of letters (mm): as a rule, and the least that a copy keeps.
SIZE, LEAST = 3.4, 2.3
LINE = 1.2  #: from line to line, in sizes of letters
_FONT = escape(FONT_FAMILIES, quote=True)
_SMALLER = 0.94
#: Signs of the font by their width, in hundredths of its size; what is not here counts as very wide.
_SIGNS = {
    27: " \u00a0\u202f'‘’!,.:;ijl·‚",
    33: "()J`-[]",
    36: "If“”²³₀₁₂₃₄₅₆₇₈₉",
    45: '/\\t{}r"„?_°',
    51: "cszçvy–«»",
    54: "FLkxλ",
    57: "*ESTYae|äéèêà",
    60: "$+0123456789<=>VXZ^~−×÷±≈≤≥≠θ€",
    63: "KPRbdghnopquöüñ",
    69: "#ABCÄßπΔ√",
    78: "&DGHUÜ¼N½✓",
    84: "%OQwÖ…ω",
    96: "@MWm",
    102: "—→←",
}
_WIDTHS = {sign: width / 100 for width, signs in _SIGNS.items() for sign in signs}
_BROADEST = 1.3


#: What makes all that follows run the other way.
_TURNING = "\u202a\u202b\u202c\u202d\u202e\u2066\u2067"


def printable(text: str) -> str:
    """The text with what no page can carry shown as its code: control characters, halves, what turns a line around."""
    if text.isascii() and text.isprintable():
        return text
    return "".join(repr(sign)[1:-1] if is_unprintable(sign) else sign for sign in text)


def is_unprintable(sign: str) -> bool:
    """Has a character no look of its own, while it spoils the look of others?"""
    return sign in _TURNING or (unicodedata.category(sign) in {"Cc", "Cs", "Zl", "Zp"} and sign not in "\n\t")


def drawing(size: Point, alt: str, shapes: Iterable[str]) -> str:
    """Shapes on paper of a size."""
    width, height = map(short, size)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{width}mm" height="{height}mm" '
        f'viewBox="0 0 {width} {height}"><title>{escape(printable(alt))}</title>{"".join(shapes)}</svg>'
    )


_SIZE = re.compile(r'width="([\d.]+)mm" height="([\d.]+)mm"')


def enlarged(markup: str, factor: float) -> str:
    """A drawing so many times as large, but no wider than the widest may be."""
    found = _SIZE.search(markup)
    if found is None or factor <= 1:
        return markup
    width, height = float(found[1]), float(found[2])
    factor = min(factor, max(1.0, WIDEST / width))
    size = f'width="{short(factor * width)}mm" height="{short(factor * height)}mm"'
    return markup[: found.start()] + size + markup[found.end() :]


def short(value: float) -> str:
    """A coordinate: short, and never in exponent form."""
    digits = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if digits == "-0" else digits


def line(start: Point, end: Point) -> str:
    """The path of a straight line."""
    return f"M{short(start[0])} {short(start[1])}L{short(end[0])} {short(end[1])}"


def box(x: float, y: float, width: float, height: float) -> str:
    """The path of a rectangle."""
    return f"M{short(x)} {short(y)}h{short(width)}v{short(height)}h{short(-width)}z"


def stroke(path: str, width: float, colour: str = INK, *, ends: str = "") -> str:
    """A path drawn as a line."""
    cap = f' stroke-linecap="{ends}"' if ends else ""
    return f'<path d="{path}" fill="none" stroke="{colour}" stroke-width="{short(width)}"{cap}/>'


def disc(centre: Point, radius: float, colour: str = INK) -> str:
    """A filled circle."""
    return f'<circle cx="{short(centre[0])}" cy="{short(centre[1])}" r="{short(radius)}" fill="{colour}"/>'


def grid(corner: Point, cell: Point, columns: int, rows: int) -> str:
    """The lines around all cells."""
    (left, top), (wide, high) = corner, cell
    down = "".join(f"M{short(left + n * wide)} {short(top)}v{short(rows * high)}" for n in range(columns + 1))
    across = "".join(f"M{short(left)} {short(top + n * high)}h{short(columns * wide)}" for n in range(rows + 1))
    return f'<path d="{down}{across}" fill="none" stroke="{INK}" stroke-width=".2"/>'


def label(  # noqa: PLR0913  (each has a default that mostly holds)
    at: Point, text: str, *, anchor: str = "middle", size: float = 3.6, bold: bool = False, colour: str = INK
) -> str:
    """A text on one line, its ground line at a point."""
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{short(at[0])}" y="{short(at[1])}" text-anchor="{anchor}" font-family="{_FONT}" '
        f'font-size="{short(size)}"{weight} fill="{colour}">{escape(printable(text))}</text>'
    )


@dataclass(frozen=True)
class Room:
    """The paper that a drawing may take, in mm; what is enlarged afterwards gets less."""

    wide: float = WIDEST
    tall: float = TALLEST


@dataclass(frozen=True)
class Words:
    """A label made to fit: its lines, and the size of its font."""

    lines: tuple[str, ...]
    size: float

    @property
    def width(self) -> float:
        """Of the longest line."""
        return max(map(text_width, self.lines), default=0.0) * self.size

    @property
    def height(self) -> float:
        """Of all lines; 0 for no text."""
        return len(self.lines) * LINE * self.size

    def drawn(self, at: Point, *, anchor: str = "middle") -> list[str]:
        """One text a line, the first under a point."""
        x, top = at
        return [
            label((x, top + (0.95 + LINE * n) * self.size), text, anchor=anchor, size=self.size)
            for n, text in enumerate(self.lines)
        ]


def text_width(text: str) -> float:
    """How wide a text is at most, as a multiple of the font's size: drawings are made without a font at hand."""
    return math.fsum(map(_sign_width, text))


def _sign_width(sign: str) -> float:
    return 0.0 if unicodedata.category(sign) in {"Mn", "Me", "Cf"} else _WIDTHS.get(sign, _BROADEST)


def fitted(text: str, width: float, height: float, size: float = SIZE) -> Words:
    """A label in a place of that size: on several lines or smaller; words are torn only where nothing else helps."""
    signs = printable(" ".join(text.split("\n")))
    while True:
        torn = size < LEAST / _SMALLER
        lines = _wrapped(signs, width / size, torn=torn)
        found = Words(lines, size)
        if size < 0.2 or (found.height <= height and found.width <= width + 0.01):
            return found
        size *= _SMALLER


def fitted_alike(texts: Iterable[str], width: float, height: float, size: float = SIZE) -> tuple[Words, ...]:
    """Labels in places of one size, all as high as the smallest."""
    each = tuple(texts)
    least = min((fitted(text, width, height, size).size for text in each), default=size)
    return tuple(fitted(text, width, height, least) for text in each)


def _wrapped(text: str, width: float, *, torn: bool) -> tuple[str, ...]:
    """Lines that break at spaces; no-break spaces hold."""
    lines: list[str] = []
    for word in filter(None, text.split(" ")):
        for number, piece in enumerate(_pieces(word, width) if torn else (word,)):
            joined = f"{lines[-1]} {piece}" if lines and number == 0 else ""
            if joined and text_width(joined) <= width:
                lines[-1] = joined
            else:
                lines.append(piece)
    return tuple(lines)


def _pieces(word: str, width: float) -> Sequence[str]:
    """A word cut into pieces that are no wider."""
    pieces = [""]
    for sign in word:
        if pieces[-1] and text_width(pieces[-1] + sign) > width:
            pieces.append("")
        pieces[-1] += sign
    return pieces
