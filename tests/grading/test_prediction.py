"""What a way of working gives that makes much of how numbers are rounded on the way: near the usual, or all together.

Multiplying by a divisor turns the circle so often that its rounding decides; divisors here are 1, 21.544… and 464.159….
"""

from __future__ import annotations

from posenc_cli.grading.quick import quick_sheet
from tests.grading.tools import answers_with, marked_all

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
