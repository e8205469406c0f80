"""Words are data: whatever they hold, the page stays a page and says them."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.render import blocks, closing, drawings, expected
from posenc_cli.render.page import page_html
from posenc_cli.render.style import isolated
from posenc_cli.render.svg import printable
from tests.render.hand_made import view
from tests.render.printing import HOSTILE
from tests.render.test_page import read

WORDS = st.text(min_size=1) | st.sampled_from(HOSTILE)


def page_with(word: str) -> str:
    """A page with the word in every place that takes one."""
    cell, span, span_line = blocks.Cell(word, isolate=True), blocks.Span(word), (blocks.Span(word, "strong"),)
    calculation = blocks.CalculationLine(
        word, (word,), blocks.Cell(word, blank="a_d1", filled=True, alternatives=(word,), tooltip=word), word
    )
    content: tuple[blocks.Block, ...] = (
        blocks.Paragraph((span, *(replace(span, style=style) for style in ("emphasis", "formula", "power", "index")))),
        blocks.FormulaBlock((span_line,)),
        blocks.Listing((span_line,), ordered=True),
        blocks.Box("note", word, (blocks.Paragraph(span_line, quiet=True),)),
        blocks.TableBlock(((word,), (word, word)), ((cell, blocks.Cell(word)),), caption=word),
        blocks.Calculation(word, (calculation,)),
        blocks.SumGrids((blocks.SumGrid(word, (word,), ((word, (cell,)),)),)),
        blocks.Dials((blocks.Dial(word, (0.1,)),), (word,), word),
        blocks.Picture("badge", (word,) * 4, word, word),
        blocks.Pipeline((word,) * 3, 1),
        blocks.Heatmap((word,), ((word, (0.5,)),), (word, word), word),
        drawings.Bars((word,), (1.0,), (word,), word, word),
        drawings.Ruler((word,), (((0.5, word),),), word, word),
        drawings.Board(((word,),), ((0, 0),), (word,), (word,), word, word),
        drawings.Arrows((drawings.ArrowPanel(word, None, (drawings.Arrow(1.0, 0.0, word),)),), word, word),
        blocks.Choice(span_line, (word, word), 1),
        blocks.OpenQuestion(span_line, 1, word),
        closing.Cutouts((word,), (word,), word, (word,), word),
        blocks.Working((word,)),
    )
    exercise = blocks.ExerciseView("x", word, word, word, word, word, content, max_points=word)
    shown = view(key=True)
    row = expected.SlipRow((word,), word, word, word)
    line = expected.ExpectationRow(word, word, word, word, word, word)
    expectation = expected.Expectation(word, (word,) * 6, (line,), word, word, (word,) * 4, (row,), (word,))
    labels = dict.fromkeys(shown.labels, word)
    return page_html(
        blocks.PageView(
            "de", word, word, True, (word,), (word, word, word), word, (exercise,), expectation, labels, word
        )
    )


PLAIN = read(page_with("x"))


@settings(max_examples=25)
@given(WORDS)
def test_no_word_breaks_the_page(word: str) -> None:
    """The page has the same elements as with a plain word, closed in order, and can be written."""
    html = page_with(word)
    html.encode()
    reader = read(html)
    tags, plain = reader.tags, PLAIN.tags
    # A power in a word may be raised, its text stays. A long word stands on several lines in a drawing, and above the
    # cause in the table of slips.
    for name in ("span", "sup", "text", "tr", "td"):
        tags[name] = plain[name]
    assert tags == plain
    assert reader.ids == PLAIN.ids


@settings(max_examples=25)
@given(WORDS)
def test_every_word_is_said(word: str) -> None:
    """In each isolated place, heading and answer the word stands as it was given."""
    reader = read(page_with(word))
    shown = printable(word).replace("\r\n", "\n").replace("\r", "\n")
    assert shown in reader.texts["exercise-x"]
    assert reader.texts["a_d1"] == f"{shown} | {shown}"


@pytest.mark.parametrize("word", ["{{7*7}}", "{% raw %}", "{#", "[bold]", "%(x)s", "{0}"])
def test_no_word_is_a_template(word: str) -> None:
    """Template and format signs are printed."""
    assert word in read(page_with(word)).texts["exercise-x"]


@pytest.mark.parametrize("word", ["</style><script>", '"; } body { display: none', "\\22 ; }"])
def test_no_word_is_style(word: str) -> None:
    """The running head and foot cannot be left from inside."""
    style = page_with(word).split("<style>")[1].split("</style>")[0]
    assert word not in style
    assert "{ display: none" not in style


def test_what_stands_beside_a_word_from_right_to_left_keeps_its_place() -> None:
    """Alone it has its own direction; set apart already, in a heading of ours, that heading keeps ours."""
    word = "\u0645\u0631\u062d\u0628\u0627"
    assert f"<bdi>{word}</bdi>" in page_with(word)
    heading = f"{isolated(word)} (position 2)"
    assert f'<td class="title"><bdi dir="ltr">{heading}</bdi></td>' in page_with(heading)
