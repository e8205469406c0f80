"""Who may have gone which way: a quick look at all students and all ways, before anything is worked out exactly.

Of a way only what it changes is worked out, and only for students for whom it changes something: what they have written
themselves wins over what the way would have given, unless it is just that. What is found here is at least what can be
reached, so nobody is missed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS, Algebra, reachable
from posenc_cli.calculation.expression import evaluate
from posenc_cli.calculation.intervals import Interval
from posenc_cli.encodings.slips import WRITE

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.grading.claims import Sheets
    from posenc_cli.grading.marking import Marker
    from posenc_cli.grading.ways import Way

    Index = NDArray[np.intp]
    Mask = NDArray[np.bool_]

#: Half a unit of the last decimal, and what binary arithmetic takes or adds.
_HALF = 0.5 + 1e-6


@dataclass(frozen=True)
class _Changed:
    """Another value of a quantity: for some students, or one for all of them."""

    students: Index | None
    value: Interval


class _Asked:
    """The blanks of one quantity: where they are, and what stands there; arrays (student, blank)."""

    def __init__(self, screen: Screen, name: str, numbers: Index) -> None:
        marker, students = screen.marker, screen.students
        places = [marker.sheet.blanks[number].place for number in numbers]
        self.rows, self.columns = np.array([one.row for one in places]), np.array([one.column for one in places])
        at = np.ix_(students, numbers)
        # Further digits than asked stay there: 841.5 is near 841.47, and so is 841.
        longer = marker.answers.decimals[at] > marker.decimals
        self.ticks = np.where(longer, marker.answers.values[at] * 10.0**marker.decimals, marker.ticks[at])
        self.open, self.right = screen.open[at], screen.right[at]
        self.error = marker.answers.error[at]
        self.shape = marker.sheet.on_sheet[name].shape
        self.any_longer = bool(longer.any())
        self.any_error = bool(self.error.any())

    def cells(self, side: Any) -> NDArray[np.float64]:  # noqa: ANN401
        """The cells of the blanks, (1 or student, blank)."""
        inner = np.shape(side)[-2:]
        if inner == self.shape:
            found = side[..., self.rows, self.columns]
        else:
            whole = np.broadcast_to(side, np.broadcast_shapes(np.shape(side), self.shape))
            found = whole[..., self.rows, self.columns]
        return np.asarray(found).reshape(-1, len(self.rows))


class Screen:
    """Looks at some students of a sheet.

    Args:
        marker: of the sheet.
        formula: all rules that any way needs.
        own: the run of it with the students' own answers.
        students: who is looked at.
        sheets: what is to be explained on all sheets, and what speaks against a way.
    """

    def __init__(self, marker: Marker, formula: Formula, own: Run, students: Index, sheets: Sheets) -> None:
        self.marker, self.students, self.open, self.right = marker, students, sheets.open, sheets.right
        self._formula = formula
        self._everybody = np.arange(len(students))
        self._ndim = marker.ndim(formula)
        self._own = {name: self._of(value, name, students) for name, value in own.values.items()}
        self._algebra: Algebra = reachable(marker.decimals)
        self._unit, self._scale = 10.0**-marker.decimals, 10.0**marker.decimals
        numbers: dict[str, list[int]] = {}
        for number, blank in enumerate(marker.sheet.blanks):
            numbers.setdefault(blank.place.quantity, []).append(number)
        self._asked = {name: _Asked(self, name, np.array(some)) for name, some in numbers.items()}
        self._wins = {name: self._winning(name) for name in marker.cells}
        self._loose = {name: self._loosened(name) for name in marker.cells}
        self._read_later = frozenset().union(*(rule.expression.names for rule in formula.rules))
        # Who has answers to be explained that are worked out later than a quantity.
        self._later: dict[str, Mask] = {}
        left = np.zeros(len(students), dtype=bool)
        for rule in reversed(formula.rules):
            self._later[rule.name] = left
            if rule.name in self._asked:
                left = left | self._asked[rule.name].open.any(axis=1)

    def _of(self, value: Interval, name: str, students: Index) -> Interval:
        """What some students have of a value."""
        if not self._is_personal(value, name) or len(value.low) == 1:
            return value
        low = value.low[students]
        return Interval(low, low if value.high is value.low else value.high[students])

    def _is_personal(self, value: Interval, name: str) -> bool:
        return np.ndim(value.low) > self._ndim.get(name, np.ndim(value.low))

    def _winning(self, name: str) -> Mask:
        """Where answers and what is printed win, (student, row, column)."""
        mask = self.marker.cells[name].mask
        return np.asarray(np.broadcast_to(mask, (len(self.marker.ticks), *np.shape(mask)[1:]))[self.students])

    def _loosened(self, name: str) -> tuple[Mask, tuple[Index, Index]]:
        """Blanks that nobody's answer wins in (student, blank), and the cells that are neither asked nor printed."""
        wins, asked = self._wins[name], self._asked.get(name)
        free: Mask = np.asarray(~wins.any(axis=0))
        if asked is None:
            return np.zeros((len(self.students), 0), dtype=bool), np.nonzero(free)  # type: ignore[return-value]
        free[asked.rows, asked.columns] = False
        return ~wins[:, asked.rows, asked.columns], np.nonzero(free)  # type: ignore[return-value]

    def candidates(self, way: Way) -> Index:
        """Numbers of the students of whom the way may explain an answer."""
        if WRITE in way.rules:
            return self._writers(way) if way.only_writing else self.students
        changed: dict[str, _Changed] = {}
        found = np.zeros(len(self.students), dtype=bool)
        done = found.copy()
        # A method is refuted by one right answer that it does not give.
        is_method = all(slip.scope == "sheet" for slip in way.slips)
        later = self._read_later.union(*(expression.names for expression in way.rules.values()))
        for rule in self._formula.rules:
            replaced = way.rules.get(rule.name)
            expression = rule.expression if replaced is None else replaced
            read = [changed[name] for name in expression.names & changed.keys()]
            if replaced is None and not read:
                continue
            everybody = replaced is not None or any(one.students is None for one in read)
            some = None if everybody else _union([one.students for one in read if one.students is not None])
            computed = evaluate(
                expression, {name: self._value(name, changed, some) for name in expression.names}, self._algebra
            )
            if rule.name in self._asked:
                asked = self._asked[rule.name]
                rows = slice(None) if some is None else some
                fits = self._fits(asked, computed, some)
                found[rows] |= (fits & asked.open[rows]).any(axis=1)
                if is_method:
                    done[rows] |= (asked.right[rows] & ~fits).any(axis=1)
            if rule.name in later:
                other = self._carried(rule.name, computed, some, found | done)
                if other is not None:
                    changed[rule.name] = other
        return self.students[found & ~done]

    def _writers(self, way: Way) -> Index:
        """Who may have written so what follows from the own answers."""
        rows, blanks = np.nonzero(self.open[self.students])
        people = self.students[rows]
        ticks = self.marker.ticks[people, blanks]
        fits = np.zeros(len(rows), dtype=bool)
        digits = NUMBERS.leaf(self.marker.decimals)
        for ends in (self.marker.follow, self.marker.strict):
            some = [side[people if len(side) > 1 else 0, blanks] for side in (ends.low, ends.high)]
            sides = [evaluate(way.rules[WRITE], {"value": end, "decimals": digits}, NUMBERS) for end in some]
            low, high = (rounding.ticks(side(*sides), self.marker.decimals) for side in (np.minimum, np.maximum))
            fits |= (ticks >= low) & (ticks <= high)
        return np.unique(people[fits])

    def _value(self, name: str, changed: Mapping[str, _Changed], some: Index | None) -> Interval:
        own = self._own[name]
        other = changed.get(name)
        if other is not None and other.students is None:
            return other.value
        has_axis = self._is_personal(own, name)
        picked = own if some is None or not has_axis or len(own.low) == 1 else _picked(own, some)
        if other is None:
            return picked
        students = other.students if other.students is not None else self._everybody
        people = self._everybody if some is None else some
        if len(students) == len(people):
            return other.value
        at = students if some is None else np.searchsorted(some, students)
        sides = []
        for mine, new in ((picked.low, other.value.low), (picked.high, other.value.high)):
            shape = np.broadcast_shapes(np.shape(new)[1:], np.shape(mine)[1:] if has_axis else np.shape(mine))
            side = np.empty((len(people), *shape))
            side[...] = mine
            side[at] = new
            sides.append(side)
        return Interval(*sides)

    def _fits(self, asked: _Asked, computed: Interval, some: Index | None) -> Mask:
        low, high = (asked.cells(side) for side in (computed.low, computed.high))
        rows = slice(None) if some is None else some
        ticks = asked.ticks[rows]
        # What is rounded to a tick lies less than half a unit from it, further digits that were cut less than one.
        reach = np.where(ticks == np.rint(ticks), _HALF, 2 * _HALF) if asked.any_longer else _HALF
        fits = (ticks >= low * self._scale - reach) & (ticks <= high * self._scale + reach)
        if asked.any_error:
            fits |= np.isnan(low) & np.isnan(high) & asked.error[rows]
        return np.asarray(fits)

    def _carried(self, name: str, computed: Interval, some: Index | None, done: Mask) -> _Changed | None:
        """What is gone on with, for whom it is something else than without the way, if that matters later."""
        wide = self._widened(computed, self.marker.sheet.on_sheet.get(name))
        personal = self._is_personal(wide, name)
        people = self._everybody if some is None else some
        cells = self.marker.cells.get(name)
        if cells is None:
            return _Changed(people if personal else None, wide)
        students = people[self._touched(name, wide, some) & self._later[name][people] & ~done[people]]
        if not students.size:
            return None
        if personal and len(wide.low) > 1 and len(students) < len(people):
            wide = _picked(wide, students if some is None else np.searchsorted(some, students))
        everybody = self.students[students]
        answers = [side[everybody] if len(side) > 1 else side for side in (cells.values.low, cells.values.high)]
        return _Changed(students, self._algebra.merge(self._wins[name][students], Interval(*answers), wide))

    def _touched(self, name: str, wide: Interval, some: Index | None) -> Mask:
        """For whom a cell is not what it is without the way: own answers stay, unless they are just what it gives."""
        own = self._own[name]
        if some is not None and self._is_personal(own, name) and len(own.low) > 1:
            own = _picked(own, some)
        gaps, free = self._loose[name]
        count = len(self._everybody if some is None else some)
        touched = np.zeros(count, dtype=bool)
        asked = self._asked.get(name)
        if asked is not None:
            low, high, least, most = (asked.cells(side) for side in (wide.low, wide.high, own.low, own.high))
            rows = slice(None) if some is None else some
            ticks = asked.ticks[rows]
            near = (ticks >= low * self._scale - 1 - _HALF) & (ticks <= high * self._scale + 1 + _HALF)
            # What is right goes on as it does; with too little of it to tell, only what is wrong can tell a way.
            near = (near & asked.open[rows]) | gaps[rows]
            touched |= (near & ~((low >= least) & (high <= most))).any(axis=1)
        if free[0].size:
            shape = self.marker.sheet.on_sheet[name].shape
            low, high, least, most = (
                np.broadcast_to(side, np.broadcast_shapes(np.shape(side), shape))[..., free[0], free[1]]
                for side in (wide.low, wide.high, own.low, own.high)
            )
            touched |= ~((low >= least) & (high <= most)).all(axis=-1).reshape(-1)
        return touched

    def _widened(self, value: Interval, stands: Mask | None) -> Interval:
        """At least what may be gone on with."""
        low = self._pushed(value.low, stands, -_HALF)
        return Interval(low, self._pushed(value.high, stands, _HALF))

    def _pushed(self, side: Any, stands: Mask | None, by: float) -> Any:  # noqa: ANN401
        with np.errstate(invalid="ignore"):
            step = np.minimum(1.0, np.abs(side))
            if stands is not None and stands.any():
                step = np.maximum(step, stands)
            # Whole numbers stay what they are, however they are rounded; some of them pick cells.
            step *= side != np.rint(side)
            step *= by * self._unit
            return step + side


def _picked(value: Interval, rows: Index) -> Interval:
    low = value.low[rows]
    return Interval(low, low if value.high is value.low else value.high[rows])


def _union(several: Sequence[Index]) -> Index:
    return several[0] if len(several) == 1 else np.unique(np.concatenate(several))
