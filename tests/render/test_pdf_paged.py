"""What ``templates/print-notes.md`` promises about paper, on both engines."""

from __future__ import annotations

import io
import re
import subprocess
from functools import cache
from typing import TYPE_CHECKING, Any, Literal, cast

import pypdf
import pypdfium2
import pytest
from PIL import Image

from posenc_cli.render._templates import FONT_FAMILIES, font_faces
from posenc_cli.render.pdf import PdfResult, css_string, render_pdf
from tests.page_texts import page_texts

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

EngineName = Literal["weasyprint", "browser"]

TITLE = 'Katze "A" </style> \\ {} <b>'
ROWS = 40
MM = 72 / 25.4
LEFT_MARGIN = 25 * MM

STYLE = f"""
{font_faces()}
@page {{ size: A4; margin: 18mm 18mm 20mm 25mm;
  @top-left {{ content: {css_string(TITLE)}; font: 9pt {FONT_FAMILIES} }}
  @bottom-center {{ content: "Seite " counter(page) " von " counter(pages); font: 9pt {FONT_FAMILIES} }} }}
@page wide {{ size: A4 landscape }}
body {{ margin: 0 .3mm 0 0 }}
html {{ font: 11pt {FONT_FAMILIES} }}
table {{ border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }}
th, td {{ border: .3pt solid #000; padding: 1mm; font-weight: normal; text-align: left }}
tr, .keep {{ break-inside: avoid }}
.block {{ height: 215mm; border: 1pt solid #000 }}
.wide {{ page: wide }}
.grey {{ background: #ddd; height: 30mm }}
sup {{ vertical-align: .45em; font-size: 70%; line-height: 1 }}
.mark {{ color: transparent; vertical-align: .3em; font-size: 45%; line-height: 1; letter-spacing: -.3em }}
.mark.end {{ letter-spacing: -.2em }}
a.page-ref::after {{ content: " (S. " target-counter(attr(href), page) ")" }}
@media screen {{ body {{ display: none }} }}
"""

PAGE = f"""<!DOCTYPE html>
<html lang="de"><head><meta charset="utf-8"><title>Prüfseite</title><style>{STYLE}</style></head><body>
<h1>Arbeitsblatt</h1>
<div class="grey"></div>
<p>Siehe <a class="page-ref" href="#ex2">Aufgabe 2</a>!</p>
<p>Nenner 10000<span class="mark">^(</span><sup>2i/d</sup><span class="mark end">)</span> und
10000<span class="mark">^</span><sup>0,5</sup> = 100 fertig</p>
<table><thead><tr><td>Kopfzeile</td></tr></thead><tbody>
{"".join(f"<tr><td>oben{i:02}<br>mitte{i:02}<br>unten{i:02}</td></tr>" for i in range(ROWS))}
</tbody></table>
<section class="keep"><h2 id="ex2">Aufgabe zwei</h2><div class="block"></div><p>Blockende</p></section>
<section class="wide"><p>Querseite</p></section>
</body></html>"""


@cache
def printed(engine: EngineName) -> PdfResult:
    """The page above, printed once an engine."""
    return render_pdf(PAGE, title="unused", language="de", engine=engine)


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


@pytest.fixture
def reader(engine: EngineName) -> pypdf.PdfReader:
    """The printed page, opened."""
    return pypdf.PdfReader(io.BytesIO(printed(engine).data or b""))


@pytest.fixture
def pages(engine: EngineName) -> Sequence[str]:
    """The text of every sheet of paper."""
    return page_texts(printed(engine).data)


def test_every_page_says_which_of_how_many_it_is(pages: Sequence[str]) -> None:
    """The foot counts pages and knows their number."""
    for number, text in enumerate(pages, 1):
        assert f"Seite {number} von {len(pages)}" in text


def test_the_title_runs_at_the_head_of_every_page(pages: Sequence[str]) -> None:
    """A title full of CSS and HTML signs is printed as it stands."""
    squeezed = TITLE.replace(" ", "")  # readers differ in the spaces that they see
    assert all(squeezed in text.replace(" ", "") for text in pages)


def test_the_head_of_a_table_repeats(pages: Sequence[str]) -> None:
    """Each page with rows has the head once, and the table fills more than one page."""
    with_rows = [text for text in pages if "oben" in text]
    assert len(with_rows) > 1
    assert [text.count("Kopfzeile") for text in with_rows] == [1] * len(with_rows)


