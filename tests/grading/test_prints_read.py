"""PDFs without fields, read as they come back: of pages that hold nothing but words, so that no sheet is printed."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
import pytest

from posenc_cli.errors import PosencError
from posenc_cli.grading import collected
from posenc_cli.grading.belonging import Said
from posenc_cli.grading.layouts import Layouts
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.find import Writing, sheet_of
from tests.grading.test_prints_lie import WORDS, spread

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from posenc_cli.grading.report import Report
    from posenc_cli.worksheet.sheet import Sheet

NAME = "katze-kurz"
CODE = shown(code_of(sheet_of(NAME)))
#: Where the sheet has its fields.
FIELDS = {"pe2_d1": (300, 300, 360, 320), "pe2_d2": (380, 300, 440, 320), "_name": (300, 400, 440, 420)}


def page(words: Mapping[str, tuple[float, float]], fields: Mapping[str, tuple[int, int, int, int]]) -> bytes:
    """A page with words at their places, and fields."""
    pdf = pikepdf.new()
    one = pdf.add_blank_page(page_size=(595, 842))
    font = pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Helvetica)
    one.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F1=pdf.make_indirect(font)))
    shows = "\n".join(f"BT /F1 8 Tf {x:.2f} {y:.2f} Td ({word}) Tj ET" for word, (x, y) in words.items())
    one.Contents = pdf.make_stream(shows.encode())
    named = [{"/Subtype": pikepdf.Name.Widget, "/T": name, "/Rect": [*edges]} for name, edges in fields.items()]
    one.Annots = pikepdf.Array([pdf.make_indirect(pikepdf.Dictionary(field)) for field in named])
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=one.Annots)
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()


def printed(written: Mapping[str, tuple[float, float]], *, codes: str = CODE) -> bytes:
    """The sheet with what somebody wrote on it, and nothing left to fill in."""
    return page(spread() | dict(written) | {codes: (20.0, 820.0)}, {})


def marked(*paths: Path, named: str | None = None, made: list[str] | None = None) -> Report:
    """The report on files; the sheets whose fields were asked for are put to those that were made."""

    def fillable(sheet: Sheet) -> bytes:
        if made is not None:
            made.append(sheet.name)
        return page(spread() | {CODE: (20.0, 820.0)}, FIELDS)

    files, notices = collected.load(paths)
    report = collected.check_collected(files, Said(named, None, Writing()), {}, Layouts(lambda _: [], fillable))
    return type(report)(report.sheet, report.students, report.earlier, (*notices, *report.notices))


def test_what_stands_in_the_fields_is_the_answer(tmp_path: Path) -> None:
    """Of everybody who printed; how many were found is said, and the sheet is laid out once for all."""
    for name, answer in (("Ada", "0.909"), ("Bo", "0.5")):
        written = {answer: (310.0, 306.0), "-0.416": (390.0, 306.0), name: (310.0, 406.0)}
        (tmp_path / f"{name}.pdf").write_bytes(printed(written))
    (tmp_path / "empty.pdf").write_bytes(printed({}))
    made: list[str] = []
    report = marked(tmp_path, made=made)
    answers = {one.name: {each.blank.id: each.answer for each in one.blanks if each.answer} for one in report.students}
    assert answers == {
        "Ada": {"pe2_d1": "0.909", "pe2_d2": "-0.416"},
        "Bo": {"pe2_d1": "0.5", "pe2_d2": "-0.416"},
    }
    said = [(one.key, one.values.get("count")) for one in report.notices]
    assert said == [("inputs.by-position", 2), ("inputs.by-position", 2), ("check.empty-pdf", None)]
    assert made == [NAME]


@pytest.mark.parametrize(
    ("codes", "words", "key"),
    [
        (CODE, dict(zip(WORDS, reversed(spread().values()), strict=True)), "inputs.print-elsewhere"),
        ("nothing", {}, "check.which-sheet"),
        (f"{CODE} AAAA-2222", {}, "check.which-sheet"),
        ("ABCD-EFGJ", {}, "check.no-code-printed"),
    ],
)
def test_a_print_that_is_of_no_sheet_is_an_error(
    tmp_path: Path, codes: str, words: Mapping[str, tuple[float, float]], key: str
) -> None:
    """Words that lie otherwise than on the sheet of its code, no code, two of them, or one that is none."""
    path = tmp_path / "a.pdf"
    path.write_bytes(printed({"0.909": (310.0, 306.0), **words}, codes=codes))
    with pytest.raises(PosencError) as caught:
        marked(path)
    assert caught.value.key == key


def test_a_print_without_a_code_is_marked_with_the_sheet_that_is_named(tmp_path: Path) -> None:
    """The places of the fields are those of that sheet."""
    path = tmp_path / "a.pdf"
    path.write_bytes(printed({"0.909": (310.0, 306.0)}, codes="nothing"))
    (student,) = marked(path, named=NAME).students
    assert {one.blank.id: one.verdict for one in student.blanks if one.answer} == {"pe2_d1": "correct"}
