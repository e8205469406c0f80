"""Rows from which nothing follows through: zeros and ones, and rows copied from elsewhere on the sheet.

Without this rule, whoever writes nothing but zeros would score for the right way from a trivial row.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Run
    from posenc_cli.worksheet.sheet import Sheet

    Mask = NDArray[np.bool_]
    Ticks = NDArray[np.float64]


def guarded_rows(sheet: Sheet, right: Run, own: Mapping[str, NDArray[np.float64]]) -> dict[str, Mask]:
    """Masks (student, row) by quantity; a row that is right as it stands is never guarded, however it looks.

    Args:
        sheet: of the answers.
        right: the interval run of correct work.
        own: the students' answers by quantity (student, row, column), NaN where there is none.
    """
    ticks = {quantity: rounding.ticks(values, sheet.decimals) for quantity, values in own.items()}
    found = {quantity: np.zeros(values.shape[:-1], dtype=bool) for quantity, values in own.items()}
    sources = {(blank.place.quantity, blank.place.row): blank.source for blank in sheet.blanks}
    elsewhere: list[tuple[object, Ticks]] = [(None, row) for row in _printed_rows(sheet, right)]
    for (quantity, row), source in sources.items():
        mine = ticks[quantity][:, row]
        # Copies that the sheet asks for are like their source and like each other.
        origin = (source.quantity, source.row) if source else (quantity, row)
        others = [other for known, other in elsewhere if known != origin and other.shape[-1] == mine.shape[-1] > 1]
        trivial = np.isin(mine, (0.0, 10.0**sheet.decimals)).all(axis=-1)
        suspect = np.logical_or.reduce([trivial, *((mine == other).all(axis=-1) for other in others)])
        found[quantity][:, row] = suspect & ~_is_right(sheet, right, quantity, row, mine)
        elsewhere.append((origin, mine))
    _follow_copies(sheet, ticks, found)
    return found


def _printed_rows(sheet: Sheet, right: Run) -> list[Ticks]:
    """Whole rows that the sheet prints, as ticks."""
    rows = []
    for quantity, mask in sheet.printed.items():
        if not mask.any():
            continue
        values = np.broadcast_to(right.written[quantity].low, mask.shape)
        rows += [rounding.ticks(values[row], sheet.decimals) for row in np.flatnonzero(mask.all(axis=-1))]
    return rows


def _is_right(sheet: Sheet, right: Run, quantity: str, row: int, mine: Ticks) -> Mask:
    written = right.written[quantity]
    low, high = (np.broadcast_to(side, sheet.on_sheet[quantity].shape)[row] for side in (written.low, written.high))
    fits = (mine >= rounding.ticks(low, sheet.decimals)) & (mine <= rounding.ticks(high, sheet.decimals))
    return np.asarray(fits.all(axis=-1))


def _follow_copies(sheet: Sheet, ticks: Mapping[str, Ticks], found: dict[str, Mask]) -> None:
    """The sheet asks for some copies: a faithful one is as its source is, an honest row stays honest."""
    for blank in sheet.blanks:
        source, place = blank.source, blank.place
        if source is None or source.quantity not in ticks:
            continue
        same = (ticks[place.quantity][:, place.row] == ticks[source.quantity][:, source.row]).all(axis=-1)
        mine = found[place.quantity]
        mine[:, place.row] = np.where(same, found[source.quantity][:, source.row], mine[:, place.row])
