"""The answer form as a workbook: the same table as the CSV form, filled and read again."""

from __future__ import annotations

import csv
import io
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.grading import handed_in
from posenc_cli.grading.report import check
from posenc_cli.render.forms import answer_form, answer_workbook
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from pathlib import Path

openpyxl = pytest.importorskip("openpyxl")

SHEET = sheet_of("katze-kurz")
NAMES = ("=cmd|' /C calc'!A0", 'Mia <&> "Ö"', "+49", "-1")


def table(data: bytes) -> list[list[Any]]:
    """All cells as an independent library reads them."""
    tab = openpyxl.load_workbook(io.BytesIO(data)).active
    return [[cell.value for cell in row] for row in tab.iter_rows()]


def test_it_is_the_form_of_the_csv_file() -> None:
    """The same headings, sheet and code; a tab with the title of the worksheet; always the same bytes."""
    data = answer_workbook(SHEET)
    expected = list(csv.reader(io.StringIO(answer_form(SHEET).lstrip("\ufeff")), delimiter=";"))
    assert [[cell or "" for cell in row] for row in table(data)] == expected
    assert openpyxl.load_workbook(io.BytesIO(data)).sheetnames == ["Wo steht das Wort"]
    assert data == answer_workbook(SHEET)


def test_cells_are_texts_and_names_no_formulas() -> None:
    """Nothing typed into a cell becomes a date or a thousand, and no name is computed."""
    tab = openpyxl.load_workbook(io.BytesIO(answer_workbook(SHEET, NAMES))).active
    assert [tab.cell(row, 1).value for row in range(2, 6)] == list(NAMES)
    assert {cell.data_type for row in tab.iter_rows() for cell in row if cell.value} == {"s"}
    assert {cell.number_format for row in tab.iter_rows() for cell in row} == {"@"}
    assert tab.freeze_panes == "B2"


def filled(path: Path) -> Path:
    """The form filled by a library: the first student rightly, as texts and numbers; the second in degrees."""
    book = openpyxl.load_workbook(io.BytesIO(answer_workbook(SHEET, ("=Ada", ""))))
    tab = book.active
    for column, one in enumerate(solve(SHEET), start=4):
        tab.cell(2, column).value = one.text.replace(".", ",") if column % 2 else float(one.text)
    tab["A3"] = "Mia"
    for column, value in enumerate((0.841, 0.035, 0.999, 0.0003, "1,000"), start=4):
        tab.cell(3, column).value = value
    book.save(path)
    return path


def marked(path: Path) -> list[tuple[str | None, float, list[str]]]:
    """Name, points and causes of everybody in a filled form."""
    handed = handed_in.load([path])
    assert (handed[0].sheet_name(), handed[0].sheet_code()) == ("katze-kurz", "9HT4-K2R9")
    found, _ = handed_in.submissions(handed, SHEET)
    return [
        (one.name, one.points, [each.finding.slip.id for each in one.diagnosis]) for one in check(SHEET, found).students
    ]


EXPECTED = [("=Ada", 12.0, []), ("Mia", 1.0, ["angle-degrees"])]


def test_a_filled_form_is_checked(tmp_path: Path) -> None:
    """What a library saves is read: the right sheet to its points, the calculator in degrees to its cause."""
    assert marked(filled(tmp_path / "a.xlsx")) == EXPECTED


def test_what_libre_office_saves_is_checked(tmp_path: Path, soffice: list[str]) -> None:
    """The same form opened and saved by LibreOffice, as its own kind and as Excel's."""
    filled(tmp_path / "a.xlsx")
    for kind, source in (("ods", tmp_path / "a.xlsx"), ("xlsx", tmp_path / "saved" / "a.ods")):
        run = [*soffice, "--convert-to", kind, "--outdir", str(tmp_path / "saved"), str(source)]
        subprocess.run(run, check=True, capture_output=True, timeout=120)
        assert marked(tmp_path / "saved" / f"a.{kind}") == EXPECTED
