from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Looking, Table
from posenc_cli.grading import handed_in
from posenc_cli.grading.bare_tables import by_rows, rows_by_position
from posenc_cli.grading.quick import quick_sheet
from tests.grading.reading import GOOD, HEAD, PE, read, refusal, report, row, said

if TYPE_CHECKING:
    from tests.grading.reading import Save


@pytest.mark.parametrize(
    "content",
    [
        f"{HEAD}\r\nAnna;{GOOD}\r\n",
        b"\xef\xbb\xbf" + f"{HEAD}\r\nAnna;{GOOD}\r\n".encode(),
        "\ufeff".encode("utf-16-le") + f"{HEAD}\nAnna;{GOOD}\n".replace(";", "\t").encode("utf-16-le"),
        f"{HEAD}\nAnna;{GOOD}\n".replace(";", "\t").encode("utf-16-le"),
        f"sep=;\r\n{HEAD}\r\nAnna;{GOOD}\r\n",
        'Name,pe2_d1,pe2_d2,pe2_d3,pe2_d4\nAnna,"0,909","-0,416","0,020","1,000"\n',
        "Name,pe2_d1,pe2_d2,pe2_d3,pe2_d4\nAnna,0.909,-0.416,0.020,1.000\n",
        f"{HEAD}\nAnna;0,909;'-0,416;0,020;1,000\n",
        f"{HEAD};;\n;;;;;;\nAnna;{GOOD};;\n\n;;;;;;\n",
        f"{HEAD}\nAnna; 0,909\u00a0;\u202f-0,416;0,020\u200b;1,000 \n",
        f"{HEAD}\nAnna;0,909;−0,416;0.02;1\n",
        '"Name";"Aufgabe 4\nd₁ = ? [pe2_d1]";"sagt ""d₂"" [pe2_d2]";"[PE2_D3]";"d₄ [pe2_d4]"\n' + f"Anna;{GOOD}\n",
    ],
    ids=["R01", "R02", "R04", "R04 no mark", "R05", "R07", "comma", "R11", "R14", "R15", "B04", "R13"],
)
def test_files_as_they_come(save: Save, content: str | bytes) -> None:
    """The same four right answers of Anna, whatever saved them."""
    result = report(save(content))
    assert [student.name for student in result.students] == ["Anna"]
    assert row(result) == ["correct"] * 4
    assert result.notices == ()


def test_r03_windows_text_is_a_guess(save: Save) -> None:
    """A file in the Windows code page is read, and said to be a guess."""
    found, notices = read(save(f"{HEAD}\nMüller;{GOOD}\n".encode("cp1252")))
    assert [one.name for one in found] == ["Müller"]
    assert said(notices) == ["files.guessed-cp1252"]


def test_b03_the_report_repeats_the_spelling(save: Save) -> None:
    """Raw texts stay as they were written, commas and all."""
    student = report(save(f"{HEAD}\nAnna;{GOOD}\n")).students[0]
    assert [one.answer for one in student.blanks if one.blank.id in PE] == GOOD.split(";")


@pytest.mark.parametrize(
    ("dash", "notices"), [("−", []), ("–", ["check.dash-as-minus"]), ("—", ["check.dash-as-minus"])]
)
def test_b04_dashes_before_a_digit(save: Save, dash: str, notices: list[str]) -> None:
    """The typographic minus needs no word; a dash is read as minus and said once for all files."""
    found, heard = read(save(f"{HEAD}\nAnna;0,909;{dash}0,416;0,02;1\nBen;;{dash}0,416;;\n"))
    assert said(heard) == notices
    assert [str(one.answers["pe2_d2"].value) for one in found] == ["-0.416"] * 2
    assert [notice.values["count"] for notice in heard] == [2] * len(notices)


def test_r08_commas_as_mark_and_separator(save: Save) -> None:
    """A line whose commas part and mark at once is refused with its counts; other lines go on."""
    lines = "Name,pe2_d1,pe2_d2,pe2_d3,pe2_d4\nAnna,0,909,-0,416,0,020,1,000\n"
    error = refusal(save(lines))
    assert (error.key, error.values["found"], error.values["expected"]) == ("files.too-many-fields", 9, 5)
    found, notices = read(save(lines + "Ben,0.909,-0.416,0.020,1.000\n"))
    assert [one.name for one in found] == ["Ben"]
    assert said(notices) == ["files.line-left-out"]


def test_b07_lost_decimal_marks_are_the_files_fault(save: Save) -> None:
    """909 for 0.909 all over a file is refused once for the file, with an example, and nobody is marked wrong."""
    error = refusal(save(f"{HEAD}\nAnna;909;-416;20;1000\nBen;909;-416;20;1000\n"))
    assert (error.key, error.values["given"], error.values["meant"]) == ("check.lost-mark", "909", "0.909")


