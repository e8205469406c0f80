"""In which order Moodle asks for the blanks of a sheet; what was answered there comes back in it."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from posenc_cli.grading.moodle_responses import AskedThere
from posenc_cli.render.moodle import spellings
from posenc_cli.render.moodle_text import Answering, MoodleText
from posenc_cli.render.outline import outline
from posenc_cli.render.view import sheet_view

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.render.shapes import Gap
    from posenc_cli.worksheet.sheet import Sheet


def asked_there(sheet: Sheet) -> list[AskedThere]:
    """The questions with places to answer, in the order of the sheet."""
    view = sheet_view(sheet)
    found = []
    for exercise, part in zip(view.exercises, sheet.parts, strict=True):
        places: list[str] = []
        answering = Answering(partial(_gap, places, spellings(part)), partial(_ticks, places), "", "")
        MoodleText(answering, "").html(outline(view, exercise.blocks))
        if places:
            found.append(AskedThere(exercise.number, tuple(places)))
    return found


def _gap(places: list[str], spelled: Iterator[object], place: Gap) -> str:
    """A blank, or a gap in a program; what is neither has no place to answer there."""
    if place.blank or next(spelled, None) is not None:
        places.append(place.blank)
    return ""


def _ticks(places: list[str], options: list[str]) -> str:  # noqa: ARG001  (whichever there are, it is one place)
    places.append("")
    return ""
