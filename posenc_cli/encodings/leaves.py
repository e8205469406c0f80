"""What the rules of an encoding start from: the axes of its arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Scores of all heads together that one table may hold.
MAX_SCORES = 50_000_000


def rows_and_columns(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """A table: ``pos`` (row, 1), ``k`` (1, column), the width ``d`` and the parameters."""
    return {**parameters, "pos": np.asarray(positions).reshape(-1, 1), "k": np.arange(d).reshape(1, -1), "d": d}


def rows_and_pairs(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Angles: ``pos`` (row, 1), ``i`` (1, pair) over the rotated width, the head width ``d`` and the parameters."""
    rotated = parameters["rotary_dim"]
    pairs = np.arange(rotated // 2).reshape(1, -1)
    return {**parameters, "pos": np.asarray(positions).reshape(-1, 1), "i": pairs, "d": d}


def heads_queries_keys(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Biases: ``h`` (head, 1, 1) from 1, ``query`` (1, query, 1), ``key`` (1, 1, key), the head width ``d``.

    The keys stand at the positions, the queries at the last ``query_length`` of them, or at all if that is not given.

    Raises:
        UsageError: more queries than keys, or too many cells.
    """
    keys = np.asarray(positions).reshape(-1)
    queries = parameters.get("query_length", len(keys))
    if queries > len(keys):
        raise UsageError("bias.query-length", given=queries, keys=len(keys))
    if (cells := parameters["n_heads"] * queries * len(keys)) > MAX_SCORES:
        raise UsageError("compute.too-many-cells", cells=cells, limit=MAX_SCORES)
    heads = np.arange(1, parameters["n_heads"] + 1).reshape(-1, 1, 1)
    query = keys[len(keys) - queries :].reshape(1, -1, 1)
    return {**parameters, "h": heads, "query": query, "key": keys.reshape(1, 1, -1), "d": d}
