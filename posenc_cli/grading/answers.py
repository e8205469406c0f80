"""The answers of all students to one sheet, as arrays."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from numpy.typing import NDArray

    from posenc_cli.grading.submission import Submission
    from posenc_cli.worksheet.sheet import Sheet

#: Reason of an unreadable answer that shows what the calculator said.
ERROR_WORD = "numbers.calculator-error"


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


def written_decimals(value: Decimal) -> int:
    """Decimals without trailing zeros."""
    return max(0, -int(value.normalize().as_tuple().exponent))


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
                decimals[student, number] = written_decimals(reading.value)
            error[student, number] = reading.reason == ERROR_WORD
    return Answers(values, decimals, blank, error)


def distinct(answers: Answers) -> tuple[Answers, NDArray[np.intp]]:
    """Answers without repeated sheets, and for every student which of them is theirs: right sheets are all alike."""
    parts = (answers.values + 0.0, answers.decimals, answers.blank, answers.error)
    rows = np.concatenate([np.ascontiguousarray(part).view(np.uint8) for part in parts], axis=1)
    keys = rows.view(np.dtype((np.void, rows.shape[1]))).ravel()
    _, first, which = np.unique(keys, return_index=True, return_inverse=True)
    kept = Answers(answers.values[first], answers.decimals[first], answers.blank[first], answers.error[first])
    return kept, which
