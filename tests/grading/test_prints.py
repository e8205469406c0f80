"""PDFs that were "printed" after filling them in: the answers are found where they stand."""

from __future__ import annotations

import io
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pypdfium2.raw as pdfium
import pytest

from posenc_cli.cli.looking import Look
from posenc_cli.errors import InputError, MachineError
from posenc_cli.files import guarded
from posenc_cli.grading import collected
from posenc_cli.grading.belonging import Said
from posenc_cli.grading.layouts import Layouts
from posenc_cli.render.moodle_order import asked_there
from posenc_cli.render.sheets import render
from posenc_cli.worksheet.find import Writing, sheet_of
from tests.grading.pdf_forms import handed_in, right
from tests.render.filling import HANDS, fillable, printed

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.grading.report import Report
    from posenc_cli.worksheet.sheet import Sheet

pytestmark = [pytest.mark.pdf, pytest.mark.usefixtures("weasyprint")]
NAME = "katze-kurz"
#: Made once: everything right but two, one of them left empty.
ANSWERS = right(sheet_of(NAME)) | {"pe2_d1": "0,035", "x2_d1": "", "_name": "Zoë Müller"}


def form_of(sheet: Sheet) -> bytes:
    """The sheet with fields."""
    return fillable(NAME) if sheet.name == NAME else render(Look(fillable=True).put_on(sheet), "pdf", key=False).data


def by_pdfium(data: bytes) -> bytes:
    """As Chromium's viewer prints: fields become a part of the page."""
    with pypdfium2.PdfDocument(data) as pdf:
        pdf.init_forms()
        for number in range(len(pdf)):
            page = pdf[number]
            pdfium.FPDFPage_Flatten(page, pdfium.FLAT_PRINT)
        stream = io.BytesIO()
        pdf.save(stream)
    return stream.getvalue()


def by_cairo(data: bytes) -> bytes:
    """As programs under Linux print: everything is drawn anew."""
    command = shutil.which("pdftocairo")
    if command is None:
        pytest.skip("needs pdftocairo")
    return subprocess.run([command, "-pdf", "-", "-"], input=data, capture_output=True, check=True).stdout


def scaled(data: bytes, factor: float = 0.94) -> bytes:
    """As printers fit a page into their margins, or two onto one."""
    with pikepdf.open(io.BytesIO(data)) as old, pikepdf.new() as new:
        for page in old.pages:
            new.add_blank_page(page_size=(595, 842))
            x, y = 0.03 * 595, 0.04 * 842
            new.pages[-1].add_overlay(page, pikepdf.Rectangle(x, y, x + 595 * factor, y + 842 * factor))
        stream = io.BytesIO()
        new.save(stream)
    return stream.getvalue()


WAYS: dict[str, Callable[[bytes], bytes]] = {
    "pdfium": by_pdfium,
    "cairo": by_cairo,
    "smaller": lambda data: scaled(by_pdfium(data)),
}


def marked(path: Path, said: Said | None = None) -> Report:
    """The report on a file."""
    files, notices = collected.load([path])
    report = collected.check_collected(files, said or Said(None, None, Writing()), {}, Layouts(asked_there, form_of))
    return type(report)(report.sheet, report.students, report.earlier, (*notices, *report.notices))


@pytest.mark.parametrize("way", WAYS)
def test_answers_are_found_at_their_places(tmp_path: Path, way: str) -> None:
    """All of them, each in its own blank, whoever printed and however the page lies; that is said."""
    path = tmp_path / "zoe.pdf"
    path.write_bytes(WAYS[way](HANDS["pdfium"](fillable(NAME), ANSWERS)))
    report = marked(path)
    (student,) = report.students
    assert student.name == "Zoë Müller"
    assert {one.blank.id: one.answer for one in student.blanks} == {
        one.blank.id: ANSWERS[one.blank.id] for one in student.blanks
    }
    assert {one.blank.id: one.verdict for one in student.blanks if one.verdict != "correct"} == {
        "pe2_d1": "wrong",
        "x2_d1": "blank",
    }
    assert [one.key for one in report.notices] == ["inputs.by-position"]


def test_a_print_of_another_sheet_is_not_read(tmp_path: Path) -> None:
    """Named with --sheet or not: what does not lie like the sheet gives no answers; nor does an empty one."""
    path = tmp_path / "a.pdf"
    path.write_bytes(by_pdfium(HANDS["pdfium"](fillable(NAME), ANSWERS)))
    with pytest.raises(InputError) as caught:
        marked(path, Said("alibi", None, Writing()))
    assert caught.value.key == "inputs.print-elsewhere"
    path.write_bytes(printed(NAME))
    with pytest.raises(InputError) as caught:
        marked(path)
    assert caught.value.key == "check.empty-pdf"


def test_a_picture_of_a_page_is_said(tmp_path: Path) -> None:
    """There is no text to find."""
    path = tmp_path / "a.pdf"
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(path)
    with pytest.raises(InputError) as caught:
        marked(path)
    assert caught.value.key == "inputs.print-picture"


def test_without_the_library_the_others_are_marked(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is an extra: a print is a line that says what to install; alone, it is an error of the machine."""
    child = tmp_path / "child.py"
    child.write_text(
        "import sys\n"
        f"sys.path.insert(0, {str(Path(guarded.__file__).parent)!r})\n"
        "import guarded_child\n"
        "sys.modules['pypdfium2'] = None\n"
        "guarded_child.main()\n",
        encoding="utf-8",
    )
    monkeypatch.setattr(guarded, "_CHILD", child)
    folder = tmp_path / "in"
    folder.mkdir()
    with pikepdf.new() as pdf:
        pdf.add_blank_page()
        pdf.save(folder / "print.pdf")
    with pytest.raises(MachineError) as caught:
        marked(folder)
    assert caught.value.key == "inputs.print-no-library"
    (folder / "ada.pdf").write_bytes(handed_in(sheet_of(NAME), ANSWERS, name=ANSWERS["_name"]))
    report = marked(folder)
    assert [one.name for one in report.students] == ["Zoë Müller"]
    assert [one.key for one in report.notices] == ["inputs.print-no-library"]
