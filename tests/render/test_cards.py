"""Cards to cut out for any sheet, and the order of what stands below the exercises."""

from __future__ import annotations

from typing import Any

import pytest

from posenc_cli.render.blocks import Box, PageView
from posenc_cli.render.closing import Cutouts, Turned
from posenc_cli.render.page import page_html
from posenc_cli.render.plain import page_text
from tests.render.papers import sheet_with, student, teacher
from tests.render.viewing import every


def cards(view: PageView) -> list[Cutouts]:
    """What there is to cut out, anywhere on the sheet."""
    return [*every(view.exercises, Cutouts), *every(view.closing, Cutouts)]


def test_a_sinusoidal_sheet_has_words_positions_and_a_dial() -> None:
    """On a page of its own, last; the hands are those of the pairs of this sheet."""
    view = student(sheet_with(cards=True))
    (found,) = view.closing
    assert isinstance(found, Cutouts)
    assert found.words == ("Die", "Katze", "sitzt", "auf", "der", "Matte")
    assert found.positions == ("0", "1", "2", "3", "4", "5")
    assert len(found.hand_names) == 2
    assert page_html(view).count('class="card"') == 6
    assert student(sheet_with()).closing == ()


def test_drawn_positions_are_on_the_cards() -> None:
    """A sheet with drawn numbers counts from elsewhere."""
    sheet = sheet_with("katze-kurz", 7, cards=True)
    (found,) = cards(student(sheet))
    assert found.positions == tuple(map(str, sheet.positions))
    assert found.positions[0] != "0"


def test_sheets_without_pairs_have_cards_without_a_dial() -> None:
    """ALiBi turns nothing: its cards come without a clock, and the hint does not speak of one."""
    view = student(sheet_with("alibi", cards=True))
    (found,) = cards(view)
    assert (found.hand_names, "Uhr" in found.hint) == ((), False)
    html = page_html(view)
    assert 'class="cut-dial"' not in html
    assert 'class="card"' in html
    assert "Matte ]" in page_text(view)


def test_a_sheet_without_a_sentence_has_positions_only() -> None:
    """Numbers are no words."""
    (found,) = cards(student(sheet_with("calendar", cards=True)))
    assert found.words == ()
    assert found.positions
    assert "Wort" not in found.hint
    assert "[ 0 ]" in page_text(student(sheet_with("calendar", cards=True)))


@pytest.mark.parametrize("said", [{}, {"cards": True}])
def test_what_a_summary_cuts_out_is_cut_out_once(said: dict[str, Any]) -> None:
    """The long worksheet has its cards in the last exercise; asking for them again changes nothing."""
    view = student(sheet_with("katze", **said))
    assert len(cards(view)) == 1
    assert view.closing == ()


def test_what_is_cut_out_comes_last() -> None:
    """Self-control and hints stand before it and are not cut away with it; the exercise keeps its other blocks."""
    for make in (student, teacher):
        view = make(sheet_with("katze", control="pool", hints="foot"))
        assert [type(block) for block in view.closing] == [Box, Turned, Cutouts]
        assert every(view.exercises, Cutouts) == []
        assert len(view.exercises[-1].blocks) == len(make(sheet_with("katze")).exercises[-1].blocks) - 1


def test_the_warm_up_knows_of_the_cards() -> None:
    """Where cards are cut out, the exercise with cards says from where."""
    text = page_text(student(sheet_with("katze", cards=True))).replace("\n", " ")
    assert "vom letzten Blatt" in text
