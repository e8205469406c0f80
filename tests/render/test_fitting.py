"""How blocks are arranged on paper."""

from __future__ import annotations

from dataclasses import replace

import pytest

from posenc_cli.render import fitting
from posenc_cli.render.blocks import (
    Block,
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    ExerciseView,
    Heatmap,
    OpenQuestion,
    Paragraph,
    Picture,
    Span,
    TableBlock,
)
from posenc_cli.render.expected import SlipRow
from posenc_cli.render.page import page_html
from posenc_cli.render.paper import Paper
from tests.render.hand_made import view

HEAD = (("Query",), ("Die",), ("Katze",))
FIRST = TableBlock(HEAD, ((Cell("q · k"), Cell("0.5"), Cell(blank="a")),))
SECOND = TableBlock(HEAD, ((Cell("+ Bias"), Cell("−1", minus=True), Cell(blank="b")),), legend="grau")
LINES = Calculation("", (CalculationLine("d₁", ("sin(2)",), Cell("0.909")),))


def page(*content: Block) -> str:
    """A page with one exercise of these blocks."""
    return page_html(replace(view(), exercises=(ExerciseView("x", "1", "T", "", "", "", content),)))


def test_rows_under_the_same_heading_are_one_table() -> None:
    """A table goes on with the rows of the next one where both have one heading; nothing of them is lost."""
    assert list(fitting.arranged((FIRST, SECOND))) == [(replace(FIRST, rows=FIRST.rows + SECOND.rows, legend="grau"),)]
    assert page(FIRST, SECOND).count("<table class") == 1
    assert all(f'id="{blank}"' in page(FIRST, SECOND) for blank in "ab")


@pytest.mark.parametrize(
    "other",
    [
        replace(SECOND, head=(("Query",), ("Die",), ("Matte",))),
        replace(SECOND, caption="nur diese"),
        replace(SECOND, kind="words"),
        Paragraph((Span("dazwischen"),)),
    ],
)
def test_other_blocks_stay_as_they_are(other: Block) -> None:
    """Another heading, a caption of its own or a text in between keeps tables apart."""
    assert list(fitting.arranged((FIRST, other))) == [(FIRST,), (other,)]


def test_lines_of_a_calculation_have_their_signs_in_columns() -> None:
    """Calculations without titles that follow each other are one; a titled one begins anew."""
    titled = replace(LINES, title="Position 1")
    assert list(fitting.arranged((LINES, LINES))) == [(replace(LINES, lines=LINES.lines * 2),)]
    assert list(fitting.arranged((LINES, titled, titled))) == [(LINES,), (titled,), (titled,)]


def test_pictures_stand_side_by_side() -> None:
    """Pictures, and what is to be shaded beside its numbers."""
    picture, heat = Picture("badge", ("a",) * 4, "alt", ""), Heatmap(("a",), (("b", (0.5,)),), ("0", "1"), "alt")
    assert list(fitting.arranged((picture, picture, LINES, heat))) == [(picture, picture), (LINES, heat)]
    assert list(fitting.arranged(())) == []


@pytest.mark.parametrize(
    ("text", "after", "kept"),
    [
        ("So geht es:", None, True),
        ("Berechne beide.", FIRST, True),
        ("Berechne beide.", LINES, True),
        ("Berechne beide.", Paragraph(()), False),
        ("Berechne beide.", OpenQuestion((), 2), False),
    ],
)
def test_what_is_asked_stands_with_its_table(text: str, after: Block | None, kept: bool) -> None:
    """A text is not torn from the numbers or the drawing that it speaks of."""
    paragraph = Paragraph((Span(text),))
    assert fitting.keeps_with(paragraph, after) is kept
    shown = page(paragraph, *([after] if after else []))
    assert ('<p class="lead' in shown) is kept


def test_a_short_text_does_not_stand_alone_below_a_heading() -> None:
    """Two lines below a heading may end a page, one may not."""
    assert fitting.is_brief(Paragraph((Span("Kurz."),)))
    assert not fitting.is_brief(Paragraph((Span("lang " * 30),)))


