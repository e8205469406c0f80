"""The key: every blank with its exact value, its text and all texts that are right.

The value and the text come from 50 digits; the accepted texts from the interval reading.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import PROOF, PROOF_WRITTEN
from posenc_cli.errors import InputError
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.sheet import Picker, once

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Run
    from posenc_cli.worksheet.sheet import Blank, Sheet

#: More accepted texts than this for one blank are a fault of the sheet; so many more that nobody lists them.
MOST_ACCEPTED, MOST_LISTED = 3, 1000


@dataclass(frozen=True)
class Solution:
    """One solved blank.

    Attributes:
        blank: which one.
        value: exact, nothing rounded on the way, as the nearest float64.
        text: what a person gets who rounds every written blank; ASCII minus, decimal point.
        accepted: all texts with the asked decimals that score as correct, ascending.
    """

    blank: Blank
    value: float
    text: str
    accepted: tuple[str, ...]


@once
def solve(sheet: Sheet) -> tuple[Solution, ...]:
    """Solve every blank of a sheet, in 50 digits."""
    exact = sheet.formula.run(sheet.given, PROOF)
    written = as_written(sheet)
    accepted = accepted_texts(sheet)
    found = []
    for number, blank in enumerate(sheet.blanks):
        place = blank.place
        cell = place.row, place.column
        shape = sheet.on_sheet[place.quantity].shape
        right, value = (np.broadcast_to(run[place.quantity], shape)[cell] for run in (written.written, exact.values))
        text = write_number(Decimal(str(right)), sheet.decimals)
        found.append(Solution(blank, float(value), text, accepted[number]))
    return tuple(found)


@once
def as_written(sheet: Sheet) -> Run:
    """The work of a person who goes on with what stands on the sheet, in 50 digits."""
    return sheet.formula.run(sheet.given, PROOF_WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals)


def accepted_texts(sheet: Sheet) -> tuple[tuple[str, ...], ...]:
    """All texts of every blank that score as correct, with the asked decimals, ascending."""
    return tuple(
        tuple(
            write_number(Decimal(tick).scaleb(-sheet.decimals), sheet.decimals)
            for tick in range(int(low), int(high) + 1)
        )
        for low, high in zip(*accepted_ticks(sheet), strict=True)
    )


@once
def accepted_ticks(sheet: Sheet) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Lowest and highest accepted answer of every blank, as ticks; a copy accepts what its source accepts.

    Of several sheets that are worked on together arrays (sheet, blank), or (blank) if they accept the same.

    Raises:
        InputError: a blank has no value, or nearly every answer would be right.
    """
    pick = Picker([blank.source or blank.place for blank in sheet.blanks], sheet.on_sheet)
    places = {blank.source or blank.place for blank in sheet.blanks}
    found = {place.quantity: sheet.reachable.written[place.quantity] for place in places}
    low, high = (
        rounding.ticks(pick({name: getattr(ends, side) for name, ends in found.items()}), sheet.decimals)
        for side in ("low", "high")
    )
    _refuse_unanswerable(sheet, low, high)
    low.flags.writeable = high.flags.writeable = False  # one for all who ask
    return low, high


def _refuse_unanswerable(sheet: Sheet, low: NDArray[np.float64], high: NDArray[np.float64]) -> None:
    """A blank needs a value, and few enough right answers to write them down."""
    with np.errstate(invalid="ignore"):  # infinite ends
        wide = np.atleast_2d(high - low)
    for blank, spreads in zip(sheet.blanks, wide.T, strict=True):
        most = spreads.max()  # NaN if one of them is
        if not np.isfinite(most):
            raise InputError("worksheet.blank-undefined", name=sheet.name, id=blank.id)
        if most >= MOST_LISTED:
            raise InputError("worksheet.blank-open", name=sheet.name, id=blank.id, count=int(most) + 1)


def ambiguous(sheet: Sheet) -> tuple[str, ...]:
    """Ids of blanks that accept more texts than a fair sheet should."""
    low, high = accepted_ticks(sheet)
    return tuple(blank.id for blank, spread in zip(sheet.blanks, high - low, strict=True) if spread >= MOST_ACCEPTED)
