"""What a way of working gives that makes much of how numbers are rounded on the way: near the usual, or all together.

Multiplying by a divisor turns the circle so often that its rounding decides; divisors here are 1, 21.544… and 464.159….
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from posenc_cli.grading.class_stress import simulated
from posenc_cli.grading.prediction import Predictor
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.simulate import texts
from tests.grading.tools import answers_with, katze, marked, marked_all, right, sheets

SHEET = quick_sheet(6, [13, 14, 15, 16, 17])
#: All but the first two columns, where the divisor is 1.
WRONG = {blank.id for blank in SHEET.blanks if blank.id[-1] not in "12"}
MULTIPLIED = answers_with(SHEET, {"angle": "pos * divisor"})
#: The same by somebody who writes down divisors with three decimals.
ROUNDED = answers_with(SHEET, {"divisor": "round(divisor, 3)", "angle": "pos * divisor"})


def _explained(*students: dict[str, str]) -> list[set[str]]:
    """Which answers of each student multiplying explains."""
    ids = [blank.id for blank in SHEET.blanks]
    return [
        {ids[n] for one in student.diagnosis if one.finding.slip.id == "div-multiplied" for n in one.finding.explained}
        for student in marked_all(SHEET, students)
    ]


def test_two_units_from_the_usual_are_near_enough() -> None:
    """Of work that scatters, up to two units off what a calculator shows are explained, three are not."""
    assert MULTIPLIED["pe14_d5"] == "0.987"
    near, far = ("0.985", "0.989"), ("0.984", "0.990")
    found = _explained(*(MULTIPLIED | {"pe14_d5": text} for text in (*near, *far)))
    assert found == [WRONG] * 2 + [WRONG - {"pe14_d5"}] * 2


def test_many_numbers_far_from_the_usual_lie_where_they_can_by_no_chance() -> None:
    """Whoever rounds divisors is up to six units off, and still explained; an odd number among them is not."""
    assert max(abs(float(MULTIPLIED[name]) - float(ROUNDED[name])) for name in WRONG) > 0.004
    assert _explained(ROUNDED, ROUNDED | {"pe13_d3": "-0.111"}) == [WRONG, WRONG - {"pe13_d3"}]


def test_how_seldom_a_range_is_met_counts_against_the_larger_of_its_ends() -> None:
    """Twenty answers in ranges of half the size of their numbers are no chance, nineteen may be."""
    fits = np.ones((1, 20), dtype=bool)
    low, high = np.full((1, 20), 2501.0), np.full((1, 20), 5000.0)
    of: Any = SimpleNamespace(_marker=SimpleNamespace(decimals=3))
    assert 20 * math.log(0.5) < math.log(1e-6) < 19 * math.log(0.5)
    assert Predictor._scattered(of, fits, low, high).all()
    assert not Predictor._scattered(of, fits[:, 1:], low[:, 1:], high[:, 1:]).any()


@pytest.mark.parametrize(
    ("name", "seed", "number", "slip", "left"),
    [
        ("middle", 2, 35, "angle-converted-wrong-way", {0, 3, 9}),
        ("calendar", 1, 45, "write-decimal-shifted", {13, 14}),
    ],
)
def test_three_units_of_room_tell_an_answer_and_four_do_not(
    name: str, seed: int, number: int, slip: str, left: set[int]
) -> None:
    """Somebody whose work leaves just so much room to some answers: those are explained, or not."""
    sheet = sheets()[name]
    found = marked(sheet, texts(sheet, simulated(sheet, 300, seed).values[number])).diagnosis
    assert [(one.finding.slip.id, one.finding.certainty) for one in found] == [(slip, "sure")]
    explained = set(found[0].finding.explained)
    assert set(range(max(explained))) - explained == left


def test_a_coarse_answer_with_its_sign_speaks_against_lost_ones() -> None:
    """-0.96 for -0.959 is too coarse, and no 0.959."""
    answers = {name: "" if text.startswith("-") else text for name, text in right().items()}
    lost = answers | {"pe2_d2": "0.416", "x4_d2": "0.554"}
    sure = [
        {one.finding.slip.id for one in student.diagnosis if one.finding.certainty == "sure"}
        for student in marked_all(katze(), [lost, lost | {"x5_d1": "-0.96"}])
    ]
    assert sure == [{"sign-lost"}, set()]


def test_another_answer_is_not_explained_by_what_has_more_digits() -> None:
    """Degree mode with two digits more in one number; the row has another one that is simply wrong."""
    (explained,) = (
        {n for one in student.diagnosis if one.finding.slip.id == "angle-degrees" for n in one.finding.explained}
        for student in [marked(quick_sheet(4, [2]), {"pe2_d1": "0.03490", "pe2_d2": "0.999", "pe2_d3": "0.777"})]
    )
    assert explained == {0, 1}


def test_a_coarse_answer_may_be_six_units_off() -> None:
    """Somebody who writes two decimals and leaves out a root: one answer is just so far from what the way gives."""
    sheet = sheets()["halves"]
    found = marked(sheet, texts(sheet, simulated(sheet, 300, 3).values[226])).diagnosis
    assert [one.finding.slip.id for one in found] == ["round-two-decimals", "cos-norms-not-rooted"]
