"""Verdicts: all students and all blanks of a sheet at once.

Strict first, then from the student's own earlier answers. Every comparison is one of whole ticks.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS, WRITTEN, reachable
from posenc_cli.calculation.bundle import Bundle, People
from posenc_cli.calculation.formula import Cells, Formula
from posenc_cli.calculation.intervals import Interval
from posenc_cli.grading.early import WIDEST, early_rules, early_ways
from posenc_cli.grading.guard import guarded_rows, without_followed

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Run
    from posenc_cli.grading.answers import Answers
    from posenc_cli.worksheet.sheet import Sheet

Verdict = Literal["blank", "unreadable", "correct", "follow-through", "coarse", "rounding", "slip", "wrong"]
#: How much of the last written digit a longer answer may be off: it may have been cut instead of rounded.
LAST_DIGIT = 0.9999
#: How much of it an answer is off that was rounded; a tie may go either way.
HALF = 0.5 * (1 + 1e-9)
#: Digits behind these are noise of the computation.
FINEST = 1e-12


@dataclass(frozen=True)
class Ends:
    """Reachable values of every blank, arrays (student or 1, blank)."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def ticks(self, decimals: Any) -> tuple[Any, Any]:  # noqa: ANN401
        """As whole ticks."""
        return rounding.ticks(self.low, decimals), rounding.ticks(self.high, decimals)


def blank_ends(sheet: Sheet, found: Mapping[str, Any], *, copied: bool) -> Ends:
    """Pick the cells of the blanks out of interval quantities; ``copied`` reads a copy's source instead."""
    places = [(blank.source if copied else None) or blank.place for blank in sheet.blanks]
    groups: dict[str, list[int]] = {}
    for number, place in enumerate(places):
        groups.setdefault(place.quantity, []).append(number)
    sides = []
    for side in ("low", "high"):
        picked = []
        for quantity, numbers in groups.items():
            # A slip may make one row serve for all.
            values = getattr(found[quantity], side)
            whole = np.broadcast_to(values, np.broadcast_shapes(values.shape, sheet.on_sheet[quantity].shape))
            cells = whole[..., [places[n].row for n in numbers], [places[n].column for n in numbers]]
            picked.append(cells.reshape(-1, len(numbers)))
        students = max(len(cells) for cells in picked)
        ends = np.empty((students, len(places)))
        for numbers, cells in zip(groups.values(), picked, strict=True):
            ends[:, numbers] = cells
        sides.append(ends)
    return Ends(*sides)


