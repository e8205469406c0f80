"""Grids of patches: what encodings in two and three dimensions say of a token that lies outside."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence


def inside(positions: Any, sides: Sequence[int], prefix: int = 0) -> None:  # noqa: ANN401
    """Refuse a token that the grid does not have.

    Args:
        positions: numbers of tokens in row-major order, those before the grid included.
        sides: of the grid, for example height and width.
        prefix: tokens before the grid (class, distillation).

    Raises:
        UsageError: a token before the first or behind the last.
    """
    numbers = np.ravel(positions)
    last = int(np.prod(np.asarray(sides, dtype=object))) + prefix - 1
    outside = numbers[(numbers < 0) | (numbers > last)]
    if outside.size:
        shown = " × ".join(map(str, sides))
        raise UsageError("additive.grid", position=outside[0], grid=shown, last=last)
