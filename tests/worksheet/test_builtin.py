from __future__ import annotations

import tomllib

import pytest

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import ambiguous, solve
from posenc_cli.worksheet.spec import BUILTIN_NAMES, builtin_text, find
from tests.worksheet.names import TWINS


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_a_builtin_is_fair(name: str) -> None:
    """Every built-in worksheet builds, has blanks, and asks for nothing with many right answers."""
    sheet = build(find(name))
    assert sheet.blanks
    assert ambiguous(sheet) == ()
    assert sheet.name == name


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_minutes_add_up(name: str) -> None:
    """The minutes of the exercises are those of the whole."""
    spec = find(name)
    assert sum(exercise.minutes for exercise in spec.exercise) == spec.worksheet.minutes


def test_points_of_the_long_sheet() -> None:
    """A double lesson has 25 points: 4 values, 16 sums, 4 products, 1 dot product; copies and the test have none."""
    for name in ("katze", "cat"):
        sheet = build(find(name))
        points = {part.number: sum(blank.points for blank in part.blanks) for part in sheet.parts}
        assert {number: value for number, value in points.items() if value} == {4: 4, 6: 16, 9: 5}
        assert sheet.max_points == 25
        assert [part.number for part in sheet.parts] == list(range(11))


def test_the_short_sheet_fits_a_short_time() -> None:
    """A sheet for 25 minutes asks for at most twenty numbers."""
    for name in ("katze-kurz", "cat-short"):
        assert len(build(find(name)).blanks) <= 20


@pytest.mark.parametrize(("german", "english"), TWINS)
def test_twins_ask_for_the_same(german: str, english: str) -> None:
    """A worksheet and its translation have the same numbers in the same exercises."""
    one, two = (build(find(name)) for name in (german, english))
    assert [solution.text for solution in solve(one)] == [solution.text for solution in solve(two)]
    assert [blank.exercise for blank in one.blanks] == [blank.exercise for blank in two.blanks]
    kinds = [
        [exercise["kind"] for exercise in tomllib.loads(builtin_text(name))["exercise"]] for name in (german, english)
    ]
    assert kinds[0] == kinds[1]


def test_the_same_word_stands_at_three_places() -> None:
    """In both languages the word of the exercise stands at 0, 1 and 5."""
    for name in ("katze", "cat"):
        part = next(part for part in build(find(name)).parts if part.spec.kind == "same-word")
        assert [position for _, position in part.data["places"]] == [0, 1, 5]
