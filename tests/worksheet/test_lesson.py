from __future__ import annotations

import contextlib
import math
from decimal import ROUND_HALF_UP, Decimal
from itertools import pairwise

import pytest

from posenc_cli.errors import UsageError
from posenc_cli.worksheet import lesson as lessons
from posenc_cli.worksheet.lesson import MINUTES, WIDTHS, Lesson, lesson

MOST_BLANKS = 20
LENGTHS = (1, 2, 3, 4, 6, 9, 14, 60)


def possible(words: int, d: int, decimals: int = 3) -> dict[int, Lesson]:
    """Every lesson that can be had for a sentence, by its minutes."""
    found = {}
    for minutes in range(61):
        with contextlib.suppress(UsageError):
            found[minutes] = lesson(words, d, minutes, decimals)
    return found


def asked(one: Lesson, kind: str) -> tuple[int, ...]:
    """The rows that a kind of exercise asks for."""
    return tuple(row for exercise in one.exercises if exercise["kind"] == kind for row in exercise["blank"])


def written(position: int, k: int, d: int) -> Decimal:
    """A value of the encoding by the formula, to three decimals."""
    angle = position / 10000 ** (2 * (k // 2) / d)
    value = math.cos(angle) if k % 2 else math.sin(angle)
    return Decimal(value).quantize(Decimal("0.001"), ROUND_HALF_UP)


def given_away(position: int, d: int, worked: int) -> int:
    """Cells of a row that nobody needs to work out: nought, one, or what stands in the worked row."""
    values = [written(position, k, d) for k in range(d)]
    shown = [written(worked, k, d) for k in range(d)]
    return sum(abs(value) in (0, 1) or value == other for value, other in zip(values, shown, strict=True))


@pytest.mark.parametrize("d", WIDTHS)
@pytest.mark.parametrize("words", LENGTHS)
def test_every_lesson_keeps_its_limits(words: int, d: int) -> None:
    """The minutes add up, at most twenty blanks, every row is there, no encoding of position 0 or 1 is asked for."""
    found = possible(words, d)
    assert len(found) > 10
    assert set(found) <= set(MINUTES)
    for minutes, one in found.items():
        times = [exercise["minutes"] for exercise in one.exercises]
        assert sum(times) == minutes
        assert min(times) >= 1
        assert [exercise["kind"] for exercise in one.exercises][:4] == ["idea", "calculator", "divisors", "encode"]
        encoded, summed = asked(one, "encode"), asked(one, "add")
        assert 1 <= len(encoded) == len(set(encoded))
        assert len(summed) == len(set(summed))
        assert 1 + d * (len(encoded) + len(summed)) <= MOST_BLANKS
        assert min(encoded) >= 2
        assert min(summed, default=1) >= 1
        assert set(one.used) <= set(range(one.first_pos, one.first_pos + words))
        assert {*encoded, *summed} <= set(one.used)
        assert one.first_pos == max(0, 3 - words)


@pytest.mark.parametrize("d", WIDTHS)
@pytest.mark.parametrize("words", LENGTHS)
def test_more_minutes_ask_for_more(words: int, d: int) -> None:
    """No minute between the shortest and the longest is refused, and a longer lesson never asks for fewer blanks."""
    found = possible(words, d)
    assert sorted(found) == list(range(min(found), max(found) + 1))
    counts = [d * (len(asked(one, "encode")) + len(asked(one, "add"))) for _, one in sorted(found.items())]
    assert all(fewer <= more for fewer, more in pairwise(counts))
    assert counts[0] == d
    if words > 2:
        assert counts[-1] > counts[0]


def test_a_usual_lesson_and_a_short_one_are_possible() -> None:
    """Ten minutes and a whole lesson of forty-five, for a usual sentence."""
    for words in (4, 6, 12, 60):
        assert (min(possible(words, 4)), max(possible(words, 4))) == (10, 45)


@pytest.mark.parametrize("minutes", [-3, 0, 9, 46, 1000])
def test_other_minutes_are_refused_with_what_would_work(minutes: int) -> None:
    """The sentence names the shortest and the longest that is possible, and both are."""
    with pytest.raises(UsageError) as refused:
        lesson(6, 4, minutes, 3)
    values = refused.value.values
    assert values == {"given": minutes, "words": 6, "d": 4, "first": 10, "last": 45}
    for limit in (10, 45):
        assert sum(exercise["minutes"] for exercise in lesson(6, 4, limit, 3).exercises) == limit


@pytest.mark.parametrize("d", WIDTHS)
@pytest.mark.parametrize("words", [3, 4, 6, 9, 60])
def test_rows_that_give_nothing_away_are_asked_for(words: int, d: int) -> None:
    """No row that could be asked for instead has fewer cells that are right without calculating."""
    rows = range(2, min(words, 12))
    for one in possible(words, d).values():
        encoded = asked(one, "encode")
        others = [given_away(row, d, 1) for row in rows if row not in encoded]
        assert max(given_away(row, d, 1) for row in encoded) <= min(others, default=d)


def test_given_sums_have_minus_signs() -> None:
    """A printed row to add is the one with most minus signs: who drops them is seen."""
    one = lesson(6, 4, 25, 3)
    own, given = asked(one, "encode")[0], [row for row in asked(one, "add") if row not in asked(one, "encode")]
    minus = {row: sum(written(row, k, 4) < 0 for k in range(4)) for row in range(1, 6) if row != own}
    assert len(given) == 1
    assert minus[given[0]] == max(minus.values()) > 0


def test_decimals_decide_which_rows_look_alike() -> None:
    """With three decimals cos(0.02) is 1.000 and given away, with six it is not: another row is asked for."""
    assert lesson(6, 4, 25, 3).exercises != lesson(6, 4, 25, 6).exercises


def test_there_is_time_for_more_than_numbers() -> None:
    """A short lesson has no words about rounding, a long one lets guess first."""
    parts = {
        minutes: [exercise.get("parts", []) for exercise in lesson(6, 4, minutes, 3).exercises]
        for minutes in (12, 25, 40)
    }
    assert parts[12] == [[]] * len(parts[12])
    assert parts[25][1:3] == [["rounding"], []]
    assert parts[40][1:3] == [["rounding"], ["predict"]]
    assert lessons.lesson(6, 2, 39, 3).exercises[2].get("parts") is None


@pytest.mark.parametrize("d", WIDTHS)
def test_long_words_take_the_room_of_something(d: int) -> None:
    """With long words no more is asked, in small letters, and the longest lesson is no longer."""
    usual = possible(60, d)
    wordy = {minutes: lesson(60, d, minutes, 3, wordy=True) for minutes in usual if _is_possible(d, minutes)}
    assert min(wordy) == min(usual)
    assert max(wordy) <= max(usual)
    assert all(one.crowded for one in wordy.values())
    assert not all(one.crowded for one in usual.values())
    for minutes, one in wordy.items():
        assert len(asked(one, "encode")) <= len(asked(usual[minutes], "encode"))


def _is_possible(d: int, minutes: int) -> bool:
    try:
        lesson(60, d, minutes, 3, wordy=True)
    except UsageError:
        return False
    return True
