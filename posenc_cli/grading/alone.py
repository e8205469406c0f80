"""Somebody who has nothing but the paper: what any of some ways leaves on a sheet, all ways at once."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS, WRITTEN
from posenc_cli.calculation.bundle import Bundle, People
from posenc_cli.grading.ways import needed
from posenc_cli.worksheet.mistakes import worker_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from posenc_cli.grading.ways import Way
    from posenc_cli.worksheet.sheet import Sheet

#: The longest numbers that are told apart, and what stands for a calculator's error among ticks: less than all.
_LONGEST = 2**29
ERROR = -2 * _LONGEST
#: Ways that are gone together.
_TOGETHER = 4096


class Alone:
    """Works from what is printed and goes on with what is written.

    Args:
        sheet: with at least one blank.
        singles: all ways that may be gone, alone or two together.
    """

    def __init__(self, sheet: Sheet, singles: Sequence[Way]) -> None:
        self.sheet = sheet
        self._formula = needed(sheet.formula, singles, set(sheet.on_sheet))
        self._printed = worker_of(sheet).printed
        run = self._formula.run(
            sheet.given, WRITTEN, answers=self._printed, on_sheet=sheet.on_sheet, decimals=sheet.decimals
        )
        ndim = {name: np.ndim(value) for name, value in self._formula.run(sheet.given, NUMBERS).values.items()}
        self._people = People(sheet.given, run, ndim, self._printed, sheet.on_sheet, sheet.decimals)

    def ticks(self, ways: Sequence[Way]) -> NDArray[np.int32]:
        """What is written into every blank (way, blank), as ticks."""
        parts = [self._ticks(ways[start : start + _TOGETHER]) for start in range(0, len(ways), _TOGETHER)]
        return np.concatenate([np.zeros((0, len(self.sheet.blanks)), dtype=np.int32), *parts])

    def _ticks(self, ways: Sequence[Way]) -> NDArray[np.int32]:
        count, own = len(ways), self._people.run.written
        bundle = Bundle(self._formula, [way.rules for way in ways], set(self.sheet.on_sheet))
        run = bundle.run(np.arange(count), np.zeros(count, dtype=np.intp), self._people, WRITTEN)
        found = np.empty((count, len(self.sheet.blanks)), dtype=np.int32)
        for number, blank in enumerate(self.sheet.blanks):
            place = blank.place
            values = run.written.get(place.quantity, own[place.quantity])
            shape = self.sheet.on_sheet[place.quantity].shape
            whole = np.broadcast_to(values, np.broadcast_shapes(np.shape(values), shape))
            found[:, number] = clipped(rounding.ticks(whole[..., place.row, place.column], self.sheet.decimals))
        return found


def clipped(ticks: NDArray[np.float64]) -> NDArray[np.int32]:
    """Ticks as whole numbers that can be subtracted; what is no number is :data:`ERROR`."""
    return np.where(np.isfinite(ticks), np.clip(ticks, -_LONGEST, _LONGEST), ERROR).astype(np.int32)
