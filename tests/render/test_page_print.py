"""Sheets and keys on paper, from both engines."""

from __future__ import annotations

import io
import re
from itertools import combinations
from typing import TYPE_CHECKING, Any, cast

import pikepdf
import pytest

from tests.render.printing import HOSTILE, LONG, EngineName, Stretch, document, pages, printed, stretches

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("sheet", "key", "short", "hostile")
LEFT, RIGHT, TOP = 25, 210 - 18, 297 - 18
HEAD = 285  #: above it stands the running head


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


@pytest.mark.parametrize("name", NAMES)
def test_pages_are_counted(name: str, engine: EngineName) -> None:
    """The foot says the page, how many there are, and of which sheet."""
    texts = pages(name, engine)
    for number, text in enumerate(texts, 1):
        assert f"Seite {number} von {len(texts)}" in text
    if name != "hostile":
        assert all("katze" in text for text in texts)


def test_a_short_sheet_is_one_leaf(engine: EngineName) -> None:
    """Four exercises fill two pages, front and back."""
    assert len(pages("short", engine)) == 2


def test_a_long_sheet_has_at_most_ten_pages(engine: EngineName) -> None:
    """The whole worksheet with its cut-outs, and one page more in the key."""
    assert 6 <= len(pages("sheet", engine)) <= 10
    assert len(pages("key", engine)) <= 11


@pytest.mark.parametrize("name", NAMES)
def test_no_text_leaves_the_margins(name: str, engine: EngineName) -> None:
    """All text stands between the margins; only head and foot stand above and below."""
    outside = [
        each
        for each in stretches(name, engine)
        if each.left < LEFT - 0.5
        or each.right > RIGHT + 0.5
        or each.bottom < 8
        or (each.top > TOP + 0.5 and each.bottom < HEAD)
    ]
    assert outside == []


@pytest.mark.parametrize("name", NAMES)
def test_no_text_lies_on_other_text(name: str, engine: EngineName) -> None:
    """Nothing overlaps: what stands beside each other fits, what stands below starts below."""
    found = list(stretches(name, engine))
    assert [pair for pair in combinations(found, 2) if overlaps(*pair)] == []


def overlaps(one: Stretch, other: Stretch) -> bool:
    """Do two stretches share more than an edge?"""
    wide = min(one.right, other.right) - max(one.left, other.left)
    high = min(one.top, other.top) - max(one.bottom, other.bottom)
    return one.page == other.page and wide > 1 and high > 0.8


@pytest.mark.parametrize("name", ["sheet", "key", "hostile"])
def test_no_ink_in_the_margins(name: str, engine: EngineName) -> None:
    """Lines, shades and drawings keep to the margins too: left for punching, right for the printer."""
    for page in document(name, engine):
        picture: Any = page.render(scale=1).to_pil().convert("L")
        width, height = picture.size
        per_mm = width / 210
        for left, right in ((0, (LEFT - 0.7) * per_mm), ((RIGHT + 0.9) * per_mm, width)):
            strip = picture.crop((round(left), 0, round(right), height))
            assert strip.getextrema()[0] > 200


def test_exponents_survive_copying(engine: EngineName) -> None:
    """The formula is copied as 10000^(2i/d), with all its brackets, also inside a table."""
    text = "\n".join(pages("sheet", engine))
    assert "PE(pos, 2i+1) = cos(pos / 10000^(2i/d))" in text
    assert "10000^0.5 = 100" in text
    assert not re.search(r"10000\(?2i|100000\.5", text)


@pytest.mark.parametrize(
    "together",
    [
        ("Position 2 – „sitzt“", "sin(2 / 1)", "cos(2 / 100)", "pos 2"),
        ("„Matte“, Position 5", "+ PE"),
        ("Nachschlagetabelle", "sin(pos/100)", "Matte", "Übertrage deine Werte in Zeile 2"),
        ("Dasselbe Wort an drei Positionen", "Auf der Matte sitzt die Katze"),
        ("Stelle zuerst auf RAD", "Handy: RAD antippen"),
        ("Schneide an den Linien", "Hund", "langsam"),
    ],
)
@pytest.mark.parametrize("name", ["sheet", "key"])
def test_what_belongs_together_is_on_one_page(name: str, together: tuple[str, ...], engine: EngineName) -> None:
    """Calculations, grids, tables, boxes and the cut-outs are never split."""
    flat = [re.sub(r"\s+", " ", text) for text in pages(name, engine)]
    assert [text for text in flat if all(part in text for part in together)]


def test_a_long_table_repeats_its_head_and_splits_no_row(engine: EngineName) -> None:
    """Each page of a table that is longer than a page starts with its head."""
    with_rows = [text for text in pages("hostile", engine) if "Zeile" in text]
    assert len(with_rows) > 1
    assert ["Kopfzeile" in text for text in with_rows] == [True] * len(with_rows)
    for row in range(LONG):
        assert sum(f"Zeile{row:02}" in text and f"unten{row:02}" in text for text in with_rows) == 1


def test_hostile_words_are_printed_as_they_are(engine: EngineName) -> None:
    """Nothing in a word acts as HTML, as a template or as markup."""
    text = re.sub(r"\s", "", "".join(pages("hostile", engine)))
    for word in ("<b>&", "{{7*7}}", "[unk]", "</style><script>", "a" * 90):
        assert word in text
    assert "49" not in text.replace("Zeile49", "").replace("unten49", "")
    assert "םולש" in text or "שלום" in text
    assert len(HOSTILE) == 9


def figures(element: Any) -> Iterator[Any]:  # noqa: ANN401
    """The drawings in the structure of a PDF."""
    if isinstance(element, pikepdf.Array):
        for each in element.as_list():
            yield from figures(each)
    elif isinstance(element, pikepdf.Dictionary):
        if element.get("/S") in ("/Figure", "/TH", "/TD"):
            yield element
        if "/K" in element:
            yield from figures(element.K)


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
@pytest.mark.parametrize("name", ["sheet", "key"])
def test_drawings_and_cells_can_be_heard(name: str) -> None:
    """In the tagged PDF every drawing has its text, and every cell of a table of numbers its headings."""
    with pikepdf.open(io.BytesIO(printed(name, "weasyprint").data or b"")) as pdf:
        found = list(figures(pdf.Root.StructTreeRoot.K))
        drawings = [each for each in found if each.S == "/Figure"]
        assert len(drawings) > 8
        assert all(str(each.Alt) for each in drawings)
        assert sum(each.S == "/TH" for each in found) > 60
        assert str(pdf.Root.Lang) == "de"


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
@pytest.mark.parametrize("name", NAMES)
def test_weasyprint_has_nothing_to_say(name: str) -> None:
    """No declaration is unknown to it, nothing is missing; it names only the signs that no font here has."""
    log = printed(name, "weasyprint").log
    assert [line for line in log if name != "hostile" or not line.startswith(".notdef glyph")] == []
