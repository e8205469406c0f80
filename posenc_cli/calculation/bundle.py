"""Many formulas at once: formulas that differ from one another in some rules, each run for some people.

One run has *cases* as its first axis, a formula and a person each. A rule is worked out once for all cases that share
its expression; what a case does as the people's own run does is taken from there.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.expression import evaluate
from posenc_cli.calculation.formula import Cells, Run
from posenc_cli.calculation.intervals import Interval

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from collections.abc import Set as AbstractSet

    from numpy.typing import NDArray

    from posenc_cli.calculation.algebras import Algebra
    from posenc_cli.calculation.expression import Expression
    from posenc_cli.calculation.formula import Formula

    Index = NDArray[np.intp]

WRITE = "write"


@dataclass(frozen=True)
class People:
    """Whose runs the cases begin from.

    Attributes:
        given: leaves by name.
        run: the run of the unchanged formula with everybody's own answers; arrays (…) or (person, …).
        ndim: axes of every quantity without the one of people.
        answers: cells that win over computed ones, (1 or person, row, column).
        on_sheet: masks by quantity.
        decimals: to how many decimals the sheet is written.
    """

    given: Mapping[str, Any]
    run: Run
    ndim: Mapping[str, int]
    answers: Mapping[str, Cells]
    on_sheet: Mapping[str, Any]
    decimals: int

    def part(self, value: Any, persons: Index, name: str) -> Any:  # noqa: ANN401
        """What some people have of a quantity."""
        return _mapped(value, lambda side: _of(side, persons, self.ndim[name]))


class Bundle:
    """Formulas that differ in some rules.

    Args:
        formula: the one that they come from.
        replaced: of every formula the rules that it replaces, ``write`` among them, with complete expressions; rules
            that the formula does not have are passed over.
        stands: quantities that stand on the sheet.
    """

    def __init__(
        self, formula: Formula, replaced: Sequence[Mapping[str, Expression]], stands: AbstractSet[str]
    ) -> None:
        self.formula = formula
        self._stands = stands
        self._size = len(replaced)
        self._ways: dict[str, list[Expression]] = {WRITE: [formula.write]}
        self._way_of: dict[str, Index] = {}
        self._ways |= {rule.name: [rule.expression] for rule in formula.rules}
        known = {name: {ways[0].text: 0} for name, ways in self._ways.items()}
        for number, rules in enumerate(replaced):
            for name, expression in rules.items():
                if name not in known:
                    continue
                if expression.text not in known[name]:
                    known[name][expression.text] = len(known[name])
                    self._ways[name].append(expression)
                if name not in self._way_of:
                    self._way_of[name] = np.zeros(self._size, dtype=np.intp)
                self._way_of[name][number] = known[name][expression.text]

    @cached_property
    def _touched(self) -> dict[str, NDArray[np.bool_]]:
        """By rule which formulas may find another value for it."""
        found: dict[str, NDArray[np.bool_]] = {}
        read: dict[str, NDArray[np.bool_]] = {}
        rewritten = self._way_of[WRITE] > 0 if WRITE in self._way_of else np.zeros(self._size, dtype=bool)
        for rule in self.formula.rules:
            ways = self._way_of.get(rule.name)
            mask = np.zeros(self._size, dtype=bool) if ways is None else ways > 0
            for way, expression in enumerate(self._ways[rule.name]):
                reads = [read[name] for name in expression.names & read.keys()]
                if reads:
                    mask |= np.logical_or.reduce(reads) & (True if ways is None else ways == way)
            found[rule.name] = mask
            read[rule.name] = mask | rewritten if rule.name in self._stands else mask
        return found

    def run(self, which: Index, persons: Index, people: People, algebra: Algebra) -> Run:
        """Run formula ``which`` for the person ``persons``, both (case); quantities (case, row, column).

        Quantities that no case may find otherwise are left out.
        """
        cases = _Cases(self, which, persons, people, algebra)
        found = Run()
        writes = self._way_of[WRITE][which] if WRITE in self._way_of else None
        for rule in self.formula.rules:
            name = rule.name
            stands = name in self._stands
            touched = self._touched[name][which]
            rewritten = writes > 0 if stands and writes is not None else None
            if not touched.any() and (rewritten is None or not rewritten.any()):
                continue
            ways = self._way_of[name][which] if name in self._way_of else np.zeros(len(which), dtype=np.intp)
            computed = cases.worked(self._ways[name], ways, touched, people.run.computed[name], name)
            found.computed[name] = computed
            mask = np.False_
            written = computed
            if stands:
                mask = people.on_sheet[name]
                written = cases.written(self._ways[WRITE], writes, computed)
                found.written[name] = written
            carried = algebra.carry(written, computed, mask)
            if name in people.answers:
                cells = people.answers[name]
                carried = algebra.merge(
                    _of(cells.mask, persons, 2), _mapped(cells.values, lambda side: _of(side, persons, 2)), carried
                )
            cases.values[name] = found.values[name] = carried
        return found


class _Cases:
    """The values that the rules of some cases read."""

    def __init__(self, bundle: Bundle, which: Index, persons: Index, people: People, algebra: Algebra) -> None:
        self.persons, self.people, self.algebra = persons, people, algebra
        self.size = len(which)
        self.values: dict[str, Any] = {}
        self._leaves = {name: algebra.leaf(value) for name, value in people.given.items()}
        self._digits = algebra.leaf(people.decimals)
        self._rules = {rule.name for rule in bundle.formula.rules}

    def worked(
        self,
        expressions: Sequence[Expression],
        ways: Index,
        touched: NDArray[np.bool_],
        own: Any,  # noqa: ANN401
        name: str,
    ) -> Any:  # noqa: ANN401
        """One rule, each of its expressions for the cases that have it; untouched cases have their person's own."""
        parts: list[tuple[Index, Any]] = []
        for way, rows in by_number(ways, touched):
            expression = expressions[way]
            values = {one: self._read(one, rows) for one in expression.names}
            axes = {one for one in values if self._has_axis(one)}
            deep = 1 + max([2, *(np.ndim(_side(value)) - (one in axes) for one, value in values.items())])
            values = {one: _deepened(value, deep) if one in axes else value for one, value in values.items()}
            found = evaluate(expression, values, self.algebra)
            parts.append((rows, found if axes else _for_all(found)))
        rest = np.flatnonzero(~touched)
        if rest.size:
            parts.append((rest, self._own(own, name, rest)))
        return _joined(parts, self.size)

    def written(self, expressions: Sequence[Expression], ways: Index | None, computed: Any) -> Any:  # noqa: ANN401
        """What is written of computed values, by the writing rule of every case."""
        if ways is None or not ways.any():
            return evaluate(expressions[0], {"value": computed, "decimals": self._digits}, self.algebra)
        parts = []
        for way, rows in by_number(ways, np.ones(len(ways), dtype=bool)):
            values = {"value": _picked(computed, rows), "decimals": self._digits}
            parts.append((rows, evaluate(expressions[way], values, self.algebra)))
        return _joined(parts, self.size)

    def _has_axis(self, name: str) -> bool:
        """Does what is read carry the axis of cases?"""
        if name in self.values:
            return True
        return name in self._rules and self._is_personal(self.people.run.values[name], name)

    def _is_personal(self, value: Any, name: str) -> bool:  # noqa: ANN401
        return np.ndim(_side(value)) > self.people.ndim[name]

    def _read(self, name: str, rows: Index) -> Any:  # noqa: ANN401
        if name in self.values:
            return _mapped(self.values[name], lambda side: side[rows] if len(side) > 1 else side)
        if name not in self._rules:
            return self._leaves[name]
        value = self.people.run.values[name]
        persons = self.persons[rows]
        return _mapped(value, lambda side: _of(side, persons, self.people.ndim[name]))

    def _own(self, own: Any, name: str, rows: Index) -> Any:  # noqa: ANN401
        persons = self.persons[rows]
        found = _mapped(own, lambda side: _of(side, persons, self.people.ndim[name]))
        return _deepened(found, 3) if self._is_personal(own, name) else _for_all(found)


