"""The code and the QR code of a sheet on paper: read by another program, in its place, and no page longer for it."""

from __future__ import annotations

import io
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import numpy as np
import pikepdf
import pypdfium2
import pytest
import zxingcpp
from PIL import ImageFilter

from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import render_pdf
from posenc_cli.render.plain import page_text
from posenc_cli.render.qr import LEAST_MODULE, LEAST_SIDE, QUIET, fits, symbol
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.portable import in_qr
from posenc_cli.worksheet.spec import find, read
from tests.render.hand_made import view as hand_made
from tests.render.printing import VIEWS, EngineName, document, pages

if TYPE_CHECKING:
    from PIL import Image

    from posenc_cli.render.blocks import PageView

DPI = 150
MM = DPI / 25.4


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


def own(name: str, **worksheet: object) -> PageView:
    """The sheet of a person's own copy of a built-in worksheet."""
    spec = read(find(name).text, name, Path())
    return sheet_view(build(spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update=worksheet)})))


@cache
def page(name: str, engine: EngineName) -> Image.Image:
    """The first page of a built-in sheet or key as a scanner sees it."""
    return scanned(document(name, engine))


def scanned(opened: Any, dpi: float = DPI) -> Image.Image:  # noqa: ANN401  (pypdfium2 has no types)
    """The first page, in grey."""
    return cast("Image.Image", opened[0].render(scale=dpi / 72).to_pil().convert("L"))


def printed(view: PageView, engine: EngineName) -> Any:  # noqa: ANN401
    """A view on paper, opened."""
    made = render_pdf(page_html(view), title="unused", language="de", engine=engine)
    assert made.log == ()
    return pypdfium2.PdfDocument(made.data)


def found(image: Image.Image) -> Any:  # noqa: ANN401
    """The one QR code of a page, as another program reads it."""
    (one,) = zxingcpp.read_barcodes(image)
    return one


def box(one: Any) -> tuple[float, float, float, float]:  # noqa: ANN401
    """Left, top, right and bottom of a symbol, in pixels."""
    at = one.position
    return at.top_left.x, at.top_left.y, at.bottom_right.x, at.bottom_right.y


@pytest.mark.parametrize("name", ["katze-kurz", "katze-kurz-key", "overview", "overview-en-key"])
def test_another_program_reads_the_code_from_paper(name: str, engine: EngineName) -> None:
    """On sheet and key; at least 18 mm wide, inside what printers reach, nothing within four modules of it."""
    image = page(name, engine)
    one = found(image)
    assert one.text == in_qr(sheet_of(name.removesuffix("-key")))
    left, top, right, bottom = box(one)
    assert (right - left) / MM >= LEAST_SIDE - 0.3
    assert (bottom - top) / MM >= LEAST_SIDE - 0.3
    assert min(left, top, image.width - right) / MM > 6.4
    module = (right - left) / 21
    quiet = QUIET * module - 2
    around = np.asarray(image)[int(top - quiet) : int(bottom + quiet), int(left - quiet) : int(right + quiet)].copy()
    inside = slice(int(quiet) - 2, int(quiet + bottom - top) + 3), slice(int(quiet) - 2, int(quiet + right - left) + 3)
    around[inside] = 255
    assert around.min() > 250


def test_a_worksheet_of_ones_own_is_read_from_paper(engine: EngineName) -> None:
    """All of it, also from a page that was scanned coarsely and a little out of focus."""
    view = own("katze")
    assert len(view.qr) > 300
    opened = printed(view, engine)
    for image in (scanned(opened), scanned(opened, 200).filter(ImageFilter.GaussianBlur(1.2))):
        assert found(image).text == view.qr
    assert code_of(sheet_of(found(scanned(opened)).text)) == view.qr[7:15]


def test_a_large_symbol_touches_nothing(engine: EngineName) -> None:
    """Beside the largest, title, points and lines are shorter, and it is read all the same."""
    text = "POSENC:" + "A7" * 480
    assert fits(text)
    wide = replace(hand_made(), qr=text, qr_alt="QR", title="Ein langer Titel " * 4, school="Schule " * 12)
    opened = printed(wide, engine)
    image = scanned(opened, 200)
    one = found(image)
    assert one.text == text
    left, _, _, bottom = (edge / 200 * 25.4 for edge in box(one))
    for run in opened[0].get_objects(filter=[pypdfium2.raw.FPDF_PAGEOBJ_TEXT], max_depth=1):
        x0, _, x1, y1 = (edge / 72 * 25.4 for edge in run.get_bounds())
        assert x1 - x0 < 0.01 or x1 < left - 1 or 297 - y1 > bottom + 1


