"""exp, log, power, sin and cos on pairs of float64.

All work alike: take a table value at the nearest 256th of a doubling (of a turn), and a short series for the rest.
The tables are computed with `decimal` at first use, so that no long lists of digits have to be trusted.

Arrays run through in blocks that stay in the processor's cache; this is much faster than whole tables.
"""

from __future__ import annotations

import math
from decimal import Decimal, localcontext
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
import numpy.typing as npt

from posenc_cli.calculation.twofold_pairs import (
    FloatArray,
    Pair,
    add,
    add_smaller,
    divide,
    multiply,
    negative,
    select,
    two_product,
    two_sum,
)

if TYPE_CHECKING:
    from collections.abc import Callable

PI = Decimal("3.14159265358979323846264338327950288419716939937510582097494459230781640628620899")
STEPS = 256
LARGEST_REDUCED_ANGLE = 2.0**46
"""Beyond it the number of table steps is no longer an exact float64."""
LARGEST_SQUARED_POWER = 1024
_DIGITS = 75
_BLOCK = 8192

Step: TypeAlias = tuple[FloatArray, FloatArray, FloatArray]


def exact_parts(value: Decimal, parts: int) -> list[float]:
    """Return floats that sum up to `value`, each the nearest to what the ones before it leave."""
    floats: list[float] = []
    with localcontext(prec=_DIGITS):
        for _ in range(parts):
            nearest = float(value)
            floats.append(nearest)
            value = value - Decimal(nearest) if math.isfinite(nearest) else Decimal(0)
    return floats


def _pair(value: Decimal) -> Pair:
    high, low = exact_parts(value, 2)
    return np.asarray(high), np.asarray(low)


def _table(values: list[Decimal]) -> Pair:
    parts = np.array([exact_parts(value, 2) for value in values])
    return parts[:, 0].copy(), parts[:, 1].copy()


def _step(value: Decimal) -> Step:
    first, second, third = (np.asarray(part) for part in exact_parts(value, 3))
    return first, second, third


@cache
def _inverse_factorial(n: int) -> Pair:
    with localcontext(prec=_DIGITS):
        return _pair(1 / Decimal(math.factorial(n)))


@cache
def _doubling() -> tuple[Step, Pair, Pair]:
    """Return ln 2 / 256, ln 2, and the table of 2^(j/256)."""
    with localcontext(prec=_DIGITS):
        logarithm = Decimal(2).ln()
        ratio = Decimal(2) ** (1 / Decimal(STEPS))
        values = [Decimal(1)]
        for _ in range(STEPS - 1):
            values.append(values[-1] * ratio)
        return _step(logarithm / STEPS), _pair(logarithm), _table(values)


@cache
def _turn() -> tuple[Step, Pair, Pair]:
    """Return 2 pi / 256 and the tables of sin and cos of its multiples."""
    with localcontext(prec=_DIGITS):
        step = 2 * PI / STEPS
        terms = [step**n / math.factorial(n) for n in range(40)]
        sin_step = sum(terms[1::4], Decimal(0)) - sum(terms[3::4], Decimal(0))
        cos_step = sum(terms[0::4], Decimal(0)) - sum(terms[2::4], Decimal(0))
        sines, cosines = [Decimal(0)], [Decimal(1)]
        for _ in range(STEPS - 1):
            sine, cosine = sines[-1], cosines[-1]
            sines.append(sine * cos_step + cosine * sin_step)
            cosines.append(cosine * cos_step - sine * sin_step)
        # The zeros must be zero: a rest of 1e-73 would be all that is left of sin near a multiple of pi.
        grain = Decimal("1e-60")
        return (
            _step(step),
            _table([value.quantize(grain) for value in sines]),
            _table([value.quantize(grain) for value in cosines]),
        )


def _blockwise(kernel: Callable[..., Pair], *arguments: Pair) -> Pair:
    shape = np.broadcast_shapes(*(high.shape for high, _ in arguments))
    flat = [np.broadcast_to(part, shape).ravel() for pair in arguments for part in pair]
    high, low = np.empty(math.prod(shape)), np.empty(math.prod(shape))
    for start in range(0, high.size, _BLOCK):
        here = slice(start, start + _BLOCK)
        pairs = [(flat[n][here], flat[n + 1][here]) for n in range(0, len(flat), 2)]
        high[here], low[here] = kernel(*pairs)
    return high.reshape(shape), low.reshape(shape)


