from __future__ import annotations

import operator
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation import twofold_elementary as elementary
from posenc_cli.calculation import twofold_functions as functions
from posenc_cli.calculation import twofold_pairs as pairs
from posenc_cli.calculation.twofold import Twofold

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 50
POSITIONS = (131071, 1048575, 10**7, 2**31 - 1)

moderate = st.floats(-1e6, 1e6).filter(lambda x: x == 0 or abs(x) > 1e-6)
lows = st.integers(-(2**52), 2**52).map(lambda bits: bits / 2**52)


@st.composite
def twofolds(draw: st.DrawFn, highs: st.SearchStrategy[float] = moderate) -> Twofold:
    """An array of three numbers whose low parts are used."""
    high = np.array(draw(st.lists(highs, min_size=3, max_size=3)))
    low = np.array(draw(st.lists(lows, min_size=3, max_size=3)))
    return Twofold(high, high * low * 2.0**-54)


positive = twofolds(st.floats(1e-6, 1e6))


def exact(numbers: Twofold) -> list[Any]:
    """The numbers in mpmath, with nothing lost."""
    with mpmath.workdps(DIGITS + 20):
        return [mpmath.mpf(float(h)) + mpmath.mpf(float(x)) for h, x in zip(*map(np.ravel, numbers.pair), strict=True)]


def assert_near(got: Twofold, wanted: list[Any], *, bits: int, scale: list[Any] | None = None) -> None:
    """Relative to the wanted values, or to `scale`, the error is below 2^-bits."""
    with mpmath.workdps(DIGITS):
        for value, true, size in zip(exact(got), wanted, scale or wanted, strict=True):
            assert abs(value - true) <= abs(size) * mpmath.mpf(2) ** -bits, (value, true)


def true_values(name: str, numbers: Twofold) -> list[Any]:
    """What mpmath says with 50 digits."""
    with mpmath.workdps(DIGITS):
        return [getattr(mpmath, name)(value) for value in exact(numbers)]


finite = st.floats(-1e150, 1e150).filter(lambda x: x == 0 or abs(x) > 1e-130)


@given(finite, finite)
def test_sum_and_product_lose_nothing(a: float, b: float) -> None:
    """The rounded result and its error are together the exact one."""
    x, y = np.asarray(a), np.asarray(b)
    total, total_error = map(float, pairs.two_sum(x, y))
    product, product_error = map(float, pairs.two_product(x, y))
    assert Fraction(total) + Fraction(total_error) == Fraction(a) + Fraction(b)
    assert Fraction(product) + Fraction(product_error) == Fraction(a) * Fraction(b)
    assert (total, product) == (a + b, a * b)


@pytest.mark.parametrize(
    ("operation", "bits"), [(operator.add, 104), (operator.sub, 104), (operator.mul, 103), (operator.truediv, 102)]
)
@given(a=twofolds(), b=twofolds())
def test_operations_agree_with_50_digits(
    operation: Callable[[Any, Any], Any], bits: int, a: Twofold, b: Twofold
) -> None:
    """Every operation is good to about 31 digits, also where a difference cancels."""
    if operation is operator.truediv:
        b = functions.where(b == 0, 1, b)
    with mpmath.workdps(DIGITS):
        wanted = [operation(x, y) for x, y in zip(exact(a), exact(b), strict=True)]
    assert_near(operation(a, b), wanted, bits=bits)


@pytest.mark.parametrize(
    ("name", "bits", "numbers"),
    [
        ("sin", 95, twofolds()),
        ("cos", 95, twofolds()),
        ("tan", 94, twofolds()),
        ("exp", 99, twofolds(st.floats(-600, 600))),
        ("exp", 102, twofolds(st.floats(-1e-3, 1e-3))),
        ("log", 94, positive),
        ("log", 94, twofolds(st.floats(1e-250, 1e250))),
        ("log", 94, twofolds(st.floats(0.99, 1.01))),
        ("sqrt", 103, positive),
        ("asin", 96, twofolds(st.floats(-1, 1).filter(lambda x: x == 0 or 1e-6 < abs(x) < 1))),
        ("acos", 96, twofolds(st.floats(-1, 1).filter(lambda x: x == 0 or 1e-6 < abs(x) < 1))),
    ],
)
@given(data=st.data())
def test_functions_agree_with_50_digits(
    name: str, bits: int, numbers: st.SearchStrategy[Twofold], data: st.DataObject
) -> None:
    """Every function keeps at least 28 digits, relative to its value."""
    x = data.draw(numbers)
    function = getattr(functions, {"asin": "arcsin", "acos": "arccos"}.get(name, name))
    assert_near(function(x), true_values(name, x), bits=bits)


@given(positive, twofolds(st.floats(-20, 20)))
def test_powers_agree_with_50_digits(base: Twofold, exponent: Twofold) -> None:
    """A power with any exponent is good to about 29 digits."""
    with mpmath.workdps(DIGITS):
        wanted = [x**y for x, y in zip(exact(base), exact(exponent), strict=True)]
    assert_near(base**exponent, wanted, bits=92)


