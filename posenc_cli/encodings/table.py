"""The table of an encoding: one row a position, one column a dimension, every digit of float64 right."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Run
    from posenc_cli.encodings.scheme import Scheme

#: Cells that are computed at a time: the parts of a computation stay in the processor's cache.
BLOCK = 100_000
#: An angle that is a quotient with the column's divisor.
_DIVIDED = re.compile(r"(\w+) / divisor")


@dataclass(frozen=True)
class Column:
    """What makes one column; the number alone if it is no wave of something divided.

    Attributes:
        k: its number, from 0.
        i: its pair, from 0.
        function: ``sin`` or ``cos``.
        divisor: by which the position is divided (positions per radian).
        of: what is divided: ``pos``, or where encodings of grids and times start from something else, that.
    """

    k: int
    i: int | None = None
    function: str | None = None
    divisor: float | None = None
    of: str = "pos"


@dataclass(frozen=True)
class Table:
    """Values of an encoding.

    Attributes:
        scheme: what they are values of.
        positions: (row).
        words: one a row, or None.
        columns: in order.
        values: (row, column), float64.
    """

    scheme: Scheme
    positions: NDArray[np.int64]
    words: tuple[str, ...] | None
    columns: tuple[Column, ...]
    values: NDArray[np.float64]


def table(scheme: Scheme, positions: NDArray[np.int64], words: tuple[str, ...] | None = None) -> Table:
    """Compute the encoding at some positions.

    Args:
        scheme: the encoding with its width and conventions.
        positions: (row), whole numbers from 0.
        words: what stands there, one a row.

    Raises:
        UsageError: too many cells, or a position too far out.
    """
    positions = scheme.checked(positions)
    values = np.empty((len(positions), scheme.d))
    step = max(1, BLOCK // scheme.d)
    for start in range(0, len(positions), step):
        run = scheme.computed(scheme.given(positions[start : start + step]))
        values[start : start + step] = run.values[scheme.encoding.result].to_float64()
    first = scheme.computed(scheme.given(positions[:1]))
    return Table(scheme, positions, words, columns(scheme, first), values)


def columns(scheme: Scheme, run: Run) -> tuple[Column, ...]:
    """What the columns are, read from one run."""
    wave = _DIVIDED.fullmatch(scheme.formula.rule("angle").expression.text) if "angle" in scheme.formula else None
    if wave is None or not {"i", "wave", "divisor"} <= run.values.keys():
        return tuple(map(Column, range(scheme.d)))
    parts = (np.broadcast_to(run.values[name].to_float64(), (1, scheme.d))[0] for name in ("i", "wave", "divisor"))
    return tuple(
        Column(k, int(i), "cos" if turned else "sin", float(divisor), wave[1])
        for k, (i, turned, divisor) in enumerate(zip(*parts, strict=True))
    )
