"""The options that say how answers are marked."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from posenc_cli.errors import UsageError
from posenc_cli.i18n.numbers import read_number

if TYPE_CHECKING:
    from posenc_cli.grading.report import Report
    from posenc_cli.grading.settings import Credited

CREDITED = ("follow-through", "coarse", "rounding")
_MOST_TOLERANCE = 10


@dataclass(frozen=True)
class MarkingOptions:
    """What was said on the command line; None where the worksheet's own settings hold."""

    credit: Annotated[list[str] | None, typer.Option(metavar="VERDICT=SHARE", help="credit")] = None
    tolerance: Annotated[str | None, typer.Option(metavar="NUMBER", help="tolerance")] = None
    marks: Annotated[str | None, typer.Option(metavar="SCALE", help="marks")] = None

    compare: Annotated[Path | None, typer.Option(metavar="FILE", help="compare")] = None

    def beside_earlier(self, report: Report) -> Report:
        """The report with what is other than in an earlier one, if one was named."""
        from posenc_cli.grading.comparison import compared

        return report if self.compare is None else replace(report, compared=compared(report, self.compare))

    def credited(self) -> Credited:
        """These settings.

        Raises:
            UsageError: a share, a tolerance or a scale that is none.
        """
        from posenc_cli.grading.marks import PERCENT, SCALES
        from posenc_cli.grading.settings import Credited

        known = (*SCALES, PERCENT)
        if self.marks is not None and self.marks not in known:
            raise UsageError("marking.scale", given=self.marks, known=", ".join(known))
        return Credited(dict(map(_share, self.credit or ())), self._tolerance(), self.marks)

    def _tolerance(self) -> Decimal | None:
        if self.tolerance is None:
            return None
        value = read_number(self.tolerance).value
        if value is None or not 0 <= value <= _MOST_TOLERANCE:
            raise UsageError("marking.tolerance", given=self.tolerance, most=_MOST_TOLERANCE)
        return value


def _share(given: str) -> tuple[str, float]:
    verdict, _, share = given.partition("=")
    value = read_number(share).value
    if verdict not in CREDITED or value is None or not 0 <= value <= 1:
        raise UsageError("check.credit", given=given, known=", ".join(CREDITED))
    return verdict, float(value)
