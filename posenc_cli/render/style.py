"""How text is to look where it goes: language, decimals, decimal mark, and the screen or file that takes it.

Numbers on a screen and in files carry the ASCII minus, so that they can be copied and searched; worked steps
(``explain``, ``scores --pair``) are handwriting and carry U+2212, as paper does.
"""

from __future__ import annotations

import math
import unicodedata
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from posenc_cli.errors import UsageError
from posenc_cli.files.words import JOINERS

if TYPE_CHECKING:
    from decimal import Decimal

    from posenc_cli.i18n import Language
    from posenc_cli.i18n.numbers import Mark

#: A view: (data, style) → text or bytes.
Renderer: TypeAlias = Callable[[Any, "Style"], str | bytes]

#: Suffix → format.
SUFFIXES = {
    ".txt": "text",
    ".md": "md",
    ".csv": "csv",
    ".json": "json",
    ".npy": "npy",
    ".npz": "npz",
    ".safetensors": "safetensors",
    ".html": "html",
    ".svg": "svg",
    ".pdf": "pdf",
    ".xml": "moodle",
    ".xlsx": "xlsx",
    ".docx": "docx",
    ".png": "png",
}
#: Formats that are no text.
BINARY = frozenset({"npy", "npz", "safetensors", "pdf", "xlsx", "docx", "png"})
#: Formats of which no character may be altered for a screen.
EXACT = frozenset({"md", "csv", "json", "html", "svg", "moodle"})
#: The minus sign on paper.
MINUS = "−"
#: Digits of an intermediate result that goes on and on.
_DIGITS = 6
#: Decimals where nobody asked for a number of them.
DECIMALS = 3
#: What a float64 always holds.
MOST_DECIMALS = 15


def write_number(value: float | Decimal, decimals: int | None, **how: Any) -> str:  # noqa: ANN401  (mark and minus)
    """A number as :func:`posenc_cli.i18n.numbers.write_number` writes it; ``--version`` must not wait for that."""
    from posenc_cli.i18n import numbers

    return numbers.write_number(value, decimals, **how)


@dataclass(frozen=True)
class Screen:
    """What takes the text.

    Attributes:
        width: columns of a terminal; None for a file or a pipe, which have no limit.
        encoding: of the characters.
        colour: may text be bold, dim or coloured?
    """

    width: int | None = None
    encoding: str = "utf-8"
    colour: bool = False


@dataclass(frozen=True)
class Style:
    """How numbers and texts are written.

    Attributes:
        language: of headings and sentences.
        decimals: as asked; None if nobody asked: three for people, all there are for programs.
        mark: the decimal mark for people.
        screen: what takes the text.
    """

    language: Language
    decimals: int | None = None
    mark: Mark = "point"
    screen: Screen = Screen()

    @property
    def places(self) -> int:
        """Decimals of numbers that a person reads."""
        return DECIMALS if self.decimals is None else self.decimals

    def number(self, value: float) -> str:
        """A value for people; what is no number is a dash."""
        return _written(value, self.places, mark=self.mark) if abs(value) < float("inf") else "–"

    def short(self, value: float) -> str:
        """A quantity beside the values (a divisor): as few decimals as say it, at most those of the values."""
        places = max(self.places, DECIMALS)
        return trimmed(_written(value, places, mark=self.mark))

    def paper(self, value: float, places: int) -> str:
        """A value in a worked step: U+2212 as minus."""
        return _written(value, places, mark=self.mark, minus=MINUS) if abs(value) < float("inf") else "–"

    def step(self, value: float) -> str:
        """An intermediate result as a person writes it: whole or short ones as they are, others to six digits."""
        if not abs(value) < float("inf"):
            return "–"
        places = max(0, _DIGITS - 1 - (math.floor(math.log10(abs(value))) if value else 0))
        written = _written(value, places, mark=self.mark, minus=MINUS)
        return trimmed(written)

    def is_whole_step(self, value: float) -> bool:
        """Does :meth:`step` write all of a value?"""
        written = Style(self.language).step(value)
        return written != "–" and abs(float(written.replace(MINUS, "-")) - value) <= 1e-14 * abs(value)

    def exact(self, value: float) -> str:
        """A value for programs: all its digits unless some number of decimals was asked for; empty if it is none."""
        if not abs(value) < float("inf"):
            return ""
        shortest = repr(float(value))
        plain = self.decimals is None and value and "e" not in shortest
        return shortest if plain else _written(value, self.decimals)


