"""Where a worksheet has a scale of marks, every output shows them."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.render.feedback import feedback_page
from posenc_cli.render.mark_book import report_csv, report_workbook
from posenc_cli.render.report_page import report_html
from posenc_cli.render.report_view import class_view
from posenc_cli.render.style import Style
from posenc_cli.worksheet.find import sheet_of

if TYPE_CHECKING:
    from posenc_cli.grading.report import Report

openpyxl = pytest.importorskip("openpyxl")


#: The marks of German universities, and one in words; by name, so that both kinds occur.
MARKS = {"Ada": "1.7", "Bo": "11 Punkte", "Cem": "1.0"}


def marked() -> Report:
    """Three students, one with a mark in words."""
    found = check(sheet_of("katze-kurz"), [from_mapping({"rad": "0.841"}, name) for name in MARKS])
    return replace(found, students=tuple(replace(one, mark=MARKS[str(one.name)]) for one in found.students))


def test_marks_are_shown_everywhere() -> None:
    """As numbers where they are some: in the mark book, on the page about the class in their order, on feedback."""
    report = marked()
    rows = list(csv.DictReader(io.StringIO(report_csv(report, Style("en")))))
    assert [row["mark"] for row in rows] == ["1.7", "11 Punkte", "1.0"]
    tab = openpyxl.load_workbook(io.BytesIO(report_workbook(report, Style("de", mark="comma")))).worksheets[0]
    column = [cell.value for cell in tab[1]].index("Note")
    assert [row[column].value for row in tab.iter_rows(min_row=2)] == [1.7, "11 Punkte", 1]
    assert class_view(report, Style("de", mark="comma"), teacher=False).marks == (
        ("1,0", 1),
        ("1,7", 1),
        ("11 Punkte", 1),
    )
    assert 'class="mark">1,7: <b>1</b>' in report_html(report, Style("de", mark="comma"))
    assert "<b>Note 1,7</b>" in feedback_page(report, report.students[0], 1).html


def test_without_a_scale_nothing_is_said_of_marks() -> None:
    """No empty column on the page, no empty box."""
    report = check(sheet_of("katze-kurz"), [from_mapping({"rad": "0.841"}, "Ada")])
    assert "Note" not in report_html(report, Style("de", mark="comma")).replace("Notenliste", "")
    assert "mark-box" not in feedback_page(report, report.students[0], 1).html.partition("<body")[2]
