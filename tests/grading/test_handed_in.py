from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading import handed_in
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.report import check
from posenc_cli.i18n import LANGUAGES, text
from tests.grading.tools import katze, right

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from posenc_cli.grading.report import Report
    from posenc_cli.grading.submission import Submission
    from posenc_cli.i18n import Notice

    Save = Callable[..., Path]

PE = ("pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4")
HEAD = "Name;" + ";".join(PE)
GOOD = "0,909;-0,416;0,020;1,000"


@pytest.fixture
def save(tmp_path: Path) -> Save:
    """Write a file of text or bytes and return its path."""

    def write(content: str | bytes, name: str = "antworten.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write


def read(*paths: Path, separator: str | None = None) -> tuple[list[Submission], list[Notice]]:
    """What the sample sheet finds in files."""
    return handed_in.submissions(handed_in.load(paths, separator=separator), katze())


def report(*paths: Path) -> Report:
    """The checked class."""
    found, notices = read(*paths)
    return check(katze(), found, notices=notices)


def row(report: Report, student: int = 0) -> list[str]:
    """The verdicts of position 2."""
    return [one.verdict for one in report.students[student].blanks if one.blank.id in PE]


def refusal(*paths: Path) -> InputError:
    """The error of files that cannot be taken."""
    with pytest.raises(InputError) as caught:
        read(*paths)
    for language in LANGUAGES:
        assert str(caught.value.values["path"]) in text(language, caught.value.key, **caught.value.values)
    return caught.value


def said(notices: list[Notice]) -> list[str]:
    """Keys of notices; every one can be said in both languages."""
    assert all(notice.text(language) for notice in notices for language in LANGUAGES)
    return [notice.key for notice in notices]


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
    ["Anna;909;-416;20;1000\nBen;0,909;-0,416;0,02;1\n", "Anna;909;1;0;1\n", "Anna;0;1;0;1\n", "Anna;909;;;\n"],
    ids=["one wrote marks", "a right 1", "whole numbers", "one answer"],
)
def test_lost_marks_need_a_whole_file(save: Save, rows: str) -> None:
    """Where anything speaks for another reason, the answers are marked one by one."""
    assert report(save(f"{HEAD}\n{rows}")).students[0].name == "Anna"


def test_lost_marks_in_a_bare_table(save: Save) -> None:
    """The same for a table without a worksheet."""
    (handed,) = handed_in.load([save("2;909;-416;20;1000\n1;841;540;10;1000\n")], columns=5)
    rows = handed_in.rows_by_position(handed, 4, None, 0)
    sheet = quick_sheet(4, [position for _, position, _ in rows])
    with pytest.raises(InputError, match="lost-mark"):
        handed_in.refuse_lost_marks(handed_in.by_rows(rows), sheet, handed.path)


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
        ("- 0,909", "wrong", None),
        ("‐0,909", "wrong", None),
        ("－0,909", "wrong", None),
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


# --- Who wrote it -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("headings", "cells", "name"),
    [
        ("Vorname;Nachname", "Anna;Berg", "Anna Berg"),
        ("Nachname;Vorname", "Berg;Anna", "Anna Berg"),
        ("Name;Vorname", "Berg;Anna", "Anna Berg"),
        ("First name;Last name", "Anna;Berg", "Anna Berg"),
        ("Nachname;Vorname", ";Anna", "Anna"),
        ("Name;Vorname;Nachname", "A. Berg;Anna;Berg", "A. Berg"),
        ("Dein Name [name];Zeitstempel", "Anna;29.11.2026", "Anna"),
        ("Schüler/in", "Anna", "Anna"),
        ("E-Mail", "a@b.de", None),
    ],
)
def test_names(save: Save, headings: str, cells: str, name: str | None) -> None:
    """Names in one or two columns, in either order; a class has several students called Berg."""
    found, _ = read(save(f"{headings};pe2_d1\n{cells};0,909\n"))
    assert [one.name for one in found] == [name]


