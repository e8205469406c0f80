from __future__ import annotations

import json
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.errors import InputError
from posenc_cli.grading.comparison import compared
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.marks import SCALES, mark, stepped
from posenc_cli.grading.report import Report, check
from posenc_cli.grading.settings import Credited
from posenc_cli.render.report import report_json
from posenc_cli.render.style import Style
from posenc_cli.worksheet.spec import read
from posenc_cli.worksheet.spec_parts import Marking
from tests.grading.tools import katze, right

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("scale", "points", "expected"),
    [
        ("1-6", 25, "1"),
        ("1-6", 23, "1"),
        ("1-6", 22.5, "2"),
        ("1-6", 12.5, "4"),
        ("1-6", 0, "6"),
        ("0-15", 25, "15"),
        ("0-15", 11.25, "5"),
        ("0-15", 4.75, "0"),
        ("1.0-5.0", 12.5, "4.0"),
        ("1.0-5.0", 12.25, "5.0"),
        ("1-6", 22.995, "2"),
        ("0-15", 24.5, "15"),
        ("percent", 0.375, "2 %"),
        ("percent", 12.5, "50 %"),
        ("percent", 0.125, "1 %"),
        ("", 25, ""),
    ],
)
def test_marks_by_scale(scale: str, points: float, expected: str) -> None:
    """A threshold belongs to the better mark; half a percent is rounded up."""
    assert mark(points, 25, Marking.model_validate({"scale": scale})) == expected


def test_own_thresholds_go_before_a_scale() -> None:
    """A teacher's list is taken in any order."""
    own = Marking.model_validate({"scale": "1-6", "thresholds": [[0, "low"], [60, "high"]]})
    assert [mark(points, 10, own) for points in (10, 6, 5.9, 0)] == ["high", "high", "low", "low"]


@pytest.mark.parametrize(
    "thresholds", [[[90, "A"], [75, "B"]], [[90, "A"], [90, "B"], [0, "C"]], [[0, "A"], [0.0, "B"]]]
)
def test_a_scale_has_one_mark_for_everybody(thresholds: list[list[object]]) -> None:
    """Nobody is left without one, and no percentage has two."""
    spec = f"[worksheet]\ntitle = 'T'\nsentence = 'a b'\n[marking]\nthresholds = {json.dumps(thresholds)}\n"
    with pytest.raises(InputError) as caught:
        read(spec, "mine.toml", None)
    assert (caught.value.key, caught.value.values["line"]) == ("worksheet.spec-scale", 5)


@pytest.mark.parametrize("scale", SCALES)
@given(points=st.integers(0, 120))
def test_more_points_never_give_a_worse_mark(scale: str, points: int) -> None:
    """Whoever has a quarter of a point more has the same mark or a better one."""
    names = [name for _, name in SCALES[scale]]
    chosen = Marking.model_validate({"scale": scale})
    here, more = (names.index(mark(value / 4, 30.25, chosen)) for value in (points, points + 1))
    assert more <= here


@given(st.fractions(0, 40, max_denominator=8))
def test_points_are_rounded_to_halves_upwards(points: Fraction) -> None:
    """Half points: the nearest one, of two as near ones the larger."""
    found = Fraction(stepped(float(points), 0.5))
    assert found % Fraction(1, 2) == 0
    assert -Fraction(1, 4) < found - points <= Fraction(1, 4)
    assert stepped(float(points), 0) == float(points)


def test_a_tolerance_counts_in_decimals_from_the_key() -> None:
    """0.020 with a tolerance of 0.001 takes 0.019 and 0.021, and nothing beyond, whatever binary fractions say."""
    answers = [dict(right()) | {"pe2_d3": text} for text in ("0.019", "0.021", "0.0189", "0.0211", "0,0210")]
    report = check(katze(), [from_mapping(one) for one in answers], credit=Credited(tolerance=Decimal("0.001")))
    found = [{one.blank.id: one.verdict for one in student.blanks}["pe2_d3"] for student in report.students]
    assert found[:2] == ["correct", "correct"]
    assert "correct" not in found[2:4]
    assert found[4] == "correct"


