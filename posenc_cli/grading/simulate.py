"""Students who work in a given way: right with any habit of rounding, with one slip or two, with noise and gaps."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS, Algebra
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.labels import shown
from posenc_cli.worksheet.mistakes import worker_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula
    from posenc_cli.worksheet.sheet import Sheet

    Values = NDArray[np.float64]

#: What a calculator shows where there is no number.
ERROR = "Error"
#: How often a student rounds halfway, and uses a number as it stands on the sheet: never, now and then, always.
_SHARES = (0.0, 0.5, 1.0)
#: By how many decimals a number is rounded more finely than it has to be.
_FINER = (0, 0, 0, 1, 2)


def texts(sheet: Sheet, values: NDArray[np.float64]) -> dict[str, str]:
    """Numbers of all blanks (blank) as a person writes them, by blank id."""
    return {
        blank.id: shown(sheet, blank.place.quantity, write_number(value, sheet.decimals))
        if np.isfinite(value)
        else ERROR
        for blank, value in zip(sheet.blanks, values.tolist(), strict=True)
    }


@dataclass(frozen=True)
class Habits:
    """How so many students round and read: halfway results stay as they are or are rounded to at least one digit more.

    Attributes:
        students: how many.
        dice: of all choices.
    """

    students: int
    dice: np.random.Generator

    def algebra(self, decimals: int) -> Algebra:
        """Plain numbers, an axis of students in front, each carried on as its student does."""
        rounds, reads = (self.dice.choice(_SHARES, (self.students, 1, 1)) for _ in range(2))

        def leaf(values: Any) -> Values:  # noqa: ANN401
            return np.asarray(values, dtype=np.float64)

        def keep(values: Values) -> Values:
            places = rounding.fine_decimals(values, decimals) + self.dice.choice(_FINER, values.shape)
            chosen = self.dice.random(values.shape) < rounds
            return np.asarray(np.where(chosen, rounding.round_half_away(values, places), values))

        def carry(written: Any, computed: Any, mask: Any) -> Values:  # noqa: ANN401
            shape = np.broadcast_shapes((self.students, 1, 1), np.shape(computed), np.shape(mask))
            whole = np.broadcast_to(computed, shape)
            chosen = np.broadcast_to(mask, shape) & (self.dice.random(shape) < reads)
            return np.asarray(np.where(chosen, np.broadcast_to(written, shape), keep(whole)))

        def merge(mask: Any, answer: Any, computed: Any) -> Values:  # noqa: ANN401
            return np.asarray(np.where(mask, answer, computed))

        return Algebra(NUMBERS.reading, leaf, merge, carry)


def worked(sheet: Sheet, formula: Formula, habits: Habits) -> Values:
    """What students write into every blank (student, blank) who work by a formula, each with an own habit.

    What is printed is what the sheet's own formula gives; a copy is what was written at its source, if it is copied as
    the sheet's own formula does.
    """
    copied = {rule.name for rule in sheet.formula.rules if rule in formula.rules}
    algebra = habits.algebra(sheet.decimals)
    printed = worker_of(sheet).printed
    run = formula.run(sheet.given, algebra, answers=printed, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    found = np.empty((habits.students, len(sheet.blanks)))
    places = {blank.place: number for number, blank in enumerate(sheet.blanks)}
    for number, blank in enumerate(sheet.blanks):
        place = blank.place
        written = np.broadcast_to(run.written[place.quantity], (habits.students, *sheet.on_sheet[place.quantity].shape))
        found[:, number] = written[:, place.row, place.column]
        if blank.source in places and place.quantity in copied:
            found[:, number] = found[:, places[blank.source]]
    return found