def by_number(numbers: Index, mask: NDArray[np.bool_]) -> Iterator[tuple[int, Index]]:
    """Every number (0, 1, …) that stands where a mask is true, and the places where it does."""
    places = np.flatnonzero(mask)
    picked = numbers[places]
    for number in np.flatnonzero(np.bincount(picked)).tolist():
        yield number, places[picked == number]


def _side(value: Any) -> Any:  # noqa: ANN401
    return value.low if isinstance(value, Interval) else value


def _mapped(value: Any, change: Callable[[Any], Any]) -> Any:  # noqa: ANN401
    """A value with its arrays changed; a point stays one."""
    if not isinstance(value, Interval):
        return change(value)
    low = change(value.low)
    return Interval(low, low if value.high is value.low else change(value.high))


def _picked(value: Any, rows: Index) -> Any:  # noqa: ANN401
    return _mapped(value, lambda side: side[rows])


def _of(array: Any, persons: Index, ndim: int) -> Any:  # noqa: ANN401
    """The rows of some people; of an array without their axis before ``ndim`` others, or with one row for all, that."""
    return array[persons] if np.ndim(array) > ndim and len(array) > 1 else array


def _deepened(value: Any, ndim: int) -> Any:  # noqa: ANN401
    """With axes put in behind the first, so that it meets arrays of more axes rightly."""

    def deepen(side: Any) -> Any:  # noqa: ANN401
        shape = np.shape(side)
        return np.reshape(side, (*shape[:1], *(1,) * (ndim - len(shape)), *shape[1:])) if len(shape) < ndim else side

    return _mapped(value, deepen)


def _for_all(value: Any) -> Any:  # noqa: ANN401
    """With an axis of cases, of one that stands for all."""
    return _deepened(_mapped(value, lambda side: np.asarray(side)[np.newaxis]), 3)


def _joined(parts: Sequence[tuple[Index, Any]], size: int) -> Any:  # noqa: ANN401
    """The values of all cases from those of some each, with the axis of cases and at least two more."""
    sides = [[value.low, value.high] if isinstance(value, Interval) else [value] for _, value in parts]
    is_point = all(len(both) == 1 or both[0] is both[1] for both in sides)
    shapes = [np.shape(side) for both in sides for side in both]
    inner = np.broadcast_shapes(*(shape[1:] for shape in shapes))
    found = []
    for number in range(1 if is_point else 2):
        out = np.empty((size, *inner), dtype=np.result_type(*(both[-1] for both in sides)))
        for (rows, _), both in zip(parts, sides, strict=True):
            out[rows] = both[min(number, len(both) - 1)]
        found.append(out)
    return Interval(found[0], found[-1]) if isinstance(parts[0][1], Interval) else found[0]
