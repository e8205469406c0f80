"""A slip at work: one row of a small sheet as it is right, and as somebody writes it who makes that slip."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, in_words
from posenc_cli.encodings.exercise import exercise, sheet
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.slips import OTHER, Slip
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run

#: Quantities with one row for the whole sheet.
_SINGLE = frozenset({"prod", "dot", "cosine", "attention_factor", "inv_freq", "slope"})
#: Quantities with a number a head; of all others the row of the first head is looked at.
BY_HEAD = frozenset({"slope"})
#: Small numbers, which nobody rounds to three decimals, and after how many they count as the same.
FINE = frozenset({"slope", "inv_freq", "attention_factor"})
_FINEST = 9
#: What a key after its query adds to a score does not matter where it is masked.
_MASKED = frozenset({"bias", "score"})
#: Kinds that compare every query with every key, and the last query of a sheet that one can still read.
_WITH_KEYS, _LAST_QUERY = frozenset({"bias", "none"}), 63
#: What the vectors of a quantity were before.
_BEFORE = {"turned": "x", "valued": "x"}

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
        quantity: ``pe``, ``x``, ``m``, ``prod``, ``dot``, ``cosine``; ``turned``, ``bias``, ``bucket`` …
        decimals: of the written values.
        right: as written, (column); empty if the slip has no values of its own; −∞ where nothing is asked.
        wrong: as written by who makes the slip, (column); equal to ``right`` if the slip cannot be seen here.
        changed: the first step that differs; None if there is none to show.
        before: the row that is turned, (column); empty if nothing is.
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
    before: NDArray[np.float64]

    @property
    def seen(self) -> bool:
        """Does the slip change what is written?"""
        return not np.array_equal(self.right, self.wrong, equal_nan=True)


def slip_example(scheme: Scheme, slip: Slip, pos: int, vectors: Sequence[Sequence[Any]], decimals: int) -> SlipExample:
    """Make a slip on a small sheet: one of the scheme if the slip shows there, or else one made for it.

    Of its forms the first is taken that shows in the row; if none does, another row, and then a sheet with scaled
    embeddings.

    Args:
        scheme: the encoding; as wide as the vectors where the slip is about them. If the slip is none of this encoding,
            its own takes its place.
        slip: the slip.
        pos: the position of the row.
        vectors: (row, column) of words from position 0 on.
        decimals: to how many the sheet is written.
    """
    found = None
    rows = len(vectors)
    if slip.fits(scheme.encoding.name, scheme.chosen):
        found = _example(scheme, slip, pos, vectors, (rows, decimals))
    if slip.example and (found is None or not found.seen):
        asked = dict(slip.example)
        rows = asked.pop("count", rows)
        own = Scheme.of(slip.encodings[0], **asked)
        found = _example(own, slip, _reached(own, pos, rows), vectors, (rows, decimals))
    return found or _example(Scheme.of(slip.encodings[0], d=scheme.d), slip, pos, vectors, (rows, decimals))


def _reached(scheme: Scheme, pos: int, rows: int) -> int:
    """The position, or the last one of a sheet that does not reach so far: a table or an image has an end."""
    try:
        scheme.given(np.array([pos]))
    except UsageError:
        return min(pos, rows - 1)
    return pos


def _example(
    scheme: Scheme, slip: Slip, pos: int, vectors: Sequence[Sequence[Any]], size: tuple[int, int]
) -> SlipExample:
    empty = np.empty(0)
    if scheme.encoding.kind in _WITH_KEYS and pos > _LAST_QUERY:
        raise UsageError("compute.position", given=pos, limit=_LAST_QUERY)
    quantity = _quantity(slip, scheme)
    found = None
    if slip.variants:
        rows, decimals = size
        given = sheet(scheme, pos, vectors, rows)
        paper = _Paper(quantity, max(decimals, _FINEST) if quantity in FINE else decimals, given)
        for scaled in (False, True) if scheme.encoding.kind == "additive" else (False,):
            for shown in _shown(scheme, slip, pos, paper, scaled=scaled):
                if shown.seen:
                    return shown
                found = found or shown
    return found or SlipExample(
        slip,
        scheme,
        pos,
        scaled=False,
        quantity=quantity,
        decimals=size[1],
        right=empty,
        wrong=empty,
        changed=None,
        before=empty,
    )


def _shown(scheme: Scheme, slip: Slip, pos: int, paper: _Paper, *, scaled: bool) -> Iterator[SlipExample]:
    """Every row under every form of a slip, the row that was asked for first."""
    formula = exercise(scheme, scaled=scaled)
    runs, right = _runs(paper, formula, slip), _Sheet(paper, formula, paper.given)
    others = (row for row in range(paper.count) if row != pos)
    for place in [pos, *others] if paper.rows else [pos]:
        row = place if paper.rows else 0
        before = right.row(_BEFORE[paper.quantity], row) if paper.quantity in _BEFORE else np.empty(0)
        for made in runs:
            rows = right.written(row), made.written(row)
            changed = _changed(slip, right, made, row)
            yield SlipExample(slip, scheme, place, scaled, paper.quantity, paper.decimals, *rows, changed, before)


@dataclass(frozen=True)
class _Paper:
    """What all runs of one example share."""

    quantity: str
    decimals: int
    given: Mapping[str, Any]

    @property
    def rows(self) -> bool:
        """Has the quantity one row a position?"""
        return self.quantity not in _SINGLE

    @property
    def count(self) -> int:
        """How many positions there are."""
        return int(np.size(self.given["pos" if "pos" in self.given else "query"]))


def _runs(paper: _Paper, formula: Formula, slip: Slip) -> list[_Sheet]:
    """The sheet under every form of the slip."""
    given = paper.given
    columns = np.shape(given["k"])[-1] if "k" in given else 0
    return [
        _Sheet(paper, formula.but(**form), given if other is None else {**given, OTHER: np.array([[other]])})
        for form, other in slip.forms(paper.count, columns)
    ]


def _quantity(slip: Slip, scheme: Scheme) -> str:
    """Where a slip is looked at: the row of its exercise."""
    if slip.quantity:
        # A slip of several encodings is looked at in what each of them has.
        other = "turned" if scheme.encoding.kind == "rotary" else scheme.encoding.results[0]
        return slip.quantity if slip.quantity in exercise(scheme) else other
    if slip.section in {"table", "write"}:
        return "pe"
    first = slip.rules[0] if slip.rules else "pe"
    if slip.section == "add":
        return "m" if first == "m" else "x"
    return first if first in {"dot", "cosine"} else "prod"


class _Sheet:
    """One run of a formula."""

    def __init__(self, paper: _Paper, formula: Formula, given: Mapping[str, Any]) -> None:
        self.formula, self.quantity = formula, paper.quantity
        self.run: Run = formula.run(given, NUMBERS, on_sheet={paper.quantity: True}, decimals=paper.decimals)
        self.hidden = paper.quantity in _MASKED and "distance" in formula

    def row(self, rule: str, row: int) -> NDArray[Any]:
        """A row of a quantity."""
        return _row(self.run.values[rule], row, by_head=self.quantity in BY_HEAD)

    def written(self, row: int) -> NDArray[np.float64]:
        """A row as it is written."""
        found = np.asarray(_row(self.run.written[self.quantity], row, by_head=self.quantity in BY_HEAD))
        if self.hidden:
            found = np.where(self.row("key", 0) > self.row("query", row), -np.inf, found)
        return found

    def value(self, rule: str, row: int, k: int) -> float:
        """One cell of a quantity."""
        found = self.row(rule, row)
        return float(found[min(k, len(found) - 1)])

    def step(self, rule: str, row: int, k: int) -> tuple[Spoken, float]:
        """One cell in words, and its number."""

        def say(show: Callable[[float], str]) -> str:
            values = {name: np.asarray(value) for name, value in self.run.values.items()}
            said = _row(self.formula.say(rule, values, in_words(show)), row, by_head=self.quantity in BY_HEAD)
            return str(said[min(k, len(said) - 1)].text)

        return say, self.value(rule, row, k)


def _row(values: Any, row: int, *, by_head: bool = False) -> NDArray[Any]:  # noqa: ANN401
    """One row of what is (row, column) or (head, row, column)."""
    table = np.atleast_2d(np.asarray(values))
    if by_head and table.ndim > 2:
        table = np.moveaxis(table, 0, -1)[0]
    while table.ndim > 2:
        table = table[0]
    return np.asarray(table[min(row, len(table) - 1)])


def _changed(slip: Slip, right: _Sheet, wrong: _Sheet, row: int) -> Changed | None:
    """The first rule of the slip that gives something else, in the first column that is written another way."""
    different = np.flatnonzero(~np.isclose(right.written(row), wrong.written(row), equal_nan=True))
    for rule in slip.rules:
        if not len(different) or rule not in right.formula:
            continue
        # A single score comes of two rows; that of the key has columns of its own.
        of_key = rule == "keyed" and right.quantity in _SINGLE
        at = int(np.ravel(right.run.values["second"])[0]) if of_key else row
        for k in range(len(right.row(rule, at))) if of_key else different.tolist():
            if right.value(rule, at, k) != wrong.value(rule, at, k):
                return Changed(rule, k, right.step(rule, at, k), wrong.step(rule, at, k))
    return None
