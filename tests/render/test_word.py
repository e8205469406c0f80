"""A sheet and its key as a Word document."""

from __future__ import annotations

import io
import re
import subprocess
import sys
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.errors import MachineError
from posenc_cli.files.packed import unpacked
from posenc_cli.i18n import text as text_of
from posenc_cli.render import word
from posenc_cli.render.blocks import Cell, Paragraph, Span
from posenc_cli.render.paper import KEY_INK, Paper
from posenc_cli.render.shapes import Entry, Run, Table
from posenc_cli.render.sheets import render
from posenc_cli.render.svg import text_width
from posenc_cli.render.word import document
from posenc_cli.render.word_widths import fit
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import find
from tests.page_texts import page_texts
from tests.render.hand_made import view
from tests.render.viewing import every, student_view, teacher_view

if TYPE_CHECKING:
    from pathlib import Path

docx = pytest.importorskip("docx")
NAME = "katze-kurz"


@cache
def made(*, key: bool = False) -> bytes:
    """The short sheet or its key, made once."""
    return document(teacher_view(NAME) if key else student_view(NAME))


def opened(data: bytes) -> Any:  # noqa: ANN401
    """A document as the library reads it."""
    return docx.Document(io.BytesIO(data))


def part(data: bytes, name: str = "word/document.xml") -> str:
    """The source of a part."""
    return unpacked(data)[name].decode()


def test_it_has_headings_lists_and_tables() -> None:
    """Real ones: a title, a heading an exercise, bullets, and tables whose head comes again on the next page."""
    found = opened(made())
    by_style = {style: [p.text for p in found.paragraphs if p.style.name == style] for style in ("Title", "Heading 1")}
    assert by_style["Title"] == ["Wo steht das Wort?"]
    assert by_style["Heading 1"] == [f"{one.number}\u2003{one.title}" for one in student_view(NAME).exercises]
    assert any(p.style.name == "List Bullet" for p in opened(document(student_view("katze"))).paragraphs)
    assert len(found.tables) >= 5
    assert "<w:tblHeader/>" in part(made())


def test_blanks_are_empty_cells_and_lines() -> None:
    """There is a place for every blank: an empty cell of a table, or a line in a calculation."""
    blanks = [cell for exercise in student_view(NAME).exercises for cell in every(exercise, Cell) if cell.blank]
    empty = sum(not cell.text for table in opened(made()).tables for row in table.rows for cell in row.cells)
    assert empty + part(made()).count("________") >= len(blanks)


def test_a_key_has_the_answers_in_its_colour() -> None:
    """Bold and in the ink of keys; on grey paper without any colour. The sheet has neither."""
    answers = {cell.text for exercise in teacher_view(NAME).exercises for cell in every(exercise, Cell) if cell.filled}
    assert answers
    coloured = {
        run.text.partition(" | ")[0]
        for paragraph in _paragraphs(opened(made(key=True)))
        for run in paragraph.runs
        if run.bold and run.font.color.rgb is not None and str(run.font.color.rgb) == KEY_INK[1:].upper()
    }
    assert answers <= coloured
    assert KEY_INK[1:].upper() not in part(made())
    grey = document(replace(view(key=True), paper=Paper(grey=True)))
    assert KEY_INK[1:].upper() not in part(grey)


def _paragraphs(of: Any) -> list[Any]:  # noqa: ANN401
    inside = [each for table in of.tables for row in table.rows for cell in row.cells for each in _paragraphs(cell)]
    return [*of.paragraphs, *inside]


def test_powers_are_raised() -> None:
    """The exponent is a raised run, without the signs that stand for raising elsewhere."""
    raised = {run.text for paragraph in _paragraphs(opened(made())) for run in paragraph.runs if run.font.superscript}
    assert "2i/d" in raised
    assert "^" not in re.sub("<[^>]*>", "", part(made()))


def test_drawings_are_pictures_with_words() -> None:
    """Each has an alternative text; where no pictures can be made, drawings are told with letters."""
    pytest.importorskip("pypdfium2")
    source = part(document(student_view("katze")))
    assert source.count("<wp:inline") == source.count('descr="') > 8
    assert 'descr=""' not in source


def test_without_pictures_there_are_letters(monkeypatch: pytest.MonkeyPatch) -> None:
    """The field to shade stands there in letters of one width, and nothing is lost."""
    monkeypatch.setattr(word, "rasters", lambda _: ())
    source = part(document(student_view("katze")))
    assert "<wp:inline" not in source
    assert "pos 2  ____  ____  ____  ____" in source


