from __future__ import annotations

import math
from functools import cache
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.render.report import report_json
from posenc_cli.render.report_text import report_text
from posenc_cli.render.style import Style
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.mistakes import slips_of
from tests.grading.tools import katze
from tests.worksheet.kinds_sheet import every_kind
from tests.worksheet.test_fading import sheet_of

if TYPE_CHECKING:
    from posenc_cli.grading.report import Report, StudentReport
    from posenc_cli.worksheet.sheet import Sheet


@cache
def faded() -> Sheet:
    """Rows 2 to 5 ask for divisors, angles and values."""
    return sheet_of({"kind": "encode", "fading": [0, 1, 2, 3, 3, 3]})


def right(sheet: Sheet) -> dict[str, str]:
    """The answers of the key."""
    return {solution.blank.id: solution.text for solution in solve(sheet)}


def marked(sheet: Sheet, **changed: str) -> StudentReport:
    """The report on right answers with some others."""
    answers = right(sheet)
    assert changed.keys() <= answers.keys()
    return check(sheet, [from_mapping(answers | changed)]).students[0]


def verdicts(student: StudentReport) -> dict[str, str]:
    """All verdicts that are not ``correct``."""
    return {one.blank.id: one.verdict for one in student.blanks if one.verdict != "correct"}


def causes(student: StudentReport) -> list[str]:
    """The slips that are named first."""
    return [entry.finding.slip.id for entry in student.diagnosis]


def test_the_key_is_right() -> None:
    """All points for what the key says, on every new kind."""
    for sheet in (every_kind(), faded()):
        student = marked(sheet)
        assert verdicts(student) == {}
        assert student.points == sheet.max_points


@pytest.mark.parametrize("written", ["100", "100.0", "100.000"])
def test_a_divisor_is_written_with_or_without_zeros(written: str) -> None:
    """Zeros behind may be left off, here as anywhere."""
    assert verdicts(marked(faded(), divisor3_d3=written)) == {}


def test_a_wrong_divisor_is_followed_through() -> None:
    """Whoever goes on rightly from a divisor of 10 loses one point, not three."""
    student = marked(faded(), divisor3_d3="10", angle3_d3="0.3", pe3_d3=f"{math.sin(0.3):.3f}")
    assert verdicts(student) == {"divisor3_d3": "slip", "angle3_d3": "follow-through", "pe3_d3": "follow-through"}
    assert student.points == faded().max_points - 1


def test_a_wrong_angle_is_followed_through() -> None:
    """The value follows from the angle that was written down; nothing is known that leads to this angle."""
    student = marked(faded(), angle2_d1="2.5", pe2_d1=f"{math.sin(2.5):.3f}")
    assert verdicts(student) == {"angle2_d1": "wrong", "pe2_d1": "follow-through"}
    assert causes(student) == []


def test_the_same_wrong_divisor_in_every_row_is_no_copy() -> None:
    """Divisors are alike in all rows; each row that goes on rightly from them is followed through."""
    changed: dict[str, str] = {}
    for row in (3, 4, 5):
        for k in (3, 4):
            angle = row / 10
            changed |= {f"divisor{row}_d{k}": "10", f"angle{row}_d{k}": f"{angle:g}"}
            changed[f"pe{row}_d{k}"] = f"{(math.sin if k == 3 else math.cos)(angle):.3f}"
    student = marked(faded(), **changed)
    found = verdicts(student)
    assert {found[name] for name in found if not name.startswith("divisor")} == {"follow-through"}
    assert [one.blank.id for one in student.blanks if one.guarded] == []
    assert causes(student)[0] in ("exp-two-missing", "base-100", "write-decimal-shifted")


def test_degrees_behind_an_angle_that_is_right() -> None:
    """Angles are written down rightly, and the calculator is in degree mode: one cause for all the values."""
    changed = {}
    for blank in faded().blanks:
        if blank.place.quantity == "pe":
            k, pos = blank.place.column, faded().positions[blank.place.row]
            angle = math.radians(pos / (1, 1, 100, 100)[k])
            changed[blank.id] = f"{(math.cos if k % 2 else math.sin)(angle):.3f}"
    student = marked(faded(), **changed)
    assert causes(student)[0] == "angle-degrees"
    wrong = [one for one in student.blanks if one.verdict in ("wrong", "slip")]
    assert len(wrong) > 10
    assert {one.slip for one in wrong} == {"angle-degrees"}


def test_sheets_without_steps_have_the_slips_of_before() -> None:
    """Behind a step that nobody writes down there is nothing to go wrong."""
    slip = next(one for one in slips_of(katze()) if one.id == "angle-degrees")
    behind = "where(wave == 0, sin(radians(angle)), cos(radians(angle)))"
    alike = [{"angle": "radians(angle)"}, {"pe": behind}]
    assert [dict(form) for form in slip.variants] == [{**form, "check": "sin(radians(one))"} for form in alike]


def test_positions_counted_from_one() -> None:
    """Positions that are found, each one too far, have the cause that rows have."""
    answers = right(every_kind())
    changed = {name: str(int(float(text)) + 1) for name, text in answers.items() if name.startswith("pos_")}
    assert len(changed) > 1
    student = marked(every_kind(), **changed)
    assert causes(student) == ["pos-from-one"]
    assert set(verdicts(student)) == set(changed)


def test_an_order_upside_down() -> None:
    """1 for the slowest pair."""
    answers = right(every_kind())
    changed = {name: str(5 - int(float(text))) for name, text in answers.items() if name.startswith("place_")}
    assert causes(marked(every_kind(), **changed)) == ["freq-order-reversed"]


def test_an_angle_in_degrees_on_the_way_back() -> None:
    """The inverse key in degree mode; the second angle follows."""
    (name,) = (blank.id for blank in every_kind().blanks if blank.label == "sine-angle")
    (other,) = (blank.id for blank in every_kind().blanks if blank.label == "sine-angle-too")
    degrees = math.degrees(next(one.value for one in solve(every_kind()) if one.blank.id == name))
    student = marked(every_kind(), **{name: f"{degrees:.3f}", other: f"{math.pi - round(degrees, 3):.3f}"})
    assert verdicts(student) == {name: "slip", other: "follow-through"}
    assert "angle-degrees" in [slip.id for one in student.diagnosis for slip in (one.finding.slip, *one.finding.also)]


def test_a_wrong_number_of_each_kind_has_a_next_step() -> None:
    """Every kind of blank can go wrong for no known cause and is given a hint then."""
    sheet = every_kind()
    answers = dict.fromkeys(right(sheet), "7.77")
    for style in (Style("de", mark="comma"), Style("en")):
        said = report_text(check(sheet, [from_mapping(answers)]), style)
        assert "→" in said
        assert "{" not in said


def report() -> Report:
    """On one right sheet."""
    return check(every_kind(), [from_mapping(right(every_kind()))])


def test_what_is_left_to_a_person_is_said_once() -> None:
    """One line below all students, and a list for programs; a sheet of numbers only has neither."""
    style = Style("en")
    two = check(every_kind(), [from_mapping(right(every_kind()), name="A"), from_mapping({}, name="B")])
    assert report_text(two, style).count("ticks, sentences or code") == 1
    assert '"by_hand": [\n    1,\n    5,' in report_json(report(), style)
    plain = check(katze(), [from_mapping(right(katze()))])
    assert "ticks" not in report_text(plain, style)
    assert "by_hand" not in report_json(plain, style)