@pytest.mark.parametrize(("base", "largest"), [(2, 1000), (3, 66), (10, 45), (-7, 37)])
def test_whole_powers_are_exact(base: int, largest: int) -> None:
    """A whole power that fits into two float64 is the whole number itself."""
    powers = Twofold.of(base) ** np.arange(largest + 1)
    for exponent, (high, low) in enumerate(zip(*powers.pair, strict=True)):
        assert int(high) + int(low) == base**exponent


def test_negative_whole_powers_are_nearest() -> None:
    """10^-3 is the same number as the text 0.001."""
    assert_near(Twofold.of(10) ** -3, [mpmath.mpf(Fraction(1, 1000))], bits=50)
    assert bool(abs(Twofold.of(10) ** -3 - Twofold.of("0.001")) < Twofold.of("1e-34"))


def encodings(base: float, width: int) -> tuple[Twofold, list[list[Any]]]:
    """The angles of a table as an expression computes them, and as 50 digits have them: [position][pair]."""
    angle = Twofold.of(np.array(POSITIONS)[:, None]) / Twofold.of(base) ** (
        2 * Twofold.of(np.arange(width // 2)) / width
    )
    with mpmath.workdps(DIGITS):
        divisors = [mpmath.mpf(base) ** (mpmath.mpf(2 * i) / width) for i in range(width // 2)]
        return angle, [[pos / divisor for divisor in divisors] for pos in POSITIONS]


@pytest.mark.parametrize("base", [1e4, 5e5, 1e6])
@pytest.mark.parametrize("width", [4, 64, 128, 512, 768])
def test_encodings_of_far_positions_are_right_to_the_last_digit(base: float, width: int) -> None:
    """In every column, also next to a zero of the sine, the float64 is the one nearest to the true value."""
    angle, true_angles = encodings(base, width)
    for function, reference in ((functions.sin, mpmath.sin), (functions.cos, mpmath.cos)):
        with mpmath.workdps(DIGITS):
            wanted = [[float(reference(x)) for x in row] for row in true_angles]
        assert function(angle).to_float64().tolist() == wanted


def test_float64_alone_would_not_do() -> None:
    """The test above can fail: plain float64 is off by millions of units in the last place."""
    _, true_angles = encodings(1e4, 512)
    with mpmath.workdps(DIGITS):
        wanted = np.array([[float(mpmath.sin(x)) for x in row] for row in true_angles])
    plain = np.sin(np.array(POSITIONS)[:, None] / 1e4 ** (2 * np.arange(256) / 512))
    assert np.max(np.abs(plain - wanted) / np.spacing(np.abs(wanted))) > 1e6


@pytest.mark.parametrize("angle", [355.0, 5419351.0, 411557987.0, 245850922.0, 6381956970095103.0 / 2**20, 2.0**31])
def test_angles_next_to_a_multiple_of_pi_keep_their_digits(angle: float) -> None:
    """Where nearly everything cancels, what is left is still good to 28 digits."""
    x = Twofold.of(angle)
    assert_near(functions.sin(x), true_values("sin", x), bits=94)
    assert_near(functions.cos(x), true_values("cos", x), bits=94)


def test_every_step_of_a_turn_is_looked_up_rightly() -> None:
    """All 256 table values of a turn, and a little beside each."""
    x = Twofold.of(np.arange(256) * (np.pi / 128) + 1e-3)
    assert_near(functions.sin(x), true_values("sin", x), bits=90)
    assert_near(functions.cos(x), true_values("cos", x), bits=90)


@given(twofolds(st.floats(2.0**46, 1e300)))
def test_huge_angles_are_left_to_float64(x: Twofold) -> None:
    """Beyond 2^46 the result is as good as float64's."""
    with mpmath.workdps(700):
        true = [mpmath.sin(mpmath.mpf(float(h)) + mpmath.mpf(float(low))) for h, low in zip(*x.pair, strict=True)]
    assert np.allclose(functions.sin(x).to_float64(), [float(value) for value in true], rtol=0, atol=4e-16)


def test_tables_hold_what_mpmath_says() -> None:
    """The tables that sine and exponential start from are good to 32 digits, and zero is zero."""
    _, sines, cosines = elementary._turn()
    _, logarithm, doublings = elementary._doubling()
    with mpmath.workdps(DIGITS):
        angles = [2 * mpmath.pi * j / 256 for j in range(256)]
        assert_near(Twofold(*doublings), [mpmath.mpf(2) ** (mpmath.mpf(j) / 256) for j in range(256)], bits=105)
        assert_near(Twofold(*logarithm), [mpmath.log(2)], bits=105)
        for table, reference in ((sines, mpmath.sin), (cosines, mpmath.cos)):
            wanted = [reference(x) if abs(reference(x)) > 1e-40 else mpmath.mpf(0) for x in angles]
            assert_near(Twofold(*table), wanted, bits=105)
        assert_near(functions.PI, [mpmath.pi], bits=105)
        for n in range(1, 16):
            assert_near(Twofold(*elementary._inverse_factorial(n)), [1 / mpmath.factorial(n)], bits=105)


@given(twofolds(st.floats(-1e9, 1e9)))
def test_squares_of_sine_and_cosine_add_up_to_one(x: Twofold) -> None:
    """sin² + cos² = 1, to 29 digits."""
    assert_near(functions.sin(x) ** 2 + functions.cos(x) ** 2, [1, 1, 1], bits=97)


@given(positive)
def test_exponential_undoes_the_logarithm(x: Twofold) -> None:
    """exp(log x) = x, to 28 digits."""
    assert_near(functions.exp(functions.log(x)), exact(x), bits=95)


@given(twofolds(), twofolds())
def test_subtraction_undoes_addition(a: Twofold, b: Twofold) -> None:
    """(a + b) - b = a, to 31 digits of the larger number, and exactly for float64."""
    size = [max(abs(x), abs(y)) for x, y in zip(exact(a), exact(b), strict=True)]
    assert_near((a + b) - b, exact(a), bits=103, scale=size)
    plain = Twofold.of(a.high)
    assert ((plain + b.high) - b.high == plain).all()


whole_numbers = st.integers(-(2**53), 2**53)


@given(whole_numbers, whole_numbers.filter(bool))
def test_floored_division_is_that_of_python(a: int, b: int) -> None:
    """Quotient and remainder of whole numbers are exact, with Python's signs."""
    quotient, remainder = divmod(Twofold.of(a), Twofold.of(b))
    assert (int(quotient.high), int(remainder.high)) == divmod(a, b)
    assert ((Twofold.of(a) // b == quotient) & (Twofold.of(a) % b == remainder)).all()


@given(twofolds(), twofolds())
def test_remainder_lies_between_zero_and_the_divisor(a: Twofold, b: Twofold) -> None:
    """0 <= a mod b <= b, and the quotient is whole; a remainder of b is one that was too near to tell."""
    b = functions.where(b == 0, 1, abs(b))
    quotient, remainder = divmod(a, b)
    assert ((remainder >= 0) & (remainder <= b) & (quotient == functions.floor(quotient))).all()


@pytest.mark.parametrize("divisor", ["3", "-3", "0.1", "-0.1"])
def test_quotient_at_a_whole_number_is_put_right(divisor: str) -> None:
    """A number next to a multiple of the divisor goes to the side where it is."""
    step = Twofold.of(divisor)
    tiny = Twofold.of("1e-28") * functions.where(step > 0, 1, -1)
    multiples = np.arange(1, 50)
    assert ((multiples * step + tiny) // step == multiples).all()
    assert ((multiples * step - tiny) // step == multiples - 1).all()


def test_what_is_left_where_the_upper_parts_cancel_is_exact() -> None:
    """Of 1 + 2^-60 and -1 + 2^-120 both lower parts."""
    found = Twofold(np.array(1.0), np.array(2.0**-60)) + Twofold(np.array(-1.0), np.array(2.0**-120))
    assert (float(found.high), float(found.low)) == (2.0**-60, 2.0**-120)


def test_quotient_that_the_division_made_too_small_is_put_right() -> None:
    """A number just above 250 times the divisor, whose quotient is rounded to just below 250."""
    number = Twofold(np.asarray(613.1103555689137), np.asarray(2.0866689388367482e-14))
    divisor = Twofold(np.asarray(2.452441422275655), np.asarray(-1.3324877685336063e-16))
    assert 250 * exact(divisor)[0] <= exact(number)[0]
    assert (number // divisor == 250).all()
    assert (number / divisor < 250).all()
    assert (number % divisor < 1e-15).all()


def test_numbers_beside_whole_ones_keep_every_digit_of_a_remainder() -> None:
    """Whole numbers alone are divided as float64 does it; 3 - 1e-20 it cannot hold."""
    quotient, remainder = divmod(Twofold.of(np.array([7.0, -1e-20])), 3)
    assert quotient.high.tolist() == [2, -1]
    assert (remainder == Twofold(np.array([1.0, 3.0]), np.array([0.0, -1e-20]))).all()


@given(twofolds(), twofolds())
def test_comparisons_see_the_low_part(a: Twofold, b: Twofold) -> None:
    """Comparisons are those of the exact numbers, also where the float64 parts are equal."""
    for x, y in ((a, b), (a, Twofold(a.high, b.low)), (a, a)):
        for compare in (operator.lt, operator.le, operator.eq, operator.ne, operator.gt, operator.ge):
            wanted = [compare(p, q) for p, q in zip(exact(x), exact(y), strict=True)]
            assert compare(x, y).tolist() == wanted
