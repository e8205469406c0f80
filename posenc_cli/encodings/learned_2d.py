"""Learned vectors of image patches, resized to another grid as vision models do; class tokens are kept.

Positions are numbers of tokens: first those before the grid (class, distillation), then patches in row-major order.
Two tools whose kernels differ give different tables even when they enlarge.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.grid import inside
from posenc_cli.encodings.learned import DRAWN, trained
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.encodings.resizing import KERNELS, axis_weights
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

#: Rules over ``weights`` (row, entry) and ``entries`` (column, entry): every new vector is a weighted sum of old ones.
FORMULA = Formula.of(pe="dots(weights, entries)")
#: A longer side of a grid is a slip of the keyboard.
LONGEST = 4096
#: Weights at a time: 400 megabytes.
MOST_WEIGHTS = 50_000_000


def weights(
    positions: Any,  # noqa: ANN401
    old: tuple[int, int],
    new: tuple[int, int],
    kernel: str,
    prefix: int = 1,
) -> NDArray[np.float64]:
    """What each entry of the table counts at some tokens of the new grid.

    Args:
        positions: numbers of tokens.
        old: height and width of the table's grid.
        new: height and width that are wanted.
        kernel: a name of :data:`posenc_cli.encodings.resizing.KERNELS`.
        prefix: tokens before the grid, which stay as they are.

    Returns:
        (row, entry); every row sums to 1.

    Raises:
        UsageError: more weights than a computer holds.
    """
    tokens = np.ravel(positions).astype(np.int64)
    if (cells := len(tokens) * (prefix + old[0] * old[1])) > MOST_WEIGHTS:
        raise UsageError("compute.too-many-cells", cells=cells, limit=MOST_WEIGHTS)
    found = np.zeros((len(tokens), prefix + old[0] * old[1]))
    before = tokens < prefix
    found[np.flatnonzero(before), tokens[before]] = 1
    patches = tokens[~before] - prefix
    down, across = (
        axis_weights(old[axis], new[axis], KERNELS[kernel])[place]
        for axis, place in enumerate((patches // new[1], patches % new[1]))
    )
    found[~before, prefix:] = (down[:, :, None] * across[:, None, :]).reshape(len(patches), old[0] * old[1])
    return found


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """``weights`` (row, entry) and ``entries`` (column, entry), those that count anywhere.

    Raises:
        UsageError: a table that does not fit its grid, or a token outside the new one.
    """
    old = parameters["old_height"], parameters["old_width"]
    new = parameters.get("height", old[0]), parameters.get("width", old[1])
    prefix = parameters["num_prefix_tokens"]
    inside(positions, new, prefix)
    rows = len(parameters["table"]) if "table" in parameters else prefix + old[0] * old[1]
    if rows != prefix + old[0] * old[1]:
        raise UsageError("additive.table-grid", rows=rows, prefix=prefix, height=old[0], width=old[1])
    found = weights(positions, old, new, parameters["kernel"], prefix)
    # A block of tokens reads few rows of a large table.
    read = np.flatnonzero(found.any(axis=0))
    return {
        "weights": found[:, read],
        "entries": trained(d, parameters, read).T,
        "pos": np.asarray(positions).reshape(-1, 1),
        "k": np.arange(d).reshape(1, -1),
        "d": d,
    }


LEARNED_2D = Encoding(
    name="learned-2d",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=(
        Parameter("table", None, unit="a row a token", kind="matrix"),
        Parameter("old_height", 14, 1, "patches", "whole", most=LONGEST),
        Parameter("old_width", 14, 1, "patches", "whole", most=LONGEST),
        Parameter("height", None, 1, "patches", "whole", most=LONGEST),
        Parameter("width", None, 1, "patches", "whole", most=LONGEST),
        Parameter("num_prefix_tokens", 1, 0, "tokens", "whole", most=LONGEST),
        *DRAWN,
    ),
    conventions=(Convention("kernel", {name: {} for name in KERNELS}),),
    source=(
        "Dosovitskiy et al. 2020 (ViT), arXiv 2010.11929, section 3.2; "
        "Touvron et al. 2020 (DeiT), arXiv 2012.12877, section 6"
    ),
)
