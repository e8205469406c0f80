"""School rounding on arrays: half away from zero, on the decimal value.

A *tick* is one unit of the last written decimal; answers and results are compared as whole ticks, so that no binary
fraction ever decides a mark.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: What binary arithmetic may have taken from an exact tie, in ticks; far below the digits that any sheet shows.
TIE_SLACK = 1e-7


def ticks(values: ArrayLike, decimals: ArrayLike) -> NDArray[np.float64]:
    """Values as whole ticks of 10**-decimals, half away from zero; NaN and infinity stay what they are."""
    with np.errstate(all="ignore"):
        return _whole_units(np.asarray(values, dtype=np.float64), np.power(10.0, decimals))


def round_half_away(values: ArrayLike, decimals: ArrayLike) -> NDArray[np.float64]:
    """Round to a number of decimals by the school rule (0.0625 to three decimals is 0.063)."""
    with np.errstate(all="ignore"):
        return round_to(np.asarray(values, dtype=np.float64), np.power(10.0, decimals))


def round_to(values: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
    """The same for a scale, 10 to the number of decimals."""
    return np.asarray(_whole_units(values, scale) / scale)


def _whole_units(values: NDArray[np.float64], scale: NDArray[np.float64]) -> NDArray[np.float64]:
    scaled = np.asarray(np.abs(values) * scale)
    slack = np.asarray(4e-15 * scaled)
    slack += 1e-12
    np.minimum(slack, TIE_SLACK, out=slack)
    scaled += 0.5
    scaled += slack
    np.copysign(np.floor(scaled, out=scaled), values, out=scaled)
    scaled += 0.0
    return scaled


def fine_decimals(values: ArrayLike, decimals: int) -> NDArray[np.float64]:
    """The fewest decimals to which correct work may round an intermediate result.

    At least the asked decimals, and at least one significant digit more than those.
    """
    array = np.abs(np.asarray(values, dtype=np.float64))
    with np.errstate(all="ignore"):
        magnitude = np.floor(np.log10(np.where(array > 0, array, 1.0)) + 1e-12)
    return np.asarray(np.maximum(decimals, decimals - magnitude))


#: How many finer roundings are tried for the ends of what can be reached; beyond them no tick can move.
FINER = 6
#: Numbers that are worked on together: they and their halfway results stay near the processor.
_BLOCK = 4096
#: Of fewer numbers all roundings are tried at once.
_FEW = 512
#: Binary exponents of 1e-30 to 1; smaller numbers are taken for such ones, larger ones ask for no further decimals.
_LEAST, _MOST = -99, 1
_POWERS = 10.0 ** np.arange(-31, 2)
#: By binary exponent the power of ten that lies among its numbers, and how many of _POWERS lie below it.
_ABOVE = np.searchsorted(_POWERS, 2.0 ** np.arange(_LEAST - 1, _MOST)) - 1
_BETWEEN = _POWERS[_ABOVE + 1] * (1 - 2e-12)


def finely(values: NDArray[np.float64], decimals: int) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """The least and the greatest that a value can be: exact, or rounded to :func:`fine_decimals` and finer."""
    low, high = np.empty(values.shape), np.empty(values.shape)
    flat, flat_low, flat_high = np.ascontiguousarray(values).reshape(-1), low.reshape(-1), high.reshape(-1)
    with np.errstate(all="ignore"):
        for start in range(0, flat.size, _BLOCK):
            block = slice(start, start + _BLOCK)
            _finely(flat[block], decimals, flat_low[block], flat_high[block])
    return low, high


@cache
def _scales(decimals: int) -> NDArray[np.float64]:
    """By the power of ten below a number the scales for the fewest decimals to which it may be rounded and more."""
    fewest = np.power(10.0, np.maximum(decimals, decimals + 31.0 - np.arange(len(_POWERS))))
    return np.multiply.accumulate([fewest, *np.full((FINER - 1, len(_POWERS)), 10.0)])


def _finely(values: NDArray[np.float64], decimals: int, low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
    size = np.abs(values)
    exponent = np.frexp(size)[1]
    np.minimum(exponent, _MOST, out=exponent)
    np.maximum(exponent, _LEAST, out=exponent)
    exponent -= _LEAST
    magnitude = _ABOVE.take(exponent)
    magnitude += size >= _BETWEEN.take(exponent)
    together = FINER if size.size <= _FEW else 1
    scale = _scales(decimals)[:together].take(magnitude, axis=1)
    scaled, rounded = np.empty_like(scale), np.empty_like(scale)
    least, most = size.copy(), size.copy()
    for _ in range(0, FINER, together):
        np.multiply(size, scale, out=scaled)
        np.multiply(scaled, 4e-15, out=rounded)
        rounded += 1e-12
        np.minimum(rounded, TIE_SLACK, out=rounded)
        # In the order of _whole_units, so that both round alike.
        scaled += 0.5
        rounded += scaled
        np.floor(rounded, out=rounded)
        rounded /= scale
        for one in rounded:
            np.fmin(least, one, out=least)
            np.fmax(most, one, out=most)
        scale *= 10.0
    minus = values < 0
    np.copyto(low, np.where(minus, -most, least))
    np.copyto(high, np.where(minus, -least, most))
