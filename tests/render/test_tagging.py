"""What readers for the blind need of a PDF: a tag around everything, headings that say what they head, a language."""

from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pikepdf
import pytest

from tests.render.printing import pages, printed
from tests.render.structure import contents, elements, kids, opened

if TYPE_CHECKING:
    from collections.abc import Sequence

#: A sheet with tables, sums and dials, a key with a wide table of mistakes, and one that means no good.
NAMES = ("katze-kurz", "alibi-en-key", "hostile")

pytestmark = [pytest.mark.pdf, pytest.mark.usefixtures("weasyprint")]
each = pytest.mark.parametrize("name", NAMES)


@cache
def pdf_of(name: str) -> pikepdf.Pdf:
    """A view on paper, opened."""
    return opened(printed(name, "weasyprint").data)


@cache
def found(name: str) -> Sequence[tuple[Sequence[str], Any]]:
    """All its elements."""
    return elements(pdf_of(name))


def tagged(name: str, tag: str) -> list[Any]:
    """Its elements of one tag."""
    return [element for path, element in found(name) if path[-1] == tag]


@each
def test_a_pdf_says_what_it_is(name: str) -> None:
    """Title, language, tags and the name of the standard are where a reader looks for them."""
    pdf = pdf_of(name)
    assert str(pdf.Root.Lang) in ("de", "en")
    assert bool(pdf.Root.MarkInfo.Marked)
    assert bool(pdf.Root.ViewerPreferences.DisplayDocTitle)
    about = pdf.open_metadata()
    assert about["pdfuaid:part"] == "1"
    assert about["dc:title"] == str(pdf.docinfo.Title) != ""
    assert all(page.Tabs == "/S" for page in pdf.pages)


@each
def test_headings_of_tables_say_what_they_head(name: str) -> None:
    """A heading in the head of a table is that of its column, any other one that of its row."""
    headings = [(path, element.A.Scope) for path, element in found(name) if path[-1] == "TH"]
    assert headings
    for path, scope in headings:
        assert scope == ("/Column" if "THead" in path[path.index("Table") :] else "/Row")
    scopes = {scope for _, scope in headings}
    assert scopes == ({"/Column", "/Row"} if name != "hostile" else scopes)


@each
def test_what_only_arranges_is_no_table(name: str) -> None:
    """Every table has headings; the two columns of a formula are a paragraph."""
    for table in tagged(name, "Table"):
        assert any(path[-1] == "TH" for path, _ in _inside(table))
    for path, _ in found(name):
        # A cell stands in a row, a row in a table.
        assert path[-1] not in ("TH", "TD") or path[-2] == "TR", path
        assert path[-1] != "TR" or path[-2] in ("THead", "TBody", "Table"), path


def _inside(element: Any) -> list[tuple[Sequence[str], Any]]:  # noqa: ANN401
    inner = [kid for kid in kids(element) if isinstance(kid, pikepdf.Dictionary) and "/S" in kid]
    return [((str(kid.S)[1:],), kid) for kid in inner] + [below for kid in inner for below in _inside(kid)]


@each
def test_tables_close_without_cells_over_several_rows(name: str) -> None:
    """All rows of a table have as many columns as the widest: nobody has to reckon where a cell belongs."""
    for table in tagged(name, "Table"):
        rows = [element for path, element in _inside(table) if path == ("TR",)]
        widths = {sum(int(cell.A.get("/ColSpan", 1)) for cell in kids(row)) for row in rows}
        assert len(widths) == 1


@each
def test_every_picture_is_told_and_lies_on_its_page(name: str) -> None:
    """A text in words stands for it, and its place is given in points from the lower left corner."""
    for figure in tagged(name, "Figure"):
        assert any(sign.isalpha() for sign in str(figure.Alt))
        left, low, right, high = (float(side) for side in figure.A.BBox)
        width, height = (float(side) for side in list(figure.Pg.MediaBox)[2:])
        assert 0 <= left < right <= width
        assert 0 <= low < high <= height


@each
def test_nothing_is_drawn_without_a_tag_or_a_mark(name: str) -> None:
    """What is drawn belongs to an element that is reached from the top, or is a by-work of printing."""
    pdf = pdf_of(name)
    ranks = {element.objgen for _, element in found(name)}
    numbered = list(pdf.Root.StructTreeRoot.ParentTree.Nums)
    places = dict(zip(numbered[::2], numbered[1::2], strict=True))
    for page in pdf.pages:
        of_page = places[page.StructParents]
        for tag, number, count in contents(page):
            assert tag or not count
            assert number is not None or tag.startswith("Artifact") or not tag
            assert number is None or of_page[number].objgen in ranks


@each
def test_running_lines_are_not_read_aloud(name: str) -> None:
    """The foot is printed on every page, and is marked as what belongs to pages and not to the text."""
    for number, (page, text) in enumerate(zip(pdf_of(name).pages, pages(name, "weasyprint"), strict=True), start=1):
        assert re.search(rf"(Seite|Page) {number} (von|of) ", text)
        assert sum(count for tag, _, count in contents(page) if tag == "Artifact/Pagination") >= 2


@each
def test_no_element_is_empty(name: str) -> None:
    """Where nothing is said, there is nothing to stop at."""
    for path, element in found(name):
        assert kids(element) or path[-1] in ("TD", "TH", "TR"), path


def test_links_are_printed_too() -> None:
    """An annotation that is only seen on a screen would make paper and screen differ."""
    links = [one for page in pdf_of("katze-kurz").pages for one in page.get("/Annots", [])]
    assert links
    assert all(int(link.F) & 4 for link in links)
