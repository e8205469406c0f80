"""Swin's relative position bias: every offset of two patches of a window has a learned number a head.

Positions are numbers of patches in row-major order within one window, not within the image: patch ``pos`` lies in row
``pos // width``, column ``pos % width``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.given import matrix
from posenc_cli.encodings.grid import inside
from posenc_cli.encodings.leaves import MAX_SCORES, heads_queries_keys
from posenc_cli.encodings.record import Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``query``, ``key``, the window and ``weights`` (head, 1, index). ``dy`` reaches from −(height − 1) to
#: height − 1 and ``dx`` likewise, so that the table has (2·height − 1)(2·width − 1) rows and each offset has one.
FORMULA = Formula.of(
    query_row="query // width",
    query_column="query % width",
    key_row="key // width",
    key_column="key % width",
    dy="query_row - key_row",
    dx="query_column - key_column",
    index="(dy + height - 1) * (2 * width - 1) + dx + width - 1",
    bias="take(weights, index)",
)
#: Heads of the first stage of Swin-T.
HEADS = 3


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Heads, queries and keys; the table (index, head) as ``weights``, an example if none is given.

    Raises:
        UsageError: a patch outside the window, a window too large, or a table of another shape.
    """
    table = parameters.get("table")
    heads = parameters.get("n_heads", HEADS if table is None else table.shape[1])
    height, width = parameters["height"], parameters["width"]
    found = heads_queries_keys(d, {**parameters, "n_heads": heads}, positions)
    inside(positions, (height, width))
    offsets = (2 * height - 1) * (2 * width - 1)
    if (cells := offsets * heads) > MAX_SCORES:
        raise UsageError("compute.too-many-cells", cells=cells, limit=MAX_SCORES)
    found["weights"] = matrix(parameters, "table", (offsets, heads)).T[:, None, :]
    return found


SWIN = Encoding(
    name="swin",
    kind="bias",
    formula=FORMULA,
    result="bias",
    results=("index", "bias"),
    leaves=leaves,
    parameters=(
        Parameter("height", 7, 1, "patches", "whole", most=10**6),
        Parameter("width", 7, 1, "patches", "whole", most=10**6),
        Parameter("table", None, unit="a row an offset, a column a head", kind="matrix"),
        Parameter("n_heads", None, 1, "heads", "whole", most=10_000, also=("num_heads",)),
        Parameter("query_length", None, 1, "positions", "whole"),
    ),
    conventions=(),
    source="Liu et al. 2021, arXiv 2103.14030, section 3.2, equation 4; microsoft/Swin-Transformer, WindowAttention",
)
