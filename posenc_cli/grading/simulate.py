"""Answers of a student who works in a given way: for tests and trials of a sheet."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.labels import shown
from posenc_cli.worksheet.mistakes import Worker

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.worksheet.sheet import Sheet

#: What a calculator shows where there is no number.
ERROR = "Error"


def answers_with(sheet: Sheet, rules: Mapping[str, str], other: int | None = None) -> dict[str, str]:
    """What a person writes into every blank who replaces rules; what the sheet prints is used as printed."""
    return texts(sheet, Worker(sheet).answers(rules, other))


def texts(sheet: Sheet, values: NDArray[np.float64]) -> dict[str, str]:
    """Numbers of all blanks (blank) as a person writes them, by blank id."""
    return {
        blank.id: shown(sheet, blank.place.quantity, write_number(value, sheet.decimals))
        if np.isfinite(value)
        else ERROR
        for blank, value in zip(sheet.blanks, values.tolist(), strict=True)
    }
