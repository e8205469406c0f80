"""The rotation that turns every row of a sinusoidal table into the row so many positions further on."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import twofold_functions as accurate
from posenc_cli.calculation.algebras import ACCURATE

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme


def rotation(scheme: Scheme, offset: int) -> NDArray[np.float64]:
    """The block of each pair: (sin, cos) at any position times this is (sin, cos) ``offset`` positions later.

    In this order it is ``[[cos, sin], [−sin, cos]]`` of ``offset / divisor`` radians, the transpose of the rotation
    matrix of textbooks; in the order (cos, sin) it is that matrix itself. It depends on the distance and not on the
    position, in every layout and spacing.

    Args:
        scheme: a sinusoidal encoding.
        offset: positions.

    Returns:
        (pair, 2, 2), without the lone sine of an odd width.

    Source: Vaswani et al. 2017, arXiv 1706.03762, section 3.5.
    """
    run = scheme.formula.run(scheme.given(np.array([offset])), ACCURATE)
    pairs, waves = (
        np.broadcast_to(run.values[name].to_float64(), (1, scheme.d))[0].astype(np.int64) for name in ("i", "wave")
    )
    whole = [pair for pair in np.unique(pairs) if set(waves[pairs == pair].tolist()) == {0, 1}]
    angles = run.values["angle"][:, [int(np.flatnonzero(pairs == pair)[0]) for pair in whole]]
    cos, sin = (function(angles).to_float64()[0] for function in (accurate.cos, accurate.sin))
    return np.stack([np.stack([cos, sin], axis=-1), np.stack([-sin, cos], axis=-1)], axis=-2)