def test_a_tolerance_counts_from_any_text_of_the_key() -> None:
    """The dot product takes 0.728 and 0.729: with a tolerance of 0.001 all from 0.727 to 0.730."""
    answers = [dict(right()) | {"dot": text} for text in ("0.726", "0.727", "0.730", "0.731")]
    report = check(katze(), [from_mapping(one) for one in answers], credit=Credited(tolerance=Decimal("0.001")))
    found = [{one.blank.id: one.verdict for one in student.blanks}["dot"] for student in report.students]
    assert [verdict == "correct" for verdict in found] == [False, True, True, False]


def _report(answers: dict[str, str], **asked: object) -> Report:
    return check(katze(), [from_mapping(answers)], credit=Credited(**asked))  # type: ignore[arg-type]


def test_what_a_setting_changed(tmp_path: Path) -> None:
    """A report beside an earlier one names who has other points, another mark and other verdicts, and else nothing."""
    answers = dict(right()) | {"pe2_d3": "0.023"}
    old = tmp_path / "old.json"
    old.write_text(report_json(_report(answers), Style("en")), encoding="utf-8")
    assert not compared(_report(answers), old).changes
    (one,) = compared(_report(answers, tolerance=Decimal("0.003"), scale="1-6"), old).students
    assert (one.before, one.after, one.marks) == (24, 25, ("", "1"))
    assert ("pe2_d3", "wrong", "correct") in one.blanks
    (only_a_mark,) = compared(_report(answers, scale="percent"), old).students
    assert (only_a_mark.before, only_a_mark.after, only_a_mark.blanks) == (24, 24, ())
    assert only_a_mark.marks == ("", "96 %")


def test_people_are_found_again_whatever_they_are_called(tmp_path: Path) -> None:
    """Of those who share a name the second one is told apart, and who has none is known by the place in the list."""
    answers = dict(right()) | {"pe2_d3": "0.023"}

    def of_all(**asked: object) -> Report:
        (one,) = _report(answers, **asked).students
        names = ("Bo", None, "Bo", "Cy", "Bo", "Bo (2)")
        return replace(_report(answers, **asked), students=tuple(replace(one, name=name) for name in names))

    old = tmp_path / "old.json"
    old.write_text(report_json(of_all(), Style("en")), encoding="utf-8")
    found = compared(of_all(tolerance=Decimal("0.003")), old)
    assert [one.name for one in found.students] == ["Bo", "#2", "Bo (2)", "Cy", "Bo (3)", "Bo (2) (2)"]
    assert (found.new, found.gone) == ((), ())


@pytest.mark.parametrize(
    "content", ["", "[]", "{}", '{"schema": "posenc.report/1", "students": [{"name": 1}]}', "[" * 9999]
)
def test_what_is_no_report_is_refused(content: str, tmp_path: Path) -> None:
    """Anything else than such a report ends in one sentence."""
    path = tmp_path / "old.json"
    path.write_text(content, encoding="utf-8")
    with pytest.raises(InputError, match=r"marking\.old-unreadable|no report"):
        compared(_report(dict(right())), path)


def test_mark_and_settings_are_told() -> None:
    """The data of a report hold the mark of everybody and the settings that are not the usual ones."""
    report = _report(dict(right()), tolerance=Decimal("0.002"), scale="1.0-5.0")
    data = json.loads(report_json(report, Style("en")))
    assert data["students"][0]["mark"] == report.students[0].mark == "1.0"
    assert data["marking"] == {"tolerance": "0.002", "scale": "1.0-5.0"}


@pytest.mark.parametrize(
    ("scale", "least"),
    [
        ("1-6", [30, 50, 67, 81, 92]),
        ("0-15", [20, 27, 33, *range(40, 100, 5)]),
        ("1.0-5.0", [*range(50, 100, 5)]),
    ],
)
def test_from_how_many_percent_on_a_mark_is_given(scale: str, least: list[int]) -> None:
    """Every threshold stands where schools, upper grades and universities have it."""
    chosen = Marking.model_validate({"scale": scale})
    marks = [mark(percent, 100, chosen) for percent in range(101)]
    assert [percent for percent in range(1, 101) if marks[percent] != marks[percent - 1]] == least
    assert list(dict.fromkeys(reversed(marks))) == [name for _, name in SCALES[scale]]
