from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation import intervals
from posenc_cli.calculation.algebras import NUMBERS, reachable
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.calculation.intervals import Interval

if TYPE_CHECKING:
    from collections.abc import Callable


def between(low: float, high: float) -> Interval:
    """One interval."""
    return Interval(np.array([low], dtype=float), np.array([high], dtype=float))


def ends(found: Interval) -> tuple[float, float]:
    """Its two ends."""
    return float(found.low[0]), float(found.high[0])


@pytest.mark.parametrize(
    ("divisor", "expected"),
    [
        ((2, 4), (0.25, 0.5)),
        ((0, 2), (0.5, np.inf)),
        ((-2, 0), (-np.inf, -0.5)),
        ((-2, 2), (-np.inf, np.inf)),
        ((-2, 0.5), (-np.inf, np.inf)),
        ((1, 2), (0.5, 1)),
        ((0, 0), (np.nan, np.nan)),
    ],
)
def test_division_near_zero(divisor: tuple[float, float], expected: tuple[float, float]) -> None:
    """One by an interval: an end at zero is reached from inside, a zero inside leaves nothing out, zero alone fails."""
    with np.errstate(all="ignore"):
        np.testing.assert_equal(ends(between(1, 1) / between(*divisor)), expected)


@pytest.mark.parametrize(
    ("base", "exponent", "expected"),
    [
        ((-2, 3), 2, (0, 9)),
        ((-2, 3), 3, (-8, 27)),
        ((-2, 3), 0, (1, 1)),
        ((-2, 3), -1, (-np.inf, np.inf)),
        ((-2, 4), -2, (0.0625, np.inf)),
        ((-1, 4), 0.5, (2, 2)),
        ((2, 3), 2, (4, 9)),
        ((-1, 0.5), 2, (0, 1)),
        ((0, 2), -1, (0.5, np.inf)),
        ((-2, 0), -1, (-np.inf, np.inf)),
    ],
)
def test_powers_across_zero(base: tuple[float, float], exponent: float, expected: tuple[float, float]) -> None:
    """Even powers dip to zero, negative ones have a pole, and roots exist only above zero."""
    with np.errstate(all="ignore"):
        np.testing.assert_equal(ends(between(*base) ** between(exponent, exponent)), expected)


@pytest.mark.parametrize(
    ("read", "low", "high", "expected"),
    [
        (intervals.sine, 1.5, 1.7, (np.sin(1.7), 1.0)),
        (intervals.sine, 4.6, 4.9, (-1.0, np.sin(4.9))),
        (intervals.sine, 0.0, 7.0, (-1.0, 1.0)),
        (intervals.sine, -1.7, -1.5, (-1.0, np.sin(-1.7))),
        (intervals.cosine, -0.1, 0.2, (np.cos(0.2), 1.0)),
        (intervals.cosine, 3.1, 3.2, (-1.0, np.cos(3.2))),
        (intervals.cosine, 0.5, 0.6, (np.cos(0.6), np.cos(0.5))),
        (intervals.tangent, 1.5, 1.6, (-np.inf, np.inf)),
        (intervals.tangent, 0.5, 0.6, (np.tan(0.5), np.tan(0.6))),
        (intervals.tangent, 0.5, 1.2, (np.tan(0.5), np.tan(1.2))),
        (intervals.tangent, 2.0, 4.0, (np.tan(2), np.tan(4))),
        (intervals.magnitude, -3.0, 2.0, (0.0, 3.0)),
        (intervals.magnitude, -3.0, 0.5, (0.0, 3.0)),
        (intervals.magnitude, 0.5, 2.0, (0.5, 2.0)),
        (intervals.magnitude, -3.0, -2.0, (2.0, 3.0)),
        (intervals.arc_cosine, -2.0, 0.5, (np.arccos(0.5), np.pi)),
        (intervals.arc_cosine, 1.0, 1.5, (0.0, 0.0)),
        (intervals.arc_cosine, -1.5, -1.0, (np.pi, np.pi)),
        (intervals.arc_cosine, -3.0, -2.0, (np.nan, np.nan)),
    ],
)
def test_turning_points(
    read: Callable[[Interval], Interval], low: float, high: float, expected: tuple[float, float]
) -> None:
    """Crests, troughs and poles between the ends are seen, and only those."""
    with np.errstate(all="ignore"):
        np.testing.assert_allclose(ends(read(between(low, high))), expected)


