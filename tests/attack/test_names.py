"""Names that are code somewhere: everywhere they are names, and nothing that nobody sees is left of them."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.files.words import JOINERS, on_one_line
from posenc_cli.grading.handed_in import load, submissions
from posenc_cli.grading.report import Report, check
from posenc_cli.grading.roster import read_roster
from posenc_cli.render.class_files import index
from posenc_cli.render.feedback import feedback_page
from posenc_cli.render.forms import answer_form
from posenc_cli.render.report import FORMATS
from posenc_cli.render.report_text import TeacherView
from posenc_cli.render.style import ISOLATES, Style
from posenc_cli.worksheet.classes import OWN_SHEET, Entry, Student, file_stem, row_names
from posenc_cli.worksheet.find import sheet_of
from tests.attack.readers import in_file

NAMES = {
    "\x1b[31mRed\x1b[0m": "[31mRed [0m",
    "\x9b31mRed": "31mRed",
    "Ada\u202egnp.exe": "Adagnp.exe",
    "New\nLine": "New Line",
    "Tab\tName": "Tab Name",
    "para\u2028graph": "para graph",
    "zero\u200bwidth": "zerowidth",
    "bell\x07": "bell",
    '=HYPERLINK("http://x.example")': None,
    "@SUM(A1)": None,
    "-2+3": None,
    "[red]Bob[/]": None,
    "[/]": None,
    "{{7*191}}": None,
    "{% include 'x' %}": None,
    "<script>alert(1)</script>": None,
    "x]]>y": None,
    "../../etc/passwd": None,
    "CON": None,
    ") Tj ET /JS (": None,
    "%s{name}{0}": None,
    "🧑\u200d🎓 Ada": None,
    "سلمى": None,
}
"""What a file calls people, and as whom they are known; None for exactly so."""
KNOWN = [name if known is None else known for name, known in NAMES.items()]
ANSWERS = ("0.909", "=1+1", "<b>x</b>", "\x1b[31m0.9", "[red]0.9[/]", "{{7*191}}", "1\n2")


def table(*rows: list[str]) -> bytes:
    """As a spreadsheet program writes it."""
    stream = io.StringIO(newline="")
    csv.writer(stream).writerows(rows)
    return stream.getvalue().encode()


@cache
def students() -> tuple[Student, ...]:
    """A class of such names."""
    return read_roster(in_file("roster.csv", table(["Name"], *([name] for name in NAMES))))[0]


@cache
def report() -> Report:
    """What they handed in, which is no better."""
    rows = [[name, "0.841", ANSWERS[n % len(ANSWERS)], "0.5"] for n, name in enumerate(NAMES)]
    path = in_file("a.csv", table(["name", "rad", "pe2_d1", "pe2_d2"], *rows))
    sheet = sheet_of("cat-short")
    return check(sheet, submissions(load([path]), sheet)[0])


def unseen(text: str) -> set[str]:
    """Characters that act on what shows them."""
    signs = {sign for sign in text if unicodedata.category(sign) in {"Cc", "Cf", "Cs", "Zl", "Zp"}}
    return signs - {*JOINERS, *ISOLATES, "\n", "\r", "\ufeff"}


def computed(text: str, separator: str) -> list[str]:
    """Cells that a spreadsheet program would compute."""
    cells = [cell for row in csv.reader(io.StringIO(text), delimiter=separator) for cell in row]
    return [cell for cell in cells if re.match(r"[=+@\t]|-(?![\d.]+$)", cell)]


def test_people_are_called_alike_wherever_they_are_named() -> None:
    """The names of a class list and those in what comes back are read in one way, so they are the same."""
    assert [one.name for one in students()] == KNOWN
    assert {one.name for one in report().students} == set(KNOWN)


def test_files_of_a_class_hold_names_and_nothing_else() -> None:
    """No cell computes, none acts; and no name leads out of the folder of its files."""
    entries = [
        Entry(one.place, one.name, "", None, "s", "", f"sheets/{file_stem(one, len(KNOWN))}.pdf") for one in students()
    ]
    assert all(OWN_SHEET.fullmatch(entry.file) for entry in entries)
    for text in (index(entries, "en"), answer_form(sheet_of("cat-short"), row_names(students()))):
        assert unseen(text) == set()
        assert computed(text, ",") == []
        assert "سلمى" in text


@pytest.mark.parametrize(
    ("kind", "teacher"),
    [("text", False), ("text", True), ("json", False), ("csv", False), ("html", False), ("html", True)],
)
def test_no_view_of_a_report_takes_a_name_for_code(kind: str, teacher: bool) -> None:
    """Names and answers stand there as they are, or escaped as the format has it."""
    view = FORMATS[kind](TeacherView(report()) if teacher else report(), Style("en"))
    assert isinstance(view, str)
    assert unseen(view) == set()
    if kind == "csv":
        assert computed(view, ",") == []
    if kind == "html":
        assert not re.search("<script>alert|<b>x|javascript", view)
    assert "[red]Bob[/]" in view
    assert "{{7*191}}" in view
    assert "1337" not in view


def test_feedback_takes_no_name_for_code() -> None:
    """The page of everybody."""
    for number, one in enumerate(report().students[-15:], 1):
        html = feedback_page(report(), one, number, teacher=False).html
        assert unseen(html) == set()
        assert not re.search("<script>alert|<b>x|1337", html)


@given(st.text(max_size=12))
def test_a_name_is_what_people_see_of_it(name: str) -> None:
    """Cleaned once it is clean; what could be seen is still there, in its order."""
    found = on_one_line(name)
    assert on_one_line(found) == found
    assert unseen(found) == set()
    assert "".join(found.split()) == "".join(
        sign for sign in name if unicodedata.category(sign) not in {"Cc", "Cf", "Zl", "Zp"} or sign in JOINERS
    ).translate(dict.fromkeys(map(ord, " \xa0\u1680\u202f\u205f\u3000" + "".join(map(chr, range(0x2000, 0x200B))))))
