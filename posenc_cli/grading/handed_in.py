"""From files to submissions: which column is which blank, who wrote it, which sheet it belongs to."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from dataclasses import dataclass, replace
from difflib import get_close_matches
from functools import cached_property
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Looking, Table, load_table
from posenc_cli.grading import headings as known_headings
from posenc_cli.grading.headings import Names, find_column, fold, named_blanks
from posenc_cli.grading.submission import NOBODY, Sender, Submission
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import Reading, read_number, shortened

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from posenc_cli.files.prints import PrintedPage
    from posenc_cli.worksheet.sheet import Sheet

#: Blanks that an error names as examples.
SHOWN = 6


@dataclass(frozen=True)
class Handed:
    """One file as it was handed in.

    Attributes:
        path: where it lies.
        table: what stands in it.
        sender: whose folder it lay in, and what its author is called if nobody wrote a name.
        pages: of a printed PDF; its answers are found once its sheet is known.
    """

    path: Path
    table: Table
    sender: Sender = NOBODY
    pages: tuple[PrintedPage, ...] = ()

    @cached_property
    def headings(self) -> list[str]:
        """Folded headings, "" where there is no header."""
        return [fold(heading) for heading in self.table.header or [""] * self.table.width]

    def column(self, names: Iterable[str]) -> int | None:
        """The first column with one of these headings, bare or in square brackets."""
        return find_column(self.headings, names)

    def line(self, row: int) -> int:
        """The line of the file where a row begins."""
        return self.table.lines[row] if row < len(self.table.lines) else row + 1

    def sheet_name(self) -> str | None:
        """The sheet that the file itself names.

        Raises:
            InputError: it names several.
        """
        return self._only(known_headings.SHEET)

    def sheet_code(self) -> str | None:
        """The code of its sheet that the file itself names.

        Raises:
            InputError: it names several.
        """
        return self._only(known_headings.SHEET_CODE)

    def sheet_names(self) -> set[str]:
        """All sheets that the file names."""
        return {name for _, name in self._told(known_headings.SHEET)}

    def sheet_codes(self) -> set[str]:
        """All codes of sheets that the file names."""
        return {code for _, code in self._told(known_headings.SHEET_CODE)}

    def line_of_code(self, code: str) -> int:
        """The line of the first row with a code that the file names."""
        return next(self.line(row) for row, each in self._told(known_headings.SHEET_CODE) if each == code)

    def _told(self, headings: Iterable[str]) -> list[tuple[int, str]]:
        """What stands in a column, with its rows; they may leave it empty."""
        column = self.column(headings)
        if column is None:
            return []
        return [(row, cells[column]) for row, cells in enumerate(self.table.rows) if cells[column]]

    def _only(self, headings: Iterable[str]) -> str | None:
        """What stands in a column that is the same in all rows."""
        named = self._told(headings)
        for row, name in named:
            if name != named[0][1]:
                where = {"path": self.path, "line": self.line(row), "first": self.line(named[0][0])}
                raise InputError("check.several-sheets", **where, given=name, before=named[0][1])
        return named[0][1] if named else None


def load(paths: Sequence[Path], looking: Looking | None = None) -> list[Handed]:
    """Read tables."""
    return [Handed(path, load_table(path, looking)) for path in paths]


def submissions(files: Sequence[Handed], sheet: Sheet) -> tuple[list[Submission], list[Notice]]:
    """All attempts in all files, in their order.

    Raises:
        InputError: as :func:`of_file`.
    """
    found: list[Submission] = []
    notices: list[Notice] = []
    for handed in files:
        mine, said = of_file(handed, sheet)
        found += mine
        notices += said
    found = told_apart(found)
    return found, [*notices, *dashes(found), *repeated_names(found)]


def of_file(handed: Handed, sheet: Sheet) -> tuple[list[Submission], list[Notice]]:
    """The attempts in one file; people of one name are not yet told apart.

    Raises:
        InputError: no column of this sheet, no answer in them, two columns for one blank, or decimal marks were lost.
    """
    notices = list(handed.table.notices)
    columns = _blank_columns(handed, sheet)
    found = _wide(handed, columns, notices) if columns else _long(handed, sheet, notices)
    if columns and not found:
        raise InputError("check.nothing-filled", path=handed.path)
    if not found:
        expected = ", ".join(blank.id for blank in sheet.blanks[:SHOWN])
        raise InputError("check.no-answers", path=handed.path, sheet=sheet.name, expected=expected)
    refuse_lost_marks(found, sheet, handed.path)
    if columns:
        notices += _unknown_columns(handed, sheet)
    sender = handed.sender
    if sender != NOBODY:
        found = [replace(one, name=one.name or sender.name or None, sender=sender) for one in found]
    return found, notices


def _blank_columns(handed: Handed, sheet: Sheet) -> dict[str, int]:
    known = {blank.id for blank in sheet.blanks}
    columns: dict[str, int] = {}
    for number, heading in enumerate(handed.headings):
        for identifier in named_blanks(heading, known):
            if identifier in columns:
                raise InputError("check.column-twice", path=handed.path, id=identifier)
            columns[identifier] = number
    return columns


def _unknown_columns(handed: Handed, sheet: Sheet) -> list[Notice]:
    headings = (*known_headings.SHEET, *known_headings.SHEET_CODE, *known_headings.WHOLE)
    known = {*(blank.id for blank in sheet.blanks), *headings}
    asked = [heading for heading in handed.headings if not known_headings.BESIDE.fullmatch(heading)]
    inside = [name for heading in asked for name in re.findall(r"\[([a-z0-9_]+)\]", heading)]
    mistyped = [heading for heading in asked if heading not in known and get_close_matches(heading, known, cutoff=0.8)]
    bare = [heading for heading in mistyped if "[" not in heading and "_" in heading]
    return _unknown(handed, [*(name for name in inside if name not in known), *bare])


def _unknown(handed: Handed, names: Iterable[str]) -> list[Notice]:
    strange = ", ".join(dict.fromkeys(names))
    return [Notice("check.unknown-column", {"path": handed.path, "id": strange})] if strange else []


def _wide(handed: Handed, columns: Mapping[str, int], notices: list[Notice]) -> list[Submission]:
    """One row a student."""
    name = Names.of(handed.headings)
    result = []
    for number, row in enumerate(handed.table.rows):
        who = name(row)
        if who is not None and fold(who) in known_headings.TOTALS:
            notices.append(Notice("check.totals-row", {"path": handed.path, "name": who}))
            continue
        answers = {identifier: read_number(row[column]) for identifier, column in columns.items()}
        statuses = {reading.status for reading in answers.values()}
        # Where names are given, a row without one counts if there is a number in it.
        if who or "number" in statuses or ("unreadable" in statuses and not name.columns):
            result.append(Submission(who, answers, line=handed.line(number)))
    return result


def _long(handed: Handed, sheet: Sheet, notices: list[Notice]) -> list[Submission]:
    """One row a blank; a blank that comes again for the same person opens that person's next attempt."""
    item, answer = handed.column(known_headings.ITEM), handed.column(known_headings.ANSWER)
    if item is None or answer is None:
        return []
    known = {blank.id for blank in sheet.blanks}
    name = Names.of(handed.headings)
    rounds = Rounds()
    strange = []
    for row in handed.table.rows:
        identifiers = named_blanks(fold(row[item]), known)
        strange += [] if identifiers or not row[item] else [row[item]]
        for identifier in identifiers:
            rounds.add(name(row), {identifier: read_number(row[answer])})
    if rounds.found:
        notices += _unknown(handed, strange)
    # What one of them answers, all were asked for.
    asked = dict.fromkeys(identifier for _, answers in rounds.found for identifier in answers)
    empty = read_number("")
    return [
        replace(one, answers={each: one.answers.get(each, empty) for each in asked}) for one in rounds.submissions()
    ]


