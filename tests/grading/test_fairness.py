"""A certain mistake is not taken for coarse rounding, and a slip that misses as often as it hits is not named."""

from __future__ import annotations

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.report import StudentReport, check


def _checked(position: int, *answers: str) -> StudentReport:
    sheet = quick_sheet(4, [position])
    return check(
        sheet, [from_mapping({blank.id: text for blank, text in zip(sheet.blanks, answers, strict=True)})]
    ).students[0]


def test_a_sure_slip_wins_over_coarse_where_all_decimals_were_written() -> None:
    """In degree mode the cosine of 0.08 is 1.000, which is also 0.997 to two decimals: no point for that."""
    found = _checked(8, "0.139", "0.990", "0.001", "1.000")
    assert [one.verdict for one in found.blanks] == ["slip"] * 4
    assert found.points == 0
    assert (found.diagnosis[0].finding.explains, found.diagnosis[0].finding.of) == (4, 4)


def test_a_short_answer_stays_coarse() -> None:
    """Written with two decimals it says no more than it means."""
    assert _checked(8, "0.139", "0.990", "0.001", "1.00").blanks[3].verdict == "coarse"
    assert _checked(8, "0.989", "-0.146", "0.080", "1.000").blanks[3].verdict == "coarse"


def test_a_slip_that_misses_as_many_as_it_hits_is_not_named() -> None:
    """A row of ones fits cos everywhere in one wrong cell and not in another."""
    named = {entry.finding.slip.id for entry in _checked(2, "1", "1", "1", "1").diagnosis}
    assert "func-all-cos" not in named


def test_a_slip_with_one_typo_beside_it_is_still_named() -> None:
    """Degree mode explains two of three wrong answers; the third was mistyped."""
    assert "angle-degrees" in {
        entry.finding.slip.id for entry in _checked(2, "0.035", "0.999", "0.333", "1.000").diagnosis
    }
