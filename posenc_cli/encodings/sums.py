"""Embedding plus encoding, and what words have to do with each other before and after it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.combine import ADD, PAIR, SCALED
from posenc_cli.encodings.scheme import MAX_CELLS
from posenc_cli.encodings.table import Column, columns
from posenc_cli.errors import UsageError
from posenc_cli.i18n.numbers import round_half_away

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from numpy.typing import NDArray

    from posenc_cli.calculation.twofold import Twofold
    from posenc_cli.encodings.scheme import Scheme

#: The rules of a pair whose two rows are given.
_COMPARED = Formula.of(**{name: rule for name, rule in PAIR.items() if name not in {"left", "right"}})


@dataclass(frozen=True)
class Sums:
    """Words at positions, with E, PE and E + PE.

    Attributes:
        scheme: what was added.
        scaled: was the embedding multiplied by √d first?
        words: (row).
        positions: (row).
        columns: what makes a column of the encoding.
        embedding: (row, column), as it is added.
        encoding: (row, column).
        total: (row, column).
        exact: ``e`` and ``x`` with all their digits, (row, column).
    """

    scheme: Scheme
    scaled: bool
    words: tuple[str, ...]
    positions: NDArray[np.int64]
    columns: tuple[Column, ...]
    embedding: NDArray[np.float64]
    encoding: NDArray[np.float64]
    total: NDArray[np.float64]
    exact: Mapping[str, Twofold] = field(repr=False)


def add(
    scheme: Scheme,
    words: Sequence[str],
    vectors: Sequence[Sequence[Decimal | float]],
    positions: NDArray[np.int64],
    *,
    scaled: bool = False,
) -> Sums:
    """Add the encoding to embeddings.

    Args:
        scheme: the encoding, as wide as the vectors.
        words: (row).
        vectors: (row, column); decimals stay exact, so that ties are rounded as on paper.
        positions: (row).
        scaled: multiply the embedding by √d first (Vaswani et al. 2017, section 3.4).

    Raises:
        UsageError: too many cells, or a position too far out.
    """
    positions = scheme.checked(positions)
    formula = scheme.formula.then(**(SCALED if scaled else ADD))
    given = {**scheme.given(positions), "embedding": _leaf(vectors)}
    run = formula.run(given, ACCURATE)
    e, pe, x = (_floats(run.values[name]) for name in ("e", scheme.encoding.result, "x"))
    exact = {name: run.values[name] for name in ("e", "x")}
    return Sums(scheme, scaled, tuple(words), positions, columns(scheme, run), e, pe, x, exact)


def _leaf(vectors: Sequence[Sequence[Decimal | float]]) -> NDArray[Any]:
    return np.array([list(vector) for vector in vectors], dtype=object)


def _floats(values: Twofold) -> NDArray[np.float64]:
    return values.to_float64() + 0.0


@dataclass(frozen=True)
class Matrices:
    """How all words compare: dot products and cosines, each (row, row); NaN where a vector has no direction."""

    dot: NDArray[np.float64]
    cosine: NDArray[np.float64]


@dataclass(frozen=True)
class Scores:
    """All pairs before and after adding positions."""

    sums: Sums
    before: Matrices
    after: Matrices


def scores(sums: Sums) -> Scores:
    """Compare every word with every word.

    Raises:
        UsageError: too many pairs.
    """
    if (cells := len(sums.words) ** 2 * sums.scheme.d) > MAX_CELLS:
        raise UsageError("compute.too-many-cells", cells=cells, limit=MAX_CELLS)
    return Scores(sums, _matrices(sums.exact["e"]), _matrices(sums.exact["x"]))


def _matrices(rows: Twofold) -> Matrices:
    run = _COMPARED.run({"left": rows[:, None, :], "right": rows[None, :, :]}, ACCURATE)
    return Matrices(*(run.values[name].to_float64()[..., 0] + 0.0 for name in ("dot", "cosine")))


@dataclass(frozen=True)
class Comparison:
    """The working of one pair from one set of numbers.

    Attributes:
        left: (column).
        right: (column).
        products: (column).
        dot: their sum.
        cosine: the dot product over both lengths.
    """

    left: NDArray[np.float64]
    right: NDArray[np.float64]
    products: NDArray[np.float64]
    dot: float
    cosine: float


@dataclass(frozen=True)
class Pair:
    """Two words at their places, compared three ways.

    Attributes:
        sums: the two rows.
        decimals: of the printed rows.
        before: the embeddings alone.
        exact: embedding plus encoding, nothing rounded.
        printed: from the rows as they stand on paper.
    """

    sums: Sums
    decimals: int
    before: Comparison
    exact: Comparison
    printed: Comparison


def pair(sums: Sums, decimals: int) -> Pair:
    """Compare two words (the two rows of ``sums``), also as somebody does who works from the printed rows."""
    return Pair(
        sums,
        decimals,
        before=_compare(sums.exact["e"]),
        exact=_compare(sums.exact["x"]),
        printed=_compare(np.array([[round_half_away(cell, decimals) for cell in row] for row in sums.total.tolist()])),
    )


def _compare(rows: Twofold | NDArray[Any]) -> Comparison:
    values = _COMPARED.run({"left": rows[:1], "right": rows[1:]}, ACCURATE).values
    left, right, products, dot, cosine = (
        _floats(values[name])[0] for name in ("left", "right", "prod", "dot", "cosine")
    )
    return Comparison(left, right, products, float(dot[0]), float(cosine[0]))
