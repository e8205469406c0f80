from __future__ import annotations

import decimal
import operator
import time
from decimal import Decimal
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation import twofold_functions as functions
from posenc_cli.calculation.twofold import Twofold


def test_values_enter_without_loss() -> None:
    """Whole numbers of 64 bits and more, decimals and their texts keep 32 digits."""
    assert [int(part) for part in Twofold.of(2**63 + 1).pair] == [2**63, 1]
    assert [int(part) for part in Twofold.of(np.array(2**63 + 1, dtype=np.uint64)).pair] == [2**63, 1]
    assert [int(part) for part in Twofold.of(np.array(1 - 2**62)).pair] == [-(2**62), 1]
    text = "0.1234567890123456789012345678901"
    for value in (text, Decimal(text)):
        assert abs(sum(map(Fraction, map(float, Twofold.of(value).pair))) - Fraction(text)) < Fraction(1, 10**32)
    assert Twofold.of(True).high == 1
    assert Twofold.of("1e400").high == Twofold.of(10**400).high == np.inf


def test_parts_are_put_in_order() -> None:
    """The lower part is small beside the upper one and as many numbers; of what is not finite there is none."""
    several = Twofold(np.array([1.0, 2.0]), np.array(2.0**-60))
    assert (several.high.tolist(), several.low.tolist()) == ([1, 2], [2.0**-60] * 2)
    large = Twofold(np.array([1.0, 1.0]), np.array([0.75, 2.0**-60]))
    assert (large.high.tolist(), large.low.tolist()) == ([1.75, 1], [0, 2.0**-60])
    strange = Twofold(np.array([1.0, np.inf, -np.inf]), np.array([np.nan, 0.5, np.inf]))
    assert (strange.high.tolist(), strange.low.tolist()) == ([1, np.inf, -np.inf], [0, 0, 0])


@pytest.mark.parametrize("shape", [(), (3,), (3, 1), (0, 2)])
def test_arrays_of_objects_keep_every_digit(shape: tuple[int, ...]) -> None:
    """An array of decimals is read cell by cell."""
    cells = np.full(shape, Decimal("0.1"), dtype=object)
    assert Twofold.of(cells).shape == shape
    assert (Twofold.of(cells) == "0.1").all()


@pytest.mark.parametrize("value", [np.array(["1"]), np.array([1j]), np.array([None]), None, 1j])
def test_other_things_are_refused(value: Any) -> None:  # noqa: ANN401
    """Only real numbers become Twofold."""
    with pytest.raises(TypeError, match=r"numbers? (is|are) needed"):
        Twofold.of(value)


def test_text_that_is_no_number_is_refused() -> None:
    """A word is no number."""
    with pytest.raises(decimal.InvalidOperation):
        Twofold.of("katze")


SPECIAL = np.array([np.nan, np.inf, -np.inf, 0.0, -1.0, 2.5, 5e-324, 1e308, np.finfo(float).max])


@pytest.mark.parametrize("name", ["sin", "cos", "tan", "arcsin", "arccos", "exp", "log", "sqrt", "absolute", "floor"])
def test_functions_treat_special_values_as_float64_does(name: str) -> None:
    """Infinities and what is not a number pass through every function, silently."""
    with np.errstate(all="ignore"):
        wanted = getattr(np, name)(SPECIAL)
    assert np.allclose(getattr(functions, name)(SPECIAL).high, wanted, rtol=1e-15, atol=0, equal_nan=True)


@pytest.mark.parametrize(
    "symbol", ["add", "sub", "mul", "truediv", "floordiv", "pow", "lt", "le", "eq", "ne", "gt", "ge"]
)
def test_operations_treat_special_values_as_float64_does(symbol: str) -> None:
    """Infinities and what is not a number pass through every operation, silently."""
    operation = getattr(operator, symbol)
    with np.errstate(all="ignore"):
        wanted = operation(SPECIAL[:, None], SPECIAL)
    got = operation(Twofold.of(SPECIAL[:, None]), Twofold.of(SPECIAL))
    assert np.allclose(getattr(got, "high", got), wanted, rtol=3e-16, atol=0, equal_nan=True)


