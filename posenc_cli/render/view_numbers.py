"""The numbers of a sheet as text: with its decimals, its decimal mark and a real minus sign."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.calculation import rounding
from posenc_cli.i18n.numbers import round_half_away, write_number

if TYPE_CHECKING:
    from decimal import Decimal

    from posenc_cli.worksheet.sheet import Sheet

MINUS = "−"


@dataclass(frozen=True)
class NumberText:
    """A sheet of which numbers are written."""

    sheet: Sheet

    def number(self, value: float | Decimal, decimals: int | None = None) -> str:
        """With the decimals of the sheet, or so many; a dash where there is none (the cosine of a vector of zeros)."""
        if not math.isfinite(value):
            return "–"
        asked = self.sheet.decimals if decimals is None else decimals
        return write_number(value, asked, mark=self.sheet.spec.worksheet.decimal_mark, minus=MINUS)

    def figure(self, value: float | Decimal) -> str:
        """As one puts a number into a calculation: all digits if they are few, else more than the sheet asks for.

        A dash where there is none.
        """
        if not math.isfinite(value):
            return "–"
        return write_number(self._figure(value), None, mark=self.sheet.spec.worksheet.decimal_mark, minus=MINUS)

    def rounds(self, value: float) -> bool:
        """Is that not the whole number?"""
        return math.isfinite(value) and not math.isclose(self._figure(value), value, rel_tol=1e-12)

    def _figure(self, value: float | Decimal) -> Decimal:
        finer = int(rounding.fine_decimals(float(value), self.sheet.decimals)) + 1
        return round_half_away(value, finer).normalize()

    def paper(self, written: str) -> str:
        """A number text of a file as it stands on paper."""
        marked = written.replace(".", ",") if self.sheet.spec.worksheet.decimal_mark == "comma" else written
        return marked.replace("-", MINUS)

    def points(self, value: float) -> str:
        """A number of points: halves have a decimal, whole ones have none."""
        return self.figure(value)
