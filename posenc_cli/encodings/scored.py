"""What an encoding of any kind does to the scores of words: vectors, q·k/√d, bias, mask, softmax.

Queries and keys are the words' own vectors: no projection is trained here, so what differs from score to score is what
the encoding did.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import attention
from posenc_cli.encodings.results import hidden
from posenc_cli.encodings.rope_scaling import at_length
from posenc_cli.encodings.rotate import rotate
from posenc_cli.encodings.scheme import MAX_CELLS
from posenc_cli.encodings.table import table
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

    from posenc_cli.encodings.scheme import Scheme

    Array = NDArray[np.float64]

#: T5 takes q·k as it is.
_UNSCALED = frozenset({"t5"})
#: What the words themselves say: who asks, what is compared, and that all are compared with all.
_FROM_WORDS = frozenset({"q", "k", "query_length"})
#: Scores that differ by less are the same.
_SAME = 1e-12


@dataclass(frozen=True)
class Scored:
    """The scores of words at their positions, of one head.

    Attributes:
        scheme: the encoding.
        words: (row).
        positions: (row).
        head: from 1.
        heads: how many there are.
        scale: what q·k is multiplied by.
        vectors: of the words before the encoding, (row, column).
        query: what is compared, (row, column).
        key: what it is compared with, (row, column).
        products: q·k times the scale, (query, key).
        bias: (query, key); None if the encoding adds none.
        scores: both together, −∞ where a key is not seen, (query, key).
        weights: their softmax, (query, key).
        shift: by how many positions all was moved; None if it was not.
        change: by how much a score has changed by that at most.
    """

    scheme: Scheme
    words: tuple[str, ...]
    positions: NDArray[np.int64]
    head: int
    heads: int
    scale: float
    vectors: Array = field(repr=False)
    query: Array = field(repr=False)
    key: Array = field(repr=False)
    products: Array
    bias: Array | None
    scores: Array
    weights: Array
    shift: int | None = None
    change: float | None = None

    @property
    def unmoved(self) -> bool:
        """Did all scores stay when all positions moved?"""
        return self.change is not None and self.change < _SAME


def scored(  # noqa: PLR0913  (all that scores depend on)
    scheme: Scheme,
    words: Sequence[str],
    vectors: ArrayLike,
    positions: NDArray[np.int64],
    *,
    causal: bool = False,
    head: int = 1,
    shift: int | None = None,
) -> Scored:
    """Compare every word with every word.

    Args:
        scheme: the encoding, as wide as the vectors.
        words: (row).
        vectors: (row, column).
        positions: (row).
        causal: hide the keys behind a query, also where the encoding does not do so itself.
        head: of a bias, from 1.
        shift: move all positions so far, and say what that changed.

    Raises:
        UsageError: too many words, a head that does not exist, or positions for which the encoding is not defined.
    """
    if shift is not None:
        still = scored(scheme, words, vectors, positions, causal=causal, head=head)
        moved = scored(scheme, words, vectors, scheme.checked(positions + shift), causal=causal, head=head)
        return replace(moved, shift=shift, change=_change(still.scores, moved.scores))
    rows = np.array([[float(cell) for cell in row] for row in np.asarray(vectors, dtype=object)])
    if (cells := len(words) ** 2) > MAX_CELLS:
        raise UsageError("compute.too-many-cells", cells=cells, limit=MAX_CELLS)
    scheme = at_length(scheme, positions)
    query, key = _compared(scheme, rows, positions)
    scale = 1.0 if scheme.encoding.name in _UNSCALED else float(1 / np.sqrt(scheme.d))
    products = attention.scores(query, key, scale)
    bias, seen, heads = _bias(scheme, rows, positions, head)
    if causal:
        seen = seen & attention.causal_mask(len(words), len(words))
    total = attention.masked(products if bias is None else products + bias, seen)
    shares = attention.softmax(total)
    return Scored(
        scheme, tuple(words), positions, head, heads, scale, rows, query, key, products + 0.0, bias, total, shares
    )


def _change(before: Array, after: Array) -> float:
    seen = np.isfinite(before)
    return float(np.max(np.abs(before[seen] - after[seen]), initial=0.0))


def _compared(scheme: Scheme, rows: Array, positions: NDArray[np.int64]) -> tuple[Array, Array]:
    """Queries and keys after the encoding."""
    if scheme.encoding.kind == "additive":
        both = rows + table(scheme, positions).values
        return both, both
    if scheme.encoding.kind == "rotary":
        return rotate(scheme, positions, rows, role="query"), rotate(scheme, positions, rows, role="key")
    return rows, rows


def _bias(
    scheme: Scheme, rows: Array, positions: NDArray[np.int64], head: int
) -> tuple[Array | None, NDArray[np.bool_], int]:
    """What is added to the scores of a head, which keys are seen, and how many heads there are."""
    shape = (len(rows), len(rows))
    everything = np.ones(shape, dtype=bool)
    if scheme.encoding.kind in ("additive", "rotary"):
        _check_head(head, 1)
        return None, everything, 1
    if given_too := _FROM_WORDS & scheme.parameters.keys():
        raise UsageError("parameters.from-words", name=min(given_too))
    own = {name: rows for name in ("q", "k") if any(each.name == name for each in scheme.encoding.parameters)}
    scheme = replace(scheme, parameters={**scheme.parameters, **own})
    given = scheme.given(positions)
    values = scheme.formula.run(given, ACCURATE).values
    if scheme.encoding.kind == "none":
        _check_head(head, 1)
        return None, np.broadcast_to(values["visible"].to_float64()[0] == 1, shape), 1
    found: Any = values[scheme.encoding.result].to_float64()
    _check_head(head, len(found))
    unseen = hidden(scheme, given, values)
    seen = everything if unseen is None else np.broadcast_to(~unseen, shape)
    return np.broadcast_to(found[head - 1], shape) + 0.0, seen, len(found)


def _check_head(head: int, heads: int) -> None:
    if not 1 <= head <= heads:
        raise UsageError("parameters.head", given=head, heads=heads)