def test_it_says_what_it_is_and_not_who_made_it_when() -> None:
    """Title and language of the sheet; no name of a program or a day, so that it is the same file every day."""
    about = opened(made()).core_properties
    assert (about.title, about.language, about.author, about.comments) == ("Wo steht das Wort?", "de-DE", "", "")
    assert about.created.year == about.modified.year == 2000
    assert 'w:val="de-DE"' in part(made(), "word/styles.xml")
    assert document(student_view(NAME)) == made()
    assert "python-docx" not in "".join(map(str, unpacked(made()).values()))


@pytest.mark.parametrize(("paper", "size"), [("A4", (210, 297)), ("letter", (216, 279))])
def test_paper_and_letters_are_those_of_the_sheet(paper: Any, size: tuple[int, int]) -> None:  # noqa: ANN401
    """A4 or Letter, and as large as the worksheet asks for; no table is wider than the page."""
    large = document(replace(student_view(NAME), paper=Paper(paper, 18)))
    section = opened(large).sections[0]
    assert (round(section.page_width.mm), round(section.page_height.mm)) == size
    assert opened(large).styles["Normal"].font.size.pt == 18
    room = section.page_width - section.left_margin - section.right_margin
    for table in opened(large).tables:
        assert sum(column.width for column in table.columns) <= room + 12700


def test_no_number_is_torn() -> None:
    """In large print the letters of a wide table get smaller, until its longest word has room."""
    table = Table((tuple(Entry((Run("−0.990"),)) for _ in range(9)),))
    usual, large = (fit(table, points * 25.4 / 72, 168) for points in (9, 18))
    assert usual.scale == 1.0
    assert 0.5 < large.scale < 1.0
    for found, points in ((usual, 9), (large, 18)):
        assert sum(found.columns) <= 168.01
        assert min(found.columns) > text_width("−0.990") * points * 25.4 / 72 * found.scale + 3.8
    assert sum(fit(table, 40, 168).columns) <= 168.01


def test_words_are_words() -> None:
    """What looks like markup, or what no document can carry, stands there as text."""
    word_ = '<w:b/>&amp; "x" \x07'
    page = view()
    first = replace(page.exercises[0], title=word_, blocks=(Paragraph((Span(word_),)),))
    texts = [each.text for each in opened(document(replace(page, title=word_, exercises=(first,)))).paragraphs]
    assert texts.count('<w:b/>&amp; "x" \\x07') == 2
    assert f'{first.number}\u2003<w:b/>&amp; "x" \\x07' in texts


def test_without_the_library_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """The extra is named; nothing else happens."""
    monkeypatch.setitem(sys.modules, "docx", None)
    with pytest.raises(MachineError) as caught:
        document(view())
    assert caught.value.key == "office.no-docx"
    assert "pip install pypdfium2 python-docx" in text_of("de", caught.value.key, **caught.value.values)


def test_libre_office_opens_it(tmp_path: Path, soffice: list[str]) -> None:
    """Turned into a PDF it has all exercises in order, its gaps, raised powers and its pages counted."""
    (tmp_path / "a.docx").write_bytes(made())
    run = [*soffice, "--convert-to", "pdf", "--outdir", str(tmp_path), str(tmp_path / "a.docx")]
    subprocess.run(run, check=True, capture_output=True, timeout=120)
    pages = page_texts(tmp_path / "a.pdf")
    text = re.sub(r"\s+", " ", " ".join(pages))
    places = [text.find(f"{one.number} {one.title}") for one in student_view(NAME).exercises]
    assert -1 not in places
    assert places == sorted(places)
    assert "sin(pos / 10000" in text
    assert f"Seite 1 von {len(pages)}" in text
    assert 2 <= len(pages) <= 6


def test_no_line_ends_inside_a_code() -> None:
    """The hyphen of the code in the foot holds together, and is a plain one for who copies it."""
    foot = opened(made()).sections[0].footer.paragraphs[0]
    assert student_view(NAME).code in foot.text
    first, last = student_view(NAME).code.split("-")
    assert re.search(rf"{first}</w:t><w:noBreakHyphen/><w:t>{last}<", foot._p.xml.replace("\n", "").replace("  ", ""))


def test_a_column_has_room_for_the_bold_letters_of_a_key() -> None:
    """A negative result stays on the line of its equals sign."""
    plain, bold = (
        fit(Table(((Entry((Run("= "), Run("−0.416", style))),),), kind="lines"), 4.0, 200.0).columns[0]
        for style in ("plain", "answer")
    )
    assert bold > plain


def test_pictures_that_cannot_be_made_are_told_of(monkeypatch: pytest.MonkeyPatch) -> None:
    """The document is there all the same, and a sentence beside it."""
    assert render(build(find(NAME)), "docx", key=False).notices == ()
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    found = render(build(find(NAME)), "docx", key=False)
    assert [notice.key for notice in found.notices] == ["office.no-pictures"]
    assert not any(name.startswith("word/media") for name in unpacked(found.data))