@pytest.mark.parametrize(("columns", "style"), [(2, ""), (5, ""), (6, "slim"), (7, "slim"), (8, "narrow")])
def test_cells_get_narrower_before_a_table_gets_too_wide(columns: int, style: str) -> None:
    """Six columns and more give way; a heading of rows is not counted."""
    table = TableBlock((("",), *[("d",)] * columns), ((Cell(""), *[Cell("1")] * columns),))
    assert fitting.cell_style(table).split()[:1] == ([style] if style else [])
    assert f'<table class="{" ".join(filter(None, ["values", fitting.cell_style(table)]))} to-read">' in page(table)


def test_a_table_to_write_in_has_room_for_a_hand() -> None:
    """Rows are lower only where nothing is to be written or copied."""
    assert fitting.is_given(replace(FIRST, rows=((Cell("a"), Cell("1"), Cell("2")),)))
    assert not fitting.is_given(FIRST)
    assert not fitting.is_given(replace(FIRST, rows=((Cell("a"), Cell(copy=True)),)))


def test_options_stand_on_one_line_or_each_on_its_own() -> None:
    """Never two on the first line and one on the next."""
    short, long = Choice((), ("2", "4", "16")), Choice((), ("eine ganze Antwort mit vielen Wörtern",) * 3)
    assert [fitting.is_stacked(short), fitting.is_stacked(long)] == [False, True]
    assert "stacked-options" in page(long)
    assert 'class="options"' in page(short)


def test_long_calculation_lines_may_break() -> None:
    """Where all columns together are wider than the page, they are set tight."""
    long = CalculationLine("q · k", ("0.3 · 0.6 + 0.6 · 0.2 + (−0.2 · (−0.5)) + 0.4 · 0.4",) * 2, Cell("0.560"))
    assert fitting.line_style(LINES) == ""
    assert fitting.line_style(replace(LINES, lines=(long,))) == "tight"
    assert 'class="lines worked tight"' in page(replace(LINES, lines=(long,)))


def test_many_calculation_lines_go_on_on_the_next_page() -> None:
    """Where they fill most of a page, they are not pushed to a page of their own, past which they would run anyway."""
    line = CalculationLine("d₁", ("sin(1 / 1)",), Cell("0.841"))
    few, many = (replace(LINES, lines=(line,) * count) for count in (8, 64))
    assert [fitting.is_long(few), fitting.is_long(many)] == [False, True]
    assert 'class="calculation long"' in page(many)
    assert 'class="calculation long"' not in page(few)
    blank = replace(line, result=Cell(blank="a_d1"))
    assert [fitting.is_long(replace(LINES, lines=(one,) * 24)) for one in (line, blank)] == [False, True]


def test_numbers_of_slips_leave_room_for_words() -> None:
    """Four numbers with decimals or eight whole ones stand beside the cause; five with decimals stand above it."""
    rows = (("−0.416",) * 4, ("4",) * 8, ("−0.416",) * 5)
    assert [fitting.is_long_row((SlipRow(row, "", "", ""),)) for row in rows] == [False, False, True]
    assert not fitting.is_long_row(())


def test_lines_of_as_many_steps_look_alike_in_large_letters() -> None:
    """A worked row with short numbers stands as the row below it does, in which they are longer."""
    short = Calculation("pos 0", (CalculationLine("d₁", ("sin(0 / 1)", "sin(0)"), Cell("0.000")),))
    long = Calculation("pos 1", (CalculationLine("d₁", ("sin(1000 / 10000)", "sin(0.1)"), Cell("0.100"), "as before"),))
    paper = Paper(font_size=18)
    assert [fitting.line_style(one, paper) for one in (short, long)] == ["", "below"]
    both = replace(view(), paper=paper, exercises=(ExerciseView("x", "1", "T", "", "", "", (short, long)),))
    assert fitting.steps_below(both, paper) == {2}
    assert page_html(both).count('<table class="lines worked below">') == 2
