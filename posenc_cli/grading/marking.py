"""Verdicts: all students and all blanks of a sheet at once.

Strict first, then from the student's own earlier answers. Every comparison is one of whole ticks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import reachable
from posenc_cli.calculation.formula import Cells
from posenc_cli.calculation.intervals import Interval

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.grading.submission import Submission
    from posenc_cli.worksheet.sheet import Sheet

Verdict = Literal["blank", "unreadable", "correct", "follow-through", "coarse", "rounding", "slip", "wrong"]
#: Reason of an unreadable answer that shows what the calculator said.
ERROR_WORD = "numbers.calculator-error"
#: How much of the last written digit a longer answer may be off: it may have been cut instead of rounded.
LAST_DIGIT = 1.0000001


@dataclass(frozen=True)
class Answers:
    """The answers as arrays (student, blank).

    Attributes:
        values: numbers, NaN where there is none.
        decimals: written decimals without trailing zeros.
        blank: nothing was written.
        error: a calculator's error word was written.
    """

    values: NDArray[np.float64]
    decimals: NDArray[np.int64]
    blank: NDArray[np.bool_]
    error: NDArray[np.bool_]

    @property
    def number(self) -> NDArray[np.bool_]:
        """A number was written."""
        return ~np.isnan(self.values)


def collect(sheet: Sheet, submissions: Sequence[Submission]) -> Answers:
    """Put the readings of all students into arrays."""
    shape = len(submissions), len(sheet.blanks)
    values, decimals = np.full(shape, np.nan), np.zeros(shape, dtype=np.int64)
    blank, error = np.ones(shape, dtype=bool), np.zeros(shape, dtype=bool)
    for student, submission in enumerate(submissions):
        for number, one in enumerate(sheet.blanks):
            reading = submission.answers.get(one.id)
            if reading is None or reading.status == "blank":
                continue
            blank[student, number] = False
            if reading.value is not None:
                values[student, number] = float(reading.value)
                exponent = reading.value.normalize().as_tuple().exponent
                decimals[student, number] = max(0, -int(exponent))
            error[student, number] = reading.reason == ERROR_WORD
    return Answers(values, decimals, blank, error)


@dataclass(frozen=True)
class Ends:
    """Reachable values of every blank, arrays (student or 1, blank)."""

    low: NDArray[np.float64]
    high: NDArray[np.float64]

    def ticks(self, decimals: Any) -> tuple[Any, Any]:  # noqa: ANN401
        """As whole ticks."""
        return rounding.ticks(self.low, decimals), rounding.ticks(self.high, decimals)


def blank_ends(sheet: Sheet, found: Mapping[str, Any], *, copied: bool = False) -> Ends:
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
    """

    def __init__(self, sheet: Sheet, answers: Answers) -> None:
        self.sheet = sheet
        self.answers = answers
        self.decimals = sheet.decimals
        self.ticks = rounding.ticks(answers.values, self.decimals)
        self.copy = np.array([blank.source is not None for blank in sheet.blanks])
        self._right = sheet.formula.run(
            sheet.given, reachable(self.decimals), on_sheet=sheet.on_sheet, decimals=self.decimals
        )
        self.strict = blank_ends(sheet, self._right.computed, copied=True)
        self._own = self._own_cells()
        self.guarded = self._guard()
        self._cells = self._winning()
        self._own_run: Run | None = None
        self._own_run = self.run(sheet.formula)

    def run(self, formula: Formula, *, early: bool = False, other: int | None = None) -> Run:
        """Run a formula with what the sheet prints and with the students' own answers put in."""
        return formula.run(
            self.sheet.given if other is None else {**self.sheet.given, "other": other},
            reachable(self.decimals, early=early),
            answers=self._cells,
            on_sheet=self.sheet.on_sheet,
            decimals=self.decimals,
            like=None if early or self._own_run is None else (self.sheet.formula, self._own_run),
        )

    def verdicts(self) -> NDArray[Any]:
        """Verdicts (student, blank); everything short of rounding is ``wrong`` until a slip is found."""
        answers = self.answers
        follow = self._own_copies(blank_ends(self.sheet, self.run(self.sheet.formula).computed))
        early = blank_ends(self.sheet, self.run(self.sheet.formula, early=True).computed)
        exact, near = self._fits(self.strict)
        own, own_near = self._fits(follow)
        reached = [self.strict, follow]
        coarse = self._coarse(reached)
        close = near | own_near | self._too_early([*reached, early], reached)
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
        unit = np.power(10.0, -self.answers.decimals.astype(np.float64)) * LAST_DIGIT
        exact = (self.answers.values >= ends.low - unit) & (self.answers.values <= ends.high + unit)
        consistent = (self.answers.decimals <= self.decimals) | exact
        return asked & consistent, asked & ~consistent

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

    def _too_early(self, ways: Sequence[Ends], reached: Sequence[Ends]) -> Any:  # noqa: ANN401
        """One unit off, and reachable by cutting off or by rounding an intermediate result too early."""
        scale = 10.0**self.decimals
        way = np.zeros(self.ticks.shape, dtype=bool)
        for ends in ways:
            cut_low, cut_high = np.trunc(ends.low * scale), np.trunc(ends.high * scale)
            low, high = ends.ticks(self.decimals)
            way |= (self.ticks >= np.minimum(low, cut_low)) & (self.ticks <= np.maximum(high, cut_high))
        off = np.full(self.ticks.shape, np.inf)
        for ends in reached:
            low, high = ends.ticks(self.decimals)
            off = np.fmin(off, np.maximum(low - self.ticks, self.ticks - high))
        return way & (off <= 1) & (self.answers.decimals <= self.decimals)

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

    def _guard(self) -> dict[str, NDArray[np.bool_]]:
        """Own rows of zeros, of ones or copied from elsewhere: nothing follows through from them."""
        shown = self._shown_rows()
        found = {}
        for quantity, values in self._own.items():
            ticks = rounding.ticks(values, self.decimals)
            whole = ~np.isnan(values).any(axis=-1)
            unit = 10.0**self.decimals
            trivial = (ticks == 0).all(axis=-1) | (ticks == unit).all(axis=-1)
            width = values.shape[-1]
            copied = np.zeros(trivial.shape, dtype=bool)
            if width > 1:
                for row in (row for row in shown if row.shape[0] == width):
                    copied |= (ticks == row).all(axis=-1)
                copied |= self._repeated(ticks)
            found[quantity] = whole & (trivial | copied) & ~self._right_rows(quantity, ticks)
        return self._with_copies(found)

    def _with_copies(self, found: dict[str, NDArray[np.bool_]]) -> dict[str, NDArray[np.bool_]]:
        """A faithful copy of a guarded row is guarded with it; one of an honest row is not."""
        for blank in self.sheet.blanks:
            source, place = blank.source, blank.place
            if source is None or source.quantity not in found:
                continue
            same = (
                rounding.ticks(self._own[place.quantity][:, place.row], self.decimals)
                == rounding.ticks(self._own[source.quantity][:, source.row], self.decimals)
            ).all(axis=-1)
            mine = found[place.quantity]
            mine[:, place.row] = np.where(same, found[source.quantity][:, source.row], mine[:, place.row])
        return found

    @staticmethod
    def _repeated(ticks: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Rows that a student wrote a second time further down in the same quantity."""
        found = np.zeros(ticks.shape[:-1], dtype=bool)
        for row in range(1, ticks.shape[-2]):
            for before in range(row):
                found[:, row] |= (ticks[:, row] == ticks[:, before]).all(axis=-1)
        return found

    def _right_rows(self, quantity: str, ticks: NDArray[np.float64]) -> NDArray[np.bool_]:
        """Rows that are right as they stand, however they look."""
        run = self._right.written[quantity]
        low, high = rounding.ticks(run.low, self.decimals), rounding.ticks(run.high, self.decimals)
        return np.asarray(((ticks >= low) & (ticks <= high)).all(axis=-1))

    def _shown_rows(self) -> list[NDArray[np.float64]]:
        """Rows that the sheet prints, as ticks."""
        rows = []
        for quantity, mask in self.sheet.printed.items():
            values = np.broadcast_to(self._right.written[quantity].low, mask.shape)
            rows += [rounding.ticks(values[row], self.decimals) for row in np.flatnonzero(mask.all(axis=-1))]
        return rows

    def _winning(self) -> dict[str, Cells]:
        """What wins over computed values: printed cells as correct work has them, own cells as they were written."""
        cells = {}
        for quantity, mask in self.sheet.printed.items():
            right = self._right.values[quantity]
            low, high = (np.broadcast_to(side, mask.shape)[np.newaxis] for side in (right.low, right.high))
            wins = mask[np.newaxis]
            if quantity in self._own:
                own = np.where(self.guarded[quantity][..., np.newaxis], np.nan, self._own[quantity])
                there = ~np.isnan(own)
                low, high, wins = np.where(there, own, low), np.where(there, own, high), there | wins
            cells[quantity] = Cells(Interval(low, high), wins)
        return cells
