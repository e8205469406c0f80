"""Lists of a class as schools and their programs write them: names in one column or two, a number kept as text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Looking, load_table
from posenc_cli.files.words import on_one_line
from posenc_cli.grading.headings import FIRST, LAST, TOTALS, WHOLE, Names, find_column, fold
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import read_number
from posenc_cli.worksheet.classes import Student, alike

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from posenc_cli.files.tables import Table

#: Headings of a number, folded, the most telling first: beside a matriculation number, "nr" only counts lines.
NUMBERS = (
    *("matrikelnummer", "matrikelnr", "matrikelnr.", "matrikel-nr.", "matrikel", "matr.-nr.", "matr.nr.", "matrnr"),
    *("matnr", "id-nummer", "idnumber", "id number", "student id", "student number", "studentid", "sis user id"),
    *("schülernummer", "schueler-id", "kennung", "kennnummer", "personalnummer", "registration number", "id"),
)
COUNTED = ("nummer", "number", "nr", "nr.", "no", "no.", "lfd. nr.", "lfd.nr.", "#")
#: Whole names beside those of :mod:`posenc_cli.grading.headings`.
WHOLE_TOO = (
    *("vollständiger name", "full name", "fullname", "name, vorname", "nachname, vorname", "familienname, vorname"),
    *(
        "last name, first name",
        "vor- und nachname",
        "vorname nachname",
        "teilnehmer",
        "teilnehmer/in",
        "names",
        "namen",
    ),
)
MOST_STUDENTS = 2000
_LONGEST = 80
#: What spreadsheet programs put around a text so that it stays one, and what is left of a long number that did not.
_TEXT, _SHORTENED = re.compile(r'="([^"]*)"'), re.compile(r"\d[.,]\d+E\+\d+", re.IGNORECASE)


def read_roster(path: Path, *, separator: str | None = None) -> tuple[tuple[Student, ...], tuple[Notice, ...]]:
    """The students of a roster in its order, and what is worth saying about the file.

    Raises:
        InputError: no table, nobody in it, no column with names or numbers, a number twice or shortened.
    """
    table = load_table(path, Looking(separator=separator))
    lines, columns = _columns(table, path)
    name, number = columns
    students: list[Student] = []
    for line, row in lines:
        cells = [_cell(cell) for cell in row]
        who = name(cells) or ""
        count = cells[number] if number is not None else ""
        if not (who or count) or fold(who) in TOTALS:
            continue
        if _SHORTENED.fullmatch(count):
            raise InputError("classes.number-shortened", path=path, line=line, given=count)
        if len(who) > _LONGEST or len(count) > _LONGEST:
            raise InputError("classes.too-long", path=path, line=line, given=f"{(who or count)[:20]}…", limit=_LONGEST)
        students.append(Student(len(students) + 1, who, count))
    _refuse(students, path)
    twice = alike(students)
    return tuple(students), (
        *table.notices,
        *([Notice("classes.names-twice", {"names": ", ".join(twice)})] if twice else []),
    )


def _columns(table: Table, path: Path) -> tuple[list[tuple[int, Sequence[str]]], tuple[Names, int | None]]:
    """All lines with students, and where name and number stand in them."""
    lines: list[tuple[int, Sequence[str]]] = list(zip(table.lines, table.rows, strict=True))
    if table.header is not None:
        headings = [fold(heading) for heading in table.header]
        whole = find_column(headings, WHOLE_TOO)
        name = Names((whole,)) if whole is not None else Names.of(headings)
        number = find_column(headings, NUMBERS)
        if number is None:
            number = find_column(headings, COUNTED)
        if name.columns or number is not None:
            return lines, (name, number)
        # No heading that we know: perhaps there is none at all.
        if table.width > 1 and not any(read_number(cell).status == "number" for cell in table.header):
            known = ", ".join((*WHOLE[:1], *FIRST[:1], *LAST[:1], *NUMBERS[:1]))
            raise InputError("classes.no-names", path=path, given=", ".join(filter(None, table.header)), known=known)
        lines = [(1, table.header), *lines]
    numeric = [
        column for column in range(table.width) if all(not row[column] or row[column].isdigit() for _, row in lines)
    ]
    names = Names(tuple(column for column in range(table.width) if column not in numeric))
    return lines, (names, numeric[0] if numeric else None)


def _cell(text: str) -> str:
    """A cell as it was meant: on one line, without what only a spreadsheet program needs."""
    found = _TEXT.fullmatch(text)
    return on_one_line(found[1] if found else text)


def _refuse(students: Sequence[Student], path: Path) -> None:
    if not students:
        raise InputError("classes.nobody", path=path)
    if len(students) > MOST_STUDENTS:
        raise InputError("classes.too-many", path=path, given=len(students), limit=MOST_STUDENTS)
    seen: dict[str, Student] = {}
    for one in students:
        if one.number and one.number in seen:
            first = seen[one.number]
            raise InputError("classes.number-twice", path=path, given=one.number, first=first.place, second=one.place)
        seen[one.number] = one
