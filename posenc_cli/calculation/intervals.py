"""Interval arithmetic on arrays: every value that correct work can reach lies between ``low`` and ``high``.

No outward rounding of the last bit: results are compared as ticks, whose tie slack is wider than that. NaN at both ends
means "the calculator shows an error".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]
    Bools = NDArray[np.bool_]


@dataclass(frozen=True)
class Interval:
    """Arrays of lower and upper ends, of equal shape after broadcasting."""

    low: Array
    high: Array

    @classmethod
    def point(cls, values: ArrayLike) -> Interval:
        """An exact value."""
        array = np.asarray(values, dtype=np.float64)
        return cls(array, array)

    def hull(self, other: Interval) -> Interval:
        """The smallest interval that holds both; an error on one side leaves the other."""
        return Interval(np.fmin(self.low, other.low), np.fmax(self.high, other.high))

    def __add__(self, other: Interval) -> Interval:
        return Interval(self.low + other.low, self.high + other.high)

    def __sub__(self, other: Interval) -> Interval:
        return Interval(self.low - other.high, self.high - other.low)

    def __neg__(self) -> Interval:
        return Interval(-self.high, -self.low)

    def __mul__(self, other: Interval) -> Interval:
        return _corners(np.multiply, self, other)

    def __truediv__(self, other: Interval) -> Interval:
        across = (other.low < 0) & (other.high > 0)
        # An end at zero is reached from inside: 1 / [0, 2] is [0.5, ∞].
        ends = Interval(np.where(other.low == 0, 0.0, other.low), np.where(other.high == 0, -0.0, other.high))
        found = _corners(np.divide, self, ends)
        found = Interval(np.where(across, -np.inf, found.low), np.where(across, np.inf, found.high))
        zero = (other.low == 0) & (other.high == 0)
        return Interval(np.where(zero, np.nan, found.low), np.where(zero, np.nan, found.high))

    def __pow__(self, other: Interval) -> Interval:
        found = _corners(np.power, self, other)
        across = (self.low < 0) & (self.high >= 0) & (other.low == other.high)
        even = other.low % 2 == 0
        low = np.where(across & even & (other.low > 0), 0.0, found.low)
        pole = across & (other.low < 0)
        return Interval(np.where(pole & ~even, -np.inf, low), np.where(pole, np.inf, found.high))


def _corners(operation: Callable[..., Any], left: Interval, right: Interval) -> Interval:
    found = [operation(a, b) for a in (left.low, left.high) for b in (right.low, right.high)]
    # A corner without a value (0 · ∞, a root of a negative number) leaves the others.
    return Interval(np.fmin.reduce(found), np.fmax.reduce(found))


def rising(
    function: Callable[..., Any], least: float = -np.inf, most: float = np.inf
) -> Callable[[Interval], Interval]:
    """The interval reading of a function that never falls and has values from ``least`` to ``most`` only."""

    def apply(value: Interval) -> Interval:
        inside = _within(value, least, most)
        return Interval(np.asarray(function(inside.low)), np.asarray(function(inside.high)))

    return apply


def _within(value: Interval, least: float, most: float) -> Interval:
    """The part of an interval where a function has values; where there is none, the interval as it is."""
    some = (value.high >= least) & (value.low <= most)
    low, high = np.maximum(value.low, least), np.minimum(value.high, most)
    return Interval(np.where(some, low, value.low), np.where(some, high, value.high))


def floor_divide(left: Interval, right: Interval) -> Interval:
    """⌊left / right⌋."""
    return rising(np.floor)(left / right)


def modulo(left: Interval, right: Interval) -> Interval:
    """Remainder of left / right for a positive exact right side."""
    same = np.floor(left.low / right.low) == np.floor(left.high / right.low)
    whole = np.where(right.low == 0, np.nan, right.low)
    return Interval(np.where(same, left.low % whole, 0.0 * whole), np.where(same, left.high % whole, whole))


def magnitude(value: Interval) -> Interval:
    """Absolute value."""
    low, high = np.abs(value.low), np.abs(value.high)
    across = (value.low < 0) & (value.high > 0)
    return Interval(np.where(across, 0.0, np.minimum(low, high)), np.maximum(low, high))


def sine(value: Interval) -> Interval:
    """sin: the ends, and ±1 where a crest or a trough lies between them."""
    return _wave(np.sin, value, np.pi / 2)


def cosine(value: Interval) -> Interval:
    """cos: the ends, and ±1 where a crest or a trough lies between them."""
    return _wave(np.cos, value, 0.0)


def _wave(function: Callable[..., Any], value: Interval, crest: float) -> Interval:
    ends = function(value.low), function(value.high)
    low, high = np.minimum(*ends), np.maximum(*ends)
    turn = 2 * np.pi

    def meets(offset: float) -> Bools:
        return np.asarray(np.floor((value.high - offset) / turn) > np.floor((value.low - offset) / turn))

    # A point interval never meets a crest by rounding alone: its ends fall into the same turn.
    return Interval(np.where(meets(crest + np.pi), -1.0, low), np.where(meets(crest), 1.0, high))


def tangent(value: Interval) -> Interval:
    """tan: unbounded where a pole lies between the ends."""
    pole = np.floor((value.high - np.pi / 2) / np.pi) > np.floor((value.low - np.pi / 2) / np.pi)
    return Interval(np.where(pole, -np.inf, np.tan(value.low)), np.where(pole, np.inf, np.tan(value.high)))


def arc_cosine(value: Interval) -> Interval:
    """The function acos falls, so the ends change places."""
    inside = _within(value, -1, 1)
    return Interval(np.arccos(inside.high), np.arccos(inside.low))


@dataclass(frozen=True)
class Perhaps:
    """A comparison of intervals: may it be true, may it be false?"""

    true: Bools
    false: Bools


def less(left: Interval, right: Interval) -> Perhaps:
    """The comparison left < right."""
    return Perhaps(left.low < right.high, ~(left.high < right.low))


def less_equal(left: Interval, right: Interval) -> Perhaps:
    """The comparison left ≤ right."""
    return Perhaps(left.low <= right.high, left.high > right.low)


def equal(left: Interval, right: Interval) -> Perhaps:
    """The comparison left = right."""
    touch = (left.low <= right.high) & (right.low <= left.high)
    points = (left.low == left.high) & (right.low == right.high) & (left.low == right.low)
    return Perhaps(touch, ~points)


def negated(found: Perhaps) -> Perhaps:
    """The opposite comparison."""
    return Perhaps(found.false, found.true)


def where(condition: Perhaps, yes: Interval, no: Interval) -> Interval:
    """Both branches where the condition is open."""
    both = condition.true & condition.false
    hull = yes.hull(no)
    low = np.where(both, hull.low, np.where(condition.true, yes.low, no.low))
    high = np.where(both, hull.high, np.where(condition.true, yes.high, no.high))
    return Interval(low, high)


def norm(value: Interval) -> Interval:
    """Euclidean length along the column axis (kept)."""
    size = magnitude(value)
    return Interval(
        np.sqrt(np.sum(size.low**2, axis=-1, keepdims=True)), np.sqrt(np.sum(size.high**2, axis=-1, keepdims=True))
    )
