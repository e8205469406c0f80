"""Moodle's own grading worksheet: the column of grades is filled, and every other byte stays as it is.

Moodle finds people by the number at the end of the first column ("Participant 12345", "Teilnehmer/in12345"), and
refuses a file whose other columns were changed. So nothing is read into a table and written again: the text of single
cells is replaced where it stands.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from posenc_cli.errors import InputError
from posenc_cli.files.decoding import decode, read_bytes
from posenc_cli.grading.headings import fold
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import read_number, write_number

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from posenc_cli.grading.report import Report, StudentReport

#: Headings, folded.
_ID = ("identifier", "id")
_GRADE = ("grade", "bewertung", "note")
_MOST = ("maximum grade", "bestwertung", "höchste bewertung", "maximale bewertung", "beste bewertung")
_CHANGEABLE = ("grade can be changed", "bewertung kann geändert werden")
_NAME = ("full name", "vollständiger name")
#: What stands there if a grade is locked.
_NO = ("no", "nein")
_NUMBER = re.compile(r"(\d+)\s*$")
_SEPARATORS = (",", ";", "\t")
#: Decimals that Moodle keeps of a grade.
_DECIMALS = 2
#: Names that a notice tells.
_MOST_NAMES = 10


@dataclass(frozen=True)
class Filled:
    """A grading worksheet with grades, and what is worth saying about it."""

    data: bytes
    notices: tuple[Notice, ...]


def fill_grades(path: Path, report: Report) -> Filled:
    """The worksheet with the points of a class, scaled where Moodle's highest grade is another than that of the sheet.

    Students are found by the number that Moodle gave them; who came without one, by the whole name, if only one person
    there has it.

    Raises:
        InputError: no grading worksheet, or nobody in it is known.
    """
    data = read_bytes(path)
    decoded = decode(data, path=path)
    mark = data[: len(data) - len(decoded.text.encode(decoded.encoding))]
    sheet = _Worksheet.of(decoded.text, path)
    filled = sheet.filled(report)
    return Filled(mark + filled.encode(decoded.encoding), (*decoded.notices, *sheet.notices))


class _Cell(NamedTuple):
    """Where the text of a cell stands, with its quotes."""

    start: int
    end: int


class _Worksheet:
    """The text of a grading worksheet and where its cells stand."""

    def __init__(self, text: str, separator: str, path: Path) -> None:
        self.text, self.separator, self.path = text, separator, path
        self.notices: list[Notice] = []
        head, *self.rows = (row for row in _rows(text, separator) if row != [_Cell(row[0].start, row[0].start)])
        self.heads = [fold(self.value(cell)) for cell in head]

    @classmethod
    def of(cls, text: str, path: Path) -> _Worksheet:
        """Whichever separator gives the columns that are needed."""
        for separator in _SEPARATORS if text.strip() else ():
            found = cls(text, separator, path)
            if None not in (found.column(_ID), found.column(_GRADE)):
                return found
        raise InputError("outcomes.no-worksheet", path=path)

    def column(self, names: Sequence[str]) -> int | None:
        """The column with one of these headings."""
        return next((at for at, head in enumerate(self.heads) if head in names), None)

    def value(self, cell: _Cell) -> str:
        """What a cell says."""
        written = self.text[cell.start : cell.end]
        return written[1:-1].replace('""', '"') if len(written) > 1 and written[0] == written[-1] == '"' else written

    def told(self, row: Sequence[_Cell], names: Sequence[str]) -> str:
        """What stands in a column of a row; empty where there is none."""
        at = self.column(names)
        return self.value(row[at]).strip() if at is not None and at < len(row) else ""

    def filled(self, report: Report) -> str:
        """The text with grades."""
        column = self.column(_GRADE)
        by_number, by_name = self._people(report)
        parts, end, done, locked = [], 0, set[int](), []
        comma = any("," in self.told(row, names) for row in self.rows for names in (_MOST, _GRADE))
        for row in self.rows:
            found = _NUMBER.search(self.told(row, _ID))
            name = fold(self.told(row, _NAME))
            one = by_number.get(found[1].lstrip("0") if found else "") or by_name.get(name)
            if one is None or column is None or column >= len(row):
                continue
            done.add(id(one))
            if fold(self.told(row, _CHANGEABLE)) in _NO:
                locked.append(one.name or "")
                continue
            cell = row[column]
            parts += [self.text[end : cell.start], self._written(self._grade(one, row), cell, comma=comma)]
            end = cell.end
        if not done:
            raise InputError("outcomes.nobody-known", path=self.path)
        self._tell(report, done, locked)
        return "".join([*parts, self.text[end:]])

    def _people(self, report: Report) -> tuple[dict[str, StudentReport], dict[str, StudentReport]]:
        """Students by their numbers, and those without one by names that only one of them and one row has."""
        by_number = {one.sender.participant.lstrip("0"): one for one in report.students if one.sender.participant}
        rows = Counter(fold(self.told(row, _NAME)) for row in self.rows)
        names = Counter(fold(one.name) for one in report.students if one.name)
        by_name = {
            fold(one.name): one
            for one in report.students
            if one.name and not one.sender.participant and names[fold(one.name)] == rows[fold(one.name)] == 1
        }
        return by_number, by_name

    def _grade(self, one: StudentReport, row: Sequence[_Cell]) -> float:
        most = read_number(self.told(row, _MOST)).value
        if not most or not one.max_points or float(most) == one.max_points:
            return one.points
        notice = Notice(
            "outcomes.scaled", {"path": self.path, "most": self.told(row, _MOST), "of": f"{one.max_points:g}"}
        )
        self.notices += [notice] if notice not in self.notices else []
        return one.points * float(most) / one.max_points

    def _written(self, grade: float, cell: _Cell, *, comma: bool) -> str:
        written = write_number(grade, _DECIMALS, mark="comma" if comma else "point")
        is_quoted = self.text[cell.start : cell.start + 1] == '"'
        return f'"{written}"' if is_quoted or self.separator in written else written

    def _tell(self, report: Report, done: set[int], locked: Sequence[str]) -> None:
        values = {"path": self.path, "n": len(done) - len(locked)}
        self.notices.insert(0, Notice("outcomes.filled", values))
        missing = [one.name or "–" for one in report.students if id(one) not in done]
        for key, names in (("outcomes.not-in-worksheet", missing), ("outcomes.locked", locked)):
            if names:
                listed = ", ".join([*names[:_MOST_NAMES], *(["…"] if len(names) > _MOST_NAMES else [])])
                self.notices.append(Notice(key, {"path": self.path, "names": listed}))


def _rows(text: str, separator: str) -> Iterator[list[_Cell]]:
    """Cells by row: a line break inside of quotes belongs to its cell."""
    row: list[_Cell] = []
    start = at = 0
    quoted = False
    while at < len(text):
        sign = text[at]
        if sign == '"' and (quoted or at == start):
            quoted = not quoted
        elif not quoted and sign == separator:
            row.append(_Cell(start, at))
            start = at + 1
        elif not quoted and sign in "\r\n":
            yield [*row, _Cell(start, at)]
            at += text.startswith("\r\n", at)
            row, start = [], at + 1
        at += 1
    if row or start < len(text):
        yield [*row, _Cell(start, len(text))]
