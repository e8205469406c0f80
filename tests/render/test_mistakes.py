from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.encodings import slips
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.slip_example import slip_example
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.mistakes import FORMATS
from posenc_cli.render.style import Screen, Style

if TYPE_CHECKING:
    from posenc_cli.i18n import Language

WORDS = [
    [0.9, 0.1, 0, 0.1], [0, 0.9, 0.1, 0.2], [0, 0.1, 0.9, 0], [0.5, 0, 0.3, 0.4], [0.9, 0.1, 0, 0.1], [0, 0, 0, 0.9],
]  # fmt: skip
EVERY = slips.everything()


def shown(name: str, view: str = "text", language: Language = "de", encoding: str = "utf-8") -> str:
    """A slip on a small sheet, in a view."""
    example = slip_example(Scheme.of(), slips.slip(name), 2, WORDS, 3)
    return str(FORMATS[view](example, Style(language, mark="comma", screen=Screen(None, encoding))))


def lines(name: str) -> list[list[str]]:
    """The words of each line."""
    return [line.split() for line in shown(name).splitlines() if line]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("slip", EVERY, ids=lambda slip: slip.id)
def test_every_slip_can_be_shown(slip: slips.Slip, language: Language) -> None:
    """Each view names the slip, what was done and the hint; a slip with values shows both rows and where they part."""
    told, document = shown(slip.id, language=language), json.loads(shown(slip.id, "json", language))
    flat = " ".join(told.split())
    for part in ("name", "did", "hint"):
        said = text(language, f"slips.{slip.id}.{part}")
        assert said in flat
        assert document[part] == said
    # Writing comes after all steps.
    steps = bool(slip.variants) and slip.rules != ("write",)
    assert (text(language, "compute.parting") in told) == steps
    assert (document["step"] is not None) == steps
    assert (document["right"] != document["wrong"]) == bool(slip.variants)
    assert (text(language, "compute.other-way") in flat) == document["convention"] == slip.convention
    assert document["encoding"] == slip.encodings[0]


def test_a_turned_vector() -> None:
    """RoPE shows the vector before and after, and which columns make a pair."""
    found = lines("rope-half-pairing")
    assert ["vorher", "0,900", "0,100", "0,300", "0,200"] in found
    assert ["richtig", "-0,465", "0,777", "0,296", "0,206"] in found
    assert ["Fehlermuster", "-0,647", "0,096", "0,694", "0,202"] in found
    assert "richtig:      Paar = Nachbarn (2i, 2i+1)" in shown("rope-half-pairing")
    assert json.loads(shown("rope-half-pairing", "json"))["before"] == [0.9, 0.1, 0.3, 0.2]


def test_a_row_of_biases() -> None:
    """Keys after the query are dashes for people and null for programs, and the step is in words."""
    assert ["richtig", "-0,500", "-0,250", "0,000", "–", "–", "–"] in lines("alibi-sign")
    assert "Fehlermuster: Bias = −(−0,25 · 2) = 0,5" in shown("alibi-sign")
    assert json.loads(shown("alibi-sign", "json"))["right"] == [-0.5, -0.25, 0.0, None, None, None]


def test_small_numbers_are_not_rounded_away() -> None:
    """Slopes and frequencies have six digits, buckets none after the point."""
    assert ["richtig", "0,25", "0,0625", "0,015625", "0,00390625", "0,5", "0,125"] in lines("alibi-not-power-of-two")
    assert ["Fehlermuster", "1", "0,1", "0,01", "0,001"] in lines("rope-yarn-betas-swapped")
    assert ["Fehlermuster", "2", "1", "0", "9", "10", "11"] in lines("t5-not-halved")


def test_a_narrow_screen_takes_every_slip() -> None:
    """An old terminal gets every text in its own characters."""
    for slip in EVERY:
        shown(slip.id, encoding="ascii").encode("ascii")