@pytest.mark.slow
@pytest.mark.parametrize("name", ["katze-kurz", "overview", "grid-en-key"])
def test_no_page_longer(name: str, engine: EngineName) -> None:
    """Without code and QR code, sheets and keys would have as many pages: those with the least room."""
    bare = replace(VIEWS[name](), qr="", code="")
    assert len(printed(bare, engine)) == len(pages(name, engine))


@pytest.mark.parametrize("name", ["katze-kurz", "katze-kurz-key"])
def test_the_code_stands_in_every_foot(name: str, engine: EngineName) -> None:
    """Small, before the page, and on one line."""
    code = shown(code_of(sheet_of("katze-kurz")))
    for number, text in enumerate(pages(name, engine), 1):
        assert f"Code {code} · Seite {number} von {len(pages(name, engine))}" in text


def test_plain_text_has_the_code_alone() -> None:
    """As its last line; nobody scans a screen reader."""
    for view in (VIEWS["katze-kurz"](), VIEWS["katze-kurz-key"](), own("katze")):
        assert page_text(view).splitlines()[-1] == view.code
        assert "POSENC" not in page_text(view)


def test_a_sheet_without_qr_code(weasyprint: object) -> None:
    """``qr = false`` leaves the code in the foot, and the head as it would be."""
    assert weasyprint
    view = own("katze-kurz", qr=False)
    assert view.qr == ""
    assert view.code.startswith("Code ")
    assert "<svg" not in page_html(view).partition("<main>")[0]
    assert zxingcpp.read_barcodes(scanned(printed(view, "weasyprint"))) == []


def test_what_is_too_large_for_a_page_is_not_in_its_qr_code() -> None:
    """A worksheet of many texts would need a QR code as large as a hand: the code alone stands in it."""
    view = own("overview")
    assert len(in_qr(build(read(find("overview").text, "overview", Path())))) > 970
    assert view.qr == f"POSENC:{view.code.removeprefix('Code ').replace('-', '')}"


@pytest.mark.parametrize(("letters", "expected"), [(15, True), (970, True), (971, False), (5000, False)])
def test_what_fits(letters: int, expected: bool) -> None:
    """Version 20 with correction M holds 970 capital letters and digits."""
    assert fits("A" * letters) is expected


@pytest.mark.parametrize("letters", [15, 100, 214, 420, 970])
def test_modules_are_never_too_small(letters: int) -> None:
    """A symbol says its size: at least 18 mm and 0.4 mm a module; its room is four modules more."""
    found = symbol("A" * letters, "alt")
    side = float(found.svg.partition('width="')[2].partition("mm")[0])
    count = int(found.svg.partition('viewBox="0 0 ')[2].partition(" ")[0])
    assert side >= LEAST_SIDE - 0.005
    assert side / count >= LEAST_MODULE - 1e-4
    assert float(found.room.removesuffix("mm")) == pytest.approx(side + 4 * side / count, abs=0.02)
    assert found.is_wide is (side > 20)


def test_the_drawing_is_one_safe_path() -> None:
    """Its text for blind readers is escaped; one shape, so that no printer leaves hairlines in it."""
    found = symbol("POSENC:CDG9K4XX", "<b>&\"'")
    assert "<title>&lt;b&gt;&amp;&quot;&#x27;</title>" in found.svg
    assert found.svg.count("<path") == 1


@pytest.mark.pdf
def test_a_blind_reader_is_told(weasyprint: object) -> None:
    """The QR code is a figure with a text in the tagged PDF."""
    assert weasyprint
    made = render_pdf(page_html(VIEWS["katze-kurz"]()), title="x", language="de", engine="weasyprint")
    with pikepdf.open(io.BytesIO(made.data or b"")) as pdf:
        alts = {str(one["/Alt"]) for one in pdf.objects if isinstance(one, pikepdf.Dictionary) and "/Alt" in one}
    assert f"QR-Code des Blatts {shown(code_of(sheet_of('katze-kurz')))}" in alts


def test_key_and_sheet_have_one_code() -> None:
    """They belong together, and say so."""
    sheet = sheet_of("katze-kurz", 7)
    one, other = sheet_view(sheet), key_view(sheet, solve(sheet))
    assert (one.code, one.qr) == (other.code, other.qr)
