"""School rounding on arrays: half away from zero, on the decimal value.

A *tick* is one unit of the last written decimal; answers and results are compared as whole ticks, so that no binary
fraction ever decides a mark.
"""

from __future__ import annotations

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
    scaled = np.abs(values) * scale
    slack = np.minimum(TIE_SLACK, 4e-15 * scaled + 1e-12)
    return np.asarray(np.copysign(np.floor(scaled + 0.5 + slack), values) + 0.0)


def fine_decimals(values: ArrayLike, decimals: int) -> NDArray[np.float64]:
    """The fewest decimals to which correct work may round an intermediate result.

    At least the asked decimals, and at least one significant digit more than those.
    """
    array = np.abs(np.asarray(values, dtype=np.float64))
    with np.errstate(all="ignore"):
        magnitude = np.floor(np.log10(np.where(array > 0, array, 1.0)) + 1e-12)
    return np.asarray(np.maximum(decimals, decimals - magnitude))
