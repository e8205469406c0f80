"""How a printed page lies, from its words alone."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.files.prints import PrintedPage
from posenc_cli.grading.prints import written_on

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.files.prints import Edges

WORDS = [f"w{chr(97 + number)}{chr(110 + number % 13)}" for number in range(26)]
FIELD = {"pe2_d1": (300.0, 300.0, 360.0, 320.0)}


def page(places: dict[str, tuple[float, float]], fields: Mapping[str, Edges] | None = None) -> PrintedPage:
    """Words at their places, each letter five points wide, and perhaps a field."""
    signs = []
    for word, (x, y) in places.items():
        signs += [(sign, (x + 5 * at, y, x + 5 * at + 4, y + 8)) for at, sign in enumerate(word)]
        signs.append((" ", (x, y, x, y)))
    return PrintedPage(tuple(signs), fields or {})


def spread(count: int = 26) -> dict[str, tuple[float, float]]:
    """The words of a sheet, all over it."""
    dice = np.random.default_rng(4)
    return {
        word: (float(x), float(y)) for word, (x, y) in zip(WORDS[:count], dice.uniform(20, 280, (26, 2)), strict=False)
    }


@given(st.floats(0.7, 1.1), st.floats(-20, 20), st.floats(-20, 20))
def test_a_page_may_be_smaller_and_moved(factor: float, right: float, up: float) -> None:
    """What stands in the field is found there, wherever the field has come to lie."""
    moved = {
        word: (x * factor + right, y * factor + up) for word, (x, y) in (spread() | {"0.909": (310.0, 306.0)}).items()
    }
    smaller = PrintedPage(
        tuple(
            (sign, (at[0], at[1], at[0] + 4 * factor, at[1] + 8 * factor))
            for word, (x, y) in moved.items()
            for n, sign in enumerate(word + " ")
            for at in [(x + 5 * factor * n, y)]
        ),
        {},
    )
    assert written_on([smaller], [page(spread(), FIELD)]) == {"pe2_d1": "0.909"}


def test_a_word_of_the_sheet_written_elsewhere_is_left_out() -> None:
    """One word far off says nothing of how the page lies; the others do."""
    strange = spread() | {WORDS[3]: (500.0, 20.0), "0.909": (310.0, 306.0)}
    assert written_on([page(strange)], [page(spread(), FIELD)]) == {"pe2_d1": "0.909"}


def test_pages_without_fields_are_passed_over() -> None:
    """The second page of a sheet holds prose; nobody needs to hand it in."""
    sheet = [page(spread(), FIELD), page({"prose": (20.0, 20.0)})]
    assert written_on([page(spread() | {"0.5": (310.0, 306.0)})], sheet) == {"pe2_d1": "0.5"}


def test_what_lies_like_nothing_is_not_read() -> None:
    """Too few words in common, or words that all lie elsewhere: not a page of this sheet."""
    assert written_on([page(spread(7))], [page(spread(), FIELD)]) is None
    assert written_on([page(spread(7))], [page(spread(7), FIELD)]) is None
    assert written_on([page(spread(8))], [page(spread(8), FIELD)]) == {"pe2_d1": ""}
    dice = np.random.default_rng(5)
    mixed = {word: (float(x), float(y)) for word, (x, y) in zip(WORDS, dice.uniform(20, 280, (26, 2)), strict=True)}
    assert written_on([page(mixed)], [page(spread(), FIELD)]) is None
    off = {word: (x, y + (-1) ** n * (2 if n % 5 == 0 else 4)) for n, (word, (x, y)) in enumerate(spread().items())}
    assert written_on([page(off)], [page(spread(), FIELD)]) is None


def test_two_letters_say_where_they_stand_and_one_does_not() -> None:
    """A single sign may be an answer or stand in a formula anywhere."""
    for letters, found in ((2, {"pe2_d1": ""}), (1, None)):
        places = {word[1 : 1 + letters]: place for word, place in spread().items()}
        assert len(places) == 26
        assert written_on([page(places)], [page(places, FIELD)]) == found
