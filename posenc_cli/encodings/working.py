"""An encoding step by step, for one position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import in_words
from posenc_cli.encodings.scheme import position
from posenc_cli.encodings.table import Column, columns

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme

#: Rules that the heading of a column says already: its pair, and whether it is a sine.
_SAID = frozenset({"columns", "i", "wave"})


@dataclass(frozen=True)
class Working:
    """Every quantity of one row.

    Attributes:
        scheme: the encoding.
        pos: the position.
        columns: those that are asked for.
        rules: the steps to show, in order; the last is the encoding itself.
        values: by quantity, leaves too, each (1, d).
    """

    scheme: Scheme
    pos: int
    columns: tuple[Column, ...]
    rules: tuple[str, ...]
    values: Mapping[str, NDArray[np.float64]]

    def value(self, rule: str, k: int) -> float:
        """What a rule gives in column ``k``."""
        return float(self.values[rule][0, k]) + 0.0

    def said(self, rule: str, k: int, show: Callable[[float], str]) -> str:
        """A rule in column ``k`` as a person writes it, numbers put in as ``show`` writes them."""
        cells: dict[str, Any] = {name: value[:, k : k + 1] for name, value in self.values.items()}
        return str(self.scheme.formula.say(rule, cells, in_words(show)).flat[0].text)


def working(scheme: Scheme, pos: int, dimensions: Sequence[int] | None = None) -> Working:
    """Work out one row.

    Args:
        scheme: the encoding.
        pos: the position.
        dimensions: columns from 0; all of them if None.

    Raises:
        UsageError: a position or column that does not exist.
    """
    pos = position(pos)
    chosen = scheme.columns(range(scheme.d) if dimensions is None else dimensions)
    run = scheme.computed(scheme.given(scheme.checked(np.array([pos], dtype=np.int64))))
    values = {name: np.broadcast_to(value.to_float64(), (1, scheme.d)) for name, value in run.values.items()}
    every = columns(scheme, run)
    rules = tuple(rule.name for rule in scheme.formula.rules if rule.name not in _SAID)
    return Working(scheme, pos, tuple(every[k] for k in chosen), rules, values)
