from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS, WRITTEN, reachable
from posenc_cli.calculation.bundle import Bundle, People
from posenc_cli.calculation.expression import parse
from posenc_cli.calculation.formula import Cells, Formula, Run
from posenc_cli.grading.alone import ERROR, Alone, clipped
from posenc_cli.grading.ways import pairs, single_ways
from posenc_cli.worksheet.mistakes import Worker, forms_of, slips_of
from tests.grading.tools import sheets


@pytest.mark.parametrize("name", ["katze", "rope", "alibi", "t5", "wide"])
def test_all_ways_at_once_are_each_way_alone(name: str) -> None:
    """What a bundle writes by every form of every slip is what a worker writes who makes one after the other."""
    sheet = sheets()[name]
    # What is written otherwise in answers alone, no worker on paper writes.
    slips = [replace(slip, in_answers=()) for slip in slips_of(sheet)]
    forms = [form for slip in slips for form in (forms_of(sheet, slip) if slip.variants else ())]
    worker = Worker(sheet)
    expected = [clipped(rounding.ticks(worker.answers(*form), sheet.decimals)) for form in forms]
    ways = single_ways(sheet, slips)
    found = Alone(sheet, ways).ticks(ways)
    assert len(found) == len(expected) > 10
    assert (found == np.array(expected)).all()
    assert (found == ERROR).any() or name != "katze"


def test_two_slips_together_are_one_after_the_other() -> None:
    """A pair is the formula with the second way made of what the first has made, for one in forty of all pairs."""
    sheet = sheets()["katze"]
    singles = single_ways(sheet, slips_of(sheet))
    some = list(pairs(singles))[::40]
    worker = Worker(sheet)
    found = Alone(sheet, singles).ticks(some)
    for way, row in zip(some, found, strict=True):
        formula = sheet.formula.with_rules(way.rules)
        run = formula.run(
            sheet.given,
            WRITTEN,
            answers=worker.printed,
            on_sheet=sheet.on_sheet,
            decimals=sheet.decimals,
        )
        values = [
            np.broadcast_to(run.written[one.place.quantity], sheet.on_sheet[one.place.quantity].shape)[
                one.place.row, one.place.column
            ]
            for one in sheet.blanks
        ]
        assert (clipped(rounding.ticks(np.array(values), sheet.decimals)) == row).all(), way.loose
    assert len(some) > 100


def test_people_keep_what_they_have() -> None:
    """A rule that a formula does not change, and an answer that wins, are those of the person of the case."""
    formula = Formula.of(a="leaf + 1", b="2 * a", c="b + a")
    given = {"leaf": np.array([[1.0, 2.0]])}
    answers = {"b": Cells(np.array([[[10.0, 20.0]], [[np.nan, 40.0]]]), np.array([[[True, True]], [[False, True]]]))}
    on_sheet = {"b": np.array([[True, True]])}
    own = formula.run(given, NUMBERS, answers=answers, on_sheet=on_sheet)
    people = People(given, own, {"a": 2, "b": 2, "c": 2}, answers, on_sheet, 3)
    bundle = Bundle(formula, [{"a": parse("leaf")}, {"c": parse("b - a")}], {"b"})
    run: Run = bundle.run(np.array([0, 1, 0]), np.array([0, 1, 1]), people, NUMBERS)
    assert run.values["a"].tolist() == [[[1.0, 2.0]], [[2.0, 3.0]], [[1.0, 2.0]]]
    assert run.values["b"].tolist() == [[[10.0, 20.0]], [[4.0, 40.0]], [[2.0, 40.0]]]
    assert run.values["c"].tolist() == [[[11.0, 22.0]], [[2.0, 37.0]], [[3.0, 42.0]]]


def test_what_no_case_finds_otherwise_is_left_out() -> None:
    """Of formulas that leave a quantity alone nothing is computed for it, whatever another formula does to it."""
    formula, given = Formula.of(a="leaf + 1", b="2 * a", c="b + a"), {"leaf": np.array([[1.0, 2.0]])}
    people = People(given, formula.run(given, NUMBERS), {"a": 2, "b": 2, "c": 2}, {}, {}, 3)
    bundle = Bundle(formula, [{"a": parse("leaf")}, {"c": parse("b - a")}], frozenset())
    found = bundle.run(np.array([1, 1]), np.zeros(2, dtype=np.intp), people, NUMBERS)
    assert set(found.computed) == {"c"}


def test_what_correct_work_reaches_by_many_formulas_is_what_it_reaches_by_each() -> None:
    """Both ends of every interval, of thirds and sevenths that are rounded on the way."""
    formula, algebra = Formula.of(a="leaf / 3", b="2 * a", c="b + a"), reachable(2)
    given = {"leaf": np.array([[1.0, 2.0]])}
    people = People(given, formula.run(given, algebra, on_sheet={}, decimals=2), {"a": 2, "b": 2, "c": 2}, {}, {}, 2)
    ways = [{"a": parse("leaf / 7")}, {"c": parse("b - a")}]
    which = np.array([0, 1, 0])
    run = Bundle(formula, ways, frozenset()).run(which, np.zeros(3, dtype=np.intp), people, algebra)
    alone = [formula.with_rules(way).run(given, algebra, on_sheet={}, decimals=2) for way in ways]
    for name in ("a", "c"):
        ends = [(alone[way].values[name].low, alone[way].values[name].high) for way in which]
        assert all((low < high).all() for low, high in ends)
        assert np.array_equal(run.values[name].low, [low for low, _ in ends])
        assert np.array_equal(run.values[name].high, [high for _, high in ends])


def test_a_row_without_a_table_meets_tables_as_it_does_alone() -> None:
    """What has one axis only stays the last one when cases come before it."""
    formula = Formula.of(a="line * 2", b="a + table")
    given = {"line": np.array([1.0, 2.0, 3.0]), "table": np.array([[10.0, 20.0, 30.0], [40.0, 50.0, 60.0]])}
    people = People(given, formula.run(given, NUMBERS), {"a": 1, "b": 2}, {}, {}, 3)
    ways = [{"a": parse("line")}, {"b": parse("table - a")}]
    run = Bundle(formula, ways, frozenset()).run(np.arange(2), np.zeros(2, dtype=np.intp), people, NUMBERS)
    alone = [formula.with_rules(way).run(given, NUMBERS).values["b"].tolist() for way in ways]
    assert run.values["b"].tolist() == alone


@given(
    st.lists(st.floats(-1e6, 1e6) | st.floats(-1, 1) | st.integers(-9, 9).map(float), min_size=1, max_size=30),
    st.integers(1, 6),
)
def test_rounding_to_every_fineness_is_rounding_one_by_one(values: list[float], decimals: int) -> None:
    """The least and the greatest of a number and its roundings, from the fewest decimals that are fine enough on."""
    array = np.array(values)
    array[np.abs(array) < 1e-25] = 0.0
    low, high = rounding.finely(array, decimals)
    start = rounding.fine_decimals(array, decimals)
    tried = [array, *(rounding.round_half_away(array, start + more) for more in range(rounding.FINER))]
    assert np.allclose(low, np.minimum.reduce(tried), rtol=1e-15, atol=0)
    assert np.allclose(high, np.maximum.reduce(tried), rtol=1e-15, atol=0)