def _reduce(a: Pair, step: Step) -> tuple[npt.NDArray[np.int64], Pair]:
    """Return the nearest whole number of steps in `a`, and the rest.

    `a[0] - product` is exact (both are near), so the rest is good to 2^-150 of `a`, also next to a multiple of pi.
    """
    count = np.rint(a[0] / step[0])
    product, product_error = two_product(count, step[0])
    second, second_error = two_product(count, step[1])
    left, left_error = two_sum(a[0] - product, -product_error)
    right, right_error = two_sum(a[1], -second)
    high, low = two_sum(left, right)
    rest = two_sum(high, low + (left_error + (right_error - second_error - count * step[2])))
    return count.astype(np.int64), rest


def _tail(x: FloatArray, orders: range, sign: float) -> FloatArray:
    """Return the series of `sign^m x^m / n!` over `orders` in float64, for terms too small to need a pair."""
    total = np.zeros_like(x)
    for n in reversed(orders):
        total = total * (sign * x) + _inverse_factorial(n)[0]
    return total


def _series(x: Pair, pair_orders: range, tail_orders: range, sign: float) -> Pair:
    """Return the alternating (`sign` -1) or plain series by Horner's rule, its first orders in pairs."""
    total: Pair = (_tail(x[0], tail_orders, sign), np.zeros_like(x[0]))
    signed = x if sign > 0 else negative(x)
    for n in reversed(pair_orders):
        total = add_smaller(_inverse_factorial(n), multiply(signed, total))
    return total


def _exp_parts(a: Pair) -> tuple[npt.NDArray[np.int64], Pair]:
    """Return the steps in `a` and exp(rest) - 1."""
    count, rest = _reduce(a, _doubling()[0])
    factor = _series(rest, range(1, 5), range(5, 11), sign=1.0)
    return count, multiply(rest, factor)


def _scaled_power_of_two(count: npt.NDArray[np.int64], excess: Pair) -> Pair:
    """Return 2^(count / 256) (1 + excess)."""
    high_table, low_table = _doubling()[2]
    remainder = count & (STEPS - 1)
    entry = high_table[remainder], low_table[remainder]
    high, low = add_smaller(entry, multiply(entry, excess))
    exponent = np.clip(count >> (STEPS.bit_length() - 1), -3000, 3000).astype(np.int32)
    return np.ldexp(high, exponent), np.ldexp(low, exponent)


def _exp(a: Pair) -> Pair:
    inside = np.abs(a[0]) < 750
    return select(inside, _scaled_power_of_two(*_exp_parts(a)), (np.exp(a[0]), np.zeros_like(a[0])))


def _log(a: Pair) -> Pair:
    """Correct float64's logarithm by one step: log x = y + log(1 + e) with e = x exp(-y) - 1.

    Near 1 that difference is taken as (x - 1) exp(-y) + (exp(-y) - 1), which keeps all digits of a small logarithm.
    """
    mantissa, exponent = np.frexp(a[0])
    exponent -= mantissa < math.sqrt(0.5)
    x = np.ldexp(a[0], -exponent), np.ldexp(a[1], -exponent)
    start: Pair = (np.log(x[0]), np.zeros_like(x[0]))
    count, excess = _exp_parts(negative(start))
    minus_one: Pair = (np.asarray(-1.0), np.asarray(0.0))
    inverse = _scaled_power_of_two(count, excess)
    inverse_excess = select(count == 0, excess, add(inverse, minus_one))
    e = add(multiply(add(x, minus_one), inverse), inverse_excess)
    small = add(start, (e[0], e[1] - e[0] * e[0] / 2))
    doublings: Pair = (exponent.astype(np.float64), np.zeros_like(x[0]))
    result = add(multiply(doublings, _doubling()[1]), small)
    ordinary = (a[0] > 0) & np.isfinite(a[0])
    return select(ordinary, result, (np.log(a[0]), np.zeros_like(a[0])))