class Marker:
    """Marks one sheet: the runs that every judgement needs, made once.

    Args:
        sheet: with at least one blank.
        answers: of all students.

    Attributes:
        ticks: the answers as whole ticks (student, blank).
        copy: which blanks are copies.
        strict: what correct work reaches.
        guarded: masks (student, row) by quantity: rows from which nothing follows through.
        cells: what wins over computed values: what is printed, and the students' own answers.
        own: the run with the students' own answers put in.
    """

    def __init__(self, sheet: Sheet, answers: Answers) -> None:
        self.sheet = sheet
        self.answers = answers
        self.decimals = sheet.decimals
        self.ticks = rounding.ticks(answers.values, self.decimals)
        self.copy = np.array([blank.source is not None for blank in sheet.blanks])
        self._stands = {name for name, mask in sheet.on_sheet.items() if mask.any()}
        self._formula = self._needed(sheet.formula)
        self._right: Run | None = None
        self._right = right = self._strictly(sheet.formula)
        self.strict = blank_ends(sheet, right.computed, copied=True)
        self._own = self._own_cells()
        self.guarded = guarded_rows(sheet, right, self._own)
        self.cells = self._winning(right)
        self._own_run: Run | None = None
        self.own = self.run(sheet.formula)
        self._spare_followed(right)
        self._own_run = self.own

    def _spare_followed(self, right: Run) -> None:
        """What follows from own numbers is guarded no longer, and the students' run is made once more with it."""
        guarded = without_followed(self.sheet, self.guarded, self._own, self.own)
        if any((guarded[quantity] != mask).any() for quantity, mask in self.guarded.items()):
            self.guarded = guarded
            self.cells = self._winning(right)
            self.own = self.run(self.sheet.formula)

    def _strictly(self, formula: Formula) -> Run:
        """Run a formula with nothing of the students."""
        return self._needed(formula).run(
            self.sheet.given,
            reachable(self.decimals),
            on_sheet=self.sheet.on_sheet,
            decimals=self.decimals,
            like=None if self._right is None else (self._formula, self._right),
        )

    def run(self, formula: Formula) -> Run:
        """Run a formula with what the sheet prints and with the students' own answers put in."""
        return self._needed(formula).run(
            self.sheet.given,
            reachable(self.decimals),
            answers=self.cells,
            on_sheet=self.sheet.on_sheet,
            decimals=self.decimals,
            like=None if self._own_run is None else (self._formula, self._own_run),
        )

    @cached_property
    def follow(self) -> Ends:
        """What follows from the students' own answers."""
        return blank_ends(self.sheet, self.own.computed, copied=False)

    def run_all(self, formula: Formula) -> Run:
        """Run a formula with the students' own answers and leave nothing out, whether it leads to an answer or not."""
        return formula.run(
            self.sheet.given,
            reachable(self.decimals),
            answers=self.cells,
            on_sheet=self.sheet.on_sheet,
            decimals=self.decimals,
            like=(self._formula, self.own),
        )

    def people(self, formula: Formula, run: Run) -> People:
        """The students, from whose run of a formula others begin."""
        return People(self.sheet.given, run, self.ndim(formula), self.cells, self.sheet.on_sheet, self.decimals)

    def ndim(self, formula: Formula) -> dict[str, int]:
        """Axes of every quantity without the one of students."""
        return {name: np.ndim(value) for name, value in formula.run(self.sheet.given, NUMBERS).values.items()}

    def _needed(self, formula: Formula) -> Formula:
        """Without rules that lead to nothing on the sheet."""
        wanted, kept = set(self._stands), []
        for rule in reversed(formula.rules):
            if rule.name in wanted:
                wanted |= rule.expression.names
                kept.append(rule)
        return Formula(tuple(reversed(kept)), formula.write)

    def points(self) -> dict[str, Cells]:
        """What wins over computed values, all of it as it is written."""
        sheet = self.sheet
        right = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=self.decimals)
        cells = {}
        for quantity, won in self.cells.items():
            printed = np.broadcast_to(right.written[quantity], sheet.on_sheet[quantity].shape)
            own = self._unguarded(quantity) if quantity in self._own else np.full(printed.shape, np.nan)
            cells[quantity] = Cells(np.where(np.isnan(own), printed, own), won.mask)
        return cells

    def verdicts(self) -> NDArray[Any]:
        """Verdicts (student, blank); everything after rounding is ``wrong`` until a slip is found."""
        answers = self.answers
        follow = self._own_copies(self.follow)
        exact, near = self._fits(self.strict)
        own, own_near = self._fits(follow)
        reached = [self.strict, follow]
        coarse = self._coarse(reached)
        off = self._one_off(reached) & ~(exact | own | coarse)
        close = near | own_near | (off & self._cut(reached))
        if (off & ~close).any():
            close |= self._too_early(off & ~close)
        order = (
            (answers.blank, "blank"),
            (~answers.number, "unreadable"),
            (exact, "correct"),
            (own, "follow-through"),
            (coarse, "coarse"),
            (close, "rounding"),
        )
        found = np.select([mask for mask, _ in order], [name for _, name in order], "wrong")
        return found.astype(object)

    def _fits(self, ends: Ends) -> tuple[Any, Any]:
        """Answers that are right, and answers whose asked decimals are right but whose further ones are not."""
        low, high = ends.ticks(self.decimals)
        asked = self.answers.number & (self.ticks >= low) & (self.ticks <= high)
        right = (asked & self.consistent(ends)) | self.finer(ends)
        return right, asked & ~right

    def consistent(self, ends: Ends, students: Any = slice(None)) -> Any:  # noqa: ANN401
        """Answers without further digits than asked, or whose further digits are those of the computed values."""
        decimals, values = self.answers.decimals[students], self.answers.values[students]
        unit = np.maximum(np.power(10.0, -decimals.astype(np.float64)) * LAST_DIGIT, FINEST)
        near = (values >= ends.low - unit) & (values <= ends.high + unit)
        return (decimals <= self.decimals) | near

    def finer(self, ends: Ends, students: Any = slice(None)) -> Any:  # noqa: ANN401
        """Answers with further digits than asked that are rounded rightly to just those: 0.8415 for 0.84147."""
        decimals, values = self.answers.decimals[students], self.answers.values[students]
        half = np.maximum(np.power(10.0, -decimals.astype(np.float64)) * HALF, FINEST)
        return (decimals > self.decimals) & (values >= ends.low - half) & (values <= ends.high + half)

    def _coarse(self, reached: Sequence[Ends]) -> Any:  # noqa: ANN401
        """Correctly rounded to exactly one decimal fewer, and not zero."""
        fewer = self.decimals - 1
        written = (self.answers.decimals <= fewer) & (self.answers.values != 0)
        ticks = rounding.ticks(self.answers.values, fewer)
        found = np.zeros(self.ticks.shape, dtype=bool)
        for ends in reached:
            low, high = ends.ticks(fewer)
            found |= (ticks >= low) & (ticks <= high)
        return found & written

    def _one_off(self, reached: Sequence[Ends]) -> Any:  # noqa: ANN401
        """One unit of the last asked decimal off, and no further digits."""
        found = np.full(self.ticks.shape, np.inf)
        for ends in reached:
            low, high = ends.ticks(self.decimals)
            found = np.fmin(found, np.maximum(low - self.ticks, self.ticks - high))
        return (found <= 1) & (self.answers.decimals <= self.decimals)

    def _cut(self, reached: Sequence[Ends]) -> Any:  # noqa: ANN401
        """Cut off behind the asked decimals instead of rounded."""
        found = np.zeros(self.ticks.shape, dtype=bool)
        for ends in reached:
            # What a display shows first, so that no binary fraction cuts 0.283 to 0.282.
            low, high = (
                np.trunc(rounding.round_half_away(end * 10.0**self.decimals, 7)) for end in (ends.low, ends.high)
            )
            found |= (self.ticks >= low) & (self.ticks <= high)
        return found

    def _too_early(self, asked: NDArray[np.bool_]) -> Any:  # noqa: ANN401
        """Which of some answers (student, blank) can be reached by rounding an intermediate result too early."""
        found = np.zeros(self.ticks.shape, dtype=bool)
        students = np.flatnonzero(asked.any(axis=1))
        before, after = early_rules(self.sheet, self.own)
        for way in early_ways(self.sheet.formula, before, self.decimals):
            form = self.sheet.formula.with_rules(way)
            found |= self._reached(blank_ends(self.sheet, self._strictly(form).computed, copied=True), slice(None))
        ways = list(early_ways(self.sheet.formula, after, self.decimals)) if after else []
        people = self.people(self._formula, self.own)
        own = {name: people.part(value, students, name) for name, value in self.own.computed.items()}
        bundle = Bundle(self._formula, ways, set(self.sheet.on_sheet))
        for number in range(len(ways) if students.size else 0):
            run = bundle.run(np.full(len(students), number), students, people, reachable(self.decimals))
            # A copy is made of its source and of nothing before it.
            ends = blank_ends(self.sheet, own | run.computed, copied=False)
            found[students] |= self._reached(ends, students) & ~self.copy
        return found & asked

    def _reached(self, ends: Ends, students: Any) -> Any:  # noqa: ANN401
        low, high = ends.ticks(self.decimals)
        ticks = self.ticks[students]
        return (ticks >= low) & (ticks <= high) & (high <= low + WIDEST)

    def _own_copies(self, follow: Ends) -> Ends:
        """A copy follows through from what the student wrote at its source."""
        index = {blank.place: number for number, blank in enumerate(self.sheet.blanks)}
        shape = self.ticks.shape
        low, high = np.broadcast_to(follow.low, shape).copy(), np.broadcast_to(follow.high, shape).copy()
        for number, blank in enumerate(self.sheet.blanks):
            if blank.source is None:
                continue
            source = index.get(blank.source)
            own = self.answers.values[:, source] if source is not None else np.full(shape[0], np.nan)
            low[:, number] = np.where(np.isnan(own), self.strict.low[..., number], own)
            high[:, number] = np.where(np.isnan(own), self.strict.high[..., number], own)
        return Ends(low, high)

    def guarded_blanks(self, student: int) -> list[bool]:
        """Which blanks stand in a row from which nothing follows through."""
        return [bool(self.guarded[one.place.quantity][student, one.place.row]) for one in self.sheet.blanks]

    def _own_cells(self) -> dict[str, NDArray[np.float64]]:
        """The students' answers by quantity, arrays (student, row, column), NaN where there is none."""
        students = self.answers.values.shape[0]
        own = {
            blank.place.quantity: np.full((students, *self.sheet.on_sheet[blank.place.quantity].shape), np.nan)
            for blank in self.sheet.blanks
        }
        for number, blank in enumerate(self.sheet.blanks):
            own[blank.place.quantity][:, blank.place.row, blank.place.column] = self.answers.values[:, number]
        return own

    def _winning(self, correct: Run) -> dict[str, Cells]:
        """What wins over computed values: printed cells as correct work has them, own cells as they were written."""
        cells = {}
        for quantity in sorted(self._stands):
            mask = self.sheet.printed[quantity]
            right = correct.values[quantity]
            low, high = (np.broadcast_to(side, mask.shape)[np.newaxis] for side in (right.low, right.high))
            wins = mask[np.newaxis]
            if quantity in self._own:
                own = self._unguarded(quantity)
                there = ~np.isnan(own)
                low, high, wins = np.where(there, own, low), np.where(there, own, high), there | wins
            cells[quantity] = Cells(Interval(low, high), wins)
        return cells

    def _unguarded(self, quantity: str) -> NDArray[np.float64]:
        """Own answers from which something may follow through."""
        return np.where(self.guarded[quantity][..., np.newaxis], np.nan, self._own[quantity])
