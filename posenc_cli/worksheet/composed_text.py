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
from posenc_cli.worksheet.spec import BUILTIN_NAMES, builtin_text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.lesson import Lesson

#: The worksheet that it looks like, by language.
MODEL: Mapping[Language, str] = {"de": "katze-kurz", "en": "cat-short"}
LONGEST_NAME = 40
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
        about: further keys of ``[worksheet]``; an empty title is that of the model.
    """

    language: Language
    words: tuple[str, ...]
    minutes: int
    lesson: Lesson
    about: Mapping[str, object]

    @property
    def d(self) -> int:
        """How many columns."""
        return int(str(self.about["d"]))

    @property
    def name(self) -> str:
        """The sentence as a name for files, safe on every system and no built-in worksheet's."""
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
        model = MODEL[self.language]
        head = builtin_text(model).partition("\n[[exercise]]")[0].replace(model, self.name)
        head = re.sub(r"(?<=\. )\d+(?= Minut|\ minut)", str(self.minutes), head, count=1)
        changed: dict[str, object] = {"sentence": " ".join(self.words), "minutes": self.minutes, **self.about}
        for key, value in changed.items():
            if value != "":
                head = _with(head, key, value)
        if self.lesson.first_pos:
            head = _with(head, "sentence", changed["sentence"], then=f"first_pos = {self.lesson.first_pos}")
        head = _with_table(head, "".join(f"{_key(word)} = {_written(list(row))}\n" for word, row in table.items()))
        return head + "".join(_exercise(exercise) for exercise in self.lesson.exercises)


def _with(head: str, key: str, value: object, then: str = "") -> str:
    """The text with another value, its comment kept where it was; ``then`` is a line behind it."""
    line = re.compile(rf"^{key} = (?:\"[^\"\n]*\"|[^#\n]*?)(?P<space>[ ]*)(?P<comment>#.*)?$", re.MULTILINE)
    found = line.findall(head)
    if len(found) != 1:
        raise RuntimeError(f"the worksheet that is the model has no line for {key}")

    def changed(match: re.Match[str]) -> str:
        given = f"{key} = {_written(value)}"
        if match["comment"]:
            given = f"{given:{match.start('comment') - match.start()}}{match['comment']}"
        return f"{given}\n{then}" if then else given

    return line.sub(changed, head)


def _with_table(head: str, rows: str) -> str:
    """The text with other vectors."""
    changed, count = re.subn(r"(?<=^\[embeddings\.table\]\n)(?:.+\n)*", lambda _: rows, head, flags=re.MULTILINE)
    if count != 1:
        raise RuntimeError("the worksheet that is the model holds its vectors in one table")
    return changed


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