@pytest.mark.parametrize(
    "rows",
    [
        "Anna;909;-416;20;1000\nBen;0,909;-0,416;0,02;1\n",
        "Anna;909;-416;20;0,5\n",
        "Anna;909;1;0;1\n",
        "Anna;0;1;0;1\n",
        "Anna;909;;;\n",
        "Anna;909;7;7;7\n",
    ],
    ids=["one wrote marks", "a wrong one with a mark", "a right 1", "whole numbers", "one answer", "one that fits"],
)
def test_lost_marks_need_a_whole_file(save: Save, rows: str) -> None:
    """Where anything speaks for another reason, the answers are marked one by one."""
    assert report(save(f"{HEAD}\n{rows}")).students[0].name == "Anna"


def test_two_answers_without_their_marks_are_enough(save: Save) -> None:
    """One may be chance."""
    assert refusal(save(f"{HEAD}\nAnna;909;-416;7;7\n")).key == "check.lost-mark"


def test_a_row_without_a_line_of_its_own_has_its_number() -> None:
    """As in a table that never was a file."""
    handed = handed_in.Handed(Path("a.csv"), Table(None, [["x"], ["y"]]))
    assert [handed.line(row) for row in (0, 1)] == [1, 2]


def test_lost_marks_in_a_bare_table(save: Save) -> None:
    """The same for a table without a worksheet."""
    (handed,) = handed_in.load([save("2;909;-416;20;1000\n1;841;540;10;1000\n")], Looking(columns=5))
    rows = rows_by_position(handed, 4, None, 0)
    sheet = quick_sheet(4, [position for _, position, _ in rows])
    with pytest.raises(InputError, match="lost-mark"):
        handed_in.refuse_lost_marks(by_rows(rows), sheet, handed.path)


@pytest.mark.parametrize(
    ("cell", "verdict", "reason"),
    [
        ("01. Apr", "unreadable", "numbers.date"),
        ("Jan 44", "unreadable", "numbers.date"),
        ("#NV", "unreadable", "numbers.error-cell"),
        ("#WERT!", "unreadable", "numbers.error-cell"),
        ("#N/A", "unreadable", "numbers.error-cell"),
        ("#DIV/0!", "unreadable", "numbers.calculator-error"),
        ("1.000,5", "unreadable", "numbers.groups"),
        ("1 000,5", "unreadable", "numbers.groups"),
        ("1.2.3", "unreadable", None),
        ("0,416-", "unreadable", "numbers.minus-after"),
        ("0,909 rad", "unreadable", "numbers.unit"),
        ("sin(2)", "unreadable", "numbers.expression"),
        ("√2", "unreadable", "numbers.expression"),
        ("1/2", "unreadable", "numbers.expression"),
        ("nan", "unreadable", None),
        ("inf", "unreadable", None),
        ("1_000", "unreadable", None),
        ("0x1", "unreadable", None),
        ("٠٫٩", "unreadable", "numbers.other-digits"),
        ("０．９", "unreadable", "numbers.other-digits"),
        ("[0.909, -0.416]", "unreadable", "numbers.two-numbers"),
        ("90,9 %", "unreadable", "numbers.percent"),
        ("-", "blank", None),
        ("?", "blank", None),
        ("x", "blank", None),
        ("k. A.", "blank", None),
        ("n/a", "blank", None),
        ("", "blank", None),
        (",909", "correct", None),
        ("+0,909", "correct", None),
        ("0,9090", "correct", None),
        ("0,91", "coarse", None),
        ("9,09E-01", "correct", None),
        ("909·10^-3", "correct", None),
        ("909e−3", "correct", None),
        ("≈0,909", "correct", None),
        ("ca. 0,909", "correct", None),
        ("=0,909", "correct", None),
        ("0,909…", "correct", None),
        ("- 0,909", "slip", None),
        ("‐0,909", "slip", None),
        ("－0,909", "slip", None),
        ("-0", "wrong", None),
    ],
)  # fmt: skip
def test_one_cell(save: Save, cell: str, verdict: str, reason: str | None) -> None:
    """R10–R16 and R60–R70: every spelling of d₁ has its verdict and reason, and the other cells go on."""
    quoted = cell.replace('"', '""')
    student = report(save(f'{HEAD}\nAnna;"{quoted}";-0,416;0,020;1,000\n')).students[0]
    blanks = {one.blank.id: one for one in student.blanks}
    assert (blanks["pe2_d1"].verdict, blanks["pe2_d1"].answer) == (verdict, cell)
    assert [blanks[name].verdict for name in PE[1:]] == ["correct"] * 3
    if reason is not None:
        assert blanks["pe2_d1"].reason == reason
    assert (blanks["pe2_d1"].reason is None) == (verdict != "unreadable")


def test_r66_all_zeros_are_zero(save: Save) -> None:
    """0, -0 and -0,000 say the same."""
    values = [read(save(f"{HEAD}\nAnna;{zero};;;\n"))[0][0].answers["pe2_d1"].value for zero in ("0", "-0", "-0,000")]
    assert [value is not None and not value and not value.is_signed() for value in values] == [True] * 3
