"""Readings for scores: products of rows, sums that leave no axis, rows and columns exchanged, fewer binary digits."""

from __future__ import annotations

import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import intervals, proof, words
from posenc_cli.calculation import twofold_functions as pairs
from posenc_cli.calculation.twofold import Twofold

if TYPE_CHECKING:
    from collections.abc import Callable

    Reading = Callable[..., Any]

#: Binary digits that a number keeps: the leading one and those that are stored.
BFLOAT16, FLOAT32 = 8, 24


def _parts(value: Any, select: Reading) -> Any:  # noqa: ANN401
    """The same part of both arrays of an interval or a pair, or of the one array of anything else."""
    match value:
        case intervals.Interval():
            return intervals.Interval(select(value.low), select(value.high))
        case Twofold():
            return Twofold(select(value.high), select(value.low))
    return select(value)


def dots(left: Any, right: Any) -> Any:  # noqa: ANN401
    """Every row of the left (…, query, column) times every row of the right (…, key, column): (…, query, key).

    Column by column, so that the sum is the same on every machine and needs no more room than its result.
    """
    (*_, width), (*_, rows, other) = _shape(left), _shape(right)
    if width != other:
        raise ValueError(f"{width} and {other} columns")
    found = _parts(left, lambda cells: np.zeros((*cells.shape[:-1], rows), cells.dtype))
    for column in range(width):
        term = _parts(left, lambda cells, c=column: cells[..., :, c, None]) * _parts(
            right, lambda cells, c=column: cells[..., None, :, c]
        )
        found = term if column == 0 else found + term
    return found


def _shape(value: Any) -> tuple[int, ...]:  # noqa: ANN401
    found: tuple[int, ...] = (value.low if isinstance(value, intervals.Interval) else value).shape
    return found


def dots_in_words(left: Any, right: Any) -> Any:  # noqa: ANN401
    """The terms of every product of two rows."""
    multiply = words.binary("·", words.PRODUCT, operator.mul)
    return words.total(multiply(left[..., :, None, :], right[..., None, :, :]))[..., 0]


def summed(value: Any) -> Any:  # noqa: ANN401
    """Sum along the columns; the axis goes."""
    return np.sum(value, axis=-1)


def summed_between(value: intervals.Interval) -> intervals.Interval:
    """The same for both ends."""
    return intervals.Interval(summed(value.low), summed(value.high))


def summed_in_words(value: Any) -> Any:  # noqa: ANN401
    """The terms of the sum."""
    return words.total(value)[..., 0]


def transposed(value: Any) -> Any:  # noqa: ANN401
    """Rows and columns exchanged, whatever holds them."""
    return _parts(value, lambda cells: np.swapaxes(cells, -1, -2))


def shortened(bits: int) -> Reading:
    """Float64 arrays rounded to so many binary digits, ties to even; exponents keep the range of float64."""

    def compute(value: Any) -> Any:  # noqa: ANN401
        mantissa, exponent = np.frexp(value)
        return np.ldexp(np.rint(np.ldexp(mantissa, bits)), exponent - bits)

    return compute


def shortened_pair(bits: int) -> Reading:
    """The same for pairs: what float64 left over decides a tie."""

    def compute(value: Twofold) -> Twofold:
        mantissa, exponent = np.frexp(value.high)
        scaled = np.ldexp(mantissa, bits)
        tie = np.abs(scaled - np.trunc(scaled)) == 0.5
        nearest = np.where(tie & (value.low > 0), np.ceil(scaled), np.rint(scaled))
        nearest = np.where(tie & (value.low < 0), np.floor(scaled), nearest)
        return Twofold.of(np.ldexp(nearest, exponent - bits))

    return compute


def shortened_proof(bits: int) -> Reading:
    """The same for 50-digit numbers."""

    def one(value: Any) -> Any:  # noqa: ANN401
        with proof.context().workprec(bits):
            return +value

    return proof.each(one, 1)


def summed_pair(value: Twofold) -> Twofold:
    """Sum of pairs along the columns; the axis goes."""
    return pairs.total(value)
