from __future__ import annotations

import numpy as np

from posenc_cli.grading.answers import Answers, collect, distinct
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from tests.grading.random_answers import random_answers
from tests.grading.tools import sheets


def test_sheets_that_are_alike_are_marked_once() -> None:
    """Everybody's sheet is found again among the different ones, digits and blanks as they were."""
    sheet = sheets()["nope"]
    some = random_answers(sheet, 12)
    handed = [from_mapping(one) for one in (*some, *some[::-1], *some[:3])]
    answers = collect(sheet, handed)
    kept, which = distinct(answers)
    assert len(kept.values) <= len(some) < len(which) == len(handed)
    for name in ("values", "decimals", "blank", "error"):
        whole, parts = getattr(answers, name), getattr(kept, name)
        assert np.array_equal(parts[which], whole, equal_nan=name == "values")


def test_zero_is_one_number_and_a_tiny_one_is_another() -> None:
    """Minus zero is no sheet of its own, and what is nearly nothing is not taken for nothing."""
    values = np.array([[0.0], [-0.0], [1e-17]])
    same = np.zeros((3, 1), dtype=np.int64)
    kept, which = distinct(Answers(values, same, same > 0, same > 0))
    assert kept.values.ravel().tolist() == [0, 1e-17]
    assert which.tolist() == [0, 0, 1]


def test_whoever_sits_beside_changes_no_mark() -> None:
    """A student in a class is marked and diagnosed as alone."""
    sheet = sheets()["nope"]
    some = [from_mapping(one) for one in random_answers(sheet, 10, seed=5)]
    together = check(sheet, [*some, *some]).students
    for number, one in enumerate(some):
        (alone,) = check(sheet, [one]).students
        for other in (together[number], together[number + len(some)]):
            assert (other.points, other.blanks, other.diagnosis) == (alone.points, alone.blanks, alone.diagnosis)
