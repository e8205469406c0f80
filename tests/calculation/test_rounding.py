from __future__ import annotations

from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from posenc_cli.calculation import proof, rounding
from posenc_cli.calculation.algebras import NUMBERS, PROOF
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.i18n.numbers import write_number


def school(value: float | Decimal, places: int) -> Decimal:
    """Half away from zero on the decimal value, by Python's own decimal arithmetic; never minus zero."""
    shown = value if isinstance(value, Decimal) else Decimal(repr(value))
    found = shown.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP)
    return abs(found) if found == 0 else found


TIES = [
    (0.0625, 3, 0.063),
    (-0.0625, 3, -0.063),
    (0.0005, 3, 0.001),
    (-0.0005, 3, -0.001),
    (1.0005, 3, 1.001),
    (2.675, 2, 2.68),
    (1.005, 2, 1.01),
    (0.285, 2, 0.29),
    (1.115, 2, 1.12),
    (0.5, 0, 1.0),
    (2.5, 0, 3.0),
    (-2.5, 0, -3.0),
    (0.1 + 0.2 + 0.0005 - 0.3, 3, 0.001),
    (0.3 + 0.7005, 3, 1.001),
    (0.00049, 3, 0.0),
    (0.0004999999, 3, 0.0),
    (999.9995, 3, 1000.0),
    (12345.6785, 3, 12345.679),
]


@pytest.mark.parametrize(("value", "places", "expected"), TIES)
def test_ties_go_away_from_zero(value: float, places: int, expected: float) -> None:
    """An exact tie of the decimal value goes away from zero, also where binary lies just below it."""
    assert float(rounding.round_half_away(value, places)) == expected


@given(st.floats(-1e6, 1e6), st.integers(0, 6))
def test_school_rule(value: float, places: int) -> None:
    """Every float64 rounds as its shortest decimal text does."""
    shown = Decimal(repr(value))
    distance = abs((abs(shown).scaleb(places) % 1) - Decimal("0.5"))
    exact = school(value, places)
    found = Decimal(int(rounding.ticks(value, places))).scaleb(-places)
    # Nearer to a tie than float64 can tell, the tie wins: 0.49999999999999994 was one half on the way.
    assert found == exact or (distance < Decimal("1e-7") and abs(found) > abs(exact))


@given(st.decimals(-1000, 1000, places=4, allow_nan=False), st.integers(0, 3))
def test_school_rule_on_written_decimals(value: Decimal, places: int) -> None:
    """What stands on a sheet with a few decimals rounds exactly, in float64 and in fifty digits."""
    exact = school(value, places)
    assert Decimal(int(rounding.ticks(float(value), places))).scaleb(-places) == exact
    assert float(proof.rounded(proof.number(value), places)) == float(exact)
    assert Decimal(write_number(value, places)) == exact


@given(st.floats(allow_nan=False, allow_infinity=False, min_value=-1, max_value=1), st.integers(0, 6))
def test_never_minus_zero(value: float, places: int) -> None:
    """What rounds to zero has no sign, as number and as text."""
    for found in (rounding.ticks(value, places), rounding.round_half_away(value, places)):
        assert found != 0 or not np.signbit(found)
    assert write_number(value, places).strip("0.") != "-"


def test_array_and_scalar_round_alike() -> None:
    """Broadcasting over values and decimals changes nothing."""
    found = rounding.round_half_away([[0.0625], [-2.675]], [[3, 2]])
    np.testing.assert_array_equal(found, [[0.063, 0.06], [-2.675, -2.68]])


@pytest.mark.parametrize(
    ("below", "whole", "expected"),
    [(1e-13, 0, 1), (1e-9, 0, 0), (1e-9, 10**6, 10**6 + 1), (1e-8, 10**6, 10**6), (1e-6, 10**9, 10**9)],
)
def test_how_far_below_a_tie_still_is_one(below: float, whole: int, expected: int) -> None:
    """What binary arithmetic may have lost is given back: little of a small number, more of a large one, up to 1e-7."""
    assert float(rounding.ticks(whole + 0.5 - below, 0)) == expected


