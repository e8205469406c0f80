"""Sheets and keys on paper, from both engines."""

from __future__ import annotations

import io
import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any, cast

import pikepdf
import pytest

from posenc_cli.render import blocks, closing
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import render_pdf
from tests.page_texts import page_texts
from tests.render.printing import (
    HOSTILE,
    LONG,
    VIEWS,
    EngineName,
    inked_margins,
    outside,
    overlapping,
    pages,
    printed,
    torn,
    whole_blocks,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

NAMES = ("hostile", "katze", "katze-key", "katze-kurz", "katze-kurz-key")


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


@pytest.mark.parametrize("name", ["katze-kurz", pytest.param("cat-short", marks=pytest.mark.slow)])
def test_a_short_sheet_is_one_leaf(name: str, engine: EngineName) -> None:
    """Few exercises fill two pages, front and back."""
    assert len(pages(name, engine)) == 2


@pytest.mark.parametrize("name", ["katze", pytest.param("cat", marks=pytest.mark.slow)])
def test_a_long_sheet_has_at_most_ten_pages_and_its_cutouts(name: str, engine: EngineName) -> None:
    """The whole worksheet with its cut-outs; the key has a page or two more, the last of them the expectation."""
    assert len(pages(name, engine)) <= 10 + 1
    key = pages(f"{name}-key", engine)
    assert len(key) <= 12
    assert [
        number for number, text in enumerate(key) if re.search("Erwartungshorizont|What to expect|Expect", text)
    ] == [len(key) - 1]


@pytest.mark.parametrize("before", [1, 2])
def test_what_is_cut_out_is_the_front_of_a_leaf(before: int, engine: EngineName) -> None:
    """After one page or two, the cut-outs are on page 3; nothing is printed on the back of another exercise."""
    shown = VIEWS["hostile"]()
    plain = replace(shown.exercises[0], blocks=(blocks.Paragraph((blocks.Span("davor"),)),), new_page=True)
    cards = closing.Cutouts(("Karte",), ("0",), "Zifferblatt", ("eins",), "Schneide.")
    exercises = (
        *(replace(plain, anchor=f"a{n}", new_page=n > 0) for n in range(before)),
        replace(plain, blocks=(cards,), new_page=False),
    )
    html = page_html(replace(shown, exercises=exercises))
    found = page_texts(render_pdf(html, title="", language="de", engine=engine).data)
    assert ["Karte" in page for page in found] == [False, False, True]


@pytest.mark.parametrize("name", ["katze", pytest.param("cat", marks=pytest.mark.slow)])
def test_cut_outs_have_a_page_in_front(name: str, engine: EngineName) -> None:
    """On the student's sheet they are on the last page, an odd one; the key has no empty page before them."""
    texts = pages(name, engine)
    assert "✂" in texts[-1]
    assert len(texts) % 2 == 1
    assert all(len(text) > 150 for text in pages(f"{name}-key", engine))


@pytest.mark.parametrize("name", NAMES)
def test_no_text_leaves_the_margins(name: str, engine: EngineName) -> None:
    """All text stands between the margins; only head and foot stand above and below."""
    assert outside(name, engine) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_text_lies_on_other_text(name: str, engine: EngineName) -> None:
    """Nothing overlaps: what stands beside each other fits, what stands below starts below."""
    assert overlapping(name, engine) == []


@pytest.mark.parametrize("name", NAMES)
def test_no_ink_in_the_margins(name: str, engine: EngineName) -> None:
    """Lines, shades and drawings keep to the margins too: left for punching, right for the printer."""
    assert inked_margins(name, engine) == []


def test_exponents_survive_copying(engine: EngineName) -> None:
    """B13: the formula is copied as 10000^(2i/d), with all its brackets, also inside a table."""
    text = "\n".join(pages("katze", engine))
    assert "PE(pos, 2i+1) = cos(pos / 10000^(2i/d))" in text
    assert "10000^0.5 = 100" in text
    assert not re.search(r"10000\(?2i|100000\.5", text)


@pytest.mark.parametrize("name", ["katze", "katze-key", "katze-kurz", "katze-kurz-key"])
def test_what_belongs_together_is_on_one_page(name: str, engine: EngineName) -> None:
    """Headings with their task, calculations, grids, tables, boxes and the cut-outs are never split."""
    assert len(list(whole_blocks(VIEWS[name]()))) > 10
    assert torn(name, engine) == []


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
@pytest.mark.parametrize("name", ["katze", "katze-key"])
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
    """No declaration is unknown to it, and nothing is missing: signs that no font here has were replaced."""
    assert printed(name, "weasyprint").log == ()
