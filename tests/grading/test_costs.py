"""Whether a row from which nothing follows through may have cost anybody a point."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.costs import guard_cost
from tests.grading.tools import answers_with, katze, marked
from tests.worksheet.family_sheets import asking

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet


def costs(sheet: Sheet, guarded: str, wrong: str) -> bool:
    """With some blanks in a guarded row, and others wrong; all else is right."""
    blanks = [
        replace(
            one,
            guarded=one.blank.id in guarded.split(),
            verdict="wrong" if one.blank.id in wrong.split() else "correct",
        )
        for one in marked(sheet, answers_with(sheet, {})).blanks
    ]
    return guard_cost(sheet, blanks)


@pytest.mark.parametrize(
    ("guarded", "wrong", "may"),
    [
        ("pe2_d1", "pe2_d1 x2_d1", True),
        ("pe2_d1", "pe2_d1 x3_d1", False),
        ("pe2_d1", "x2_d1", False),
        ("pe2_d1", "pe2_d1 pe2_d2", False),
        ("pe2_d1", "pe2_d1 m2_d1", False),
        ("pe2_d1 x2_d1", "pe2_d1 x2_d1", False),
        ("x3_d1", "x3_d1 prod_d1", True),
        ("x3_d1", "x3_d1 dot", True),
        ("x5_d4", "x5_d4 pe2_d1", False),
    ],
    ids=[
        "the sum of a value",
        "the sum of another row",
        "a right row",
        "the same row",
        "a copy without points",
        "guarded itself",
        "a product of single rows",
        "further down",
        "before it",
    ],
)
def test_what_may_follow_from_a_guarded_row(guarded: str, wrong: str, may: bool) -> None:
    """A wrong number with points behind it that is made of it: of its own row, or of a row that stands alone."""
    assert costs(katze(), guarded, wrong) is may


def test_all_rows_may_follow_from_a_number_that_stands_alone() -> None:
    """An exponent is one for all rows of biases."""
    sheet = asking("alibi", {"exponent": [0], "bias": [[4, 0], [3, 0]]}, given={"h": 2}, params={"n_heads": 4})
    assert costs(sheet, "exponent", "exponent bias_4_0")
    assert not costs(sheet, "bias_3_0", "bias_3_0 bias_4_0")
