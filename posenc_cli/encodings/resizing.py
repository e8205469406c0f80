"""How much each entry of a learned table counts when the table is resized: linear and cubic, in one dimension.

Places are those of PyTorch with ``align_corners=False``: entry ``o`` of the new axis lies at ``(o + 0.5) · old / new −
0.5`` on the old one. With antialiasing the kernel grows when an axis shrinks, entries beyond the border do not count,
and the rest is divided by its sum; without, entries beyond the border repeat the outermost one.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray


@dataclass(frozen=True)
class Kernel:
    """A way of resizing.

    Attributes:
        cubic: the parameter a of the cubic kernel; None is the linear kernel.
        antialias: does the kernel grow when an axis shrinks?
    """

    cubic: float | None
    antialias: bool

    def at(self, distances: NDArray[np.float64]) -> NDArray[np.float64]:
        """What an entry counts at these distances."""
        far = np.abs(distances)
        a = self.cubic
        if a is None:
            return np.asarray(np.maximum(1 - far, 0.0))
        near = ((a + 2) * far - (a + 3)) * far * far + 1
        beyond = ((far - 5) * far + 8) * far * a - 4 * a
        return np.where(far <= 1, near, np.where(far < 2, beyond, 0.0))


#: Keys 1981, "Cubic convolution interpolation for digital image processing", equation 15 has a = −0.5; PyTorch takes
#: −0.75 without antialiasing and −0.5 with it.
KERNELS = {
    "bicubic": Kernel(-0.75, antialias=False),
    "bicubic-antialias": Kernel(-0.5, antialias=True),
    "bilinear": Kernel(None, antialias=False),
    "bilinear-antialias": Kernel(None, antialias=True),
}


def axis_weights(old: int, new: int, kernel: Kernel) -> NDArray[np.float64]:
    """Weights (new entry, old entry); every row sums to 1.

    Args:
        old: entries of the axis in the table.
        new: entries that are wanted.
        kernel: linear or cubic, with antialiasing or without.
    """
    scale = old / new
    places = ((np.arange(new) + 0.5) * old / new - 0.5)[:, None]
    if kernel.antialias:
        weights = kernel.at((np.arange(old)[None, :] - places) / max(scale, 1.0))
        return np.asarray(weights / weights.sum(axis=1, keepdims=True))
    reach = 1 if kernel.cubic is None else 2
    weights = np.zeros((new, old))
    first = np.floor(places).astype(np.int64)
    for step in range(1 - reach, reach + 1):
        entries = first + step
        np.add.at(weights, (np.arange(new)[:, None], entries.clip(0, old - 1)), kernel.at(entries - places))
    return weights
