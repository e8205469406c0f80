"""The mark book: what spreadsheets make of it."""

from __future__ import annotations

import csv
import io
from dataclasses import replace
from decimal import Decimal
from functools import cache

import pytest

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import Report, check, together
from posenc_cli.grading.submission import Sender
from posenc_cli.render.mark_book import ABOUT, report_csv, report_workbook
from posenc_cli.render.style import Style
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve

openpyxl = pytest.importorskip("openpyxl")
SHEET = sheet_of("katze-kurz")
RIGHT = {one.blank.id: one.text for one in solve(SHEET)}


@cache
def report() -> Report:
    """One who is right, with a name that a spreadsheet might compute, and one in degrees who writes commas."""
    degrees = {"rad": "0,017", "pe2_d1": "0,035", "pe2_d2": "0,999", "pe2_d3": "0,000", "pe2_d4": "=1+1"}
    people = [
        replace(from_mapping(RIGHT, "=cmd()"), sender=Sender(participant="11")),
        from_mapping(RIGHT | degrees, "-Mia"),
    ]
    return check(SHEET, people)


def table(text: str, separator: str) -> list[dict[str, str]]:
    """Rows by their headings."""
    return list(csv.DictReader(io.StringIO(text), delimiter=separator))


def test_numbers_are_numbers_and_names_are_harmless() -> None:
    """A row a student: who, how much, why, each verdict and each answer."""
    first, second = table(report_csv(report(), Style("en")), ",")
    assert list(first) == [*ABOUT, *RIGHT, *(f"{each} answer" for each in RIGHT)]
    assert (first["name"], second["name"]) == ("'=cmd()", "'-Mia")
    assert (first["id"], first["points"], first["max_points"], first["share"]) == ("11", "12", "12", "1")
    assert (second["slip"], second["certainty"], second["pe2_d1"]) == ("angle-degrees", "sure", "slip")
    assert (second["pe2_d1 answer"], second["x2_d2 answer"]) == ("0.035", "-0.316")
    assert second["pe2_d4 answer"] == "'=1+1"
    assert Decimal(second["share"]) == round(Decimal(second["points"]) / 12, 4)


def test_a_german_excel_opens_it() -> None:
    """Semicolons, decimal commas, a byte-order mark, CRLF; a negative number keeps its minus and gets no apostrophe."""
    text = report_csv(report(), Style("de"), excel_de=True)
    assert text.startswith("\ufeffname;")
    assert text.count("\r\n") == text.count("\n") == 3
    _, second = table(text.removeprefix("\ufeff"), ";")
    assert (second["x2_d2 answer"], second["share"]) == ("-0,316", second["share"].replace(".", ","))


def test_a_workbook_reckons_with_it() -> None:
    """Numbers, percent and texts in one tab, verdicts in words in another; what is to be looked at is seen in grey."""
    book = openpyxl.load_workbook(io.BytesIO(report_workbook(report(), Style("de"))))
    assert book.sheetnames == ["Noten", "Urteile"]
    rows = list(map(list, book["Noten"].iter_rows()))
    heads = [cell.value for cell in rows[0]]
    mia = dict(zip(heads, rows[2], strict=True))
    assert [row[0].value for row in rows[1:]] == ["=cmd()", "-Mia"]
    assert {row[0].data_type for row in rows[1:]} == {"s"}
    assert (mia["Punkte"].data_type, mia["Anteil"].number_format) == ("n", "0%")
    wrong, text = (mia[f"Position 2, {name}"] for name in ("d₁ [pe2_d1]", "d₄ [pe2_d4]"))
    assert (wrong.value, wrong.data_type, wrong.font.b) == (0.035, "n", True)
    assert wrong.fill.fgColor.rgb == "FFEEEEEE"
    assert (text.value, text.data_type) == ("=1+1", "s")
    good = dict(zip(heads, rows[1], strict=True))["Position 2, d₁ [pe2_d1]"]
    assert (good.value, bool(good.font.b)) == (0.909, False)
    assert [cell.value for cell in list(book["Urteile"].iter_rows())[2]][:3] == [
        "-Mia",
        "zum Nachsehen",
        "zum Nachsehen",
    ]


def test_students_with_other_blanks_share_columns_by_place() -> None:
    """Where ids differ, a column is the place in its exercise."""
    other = sheet_of("katze-kurz-3")
    assert {blank.id for blank in other.blanks} != set(RIGHT)
    people = {one.blank.id: one.text for one in solve(other)}
    both = together([check(SHEET, [from_mapping(RIGHT, "A")]), check(other, [from_mapping(people, "B")])])
    rows = table(report_csv(both, Style("en")), ",")
    exercise = SHEET.blanks[0].exercise
    assert [row[f"{exercise}_1"] for row in rows] == ["correct", "correct"]
    assert rows[1][f"{SHEET.blanks[-1].exercise}_1 answer"] == next(
        str(Decimal(people[blank.id])) for blank in other.blanks if blank.exercise == SHEET.blanks[-1].exercise
    )