@pytest.mark.parametrize("value", [np.nan, np.inf, -np.inf])
def test_no_number_stays_none(value: float) -> None:
    """NaN and infinity are not rounded into something else."""
    np.testing.assert_equal(float(rounding.ticks(value, 3)), value)


@pytest.mark.parametrize(
    ("value", "expected"),
    [(0.0, 3), (5.0, 3), (0.5, 4), (0.1, 4), (0.0999, 5), (0.01, 5), (0.02, 5), (0.001, 6), (123.0, 3), (-0.5, 4)],
)
def test_fine_decimals(value: float, expected: int) -> None:
    """The asked decimals, and one significant digit more than those: 0.02 to five decimals, 5 to three."""
    assert float(rounding.fine_decimals(value, 3)) == expected


@given(st.integers(-8, 8))
def test_fine_decimals_at_powers_of_ten(power: int) -> None:
    """A power of ten is counted by its own first digit, on both sides of one."""
    assert float(rounding.fine_decimals(float(f"1e{power}"), 3)) == max(3, 3 - power)


def finely(value: Decimal, decimals: int) -> tuple[float, float]:
    """The least and the greatest of a number and its roundings to one significant digit more than asked and to more."""
    fewest = max(decimals, decimals - value.adjusted()) if value else decimals
    ways = [value, *(school(value, places) for places in range(fewest, fewest + rounding.FINER))]
    return float(min(ways)), float(max(ways))


@given(st.lists(st.tuples(st.integers(-999_999_999, 999_999_999), st.integers(0, 28)), min_size=1), st.integers(0, 4))
@example([(12344999999, 11)], 3)
def test_the_ends_of_what_is_rounded_finely(numbers: list[tuple[int, int]], decimals: int) -> None:
    """The least and the greatest that correct work goes on with, by Python's own decimal arithmetic."""
    values = [Decimal(number).scaleb(-places) for number, places in numbers]
    low, high = rounding.finely(np.array(values, dtype=np.float64), decimals)
    expected = [finely(value, decimals) for value in values]
    np.testing.assert_allclose(np.transpose([low, high]), expected, rtol=1e-14)


def test_the_ends_of_many_and_of_tiny_numbers() -> None:
    """More numbers than are worked on together give what each of them gives, in their shape; what is tiny may go."""
    values = np.linspace(-1.5, 1.5, 10_000).reshape(100, 2, 50)
    ends = np.stack(rounding.finely(values, 3))
    one_by_one = [rounding.finely(values[number], 3) for number in range(len(values))]
    np.testing.assert_array_equal(ends, np.stack(one_by_one, axis=1))
    # Five times it is rounded up, and with one digit more down.
    assert {*rounding.finely(np.full(10_000, 0.1239999994), 3)[0]} == {0.123999999}
    np.testing.assert_array_equal(rounding.finely(np.array([1e-40, -1e-40, 0.0]), 3), [[0, -1e-40, 0], [1e-40, 0, 0]])


@given(st.decimals(-10, 10, places=5, allow_nan=False), st.integers(0, 4))
def test_proof_and_numbers_write_the_same(value: Decimal, places: int) -> None:
    """The writing rule gives the same text in float64 and in fifty digits."""
    written = [
        evaluate(parse("round(a, b)"), {"a": algebra.leaf(value), "b": algebra.leaf(places)}, algebra)
        for algebra in (NUMBERS, PROOF)
    ]
    assert float(written[0]) == float(written[1][()])


@pytest.mark.parametrize("places", [-301, 301, 10**9])
def test_proof_refuses_endless_places(places: int) -> None:
    """Nobody writes a billion decimals."""
    assert proof.context().isnan(proof.rounded(proof.number(1), places))


def test_a_binary_rule_would_be_found() -> None:
    """Python's own rounding, half to even on the binary value, fails the ties above."""
    assert sum(round(value, places) != expected for value, places, expected in TIES) > 5
