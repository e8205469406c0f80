"""The sheet and its key as plain text."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.render import blocks
from posenc_cli.render.columns import columns, display_width, fold
from posenc_cli.render.drawn import BLANK
from posenc_cli.render.plain import page_text
from tests.render.hand_made import view

SHEET = page_text(view())
KEY = page_text(view(key=True))


@pytest.mark.parametrize("text", [SHEET, KEY])
def test_lines_fit_eighty_columns(text: str) -> None:
    """No line is longer, none ends in a space, and there is no character that acts on a terminal."""
    assert max(map(display_width, text.splitlines())) <= 80
    assert not re.search(r"[ \t]\n|\t|\x1b|\u00a0", text)
    assert text.endswith("\n")


def test_a_narrow_text_is_narrow() -> None:
    """The width can be asked for; prose keeps to it."""
    prose = [line for line in page_text(view(), 60).splitlines() if "Wortkarten" in line]
    assert prose
    assert max(map(len, prose)) <= 60


def test_blanks_can_be_written_into() -> None:
    """A sheet shows a line for each blank, a key the answer in brackets with what else is accepted."""
    assert f"= {BLANK}" in SHEET
    assert "= [0.728 | 0.729]" in KEY
    assert f"= {BLANK}" not in KEY
    assert "[−0.316]" in KEY
    assert "0.316" not in SHEET


def test_equal_signs_stand_in_columns() -> None:
    """The last "=" of the four lines of a position is in one column."""
    lines = [line for line in SHEET.splitlines() if re.match(r"d[₁₂₃₄] +=.*/ 1.*" + BLANK, line)]
    assert len(lines) == 4 or len(lines) == 2
    assert len({line.rindex("=") for line in lines}) == 1


@pytest.mark.parametrize(
    "part",
    [
        "Name: ____",
        "Punkte: ____ / 25",
        "____ / 16",
        "    PE(pos, 2i+1) = cos(pos / 10000^(2i/d))",
        "bei Aufgabe 10.",
        "[Positionskodierung]",
        "[ ] d₁",
        "│ Stelle zuerst auf RAD",
        "[Uhr mit drei Zeigern: 14:30:05]",
        "pos 2  ____",
        "[ Katze ]",
    ],
)
def test_every_kind_of_block_has_its_text(part: str) -> None:
    """What a drawing shows is said, what a layout does is written."""
    assert part in SHEET


@pytest.mark.parametrize(
    "part", ["LÖSUNG", "[x] d₁", "Musterantwort: ", "Rechenweg:", "Erwartungshorizont", "0.035 | 0.999"]
)
def test_a_key_says_more(part: str) -> None:
    """Marks, models, working and the last page are in the key alone."""
    assert part in KEY
    assert part not in SHEET


def test_a_text_has_no_shades_to_explain() -> None:
    """The legend of a grey is left out; the variant stands with the title."""
    table = blocks.TableBlock((("a",),), ((blocks.Cell("−1", minus=True),),), caption="Werte", legend="grau")
    exercise = replace(view().exercises[0], blocks=(table,))
    text = page_text(replace(view(), exercises=(exercise,), variant="Variante 2"))
    assert "Werte" in text
    assert "grau" not in text
    assert f"{view().title} – Variante 2" in text


def test_words_act_on_nothing() -> None:
    """Escape sequences and directions of a word stay inside it."""
    row = tuple(blocks.Cell(word, isolate=True) for word in ("a\x1b[31m", "שלום", "[unk]"))
    shown = replace(
        view(), exercises=(replace(view().exercises[0], blocks=(blocks.TableBlock((("a",),) * 3, (row,)),)),)
    )
    text = page_text(shown)
    assert "\x1b" not in text
    assert "\u2068שלום\u2069" in text
    assert "[unk]" in text


@given(st.text(alphabet=st.characters(exclude_categories=("Cs", "Cc", "Zl", "Zp", "Mn", "Me"))), st.integers(8, 80))
def test_folding_loses_nothing(text: str, width: int) -> None:
    """All signs but spaces are there again, in order, on lines of the width."""
    lines = fold(text, width)
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")
    assert max(map(display_width, lines)) <= width


@given(
    st.lists(st.lists(st.text("ab 日", max_size=30), min_size=3, max_size=3), min_size=1, max_size=5),
    st.integers(30, 80),
)
def test_tables_keep_to_their_width(rows: list[list[str]], width: int) -> None:
    """Three columns of words fit any width from thirty on."""
    assert max(map(display_width, columns(rows, width))) <= width
