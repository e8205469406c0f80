"""Where an array differs from the definition that it was compared with, as a small picture of all of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.errors import PosencError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.arrays.finding import Diagnosis


@dataclass(frozen=True)
class Differences:
    """A picture.

    Attributes:
        shares: (row, column), from 0, no difference, to 1, the largest.
        most: the largest.
    """

    shares: NDArray[np.float64]
    most: float


def differences(found: Diagnosis, rows: int, columns: int) -> Differences | None:
    """Differences at rows and columns that are spread evenly.

    Args:
        found: what was found about an array.
        rows: of the picture, at most.
        columns: of the picture, at most.

    Returns:
        None where there was nothing to compare with.
    """
    subject, way = found.subject, found.expected
    if subject is None or way is None:
        return None
    at = _evenly(subject.rows, rows)
    across = _evenly(subject.columns, columns)
    try:
        values = way.computed(subject, at, across).values
    except PosencError:
        return None
    with np.errstate(invalid="ignore", over="ignore"):
        off = np.abs(np.nan_to_num(subject.block(at, across) - values, nan=0.0, posinf=0.0, neginf=0.0))
    bound = subject.storage.half_step(np.nan_to_num(values))
    off = np.where(off > bound, off, 0.0)
    off = off.reshape(-1, len(at), len(across)).max(axis=0)
    most = float(off.max(initial=0.0))
    return Differences(off / most if most else off, most)


def _evenly(count: int, wanted: int) -> NDArray[np.int64]:
    return np.unique(np.linspace(0, count - 1, min(count, wanted)).astype(np.int64))
