"""What a way of working would have made of every blank, from the student's own earlier answers."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS, WRITTEN, reachable
from posenc_cli.calculation.bundle import Bundle, by_number
from posenc_cli.calculation.expression import evaluate
from posenc_cli.calculation.intervals import Interval
from posenc_cli.encodings.slips import WRITE
from posenc_cli.grading.early import WIDEST
from posenc_cli.grading.marking import Ends

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.bundle import People
    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.grading.marking import Marker
    from posenc_cli.grading.ways import Way

    Index = NDArray[np.intp]
    Mask = NDArray[np.bool_]
    Ticks = NDArray[np.float64]

#: How far a coarse answer may lie from what it rounds, in ticks, and one more.
NEAR = 6
#: How far work that rounds otherwise on the way may be from the usual one, in ticks, where it scatters.
USUAL = 2
#: Logarithm of how seldom numbers that were made otherwise lie where a way scatters them.
_NO_CHANCE = np.log(1e-6)
#: Cases that are worked out together.
_TOGETHER = 2048


@dataclass(frozen=True)
class Told:
    """Masks (case, blank) of what a way says about a student's answers.

    Attributes:
        explains: it predicts just this answer.
        allows: it does not speak against this answer.
        is_near: it does not speak against this answer if that is a coarse one.
        changes: it predicts another answer than the right one.
    """

    explains: Mask
    allows: Mask
    is_near: Mask
    changes: Mask


class Predictor:
    """What ways predict for students; a case is one way and one student.

    Args:
        marker: of the sheet.
        ways: which may be asked about.
        formula: all rules that any of them needs.
        own: the run of it with the students' own answers.
        still_open: (student, blank), what is to be explained.
    """

    def __init__(self, marker: Marker, ways: Sequence[Way], formula: Formula, own: Run, still_open: Mask) -> None:
        self._marker, self._ways, self._formula = marker, ways, formula
        self._open = still_open
        self._bundle = Bundle(formula, [way.rules for way in ways], set(marker.sheet.on_sheet))
        self._people = marker.people(formula, own)
        self._only_writing = np.array([way.only_writing for way in ways], dtype=bool)
        self._exact = reachable(marker.decimals)
        self._follow = marker.follow.ticks(marker.decimals)

    @cached_property
    def _as_written(self) -> People:
        """The same by people who go on with what is written and round nothing else."""
        sheet, points = self._marker.sheet, self._marker.points()
        run = self._formula.run(
            sheet.given, WRITTEN, answers=points, on_sheet=sheet.on_sheet, decimals=self._marker.decimals
        )
        return replace(self._people, run=run, answers=points)

    def told(self, which: Index, persons: Index) -> Told:
        """What ways (numbers, one a case) say about the answers of students (numbers)."""
        shape = len(which), len(self._marker.sheet.blanks)
        found = Told(*(np.zeros(shape, dtype=bool) for _ in range(4)))
        written = self._only_writing[which]
        rest = np.flatnonzero(~written)
        groups = [rest[start : start + _TOGETHER] for start in range(0, len(rest), _TOGETHER)]
        told = [(group, self._computed(which[group], persons[group])) for group in groups]
        for way, group in by_number(which, written):
            told.append((group, self._written(self._ways[way], persons[group])))
        for group, some in told:
            found.explains[group], found.allows[group] = some.explains, some.allows
            found.is_near[group], found.changes[group] = some.is_near, some.changes
        return found

    def _computed(self, which: Index, persons: Index) -> Told:
        marker, answers = self._marker, self._marker.answers
        run = self._bundle.run(which, persons, self._people, self._exact)
        least, most = (_some(side, persons) for side in self._follow)
        low, high = self._blank_ticks(run.written, (least, most))
        ticks, decimals = marker.ticks[persons], answers.decimals[persons]
        error = np.isnan(low) & np.isnan(high) & answers.error[persons]
        fits = (ticks >= low) & (ticks <= high)
        if (decimals > marker.decimals).any():
            follow = _some(marker.follow.low, persons), _some(marker.follow.high, persons)
            ends = Ends(*self._blank_cells(run.computed, follow))
            fits = (fits & marker.consistent(ends, persons)) | marker.finer(ends, persons)
        explains = fits & (_spread(low, high) <= WIDEST)
        unsure = np.flatnonzero((fits & ~explains & self._open[persons]).any(axis=1))
        if unsure.size:
            # What stands on the sheet, exact or as written, scatters too far here; the usual way is still telling.
            usual = self._bundle.run(which[unsure], persons[unsure], self._as_written, WRITTEN)
            points = {name: Interval.point(value) for name, value in usual.written.items()}
            nothing = np.full((len(unsure), low.shape[1]), np.nan)
            down, up = self._blank_ticks(points, (nothing, nothing))
            explains[unsure] |= fits[unsure] & (ticks[unsure] >= down - USUAL) & (ticks[unsure] <= up + USUAL)
        explains |= self._scattered(fits & ~explains & self._open[persons], low, high)
        is_near = (ticks >= low - NEAR) & (ticks <= high + NEAR)
        changes = _changes(low, high, least, most)
        # An error that follows from own earlier numbers speaks for no slip.
        return Told(explains | (error & changes), fits | error, is_near, changes)

    def _scattered(self, fits: Mask, low: Ticks, high: Ticks) -> Mask:
        """Answers that may lie far apart by this way, and still lie there all together by no chance."""
        with np.errstate(invalid="ignore", divide="ignore"):
            range_ = np.fmax(2 * 10.0**self._marker.decimals, np.fmax(np.abs(low), np.abs(high)))
            chance = np.where(fits & np.isfinite(_spread(low, high)), np.minimum(1.0, (high - low + 1) / range_), 1.0)
        return np.asarray(fits & (np.log(chance).sum(axis=1, keepdims=True) < _NO_CHANCE))

    def _blank_ticks(self, values: Mapping[str, Interval], rest: tuple[Ticks, Ticks]) -> tuple[Ticks, Ticks]:
        """Ends of all blanks (case, blank) as ticks; of quantities that no way changes those that are given."""
        low, high = (np.array(side) for side in rest)
        for numbers, cells in self._changed_cells(values):
            low[:, numbers], high[:, numbers] = (rounding.ticks(side, self._marker.decimals) for side in cells)
        return low, high

    def _blank_cells(self, values: Mapping[str, Interval], rest: tuple[Ticks, Ticks]) -> tuple[Ticks, Ticks]:
        low, high = (np.array(side) for side in rest)
        for numbers, cells in self._changed_cells(values):
            low[:, numbers], high[:, numbers] = cells
        return low, high

    def _changed_cells(self, values: Mapping[str, Interval]) -> list[tuple[list[int], tuple[Ticks, Ticks]]]:
        found = []
        for name, numbers in self._numbers.items():
            if name not in values:
                continue
            places = [self._marker.sheet.blanks[number].place for number in numbers]
            at = (..., [place.row for place in places], [place.column for place in places])
            shape = self._marker.sheet.on_sheet[name].shape
            sides = []
            for side in (values[name].low, values[name].high):
                whole = np.broadcast_to(side, np.broadcast_shapes(np.shape(side), shape))
                sides.append(np.asarray(whole[at]).reshape(-1, len(numbers)))
            found.append((numbers, (sides[0], sides[1])))
        return found

    @cached_property
    def _numbers(self) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, blank in enumerate(self._marker.sheet.blanks):
            found.setdefault(blank.place.quantity, []).append(number)
        return found

    def _written(self, way: Way, persons: Index) -> Told:
        """A slip of writing does not change what was computed, only what was made of it.

        What was computed follows from the own answers, or is right in spite of how they were written.
        """
        marker = self._marker
        follow, strict = (
            self._written_of(way, Ends(_some(ends.low, persons), _some(ends.high, persons)), persons)
            for ends in (marker.follow, marker.strict)
        )
        fits = follow.explains | strict.explains
        return Told(fits, fits, follow.is_near | strict.is_near, follow.changes)

    def _written_of(self, way: Way, ends: Ends, persons: Index) -> Told:
        marker = self._marker
        digits = NUMBERS.leaf(marker.decimals)
        sides = [
            evaluate(way.rules[WRITE], {"value": side, "decimals": digits}, NUMBERS) for side in (ends.low, ends.high)
        ]
        written = Ends(np.minimum(*sides), np.maximum(*sides))
        low, high = written.ticks(marker.decimals)
        ticks = marker.ticks[persons]
        # Digits that change places jump; whatever else is done to a narrow range keeps it one.
        fits = (ticks == low) | (ticks == high)
        fits |= (_spread(low, high) <= WIDEST) & (ticks >= low) & (ticks <= high)
        fits &= marker.consistent(written, persons)
        is_near = (np.abs(ticks - low) <= NEAR) | (np.abs(ticks - high) <= NEAR)
        return Told(fits, fits, is_near, _changes(low, high, *(_some(side, persons) for side in self._follow)))


def _some(side: Ticks, persons: Index) -> Ticks:
    """The rows of some students; one row for all of them is repeated."""
    return side[persons] if len(side) > 1 else np.broadcast_to(side, (len(persons), side.shape[1]))


def _spread(low: Ticks, high: Ticks) -> Ticks:
    """How far two ends lie apart; not a number where both are infinite."""
    with np.errstate(invalid="ignore"):
        return high - low


def _changes(low: Ticks, high: Ticks, least: Ticks, most: Ticks) -> Mask:
    """Where a prediction differs from what follows from the student's own answers."""
    return np.asarray((low > most) | (high < least) | (np.isnan(low) & ~np.isnan(least)))