def test_r22_the_last_attempt_counts(save: Save) -> None:
    """Attempts of one person are matched by folded, composed names; all are kept, the last one counts."""
    rows = ["Jürgen;0,035", "Anna;0,909", "jürgen ;0,909", "Ju\u0308rgen;0,91", ";0,909", ";0,909"]
    result = report(save("Name;pe2_d1\n" + "\n".join(rows)))
    assert [(one.name, one.attempt, one.attempts) for one in result.students] == [
        ("Anna", 1, 1),
        ("Ju\u0308rgen", 3, 3),
        (None, 1, 1),
        (None, 1, 1),
    ]
    assert [(one.attempt, one.attempts) for one in result.earlier] == [(1, 3), (2, 3)]
    assert [one.blanks[1].verdict for one in result.students] == ["correct", "coarse", "correct", "correct"]


def test_attempts_over_several_files(save: Save) -> None:
    """The second file of the same person is the second attempt."""
    first, second = save(f"{HEAD}\nAnna;0;0;0;0\n", "a.csv"), save(f"{HEAD}\nAnna;{GOOD}\n", "b.csv")
    assert row(report(first, second)) == ["correct"] * 4


def test_attempts_without_numbers_on_them() -> None:
    """Submissions that were made by hand are counted all the same."""
    made = [handed_in.from_mapping({"pe2_d1": answer}, "Anna") for answer in ("0.1", "0.909")]
    result = check(katze(), made)
    assert [one.points for one in result.students] == [1]
    assert len(result.earlier) == 1


def test_r14_rows_that_nobody_handed_in(save: Save) -> None:
    """Rows of sums and averages are passed over and said; rows with neither name nor number are nothing."""
    tail = ["Durchschnitt;0,5;;;", "SUMME;12;;;", ";gut;;;", ";;;;"]
    found, notices = read(save(f"{HEAD}\nAnna;{GOOD}\n" + "\n".join(tail) + "\n"))
    assert [one.name for one in found] == ["Anna"]
    assert said(notices) == ["check.totals-row", "check.totals-row"]


def test_who_answered_nothing_is_kept(save: Save) -> None:
    """A name without answers has a report of blanks; words without a name count where nobody is named."""
    result = report(save(f"{HEAD}\nAnna;;;;\n"))
    assert (result.students[0].name, result.students[0].points, set(row(result))) == ("Anna", 0, {"blank"})
    assert result.all_correct
    assert row(report(save(";".join(PE) + "\nError;Error;;\n")))[:2] == ["unreadable"] * 2


# --- Which column, which sheet ----------------------------------------------------------------------------------------


def test_two_columns_for_one_blank(save: Save) -> None:
    """It is not guessed which of two columns is meant."""
    error = refusal(save("Name;pe2_d1;Nochmal [pe2_d1]\nAnna;1;2\n"))
    assert (error.key, error.values["id"]) == ("check.column-twice", "pe2_d1")


def test_unknown_ids_are_said(save: Save) -> None:
    """Columns that name blanks of another sheet are passed over and named; other columns are not mentioned."""
    found, notices = read(save("Name;Punkte;pe2_d1;Frage [pe9_d1];[x9_d1]\nAnna;3;0,909;1;2\n"))
    assert list(found[0].answers) == ["pe2_d1"]
    assert said(notices) == ["check.unknown-column"]
    assert notices[0].values["id"] == "pe9_d1, x9_d1"


@pytest.mark.parametrize(
    "content", ["Name;Punkte\nAnna;3\n", "Name;pe9_d1\nAnna;0,909\n", "1;2;3\n4;5;6\n", "id;wert\nq1;2\n"]
)
def test_a_file_without_answers(save: Save, content: str) -> None:
    """A file with no answer of this sheet is refused, with the columns that would do."""
    error = refusal(save(content))
    assert error.key == "check.no-answers"
    assert "pe2_d1" in str(error.values["expected"])


