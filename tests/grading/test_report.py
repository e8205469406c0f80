"""What a report says of a blank besides whether it is right."""

from __future__ import annotations

import pytest

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check, together
from posenc_cli.grading.settings import Credited
from posenc_cli.i18n import Notice
from tests.grading.tools import answers_with, katze, made, marked, right, verdicts


def test_a_short_form_is_one_unless_a_slip_gives_just_that() -> None:
    """In degree mode the cosine of 0.08 is 1.000 and not 0.997; 1.00 may be 0.997 with a decimal fewer."""
    sheet = made(first=6)
    degrees = answers_with(sheet, {"angle": "radians(angle)"})
    assert (answers_with(sheet, {})["pe8_d4"], degrees["pe8_d4"]) == ("0.997", "1.000")
    assert verdicts(sheet, degrees)["pe8_d4"] == "slip"
    assert verdicts(sheet, degrees | {"pe8_d4": "1.00"})["pe8_d4"] == "coarse"
    assert verdicts(sheet, answers_with(sheet, {}) | {"pe8_d4": "1.000"})["pe8_d4"] == "coarse"


def test_what_a_file_has_no_place_for_was_not_asked() -> None:
    """An empty place was; why an answer cannot be read is said of no other."""
    (one,) = check(katze(), [from_mapping({"pe2_d1": "0,9,1", "pe2_d2": "-0.416", "pe2_d3": ""})]).students
    told = {each.blank.id: each for each in one.blanks}
    assert [name for name, each in told.items() if each.asked] == ["pe2_d1", "pe2_d2", "pe2_d3"]
    assert [name for name, each in told.items() if each.reason] == ["pe2_d1"]
    assert [each.answer for each in one.blanks if each.asked] == ["0,9,1", "-0.416", ""]


def test_who_has_no_name_has_one_attempt() -> None:
    """Two of them are two people; of one name the last counts."""
    report = check(katze(), [from_mapping({}, name) for name in (None, "Bo", None, "Bo")])
    assert [(one.name, one.attempt, one.attempts) for one in report.students] == [
        (None, 1, 1),
        (None, 1, 1),
        ("Bo", 2, 2),
    ]
    assert [(one.name, one.attempt, one.attempts) for one in report.earlier] == [("Bo", 1, 2)]
    assert check(katze(), []).students == ()
    assert marked(katze(), {}).attempts == 1


def test_what_two_reports_say_alike_is_said_once() -> None:
    """Of sheets that go together; what only one of them says stays."""
    first, second, third = (Notice("check.name-twice", {"names": name}) for name in ("Ada", "Bo", "Cy"))
    reports = [check(katze(), [from_mapping({})], notices=some) for some in ([first, second], [second, third])]
    assert together(reports).notices == (first, second, third)


def test_one_who_went_on_rightly_is_enough_to_say_so() -> None:
    """Beside somebody without a fault."""
    wrong = answers_with(katze(), {"angle": "radians(angle)"})
    right_one, other = (from_mapping(one) for one in (right(), wrong))
    assert [check(katze(), some).followed for some in ([right_one], [right_one, other], [other])] == [False, True, True]


@pytest.mark.parametrize(("scale", "said"), [("1-6", [{"n": 44, "points": "23", "of": "25"}]), ("", [])])
def test_what_no_file_has_a_place_for_is_told_where_marks_are_given(scale: str, said: list[dict[str, object]]) -> None:
    """Its points nobody can have, and the mark is for all of them."""
    handed = [from_mapping({"pe2_d1": "0.909"}), from_mapping({"pe2_d2": "-0.416"})]
    report = check(katze(), handed, credit=Credited(scale=scale))
    assert [one.values for one in report.notices if one.key == "check.not-asked"] == said
