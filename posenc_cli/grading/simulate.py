"""Answers of a student who works in a given way: for tests, finger-prints and trials of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import WRITTEN
from posenc_cli.calculation.formula import Cells
from posenc_cli.encodings.slips import OTHER
from posenc_cli.i18n.numbers import write_number

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.sheet import Sheet

#: What a calculator shows where there is no number.
ERROR = "Error"


def answers_with(sheet: Sheet, rules: Mapping[str, str], other: int | None = None) -> dict[str, str]:
    """What a person writes into every blank who replaces rules; what the sheet prints is used as printed."""
    right = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    printed = {
        quantity: Cells(np.broadcast_to(right.values[quantity], mask.shape), mask)
        for quantity, mask in sheet.printed.items()
    }
    leaves: dict[str, Any] = dict(sheet.given) if other is None else {**sheet.given, OTHER: other}
    run = sheet.formula.but(**rules).run(
        leaves, WRITTEN, answers=printed, on_sheet=sheet.on_sheet, decimals=sheet.decimals
    )
    found = {}
    for blank in sheet.blanks:
        shape = sheet.on_sheet[blank.place.quantity].shape
        value = np.broadcast_to(run.written[blank.place.quantity], shape)[blank.place.row, blank.place.column]
        found[blank.id] = write_number(float(value), sheet.decimals) if np.isfinite(value) else ERROR
    return found
