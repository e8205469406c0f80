"""How Moodle reads and marks a file for its question bank, told again for tests.

Its rules: embedded answers are found in the text by patterns, again and again; one layer of character references is
resolved in answers and hints; the first answer whose band holds the number counts, and the ends of a band belong to it.
"""

from __future__ import annotations

import base64
import html
import re
import xml.etree.ElementTree as ET
from dataclasses import dataclass, field

_SHARE = r"=|%(-?[0-9]+(?:[.,][0-9]*)?)%"
# Python wants lookbehinds of one width: three of them are one of Moodle's.
_ANSWER = r".+?(?<!\\)(?<!&)(?<!&amp;)(?=[~#}]|$)"
_HINT = r".*?(?<!\\)(?=[~}]|$)"
_ALTERNATIVE = rf"(?:{_SHARE})?(?:{_ANSWER})(?:#(?:{_HINT}))?".replace("(-?", "(?:-?")
_READ = re.compile(rf"({_SHARE})?({_ANSWER})(#({_HINT}))?", re.DOTALL)
_KINDS = "NUMERICAL|NM|MULTICHOICE_V|MCV|SHORTANSWER_C|SAC"
_PLACE = re.compile(rf"\{{([0-9]*):({_KINDS}):({_ALTERNATIVE}(?:~{_ALTERNATIVE})*)\}}", re.DOTALL)
_NUMBER = r"-?(?:[0-9]+[.,]?[0-9]*|[.,][0-9]+)(?:[eE][-+]?[0-9]+)?"
_BAND = re.compile(rf"({_NUMBER})(?::({_NUMBER}))?")
_EPSILON = 1e-14


@dataclass(frozen=True)
class Alternative:
    """What may be answered, what it is worth, and what is said then; ``tolerance`` of numbers."""

    answer: str
    share: float
    hint: str
    tolerance: float = 0.0

    @property
    def band(self) -> tuple[float, float]:
        """The least and the largest number."""
        number = float(self.answer.replace(",", "."))
        reach = self.tolerance + _EPSILON * max(self.tolerance, abs(number), _EPSILON)
        return number - reach, number + reach


@dataclass(frozen=True)
class Place:
    """A place to answer."""

    kind: str
    weight: int
    alternatives: tuple[Alternative, ...]

    def mark(self, answer: str) -> tuple[float, str]:
        """Share of the points and hint; a number is read as Moodle reads it."""
        for one in self.alternatives:
            if self._fits(one, answer):
                return one.share, one.hint
        return 0.0, ""

    def _fits(self, one: Alternative, answer: str) -> bool:
        if self.kind.startswith("N"):
            return one.answer == "*" or one.band[0] <= float(answer.replace(",", ".")) <= one.band[1]
        if self.kind.startswith("M"):
            return one.answer == answer
        return _wild(one.answer).fullmatch(answer) is not None


@dataclass
class Question:
    """A question of the bank; ``text`` has ``{#1}`` where its first place was."""

    kind: str
    name: str
    category: str
    text: str
    id: str
    places: list[Place] = field(default_factory=list)
    files: dict[str, bytes] = field(default_factory=dict)

    @property
    def points(self) -> int:
        """What it is worth."""
        return sum(place.weight for place in self.places)


def read(data: bytes) -> list[Question]:
    """The questions of a file, in order."""
    found, category = [], ""
    for node in ET.fromstring(data).iter("question"):  # noqa: S314  (a file that the test has made)
        kind = node.get("type", "")
        if kind == "category":
            category = node.findtext("category/text", "")
            continue
        text = node.findtext("questiontext/text", "").strip()
        name, number = node.findtext("name/text", ""), node.findtext("idnumber", "")
        question = Question(kind, name, category, text, number)
        for file in node.iter("file"):
            question.files[file.get("name", "")] = base64.b64decode(file.text or "")
        if kind == "cloze":
            while place := _PLACE.search(question.text):
                question.places.append(_place(*place.groups()))
                at = f"{{#{len(question.places)}}}"
                question.text = question.text[: place.start()] + at + question.text[place.end() :]
        found.append(question)
    return found


def _place(weight: str, kind: str, listed: str) -> Place:
    alternatives = []
    while listed:
        one = _READ.match(listed.removeprefix("~"))
        assert one
        whole, per_cent, answer, _, hint = one.groups()
        share = 1.0 if whole == "=" else float((per_cent or "0").replace(",", ".")) / 100
        listed = listed.removeprefix("~")[one.end() :]
        said = html.unescape(hint or "").replace("\\}", "}").replace("\\#", "#")
        band = _BAND.fullmatch(answer)
        if kind.startswith("N"):
            assert band or answer == "*", answer
            tolerance = float((band and band[2]) or 0)
            alternatives.append(Alternative(band[1] if band else "*", share, said, abs(tolerance)))
        else:
            plain = html.unescape(answer).replace("\\}", "}").replace("\\#", "#")
            alternatives.append(Alternative(plain, share, said))
    return Place(kind, int(weight or 1), tuple(alternatives))


def _wild(answer: str) -> re.Pattern[str]:
    """A star stands for anything, unless a backslash is before it."""
    parts = re.split(r"(?<!\\)\*", answer)
    return re.compile(".*".join(re.escape(part.replace("\\*", "*")) for part in parts))
