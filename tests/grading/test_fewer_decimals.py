"""Who writes fewer decimals than a sheet asks for has calculated rightly, and is told just that."""

from __future__ import annotations

import pytest

from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.mistakes import Worker
from tests.grading.tools import marked


def written(name: str, decimals: int, *, goes_on: bool) -> dict[str, str]:
    """Every blank with so many decimals, from all digits or from what was written before."""
    sheet = sheet_of(name)
    worker = Worker(sheet)
    values = worker.answers({"write": f"round(value, {decimals})"}) if goes_on else worker.worked({})[0]
    whole = sheet.whole
    return {
        blank.id: write_number(float(value), 0 if blank.place.quantity in whole else decimals)
        for blank, value in zip(sheet.blanks, values, strict=True)
    }


@pytest.mark.parametrize("decimals", [1, 2])
@pytest.mark.parametrize(
    ("name", "goes_on"),
    [("katze", True), ("rope", True), ("calendar", True), ("grid", False), ("interpolation", False), ("katze", False)],
)
def test_fewer_decimals_are_one_cause(name: str, goes_on: bool, decimals: int) -> None:
    """One decimal is named as two are: one sure cause that is the only one, and no hint about the calculation."""
    student = marked(sheet_of(name), written(name, decimals, goes_on=goes_on))
    assert [(one.finding.slip.id, one.finding.certainty) for one in student.diagnosis] == [
        ("round-two-decimals", "sure")
    ]
    assert student.count("wrong") == 0


def test_one_decimal_as_it_was_handed_in() -> None:
    """All digits were kept in the calculator, and only what was written down is short."""
    row = ["0.8", "0.9", "-0.4", "0.0", "1.0", "0.9", "-0.3", "0.9", "1.0", "0.1", "-0.6", "0.0", "1.1"]
    sheet = sheet_of("cat-short")
    student = marked(sheet, dict(zip([blank.id for blank in sheet.blanks], row, strict=True)))
    assert [one.finding.slip.id for one in student.diagnosis] == ["round-two-decimals"]
    assert student.count("wrong") == 0
