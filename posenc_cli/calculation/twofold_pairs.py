"""Exact sums and products, and the four operations on unevaluated sums of two float64.

A pair `(high, low)` stands for the number `high + low` with `|low| <= ulp(high) / 2`: about 32 decimal digits. The
functions here work on whole numpy arrays and neither silence warnings nor care for infinities;
:class:`posenc_cli.calculation.twofold.Twofold` does both.

Sources: Dekker, "A floating-point technique for extending the available precision" (1971); Joldes, Muller, Popescu,
"Tight and rigorous error bounds for basic building blocks of double-word arithmetic" (2017).
"""

from __future__ import annotations

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

FloatArray: TypeAlias = npt.NDArray[np.float64]
Pair: TypeAlias = tuple[FloatArray, FloatArray]

_HALF_OF_LOWER_BITS = np.int64(1 << 26)
_UPPER_BITS = np.int64(-(1 << 27))


def two_sum(a: FloatArray, b: FloatArray) -> Pair:
    """Return the rounded sum of `a` and `b` and its exact rounding error."""
    total = a + b
    b_part = total - a
    return total, (a - (total - b_part)) + (b - b_part)


def ordered_two_sum(a: FloatArray, b: FloatArray) -> Pair:
    """Return what :func:`two_sum` does, in fewer operations; needs `|a| >= |b|` or `a == 0`."""
    total = a + b
    return total, b - (total - a)


def split(a: FloatArray) -> Pair:
    """Return two halves of at most 26 bits each, so that products of halves are exact.

    Rounds the bit pattern where Veltkamp multiplies by 2^27 + 1: the same halves, but nothing overflows.
    """
    upper = ((a.view(np.int64) + _HALF_OF_LOWER_BITS) & _UPPER_BITS).view(np.float64)
    return upper, a - upper


def two_product(a: FloatArray, b: FloatArray) -> Pair:
    """Return the rounded product of `a` and `b` and its exact rounding error (barring underflow)."""
    product = a * b
    a_upper, a_lower = split(a)
    b_upper, b_lower = split(b)
    error = ((a_upper * b_upper - product) + a_upper * b_lower + a_lower * b_upper) + a_lower * b_lower
    return product, error


def add(a: Pair, b: Pair) -> Pair:
    """Return `a + b` with a relative error below 2^-104, also where the high parts cancel."""
    high, low = two_sum(a[0], b[0])
    low_high, low_low = two_sum(a[1], b[1])
    high, low = ordered_two_sum(high, low + low_high)
    return ordered_two_sum(high, low + low_low)


def add_smaller(a: Pair, b: Pair) -> Pair:
    """Return `a + b` where `|b|` is well below `|a|`, as in every step of a series."""
    high, low = ordered_two_sum(a[0], b[0])
    return ordered_two_sum(high, low + (a[1] + b[1]))


def negative(a: Pair) -> Pair:
    """Return `-a`, exact."""
    return -a[0], -a[1]


def multiply(a: Pair, b: Pair) -> Pair:
    """Return `a * b` with a relative error below 2^-103."""
    high, low = two_product(a[0], b[0])
    return ordered_two_sum(high, low + (a[0] * b[1] + a[1] * b[0]))


def divide(a: Pair, b: Pair) -> Pair:
    """Return `a / b` with a relative error below 2^-102: one quotient digit, and one from its exact remainder."""
    quotient = a[0] / b[0]
    high, low = two_product(quotient, b[0])
    remainder = (a[0] - high) - low + (a[1] - quotient * b[1])
    return ordered_two_sum(quotient, remainder / b[0])


def square_root(a: Pair) -> Pair:
    """Return the square root of `a`: float64's root and one step of Heron's method."""
    root = np.sqrt(a[0])
    high, low = two_product(root, root)
    remainder = (a[0] - high) - low + a[1]
    return ordered_two_sum(root, np.where(root > 0, remainder / (2 * root), 0.0))


def select(condition: npt.NDArray[np.bool_], a: Pair, b: Pair) -> Pair:
    """Return `a` where `condition` holds and `b` elsewhere."""
    return np.where(condition, a[0], b[0]), np.where(condition, a[1], b[1])
