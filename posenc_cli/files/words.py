"""When two spellings are the same word: composed umlauts, invisible characters, capitals."""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

#: Soft hyphen, zero-width space, direction marks, word joiner, byte-order mark; not U+200D, which makes emoji.
_INVISIBLE = dict.fromkeys(map(ord, "\u00ad\u200b\u200e\u200f\u2060\ufeff"))
#: Format characters that belong to words: the joiners of emoji and of some scripts, and emoji tags.
JOINERS = frozenset({"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))})
_NEAR = 3
#: What stands at a word without belonging to it.
_PUNCTUATION = ".,;:!?…\"'„“”‚‘’«»()"
_MOST_NEARBY = 5000


def composed(word: str) -> str:
    """The word in NFC, so that an umlaut in two parts equals one in one."""
    return word if word.isascii() else unicodedata.normalize("NFC", word)


def visible(word: str) -> str:
    """Composed, and without characters that nobody sees."""
    return word if word.isascii() else composed(word).translate(_INVISIBLE)


def on_one_line(name: str) -> str:
    """A name from outside as people see it: single blanks, and no control or invisible characters but joiners.

    Half a character stays, for something stood there; it is shown as its code.

    Whoever copies a name takes along what nobody sees, and it can act on a terminal or turn what stands beside it.
    """
    if not name.isprintable():
        name = "".join(map(_seen, name))
    return " ".join(name.split())


def _seen(sign: str) -> str:
    match unicodedata.category(sign):
        case "Cf":
            return sign if sign in JOINERS else ""
        case "Cc" | "Zl" | "Zp":
            return " "
        case _:
            return sign


def folded(word: str) -> str:
    """Visible, and without regard to capitals."""
    return composed(visible(word).casefold())


def split_words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence: what stands between blanks, whatever it is made of.

    Not ``str.split()``: a no-break space belongs to its word.
    """
    return tuple(filter(None, re.split(r"[ \t\n\r]+", sentence)))


def bare(word: str) -> str:
    """The word without punctuation before and behind it."""
    return word.strip(_PUNCTUATION)


def near(word: str, words: Iterable[str]) -> list[str]:
    """A few words that look like ``word``, best first."""
    import difflib  # most calls misspell nothing

    spellings: dict[str, str] = {}
    for known in words:
        spellings.setdefault(folded(known), known)
    return [spellings[found] for found in difflib.get_close_matches(folded(word), spellings, n=_NEAR)]


class Wanted:
    """The words that are asked for, while a large file goes by.

    Args:
        words: the asked words.
    """

    def __init__(self, words: Iterable[str]) -> None:
        asked = list(words)
        self._missing = {composed(word) for word in asked}
        self._starts = {_start(folded(word)) for word in asked}
        self._folded = {folded(word) for word in asked}
        self._letters = {start[:2] for start in self._starts}
        self.nearby: list[str] = []

    def may_start(self, first: str) -> bool:
        """Whether a line that begins with ``first`` can hold an asked word; remembers words that look alike."""
        start = folded(first)
        if start in self._starts:
            return True
        if start[:2] in self._letters and len(self.nearby) < _MOST_NEARBY:
            self.nearby.append(first)
        return False

    def __contains__(self, word: object) -> bool:
        return isinstance(word, str) and folded(word) in self._folded

    def found(self, word: str) -> bool:
        """Note that ``word`` was found; true when nothing better can come any more."""
        self._missing.discard(composed(word))
        return not self._missing


def _start(word: str) -> str:
    return word.split(" ", 1)[0]
