"""Whoever rounds an intermediate result too early, and is one unit off for it, is told so."""

from __future__ import annotations

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import WRITTEN
from posenc_cli.calculation.formula import Cells, Formula, Run
from posenc_cli.calculation.intervals import Interval
from posenc_cli.grading.answers import collect
from posenc_cli.grading.early import MORE_DECIMALS, early_rules, early_ways
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.marking import Ends, Marker
from posenc_cli.grading.simulate import texts
from posenc_cli.worksheet.mistakes import Worker
from tests.grading.tools import answers_with, marked_all, sheets, verdicts
from tests.worksheet.family_sheets import asking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.worksheet.sheet import Sheet


def with_own(sheet: Sheet, own: Mapping[str, float]) -> dict[str, Cells]:
    """What is printed, and own numbers in some blanks."""
    won = dict(Worker(sheet).printed)
    places = {blank.id: blank.place for blank in sheet.blanks}
    for name, value in own.items():
        place = places[name]
        nothing = np.zeros(sheet.on_sheet[place.quantity].shape, dtype=bool)
        there = won.get(place.quantity, Cells(np.nan, nothing))
        values, mask = (np.array(np.broadcast_to(one, nothing.shape)) for one in (there.values, there.mask))
        values[place.row, place.column], mask[place.row, place.column] = value, True
        won[place.quantity] = Cells(values, mask)
    return won


def worked(sheet: Sheet, rules: Mapping[str, str], won: Mapping[str, Cells]) -> NDArray[np.float64]:
    """What somebody writes into every blank who goes on with some numbers, some rules being others."""
    formula = sheet.formula.but(**rules)
    run = formula.run(sheet.given, WRITTEN, answers=won, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    found = []
    for place in (blank.place for blank in sheet.blanks):
        shape = sheet.on_sheet[place.quantity].shape
        own = won.get(place.quantity, Cells(0.0, np.zeros(shape, dtype=bool)))
        whole = np.where(own.mask, own.values, run.written[place.quantity])
        found.append(np.broadcast_to(whole, shape)[place.row, place.column])
    return np.array(found)


def rules_of(sheet: Sheet) -> tuple[list[str], list[str]]:
    """Rules off the sheet, before and behind what stands on it."""
    marker = Marker(sheet, collect(sheet, [from_mapping(answers_with(sheet, {}))]))
    return early_rules(sheet, marker.own)


@pytest.mark.parametrize(
    ("name", "own", "least"),
    [("middle", {}, 3), ("wide", {"x4_d1": 1.5}, 3), ("coarse", {"x4_d1": 2.5}, 3)],
)
def test_one_unit_off_by_rounding_too_early_is_rounding(name: str, own: Mapping[str, float], least: int) -> None:
    """Every rule off the sheet, to any few decimals, also where own numbers are gone on with: never simply wrong."""
    sheet = sheets()[name]
    before, after = rules_of(sheet)
    ways = [
        {rule: f"round({rule}, {places})"}
        for rule in (*before, *after)
        for places in range(sheet.decimals + MORE_DECIMALS + 1)
    ]
    won = with_own(sheet, own)
    right = rounding.ticks(worked(sheet, {}, won), sheet.decimals)
    made = [worked(sheet, way, won) for way in ways]
    copies = np.array([blank.source is not None for blank in sheet.blanks])
    off = [(np.abs(rounding.ticks(values, sheet.decimals) - right) == 1) & ~copies for values in made]
    students = marked_all(sheet, [texts(sheet, values) for values in made])
    found = [
        one.verdict
        for student, mask in zip(students, off, strict=True)
        for one, is_off in zip(student.blanks, mask, strict=True)
        if is_off
    ]
    assert found.count("rounding") >= least
    assert set(found) <= {"rounding", "correct", "follow-through", "coarse"}


def test_rules_off_the_sheet_are_told_apart() -> None:
    """Angles come before all that is written, lengths behind it; whole divisors and what is written are none."""
    before, after = rules_of(sheets()["wide"])
    assert before == ["exponent", "angle"]
    assert after == [f"{side}_{what}" for what in ("squares", "square", "length") for side in ("left", "right")] + [
        "lengths"
    ]


def test_a_score_is_no_step_off_the_sheet() -> None:
    """Of a quantity with a few cells on the sheet, rounding is a matter of writing."""
    assert rules_of(sheets()["alibi"]) == (["slope", "heads_slope"], [])


def test_what_only_touches_a_whole_number_is_rounded_too_early_as_well() -> None:
    """A length between 1 and 1.00003 is no whole number, although one end is."""
    length = Interval(np.array([[1.0]]), np.array([[1.00003]]))
    assert early_rules(sheets()["katze"], Run(computed={"left_length": length})) == (["left_length"], [])


@pytest.mark.parametrize(("position", "answer", "verdict"), [(700, "0.21", "rounding"), (2000, "0.64", "wrong")])
def test_how_many_decimals_are_too_few(position: int, answer: str, verdict: str) -> None:
    """Two decimals are asked: 0.000316 that became 0.0003 on the way was rounded too early, 0.00032 excuses nothing."""
    sheet = asking("rope", {"angle": [0]}, n=1, first_pos=position, decimals=2, params={"theta": 1e7})
    assert verdicts(sheet, {"angle_d2": answer})["angle_d2"] == verdict


def test_what_leads_to_any_of_five_answers_leads_to_none() -> None:
    """Three units of room tell, four do not."""
    of: Any = SimpleNamespace(decimals=3, ticks=np.array([[13.0, 13.0]]))
    ends = Ends(np.array([[0.010, 0.010]]), np.array([[0.013, 0.014]]))
    assert Marker._reached(of, ends, slice(None)).tolist() == [[True, False]]


def test_of_some_rules_one_or_all_are_rounded() -> None:
    """Each alone and all together, as coarsely as to whole numbers and some digits finer than asked; one rule once."""
    formula = Formula.of(a="leaf / 3", b="leaf / 7", c="a + b")
    ways = [{name: rule.text for name, rule in way.items()} for way in early_ways(formula, ["a", "b"], 1)]
    rounded = [{"a": f"round((leaf / 3), {n})", "b": f"round((leaf / 7), {n})"} for n in range(2 + MORE_DECIMALS)]
    assert ways == [part for both in rounded for part in ({"a": both["a"]}, {"b": both["b"]}, both)]
    assert [list(way) for way in early_ways(formula, ["c"], 0)] == [["c"]] * (1 + MORE_DECIMALS)