def test_no_row_is_split(pages: Sequence[str]) -> None:
    """The three lines of every row stand on one page."""
    for row in range(ROWS):
        assert sum(all(f"{part}{row:02}" in text for part in ("oben", "mitte", "unten")) for text in pages) == 1


def test_a_kept_block_stays_whole(pages: Sequence[str]) -> None:
    """A heading, its box and the line after it move to the next page together."""
    (text,) = [text for text in pages if "Aufgabe zwei" in text]
    assert "Blockende" in text
    assert "oben" not in text


def test_paper_sizes(reader: pypdf.PdfReader, pages: Sequence[str]) -> None:
    """A4 upright, and across where a named page says so."""
    for page, text in zip(reader.pages, pages, strict=True):
        size = (297, 210) if "Querseite" in text else (210, 297)
        assert (page.mediabox.width / MM, page.mediabox.height / MM) == pytest.approx(size, abs=0.5)
    assert "Querseite" in pages[-1]


def test_the_punching_margin_is_kept(engine: EngineName) -> None:
    """Text starts 25 mm from the left edge."""
    page = pypdfium2.PdfDocument(printed(engine).data)[0]
    text = page.get_textpage()
    left = text.get_charbox(text.get_text_range().index("Nenner"))[0]
    assert left == pytest.approx(LEFT_MARGIN, abs=2)


def test_exponents_survive_copying(engine: EngineName, pages: Sequence[str]) -> None:
    """Two independent readers find 10000^(2i/d) and 10000^0,5, never the digits run together."""
    document = pypdfium2.PdfDocument(printed(engine).data)
    for text in (pages[0], document[0].get_textpage().get_text_range()):
        assert "10000^(2i/d)" in text
        assert "10000^0,5 = 100" in text
        assert "100000,5" not in text


def test_a_reference_names_its_page_where_the_engine_can(engine: EngineName, pages: Sequence[str]) -> None:
    """WeasyPrint adds the page; a browser leaves the number of the exercise and no stray words."""
    target = next(number for number, text in enumerate(pages, 1) if "Aufgabe zwei" in text)
    expected = f"Siehe Aufgabe 2 (S. {target})!" if engine == "weasyprint" else "Siehe Aufgabe 2!"
    assert expected in re.sub(r"\s+", " ", pages[0])


def test_greys_are_printed(engine: EngineName) -> None:
    """The grey box is grey on paper, not dropped to save ink."""
    picture: Any = pypdfium2.PdfDocument(printed(engine).data)[0].render(scale=0.5).to_pil().convert("L")
    assert picture.histogram()[0xDD] > 1000


def test_the_right_border_is_not_cut(engine: EngineName, pdftoppm: str, tmp_path: Path) -> None:
    """Poppler, which is strict about clips, draws the right edge of a full-width table."""
    source, picture = tmp_path / "page.pdf", tmp_path / "page"
    source.write_bytes(printed(engine).data or b"")
    subprocess.run([pdftoppm, "-r", "150", "-gray", "-f", "2", "-singlefile", source, picture], check=True)
    with Image.open(picture.with_suffix(".pgm")) as image:
        right = round((210 - 18) / 25.4 * 150)
        strip = image.crop((right - 6, image.height // 3, right + 3, image.height // 2))
        darkest_column = min(sum(strip.crop((x, 0, x + 1, strip.height)).tobytes()) / strip.height for x in range(9))
    assert darkest_column < 160


def test_the_pdf_is_tagged_and_named(reader: pypdf.PdfReader) -> None:
    """A screen reader gets a structure, the language and the title."""
    root = cast("dict[str, Any]", reader.trailer["/Root"])
    assert bool(root["/MarkInfo"]["/Marked"])
    assert root["/Lang"] == "de"
    assert "/StructTreeRoot" in root
    assert reader.metadata is not None
    assert reader.metadata.title == "Prüfseite"


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_weasyprint_has_nothing_to_say(capfd: pytest.CaptureFixture[str]) -> None:
    """No log line and no output while the page is printed."""
    assert render_pdf(PAGE, title="t", language="de", engine="weasyprint").log == ()
    assert capfd.readouterr() == ("", "")


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
def test_weasyprint_prints_the_same_bytes_again() -> None:
    """Two runs of one page are equal, so that a changed PDF means a changed sheet."""
    assert render_pdf(PAGE, title="t", language="de", engine="weasyprint").data == printed("weasyprint").data
