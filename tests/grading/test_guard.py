"""Rows from which nothing follows through, on sheets of any encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.grading.costs import guard_cost
from posenc_cli.grading.quick import quick_sheet
from tests.grading.tools import answers_with, marked
from tests.worksheet.family_sheets import alibi, asking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.sheet import Sheet


def guarded(sheet: Sheet, answers: Mapping[str, str]) -> set[str]:
    """Ids of the blanks in guarded rows."""
    return {one.blank.id for one in marked(sheet, {**answers_with(sheet, {}), **answers}).blanks if one.guarded}


def row(stem: str, text: str) -> dict[str, str]:
    """A whole row by its stem."""
    return {f"{stem}_{column}": cell for column, cell in enumerate(text.split())}


def verdicts(sheet: Sheet, answers: Mapping[str, str]) -> dict[str, str]:
    """Verdicts by blank id, all else being right."""
    return {one.blank.id: one.verdict for one in marked(sheet, {**answers_with(sheet, {}), **answers}).blanks}


@pytest.mark.parametrize(
    ("distances", "is_guarded"),
    [("0 0 0 0 0", True), ("1 1 1 1 1", True), ("1 1 0 0 0", False), ("3 2 1 0 0", False), ("4 3 2 1 0", False)],
    ids=["zeros", "ones", "zeros and ones", "one too few", "right"],
)
def test_counted_rows(distances: str, is_guarded: bool) -> None:
    """Zeros and ones are usual distances: only a row of nothing but one of them earns nothing further down."""
    answers = row("distance_4", distances)
    assert bool(guarded(alibi(rows=[4]), answers)) is is_guarded


def test_counted_rows_may_be_alike() -> None:
    """A wrong row of distances that is that of another word is no copy; what follows from it counts."""
    sheet = alibi(rows=[3, 4])
    answers = row("distance_4", "3 2 1 0 0") | row("bias_4", "-0.188 -0.125 -0.063 0 0")
    assert guarded(sheet, answers) == set()
    found = verdicts(sheet, answers)
    assert [found[f"bias_4_{column}"] for column in range(5)] == ["follow-through"] * 3 + ["follow-through", "correct"]


def test_measured_rows_may_not() -> None:
    """The biases of one word written for another are a copied row."""
    sheet = alibi(rows=[3, 4])
    assert guarded(sheet, row("bias_4", "-0.188 -0.125 -0.063 0 0")) == {f"bias_4_{column}" for column in range(5)}


def test_a_row_of_which_a_part_is_asked() -> None:
    """Zeros in all that is asked of a row are a row of zeros; right ones are not."""
    sheet = alibi(rows=[[3, 0], [3, 1], [3, 3], [4, 4]])
    zeros = {f"distance_3_{column}": "0" for column in (0, 1, 3)}
    assert guarded(sheet, zeros) == set(zeros)
    assert guarded(sheet, zeros | {"distance_3_1": "2"}) == set()
    assert guarded(sheet, {}) == set()
    assert guarded(alibi(rows=[[2, 2], [2, 3], [4, 0]]), {}) == set()
    followed = {f"bias_3_{column}": "0" for column in (0, 1, 3)}
    assert "follow-through" not in verdicts(sheet, zeros | followed).values()


def slopes(**answers: str) -> set[str]:
    """The guarded blanks of a sheet with a slope a head."""
    heads: dict[str, Any] = {"params": {"n_heads": 4, "query_length": 1}, "given": {"query": 3}}
    return guarded(asking("alibi", {"exponent": [0, 1, 2, 3], "slope": [0, 1, 2, 3]}, decimals=4, **heads), answers)


def test_numbers_below_each_other() -> None:
    """Where each row has one number, those of a column are looked at together: a single zero or one says nothing."""
    assert slopes(slope_0="1", slope_1="0.25", slope_2="0.0625", slope_3="0.0156") == set()
    zeros = {f"slope_{head}": "0" for head in range(4)}
    assert slopes(**zeros) == set(zeros)
    assert slopes(exponent_0="0", exponent_1="1", exponent_2="2", exponent_3="3") == set()
    ones = {f"exponent_{head}": "1" for head in range(4)}
    assert slopes(**ones) == set(ones)


def test_what_is_right_is_never_guarded() -> None:
    """0 1 0 1 is position 0, and zeros are the distances of the first word: right rows, however they look."""
    sheet = quick_sheet(4, [0, 1])
    assert guarded(sheet, {}) == set()
    assert guarded(sheet, {"pe1_d1": "0", "pe1_d2": "1", "pe1_d3": "0", "pe1_d4": "1"}) == {
        f"pe1_d{column}" for column in range(1, 5)
    }
    assert guarded(alibi(rows=[0]), {}) == set()
    assert guarded(alibi(rows=[0]), row("distance_0", "3 3 3 3 3")) == set()


def test_whoever_writes_zeros_scores_what_is_zero() -> None:
    """Nothing but zeros earns the points of the right zeros and no others."""
    sheet = alibi()
    student = marked(sheet, {blank.id: "0" for blank in sheet.blanks})
    right = answers_with(sheet, {})
    assert student.points == sum(float(text) == 0 for text in right.values())


@pytest.mark.parametrize(
    ("answers", "costs"),
    [
        (row("distance_4", "0 0 0 0 0") | row("bias_4", "5 5 5 5 5"), True),
        (row("distance_4", "0 0 0 0 0"), False),
        (row("distance_4", "4 3 2 1 1") | row("bias_4", "5 5 5 5 5"), False),
    ],
    ids=["wrong from zeros", "nothing behind it", "wrong without zeros"],
)
def test_it_is_seen_where_the_guard_may_cost_points(answers: Mapping[str, str], costs: bool) -> None:
    """A report says why nothing follows through only where somebody could miss a point for it."""
    sheet = alibi(rows=[4])
    student = marked(sheet, {**answers_with(sheet, {}), **answers})
    assert guard_cost(sheet, student.blanks) is costs
