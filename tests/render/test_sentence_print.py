"""Worksheets about sentences on real paper: one leaf, two sides, whatever the sentence is."""

from __future__ import annotations

import io
from itertools import cycle
from pathlib import Path
from typing import TYPE_CHECKING, cast

import pypdf
import pytest

from posenc_cli.errors import UsageError
from posenc_cli.i18n import LANGUAGES
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import render_pdf
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.compose import Wish, compose
from posenc_cli.worksheet.lesson import WIDTHS

if TYPE_CHECKING:
    from posenc_cli.i18n import Language
    from tests.render.printing import EngineName

STORY = "Der kleine Hund von nebenan bellt heute furchtbar laut und lange weil er die freche Katze gesehen hat"
WORDS = STORY.split()
USUAL = " ".join(WORDS[:6])
SENTENCES = {
    "two lines": " ".join(WORDS[:16]),
    "sixty": " ".join(f"{WORDS[n % 18]}{n // 18 or ''}" for n in range(60)),
    "long": " ".join(
        ["Rindfleischetikettierungsüberwachungsaufgabenübertragungsgesetz"] * 2 + ["Donaudampfschifffahrts" * 2] * 6
    ),
    "one": "Hund",
    "two": "Der Hund",
}


@pytest.fixture(
    params=[pytest.param("weasyprint", marks=pytest.mark.pdf), pytest.param("browser", marks=pytest.mark.browser)]
)
def engine(request: pytest.FixtureRequest) -> EngineName:
    """Each engine that this machine has."""
    request.getfixturevalue(request.param)
    return cast("EngineName", request.param)


def leaf(sentence: str, minutes: int, engine: EngineName = "weasyprint", d: int = 4, language: Language = "de") -> int:
    """How many pages a worksheet has on which everything is asked that such a lesson is good for."""
    while True:
        try:
            made = compose(Wish(sentence, language, minutes=minutes, d=d, school="Goethe-Gymnasium"), Path())
        except UsageError:
            minutes -= 1
        else:
            break
    page = page_html(sheet_view(build(made.spec)))
    printed = render_pdf(page, title="", language=language, engine=engine)
    return len(pypdf.PdfReader(io.BytesIO(printed.data or b"")).pages)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("minutes", [25, 45])
def test_a_usual_sentence_fills_two_sides(engine: EngineName, minutes: int, language: Language) -> None:
    """From half a lesson to a whole one, on both engines, in both languages."""
    assert leaf(USUAL, minutes, engine, language=language) == 2


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
@pytest.mark.parametrize(("d", "minutes"), [*zip([d for d in WIDTHS if d != 4], cycle([45, 34, 19]), strict=False)])
def test_vectors_of_every_width_fill_two_sides(d: int, minutes: int) -> None:
    """The most that is asked before there is time for more words about rounding, before a guess, and at the end."""
    assert leaf(USUAL, minutes, d=d) == 2


@pytest.mark.pdf
@pytest.mark.usefixtures("weasyprint")
@pytest.mark.parametrize("name", SENTENCES)
def test_every_sentence_fills_two_sides(name: str) -> None:
    """One word, sixty words, and words that are as long as a line."""
    assert leaf(SENTENCES[name], 45) == 2
