"""Feedback for a student: the page before it is printed."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html import unescape
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import Report, check
from posenc_cli.grading.submission import NOBODY, Sender
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.feedback import feedback_page
from posenc_cli.render.feedback_files import feedback_files
from posenc_cli.render.report_view import ALIKE
from posenc_cli.render.student_view import SIGNS
from posenc_cli.render.weasy import laid_out
from posenc_cli.render.whole import outside
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from posenc_cli.i18n import Language

SHORT = {"de": "katze-kurz", "en": "cat-short"}


@cache
def report(name: str, **changed: str) -> Report:
    """One student, right but for some answers."""
    sheet = sheet_of(name)
    return check(sheet, [from_mapping({one.blank.id: one.text for one in solve(sheet)} | changed, "Ada <b>")])


def page(of: Report, *, teacher: bool = False) -> str:
    """The feedback as HTML."""
    return feedback_page(of, of.students[0], 1, teacher=teacher).html


def plain(html: str) -> str:
    """Its words."""
    body = re.sub(r"<style.*?</style>", "", html, flags=re.DOTALL)
    return " ".join(unescape(re.sub(r"<[^>]+>", " ", body)).split())


@pytest.mark.parametrize("name", ["katze", "overview-en", "rope", "t5-en"])
def test_every_answer_stands_in_its_blank_with_its_sign(name: str) -> None:
    """In tables, sums and calculations; nothing of it is a right value of ours."""
    html = page(report(name))
    cells = re.findall(r'class="blank( [^"]*)?" id="([a-z0-9_]+)"', html)
    wanted = [blank.id for blank in sheet_of(name).blanks]
    assert Counter(identifier for _, identifier in cells) == Counter(wanted)
    assert {kinds.split()[-1] for kinds, _ in cells} == ({"right"} if wanted else set())
    assert 'class="filled"' not in html
    assert 'class="should"' not in html


#: An answer of every verdict, on a sheet where sin(1) is the first number.
CHANGED = {"rad": "0.017", "pe2_d1": "0.035", "pe2_d2": "0.999", "pe2_d3": "0.000", "x2_d4": "0,9 rad", "x4_d1": ""}
CHANGED |= {"x2_d1": "0.035", "x4_d2": "-0.55", "x4_d4": "5"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_right_comes_first_and_no_right_value_is_told(language: Language) -> None:
    """In the language of the sheet: counts, at most two causes, hints; a teacher sees what would be right."""
    of = report(SHORT[language], **CHANGED)
    said = plain(page(of))
    right = text(language, "report.right", n=of.students[0].count("correct"))
    assert re.search(r"(?:Rückmeldung|Feedback): Ada <b>", said)
    assert said.index(right) < said.index(text(language, "slips.angle-degrees.name"))
    # 0.841 is sin(1), 0.909 and -0.416 are the row of position 2.
    assert [value for value in ("0.841", "0,841", "−0.416", "-0.416") if value in said] == []
    assert said.count("Tipp: " if language == "de" else "Hint: ") == 2
    teacher = plain(page(of, teacher=True))
    assert "0.841" in teacher
    assert "−0.416" in teacher


def test_verdicts_are_told_apart_without_colour() -> None:
    """Every kind that occurs has its own sign, and none occurs in a legend that does not occur on the sheet."""
    html = page(report("katze-kurz", **CHANGED))
    found = dict(
        re.findall(r'class="blank ([a-z]+)" id="[^"]+"[^>]*><span class="sign" title="[^"]*">(.?)</span>', html)
    )
    assert found.keys() <= set(ALIKE.values())
    assert len(set(found.values())) == len(found) == 6
    assert found["again"] == SIGNS["wrong"]


def test_at_most_two_causes() -> None:
    """A third one waits until the first two are put right."""
    of = report("katze-kurz", **CHANGED)
    student = of.students[0]
    many = replace(student, diagnosis=student.diagnosis[:1] * 3)
    html = feedback_page(replace(of, students=(many,)), many, 1).html
    assert html.count('class="box note"') == 2


def test_the_guard_is_told_only_where_it_cost_points() -> None:
    """A row of ones from which the next numbers would follow."""
    ones = {f"pe2_d{k}": "1" for k in range(1, 5)}
    further = dict(zip((f"x2_d{k}" for k in range(1, 5)), ("1.000", "1.100", "1.900", "1.000"), strict=True))
    guard = text("de", "report.guard")
    assert guard not in plain(page(report("katze-kurz", **ones)))
    assert guard in plain(page(report("katze-kurz", **ones, **further)))


def test_answers_from_outside_are_text() -> None:
    """Markup in an answer is shown as it was written, a long one is cut in its cell."""
    html = page(report("katze-kurz", rad="<script>x", pe2_d1="9" * 300))
    assert "<script>" not in html
    assert f'<bdi class="wrote">{"9" * 11}…</bdi>' in html


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_it_is_printed_without_a_word_and_within_its_margins() -> None:
    """A student's version and a teacher's, with an answer of every kind."""
    of = report("katze-kurz", **CHANGED)
    for teacher in (False, True):
        pages, log = laid_out(page(of, teacher=teacher))
        assert log == ()
        assert [text for each in pages for text in outside(each)] == []


def test_files_lie_in_the_folders_of_the_platform(monkeypatch: pytest.MonkeyPatch) -> None:
    """A hostile folder, a name that must not be seen, somebody without a folder: none leads anywhere else."""
    monkeypatch.setattr("posenc_cli.render.feedback_files._print", lambda page: (page.title.encode(), ()))
    sheet = sheet_of("katze-kurz")
    base = from_mapping({"rad": "0.841"}, "Ada")
    people = [
        replace(base, sender=Sender(participant="7", folder="Ada Özgür_7_assignsubmission_file_")),
        replace(base, name="Bo", sender=Sender(participant="8", folder="../../x_8_assignsubmission_file_")),
        replace(base, name="Ünal Çelik"),
        replace(base, name="Dee", sender=Sender(participant="7", folder="Ada Özgür_7_assignsubmission_file_")),
    ]
    of = check(sheet, people)
    found, _ = feedback_files(of, of, teacher=False, jobs=1, progress=lambda _done, _total: None)
    assert list(found) == [
        "Ada Özgür_7_assignsubmission_file_/rueckmeldung.pdf",
        "Participant_8_assignsubmission_file_/rueckmeldung.pdf",
        "3-uenal-celik.pdf",
        "Ada Özgür_7_assignsubmission_file_/rueckmeldung-2.pdf",
    ]
    hidden = replace(of, students=tuple(replace(one, sender=NOBODY) for one in of.students))
    assert list(feedback_files(hidden, of, teacher=False, jobs=1, progress=lambda _done, _total: None)[0])[:2] == [
        "Participant_7_assignsubmission_file_/rueckmeldung.pdf",
        "Participant_8_assignsubmission_file_/rueckmeldung.pdf",
    ]
