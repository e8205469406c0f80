"""The page about a class."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.anonymous import anonymous
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import Report, check
from posenc_cli.i18n import LANGUAGES
from posenc_cli.render.browser import pdf_by_browser
from posenc_cli.render.report_page import report_html
from posenc_cli.render.report_text import TeacherView
from posenc_cli.render.report_view import class_view
from posenc_cli.render.style import Style
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.mistakes import forms_of, slips_of
from tests.chromium import browsing
from tests.grading.tools import answers_with
from tests.render.structure import opened
from tests.render.test_interactive import ASKING

if TYPE_CHECKING:
    from pathlib import Path

SHEET = sheet_of("katze-kurz")
#: How many of the class made which slip.
MADE = {"": 12, "angle-degrees": 8, "add-subtracted": 3, "func-swapped": 5}


@cache
def report() -> Report:
    """A class of 28, with a name that looks like markup."""
    people = []
    for slip, count in MADE.items():
        rules: dict[str, str] = {}
        if slip:
            found = next(one for one in slips_of(SHEET) if one.id == slip)
            rules = dict(next(iter(forms_of(SHEET, found)))[0])
        people += [from_mapping(answers_with(SHEET, rules), f"{slip or 'right'} {n} <i>") for n in range(count)]
    return check(SHEET, people)


def test_slips_are_counted_with_those_who_made_them() -> None:
    """The commonest first, each with its hint and everybody who made it; nobody else is named."""
    view = class_view(report(), Style("en"), teacher=False)
    assert [one.count for one in view.slips] == [8, 5, 3]
    assert [name for _, name in view.slips[0].who] == [f"angle-degrees {n} <i>" for n in range(8)]
    assert all(one.hint for one in view.slips)


def test_the_map_is_the_report() -> None:
    """A row a student, a sign a blank; shares are counted from them, the hardest blank comes first."""
    view = class_view(report(), Style("en"), teacher=False)
    assert [len(row.spots) for row in view.rows] == [len(SHEET.blanks)] * 28
    columns = list(zip(*([spot.sign for spot in row.spots] for row in view.rows), strict=True))
    assert columns[1].count("✓") == 12 + 3
    assert any("→" in column for column in columns)
    right = [column.count("✓") + column.count("→") for column in columns]
    assert [share for share, _ in view.shares] == [round(100 * count / 28) for count in right]
    assert [one.percent for one in view.blanks] == sorted(one.percent for one in view.blanks)
    hard = sum(count < 28 for count in right)
    assert (len(view.blanks), view.more_blanks) == (10, f"and {hard - 10} more that not all got right")
    assert sum(bar.count for bar in view.bars) == 28
    assert sum(count for _, count in view.labels) == sum(count for _, count in view.groups) == len(view.heads)
    assert [kind for _, kind, _ in view.legend] == ["right", "follows", "again"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_it_holds_all_and_asks_for_nothing(language: str) -> None:
    """No script, no address, every link leads to a part of the page; words are no markup."""
    html = report_html(report(), Style("de" if language == "de" else "en"))
    assert ASKING.search(html) is None
    assert "<script" not in html
    assert "default-src 'none'" in html
    assert "<i>" not in html
    links, anchors = set(re.findall(r'href="#([^"]+)"', html)), set(re.findall(r'id="([^"]+)"', html))
    assert links <= anchors
    assert len(links) == 28 + 1


def test_right_values_are_for_teachers() -> None:
    """Without --teacher the page says what was written only; on a projector nobody is named."""
    plain, teacher = report_html(report(), Style("en")), report_html(TeacherView(report()), Style("en"))
    assert "[0.841]" not in plain
    assert "[0.841]" in teacher
    seen = report_html(anonymous(report(), "en"), Style("en"))
    assert "angle-degrees 0" not in seen
    assert "Person 28" in seen


def test_a_single_student_and_one_who_wrote_nothing() -> None:
    """There is nothing to count, and nothing breaks."""
    alone = check(SHEET, [from_mapping({}, None)])
    html = report_html(alone, Style("en"))
    assert "1 person" in html


@pytest.mark.browser
def test_in_a_browser(browser: str, tmp_path: Path) -> None:
    """From a phone to a desk, light and dark, nothing is wider than the screen or sent for; one page of paper."""
    html = report_html(report(), Style("de"))
    path = tmp_path / "report.html"
    path.write_text(html, encoding="utf-8")
    with browsing(browser, tmp_path) as chromium:
        inks = []
        for width, scheme in ((360, "light"), (1200, "dark")):
            chromium.open(path.as_uri(), width=width, media={"prefers-color-scheme": scheme})
            assert chromium.run("document.documentElement.scrollWidth") == width
            assert chromium.requests() == [path.as_uri()]
            assert chromium.complaints() == []
            inks.append(chromium.run("getComputedStyle(document.documentElement).color"))
        assert len(set(inks)) == 2
        chromium.run("document.querySelector('.map tbody a').click()")
        assert chromium.run("document.querySelector(':target').id") == "s1"
    with opened(pdf_by_browser(html)) as pdf:
        assert len(pdf.pages) == 1
