"""From files to submissions: which column is which blank, who wrote it, which sheet it belongs to."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Table, load_table
from posenc_cli.grading.submission import Submission
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import Reading, read_number

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path

    from posenc_cli.worksheet.sheet import Sheet

#: Headings as people write them, folded; what stands in square brackets wins.
_FIRST = ("vorname", "first name", "given name")
_LAST = ("nachname", "last name", "surname", "family name")
_WHOLE = ("name", "student", "schüler", "schülerin", "schüler/in", "schueler", "lernende", "lernender", "who")
_SHEET = ("sheet", "worksheet", "arbeitsblatt", "blatt")
_ITEM = ("id", "item", "blank", "lücke", "luecke", "aufgabe")
_ANSWER = ("answer", "antwort", "value", "wert", "ergebnis")
_POSITION = ("pos", "position")


@dataclass(frozen=True)
class Handed:
    """One file as it was handed in."""

    path: Path
    table: Table

    @property
    def headings(self) -> list[str]:
        """Folded headings, "" where there is no header."""
        return [_fold(heading) for heading in self.table.header or [""] * self.table.width]

    def column(self, names: Iterable[str]) -> int | None:
        """The first column with one of these headings, bare or in square brackets."""
        wanted = tuple(names)
        for number, heading in enumerate(self.headings):
            if heading in wanted or any(f"[{name}]" in heading for name in wanted):
                return number
        return None

    def sheet_name(self) -> str | None:
        """The sheet that the file itself names."""
        column = self.column(_SHEET)
        names = {row[column] for row in self.table.rows if row[column]} if column is not None else set()
        if len(names) > 1:
            raise InputError("check.several-sheets", path=self.path, given=", ".join(sorted(names)))
        return names.pop() if names else None


def load(paths: Sequence[Path], *, separator: str | None = None, columns: int | None = None) -> list[Handed]:
    """Read files; ``columns`` is the width of rows that stand without a header."""
    return [Handed(path, load_table(path, separator=separator, columns=columns)) for path in paths]


def submissions(files: Sequence[Handed], sheet: Sheet) -> tuple[list[Submission], list[Notice]]:
    """All attempts in all files, in their order.

    Raises:
        InputError: a file with no answer of this sheet, or whose decimal marks were lost.
    """
    found: list[Submission] = []
    notices: list[Notice] = []
    for handed in files:
        notices += handed.table.notices
        mine = _long(handed, sheet) or _wide(handed, sheet, notices)
        refuse_lost_marks(mine, sheet, handed.path)
        found += mine
    notices += _dashes(found)
    return _numbered(found), notices


def _wide(handed: Handed, sheet: Sheet, notices: list[Notice]) -> list[Submission]:
    known = {blank.id for blank in sheet.blanks}
    columns: dict[str, int] = {}
    for number, heading in enumerate(handed.headings):
        named = [inner for inner in re.findall(r"\[([^\[\]]*)\]", heading) if inner in known]
        for identifier in dict.fromkeys(named or ([heading] if heading in known else [])):
            if identifier in columns:
                raise InputError("check.column-twice", path=handed.path, id=identifier)
            columns[identifier] = number
    if not columns:
        expected = ", ".join(blank.id for blank in sheet.blanks[:6])
        raise InputError("check.no-answers", path=handed.path, sheet=sheet.name, expected=expected)
    strange = [inner for heading in handed.headings for inner in re.findall(r"\[([a-z0-9_]+)\]", heading)]
    unknown = [one for one in strange if one not in known and one not in (*_SHEET, *_WHOLE)]
    if unknown:
        notices.append(Notice("check.unknown-column", {"path": handed.path, "id": ", ".join(unknown)}))
    name = _names(handed)
    result = []
    for row in handed.table.rows:
        answers = {identifier: read_number(row[number]) for identifier, number in columns.items()}
        if name(row) or any(reading.status != "blank" for reading in answers.values()):
            result.append(Submission(name(row), answers))
    return result


def _long(handed: Handed, sheet: Sheet) -> list[Submission]:
    item, answer = handed.column(_ITEM), handed.column(_ANSWER)
    if item is None or answer is None:
        return []
    known = {blank.id for blank in sheet.blanks}
    name = _names(handed)
    rounds: list[tuple[str | None, dict[str, Reading]]] = []
    for row in handed.table.rows:
        identifier, who = row[item].strip().strip("[]").casefold(), name(row)
        if identifier not in known:
            continue
        # A blank that comes again for the same person opens that person's next attempt.
        mine = next((answers for one, answers in reversed(rounds) if one == who), None)
        if mine is None or identifier in mine:
            mine = {}
            rounds.append((who, mine))
        mine[identifier] = read_number(row[answer])
    if not rounds:
        raise InputError(
            "check.no-answers",
            path=handed.path,
            sheet=sheet.name,
            expected=", ".join(blank.id for blank in sheet.blanks[:6]),
        )
    return [Submission(who, answers) for who, answers in rounds]


def rows_by_position(
    handed: Handed, d: int, positions: Sequence[int] | None, first: int
) -> list[tuple[str | None, int, list[str]]]:
    """A bare table: (name, position, cells) of each row.

    Args:
        handed: with headings ``pos``, ``d1`` … (and a name), or rows without a header.
        d: cells that a row must have.
        positions: of the rows, where the file does not say.
        first: position of the first row where nobody says.

    Raises:
        InputError: a row of another width, or a position that is no whole number.
    """
    wanted = [handed.column((f"d{column + 1}", f"d{_lowered(column + 1)}")) for column in range(d)]
    pos = handed.column(_POSITION)
    name = _names(handed)
    found = []
    for number, row in enumerate(handed.table.rows):
        if handed.table.header is not None and None not in wanted:
            cells = [row[column] for column in wanted if column is not None]
            told = row[pos] if pos is not None else None
        elif handed.table.header is None and len(row) in (d, d + 1):
            cells, told = row[-d:], (row[0] if len(row) > d else None)
        else:
            raise InputError("check.row-width", path=handed.path, given=len(row), d=d)
        position = _position(told, handed.path) if told else (positions or range(first, first + 10**6))[number]
        found.append((name(row), position, cells))
    return found


def by_rows(rows: Sequence[tuple[str | None, int, list[str]]]) -> list[Submission]:
    """Submissions for a table's sheet (:func:`posenc_cli.grading.quick.quick_sheet`); a position again is an attempt."""
    rounds: list[tuple[str | None, dict[str, Reading]]] = []
    for name, position, cells in rows:
        mine = next((answers for one, answers in reversed(rounds) if one == name), None)
        if mine is None or f"pe{position}_d1" in mine:
            mine = {}
            rounds.append((name, mine))
        mine.update({f"pe{position}_d{k}": read_number(cell) for k, cell in enumerate(cells, start=1)})
    return _numbered([Submission(name, answers) for name, answers in rounds])