class Rounds:
    """Attempts that grow answer by answer."""

    def __init__(self) -> None:
        self.found: list[tuple[str | None, dict[str, Reading]]] = []
        self._open: dict[str | None, dict[str, Reading]] = {}

    def add(self, name: str | None, answers: Mapping[str, Reading]) -> None:
        """Add answers to the open attempt of a person, or open the next one if any of them is there already."""
        key = None if name is None else fold(name)
        mine = self._open.get(key)
        if mine is None or any(identifier in mine for identifier in answers):
            mine = self._open[key] = {}
            self.found.append((name, mine))
        mine.update(answers)

    def submissions(self) -> list[Submission]:
        """All attempts, in the order in which they began."""
        return [Submission(name, answers) for name, answers in self.found]


def told_apart(found: Sequence[Submission]) -> list[Submission]:
    """People of one name whom a learning platform knows as several: each gets the number that it gives them."""
    people: dict[str, set[str]] = defaultdict(set)
    for one in found:
        people[one.key or ""] |= {one.sender.participant} - {""}
    alike = {key for key, numbers in people.items() if key and len(numbers) > 1}

    def called(one: Submission) -> str | None:
        if one.key not in alike or not one.sender.participant:
            return one.name
        known = "" if fold(one.sender.name) == one.key else f"{one.sender.name} "
        return f"{one.name} ({known}{one.sender.participant})"

    return [replace(one, name=called(one)) for one in found]


def repeated_names(found: Sequence[Submission]) -> list[Notice]:
    """Who handed in more than once: one person, or two of the same name?"""
    counts = Counter(one.key for one in found)
    names = {one.key: one.name for one in found if one.key and counts[one.key] > 1}
    return [Notice("check.name-twice", {"names": ", ".join(map(str, names.values()))})] if names else []


def refuse_lost_marks(found: Sequence[Submission], sheet: Sheet, path: Path) -> None:
    """909 for 0.909 all over a file is the file's fault, said once, and nobody's mistake.

    Raises:
        InputError: the decimal marks of this file were lost.
    """
    # What is right takes some time to know, and one decimal says enough.
    if any(reading.decimals and reading.value for one in found for reading in one.answers.values()):
        return
    from posenc_cli.worksheet.key import accepted_ticks

    low, high = accepted_ticks(sheet)
    hits, example = 0, ("", "")
    for one in found:
        for number, blank in enumerate(sheet.blanks):
            reading = one.answers.get(blank.id)
            if reading is None or reading.value is None or not reading.value:
                continue
            value = float(reading.value)
            if low[number] <= value <= high[number]:
                hits += 1
                example = example if example[0] else (reading.text, str(reading.value.scaleb(-sheet.decimals)))
            elif low[number] <= value * 10**sheet.decimals <= high[number]:
                return
    if hits > 1:
        raise InputError("check.lost-mark", path=path, given=example[0], meant=example[1])


def dashes(found: Sequence[Submission]) -> list[Notice]:
    """What was worth saying about the way in which numbers are written, once for each kind."""
    said = [reading for one in found for reading in one.answers.values() if reading.notice is not None]
    kinds = {str(reading.notice).replace("numbers.", "check."): shortened(reading.text) for reading in reversed(said)}
    counts = Counter(str(reading.notice).replace("numbers.", "check.") for reading in said)
    return [
        Notice(key if counts[key] > 1 else f"{key}-once", {"count": counts[key], "text": text})
        for key, text in kinds.items()
    ]


def from_mapping(answers: Mapping[str, str], name: str | None = None) -> Submission:
    """A submission from texts by blank id."""
    return Submission(name, {identifier: read_number(text) for identifier, text in answers.items()})