def test_length_of_a_vector_in_ranges() -> None:
    """A component that may be zero adds nothing to the shortest length; every row of every student has its own."""
    low, high = np.array([[[3.0, -1.0], [-3.0, 0.0]]]), np.array([[[6.0, 8.0], [-3.0, 4.0]]])
    found = intervals.norm(Interval(low, high))
    np.testing.assert_allclose([found.low, found.high], [[[[3], [3]]], [[[10], [5]]]])


@pytest.mark.parametrize(
    ("text", "left", "right", "expected"),
    [
        ("a + b", (1, 2), (0.5, 3), (1.5, 5)),
        ("a - b", (1, 2), (0.5, 3), (-2, 1.5)),
        ("-a", (1, 2), (0, 0), (-2, -1)),
        ("a // b", (5, 7), (2, 2), (2, 3)),
        ("a // b", (1, 1), (0, 2), (0, np.inf)),
        ("where(a == b, 2, 3)", (1, 1), (1, 2), (2, 3)),
        ("where(a == b, 2, 3)", (1, 1), (1, 1), (2, 2)),
        ("where(a == b, 2, 3)", (1, 1), (2, 2), (3, 3)),
    ],
)
def test_two_ranges(
    text: str, left: tuple[float, float], right: tuple[float, float], expected: tuple[float, float]
) -> None:
    """The ends come of the ends that lead to them; a point equals another point, a range only may."""
    with np.errstate(all="ignore"):
        assert ends(evaluate(parse(text), {"a": between(*left), "b": between(*right)}, reachable(3))) == expected


@pytest.mark.parametrize(
    ("text", "left", "expected"),
    [
        ("where(a < 1, 2, 3)", (0.0, 0.9), (2, 2)),
        ("where(a < 1, 2, 3)", (1.0, 1.9), (3, 3)),
        ("where(a < 1, 2, 3)", (0.9, 1.1), (2, 3)),
        ("where(a < 1, 2, 3)", (0.9, 1.0), (2, 3)),
        ("where(a <= 1, 2, 3)", (0.9, 1.0), (2, 2)),
        ("where(a > 1, 2, 3)", (0.9, 1.0), (3, 3)),
        ("where(a >= 1, 2, 3)", (0.9, 1.0), (2, 3)),
        ("where(a == 1, 2, 3)", (0.9, 1.1), (2, 3)),
        ("where(a == 1, 2, 3)", (1.0, 1.0), (2, 2)),
        ("where(a != 1, 2, 3)", (1.0, 1.0), (3, 3)),
        ("where(a != 1, 2, 3)", (1.1, 1.2), (2, 2)),
    ],
)
def test_branches_stay_open_only_while_the_condition_is(
    text: str, left: tuple[float, float], expected: tuple[int, int]
) -> None:
    """A comparison of intervals picks one branch where it is settled and both where it is not."""
    algebra = reachable(3)
    found = evaluate(parse(text), {"a": between(*left)}, algebra)
    assert ends(found) == expected


@given(st.lists(st.floats(-3, 3), min_size=3, max_size=3), st.lists(st.floats(-3, 3), min_size=3, max_size=3))
def test_nothing_escapes_a_chain_of_rules(first: list[float], second: list[float]) -> None:
    """What numbers give between the ends lies between the ends of the whole calculation, poles and turns included."""
    text = parse("where(a * b < 1, sin(a / b) * abs(b), cos(a ** 2 - b) + tan(b))")
    (low, value, high), (under, other, over) = sorted(first), sorted(second)
    numbers = evaluate(text, {"a": NUMBERS.leaf([value]), "b": NUMBERS.leaf([other])}, NUMBERS)
    found = evaluate(text, {"a": between(low, high), "b": between(under, over)}, reachable(3))
    if np.isfinite(numbers[0]) and not (np.isnan(found.low[0]) or np.isnan(found.high[0])):
        slack = 1e-9 * (1 + abs(numbers[0]))
        assert found.low[0] - slack <= numbers[0] <= found.high[0] + slack


def test_error_on_one_side_leaves_the_other() -> None:
    """The hull of a value and of "the calculator shows an error" is the value."""
    assert ends(between(np.nan, np.nan).hull(between(1, 2))) == (1, 2)


