"""Marking of the family worksheets: what is right, every slip that shows, and noise that is none."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.simulate import texts
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.labels import shown
from posenc_cli.worksheet.mistakes import Worker, forms_of, slips_of
from posenc_cli.worksheet.spec import FAMILIES
from tests.grading.tools import marked_all, named, right, sheets

if TYPE_CHECKING:
    from posenc_cli.grading.report import StudentReport
    from posenc_cli.worksheet.sheet import Sheet

#: How many slips must show on a sheet at least; fewer would mean that the sheet, or the test, has lost them.
LEAST = {"alibi": 17, "relative": 18, "t5": 11, "rope": 30, "learned": 26, "interpolation": 20}
LEAST |= {"grid": 17, "calendar": 13, "nope": 9, "overview": 80}
#: Students a family who write numbers at random.
NOISY = 20
#: Sheets that ask for so many small whole numbers that two of them may be those of a slip by chance.
COUNTING = {"relative", "t5", "grid", "nope"}


def mistaken(sheet: Sheet) -> dict[tuple[str, ...], set[str]]:
    """What is written into the blanks by who makes a slip everywhere → the slips that do so, in some form."""
    worker, found = Worker(sheet), dict[tuple[str, ...], set[str]]()
    for slip in slips_of(sheet):
        for form in forms_of(sheet, slip):
            found.setdefault(tuple(texts(sheet, worker.answers(*form)).values()), set()).add(slip.id)
    return found


def causes(report: StudentReport) -> list[tuple[set[str], str]]:
    """Every named cause: the slips that it may be, and how certain it is."""
    findings = [entry.finding for entry in report.diagnosis]
    return [({one.id for one in (finding.slip, *finding.also)}, finding.certainty) for finding in findings]


@pytest.mark.parametrize("name", FAMILIES)
def test_all_that_is_accepted_is_correct(name: str) -> None:
    """The lowest and the highest accepted texts score in full, with all decimals or as one writes a whole number."""
    sheet = sheets()[name]
    solutions = solve(sheet)
    low, high = ({one.blank.id: one.accepted[end] for one in solutions} for end in (0, -1))
    short = {one.blank.id: shown(sheet, one.blank.place.quantity, one.text) for one in solutions}
    for student in marked_all(sheet, [low, high, short, right(name)]):
        assert {one.verdict for one in student.blanks} == {"correct"}
        assert student.points == student.max_points
        assert student.diagnosis == ()


@pytest.mark.parametrize("name", FAMILIES)
def test_every_slip_that_shows_is_the_one_cause_that_is_named(name: str) -> None:
    """A sheet answered with a slip throughout is diagnosed as that slip, or as those that write the very same sheet.

    It is the only cause that is named; where it spoils two answers or more, it is sure. English twins have the same
    blanks and slips.
    """
    sheet = sheets()[name]
    sheets_of = mistaken(sheet)
    ids = [blank.id for blank in sheet.blanks]
    students = marked_all(sheet, [dict(zip(ids, answers, strict=True)) for answers in sheets_of])
    visible, missed = set[str](), []
    for slips, student in zip(sheets_of.values(), students, strict=True):
        spoilt = [one.blank.id for one in student.blanks if one.verdict not in ("correct", "follow-through")]
        if not spoilt:
            continue
        visible |= slips
        how = "sure" if len(spoilt) > 1 else "could-be"
        found = causes(student)
        if len(found) != 1 or not slips <= found[0][0] or found[0][1] != how:
            missed.append((sorted(slips), spoilt, found))
    assert missed == []
    assert len(visible) >= LEAST[name]


@pytest.mark.parametrize("name", FAMILIES)
def test_random_numbers_are_no_sure_slip(name: str) -> None:
    """Who fills a sheet, or a third of it, with numbers that look like its own has made no slip that is sure."""
    sheet, rng = sheets()[name], random.Random(f"noise {name}")  # noqa: S311
    own = {blank.id: right(name)[blank.id] for blank in sheet.blanks}

    def noise(quantity: str, text: str) -> str:
        size = max(1.0, 2 * abs(float(text)))
        return str(rng.randint(-3, 9)) if quantity in sheet.whole else f"{rng.uniform(-size, size):.{sheet.decimals}f}"

    answers = []
    for number in range(NOISY):
        count = len(sheet.blanks) if number % 2 else len(sheet.blanks) // 3
        wild = rng.sample(sheet.blanks, count)
        answers.append(own | {blank.id: noise(blank.place.quantity, own[blank.id]) for blank in wild})
    sure = [student for student in marked_all(sheet, answers) if "sure" in named(student).values()]
    assert len(sure) <= (name in COUNTING)
