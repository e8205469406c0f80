"""A report without names, for eyes that are not the teacher's: numbers instead, in an order that tells nothing."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.grading.headings import fold
from posenc_cli.grading.submission import NOBODY
from posenc_cli.i18n import Notice, text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.grading.comparison import Comparison
    from posenc_cli.grading.report import Report, StudentReport
    from posenc_cli.i18n import Language


def anonymous(report: Report, language: Language) -> Report:
    """The same report; everybody is called by a number, all attempts of one person by the same.

    Neither the order of the file nor the alphabet is kept, and what a learning platform knows people by is left out.
    Names that notices tell are replaced as well.
    """
    names = {}
    for number, student in enumerate(sorted(report.students, key=_shuffled), start=1):
        names[_who(student)] = text(language, "outcomes.nobody", number=number)

    def nameless(student: StudentReport) -> StudentReport:
        return replace(student, name=names[_who(student)], sender=NOBODY, line=None)

    known = {str(one.name): names[_who(one)] for one in (*report.students, *report.earlier) if one.name}
    return replace(
        report,
        students=tuple(map(nameless, sorted(report.students, key=_shuffled))),
        earlier=tuple(map(nameless, sorted(report.earlier, key=_shuffled))),
        compared=report.compared and _nameless(report.compared, known),
        notices=tuple(_without(notice, known) for notice in report.notices),
    )


def _nameless(found: Comparison, names: Mapping[str, str]) -> Comparison:
    """What changed, without names; who is no longer there has no number."""
    students = tuple(replace(one, name=names.get(one.name, "–")) for one in found.students)
    return replace(found, students=students, new=tuple(names.get(name, "–") for name in found.new), gone=())


def _who(student: StudentReport) -> str:
    """The same for all attempts of one person; whoever has no name is told by line and answers."""
    return fold(student.name) if student.name else f"\n{student.line}\n{[one.answer for one in student.blanks]}"


def _shuffled(student: StudentReport) -> str:
    answers = [one.answer for one in student.blanks]
    return hashlib.sha256(f"{_who(student)}\n{answers}".encode()).hexdigest()


def _without(notice: Notice, names: dict[str, str]) -> Notice:
    """The notice with other names; longer ones first, for one may be part of another."""
    values = dict(notice.values)
    for key, value in values.items():
        if isinstance(value, str):
            for name in sorted(names, key=len, reverse=True):
                value = value.replace(name, names[name])  # noqa: PLW2901
            values[key] = value
    return Notice(notice.key, values)