@pytest.mark.parametrize(
    ("exact", "low", "high"),
    [
        (0.02, 0.02, 0.02),
        (1 / 3, 0.3333, 1 / 3),
        (2 / 3, 2 / 3, 0.6667),
        (0.01999866669333308, 0.0199986, 0.02),
        (-0.4161468365471424, -0.41615, -0.4161),
        (1234.56789, 1234.56789, 1234.568),
        (0.9999, 0.9999, 0.9999),
        (0.99996, 0.99996, 1.0),
    ],
)
def test_fine_rounding_of_an_intermediate(exact: float, low: float, high: float) -> None:
    """Off the sheet a result is exact, or rounded to at least four significant digits and at least three decimals."""
    algebra = reachable(3)
    value = algebra.leaf([exact])
    found = algebra.carry(value, value, np.array([False]))
    assert ends(found)[0] == pytest.approx(low, abs=1.01e-6 if low != exact else 0)
    assert ends(found)[1] == pytest.approx(high, abs=1.01e-6 if high != exact else 0)


@given(st.floats(-100, 100).filter(lambda value: not value or abs(value) > 1e-9), st.integers(0, 4))
def test_every_finer_rounding_is_inside(value: float, more: int) -> None:
    """However finely a person rounds an intermediate, the interval holds it (decimal arithmetic as the judge)."""
    shown = Decimal(repr(value))
    places = max(3, 3 - shown.adjusted()) if shown else 3
    rounded = float(shown.quantize(Decimal(1).scaleb(-places - more), rounding=ROUND_HALF_UP))
    algebra = reachable(3)
    leaf = algebra.leaf([value])
    found = algebra.carry(leaf, leaf, np.array([False]))
    last_bit = 1e-15 * abs(value)
    assert found.low[0] <= min(value, rounded) + last_bit
    assert found.high[0] >= max(value, rounded) - last_bit


@pytest.mark.parametrize("computed", [-0.8305, 0.8305, 0.0005, 1.0625, 8.4145])
def test_a_tie_is_the_value_written_down_either_way(computed: float) -> None:
    """Whoever wrote -0.830 or -0.831 for -0.8305 goes on with either; no binary fraction decides which."""
    algebra, there = reachable(3), np.array([True])
    for written in (round(computed - 0.0005, 4), round(computed + 0.0005, 4)):
        found = algebra.merge(there, between(written, written), between(computed, computed))
        assert ends(found) == (min(written, computed), max(written, computed))


@pytest.mark.parametrize(("computed", "written"), [(1 / 3, 0.332), (1 / 3, 0.334), (-1 / 3, -0.332)])
def test_a_neighbour_of_what_is_written_down_is_another_value(computed: float, written: float) -> None:
    """Whoever wrote one unit more or less goes on with that."""
    found = reachable(3).merge(np.array([True]), between(written, written), between(computed, computed))
    assert ends(found) == (written, written)


@pytest.mark.parametrize(
    ("low", "high", "expected"),
    [
        (0.1732, 0.1734, (0.713, 0.713)),
        (0.1732, 0.1737, (0.1732 - 0.811, 0.1737 + 0.811)),
        (-0.1737, -0.1732, (-0.1737 - 0.811, -0.1732 + 0.811)),
    ],
)
def test_exchanged_digits_of_a_range(low: float, high: float, expected: tuple[float, float]) -> None:
    """Written alike, both ends have one value; else tenths and hundredths move a number by 0.81 at most."""
    found = evaluate(parse("swap_digits(a, 3, 1)"), {"a": between(low, high)}, reachable(3))
    assert ends(found) == pytest.approx(expected)


@pytest.mark.parametrize(
    ("low", "high", "divisor", "expected"),
    [(4.5, 5.5, 4, (0.5, 1.5)), (3.5, 4.5, 4, (0, 4)), (2.25, 2.5, 1, (0.25, 0.5))],
)
def test_remainders_of_a_range(low: float, high: float, divisor: int, expected: tuple[float, float]) -> None:
    """Within one multiple the remainder grows with the value; across one it may be anything."""
    names = {"a": between(low, high), "b": between(divisor, divisor)}
    assert ends(evaluate(parse("a % b"), names, reachable(3))) == expected
