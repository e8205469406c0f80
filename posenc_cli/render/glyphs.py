"""Characters that the fonts at hand cannot print: what stands in their place, and how that is told.

The fonts of posenc hold Latin, Greek and Cyrillic; all else is printed with a font of the machine, if it has one.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

from posenc_cli.i18n import Notice
from posenc_cli.render._templates import fonts_folder

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: What WeasyPrint says about a character that no font has.
_MISSING = re.compile(r"\.notdef glyph rendered .*\(U\+([0-9A-F]{4,6})\)")
#: Joiners and looks of emoji mean nothing between substitutes.
_JOINED = re.compile(r"(?<=\])[\u200d\ufe0e\ufe0f]+|[\u200d\ufe0e\ufe0f]+(?=\[U\+)")
_MARKUP = re.compile(r"<(style|script)\b.*?</\1>|<[^>]*>", re.DOTALL | re.IGNORECASE)
_SHOWN = 12
_FACES = ("NotoSans-Regular.ttf", "PosencSymbols-Regular.ttf")


def missing(log: Iterable[str], page: str) -> tuple[str, ...]:
    """The characters that an engine had no glyph for, each once, in the order of the page."""
    found = (_MISSING.search(line) for line in log)
    return tuple(sorted({chr(int(one[1], 16)) for one in found if one}, key=page.find))


def replaced(page: str, signs: Sequence[str]) -> str:
    """The page with the code of each such character in its place: visible, and different for each."""
    codes = {sign: f"[U+{ord(sign):04X}]" for sign in signs}
    for sign, code in codes.items():
        # The second form is that of texts in the style: see pdf.css_string.
        page = page.replace(sign, code).replace(f"\\{ord(sign):06x} ", code)
    return _JOINED.sub("", page)


def not_printed(signs: Sequence[str]) -> Notice:
    """Names what was replaced."""
    return Notice("pdf.no-glyph", {"signs": _named(signs), "code": f"[U+{ord(signs[0]):04X}]"})


def foreign(page: str) -> Notice | None:
    """Names what only a font of the machine can print, where nobody tells whether it did."""
    covered = _covered()
    text = unescape(_MARKUP.sub(" ", page)) if covered else ""
    signs = [sign for sign in dict.fromkeys(text) if sign not in covered and not _is_unseen(sign)]
    return Notice("pdf.other-fonts", {"signs": _named(signs)}) if signs else None


def _named(signs: Sequence[str]) -> str:
    shown = [f"{sign} (U+{ord(sign):04X})" for sign in signs[:_SHOWN]]
    return ", ".join([*shown, "…"] if len(signs) > _SHOWN else shown)


def _is_unseen(sign: str) -> bool:
    return sign.isspace() or unicodedata.category(sign) in {"Cc", "Cf", "Mn", "Me"}


@cache
def _covered() -> frozenset[str]:
    """What the fonts of posenc can print; empty where nothing can read them."""
    try:
        from fontTools.ttLib import TTFont
    except ImportError:
        return frozenset()
    codes: set[int] = set()
    for face in _FACES:
        with TTFont(fonts_folder() / face, lazy=True) as font:
            codes |= font.getBestCmap().keys()
    return frozenset(map(chr, codes))
