"""One mistake is one cause: signs that are lost all over a sheet, and two numbers that changed places."""

from __future__ import annotations

from itertools import pairwise

import pytest

from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.worksheet.find import sheet_of
from tests.grading.tools import answers_with, marked, sheets

SHEET = "cat-short"


def right(name: str = SHEET) -> dict[str, str]:
    """Right answers to a built-in sheet."""
    return answers_with(sheet_of(name), {})


def swapped(answers: dict[str, str], one: str, other: str) -> dict[str, str]:
    """Two answers in each other's place."""
    return answers | {one: answers[other], other: answers[one]}


def test_lost_minus_signs_are_one_cause() -> None:
    """All minus signs are missing, also in sums that were worked out with them: one sure cause for all of it."""
    student = marked(sheet_of(SHEET), {name: said.removeprefix("-") for name, said in right().items()})
    (entry,) = student.diagnosis
    assert (entry.finding.slip.id, entry.finding.certainty) == ("sign-lost", "sure")
    assert (entry.finding.explains, entry.finding.of) == (3, 3)


@pytest.mark.parametrize(("one", "other"), [("pe2_d1", "pe2_d2"), ("pe2_d3", "pe2_d4"), ("x2_d3", "x2_d4")])
def test_two_neighbours_that_changed_places(one: str, other: str) -> None:
    """Both cells are explained by one cause, though one of the numbers may be a one."""
    student = marked(sheet_of(SHEET), swapped(right(), one, other))
    (entry,) = student.diagnosis
    assert (entry.finding.slip.id, entry.finding.certainty) == ("write-cells-swapped", "could-be")
    assert (entry.finding.explains, entry.finding.of) == (2, 2)


def test_one_copied_number_is_no_swap() -> None:
    """A neighbour that stands in one cell only was copied; nothing changed places."""
    for answers in (right() | {"pe2_d1": right()["pe2_d2"]}, {**right(), "pe2_d1": right()["pe2_d2"], "pe2_d2": ""}):
        student = marked(sheet_of(SHEET), answers)
        assert [one.finding.slip.id for one in student.diagnosis] == ["write-neighbour-copied"]


def test_among_several_strange_numbers_nothing_is_said_to_have_changed_places() -> None:
    """Two numbers that nothing explains are one mistake by the way; where there are more, that two fit is chance."""
    answers = swapped(right(), "pe2_d1", "pe2_d2")
    student = marked(sheet_of(SHEET), answers | {"pe2_d3": "7.123", "x2_d3": "5.456"})
    assert "write-cells-swapped" not in [one.finding.slip.id for one in student.diagnosis]


def test_swaps_on_a_wide_sheet() -> None:
    """Any two neighbours of a row of eight, also those of different pairs."""
    sheet = sheets()["wide"]
    answers = answers_with(sheet, {})
    ids = [blank.id for blank in sheet.blanks if blank.id.startswith("pe2_")]
    assert len(ids) == 8
    for one, other in pairwise(ids):
        if answers[one] != answers[other]:
            student = marked(sheet, swapped(answers, one, other))
            assert "write-cells-swapped" in [found.finding.slip.id for found in student.diagnosis], (one, other)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_shifted_point_may_be_a_divisor(language: str) -> None:
    """0.002 for 0.020 comes of either, so the hint names both."""
    student = marked(sheet_of(SHEET), right() | {"pe2_d3": "0.002"})
    hint = text("de" if language == "de" else "en", student.diagnosis[0].hint)
    assert ("geteilt" if language == "de" else "divided") in hint
    assert ("Anzeige" if language == "de" else "display") in hint
