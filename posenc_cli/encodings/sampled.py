"""Cells of an encoding as a picture shows them: all, or evenly spaced ones where it has too few points."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

import numpy as np

from posenc_cli.encodings.results import results
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme


@dataclass(frozen=True)
class Cells:
    """Cells of the matrix that an encoding is.

    Attributes:
        scheme: the encoding.
        rows: (row), positions; of a bias those of the queries.
        columns: (column), from 0: columns k, pairs i of a rotary encoding, or positions of the keys of a bias.
        across: what the columns count.
        values: (row, column): the encoding, the cosine of a pair's angle, a bias or a weight; −∞ where a key is hidden.
        whole: how many rows and columns there are in all.
        head: of a bias, from 1; 0 where there are none.
    """

    scheme: Scheme
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    across: Literal["column", "pair", "key"]
    values: NDArray[np.float64]
    whole: tuple[int, int]
    head: int = 0


def spread(count: int, most: int) -> NDArray[np.int64]:
    """At most ``most`` of the numbers 0 … ``count`` − 1, evenly spaced, the first and the last among them."""
    return np.rint(np.linspace(0, count - 1, min(count, most))).astype(np.int64)


def cells(scheme: Scheme, positions: NDArray[np.int64], most: tuple[int, int], head: int = 1) -> Cells:
    """The cells of an encoding, at most so many rows and columns.

    Only what is shown is computed: a picture of 100,000 positions × 4096 columns costs its points.

    Args:
        scheme: the encoding.
        positions: (row), whole numbers from 0; of a bias of queries and keys.
        most: rows and columns that the picture has room for.
        head: of a bias, from 1.

    Raises:
        UsageError: a head that there is none of, or values for which the encoding is not defined.
    """
    kind = scheme.encoding.kind
    count = len(positions)
    if kind == "additive":
        rows, columns = positions[spread(count, most[0])], spread(scheme.d, most[1])
        values = (
            scheme.computed(scheme.given(scheme.checked(rows), columns)).values[scheme.encoding.result].to_float64()
        )
        # What is looked up in a table comes with all its columns.
        values = values if values.shape[1] == len(columns) else values[:, columns]
        return Cells(scheme, rows, columns, "column", values + 0.0, (count, scheme.d))
    if kind == "rotary":
        rows = positions[spread(count, most[0])]
        cosines = results(scheme, rows)["cos"]
        columns = spread(cosines.shape[1], most[1])
        return Cells(scheme, rows, columns, "pair", cosines[:, columns], (count, cosines.shape[1]))
    rows = positions[spread(count, min(most))]
    found = results(scheme, rows)
    matrix = found[found.main or ""]
    if kind == "bias":
        if not 1 <= head <= len(matrix):
            raise UsageError("parameters.head", given=head, heads=len(matrix))
        matrix = matrix[head - 1]
    return Cells(scheme, found.queries, rows, "key", matrix, (count, count), head if kind == "bias" else 0)
