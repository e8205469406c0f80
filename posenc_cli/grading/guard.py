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
    from posenc_cli.calculation.intervals import Interval
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
    asked = _asked_columns(sheet)
    elsewhere: list[tuple[object, Ticks]] = [(None, row) for row in _printed_rows(sheet, right)]
    for (quantity, row), source in sources.items():
        mine = ticks[quantity][:, row]
        # Copies that the sheet asks for are like their source and like each other.
        origin = (source.quantity, source.row) if source else (quantity, row)
        others = [other for known, other in elsewhere if known != origin and other.shape[-1] == mine.shape[-1] > 1]
        if quantity in sheet.whole or _is_same_in_all_rows(sheet, right, quantity):
            others = []  # Small whole numbers are alike in many rows, divisors in all.
        trivial = _is_trivial(sheet, quantity, _together(ticks[quantity], row, asked[quantity]))
        suspect = np.logical_or.reduce([trivial, *((mine == other).all(axis=-1) for other in others)])
        found[quantity][:, row] = suspect & ~_is_right(sheet, right, (quantity, row), mine, asked[quantity][row])
        elsewhere.append((origin, mine))
    _follow_copies(sheet, ticks, found)
    return found


def _is_same_in_all_rows(sheet: Sheet, right: Run, quantity: str) -> bool:
    """Is it the same in every row by the way it is made, and asked for in several?"""
    return bool(len(sheet.on_sheet[quantity]) > 1 == np.shape(right.computed[quantity].low)[-2])


def without_followed(
    sheet: Sheet, guarded: Mapping[str, Mask], own: Mapping[str, NDArray[np.float64]], run: Run
) -> dict[str, Mask]:
    """The guarded rows without those that follow from the student's own earlier numbers: honest work, no copy.

    Args:
        sheet: of the answers.
        guarded: from :func:`guarded_rows`.
        own: the students' answers by quantity (student, row, column), NaN where there is none.
        run: the interval run with the students' own answers put in, guarded ones left out.
    """
    found = {quantity: mask.copy() for quantity, mask in guarded.items()}
    for quantity, rows in _asked_columns(sheet).items():
        mask = found[quantity]
        if not mask.any():
            continue
        ticks = rounding.ticks(own[quantity], sheet.decimals)
        low, high = (rounding.ticks(side, sheet.decimals) for side in _sides(run.computed[quantity], ticks))
        fits = (ticks >= low) & (ticks <= high)
        for row, columns in rows.items():
            mask[:, row] &= ~fits[:, row, columns].all(axis=-1)
    return found


def _sides(reached: Interval, like: Ticks) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    return np.broadcast_to(reached.low, like.shape), np.broadcast_to(reached.high, like.shape)


def _asked_columns(sheet: Sheet) -> dict[str, dict[int, list[int]]]:
    """The columns that are asked in every row of every quantity with blanks."""
    found: dict[str, dict[int, list[int]]] = {}
    for blank in sheet.blanks:
        found.setdefault(blank.place.quantity, {}).setdefault(blank.place.row, []).append(blank.place.column)
    return found


def _together(ticks: Ticks, row: int, asked: Mapping[int, list[int]]) -> Ticks:
    """The answers (student, cell) that are looked at as one row: those of a column where each row has a single one."""
    rows = [row] if len(asked[row]) > 1 else [one for one, columns in asked.items() if len(columns) == 1]
    return np.stack([ticks[:, one, column] for one in rows for column in asked[one]], axis=-1)


def _is_trivial(sheet: Sheet, quantity: str, answers: Ticks) -> Mask:
    """Nothing but zeros and ones; where things are counted, both are usual numbers: nothing but one of them."""
    one = 10.0**sheet.decimals
    if quantity in sheet.whole:
        return np.asarray((answers == 0).all(axis=-1) | (answers == one).all(axis=-1))
    return np.asarray(np.isin(answers, (0.0, one)).all(axis=-1))


def _printed_rows(sheet: Sheet, right: Run) -> list[Ticks]:
    """Whole rows that the sheet prints, as ticks."""
    rows = []
    for quantity, mask in sheet.printed.items():
        if not mask.any():
            continue
        values = np.broadcast_to(right.written[quantity].low, mask.shape)
        rows += [rounding.ticks(values[row], sheet.decimals) for row in np.flatnonzero(mask.all(axis=-1))]
    return rows


def _is_right(sheet: Sheet, right: Run, place: tuple[str, int], mine: Ticks, columns: list[int]) -> Mask:
    """Is all right that is asked in a row?"""
    quantity, row = place
    written = right.written[quantity]
    low, high = (np.broadcast_to(side, sheet.on_sheet[quantity].shape)[row] for side in (written.low, written.high))
    fits = (mine >= rounding.ticks(low, sheet.decimals)) & (mine <= rounding.ticks(high, sheet.decimals))
    return np.asarray(fits[:, columns].all(axis=-1))


def _follow_copies(sheet: Sheet, ticks: Mapping[str, Ticks], found: dict[str, Mask]) -> None:
    """The sheet asks for some copies: a faithful one is as its source is, an honest row stays honest."""
    for blank in sheet.blanks:
        source, place = blank.source, blank.place
        if source is None or source.quantity not in ticks:
            continue
        same = (ticks[place.quantity][:, place.row] == ticks[source.quantity][:, source.row]).all(axis=-1)
        mine = found[place.quantity]
        mine[:, place.row] = np.where(same, found[source.quantity][:, source.row], mine[:, place.row])
