"""A small sheet for slips of any encoding, and numbers as they stand on paper."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.rounding import round_half_away
from posenc_cli.encodings import slips
from posenc_cli.encodings.exercise import exercise, sheet

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme

    Array = NDArray[np.float64]

#: Die Katze sitzt auf der Matte.
WORDS = [
    [0.9, 0.1, 0, 0.1], [0, 0.9, 0.1, 0.2], [0, 0.1, 0.9, 0], [0.5, 0, 0.3, 0.4], [0.9, 0.1, 0, 0.1], [0, 0, 0, 0.9],
]  # fmt: skip


def values(scheme: Scheme, name: str = "", *, rows: int = 6, **leaves: Any) -> Mapping[str, Array]:  # noqa: ANN401
    """Every quantity of a small sheet, right or with the usual form of a slip."""
    formula = exercise(scheme)
    if name:
        formula = formula.but(**slips.slip(name).variants[0])
    given = sheet(scheme, 2, WORDS, rows) | leaves
    return formula.run(given, NUMBERS).values


def rounded(found: Any) -> list[float]:  # noqa: ANN401
    """As on paper, to three decimals."""
    return (round_half_away(np.asarray(found), 3) + 0.0).ravel().tolist()
