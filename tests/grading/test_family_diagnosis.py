"""What is found on the worksheets of the families: methods that students have there, with what they wrote before."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.report_text import TeacherView, report_text
from posenc_cli.render.style import Style
from posenc_cli.worksheet.mistakes import slips_of
from tests.grading.tools import answers_with, marked, named, sheets
from tests.worksheet.family_sheets import asking

if TYPE_CHECKING:
    from posenc_cli.i18n import Language

TWO_CALENDARS = {"share": "value / (period - 1)", "day_share": "day_value / (day_period - 1)"}


@pytest.mark.parametrize(
    ("name", "rules", "slip_id"),
    [
        ("alibi", {"bias": "-slope * (distance + 1)"}, "alibi-distance-from-one"),
        ("alibi", {"bias": "-slope * smaller(distance, 1)"}, "alibi-distance-ignored"),
        ("alibi", {"bias": "-bias", "heads_bias": "-heads_bias"}, "alibi-sign"),
        ("alibi", {"score": "content - bias"}, "alibi-sign"),
        ("alibi", {"score": "content"}, "alibi-penalty-forgotten"),
        ("rope", {"cosine": "cos(radians(angle))", "sine": "sin(radians(angle))"}, "rope-degrees"),
        ("calendar", TWO_CALENDARS, "calendar-largest-value"),
        ("calendar", {"pe": "abs(pe)", "day_pe": "abs(day_pe)"}, "sign-lost"),
        ("calendar", {"chat_time": "chat_pos"}, "timestamps-number"),
        ("calendar", {"chat_time": "chat_pos / 10"}, "timestamps-number"),
        ("calendar", {"chat_time": "pause / 10"}, "timestamps-since-previous"),
        ("calendar", {"chat_time": "chat_t"}, "timestamps-unit-forgotten"),
        ("calendar", {"chat_angle": "radians(chat_angle)"}, "angle-degrees"),
    ],
)
def test_one_method_explains_all(name: str, rules: dict[str, str], slip_id: str) -> None:
    """A way of working in one of its forms is the one cause of all that is wrong, and sure."""
    student = marked(sheets()[name], answers_with(sheets()[name], rules))
    (entry,) = student.diagnosis
    assert (entry.finding.slip.id, entry.finding.certainty) == (slip_id, "sure")
    assert entry.finding.explains == entry.finding.of == student.count("slip")
    assert student.count("slip") > 1
    assert student.count("wrong") == 0


def test_angles_on_paper_do_not_speak_for_the_mode() -> None:
    """Who writes an angle as if it were one in degrees has no calculator to blame."""
    sheet = sheets()["interpolation"]
    student = marked(sheet, answers_with(sheet, {"angle": "radians(angle)"}))
    assert (student.count("wrong"), named(student)) == (3, {})


def test_a_right_angle_does_not_rule_out_degree_mode() -> None:
    """Angles that were asked and are right, with cosines and sines of as many degrees."""
    sheet = asking("rope", {"angle": [2, 3], "cosine": [2, 3], "sine": [2, 3]})
    rules = {"cosine": "attention_factor * cos(radians(angle))", "sine": "attention_factor * sin(radians(angle))"}
    student = marked(sheet, answers_with(sheet, rules))
    assert named(student) == {"rope-degrees": "sure"}
    angles = {one.verdict for one in student.blanks if one.blank.place.quantity == "angle"}
    assert (angles, student.count("wrong")) == ({"correct"}, 0)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("name", "slip_id"),
    [
        ("learned", "learned-half-pixel"),
        ("calendar", "calendar-from-one"),
        ("grid", "grid-axes-swapped"),
        ("rope", "rope-direction-reversed"),
        ("interpolation", "rope-ntk-exponent-missing"),
        ("wide", "order-halves"),
    ],
)
def test_another_convention_is_said_once(name: str, slip_id: str, language: Language) -> None:
    """A report says of what is another convention that it is one, and says so once."""
    sheet, word = sheets()[name], {"de": "andere Konvention:", "en": "other convention:"}[language]
    (form,) = next(one for one in slips_of(sheet) if one.id == slip_id).variants[:1]
    report = check(sheet, [from_mapping(answers_with(sheet, form))])
    assert [one.finding.slip.id for one in report.students[0].diagnosis] == [slip_id]
    for found in (report, TeacherView(report)):
        shown = " ".join(report_text(found, Style(language)).split())
        assert text(language, f"slips.{slip_id}.name") in shown
        assert shown.count(word) == 1
