"""Feedback for one student: the sheet with what was written in its blanks, each with a sign, and what to look at.

What is right comes first; at most two causes are named, and no right value unless it is for a teacher. It speaks the
language of the worksheet.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING

from posenc_cli.i18n import lookup, text
from posenc_cli.i18n.numbers import mark_of
from posenc_cli.render.answered import answered
from posenc_cli.render.blocks import Cell
from posenc_cli.render.judged import Judged
from posenc_cli.render.own_templates import own_folder
from posenc_cli.render.page import filled
from posenc_cli.render.report_text import Teller, as_answered
from posenc_cli.render.report_view import ALIKE
from posenc_cli.render.student_view import SIGNS, student_view
from posenc_cli.render.style import Style, word
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.kinds import by_hand
from posenc_cli.worksheet.labels import shown
from posenc_cli.worksheet.sheet import Holder

if TYPE_CHECKING:
    from posenc_cli.grading.report import BlankReport, Report, StudentReport
    from posenc_cli.i18n import Language
    from posenc_cli.render.blocks import ExerciseView, PageView
    from posenc_cli.worksheet.sheet import Sheet

#: Signs of an answer that have room in a cell.
_LONGEST = 12
#: Sheets of a class whose pages are kept: with fixed numbers there is one.
_SHEETS = 4


@dataclass(frozen=True)
class Page:
    """A page that is ready to be printed."""

    html: str
    title: str
    language: Language


def feedback_page(report: Report, one: StudentReport, number: int, *, teacher: bool = False) -> Page:
    """The feedback for one student.

    Args:
        report: of the whole class, which knows marks.
        one: the student.
        number: place in the report, from 1.
        teacher: with right values and every cause?

    Raises:
        InputError: a template of one's own has a fault.
    """
    sheet = replace(one.sheet or report.sheet, holder=Holder())
    about = sheet.spec.worksheet
    # Points and marks are written as people write here; answers keep the mark of the sheet.
    style = Style(about.language, mark=mark_of(about.language))
    teller = Teller(style, sheet, teacher=teacher, alone=True)
    cells = {each.blank.id: _cell(sheet, each, about.language, teacher=teacher) for each in one.blanks}
    view = _view(sheet)
    exercises = tuple(
        replace(exercise, blocks=blocks, verb="", minutes="", new_page=False)
        for exercise in view.exercises
        if (blocks := answered(exercise.blocks, cells))
    )
    texts = lookup(about.language, "outcomes.feedback")
    found = student_view(report, one, number, teller, alone=True)
    hand = by_hand(sheet)
    html = filled(
        "feedback.html.j2",
        replace(view, exercises=exercises, closing=(), holder=found.name if one.name else ""),
        own_folder(sheet.spec),
        student=found,
        texts=texts,
        scores={exercise.anchor: _score(exercise, one, teller) for exercise in exercises},
        by_hand=teller.say("by-hand", numbers=", ".join(map(str, hand))) if hand else "",
        teacher=teacher,
    )
    return Page(html, f"{about.title} – {texts['title']}", about.language)


@lru_cache(maxsize=_SHEETS)
def _seen(key: _Same) -> PageView:
    return sheet_view(key.sheet)


def _view(sheet: Sheet) -> PageView:
    return _seen(_Same(sheet))


class _Same:
    """A sheet, told from others by being the same object but for whose it is: arrays cannot be compared at once."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self._key = (id(sheet.spec), id(sheet.parts), sheet.seed)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


def _cell(sheet: Sheet, one: BlankReport, language: Language, *, teacher: bool) -> Cell:
    """What stands in a blank: what was written, as far as it has room, and a sign."""
    wrote = " ".join(word(one.answer).split())
    wrote = f"{wrote[: _LONGEST - 1]}…" if len(wrote) > _LONGEST else wrote
    right = ""
    if teacher and one.verdict != "correct":
        usual = sheet.spec.worksheet.decimal_mark
        texts = (shown(sheet, one.blank.place.quantity, each) for each in one.accepted)
        right = " | ".join(as_answered(each, one.answer, usual) for each in texts)
    sign = "" if one.verdict == "blank" else SIGNS[one.verdict]
    said = text(language, f"outcomes.verdict.{one.verdict}")
    return Cell(wrote, one.blank.id, judged=Judged(ALIKE[one.verdict], sign, said, right))


def _score(exercise: ExerciseView, one: StudentReport, teller: Teller) -> str:
    """The points of one exercise."""
    return teller.points(math.fsum(each.points for each in one.blanks if str(each.blank.exercise) == exercise.anchor))
