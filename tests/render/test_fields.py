"""A PDF to fill in: a field wherever a person writes, over a page that is printed as ever."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING, Any

import pypdfium2
import pytest
from fontTools.ttLib import TTFont

from posenc_cli.errors import MachineError
from posenc_cli.files.filled import fields_of
from posenc_cli.files.guarded import Guarded
from posenc_cli.render import acroform, blocks, pdf
from posenc_cli.render.fields import BESIDES, Place, _number
from posenc_cli.render.fillable import without_field
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import fillable_pdf
from posenc_cli.render.sheets import render
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.sheet import Holder
from tests.render.filling import HANDS, KINDS, SHORT, fields, fillable, printed, sheet
from tests.render.structure import elements, kids, opened
from tests.render.viewing import every

if TYPE_CHECKING:
    from pathlib import Path

    import pikepdf

pytestmark = [pytest.mark.pdf, pytest.mark.usefixtures("weasyprint")]
each = pytest.mark.parametrize("name", [SHORT, KINDS])
#: Share of the width that is a line; points to pixels; a hairline is no darker grey than this, spread over two rows.
WIDE, SCALE, DARK = 0.85, 3, 225


@cache
def pdf_of(name: str) -> pikepdf.Pdf:
    """A fillable sheet, opened."""
    return opened(fillable(name))


def widgets(name: str) -> list[tuple[int, Any]]:
    """What is to be filled in, with the number of its page, in the order of the pages."""
    found = ((number, each) for number, page in enumerate(pdf_of(name).pages) for each in page.get("/Annots", []))
    return [(number, each) for number, each in found if each.Subtype == "/Widget" and not int(each.F) & 2]


def rect(widget: Any) -> list[float]:  # noqa: ANN401
    """Left, lower, right, upper edge."""
    return [float(side) for side in widget.Rect]


@each
def test_every_blank_is_one_field_of_its_name(name: str) -> None:
    """Fields come in reading order: that of the page, which is also the order in which the Tab key goes."""
    cells = [one.blank for one in every(sheet_view(sheet(name)), blocks.Cell) if one.blank]
    found = [one for one in fields(pdf_of(name)) if not one.startswith(BESIDES)]
    assert sorted(found) == sorted({one.id for one in sheet(name).blanks})
    assert found == list(dict.fromkeys(cells))
    in_order = [str(each.get("/T", "")) for _, each in widgets(name)]
    assert [one for one in in_order if one in found] == found
    assert all(page.Tabs == "/S" for page in pdf_of(name).pages)


@each
def test_a_field_says_what_to_enter(name: str) -> None:
    """The words of the view, in the language of the sheet; nothing is without words."""
    told = {one.blank: one.tooltip for one in every(sheet_view(sheet(name)), blocks.Cell) if one.blank}
    found = fields(pdf_of(name))
    assert {one: str(found[one].TU) for one in told} == told
    assert all("Nachkommastellen" in text or "ganze Zahl" in text for text in told.values())
    assert all(str(each.TU) for _, each in widgets(name))


@each
def test_the_page_is_printed_as_ever(name: str) -> None:
    """Not an operator of any page differs from that of the sheet to print."""
    plain, filled = opened(printed(name)), pdf_of(name)
    assert len(plain.pages) == len(filled.pages)
    for one, other in zip(plain.pages, filled.pages, strict=True):
        assert one.Contents.read_bytes() == other.Contents.read_bytes()
        assert one.MediaBox == other.MediaBox


@each
def test_fields_lie_where_a_hand_would_write(name: str) -> None:
    """Nothing is printed inside, a line is right below, and no two fields overlap."""
    document = pypdfium2.PdfDocument(printed(name))
    for number, page in enumerate(document):
        picture = page.render(scale=SCALE, grayscale=True).to_numpy()
        text, height = page.get_textpage(), page.get_height()
        mine = [each for on, each in widgets(name) if on == number and "/T" in each]
        for widget in mine:
            left, low, right, high = rect(widget)
            assert 0 < left < right < page.get_width()
            assert 0 < low < high < height
            inside = text.get_text_bounded(left + 1, low + 2, right - 1, high - 1)
            assert inside.strip() == "", (str(widget.T), inside)
            rows = picture[int((height - low - 1.5) * SCALE) : int((height - low + 1.5) * SCALE) + 1]
            line = rows[:, int(left * SCALE) : int(right * SCALE)].min(axis=0) < DARK
            assert line.mean() > WIDE, str(widget.T)
        for at, one in enumerate(mine):
            for other in mine[at + 1 :]:
                (a, b, c, d), (e, f, g, h) = rect(one), rect(other)
                assert min(c, g) <= max(a, e) or min(d, h) <= max(b, f), (str(one.T), str(other.T))


@each
def test_what_is_no_blank_can_be_filled_in_too(name: str) -> None:
    """The head, places to copy into, lines to write on and boxes to tick have names that no blank has."""
    besides = {one: field for one, field in fields(pdf_of(name)).items() if one.startswith(BESIDES)}
    kinds = {re.sub(r"_\d+$", "", one) for one in besides}
    assert kinds >= {"_name", "_date", "_class", "_copy", "_sheet", "_code"}
    if name == KINDS:
        assert kinds >= {"_choice", "_open"}
        lines = [int(field.Ff) & 1 << 12 for one, field in besides.items() if one.startswith("_open")]
        assert lines
        assert all(lines)
        assert {str(besides[one].TU) for one in ("_name", "_date", "_class")} == {"Name", "Datum", "Klasse"}


def test_of_boxes_to_tick_one_is_ticked() -> None:
    """The boxes of a question are one field: its kids lie on the printed squares, in their order, each with a cross."""
    view = sheet_view(sheet(KINDS))
    questions = every(view, blocks.Choice)
    groups = [field for one, field in fields(pdf_of(KINDS)).items() if one.startswith("_choice")]
    assert [len(group.Kids) for group in groups] == [len(one.options) for one in questions]
    document = pypdfium2.PdfDocument(printed(KINDS))
    numbers = {page.objgen: number for number, page in enumerate(page.obj for page in pdf_of(KINDS).pages)}
    for group, question in zip(groups, questions, strict=True):
        assert int(group.Ff) & 1 << 15
        assert str(group.V) == "/Off"
        assert str(group.TU).split() == "".join(span.text for span in question.question).split()
        for number, kid in enumerate(group.Kids, start=1):
            assert sorted(kid.AP.N.keys()) == sorted([f"/{number}", "/Off"])
            assert kid.AP.N[f"/{number}"].read_bytes().strip()
            left, low, right, high = rect(kid)
            text = document[numbers[kid.P.objgen]].get_textpage()
            assert text.get_text_bounded(left, low, right, high).strip() == "☐"


@each
def test_nothing_is_filled_in_but_what_the_sheet_is(name: str) -> None:
    """Only the hidden fields hold anything: name and code of the sheet, as an answer form has them."""
    held = {one: str(field.V) for one, field in fields(pdf_of(name)).items() if str(field.get("/V", "/Off")) != "/Off"}
    assert held == {"_sheet": sheet(name).form_name, "_code": shown(code_of(sheet(name)))}
    for one in held:
        field = fields(pdf_of(name))[one]
        assert int(field.F) & 2
        assert int(field.Ff) & 1
    assert not any("/DV" in field for field in fields(pdf_of(name)).values())


@each
def test_fields_are_tied_into_the_tags(name: str) -> None:
    """Every visible field is in an element of its own, which the field finds back through the tree of its numbers."""
    pdf = pdf_of(name)
    numbers = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    owners = dict(zip(map(int, numbers[::2]), numbers[1::2], strict=True))
    forms = [element for path, element in elements(pdf) if path[-1] == "Form"]
    tied = [kids(element)[0].Obj.objgen for element in forms]
    assert tied == [each.objgen for _, each in widgets(name)]
    for element in forms:
        assert owners[int(kids(element)[0].Obj.StructParent)].objgen == element.objgen


def test_the_font_of_what_is_typed_is_small_and_whole() -> None:
    """It is embedded in the encoding of Windows, with its own widths, and a minus besides."""
    resources = pdf_of(SHORT).Root.AcroForm.DR.Font
    font = resources.Form
    data = font.FontDescriptor.FontFile2.read_bytes()
    assert len(font.FontDescriptor.FontFile2.read_raw_bytes()) < 15_000
    with TTFont(io.BytesIO(data)) as inside:
        names, widths = inside.getBestCmap(), inside["hmtx"].metrics
        for code, width in enumerate(font.Widths, start=int(font.FirstChar)):
            sign = bytes([code]).decode("cp1252", "ignore")
            assert int(width) == (widths[names[ord(sign)]][0] if sign and sign.isprintable() else int(width))
        minus = list(font.Encoding.Differences)
        assert int(font.Widths[int(minus[0]) - 0x20]) == widths[names[0x2212]][0]
    assert str(font.Encoding.BaseEncoding) == "/WinAnsiEncoding"


@pytest.mark.parametrize("hand", HANDS)
@each
def test_what_programs_fill_in_is_read_back(name: str, hand: str, tmp_path: Path) -> None:
    """Another value in every blank, by each of three programs; beyond ASCII too where a program writes that."""
    forms = ["-0.{:03}", "0,{:03}", "{:03}"] + ["−0.{:03} π"] * (hand == "pikepdf")
    values = {one.id: forms[n % len(forms)].format(n) for n, one in enumerate(sheet(name).blanks)}
    values["_name"] = "Zoë Müller"
    path = tmp_path / "filled.pdf"
    path.write_bytes(HANDS[hand](fillable(name), values))
    with Guarded() as guarded:
        found = fields_of(path.read_bytes(), path=path, guarded=guarded)
    assert {one: found[one] for one in values} == values
    assert (found["_sheet"], found["_code"]) == (sheet(name).form_name, shown(code_of(sheet(name))))


@each
def test_numbers_stand_in_the_middle(name: str) -> None:
    """As they do on paper; a name begins at the left."""
    found = fields(pdf_of(name))
    assert {int(found[one.id].Q) for one in sheet(name).blanks} == {1}
    assert int(found["_name"].Q) == 0


@pytest.mark.parametrize(("wide", "high"), [(20.0, 20.0), (40.0, 20.0), (80.0, 20.0), (80.0, 9.0), (200.0, 60.0)])
def test_a_number_is_seen_whole_in_narrow_cells(wide: float, high: float) -> None:
    """Letters are as large as on paper, but smaller where seven signs would not fit; never tiny."""
    place = Place("pe2_d1", "what", "number", 0, None, (10, 10, 10 + wide, 10 + high), 12.0)
    size = _number(place).size
    fits = [one / 10 for one in range(60, 121) if 7 * 0.572 * one / 10 <= wide and one / 10 * 1.25 <= high]
    assert size == pytest.approx(max(fits, default=6.0), rel=0.1)
    assert size <= max([*fits, 6.0]) + 0.1


def test_templates_of_ones_own_may_hide_blanks() -> None:
    """A blank without its id or its class gets no field, and that is said; ours have all of them."""
    assert without_field(page_html(sheet_view(sheet(KINDS))), sheet(KINDS)) == ()
    lost = [one.id for one in sheet(SHORT).blanks][1:]
    page = f"<td title='a' id=rad class='x blank'></td><p id='{lost[0]}'></p><p class='blank'>id={lost[1]}</p>"
    (notice,) = without_field(page, sheet(SHORT))
    assert notice.values == {"names": ", ".join(lost)}


def test_a_key_has_no_fields() -> None:
    """Nobody fills it in."""
    assert "/AcroForm" not in opened(render(sheet(SHORT), "pdf", key=True).data).Root


def test_whose_sheet_it_is_goes_along() -> None:
    """A sheet with a name on it has no field for one; the hidden one holds it."""
    mine = replace(sheet(SHORT), holder=Holder(name="Ada <b> & Co", number="7"))
    made = opened(render(mine, "pdf", key=False).data)
    found = fields(made)
    assert str(found["_name"].V) == "Ada <b> & Co"
    assert int(found["_name"].F) & 2
    assert str(found["_date"].get("/V", "")) == ""


def test_without_weasyprint_one_sentence_says_what_to_do(monkeypatch: pytest.MonkeyPatch) -> None:
    """A browser could print the page, but nobody could fill that in."""

    def missing(*_: object, **__: object) -> None:
        raise MachineError("pdf.no-weasyprint", install="pango", reason="no Pango")

    monkeypatch.setattr(pdf, "pdf_by_weasyprint", missing)
    with pytest.raises(MachineError) as caught:
        fillable_pdf("<html></html>", title="t", language="de")
    assert caught.value.key == "pdf.not-fillable"
    assert caught.value.values["reason"] == "no Pango"
    assert str(caught.value.values["install"])


def test_a_page_without_anything_to_fill_in_has_no_fields_but_its_own() -> None:
    """Nothing is looked for in places that are not there."""
    made = fillable_pdf('<html lang="en"><body><p>x</p></body></html>', title="t", language="en").data
    assert list(opened(made).Root.AcroForm.Fields) == []
    assert acroform.IDENTITY
    assert sheet_of(SHORT).spec.worksheet.fillable is False


def test_fields_stand_apart_from_tags() -> None:
    """Who reads what was filled in need not unpack the tags of the page: a class is read in a moment."""
    others, tags = (int(count) for count in re.findall(rb"/Type/ObjStm/N (\d+)", fillable(SHORT)))
    assert others < tags / 3
