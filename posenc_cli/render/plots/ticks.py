"""Numbers along the sides of a picture: few, at constant round steps."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.render.plots.figure import Axis

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

#: Names that a side has room for.
MOST = 8


def steps(low: int, high: int, most: int = MOST) -> range:
    """Multiples of 1, 2 or 5 times a power of ten from one number to another: the finest that are not too many.

    Args:
        low: the first number.
        high: the last one, at least the first.
        most: how many there may be.
    """
    size = 1
    while True:
        for factor in (1, 2, 5):
            step = factor * size
            if high // step - (low - 1) // step <= most:
                return range(-(-low // step) * step, high + 1, step)
        size *= 10


def of_cells(title: str, numbers: NDArray[np.int64], name: Callable[[int], str]) -> Axis:
    """Some of the rows or columns of a matrix by name.

    Args:
        title: what is counted.
        numbers: (row) or (column): the number of each.
        name: how a number is called.
    """
    apart = np.diff(numbers)
    # Evenly spaced cells differ by one where they do not come out even.
    if len(numbers) > 1 and apart.min() > 0 and np.ptp(apart) <= 1:
        shown = np.array(steps(int(numbers[0]), int(numbers[-1])))
        places = np.interp(shown, numbers, np.arange(len(numbers))).tolist()
    else:
        places = [float(place) for place in steps(0, len(numbers) - 1)]
        shown = numbers[np.array(places, dtype=np.int64)]
    return Axis(title, tuple((place, name(number)) for place, number in zip(places, shown.tolist(), strict=True)))


def of_curves(title: str, numbers: NDArray[np.int64]) -> Axis:
    """Some of the numbers below curves.

    Args:
        title: what is counted.
        numbers: (point): those that the curves run over.
    """
    return Axis(title, tuple((float(each), str(each)) for each in steps(int(numbers.min()), int(numbers.max()))))
