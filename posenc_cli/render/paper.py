"""The paper of a sheet: its size, how large its letters are, and whether it has any colour.

Templates take ready strings and numbers from here; what fits is reckoned with the same.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.spec import Worksheet

INK, KEY_INK = "#111", "#12337f"
#: Points of running text on an ordinary sheet, for which the style is made.
TEXT = 11.0
#: mm: text between the margins, the points margin of an ordinary sheet, and the gap before it with its line.
_WIDTH, _POINTS, _GAP = 167.0, 15.0, 3.0
#: The points margin grows less than letters: its numbers are short.
_WIDEST_POINTS = 1.4
#: Up to here letters of another size change no layout.
_LARGE = 1.15
#: Lines in the margins of the page do not grow: there is no room for a second one.
_LARGEST_FOOT = 1.0
_TOP, _BOTTOM, _LEFT = 16.0, 20.0, 25.0
#: Name in CSS, width and height in mm.
_SIZES = {"A4": ("A4", 210.0, 297.0), "letter": ("Letter", 215.9, 279.4)}
#: What is left of a page on which nothing but a line of half a millimetre shall stand.
_LEFT_OVER = 7.0


@dataclass(frozen=True)
class Paper:
    """What a sheet is printed on.

    Attributes:
        size: of the page.
        font_size: of running text, in points; everything grows with it.
        grey: without any colour, a key too.
    """

    size: Literal["A4", "letter"] = "A4"
    font_size: float = TEXT
    grey: bool = False

    @classmethod
    def of(cls, worksheet: Worksheet) -> Paper:
        """As a worksheet asks for it."""
        return cls(worksheet.paper, worksheet.font_size, worksheet.grey)

    @property
    def scale(self) -> float:
        """How large letters are beside those of an ordinary sheet."""
        return self.font_size / TEXT

    @property
    def room(self) -> float:
        """The same of what a hand needs and of drawings, which small letters leave as they are."""
        return max(1.0, self.scale)

    @property
    def is_large(self) -> bool:
        """Are letters so large that nothing can stand beside anything?"""
        return self.scale > _LARGE

    @property
    def measure(self) -> float:
        """The width of all text, boxes and tables in mm: the page without the points margin."""
        return _WIDTH - _GAP - self._points

    @property
    def _points(self) -> float:
        return _POINTS * min(self.room, _WIDEST_POINTS)

    @cached_property
    def css(self) -> Mapping[str, str]:
        """Ready values for the style: ``size``, margins, ``scale``, ``room``, widths, and the colour of a key."""
        name, width, height = _SIZES[self.size]
        lengths = {
            "top": _TOP,
            "right": width - _LEFT - _WIDTH,
            "bottom": _BOTTOM,
            "left": _LEFT,
            "measure": self.measure,
            "points_margin": self._points,
            # From the top of a page to where there is no more room for what must be on the next one.
            "no_room": height - _BOTTOM - _LEFT_OVER,
        }
        return {
            "size": name,
            **{key: f"{length:.4g}mm" for key, length in lengths.items()},
            "scale": f"{self.scale:.4g}",
            "room": f"{self.room:.4g}",
            "foot": f"{8.5 * min(self.scale, _LARGEST_FOOT):.4g}pt",
            "head": f"{9 * min(self.scale, _LARGEST_FOOT):.4g}pt",
            "key": INK if self.grey else KEY_INK,
        }


#: What a sheet is printed on that says nothing about it.
ORDINARY = Paper()
