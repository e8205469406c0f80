"""What the rules of an encoding start from: the axes of its arrays."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping


def rows_and_columns(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """A table: ``pos`` (row, 1), ``k`` (1, column), the width ``d`` and the parameters."""
    return {**parameters, "pos": np.asarray(positions).reshape(-1, 1), "k": np.arange(d).reshape(1, -1), "d": d}


def rows_and_pairs(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Angles: ``pos`` (row, 1), ``i`` (1, pair) over the rotated width, the head width ``d`` and the parameters."""
    rotated = parameters["rotary_dim"]
    pairs = np.arange(rotated // 2).reshape(1, -1)
    return {**parameters, "pos": np.asarray(positions).reshape(-1, 1), "i": pairs, "d": d}


def heads_queries_keys(_d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Biases: ``h`` (head, 1, 1) from 1, ``query`` (1, query, 1) and ``key`` (1, 1, key), both at the positions."""
    at = np.asarray(positions)
    heads = np.arange(1, parameters["n_heads"] + 1).reshape(-1, 1, 1)
    return {**parameters, "h": heads, "query": at.reshape(1, -1, 1), "key": at.reshape(1, 1, -1)}