def usual(language: Language, decimals: int | None) -> Style:
    """How numbers look in a language.

    Raises:
        UsageError: there are no texts in the language, or no such number of decimals.
    """
    from posenc_cli.encodings.scheme import whole
    from posenc_cli.i18n import LANGUAGES
    from posenc_cli.i18n.numbers import mark_of

    if language not in LANGUAGES:
        raise UsageError("unknown-choice", option="language", given=language, known=", ".join(LANGUAGES))
    if decimals is not None:
        decimals = whole(decimals, 0, "compute.decimals", MOST_DECIMALS, limit=MOST_DECIMALS)
    return Style(language, decimals, mark_of(language))


@cache
def _writer() -> Callable[..., str]:
    """Whoever only asks for a name need not wait for decimal arithmetic."""
    from posenc_cli.i18n.numbers import write_number

    return write_number


def _written(value: float, decimals: int | None, **how: Any) -> str:  # noqa: ANN401
    return _writer()(value, decimals, **how)


def trimmed(number: str) -> str:
    """A number text without zeros at the end of its decimals."""
    return number.rstrip("0").rstrip(".,") if "." in number or "," in number else number


#: What a narrow encoding gets instead; the same number of columns, or used before columns are measured.
_SUBSTITUTES = {
    **{chr(0x2080 + digit): str(digit) for digit in range(10)},
    "θ": "theta",
    "π": "pi",
    "≈": "~",
    "−": "-",
    "–": "-",
    "—": "-",
    "·": "*",
    "×": "x",
    "√": "sqrt",
    "⌊": "floor(",
    "⌋": ")",
    "²": "^2",
    "…": "...",
    "─": "-",
    "═": "=",
    "│": "|",
    "█": "#",
    "▓": "+",
    "▒": ":",
    "░": ".",
    "•": "*",
    "✓": "x",
    "←": "<-",
    "„": '"',
    "“": '"',
    "”": '"',
    "→": "->",
    "↓": "v",
    "▼": "v",
    "▶": ">",
    "°": " deg",
    "≤": "<=",
    "≥": ">=",
    "≠": "!=",
    "\u2068": "",
    "\u2069": "",
    "ä": "ae",
    "ö": "oe",
    "ü": "ue",
    "Ä": "Ae",
    "Ö": "Oe",
    "Ü": "Ue",
    "ß": "ss",
}


def fit(text: str, encoding: str) -> str:
    """The text with what ``encoding`` lacks put another way: d₁ as d1, ≈ as ~, anything else as its code."""
    try:
        text.encode(encoding)
    except UnicodeError:
        return "".join(_fit_sign(sign, encoding) for sign in text)
    except LookupError:
        return fit(text, "ascii")
    return text


def _fit_sign(sign: str, encoding: str) -> str:
    try:
        sign.encode(encoding)
    except UnicodeError:
        return _SUBSTITUTES.get(sign) or (
            "" if sign in "\u2068\u2069" else sign.encode("ascii", "backslashreplace").decode()
        )
    return sign


#: Before and behind a word that may run the other way; put there in pairs.
ISOLATES = "\u2068\u2069"


def visible(text: str, kept: str = "") -> str:
    """The text with control and invisible characters shown as their codes, all but ``kept``."""
    return "".join(
        _show(sign) if sign not in kept and unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"} else sign
        for sign in text
    )


def _show(sign: str) -> str:
    if sign in JOINERS:
        return sign
    return f"\\x{ord(sign):02x}" if sign < "\u0100" else sign.encode("ascii", "backslashreplace").decode()


def word(text: str) -> str:
    """A word for a screen: nothing in it can act on the terminal, and its direction stays inside it."""
    shown = visible(text)
    return f"\u2068{shown}\u2069" if _is_turned(shown) else shown


def isolated(text: str) -> str:
    """A word for running text: one that is read from right to left turns nothing beside it."""
    return word(text) if _is_turned(text) and ISOLATES[0] not in text else text


def _is_turned(text: str) -> bool:
    return not text.isascii() and any(unicodedata.bidirectional(sign) in {"R", "AL", "AN"} for sign in text)