def _position(text: str, path: Path) -> int:
    reading = read_number(text)
    if reading.value is None or reading.value != int(reading.value) or reading.value < 0:
        raise InputError("check.bad-position", path=path, given=text)
    return int(reading.value)


def _lowered(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))


def _fold(text: str) -> str:
    return unicodedata.normalize("NFC", text).strip().casefold()


def _names(handed: Handed) -> _Namer:
    parts = [handed.column(_FIRST), handed.column(_LAST)]
    whole = handed.column(_WHOLE)
    return _Namer([column for column in ([whole] if whole is not None else parts) if column is not None])


@dataclass(frozen=True)
class _Namer:
    """The name of a row, from the columns that hold it."""

    columns: list[int]

    def __call__(self, row: list[str]) -> str | None:
        return " ".join(row[column] for column in self.columns if row[column]) or None


def _numbered(found: list[Submission]) -> list[Submission]:
    seen: Counter[str] = Counter()
    numbered = []
    for one in found:
        key = _fold(one.name) if one.name is not None else ""
        seen[key] += 1
        numbered.append(Submission(one.name, one.answers, seen[key] if one.name is not None else 1))
    return numbered


def refuse_lost_marks(found: Sequence[Submission], sheet: Sheet, path: Path) -> None:
    """909 for 0.909 all over a file is the file's fault, said once, and nobody's mistake.

    Raises:
        InputError: the decimal marks of this file were lost.
    """
    from posenc_cli.worksheet.key import accepted_ticks

    low, high = accepted_ticks(sheet)
    hits, example = 0, ("", "")
    for one in found:
        for number, blank in enumerate(sheet.blanks):
            reading = one.answers.get(blank.id)
            if reading is None or reading.value is None or not reading.value:
                continue
            if reading.decimals:
                return
            value = float(reading.value)
            if low[number] <= value <= high[number]:
                hits += 1
                example = example if example[0] else (reading.text, str(reading.value.scaleb(-sheet.decimals)))
            elif low[number] <= value * 10**sheet.decimals <= high[number]:
                return
    if hits > 1:
        raise InputError("check.lost-mark", path=path, given=example[0], meant=example[1])


def _dashes(found: Sequence[Submission]) -> list[Notice]:
    said = Counter(reading.notice for one in found for reading in one.answers.values() if reading.notice is not None)
    return [Notice("check.notice-of-reading", {"key": key, "count": count}) for key, count in said.items()]


def from_mapping(answers: Mapping[str, str], name: str | None = None) -> Submission:
    """A submission from texts by blank id."""
    return Submission(name, {identifier: read_number(text) for identifier, text in answers.items()})
