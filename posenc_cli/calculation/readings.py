"""Readings that no operator or library function gives: picking cells, sums along an axis, digits of what is written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import intervals, proof, rounding
from posenc_cli.calculation import twofold_functions as pairs
from posenc_cli.calculation.twofold import Twofold

if TYPE_CHECKING:
    from collections.abc import Callable

    Reading = Callable[..., Any]


def take(value: Any, index: Any) -> Any:  # noqa: ANN401
    """Cells of the column axis by number."""
    value = np.asarray(value)  # a single 50-digit number is no array
    index = np.atleast_1d(index).astype(np.int64)
    shape = np.broadcast_shapes(value.shape[:-1], index.shape[:-1])
    value, index = np.broadcast_to(value, (*shape, value.shape[-1])), np.broadcast_to(index, (*shape, index.shape[-1]))
    return np.take_along_axis(value, index, axis=-1)


def take_if_there(value: Any, index: Any) -> Any:  # noqa: ANN401
    """The same where the number may be an answer: no number where there is no such cell."""
    if np.ndim(index) == 0:
        return take(value, index)
    numbers = np.asarray(index, dtype=np.float64)
    there = (numbers >= 0) & (numbers < value.shape[-1])
    return np.where(there, take(value, np.where(there, numbers, 0)), np.nan)


def roll(value: Any, steps: Any) -> Any:  # noqa: ANN401
    """Cells moved along the columns, round the end."""
    return np.roll(value, int(np.asarray(steps).flat[0]), axis=-1)


def row(value: Any, index: Any) -> Any:  # noqa: ANN401
    """One row, kept as an axis."""
    return np.take(value, [int(np.asarray(index).flat[0])], axis=-2)


#: Beyond it a float64 is no longer exact to a whole radian, and a sine of it is any number.
LARGEST_ANGLE = 2.0**53


def of_angle(compute: Reading) -> Reading:
    """A function of an angle: no number where the angle is so large that it says nothing."""

    def read(angle: Any) -> Any:  # noqa: ANN401
        return compute(np.where(np.abs(angle) <= LARGEST_ANGLE, angle, np.nan))

    return read


def total(value: Any) -> Any:  # noqa: ANN401
    """Sum along the columns, kept as an axis."""
    return np.sum(value, axis=-1, keepdims=True)


def norm(value: Any) -> Any:  # noqa: ANN401
    """Euclidean length along the columns, kept as an axis."""
    return np.sqrt(np.sum(value**2, axis=-1, keepdims=True))


def proof_norm(value: Any) -> Any:  # noqa: ANN401
    """The same on 50-digit numbers."""
    return proof.named("sqrt")(np.sum(value * value, axis=-1, keepdims=True))


def swapped(value: Any, decimals: Any, first: Any) -> Any:  # noqa: ANN401
    """Exchange the digits of 10**-(first) and 10**-(first+1) of the value as it is written."""
    whole = np.abs(rounding.ticks(value, decimals))
    unit = np.power(10.0, np.asarray(decimals) - np.asarray(first) - 1)
    low, high = np.floor(whole / unit) % 10, np.floor(whole / unit / 10) % 10
    return np.copysign((whole + (low - high) * 9 * unit) / np.power(10.0, decimals), value)


def rounded(value: intervals.Interval, decimals: intervals.Interval) -> intervals.Interval:
    """School rounding of both ends."""
    return intervals.rising(lambda end: rounding.round_half_away(end, decimals.low))(value)


def swapped_between(
    value: intervals.Interval, decimals: intervals.Interval, first: intervals.Interval
) -> intervals.Interval:
    """Exact where both ends are written alike; else as far as two digits can move a value."""
    low, high = (swapped(end, decimals.low, first.low) for end in (value.low, value.high))
    alike = rounding.ticks(value.low, decimals.low) == rounding.ticks(value.high, decimals.low)
    most = 8.1 * np.power(10.0, -first.low) + np.power(10.0, -decimals.low)
    return intervals.Interval(np.where(alike, low, value.low - most), np.where(alike, high, value.high + most))


def part(compute: Reading) -> Reading:
    """Pick cells of both ends by an exact index."""
    return lambda value, index: intervals.Interval(compute(value.low, index.low), compute(value.high, index.low))


def floats(compute: Reading) -> Reading:
    """A proof or pair reading through float64, for operations on digits of a value as it is written."""
    return lambda *values: compute(*(np.asarray(value, dtype=np.float64) for value in values))


def pair(compute: Reading) -> Reading:
    """A reading of pairs through float64."""
    return lambda *values: Twofold.of(compute(*(value.to_float64() for value in values)))


def pair_trunc(value: Twofold) -> Twofold:
    """Cut towards zero."""
    return pairs.where(value < 0, -pairs.floor(-value), pairs.floor(value))


def pair_scaled(factor: Twofold) -> Reading:
    """Times a constant."""
    return lambda value: value * factor


def pair_norm(value: Twofold) -> Twofold:
    """Euclidean length along the columns."""
    return pairs.sqrt(pairs.total(value * value, keepdims=True))


def pair_part(compute: Reading) -> Reading:
    """Pick cells of both parts."""
    return lambda value, index: Twofold(compute(value.high, index.to_float64()), compute(value.low, index.to_float64()))


def words_roll(value: Any, steps: Any) -> Any:  # noqa: ANN401
    """Texts moved along the columns."""
    return np.roll(value, int(steps.flat[0].value), axis=-1)
