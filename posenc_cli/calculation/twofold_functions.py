"""The functions of :class:`Twofold` numbers that an expression can call; angles are in radians.

Every function takes what `Twofold.of` takes. Where a function has no value (the root of -1) the result is not a number,
without a warning, as in float64.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from posenc_cli.calculation import twofold_elementary as elementary
from posenc_cli.calculation import twofold_pairs as pairs
from posenc_cli.calculation.twofold import BoolArray, Operand, Twofold, apply

PI = Twofold.of(elementary.PI)


def sin(angle: Operand) -> Twofold:
    """Return the sine: at least 28 digits for angles below 2^46, float64's 16 above."""
    return apply(elementary.sin, np.sin, Twofold.of(angle))


def cos(angle: Operand) -> Twofold:
    """Return the cosine: at least 28 digits for angles below 2^46, float64's 16 above."""
    return apply(elementary.cos, np.cos, Twofold.of(angle))


def tan(angle: Operand) -> Twofold:
    """Return the tangent."""
    angle = Twofold.of(angle)
    return sin(angle) / cos(angle)


def arctan2(y: Operand, x: Operand) -> Twofold:
    """Return the angle of the point (x, y), in (-pi, pi].

    Turns the point back by float64's angle: what is left is so small that it is its own sine.
    """
    y, x = Twofold.of(y), Twofold.of(x)
    with np.errstate(all="ignore"):
        rough = Twofold.of(np.arctan2(y.high, x.high))
        sine, cosine = sin(rough), cos(rough)
        along = x * cosine + y * sine
        settled = (along.high > 0) & np.isfinite(along.high)
        return where(settled, rough + (y * cosine - x * sine) / along, rough)


def arcsin(value: Operand) -> Twofold:
    """Return the angle in [-pi/2, pi/2] whose sine is `value`."""
    value = Twofold.of(value)
    return arctan2(value, sqrt((1 - value) * (1 + value)))


def arccos(value: Operand) -> Twofold:
    """Return the angle in [0, pi] whose cosine is `value`."""
    value = Twofold.of(value)
    return arctan2(sqrt((1 - value) * (1 + value)), value)


def exp(value: Operand) -> Twofold:
    """Return e to the power of `value`."""
    return apply(elementary.exp, np.exp, Twofold.of(value))


def log(value: Operand) -> Twofold:
    """Return the natural logarithm."""
    return apply(elementary.log, np.log, Twofold.of(value))


def sqrt(value: Operand) -> Twofold:
    """Return the square root."""
    return apply(pairs.square_root, np.sqrt, Twofold.of(value))


def absolute(value: Operand) -> Twofold:
    """Return the absolute value."""
    return abs(Twofold.of(value))


def floor(value: Operand) -> Twofold:
    """Return the largest whole number that is not above `value`."""
    return Twofold.of(value).floor()


def where(condition: BoolArray, a: Operand, b: Operand) -> Twofold:
    """Return `a` where `condition` holds and `b` elsewhere."""
    return Twofold(*pairs.select(condition, Twofold.of(a).pair, Twofold.of(b).pair))


def take(values: Operand, indices: Operand | npt.NDArray[np.integer]) -> Twofold:
    """Return the entries of the last axis at `indices`, as `numpy.take` does.

    Args:
        values: Numbers of shape (..., n).
        indices: Whole numbers of any shape; its axes replace the last one of `values`.

    Raises:
        IndexError: An index is outside the axis.
    """
    values, places = Twofold.of(values), Twofold.of(indices).high.astype(np.intp)
    return Twofold(np.take(values.high, places, axis=-1), np.take(values.low, places, axis=-1))


def total(values: Operand, *, keepdims: bool = False) -> Twofold:
    """Return the sum along the last axis; the numbers are added in pairs, then the pairs, and so on."""
    values = Twofold.of(values)
    while (count := values.shape[-1]) > 1:
        half = count // 2
        odd = values[..., 2 * half :]
        sums = values[..., :half] + values[..., half : 2 * half]
        values = Twofold(*(np.concatenate(parts, axis=-1) for parts in zip(sums.pair, odd.pair, strict=True)))
    if values.shape[-1] == 0:
        values = Twofold.of(np.zeros((*values.shape[:-1], 1)))
    return values if keepdims else values[..., 0]
