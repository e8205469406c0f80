"""Bars, number lines, fields and arrows on a page, in plain text, and in what a key expects."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.render.columns import display_width
from posenc_cli.render.drawings import Arrow, ArrowPanel, Arrows, Bars, Board, Ruler
from posenc_cli.render.drawn import drawn
from posenc_cli.render.page import page_html
from posenc_cli.render.plain import page_text
from posenc_cli.render.view import key_view
from posenc_cli.render.view_key import expectation
from posenc_cli.render.view_writer import Writer
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find
from tests.render.hand_made import view
from tests.render.test_page import read
from tests.render.test_pictures_figures import BOARD, BOTH, FALLING, RULER, STRIP, TO_DRAW, TURN

if TYPE_CHECKING:
    from posenc_cli.render.blocks import PageView
    from posenc_cli.render.drawn import Drawing

DRAWN = replace(TO_DRAW, key_after=(Arrow(-0.1, 0.9, "(−0.1 | 0.9)"),))


def page(*blocks: Drawing, key: bool = False) -> PageView:
    """A page with nothing but these drawings."""
    shown = view(key=key)
    return replace(shown, exercises=(replace(shown.exercises[0], blocks=blocks),), expectation=None)


def text(block: Drawing, width: int = 80) -> list[str]:
    """A drawing as lines, its alternative text left out."""
    return [line.replace("\u00a0", " ") for line in drawn(block, width)[1:]]


# on the page


@pytest.mark.parametrize("block", [FALLING, RULER, BOARD, STRIP], ids=lambda block: type(block).__name__)
def test_a_drawing_stands_above_its_caption(block: Drawing) -> None:
    """The page has the drawing with its alternative text, the caption below it with powers raised, and no empty one."""
    html = page_html(page(replace(block, caption="Ein Tausendstel: 10^(−3)")))
    assert html.index("<svg ") < html.index('<p class="caption">Ein Tausendstel: ')
    assert "10^(−3)" in read(html).text
    assert f"<title>{block.alt}</title>" in html
    assert 'class="caption"' not in page_html(page(block))


def test_every_circle_has_its_title_below() -> None:
    """A strip has one panel a circle; those that are to be drawn are marked as such."""
    html = page_html(page(STRIP))
    assert html.count('<div class="panel">') == html.count('<div class="panel to-draw">') == 1
    assert html.count('<p class="panel-title"><bdi>Position 1</bdi></p>') == 2


# as text


def test_bars_are_signs() -> None:
    """A name, its number, and signs as long as the bar; both ways, they meet at a line."""
    lines = text(FALLING)
    assert lines[0] == "Die    −1.25  ########################"
    assert [line.count("#") for line in lines] == [24, 19, 14, 10, 5, 0]
    assert text(BOTH) == [
        "d₁  0.5              |######",
        "d₂   −1  ############|",
        "d₃    0              |",
    ]


def test_number_lines_are_set_to_scale() -> None:
    """Equal numbers of both lines stand in the same column; a tick without a text is a dot."""
    above, below = text(RULER)
    assert above.startswith("trainiert  0 ")
    assert above.index("1") == below.index("1", below.index("0.5"))
    assert re.sub(" +", " ", below) == "gestaucht 0 0.5 1 · 2"


def test_crowded_number_lines_are_listed() -> None:
    """Where numbers have no room at their places, all lines are lists."""
    crowd = Ruler(("eng", "weit"), (tuple((n / 500, f"{n}.0") for n in range(3)), ((0.0, "0"), (1.0, "2"))), "x")
    assert text(crowd) == ["eng: 0.0 | 1.0 | 2.0", "weit: 0 | 2"]


def test_fields_are_a_grid() -> None:
    """Names around it, stars at what is marked, a dot for an empty field."""
    assert text(BOARD) == [
        "       links  Mitte  rechts",
        "───────────────────────────",
        "oben   0      1      2",
        "unten  3      4      *5*",
    ]
    assert text(Board((("a", ""),), ((0, 1),), (), (), "x")) == ["a  *·*"]


def test_arrows_are_ends() -> None:
    """Before, an arrow, after; an empty place for what is to be drawn, in brackets in the key."""
    assert text(STRIP) == ["Position 1: (0.9 | 0.1) → (−0.1 | 0.9)", "Position 1: (0.9 | 0.1) → ______"]
    assert text(Arrows((DRAWN,), "x")) == ["Position 1: (0.9 | 0.1) → [(−0.1 | 0.9)]"]
    two = ArrowPanel("", None, (Arrow(1, 0, "(1 | 0)"), Arrow(0, 1, "(0 | 1)")))
    assert text(Arrows((two,), "x")) == ["(1 | 0), (0 | 1)"]


def test_a_text_says_what_a_drawing_is() -> None:
    """Before it stands its alternative text, after it the caption."""
    shown = page_text(page(replace(FALLING, caption="Unterschrift")))
    assert "[Strafen]\nDie " in shown
    assert "\nUnterschrift\n" in shown


@given(st.text(min_size=1, max_size=90), st.floats(-1, 1), st.integers(40, 80))
def test_texts_of_drawings_keep_to_their_width(word: str, share: float, width: int) -> None:
    """Whatever is named, no line is longer, and nothing acts on a terminal."""
    arrow = ArrowPanel(word, None, (Arrow(share, share, word),))
    blocks: tuple[Drawing, ...] = (
        Bars((word,) * 2, (share, -share), (word,) * 2, word, word),
        Ruler((word,), (((abs(share), word), (0.5, word)),), word),
        Board(((word,) * 3, (word,)), ((0, 0),), (word,), (word,) * 3, word),
        Arrows((arrow,), word),
    )
    for block in blocks:
        lines = drawn(block, width)
        assert max(map(display_width, lines)) <= width
        assert "\x1b" not in "".join(lines)


# in the key


def test_arrows_to_draw_are_expected() -> None:
    """The page for the teacher tells where they end; a circle without a title is told by its number."""
    sheet = build(find("katze"))
    solutions = solve(sheet)
    writer = Writer(sheet, {solution.blank.id: solution for solution in solutions})
    two = ArrowPanel("", None, None, (Arrow(1, 0, "(1 | 0)"), Arrow(0, 1, "(0 | 1)")))
    first, *others = key_view(sheet, solutions).exercises
    exercises = (replace(first, blocks=(Arrows((TURN, DRAWN, two), "x"),)), *others)
    model = expectation(writer, exercises).rows[0].model.replace("\u00a0", " ")
    assert model.endswith(
        "Der Pfeil in „Position 1“ endet bei (−0.1 | 0.9). Die Pfeile in „3“ enden bei (1 | 0) und (0 | 1)."
    )
    assert model.count("Position 1") == 1
