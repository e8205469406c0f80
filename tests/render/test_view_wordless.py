"""Sheets without a sentence, and sheets with one of something: no page speaks of what is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.errors import InputError
from posenc_cli.render.blocks import Picture
from posenc_cli.render.closing import Cutouts
from posenc_cli.render.plain import page_text
from posenc_cli.render.view import sheet_view
from posenc_cli.render.view_hints import hints
from posenc_cli.render.view_writer import Writer
from posenc_cli.worksheet.build import build
from tests.render.viewing import every
from tests.worksheet.test_fading import spec_of

if TYPE_CHECKING:
    from posenc_cli.render.blocks import PageView

WORDLESS: dict[str, Any] = {"sentence": "", "n": 6}


def view_of(exercise: dict[str, Any], **worksheet: object) -> PageView:
    """A page with one exercise."""
    return sheet_view(build(spec_of(exercise, **worksheet)))


def said(exercise: dict[str, Any], **worksheet: object) -> str:
    """The text of such a page, on one line."""
    return " ".join(page_text(view_of(exercise, **worksheet)).split())


def test_positions_are_cut_out_once() -> None:
    """There are no cards of words that are not there, and nobody is told of some."""
    (found,) = every(view_of({"kind": "summary", "parts": ["cutouts"]}, **WORDLESS), Cutouts)
    assert (found.words, len(found.positions)) == ((), 6)
    assert found.hint.startswith("To cut out: position cards and a clock.")


def test_a_badge_has_a_name() -> None:
    """Of a sentence its word, else one of a person."""
    badges = []
    for worksheet in (WORDLESS, {}):
        page = view_of({"kind": "idea", "parts": ["pictures"]}, **worksheet)
        badges += [one.labels for one in every(page, Picture) if one.name == "badge"]
    assert badges == [("Hello, I am", "Mia", "Seat", "1"), ("Hello, I am", "cat", "Seat", "1")]


@pytest.mark.parametrize(
    ("exercise", "worksheet", "sentence"),
    [
        ({"kind": "idea"}, {"sentence": "", "n": 1}, "This sheet is about position 0."),
        ({"kind": "idea"}, {"sentence": "", "n": 2}, "This sheet is about the positions 0, 1."),
        ({"kind": "summary", "parts": ["next"]}, {}, "three new vectors are made from the vector of each word"),
        ({"kind": "read-dial", "positions": [1]}, {"sentence": "", "n": 1}, "Find the position."),
        ({"kind": "read-dial", "positions": [1, 2]}, {"sentence": "", "n": 1}, "Find the positions."),
        ({"kind": "encode", "blank": [2], "parts": ["heatmap"]}, {}, "Then shade the free row of"),
        ({"kind": "encode", "fading": [0, 1, 2], "parts": ["heatmap"]}, {}, "Then shade the free rows of"),
    ],
)
def test_one_and_several(exercise: dict[str, Any], worksheet: dict[str, object], sentence: str) -> None:
    """A page says how many there are."""
    assert sentence in said(exercise, **worksheet)


def test_nothing_is_shaded_where_no_row_is_free() -> None:
    """All rows are worked: they are shaded already."""
    assert "shade the free" not in said({"kind": "encode", "worked": [0, 1], "parts": ["heatmap"]})


@pytest.mark.parametrize(
    ("exercise", "worksheet", "key"),
    [
        ({"kind": "cards"}, WORDLESS, "no-words"),
        ({"kind": "lookup", "parts": ["exchange"], "word": "dog"}, WORDLESS, "no-words"),
        ({"kind": "lookup", "parts": ["exchange"]}, {}, "no-exchange"),
        ({"kind": "summary"}, {}, "no-parts"),
        ({"kind": "idea"}, {"n": 5}, "sentence-or-n"),
    ],
)
def test_what_would_say_nothing_is_refused(exercise: dict[str, Any], worksheet: dict[str, object], key: str) -> None:
    """No part vanishes silently, and no heading stands alone."""
    with pytest.raises(InputError) as caught:
        view_of(exercise, **worksheet)
    assert caught.value.key == f"worksheet.{key}"


def test_a_sentence_of_as_many_words_as_n_is_fine() -> None:
    """They say the same."""
    assert "(0) " in said({"kind": "idea"}, n=6)


def test_a_hint_does_not_name_its_exercise_twice() -> None:
    """What stands before it names the exercise already."""
    sheet = build(spec_of({"kind": "find-divisor"}, hints="foot"))
    lines = ["".join(span.text for span in one) for one in hints(Writer(sheet, {}))[1]]
    assert lines
    assert all(line.startswith("divisor ") for line in lines)