def test_the_sheet_that_a_file_names(save: Save) -> None:
    """A column may name the sheet; two sheets in one file are too many."""
    one, two, none = (
        handed_in.load([save(f"Blatt;{HEAD}\n{first};Anna;{GOOD}\n{second};Ben;{GOOD}\n")])[0]
        for first, second in (("katze", ""), ("katze", "cat"), ("", ""))
    )
    assert (one.sheet_name(), none.sheet_name()) == ("katze", None)
    with pytest.raises(InputError) as caught:
        two.sheet_name()
    assert caught.value.key == "check.several-sheets"
    values = caught.value.values
    assert [values[name] for name in ("line", "given", "first", "before")] == [3, "cat", 2, "katze"]


def test_r21_long_form(save: Save) -> None:
    """One line a blank; ids in labels, unknown ids said, a blank that comes again is the next attempt."""
    lines = [
        "Anna;pe2_d1;0,1",
        "Anna;Position 2, d₂ [pe2_d2];-0,416",
        "Ben;pe2_d1;0,909",
        "anna;pe2_d1;0,909",
        "Ben;y;1",
    ]
    found, notices = read(save("name;id;answer\n" + "\n".join(lines) + "\n"))
    written = [sorted(name for name, answer in one.answers.items() if answer.text) for one in found]
    assert [(one.name, one.attempt) for one in found] == [("Anna", 1), ("Ben", 1), ("anna", 2)]
    assert written == [["pe2_d1", "pe2_d2"], ["pe2_d1"], ["pe2_d1"]]
    assert all(sorted(one.answers) == ["pe2_d1", "pe2_d2"] for one in found)
    assert said(notices) == ["check.unknown-column", "check.name-twice"]


def test_a_form_with_an_id_column_is_wide(save: Save) -> None:
    """An export that numbers its rows under "ID" and has a column "Ergebnis" is no long form."""
    found, _ = read(save("ID;Name;Ergebnis;d₁ [pe2_d1]\n1;Anna;12;0,909\n2;Ben;8;0,035\n"))
    assert [(one.name, one.answers["pe2_d1"].text) for one in found] == [("Anna", "0,909"), ("Ben", "0,035")]


@pytest.mark.parametrize(
    "document",
    [
        [{"name": "Anna", "pe2_d1": "0,909", "pe2_d2": -0.416}],
        {"students": [{"name": "Anna", "answers": {"pe2_d1": 0.909, "pe2_d2": "-0.416"}}]},
        {"Anna": {"pe2_d1": "0.909", "pe2_d2": "-0.416"}},
        {"name": "Anna", "pe2_d1": 0.909, "pe2_d2": -0.416},
        [{"name": "Anna", "id": "pe2_d1", "answer": 0.909}, {"name": "Anna", "id": "pe2_d2", "answer": -0.416}],
    ],
    ids=["rows", "nested", "by name", "one", "long"],
)
def test_json_forms(save: Save, document: object) -> None:
    """All the usual ways of writing answers as JSON."""
    result = report(save(json.dumps(document), "a.json"))
    assert result.students[0].name == "Anna"
    assert row(result) == ["correct", "correct", "blank", "blank"]


def test_the_whole_sheet_in_a_file(save: Save) -> None:
    """All 46 answers of the sample from a German file get all points."""
    answers = {name: answer.replace(".", ",") for name, answer in right().items()}
    head = ";".join(f"Lücke [{name}]" for name in answers)
    result = report(save(f"Name;Blatt;{head}\nAnna;katze;{';'.join(answers.values())}\n"))
    assert result.all_correct
    assert result.students[0].points == 25


def test_all_correct_counts_every_answer(save: Save) -> None:
    """One coarse answer is not all correct."""
    assert not report(save(f"{HEAD}\nAnna;{GOOD}\nBen;0,91;;;\n")).all_correct
