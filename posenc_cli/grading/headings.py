"""Which column holds what: headings as people and their programs write them, and the name of a row."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.files.words import on_one_line

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

#: Headings as people write them, folded; what stands in square brackets counts too.
FIRST = ("vorname", "first name", "firstname", "given name")
LAST = ("nachname", "familienname", "last name", "lastname", "surname", "family name")
WHOLE = (
    "name",
    "student",
    "schüler",
    "schülerin",
    "schüler/in",
    "schüler*in",
    "schueler",
    "lernende",
    "lernender",
    "who",
)
#: What stands for a name where a form asks for none.
MAIL = ("e-mail", "email", "mail", "e-mail-adresse", "email address", "e-mail address", "username", "nutzername")
#: What forms write where nobody was signed in.
NOBODY_NAMED = frozenset({"anonymous", "anonym"})
SHEET = ("sheet", "worksheet", "arbeitsblatt", "blatt")
SHEET_CODE = ("sheet_code", "sheet code", "blatt-code", "blattcode")
#: Only a report of posenc itself has such a column.
REPORTED = ("max_points",)
ITEM = ("id", "item", "blank", "lücke", "luecke", "aufgabe")
ANSWER = ("answer", "antwort", "value", "wert", "ergebnis")
POSITION = ("pos", "position")
#: Rows under a class list that nobody handed in.
TOTALS = (
    "summe",
    "gesamt",
    "durchschnitt",
    "mittelwert",
    "total",
    "totals",
    "sum",
    "average",
    "mean",
    "overall average",
    "gesamtdurchschnitt",
)


def fold(text: str) -> str:
    """As texts are compared: composed letters, single blanks, no case."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def find_column(headings: Sequence[str], names: Iterable[str]) -> int | None:
    """The first folded heading that is one of these names, or has one in square brackets."""
    wanted = tuple(names)
    for number, heading in enumerate(headings):
        if heading in wanted or any(f"[{name}]" in heading for name in wanted):
            return number
    return None


#: An id in square brackets, as forms have it, or bare, as our own tables do.
_MARKED, _BARE = re.compile(r"\[[a-z0-9]+(?:_[a-z0-9]+)*\]"), re.compile(r"[a-z]+\d*_[a-z]*\d*(?:_[a-z0-9]+)*")


#: What forms add to every question: what it was worth, and what was said of it.
BESIDE = re.compile(r"(?:points|punkte|feedback) [-–] .*|.*\[(?:score|feedback|punktzahl|punkte)\]", re.DOTALL)
#: The column of a question in a report of Moodle; its text, if that is asked for too, and what was answered.
RESPONSE, QUESTION = re.compile(r"(?:response|antwort) (\d{1,3})"), re.compile(r"(?:question|frage) (\d{1,3})")
#: What our own forms guard (``posenc_cli.render.layout``).
_GUARDED = re.compile(r"'[=+\-@\t\r]")


def has_answers(cells: Sequence[str]) -> bool:
    """Are these the headings of a table with answers, whatever sheet it is of?"""
    headings = [fold(cell) for cell in cells]
    if any(each.fullmatch(heading) for heading in headings for each in (_BARE, RESPONSE)):
        return True
    if any(map(_MARKED.search, headings)):
        return True
    return all(find_column(headings, names) is not None for names in (ITEM, ANSWER))


def named_blanks(heading: str, known: Iterable[str]) -> list[str]:
    """The blanks that a folded heading names, in square brackets anywhere or bare."""
    known = set(known)
    if BESIDE.fullmatch(heading):
        return []
    inside = [name for name in re.findall(r"\[([^\[\]]*)\]", heading) if name in known]
    return list(dict.fromkeys(inside or ([heading] if heading in known else [])))


def unguarded(cell: str) -> str:
    """A cell without the apostrophe that our own forms set before what a spreadsheet would take for a formula."""
    return cell[1:] if _GUARDED.match(cell) else cell


@dataclass(frozen=True)
class Names:
    """Where the name of a row stands.

    Attributes:
        columns: first name before last name; none where nobody is named.
    """

    columns: tuple[int, ...]

    @classmethod
    def of(cls, headings: Sequence[str]) -> Names:
        """Find the columns; beside a first name, "name" is the last one."""
        first, last, whole = (find_column(headings, names) for names in (FIRST, LAST, WHOLE))
        if whole is not None and (first is None or last is not None):
            return cls((whole,))
        found = [column for column in (first, last if last is not None else whole) if column is not None]
        if not found and (mail := find_column(headings, MAIL)) is not None:
            found = [mail]
        return cls(tuple(found))

    def __call__(self, row: Sequence[str]) -> str | None:
        """The name of a row, or None."""
        name = on_one_line(" ".join(unguarded(row[column]) for column in self.columns if row[column]))
        return None if fold(name) in NOBODY_NAMED else name or None
