"""Shaw's relative positions: a learned vector for every clipped distance, compared with the query."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.given import matrix
from posenc_cli.encodings.leaves import heads_queries_keys
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

#: Rules over ``query``, ``key``, the vectors ``q`` (1, query, column) and ``k`` (1, key, column), and ``vectors``
#: (1, index, column), one for each distance from −``clip_left`` to ``clip_right``.
FORMULA = Formula.of(
    relative="key - query",
    clipped="smaller(larger(relative, -clip_left), clip_right)",
    index="clipped + clip_left",
    content="dots(q, k)",
    position="take(dots(q, vectors), index)",
    bias="position / sqrt(d)",
    score="(content + position) / sqrt(d)",
)
#: Huang et al. 2020, arXiv 2009.13658, method 4: the key is compared with the vector as well.
KEY_AND_QUERY = {"position": "position + transposed(take(dots(k, vectors), transposed(index)))"}
#: Distances that are not clipped on either side, if nothing else is asked.
CLIP = 16


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Queries and keys; their vectors, the table and both clips, each an example or a default if not given.

    Raises:
        UsageError: vectors or a table of another shape.
    """
    found = heads_queries_keys(d, {**parameters, "n_heads": 1}, positions)
    if "clip" not in found:
        # An odd table tells where it is clipped.
        found["clip"] = (len(found["table"]) - 1) // 2 if "table" in found else CLIP
    left, right = (found.setdefault(name, found["clip"]) for name in ("clip_left", "clip_right"))
    found["q"] = matrix(parameters, "q", (found["query"].size, d))[None]
    found["k"] = matrix(parameters, "k", (found["key"].size, d), first=5)[None]
    found["vectors"] = matrix(parameters, "table", (left + right + 1, d), first=11)[None]
    return found


def values(weights: ArrayLike, v: ArrayLike, table: ArrayLike, index: ArrayLike) -> NDArray[np.float64]:
    """What attention gives where the values carry positions too: ``z_i = sum_j weight_ij (v_j + table[index_ij])``.

    Args:
        weights: (query, key), rows that sum to 1.
        v: (key, column).
        table: (distance, column), the a^V of the paper.
        index: (query, key), rows of the table: the ``index`` of this encoding.

    Returns:
        (query, column).

    Source: Shaw, Uszkoreit, Vaswani 2018, arXiv 1803.02155, equation 3.

    Raises:
        UsageError: arrays whose axes do not fit each other.
    """
    share, of_keys, vectors = (np.asarray(each, dtype=np.float64) for each in (weights, v, table))
    rows = np.asarray(index, dtype=np.int64)
    fits = share.shape == rows.shape == (len(share), len(of_keys)) and of_keys.shape[1:] == vectors.shape[1:]
    if not fits or (rows.size and not 0 <= rows.min() <= rows.max() < len(vectors)):
        raise UsageError("bias.fit", first=str(share.shape), second=str(of_keys.shape))
    found: NDArray[np.float64] = (share[:, :, None] * (of_keys[None] + vectors[rows])).sum(axis=1)
    return found


SHAW = Encoding(
    name="shaw",
    kind="bias",
    formula=FORMULA,
    result="bias",
    results=("index", "bias", "score"),
    leaves=leaves,
    parameters=(
        Parameter("clip", None, 0, "positions", "whole", also=("max_relative_position",), most=10**6),
        Parameter("clip_left", None, 0, "positions", "whole", also=("left_max_position_embeddings",), most=10**6),
        Parameter("clip_right", None, 0, "positions", "whole", also=("right_max_position_embeddings",), most=10**6),
        Parameter("table", None, unit="a row a distance", kind="matrix"),
        Parameter("q", None, unit="a row a query", kind="matrix"),
        Parameter("k", None, unit="a row a key", kind="matrix"),
        Parameter("query_length", None, 1, "positions", "whole"),
    ),
    conventions=(
        # SpeechT5 and BERT count from the key to the query.
        Convention("direction", {"key-minus-query": {}, "query-minus-key": {"relative": "query - key"}}),
        Convention("compared", {"query": {}, "key-and-query": KEY_AND_QUERY}),
    ),
    source="Shaw, Uszkoreit, Vaswani 2018, arXiv 1803.02155, equations 4 and 5",
    slips="relative_slips.toml",
)
