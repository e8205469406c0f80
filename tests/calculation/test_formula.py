from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, WRITTEN, in_words, reachable
from posenc_cli.calculation.formula import Cells, Formula
from posenc_cli.calculation.twofold import Twofold
from posenc_cli.errors import InputError

FORMULA = Formula.of(i="k // 2", angle="pos / 100 ** i", pe="where(k % 2 == 0, sin(angle), cos(angle))", x="e + pe")
GIVEN: dict[str, Any] = {
    "pos": np.arange(3).reshape(3, 1),
    "k": np.arange(4).reshape(1, 4),
    "e": np.array([[Decimal("0.5")] * 4] * 3, dtype=object),
}
EVERYWHERE = {"pe": np.ones((3, 4), dtype=bool), "x": np.ones((3, 4), dtype=bool)}


def test_run_computes_every_rule_in_order() -> None:
    """Each quantity is there, from the leaves and the rules before it."""
    run = FORMULA.run(GIVEN, NUMBERS)
    assert list(run.computed) == ["i", "angle", "pe", "x"]
    assert run.values["x"][2][1] == pytest.approx(0.5 + np.cos(2))
    assert run.written == {}


def test_a_rule_may_not_read_a_later_one() -> None:
    """The order of the rules is the order of the work."""
    with pytest.raises(KeyError):
        Formula.of(a="b", b="1").run({}, NUMBERS)


def test_but_replaces_a_rule_and_all_that_follows_from_it() -> None:
    """A slip in one rule moves the later quantities, and leaves the formula it came from as it was."""
    wrong = FORMULA.but(angle="radians(angle)")
    assert wrong.run(GIVEN, NUMBERS).values["x"][2][0] == pytest.approx(0.5 + np.sin(np.radians(2)))
    assert FORMULA.run(GIVEN, NUMBERS).values["x"][2][0] == pytest.approx(0.5 + np.sin(2))


def test_but_reads_its_own_rule_as_it_was() -> None:
    """``abs(pe)`` means the absolute value of the right one; the rule is not its own input."""
    wrong = FORMULA.but(pe="abs(pe)")
    assert wrong.rule("pe").expression.names == {"k", "angle"}
    assert wrong.run(GIVEN, NUMBERS).values["pe"][2][1] == pytest.approx(abs(np.cos(2)))


def test_but_passes_over_rules_that_are_not_there() -> None:
    """A slip of the dot product changes nothing on a sheet without one."""
    assert FORMULA.but(dot="0").rules == FORMULA.rules


def test_but_refuses_a_hostile_expression() -> None:
    """Rules come from outside too."""
    with pytest.raises(InputError):
        FORMULA.but(pe="__import__('os')")


def test_a_formula_may_speak_of_other_names() -> None:
    """Rules and leaves are called otherwise wherever they stand, in trees and in texts; the numbers stay."""
    other = FORMULA.renamed({name: f"two_{name}" for name in FORMULA.names})
    assert [rule.name for rule in other.rules] == ["two_i", "two_angle", "two_pe", "two_x"]
    assert other.rule("two_pe").expression.text == "where(two_k % 2 == 0, sin(two_angle), cos(two_angle))"
    assert other.rule("two_pe").expression.names == {"two_k", "two_angle"}
    given = {f"two_{name}": value for name, value in GIVEN.items()}
    np.testing.assert_array_equal(other.run(given, NUMBERS).values["two_x"], FORMULA.run(GIVEN, NUMBERS).values["x"])


def test_names_may_be_exchanged() -> None:
    """All names change at once; a name that is a part of another, and the power of ten of a number, stay."""
    formula = Formula.of(a="b + ab * 1e2", b_a="a / b").renamed({"a": "b", "b": "a", "e2": "no"})
    assert [(rule.name, rule.expression.text) for rule in formula.rules] == [("b", "a + ab * 1e2"), ("b_a", "b / a")]
    assert formula.run({"a": 3, "ab": 0.5}, NUMBERS).values["b_a"] == pytest.approx(53 / 3)


def test_a_rule_with_the_name_of_a_primitive_leaves_the_primitive_alone() -> None:
    """The cosine that a rotation calls its result by is still taken by that word in other rules."""
    formula = Formula.of(c="2 * cos(angle)", cos="c").renamed({"cos": "two_cos", "c": "two_c", "angle": "two_angle"})
    assert [(rule.name, rule.expression.text) for rule in formula.rules] == [
        ("two_c", "2 * cos(two_angle)"),
        ("two_cos", "two_c"),
    ]


def test_names_that_are_not_there_change_nothing() -> None:
    """Without a name to change the formula is what it was, its way of writing too."""
    cut = FORMULA.but(write="trunc(value)")
    assert cut.renamed({"y": "z", "value": "v"}) == cut
    assert FORMULA.names == {"i", "k", "angle", "pos", "pe", "x", "e"}
    assert Formula(()).names == frozenset()


def test_then_adds_rules_and_keeps_the_writing_rule() -> None:
    """What a model does after the encoding follows it."""
    cut = FORMULA.but(write="trunc(value * 10 ** decimals) / 10 ** decimals")
    longer = cut.then(m="x")
    assert "m" in longer
    assert "m" not in cut
    assert longer.write == cut.write


def test_written_values_are_carried_where_they_stand() -> None:
    """What stands on the sheet is used as it stands; the exact value is kept beside it."""
    run = FORMULA.run(GIVEN, WRITTEN, on_sheet=EVERYWHERE)
    assert run.values["pe"][2][1] == -0.416
    assert run.computed["pe"][2][1] == pytest.approx(np.cos(2))
    assert run.values["x"][2][1] == 0.084
    half = {"pe": np.zeros((3, 4), dtype=bool), "x": EVERYWHERE["x"]}
    assert FORMULA.run(GIVEN, WRITTEN, on_sheet=half).values["pe"][2][1] == pytest.approx(np.cos(2))


