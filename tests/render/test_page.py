"""The page of a sheet and its key, as HTML."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from functools import cache
from html.parser import HTMLParser

import pytest

from posenc_cli.render import blocks
from posenc_cli.render.page import page_html
from tests.render.hand_made import view

VOID = {"meta", "br", "hr", "img", "input", "link"}
ANSWERS = ("−0.316", "−0.554", "0.728", "0.729", "−0.609", "1.899")


class Reader(HTMLParser):
    """Collects ids, texts by id, and checks that elements are closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[tuple[str, str | None]] = []
        self.ids: list[str] = []
        self.texts: dict[str, str] = {}
        self.links: list[str] = []
        self.tags: Counter[str] = Counter()
        self.text = ""

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note the element, and keep it open unless it has no end."""
        named = dict(attrs)
        self.tags[tag] += 1
        if name := named.get("id"):
            self.ids.append(name)
            self.texts[name] = ""
        if tag == "a":
            self.links.append(named.get("href") or "")
        if tag not in VOID and tag not in {"path", "circle", "rect"}:
            self.open.append((tag, name))

    def handle_endtag(self, tag: str) -> None:
        """Close the element that is open; any other would be a fault of a template."""
        if tag not in {"path", "circle", "rect"}:
            assert self.open.pop()[0] == tag

    def handle_data(self, data: str) -> None:
        """Text counts for all elements around it, style left out."""
        if any(tag == "style" for tag, _ in self.open):
            return
        self.text += data
        for _, name in self.open:
            if name:
                self.texts[name] += data


def read(html: str) -> Reader:
    """The page, parsed to its end."""
    reader = Reader()
    reader.feed(html)
    reader.close()
    assert reader.open == []
    return reader


@cache
def page(*, key: bool) -> Reader:
    """The hand-made sheet or its key, parsed."""
    return read(page_html(view(key=key)))


def cells(shown: blocks.PageView) -> list[blocks.Cell]:
    """All cells of a view that are blanks."""
    found: list[blocks.Cell] = []
    for exercise in shown.exercises:
        for block in exercise.blocks:
            if isinstance(block, blocks.TableBlock):
                found += [cell for row in block.rows for cell in row]
            elif isinstance(block, blocks.Calculation):
                found += [line.result for line in block.lines]
            elif isinstance(block, blocks.SumGrids):
                found += [cell for grid in block.grids for _, row in grid.rows for cell in row]
    return [cell for cell in found if cell.blank]


@pytest.mark.parametrize("key", [False, True])
def test_every_blank_is_on_the_page_once(key: bool) -> None:
    """The ids of blanks are those of the view, each once, and no other element shares one."""
    expected = [cell.blank for cell in cells(view(key=key))]
    assert len(expected) > 40
    assert [name for name in page(key=key).ids if not name.startswith("exercise-")] == expected
    assert max(Counter(page(key=key).ids).values()) == 1


def test_a_sheet_holds_no_answer() -> None:
    """Blanks are a no-break space, and values that only the key prints are nowhere in the file."""
    reader = page(key=False)
    assert {reader.texts[str(cell.blank)].strip(" \n") for cell in cells(view())} == {"\u00a0"}
    html = page_html(view())
    assert [answer for answer in ANSWERS if answer in html] == []
    assert [answer for answer in ANSWERS if answer not in page_html(view(key=True))] == []


def test_a_key_shows_all_accepted_answers() -> None:
    """The alternatives stand beside the answer, and the page says that it is the key."""
    reader = page(key=True)
    assert reader.texts["dot"] == "0.728 | 0.729"
    assert all(reader.texts[str(cell.blank)].startswith(cell.text) for cell in cells(view(key=True)))
    assert "Lösung" in reader.text
    assert "Lösung" not in page(key=False).text


def test_tables_have_real_heads() -> None:
    """Columns and rows are headed by th; the corner, which heads nothing, is a td."""
    html = page_html(view())
    for table in re.findall(r'<table class="(?:values|half-page).*?</table>', html, re.DOTALL):
        head, body = table.split("<tbody>")
        assert '<td class="corner' in head or '<td class="title"' in head
        assert '<th scope="col">' in head
        assert '<th scope="row"' in body


def test_references_are_made_by_the_layout() -> None:
    """A reference is called by the number of its exercise, and leads to it."""
    reader = page(key=False)
    assert reader.links == ["#exercise-summary", "#exercise-add"]
    assert all(link[1:] in reader.ids for link in reader.links)
    moved = replace(view(), exercises=tuple(replace(e, number=f"{e.number}x") for e in view().exercises))
    assert "Aufgabe\u00a010x" in read(page_html(moved)).text


def test_a_reference_to_nothing_is_a_fault() -> None:
    """A sheet without the exercise that it speaks of is not printed with a dead link."""
    lonely = replace(view(), exercises=tuple(e for e in view().exercises if e.anchor != "add"))
    with pytest.raises(ValueError, match="add"):
        page_html(lonely)


def test_equal_signs_stand_in_columns() -> None:
    """Every line of a calculation has as many cells as the others, also with fewer steps."""
    uneven = blocks.Calculation(
        "",
        (
            blocks.CalculationLine("d₁", ("sin(2 / 1)", "sin(2)"), blocks.Cell(blank="a")),
            blocks.CalculationLine("d₂", (), blocks.Cell(blank="b"), "kurz"),
        ),
    )
    shown = replace(view(), exercises=(replace(view().exercises[0], blocks=(uneven,)),))
    rows = re.findall(r"<tr>(.*?)</tr>", page_html(shown), re.DOTALL)
    assert [len(re.findall(r"<t[dh]", row)) for row in rows] == [6, 6]


def test_powers_are_raised_and_copied_with_a_caret() -> None:
    """10000^(2i/d) is seen as a power; its marks are in the text."""
    text = page(key=False).text
    for power in ("10000^(2i/d)", "10000^0.5 = 100"):
        assert power in text
    assert "<sup>2i/d</sup>" in page_html(view())


def test_a_short_fraction_stays_on_one_line() -> None:
    """2i/d is not torn at its slash; a sentence with a slash is."""
    spans = (blocks.Span("Exponent 2i/d statt i/d, und/oder Zuhausegebliebene/Mitgekommene"),)
    shown = replace(view(), exercises=(replace(view().exercises[0], blocks=(blocks.Paragraph(spans),)),))
    html = page_html(shown)
    assert re.findall(r'<span class="power">([^<]*)</span>', html) == ["2i/d", "i/d", "und/oder"]
    assert read(html).text.count("Exponent 2i/d statt i/d, und/oder Zuhausegebliebene/Mitgekommene") == 1


def test_the_meaning_of_grey_stands_under_the_table() -> None:
    """A legend is part of the caption; the head has the variant."""
    rows = ((blocks.Cell("0"), blocks.Cell("−1", minus=True)),)
    table = blocks.TableBlock((("a",), ("b",)), rows, caption="Werte", legend="grau")
    grids = blocks.SumGrids((blocks.SumGrid("x", ("b",), (("E", rows[0][1:]),)),) * 2, "nur einmal")
    exercise = replace(view().exercises[0], blocks=(table, grids))
    html = page_html(replace(view(), exercises=(exercise,), variant="Variante 2"))
    assert '<p class="caption">Werte · grau</p>' in html
    assert html.count('<p class="caption">nur einmal</p>') == 1
    assert '<span class="variant">Variante 2</span></h1>' in html


def test_points_have_a_place_only_where_there_are_any() -> None:
    """Marked exercises have a box for points, the head one for their sum."""
    html = page_html(view())
    assert html.count('class="points-box"') == sum(bool(e.max_points) for e in view().exercises) == 3
    assert html.count('class="total"') == 1
    assert 'class="total"' not in page_html(replace(view(), max_points=""))


def test_minus_cells_are_marked() -> None:
    """Printed negative values are shaded, blanks never: a shade would be a hint."""
    html = page_html(view())
    shaded = re.findall(r'class="given minus"[^>]*>([^<]*)<', html)
    assert len(shaded) > 5
    assert {text[0] for text in shaded} == {"−"}
    assert not re.search(r'class="(blank|copy)[^"]*minus', html)


def test_words_keep_their_direction() -> None:
    """Words of the user are isolated from the numbers beside them."""
    assert "<bdi>Katze</bdi>" in page_html(view())


def test_the_page_is_complete_in_itself() -> None:
    """No script, no address but the fonts of ours; language and title are said."""
    html = page_html(view())
    assert '<html lang="de">' in html
    assert "<title>Schritt 3: Wo steht das Wort?</title>" in html
    assert page(key=False).tags["script"] == page(key=False).tags["link"] == 0
    assert set(re.findall(r"url\(([^)]*)\)", html)) == {
        f'"fonts/{name}.ttf"'
        for name in (
            "NotoSans-Regular",
            "NotoSans-Bold",
            "NotoSans-Italic",
            "NotoSansMono-Regular",
            "PosencSymbols-Regular",
        )
    }


def test_drawings_say_what_they_show() -> None:
    """Every drawing has an alternative text."""
    html = page_html(view())
    assert html.count("<svg ") == html.count("<title>") - 1 > 8
    assert "<title></title>" not in html


def test_the_expectation_stands_in_the_key_only() -> None:
    """A key ends with one line an exercise and the finger-prints of slips."""
    assert "Erwartungshorizont" not in page(key=False).text
    table = page_html(view(key=True)).split('<section class="expectation">')[1]
    assert table.count("<tr>") == 1 + len(view().exercises) + 1 + 8
    assert 'colspan="4"' in table


def test_a_long_row_of_a_slip_stands_above_its_cause() -> None:
    """More numbers than four would leave no room for words beside them."""
    shown = view(key=True)
    assert shown.expectation is not None
    slips = tuple(replace(slip, row=tuple(f"0.{n}" for n in range(9))) for slip in shown.expectation.slips)
    html = page_html(replace(shown, expectation=replace(shown.expectation, slips=slips)))
    table = html.split('<table class="slips above">')[1].split("</table>")[0]
    assert table.count("<tbody>") == table.count('<td class="row" colspan="2">') == len(slips)
    assert table.count('<span class="value">') == 9 * len(slips)


def test_a_key_has_no_places_for_a_name_and_points() -> None:
    """Nobody hands it in; its text takes the margin for points."""
    pages = [page_html(view(key=key)) for key in (False, True)]
    assert [html.count('class="field-line"') for html in pages] == [3, 0]
    assert [html.count('class="points-box"') for html in pages] == [3, 0]
    assert [html.count('class="exercise marked') for html in pages] == [3, 0]


def test_the_page_is_the_same_again() -> None:
    """Two runs are equal to the byte."""
    assert page_html(view(key=True)) == page_html(view(key=True))
