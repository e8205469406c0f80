"""Vectors and tables that a bias reads: as they were given, or an example that a person can compute with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

_STEP, _COUNT, _START = 7, 17, 3


def example(rows: int, columns: int, first: int = 0) -> NDArray[np.float64]:
    """Eighths from −1 to 1 in a fixed mixed order: they stand for what training would give, and are exact everywhere.

    Args:
        rows: of the array.
        columns: of the array.
        first: where in the order it begins; other numbers give other arrays.
    """
    places = np.arange(rows * columns) + first
    return ((_STEP * places + _START) % _COUNT - _COUNT // 2).reshape(rows, columns) / 8


def matrix(parameters: Mapping[str, Any], name: str, shape: tuple[int, int], first: int = 0) -> NDArray[np.float64]:
    """The matrix of that name (row, column), or an example of that shape.

    Raises:
        UsageError: it was given in another shape.
    """
    if name not in parameters:
        return example(*shape, first)
    found: NDArray[np.float64] = np.atleast_2d(parameters[name])
    if found.shape != shape:
        given, wanted = (f"{rows} × {columns}" for rows, columns in (found.shape, shape))
        raise UsageError("bias.shape", name=name, given=given, wanted=wanted)
    return found