def test_the_writing_rule_may_slip_too() -> None:
    """Truncating instead of rounding is one replaced rule."""
    run = FORMULA.but(write="trunc(value * 1000) / 1000").run(GIVEN, WRITTEN, on_sheet=EVERYWHERE)
    assert run.written["pe"][2][0] == 0.909
    assert run.written["pe"][1][0] == 0.841
    assert run.written["pe"][1][3] == 0.999


def test_answers_win_over_computed_values() -> None:
    """A student's own cell is what the next rule reads; the computed value is still known."""
    mask = np.zeros((3, 4), dtype=bool)
    mask[2, 1] = True
    answers = {"pe": Cells(np.full((3, 4), 0.25), mask)}
    run = FORMULA.run(GIVEN, NUMBERS, answers=answers)
    assert run.values["x"][2][1] == 0.75
    assert run.values["x"][2][0] == pytest.approx(0.5 + np.sin(2))
    assert run.computed["pe"][2][1] == pytest.approx(np.cos(2))


@pytest.mark.parametrize(
    ("rules", "kept"),
    [
        ({}, {"i", "angle", "pe", "x", "twice"}),
        ({"pe": "-pe"}, {"i", "angle", "twice"}),
        ({"i": "i + 1"}, {"twice"}),
        ({"write": "trunc(value)"}, set()),
    ],
)
def test_what_two_formulas_compute_alike_is_taken_over(rules: dict[str, str], kept: set[str]) -> None:
    """A run takes over what the other formula computes by the same rules, wherever they stand, and is as without it."""
    formula = FORMULA.then(twice="2 * e")
    usual = formula.run(GIVEN, WRITTEN, on_sheet=EVERYWHERE)
    alone, found = (
        formula.but(**rules).run(GIVEN, WRITTEN, on_sheet=EVERYWHERE, like=like) for like in (None, (formula, usual))
    )
    for mine, expected in ((found.values, alone.values), (found.written, alone.written)):
        assert mine.keys() == expected.keys()
        for name, value in expected.items():
            np.testing.assert_array_equal(mine[name], value)
    assert {name for name in usual.computed if found.computed[name] is usual.computed[name]} == kept
    without = Formula(formula.rules[1:], formula.write)
    again = without.run({**GIVEN, "i": 0}, WRITTEN, on_sheet=EVERYWHERE, like=(formula, usual))
    assert again.computed["angle"] is not usual.computed["angle"]


def test_answers_keep_their_digits_where_angles_are_large() -> None:
    """Put into the accurate reading, a third written to thirty digits wins with all of them, beside a computed one."""
    third = Twofold.of(np.array([Decimal("0.333333333333333333333333333333"), Decimal(0)], dtype=object))
    answers = {"a": Cells(third, np.array([True, False]))}
    run = Formula.of(a="1 / x", b="3 * a").run({"x": np.array([7, 2])}, ACCURATE, answers=answers)
    assert (run.values["b"] - np.array([1.0, 1.5])).to_float64().tolist() == [pytest.approx(-1e-30, rel=0.1), 0]


def test_a_class_is_one_more_axis() -> None:
    """Students are an axis in front of rows and columns."""
    mask = np.zeros((5, 3, 4), dtype=bool)
    mask[:, 2, 1] = True
    answers = {"pe": Cells(np.arange(5.0).reshape(5, 1, 1) * np.ones((5, 3, 4)), mask)}
    run = FORMULA.run(GIVEN, NUMBERS, answers=answers)
    np.testing.assert_array_equal(run.values["x"][:, 2, 1], 0.5 + np.arange(5))


def test_intervals_hold_the_exact_and_the_written_way() -> None:
    """What correct work can reach includes both ways of going on."""
    found = FORMULA.run(GIVEN, reachable(3), on_sheet=EVERYWHERE).values["x"]
    for value in (0.5 + np.cos(2), 0.5 + -0.416, 0.5 + -0.4161):
        assert found.low[2][1] <= value <= found.high[2][1]


def test_what_does_not_stand_on_the_sheet_may_be_rounded_finely() -> None:
    """Thirty thirds are ten, or 9.999 by whoever rounds the third to four decimals on the way; with no sheet, ten."""
    formula = Formula.of(third="a / 3", x="30 * third")
    found = formula.run({"a": 1}, reachable(3), on_sheet={"x": np.True_}).computed["x"]
    assert [float(found.low), float(found.high)] == pytest.approx([9.999, 10])
    found = formula.run({"a": 1}, reachable(3)).computed["x"]
    assert [float(found.low), float(found.high)] == pytest.approx([10, 10])


def test_exact_decimals_reach_the_proof() -> None:
    """Given embeddings are decimals, not the floats next to them."""
    value = FORMULA.but(pe="0").run(GIVEN, PROOF).values["x"][0][0]
    assert str(value) == "0.5"


def test_say_puts_the_numbers_of_a_run_into_a_rule() -> None:
    """The working of one rule comes from the same expression."""
    run = FORMULA.run(GIVEN, NUMBERS)
    said = FORMULA.say("angle", run.values, in_words(lambda value: f"{value:g}"))
    assert said[2][3].text == "2 / 100^1"


def test_say_reads_constants_without_quantities() -> None:
    """A rule of constants alone can be said too."""
    assert Formula.of(one="1 + 1").say("one", {}, in_words(str)).flat[0].value == 2
