"""The text of a worksheet that posenc composes: the small built-in one, comments and all, with other values in it."""

from __future__ import annotations

import json
import re
import unicodedata
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.rewriting import rewritten
from posenc_cli.worksheet.spec import BUILTIN_NAMES, builtin_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.lesson import Lesson

LONGEST_NAME = 40
#: Of a name that was given: what a worksheet may be called.
_LONGEST_STEM = 60
#: Names that some systems have for devices.
_DEVICES = re.compile(r"con|prn|aux|nul|(com|lpt)\d?")
_LETTERS = str.maketrans({"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss", "æ": "ae", "ø": "o", "œ": "oe", "ł": "l"})
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Page:
    """What stands in the text.

    Attributes:
        language: of the sheet and of the comments.
        words: of the sentence.
        minutes: for the whole.
        lesson: the exercises.
        about: further keys of ``[worksheet]``; what is empty is as in the model, or left out.
        stem: what it is to be called, if it has a name already.
    """

    language: Language
    words: tuple[str, ...]
    minutes: int
    lesson: Lesson
    about: Mapping[str, object]
    stem: str = ""

    @property
    def d(self) -> int:
        """How many columns."""
        return int(str(self.about["d"]))

    @property
    def name(self) -> str:
        """The name that was given, else the sentence as a name for files, safe everywhere and no built-in one's."""
        if self.stem.isprintable() and 0 < len(self.stem) <= _LONGEST_STEM and self.stem not in BUILTIN_NAMES:
            return self.stem
        folded = unicodedata.normalize("NFKD", " ".join(self.words).casefold().translate(_LETTERS))
        plain = re.sub(r"[^a-z0-9]+", "-", "".join(sign for sign in folded if sign.isascii())).strip("-")
        if len(plain) > LONGEST_NAME:
            plain = plain[: LONGEST_NAME + 1].rpartition("-")[0] or plain[:LONGEST_NAME]
        if not plain or plain in BUILTIN_NAMES or _DEVICES.fullmatch(plain):
            return f"{plain}-{text(self.language, 'sentence.name')}".lstrip("-")
        return plain

    @property
    def file(self) -> str:
        """The name of the file that the text is kept in; answer forms carry it."""
        return f"{self.name}.toml"

    def toml(self, table: Mapping[str, Sequence[Decimal | float]]) -> str:
        """The whole text with these vectors."""
        model = text(self.language, "language.short-sheet")
        shown = f'"{self.file}"' if " " in self.file else self.file
        head = builtin_text(model).partition("\n[[exercise]]")[0]
        head = head.replace(f"{model}.toml", shown).replace(f'"{model}"', f'"{self.name}"')
        head = re.sub(r"(?<=\. )\d+(?= Minut|\ minut)", str(self.minutes), head, count=1)
        changed: dict[str, object] = {"sentence": " ".join(self.words), "minutes": self.minutes, **self.about}
        for key, value in changed.items():
            if value != "":
                head = _with(head, key, value)
        rows = "".join(f"{_key(word)} = {_written(list(row))}\n" for word, row in table.items())
        head = rewritten(head, r"(?<=^\[embeddings\.table\]\n)(?:.+\n)*", lambda _: rows)
        return head + "".join(_exercise(exercise) for exercise in self.lesson.exercises)


def _with(head: str, key: str, value: object) -> str:
    """The text with another value, its comment kept where it was; a key that the model lacks gets a line of its own."""
    line = re.compile(rf"^{key} = (?:\"[^\"\n]*\"|[^#\n]*?)(?P<space>[ ]*)(?P<comment>#.*)?$", re.MULTILINE)
    given = f"{key} = {_written(value)}"

    def changed(match: re.Match[str]) -> str:
        width = match.start("comment") - match.start()
        # A comment stands off from what is long.
        return f"{given:{max(width, len(given) + 2)}}{match['comment']}" if match["comment"] else given

    if line.search(head):
        return line.sub(changed, head, count=1)
    return rewritten(head, r"^minutes = .*$", lambda minutes: f"{minutes}\n{given}")


def _exercise(exercise: Mapping[str, Any]) -> str:
    lines = (f"{key} = {_written(value)}\n" for key, value in exercise.items())
    return "\n[[exercise]]\n" + "".join(lines)


def _key(word: str) -> str:
    return word if _BARE_KEY.fullmatch(word) else _written(word)


def _written(value: object) -> str:
    """A value as TOML."""
    if isinstance(value, str):
        # JSON escapes all that TOML wants escaped, but one control character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, list):
        return f"[{', '.join(map(_written, value))}]"
    return write_number(value, None) if isinstance(value, Decimal) else str(value)
