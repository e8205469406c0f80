"""Attention around a bias: scores, masks, softmax, weighted values; plain float64, the same on every machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

import numpy as np

from posenc_cli.calculation.products import dots
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Array = NDArray[np.float64]

#: Which corner of a mask a causal diagonal ends in, where queries and keys are not equally many.
Corner = Literal["bottom-right", "top-left"]


def _vectors(values: ArrayLike) -> Array:
    found = np.asarray(values, dtype=np.float64)
    if found.ndim < 2 or not np.isfinite(found).all():
        raise UsageError("bias.vectors", given=str(found.shape))
    return found


def scores(q: ArrayLike, k: ArrayLike, scale: float | None = None) -> Array:
    """Every query with every key: ``q·k`` times a scale.

    Args:
        q: (…, query, column).
        k: (…, key, column).
        scale: 1/√d if None; T5 takes 1.

    Returns:
        (…, query, key).

    Source: Vaswani et al. 2017, arXiv 1706.03762, equation 1.

    Raises:
        UsageError: no finite numbers, or widths that differ.
    """
    queries, keys = _vectors(q), _vectors(k)
    if queries.shape[-1] != keys.shape[-1] or not queries.shape[-1]:
        raise UsageError("bias.fit", first=str(queries.shape), second=str(keys.shape))
    found: Array = dots(queries, keys) * (1 / np.sqrt(queries.shape[-1]) if scale is None else scale)
    return found


def causal_mask(queries: int, keys: int, corner: Corner = "bottom-right") -> NDArray[np.bool_]:
    """What each query may see: itself and what stands before it.

    Args:
        queries: how many.
        keys: how many.
        corner: ``bottom-right``: the last query sees the last key, as in decoding with earlier keys kept;
            ``top-left``: the first query sees the first key only, as PyTorch's ``is_causal`` has it.

    Returns:
        (query, key), true where a key is seen.
    """
    shift = keys - queries if corner == "bottom-right" else 0
    seen: NDArray[np.bool_] = np.arange(keys)[None, :] <= np.arange(queries)[:, None] + shift
    return seen


def masked(values: ArrayLike, seen: ArrayLike) -> Array:
    """The scores, −∞ where a key is not seen."""
    return np.where(np.asarray(seen, dtype=bool), np.asarray(values, dtype=np.float64), -np.inf)


def softmax(values: ArrayLike) -> Array:
    """Shares that sum to 1 along the keys; a row that sees nothing (all −∞) gets zeros, not NaN.

    Args:
        values: (…, key); +∞ and NaN are refused.

    Raises:
        UsageError: for those.
    """
    found = np.asarray(values, dtype=np.float64)
    if np.isnan(found).any() or np.isposinf(found).any():
        raise UsageError("bias.vectors", given=str(found.shape))
    most = found.max(axis=-1, keepdims=True, initial=-np.inf)
    # Only differences count, so the largest score may be taken off: exp cannot overflow.
    raised = np.exp(found - np.where(np.isneginf(most), 0.0, most))
    total = raised.sum(axis=-1, keepdims=True)
    shares: Array = raised / np.where(total == 0, 1.0, total)
    return shares
