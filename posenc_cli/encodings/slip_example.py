"""A slip at work: one row of the sample as it is right, and as somebody writes it who makes that slip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, in_words
from posenc_cli.encodings.combine import ADD, PAIR, SCALED
from posenc_cli.encodings.slips import OTHER, Slip

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.encodings.scheme import Scheme

#: The two words that are compared on the sample.
_PAIR_ROWS = (0, 4)


#: A step in words, made late, because only a view knows how numbers look.
Spoken: TypeAlias = Callable[[Callable[[float], str]], str]


@dataclass(frozen=True)
class Changed:
    """The step in which a slip shows first: its rule and column, and what is right and what is done there.

    Attributes:
        rule: the step.
        k: the column.
        right: the right step in words, and its result.
        slip: the same for who makes the slip.
    """

    rule: str
    k: int
    right: tuple[Spoken, float]
    slip: tuple[Spoken, float]


@dataclass(frozen=True)
class SlipExample:
    """A slip and what it makes of one row.

    Attributes:
        slip: its record.
        scheme: the encoding.
        pos: the position of the row; another than asked for if the slip can only be seen there.
        scaled: is the embedding multiplied by √d on this sheet? (Some slips are about that.)
        quantity: ``pe``, ``x``, ``m``, ``prod``, ``dot``, ``cosine``.
        decimals: of the written values.
        right: as written, (column); empty if the slip has no values of its own.
        wrong: as written by who makes the slip, (column); equal to ``right`` if the slip cannot be seen here.
        changed: the first step that differs; None if there is none to show.
    """

    slip: Slip
    scheme: Scheme
    pos: int
    scaled: bool
    quantity: str
    decimals: int
    right: NDArray[np.float64]
    wrong: NDArray[np.float64]
    changed: Changed | None


def slip_example(scheme: Scheme, slip: Slip, pos: int, vectors: Sequence[Sequence[Any]], decimals: int) -> SlipExample:
    """Make a slip on a sheet with the given word vectors.

    Of its forms the first is taken that shows in the row; if none does, another row, and then a sheet with scaled
    embeddings.

    Args:
        scheme: the encoding; as wide as the vectors where the slip is about them.
        slip: the slip.
        pos: the position of the row.
        vectors: (row, column) of the words from position 0 on.
        decimals: to how many the sheet is written.
    """
    sheet = _Paper(_quantity(slip), decimals, _given(scheme, pos, vectors))
    places = [pos, *(row for row in range(len(vectors)) if row != pos)] if sheet.rows else [pos]
    found = None
    for scaled in (False, True):
        formula = scheme.formula.then(check="sin(one)", **(SCALED if scaled else ADD), m="x", **PAIR)
        runs, right = _runs(sheet, formula, slip), _Sheet(sheet, formula, sheet.given)
        for place in places:
            row = place if sheet.rows else 0
            for made in runs:
                changed = _changed(slip, right, made, row)
                rows = right.written(row), made.written(row)
                shown = SlipExample(slip, scheme, place, scaled, sheet.quantity, decimals, *rows, changed)
                if not np.array_equal(*rows, equal_nan=True):
                    return shown
                found = found or shown
    empty = np.empty(0)
    return found or SlipExample(slip, scheme, pos, scaled, sheet.quantity, decimals, empty, empty, None)


@dataclass(frozen=True)
class _Paper:
    """What all runs of one example share."""

    quantity: str
    decimals: int
    given: Mapping[str, Any]

    @property
    def rows(self) -> bool:
        """Has the quantity one row a position?"""
        return self.quantity in {"pe", "x", "m"}


def _runs(paper: _Paper, formula: Formula, slip: Slip) -> list[_Sheet]:
    """The sheet under every form of the slip."""
    given = paper.given
    return [
        _Sheet(paper, formula.but(**form), given if other is None else {**given, OTHER: np.array([[other]])})
        for form, other in slip.forms(len(given["pos"]), given["k"].shape[-1])
    ]


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
    """One run of a formula."""

    def __init__(self, paper: _Paper, formula: Formula, given: Mapping[str, Any]) -> None:
        self.formula, self.quantity = formula, paper.quantity
        self.run: Run = formula.run(given, NUMBERS, on_sheet={paper.quantity: True}, decimals=paper.decimals)

    def written(self, row: int) -> NDArray[np.float64]:
        """A row as it is written."""
        return np.asarray(_row(self.run.written[self.quantity], row))

    def value(self, rule: str, row: int, k: int) -> float:
        """One cell of a quantity."""
        found = _row(self.run.values[rule], row)
        return float(found[min(k, len(found) - 1)])

    def step(self, rule: str, row: int, k: int) -> tuple[Spoken, float]:
        """One cell in words, and its number."""

        def say(show: Callable[[float], str]) -> str:
            values = {name: np.asarray(value) for name, value in self.run.values.items()}
            found = _row(self.formula.say(rule, values, in_words(show)), row)
            return str(found[min(k, len(found) - 1)].text)

        return say, self.value(rule, row, k)


def _row(values: Any, row: int) -> NDArray[Any]:  # noqa: ANN401
    table = np.atleast_2d(np.asarray(values))
    return np.asarray(table[min(row, len(table) - 1)])


def _changed(slip: Slip, right: _Sheet, wrong: _Sheet, row: int) -> Changed | None:
    """The first rule of the slip that gives something else, in the first column that is written another way."""
    different = np.flatnonzero(~np.isclose(right.written(row), wrong.written(row), equal_nan=True))
    for rule in slip.rules:
        if len(different) and rule in right.formula:
            k = int(different[0])
            if right.value(rule, row, k) != wrong.value(rule, row, k):
                return Changed(rule, k, right.step(rule, row, k), wrong.step(rule, row, k))
    return None
