"""Turning queries and keys by the angles of a rotary encoding; columns beyond the rotated width pass through.

Pair (x, y) turns counter-clockwise: x' = x cos − y sin, y' = y cos + x sin (Su et al. 2021, arXiv 2104.09864,
equation 34). Which columns make a pair is the layout: neighbours (2i, 2i+1) if interleaved, (i, i + D/2) in halves.
Values are never rotated.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme

Role = Literal["query", "key"]

#: Rules that follow any rotary encoding, over its ``cosine`` and ``sine`` (row, pair), ``split``, ``rotary_dim`` and
#: the leaves ``x`` (row, column) and ``k`` (1, column).
ROTATE: Mapping[str, str] = MappingProxyType(
    {
        "pair": "where(k < rotary_dim, where(split == 1, k % (rotary_dim / 2), k // 2), 0)",
        "partner": "where(k < rotary_dim,"
        " where(split == 1, (k + rotary_dim / 2) % rotary_dim, k + 1 - 2 * (k % 2)), k)",
        "sign": "where(split == 1, where(k < rotary_dim / 2, -1, 1), where(k % 2 == 0, -1, 1))",
        "c": "take(cosine, pair)",
        "s": "take(sine, pair)",
        "other": "take(x, partner)",
        "turned": "where(k < rotary_dim, x * c + sign * other * s, x)",
    }
)
#: The way back: the other direction, and without the attention factor, which both cos and sin carry.
BACK: Mapping[str, str] = MappingProxyType(
    {**ROTATE, "turned": "where(k < rotary_dim, (x * c - sign * other * s) / (c * c + s * s), x)"}
)
#: Where an encoding also scales (xPos), queries grow by as much as keys shrink.
SCALE: Mapping[Role, Mapping[str, str]] = MappingProxyType(
    {
        "query": {"c": "take(cosine * scale, pair)", "s": "take(sine * scale, pair)"},
        "key": {"c": "take(cosine / scale, pair)", "s": "take(sine / scale, pair)"},
    }
)


def rotate(
    scheme: Scheme,
    positions: Any,  # noqa: ANN401
    vectors: Any,  # noqa: ANN401
    *,
    role: Role = "query",
    back: bool = False,
) -> NDArray[np.float64]:
    """Turn vectors by their positions.

    Args:
        scheme: a rotary encoding; its width is that of a head, its layout says which columns make a pair.
        positions: (row), of each vector.
        vectors: (…, row, column), queries or keys.
        role: what the vectors are; matters only where the encoding also scales.
        back: undo the rotation.

    Returns:
        (…, row, column), float64.

    Raises:
        UsageError: shapes that do not fit, a value that is not finite, or one that becomes so.
    """
    x = np.asarray(vectors, dtype=np.float64)
    rows = np.size(positions)
    if x.ndim < 2 or x.shape[-2:] != (rows, scheme.d):
        raise UsageError("rotary.vectors", given=x.shape, rows=rows, d=scheme.d)
    if not np.all(np.isfinite(x)):
        raise UsageError("rotary.not-finite")
    rules = {**(BACK if back else ROTATE), **(SCALE[role] if "scale" in scheme.formula else {})}
    given = {**scheme.given(np.asarray(positions)), "x": x, "k": np.arange(scheme.d).reshape(1, -1)}
    found = scheme.formula.then(**rules).run(given, ACCURATE).values["turned"].to_float64()
    if not np.all(np.isfinite(found)):
        raise UsageError("rotary.too-far")
    return np.asarray(found)


def to_halves(d: int, rotary_dim: int | None = None) -> NDArray[np.int64]:
    """The columns of an interleaved head in the order of halves: ``halves = interleaved[..., order]``.

    Column i of the halves is column 2i, column i + D/2 is column 2i + 1; those beyond the rotated width stay.

    Args:
        d: width of a head.
        rotary_dim: rotated width D; the whole head if None.

    Raises:
        UsageError: a rotated width that makes no pairs.
    """
    rotated = d if rotary_dim is None else rotary_dim
    if rotated % 2 or not 2 <= rotated <= d:
        raise UsageError("rotary.width", given=rotated, d=d)
    return np.concatenate([np.arange(0, rotated, 2), np.arange(1, rotated, 2), np.arange(rotated, d)])


def to_interleaved(d: int, rotary_dim: int | None = None) -> NDArray[np.int64]:
    """Columns of a head in halves in interleaved order: the inverse of :func:`to_halves`."""
    return np.argsort(to_halves(d, rotary_dim))


def reordered(weight: Any, n_heads: int, order: NDArray[np.int64]) -> NDArray[Any]:  # noqa: ANN401
    """The rows of a query or key projection in another layout, head by head.

    Args:
        weight: (head · column, …), a weight (out, in) or a bias; any dtype, kept.
        n_heads: heads in this very projection; keys may have fewer than queries.
        order: of :func:`to_halves` or :func:`to_interleaved`.

    Raises:
        UsageError: the rows are not so many heads of that width.
    """
    rows = np.asarray(weight)
    if n_heads < 1 or rows.ndim < 1 or rows.shape[0] != n_heads * len(order):
        raise UsageError("rotary.heads", rows=rows.shape[0] if rows.ndim else 0, n_heads=n_heads, width=len(order))
    return rows.reshape(n_heads, len(order), *rows.shape[1:])[:, order].reshape(rows.shape)
