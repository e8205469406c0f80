"""Which blanks of a class stand in one column: by their ids, or where not all have the same sheet, by their places."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.i18n import text
from posenc_cli.worksheet.labels import cell_label, full_label, row_label

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from posenc_cli.grading.report import BlankReport, Report, StudentReport
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.sheet import Blank


@dataclass(frozen=True)
class Column:
    """One blank of all students.

    Attributes:
        key: the id of the blank; where they differ, exercise and place in it.
        label: what it is called, whole.
        exercise: number of its exercise.
        row: what is called the same of its neighbours.
        cell: what is not; may be empty.
    """

    key: str
    label: str
    exercise: int
    row: str
    cell: str


def columns(report: Report, language: Language) -> tuple[Column, ...]:
    """The columns of a class, in reading order."""
    sheets = [[blank.blank for blank in one.blanks] for one in (*report.students, *report.earlier)]
    ids = {tuple(blank.id for blank in blanks) for blanks in sheets}
    if len(ids) <= 1:
        blanks = report.sheet.blanks
        return tuple(
            Column(one.id, full_label(one, language), one.exercise, row_label(one, language), cell_label(one))
            for one in blanks
        )
    places = sorted({place for blanks in sheets for place in _places(blanks)})
    found = []
    for exercise, number in places:
        row = f"{text(language, 'sheet.labels.exercise')} {exercise}"
        found.append(Column(f"{exercise}_{number}", f"{row} ({number})", exercise, row, str(number)))
    return tuple(found)


def cells(one: StudentReport, wanted: Sequence[Column]) -> list[BlankReport | None]:
    """What a student has in each column; None where the sheet has no such blank."""
    by_id = {blank.blank.id: blank for blank in one.blanks}
    if any(column.key in by_id for column in wanted):
        return [by_id.get(column.key) for column in wanted]
    blanks = [blank.blank for blank in one.blanks]
    placed = {f"{e}_{n}": blank for (e, n), blank in zip(_places(blanks), one.blanks, strict=True)}
    return [placed.get(column.key) for column in wanted]


def _places(blanks: Sequence[Blank]) -> Iterator[tuple[int, int]]:
    """Exercise and number in it of every blank."""
    counts: Counter[int] = Counter()
    for blank in blanks:
        counts[blank.exercise] += 1
        yield blank.exercise, counts[blank.exercise]
