"""The keys of the family worksheets, worked out again in fifty digits and gone through in random ways."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import TYPE_CHECKING

import mpmath
import numpy as np
import pytest

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import FAMILIES, find
from tests.worksheet.by_hand import ByHand, as_written_on, written
from tests.worksheet.names import FAMILY_SHEETS
from tests.worksheet.ways import fine, rounded

if TYPE_CHECKING:
    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Sheet
    from tests.worksheet.by_hand import Carry

WAYS, MOST_WAYS = 80, 1000


def prove(sheet: Sheet, solutions: tuple[Solution, ...]) -> None:
    """Value and text of every blank against the plain loops; the text is among the accepted."""
    exact, on_paper = ByHand(sheet), ByHand(sheet, as_written_on(sheet))
    assert [solution.blank for solution in solutions] == list(sheet.blanks)
    for solution in solutions:
        place = solution.blank.place
        right = exact.computed(place.quantity, place.row, place.column)
        assert solution.value == float(right), solution.blank.id
        by_hand = on_paper.computed(place.quantity, place.row, place.column)
        assert solution.text == written(by_hand, sheet.decimals), solution.blank.id
        assert {solution.text, written(right, sheet.decimals)} <= set(solution.accepted), solution.blank.id


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_every_family_is_proven(name: str) -> None:
    """Every blank has the value and the text that plain loops find."""
    sheet = build(find(name))
    prove(sheet, solve(sheet))


@pytest.mark.parametrize("name", [name for name in FAMILY_SHEETS if find(name).worksheet.vary])
def test_drawn_families_are_proven(name: str) -> None:
    """The same with drawn numbers."""
    sheet = vary(find(name), 11)
    prove(sheet, solve(sheet))


def test_a_wrong_key_would_be_found() -> None:
    """The proof fails for a text that is off by one, a value off in the last bit, a blank that is left out."""
    sheet = build(find("rope"))
    *others, last = solve(sheet)
    wrong = (
        (*others, replace(last, text="0.111")),
        (*others, replace(last, accepted=())),
        (*others, replace(last, value=float(np.nextafter(last.value, 9)))),
        tuple(others),
    )
    for solutions in wrong:
        with pytest.raises(AssertionError):
            prove(sheet, solutions)


def some_way(sheet: Sheet, rng: random.Random, number: int) -> Carry:
    """Somebody who rounds some results finely, keeps some as they are, and uses some as they are written.

    Every other way goes to the ends of what is allowed, more often up or more often down.
    """
    lean = rng.random()

    def carry(quantity: str, row: int, column: int, value: float) -> float:
        mask = sheet.on_sheet.get(quantity)
        usable = fine([value], sheet.decimals)
        if mask is not None and mask[row, column]:
            usable += (rounded(value, sheet.decimals),) * len(usable)
        if number % 2:
            return max(usable) if rng.random() < lean else min(usable)
        return rng.choice(usable)

    return carry


@pytest.mark.parametrize("name", FAMILIES)
def test_what_right_work_reaches_is_accepted_and_nothing_else(name: str) -> None:
    """However the steps between are rounded, and whatever is used as it is written, the answer is accepted.

    Every accepted text is the end of some way, too; rare ones are looked for longer. English twins have the same key.
    """
    sheet, rng = build(find(name)), random.Random(name)  # noqa: S311  (the same ways every time)
    accepted = {solution.blank.id: set(solution.accepted) for solution in solve(sheet)}
    reached: dict[str, set[str]] = {blank.id: set() for blank in sheet.blanks}
    for number in range(MOST_WAYS):
        if number >= WAYS and reached == accepted:
            break
        hand = ByHand(sheet, some_way(sheet, rng, number), mpmath.fp)
        for blank in sheet.blanks:
            value = rounded(hand.computed(blank.place.quantity, blank.place.row, blank.place.column), sheet.decimals)
            reached[blank.id].add(f"{value + 0.0:.{sheet.decimals}f}")
    assert reached == accepted