@pytest.mark.parametrize("y", [0.0, 2.0, np.inf, -np.inf, np.nan])
@pytest.mark.parametrize("x", [0.0, 3.0, np.inf, -np.inf])
def test_angles_of_no_ordinary_point_are_those_of_float64(y: float, x: float) -> None:
    """The origin, and points that are infinitely far."""
    np.testing.assert_allclose(functions.arctan2(y, x).high, np.arctan2(y, x), rtol=1e-15, atol=0)


def test_remainder_by_infinity_is_the_number_itself() -> None:
    """Dividing by infinity has a remainder, as in float64."""
    remainder = Twofold.of(np.array([5.0, -5.0, np.inf])) % np.inf
    assert np.array_equal(remainder.high, [5.0, np.inf, np.nan], equal_nan=True)


def test_plain_numbers_and_arrays_stand_on_either_side() -> None:
    """Numbers, decimals and numpy arrays mix with Twofold in both orders."""
    two = Twofold.of(2)
    results = [
        5 - two,
        5 + two,
        5 * two,
        5 / two,
        5 // two,
        5 % two,
        5**two,
        +two,
        np.float64(5) - two,
        Decimal(5) - two,
    ]
    assert [float(result.high) for result in results] == [3, 7, 10, 2.5, 2, 1, 25, 2, 3, 3]
    assert (np.arange(3) * two).high.tolist() == [0, 2, 4]
    assert (np.arange(3) < two).tolist() == [True, True, False]
    assert two != None  # noqa: E711


def test_where_take_and_total_work_along_the_last_axis() -> None:
    """Choosing, picking and adding keep both parts."""
    third = Twofold.of(1) / 3
    table = Twofold.of(np.arange(6).reshape(2, 3)) + third
    picked = functions.take(table, np.array([2, 0]))
    assert (picked - third).high.tolist() == [[2, 0], [5, 3]]
    assert (functions.total(table) - 1).high.tolist() == [3, 12]
    assert functions.total(table, keepdims=True).shape == (2, 1)
    deep = np.arange(30.0).reshape(2, 3, 5)
    assert functions.total(deep).high.tolist() == deep.sum(axis=-1).tolist()
    assert functions.total(np.zeros((2, 0))).high.tolist() == [0, 0]
    assert functions.total(np.zeros((2, 3, 0))).shape == (2, 3)
    assert (functions.where(table < 2, table, third) - third).high.tolist() == [[0, 1, 0], [0, 0, 0]]
    assert (table[1, 0] == 3 + third).all()
    assert (functions.take(deep + third, np.array([4, 1])) - third).high.tolist() == deep[..., [4, 1]].tolist()


def test_sum_of_numbers_that_cancel_is_exact() -> None:
    """What float64 loses beside a huge number is still there."""
    assert float(functions.total(np.array([1e16, 1.0, -1e16, 1.0])).high) == 2


def test_broadcasts_and_long_arrays() -> None:
    """Results do not depend on where a block ends, nor on the shape."""
    base, exponent = Twofold.of(np.array([[2.0], [3.0]])), Twofold.of(np.linspace(0.1, 9, 10000))
    table = base**exponent
    assert table.shape == (2, 10000)
    for column in (0, 4095, 8191, 8192, 9999):
        assert (table[1, column] == Twofold.of(3) ** exponent[column]).all()


def test_copies_are_independent() -> None:
    """Writing into what `to_float64` returns leaves the number alone."""
    x = Twofold.of(np.ones(2))
    x.to_float64()[:] = 7
    assert (x == 1).all()


def test_a_large_table_takes_no_second_per_function() -> None:
    """1000 positions by 512 columns are computed as whole arrays (a loop over cells would take minutes)."""
    angle = Twofold.of(np.arange(1000)[:, None]) / Twofold.of(1e4) ** (Twofold.of(np.arange(512)) / 512)
    start = time.process_time()
    functions.sin(angle)
    assert time.process_time() - start < 1
