"""Where logarithmic buckets begin, decided in whole numbers.

A distance m has reached step k of n if ``n ln(m/e) / ln(M/e) >= k``, which is ``m^n e^k >= M^k e^n``. A logarithm in
floating point may fall on the wrong side where both sides are equal, or nearly so.
"""

from __future__ import annotations

from decimal import Decimal, localcontext
from functools import lru_cache
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

#: What a logarithm of 30 digits, or of float64 for any usual number of buckets, is surely nearer to the truth than.
MOST_GUARD = 1e-9
_DIGITS = 60


def _begins(step: int, steps: int, farthest: int, exact: int, *, beyond: bool = False) -> int:
    """The first distance that reaches a step; with ``beyond`` the first that lies beyond it."""
    most: int = farthest**step * exact**steps

    def reached(distance: int) -> bool:
        power: int = distance**steps * exact**step
        return power > most or (power == most and not beyond)

    with localcontext(prec=_DIGITS):
        found = int(exact * (Decimal(farthest) / exact) ** (Decimal(step) / steps))
    while not reached(found):
        found += 1
    return found


@lru_cache(maxsize=256)
def guard(steps: int, farthest: int, exact: int) -> float:
    """Half of the smallest distance by which a logarithm stays below a whole number, at most :data:`MOST_GUARD`.

    ``floor(logarithm + guard)`` then decides as whole numbers do, whatever the last digits of the logarithm are.

    Args:
        steps: n, the buckets that the logarithm shares out.
        farthest: M, where the last of them would end.
        exact: e, the distances before them.
    """
    found = Decimal(MOST_GUARD)
    with localcontext(prec=_DIGITS):
        whole = (Decimal(farthest) / exact).ln()
        for step in range(1, steps):
            last = _begins(step, steps, farthest, exact) - 1
            found = min(found, (step - steps * (Decimal(last) / exact).ln() / whole) / 2)
    return float(found)


def starts(num_buckets: int, max_distance: int, *, bidirectional: bool = True) -> tuple[int, ...]:
    """The distance at which each of T5's buckets 1, 2, 3 … begins (on either side, if bidirectional)."""
    half = num_buckets // 2 if bidirectional else num_buckets
    exact = half // 2
    shared = (_begins(step, half - exact, max_distance, exact) for step in range(1, half - exact))
    return (*range(1, exact + 1), *shared)


def log_buckets(relative: ArrayLike, bucket_size: int, max_position: int) -> NDArray[np.int64]:
    """DeBERTa's signed buckets: distances up to ``bucket_size // 2`` as they are, the others by a rounded-up logarithm.

    Args:
        relative: query minus key, whole numbers of any shape.
        bucket_size: twice the distances that keep a bucket of their own.
        max_position: the distance before which the logarithm ends.

    Returns:
        (as ``relative``): from −``bucket_size`` + 1 on within ``max_position``; farther away they grow on.

    Raises:
        UsageError: no distance would have a bucket of its own, or the logarithm would have no room.

    Source: DeBERTa-v2, ``make_log_bucket_position``.
    """
    away = np.asarray(relative, dtype=np.int64)
    middle = bucket_size // 2
    if middle < 2:
        raise UsageError("bias.buckets", given=bucket_size, least=4)
    if max_position - 1 <= middle:
        raise UsageError("bias.max-distance", given=max_position, least=middle + 2)
    distance, farthest = np.abs(away), int(np.abs(away).max(initial=0))
    beyond = [middle + 1]
    while beyond[-1] <= farthest:
        beyond.append(_begins(len(beyond), middle - 1, max_position - 1, middle, beyond=True))
    steps = np.searchsorted(beyond, distance, side="right")
    return np.where(distance <= middle, away, np.sign(away) * (middle + steps))
