"""A slip at work: one row of the sample as it is right, and as somebody writes it who makes that slip."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, in_words
from posenc_cli.encodings.combine import ADD, PAIR
from posenc_cli.encodings.slips import OTHER, Slip

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.encodings.scheme import Scheme

#: The two words that are compared on the sample.
_PAIR_ROWS = (0, 4)


@dataclass(frozen=True)
class Changed:
    """The step in which a slip shows first: quantity, column, and what is right and what is done there.

    The texts are made late, because only a view knows how numbers look.
    """

    rule: str
    k: int
    right: Callable[[Callable[[float], str]], str]
    slip: Callable[[Callable[[float], str]], str]


@dataclass(frozen=True)
class SlipExample:
    """A slip and what it makes of one row.

    Attributes:
        slip: its record.
        scheme: the encoding.
        pos: the position of the row.
        quantity: ``pe``, ``x``, ``m``, ``prod``, ``dot``, ``cosine``.
        decimals: of the written values.
        right: as written, (column); empty if the slip has no values of its own.
        wrong: as written by who makes the slip, (column); equal to ``right`` if the slip cannot be seen here.
        changed: the first step that differs; None if there is none to show.
    """

    slip: Slip
    scheme: Scheme
    pos: int
    quantity: str
    decimals: int
    right: NDArray[np.float64]
    wrong: NDArray[np.float64]
    changed: Changed | None


def slip_example(scheme: Scheme, slip: Slip, pos: int, vectors: Sequence[Sequence[Any]], decimals: int) -> SlipExample:
    """Make a slip on a sheet with the given word vectors.

    Args:
        scheme: the encoding; as wide as the vectors where the slip is about them.
        slip: the slip; of its forms, the first that shows in this row.
        pos: the position of the row.
        vectors: (row, column) of the words from position 0 on.
        decimals: to how many the sheet is written.
    """
    formula = scheme.formula.then(check="sin(one)", **ADD, m="x", **PAIR)
    quantity = _quantity(slip)
    given = _given(scheme, pos, vectors)
    rows = len(given["pos"])
    row = pos if quantity in {"pe", "x", "m"} else 0
    base = _Sheet(formula, given, quantity, row, decimals)
    right = base.written()
    best: _Sheet | None = None
    for variant, other in slip.forms(rows, scheme.d):
        more = {} if other is None else {OTHER: np.array([[other]])}
        made = _Sheet(formula.but(**variant), {**given, **more}, quantity, row, decimals)
        best = best or made
        if not np.array_equal(made.written(), right, equal_nan=True):
            best = made
            break
    if best is None:
        return SlipExample(slip, scheme, pos, quantity, decimals, np.empty(0), np.empty(0), None)
    wrong = best.written()
    return SlipExample(slip, scheme, pos, quantity, decimals, right, wrong, _changed(slip, base, best, right, wrong))


def _quantity(slip: Slip) -> str:
    """Where a slip is looked at: the row of its exercise."""
    if slip.section in {"table", "write"}:
        return "pe"
    first = slip.rules[0] if slip.rules else "pe"
    if slip.section == "add":
        return "m" if first == "m" else "x"
    return first if first in {"dot", "cosine"} else "prod"


def _given(scheme: Scheme, pos: int, vectors: Sequence[Sequence[Any]]) -> Mapping[str, Any]:
    rows = max(len(vectors), pos + 1)
    fitting = [vectors[row % len(vectors)] for row in range(rows)]
    embedding = np.array([[float(cell) for cell in vector] for vector in fitting])
    if embedding.shape[1] != scheme.d:
        embedding = np.zeros((rows, scheme.d))
    return {
        **scheme.given(np.arange(rows)),
        "embedding": embedding,
        "n": rows,
        "one": np.ones((1, 1)),
        "first": _PAIR_ROWS[0],
        "second": _PAIR_ROWS[1],
    }


class _Sheet:
    """One run of a formula, and one row of it."""

    def __init__(self, formula: Formula, given: Mapping[str, Any], quantity: str, row: int, decimals: int) -> None:
        self.formula, self.quantity, self.row = formula, quantity, row
        self.run: Run = formula.run(given, NUMBERS, on_sheet={quantity: True}, decimals=decimals)

    def written(self) -> NDArray[np.float64]:
        """The row as it is written."""
        return np.asarray(self._row(self.run.written[self.quantity]))

    def value(self, rule: str, k: int) -> float:
        found = self._row(self.run.values[rule])
        return float(found[min(k, len(found) - 1)])

    def said(self, rule: str, k: int, show: Callable[[float], str]) -> str:
        values = {name: np.asarray(value) for name, value in self.run.values.items()}
        found = self._row(self.formula.say(rule, values, in_words(show)))
        text = found[min(k, len(found) - 1)].text
        shown = show(self.value(rule, k))
        return text if text == shown else f"{text} = {shown}"

    def _row(self, values: Any) -> NDArray[Any]:  # noqa: ANN401
        values = np.atleast_2d(np.asarray(values))
        return np.asarray(values[min(self.row, len(values) - 1)])


def _changed(
    slip: Slip, right: _Sheet, wrong: _Sheet, as_right: NDArray[np.float64], as_wrong: NDArray[np.float64]
) -> Changed | None:
    rules = [rule for rule in slip.rules if rule in right.formula]
    different = np.flatnonzero(~np.isclose(as_right, as_wrong, equal_nan=True))
    if not len(different) or not rules:
        return None
    k = int(different[0])
    rule = next((rule for rule in rules if right.value(rule, k) != wrong.value(rule, k)), None)
    if rule is None:
        return None
    return Changed(rule, k, lambda show: right.said(rule, k, show), lambda show: wrong.said(rule, k, show))
