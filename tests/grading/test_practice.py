from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.grading.practice import DONE, Practice
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import accepted_texts

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet


@cache
def sheet() -> Sheet:
    """The short sheet."""
    return sheet_of("cat-short")


@cache
def right() -> dict[str, str]:
    """A right answer to each of its blanks."""
    return {blank.id: texts[0] for blank, texts in zip(sheet().blanks, accepted_texts(sheet()), strict=True)}


def test_who_is_right_is_asked_everything_once() -> None:
    """The calculator's test first, then all blanks in reading order, and then nothing more."""
    practice = Practice.begin(sheet())
    asked = []
    while (blank := practice.next) is not None:
        asked.append(blank.id)
        assert practice.answer(right()[blank.id]).done
    assert asked[0] == "rad"
    assert sorted(asked) == sorted(right())
    assert practice.tries == {}
    assert practice.report().count("correct") == len(asked)


def test_a_sitting_can_be_resumed_that_has_only_begun() -> None:
    """Everything is still asked for, and any step is a beginning."""
    practice = Practice.begin(sheet())
    assert Practice.resumed(sheet(), practice.kept()) == practice
    steps = [(practice.answer(text).tries, practice.begun) for text in ("a word", "0.5")]
    assert steps == [(0, False), (1, True)]
    put_off = Practice.begin(sheet())
    put_off.put_off()
    assert put_off.begun


def test_what_went_wrong_comes_again_once() -> None:
    """A wrong answer keeps the blank; a right one behind it moves on, and at the end the blank is asked once more."""
    practice = Practice.begin(sheet())
    first = practice.queue[0]
    assert not practice.answer("0.5").done
    assert practice.queue[0] == first
    assert practice.answer(right()[first]).done
    assert practice.queue[-1] == first
    while (blank := practice.next) is not None:
        practice.answer(right()[blank.id])
    assert practice.repeated == [first]
    assert practice.tries == {first: 1}


def test_what_will_be_asked_again_is_not_given_away() -> None:
    """Numbers that hold are shown to go on with, but not in the exercise that still asks for them."""
    practice = Practice.begin(sheet())
    first = practice.next
    assert first is not None
    begun = [practice.begun]
    assert practice.settled(first.exercise) == {}
    practice.answer("0.5")
    practice.answer(right()[first.id])
    assert [*begun, practice.begun] == [False, True]
    assert practice.settled(first.exercise) == {}
    assert practice.settled(first.exercise + 1) == {first.id: right()[first.id]}


def test_what_is_put_off_comes_again_once() -> None:
    """At the end, and then it stays open."""
    practice = Practice.begin(sheet())
    first = practice.queue[0]
    assert practice.put_off()
    assert practice.queue[-1] == first
    practice.queue = [first]
    assert not practice.put_off()
    assert practice.next is None


def test_a_wrong_number_is_followed_through() -> None:
    """Who goes on rightly with a wrong number of their own is right there, as on paper."""
    practice = Practice.begin(sheet())
    practice.answers["pe2_d1"] = "0.5"
    practice.queue = ["x2_d1"]
    followed = f"{float(right()['x2_d1']) - float(right()['pe2_d1']) + 0.5:.3f}"
    judged = practice.answer(followed)
    assert judged.blank.verdict == "follow-through"
    assert judged.done


def test_what_cannot_be_read_changes_nothing() -> None:
    """Neither a try nor an answer."""
    practice = Practice.begin(sheet())
    before = practice.kept()
    assert practice.answer("sin(1)").blank.verdict == "unreadable"
    assert practice.kept() == before


def test_a_cause_is_named() -> None:
    """Degree mode, from the numbers that it makes."""
    practice = Practice.begin(sheet())
    practice.queue = ["pe2_d1"]
    judged = practice.answer("0.035")
    assert judged.entry is not None
    assert judged.entry.finding.slip.id == "angle-degrees"


STEPS = st.lists(st.sampled_from(["right", "wrong", "off", "unreadable"]), max_size=12)


@settings(max_examples=4)
@given(steps=STEPS)
def test_every_sitting_ends_and_can_be_resumed(steps: list[str]) -> None:
    """Whatever is done: a sitting taken up again goes on alike, and right answers bring it to its end."""
    practice = Practice.begin(sheet())
    for step in steps:
        if (blank := practice.next) is None:
            break
        if step == "off":
            practice.put_off()
        else:
            practice.answer({"right": right()[blank.id], "wrong": "7.77", "unreadable": "x"}[step])
        resumed = Practice.resumed(sheet(), practice.kept())
        assert resumed == practice
    left = len(practice.queue)
    most = left + len(sheet().blanks)
    while (blank := practice.next) is not None:
        practice.answer(right()[blank.id])
        most -= 1
        assert most >= 0
    verdicts = {one.verdict for one in practice.report().blanks}
    assert verdicts <= DONE | {"blank", "wrong", "slip"}


@pytest.mark.parametrize(
    "kept",
    [
        {},
        {"queue": "pe2_d1", "answers": {}, "tries": {}, "repeated": []},
        {"queue": ["elsewhere"], "answers": {}, "tries": {}, "repeated": []},
        {"queue": [], "answers": {"pe2_d1": 3}, "tries": {}, "repeated": []},
        {"queue": [], "answers": {}, "tries": {"pe2_d1": "3"}, "repeated": []},
        {"queue": [["pe2_d1"]], "answers": {}, "tries": {}, "repeated": []},
    ],
)
def test_what_is_no_sitting_is_not_taken_up(kept: dict[str, object]) -> None:
    """A damaged file, or one of another sheet, starts from the beginning."""
    assert Practice.resumed(sheet(), kept) is None
