"""Transformer-XL's relative attention: sinusoids of the distance, and two learned vectors in place of positions."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.given import matrix
from posenc_cli.encodings.leaves import MAX_SCORES, heads_queries_keys
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import ArrayLike, NDArray

#: One row of R for each distance (query minus key), the largest first; sines, then cosines.
TABLE = {
    "clamped": "where(clamp_len < 0, distance, smaller(larger(distance, -clamp_len), clamp_len))",
    "pair": "where(column < d // 2, column, column - d // 2)",
    "divisor": "base ** (2 * pair / d)",
    "angle": "clamped / divisor",
    "table": "where(column < d // 2, sin(angle), cos(angle))",
}
#: Rules over ``query``, ``key``, ``distance`` (1, distance, 1) from ``furthest`` down, ``column`` (1, 1, column), the
#: vectors ``q`` (1, query, column), ``k`` (1, key, column) and the learned ``u``, ``v`` (1, 1, column), the same for
#: all positions. ``place`` finds each query's row of distances; that is what rel-shift does.
FORMULA = Formula.of(
    **TABLE,
    projected="table + 0",
    place="furthest - (query - key)",
    content="dots(q, k)",
    position="take(dots(q + v, projected), place) + dots(u, k)",
    bias="position / sqrt(d)",
    score="(content + position) / sqrt(d)",
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Queries, keys, their vectors, every distance that occurs, ``u`` and ``v``; vectors are an example if not given.

    Raises:
        UsageError: an odd width, vectors of another shape, rows of ``r`` that do not reach all distances, or distances
            too many to hold.
    """
    if d % 2:
        raise UsageError("bias.even-width", d=d)
    found = heads_queries_keys(d, {**parameters, "n_heads": 1}, positions)
    query, key = found["query"], found["key"]
    least, most = (int(query.min() - key.max()), int(query.max() - key.min())) if key.size else (0, 0)
    first = found.setdefault("furthest", most)
    if (cells := (first - least + 1) * d) > MAX_SCORES:
        raise UsageError("compute.too-many-cells", cells=cells, limit=MAX_SCORES)
    last = first + 1 - len(parameters["r"]) if parameters["table"] == "given" else least
    if first < most or last > least:
        raise UsageError("bias.distances", first=first, last=last, most=most, least=least)
    if parameters["table"] == "given":
        found["r"] = matrix(parameters, "r", (len(parameters["r"]), d))[None]
    for name in ("u", "v"):
        found[name] = matrix(parameters, name, (1, d))[None] if name in parameters else np.zeros((1, 1, d))
    found["q"] = matrix(parameters, "q", (query.size, d))[None]
    found["k"] = matrix(parameters, "k", (key.size, d), first=5)[None]
    found["distance"] = np.arange(first, last - 1, -1).reshape(1, -1, 1)
    return found | {"column": np.arange(d).reshape(1, 1, -1)}


def relative_table(d: int, distances: ArrayLike, base: float = 10000, clamp_len: int = -1) -> NDArray[np.float64]:
    """R: one row a distance, in the order given (Transformer-XL: klen−1 … 0; XLNet: klen … −qlen+1).

    Args:
        d: width, even.
        distances: query minus key, whole numbers; negative ones lie ahead.
        base: the divisor's base, positions a radian.
        clamp_len: distances beyond it, on either side, count as this far; −1 leaves them.

    Returns:
        (distance, column), sines first, then cosines.

    Raises:
        UsageError: an odd width.
    """
    if d < 1 or d % 2:
        raise UsageError("bias.even-width", d=d)
    given = {
        "distance": np.asarray(distances).reshape(-1, 1),
        "column": np.arange(d).reshape(1, -1),
        "d": d,
        "base": base,
        "clamp_len": clamp_len,
    }
    found: NDArray[np.float64] = Formula.of(**TABLE).run(given, ACCURATE).values["table"].to_float64()
    return found


def rel_shift(scores: ArrayLike) -> NDArray[Any]:
    """Move row i of the scores by distance so that every key gets its own: pad left, reshape, drop, reshape.

    Right of the diagonal (key > query + keys − queries) stand leftovers of the next row; they must be masked.

    Args:
        scores: (query, distance), the largest distance first.

    Returns:
        (query, key).

    Source: Dai et al. 2019, arXiv 1901.02860, appendix B.
    """
    given = _matrix(scores)
    queries, keys = given.shape
    padded = np.concatenate([np.zeros((queries, 1), given.dtype), given], axis=1)
    return padded.reshape(keys + 1, queries)[1:].reshape(queries, keys)


def rel_shift_both_ways(scores: ArrayLike, klen: int) -> NDArray[Any]:
    """XLNet's shift: the scores hold distances of both signs, so that nothing is left over.

    Args:
        scores: (query, distance) from ``klen`` down to ``1 − queries``.
        klen: how many keys there are.

    Returns:
        (query, key).

    Raises:
        UsageError: too few distances for so many keys.
    """
    given = _matrix(scores)
    queries, distances = given.shape
    if not 0 <= klen < max(distances, 1):
        raise UsageError("bias.count", name="klen", given=klen, wanted=distances - 1)
    return given.reshape(distances, queries)[1:].reshape(queries, distances - 1)[:, :klen]


def _matrix(scores: ArrayLike) -> NDArray[Any]:
    found = np.asarray(scores)
    if found.ndim != 2:
        raise UsageError("bias.fit", first=str(found.shape), second="(query, distance)")
    return found


TRANSFORMER_XL = Encoding(
    name="transformer-xl",
    kind="bias",
    formula=FORMULA,
    result="bias",
    results=("table", "bias", "score"),
    leaves=leaves,
    parameters=(
        Parameter("base", 10000, 1.0000001, "positions"),
        Parameter("clamp_len", -1, -1, "positions", "whole"),
        Parameter("q", None, unit="a row a query", kind="matrix"),
        Parameter("k", None, unit="a row a key", kind="matrix"),
        Parameter("u", None, unit="a column each", kind="numbers", also=("r_w_bias",)),
        Parameter("v", None, unit="a column each", kind="numbers", also=("r_r_bias",)),
        Parameter("r", None, unit="a row a distance, projected", kind="matrix"),
        Parameter("furthest", None, unit="the distance of the first row", kind="whole"),
        Parameter("query_length", None, 1, "positions", "whole"),
    ),
    conventions=(
        Convention(
            "table",
            {"sinusoidal": {}, "given": {"projected": "r + 0"}},
            least_width={"sinusoidal": 2},
            needs={"given": ("r",)},
        ),
    ),
    source="Dai et al. 2019, arXiv 1901.02860, section 3.3 and appendix B",
    slips="relative_slips.toml",
)