def _whole_power(base: Pair, exponent: FloatArray) -> Pair:
    """Return `base ** exponent` by squaring: exact as long as the result fits into a pair."""
    bits = np.abs(exponent).astype(np.int64)
    result: Pair = (np.ones_like(base[0]), np.zeros_like(base[0]))
    square = base
    for place in range(int(bits.max(initial=0)).bit_length()):
        result = select((bits >> place) & 1 == 1, multiply(result, square), result)
        square = multiply(square, square)
    one: Pair = (np.ones_like(base[0]), np.zeros_like(base[0]))
    return select(exponent < 0, divide(one, result), result)


def _power(base: Pair, exponent: Pair) -> Pair:
    plain = np.power(base[0], exponent[0])  # settles signs, zeros, infinities and what is not a number
    plain = np.where((base[0] < 0) & (exponent[1] != np.floor(exponent[1])), np.nan, plain)
    whole = (np.floor(exponent[0]) == exponent[0]) & (exponent[1] == 0)
    whole &= np.abs(exponent[0]) <= LARGEST_SQUARED_POWER
    result: Pair = (plain, np.zeros_like(plain))
    if not whole.all():
        magnitude = select(base[0] < 0, negative(base), base)
        high, low = _exp(multiply(exponent, _log(magnitude)))
        result = np.copysign(high, plain), np.where(plain < 0, -low, low)
    if whole.any():
        result = select(whole, _whole_power(base, np.where(whole, exponent[0], 0.0)), result)
    settled = ~np.isfinite(plain) | (plain == 0) | ~np.isfinite(result[0])
    return select(settled, (plain, np.zeros_like(plain)), result)


def _sine(a: Pair, quarter_turns: int) -> Pair:
    """Return sin(a + quarter_turns pi/2)."""
    step, sines, cosines = _turn()
    count, rest = _reduce(a, step)
    index = (count + quarter_turns * (STEPS // 4)) & (STEPS - 1)
    sine, cosine = (sines[0][index], sines[1][index]), (cosines[0][index], cosines[1][index])
    square = multiply(rest, rest)
    # sin t = t - t t² (1/3! - t²/5! + ...),  cos t = 1 - t² (1/2! - t²/4! + ...)
    cubic = multiply(multiply(rest, square), _series(square, range(3, 6, 2), range(7, 15, 2), sign=-1.0))
    sine_rest = add_smaller(rest, negative(cubic))
    versine = multiply(square, _series(square, range(2, 5, 2), range(6, 15, 2), sign=-1.0))
    result = add(sine, add(multiply(cosine, sine_rest), negative(multiply(sine, versine))))
    far = ~(np.abs(a[0]) < LARGEST_REDUCED_ANGLE)
    return select(far, _far_sine(a, quarter_turns), result) if far.any() else result


def _far_sine(a: Pair, quarter_turns: int) -> Pair:
    """Leave huge angles to float64's own reduction, through the addition theorem."""
    (sin_high, sin_low), (cos_high, cos_low) = np.sin(a), np.cos(a)
    value = cos_high * cos_low - sin_high * sin_low if quarter_turns else sin_high * cos_low + cos_high * sin_low
    return value, np.zeros_like(value)


def exp(a: Pair) -> Pair:
    """Return e^a, to about 2^-100 of its value; where that is below 1e-290, float64 has no room for the low part."""
    return _blockwise(_exp, a)


def log(a: Pair) -> Pair:
    """Return the natural logarithm of `a`, to about 2^-94 of its value."""
    return _blockwise(_log, a)


def power(base: Pair, exponent: Pair) -> Pair:
    """Return `base ** exponent`: by squaring for whole exponents up to 1024, else through exp and log."""
    return _blockwise(_power, base, exponent)


def sin(a: Pair) -> Pair:
    """Return the sine of `a` (radians), to about 2^-95 of its value for `|a| < 2^46`, else to float64."""
    return _blockwise(lambda block: _sine(block, 0), a)


def cos(a: Pair) -> Pair:
    """Return the cosine of `a` (radians), to about 2^-95 of its value for `|a| < 2^46`, else to float64."""
    return _blockwise(lambda block: _sine(block, 1), a)
