"""table, add, scores and explain as a person uses them."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING

import mpmath
import pytest

from posenc_cli.encodings.slips import load
from posenc_cli.i18n import lookup

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from posenc_cli.i18n import Language
    from tests.cli.conftest import Ran

#: The look-up table of the seed's worksheet.
SEED = """\
0 Die 0.000 1.000 0.000 1.000
1 Katze 0.841 0.540 0.010 1.000
2 sitzt 0.909 -0.416 0.020 1.000
3 auf 0.141 -0.990 0.030 1.000
4 der -0.757 -0.654 0.040 0.999
5 Matte -0.959 0.284 0.050 0.999
"""


def squeezed(out: str) -> list[str]:
    """The lines of a text table without its columns."""
    return [" ".join(line.split()) for line in out.splitlines()]


def test_table_of_the_seed(posenc: Callable[..., Ran]) -> None:
    """The seed's table comes out to the digit, with its headings."""
    out = squeezed(posenc("table", "--d", "4", "--sentence", "Die Katze sitzt auf der Matte").out)
    assert out[0] == "pos word d₁ d₂ d₃ d₄"
    assert out[1] == "sin(pos/1) cos(pos/1) sin(pos/100) cos(pos/100)"
    assert out[3:9] == SEED.splitlines()
    plain = squeezed(posenc("table", "--d", "4", "--n", "6").out)
    assert plain[3:9] == [re.sub(r" [A-Z]?[a-z]+ ", " ", line) for line in SEED.splitlines()]


def test_far_position(posenc: Callable[..., Ran]) -> None:
    """Position 16777217, which float32 cannot hold, has the right sine to twelve digits."""
    values = json.loads(posenc("table", "--pos", "16777217", "-f", "json").out)["values"]
    assert values[0][0] == pytest.approx(float(mpmath.sin(16777217)), abs=1e-12)


def test_table_json(posenc: Callable[..., Ran]) -> None:
    """The document has the keys of the contract, in its order, and every convention."""
    found = json.loads(posenc("table", "--d", "3", "--pos", "0-1,7", "--layout", "halves", "-f", "json").out)
    assert list(found) == ["schema", "encoding", "d", "conventions", "positions", "columns", "values"]
    assert found["schema"] == "posenc.table/1"
    assert found["encoding"] == "sinusoidal"
    assert found["positions"] == [0, 1, 7]
    assert found["conventions"] == {
        "base": 10000,
        "layout": "halves",
        "spacing": "paper",
        "order": "sin-first",
        "odd_width": "lone-sine",
        "padding": "none",
        "magnitude": "plain",
        "first_pos": 0,
    }
    assert [list(each) for each in found["columns"]] == [["k", "i", "function", "divisor"]] * 3
    assert [each["function"] for each in found["columns"]] == ["sin", "sin", "cos"]
    assert found["values"][0] == [0.0, 0.0, 1.0]


def test_conventions_stand_under_the_table(posenc: Callable[..., Ran]) -> None:
    """Whoever finds the table in a drawer can compute it again."""
    out = posenc("table", "--base", "500", "--layout", "halves", "--spacing", "endpoint", "--first-pos", "1").out
    under = " ".join(out.split("\n\n")[1].split())
    assert under == (
        "Conventions: base 500; all sin columns first, then all cos columns (halves); exponent i/(d/2−1), "
        "so that the last divisor is the base (endpoint); positions from 1; angles in radians."
    )


def test_first_position(posenc: Callable[..., Ran]) -> None:
    """--first-pos moves the words along; the numbers belong to the positions."""
    out = squeezed(posenc("table", "--sentence", "Die Katze", "--first-pos", "1").out)
    assert [line.split()[:3] for line in out[3:5]] == [["1", "Die", "0.841"], ["2", "Katze", "0.909"]]


def test_words_at_some_positions(posenc: Callable[..., Ran]) -> None:
    """--pos picks rows of the sentence; beyond its end there is no word."""
    out = posenc("table", "--sentence", "Die Katze sitzt", "--pos", "2,7", "-f", "csv", "--decimals", "1").out
    assert [line.split(",")[:2] for line in out.splitlines()[1:]] == [["2", "sitzt"], ["7", ""]]


def test_add_of_the_seed(posenc: Callable[..., Ran]) -> None:
    """E, PE and E + PE of the sample sentence are the seed's."""
    out = squeezed(posenc("add").out)
    assert out[2:5] == [
        "0 The E 0.900 0.100 0.000 0.100",
        "+ PE 0.000 1.000 0.000 1.000",
        "= E + PE 0.900 1.100 0.000 1.100",
    ]
    assert "= E + PE 0.143 -0.554 0.040 1.099" in out
    assert "= E + PE -0.959 0.284 0.050 1.899" in out


def test_add_json(posenc: Callable[..., Ran]) -> None:
    """The document has the keys of the contract and every digit."""
    found = json.loads(posenc("add", "-f", "json").out)
    assert list(found) == ["schema", "words", "positions", "embedding", "encoding", "sum"]
    assert found["schema"] == "posenc.add/1"
    assert found["words"] == ["The", "cat", "sits", "on", "the", "mat"]
    assert found["embedding"][1] == [0.0, 0.9, 0.1, 0.2]
    assert found["sum"][0] == [0.9, 1.1, 0.0, 1.1]
    assert found["sum"][4][0] == pytest.approx(0.9 + float(mpmath.sin(4)), abs=1e-15)


def test_name_badge(posenc: Callable[..., Ran], root: Path) -> None:
    """The other seed's vector at positions 0 and 5."""
    badge = str(root / "samples" / "namensschild.csv")
    out = squeezed(posenc("add", "--embeddings", badge, "--at", "0,5").out)
    assert "= E + PE 0.510 0.780 0.880 1.140" in out
    assert "= E + PE -0.449 0.064 0.930 1.139" in out


def test_one_word_at_several_places(posenc: Callable[..., Ran]) -> None:
    """The same word at 0, 1 and 5, scaled by √d as the paper does."""
    found = json.loads(posenc("add", "--word", "Katze", "--at", "0,1,5", "--scale-sqrt-d", "-f", "json").out)
    assert found["words"] == ["Katze"] * 3
    assert found["positions"] == [0, 1, 5]
    assert found["embedding"] == [[0.0, 1.8, 0.2, 0.4]] * 3
    assert "√d·E" in posenc("add", "--word", "Katze", "--at", "0", "--scale-sqrt-d").out


def test_words_that_are_nearly_there(posenc: Callable[..., Ran]) -> None:
    """Another case and a full stop are looked past, and that is said."""
    ran = posenc("add", "--sentence", "die KATZE sitzt auf der Matte.", quiet=False)
    assert ran.err.count("posenc: ") == 3
    assert '"Matte." is not among the words; "Matte" was taken.' in ran.err
    assert " KATZE " in ran.out


def test_a_dictionary_is_no_sentence(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A file with many words needs a sentence."""
    lines = "".join(f"wort{number} 0.1 0.2\n" for number in range(300))
    (tmp_path / "viele.txt").write_text(lines, encoding="utf-8")
    assert "--sentence" in posenc("add", "--embeddings", "viele.txt", code=2).error
    assert "wort7" in posenc("add", "--embeddings", "viele.txt", "--sentence", "wort7").out


@pytest.mark.parametrize("name", ["x.pt", "x.pkl"])
def test_pickles_are_refused(posenc: Callable[..., Ran], tmp_path: Path, name: str) -> None:
    """A file that would run code is refused in one line."""
    (tmp_path / name).write_bytes(b"\x80\x04N.")
    posenc("add", "--embeddings", name, code=2).error.index(name)


def test_scores(posenc: Callable[..., Ran]) -> None:
    """Same word, same place 3.230; The and the 0.830 and 1.000 before, 0.729 and 0.327 after."""
    out = squeezed(posenc("scores").out)
    assert "The@0 · The@0 0.830 3.230 1.000 1.000" in out
    assert "The@0 · the@4 0.830 0.729 1.000 0.327" in out
    assert len([line for line in out if "·" in line]) == 21


def test_scores_json(posenc: Callable[..., Ran]) -> None:
    """The document holds both matrices before and after; what has no direction is null."""
    found = json.loads(posenc("scores", "-f", "json").out)
    assert list(found) == ["schema", "words", "positions", "before", "after"]
    assert found["schema"] == "posenc.scores/1"
    assert found["after"]["dot"][0][0] == 3.23
    assert found["before"]["cosine"][0][4] == 1
    assert list(found["before"]) == list(found["after"]) == ["dot", "cosine"]


def test_a_word_without_direction(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """The cosine of a zero vector is a dash on the screen, empty in csv, null in JSON."""
    (tmp_path / "null.txt").write_text("a 0 0\nb 1 0\n", encoding="utf-8")
    asked = ("scores", "--embeddings", "null.txt")
    assert "a@0 · a@0 0.000 1.000 – 1.000" in squeezed(posenc(*asked).out)
    assert json.loads(posenc(*asked, "-f", "json").out)["before"]["cosine"][0] == [None, None]
    assert posenc(*asked, "-f", "csv").out.splitlines()[1] == "a,0,a,0,0.0,1.0,,1.0"
    posenc(*asked, "--pair", "a@0,b@1")


def test_working_of_a_pair(posenc: Callable[..., Ran]) -> None:
    """The dot product from the printed rows and from the exact numbers: 0.728 and 0.729."""
    out = squeezed(posenc("scores", "--pair", "Die@0,der@4").out)
    assert "dot product = 0.900 · 0.143 + 1.100 · (−0.554) + 0.000 · 0.040 + 1.100 · 1.099" in out
    assert "= 0.1287 − 0.6094 + 0 + 1.2089" in out
    assert "= 0.7282 ≈ 0.728" in out
    assert "≈ 0.728990 ≈ 0.729" in out
    assert "= 0.83 = 0.830" in out
    assert [line[-5:] for line in out if line.startswith("cosine")] == ["1.000", "0.327", "0.327"]


def test_pair_json(posenc: Callable[..., Ran]) -> None:
    """With --pair the same document holds two words, and the working beside."""
    found = json.loads(posenc("scores", "--pair", "Die@0,der@4", "-f", "json").out)
    assert found["positions"] == [0, 4]
    assert found["pair"]["printed"]["dot"] == 0.7282
    assert found["pair"]["exact"]["dot"] == pytest.approx(0.72898988859, abs=1e-10)
    assert found["pair"]["printed"]["products"] == [0.1287, -0.6094, 0.0, 1.2089]


def test_explain(posenc: Callable[..., Ran]) -> None:
    """Every step from exponent to value, as a person writes it."""
    out = posenc("explain", "--d", "4", "--pos", "2").out
    assert (
        """
d₃ (k = 2, i = 1, sin)
  exponent = 2 · 1 / 4 = 0.5
  divisor  = 10000^0.5 = 100
  angle    = 2 / 100 = 0.02
  d₃       = sin(0.02) = 0.020
"""
        in out
    )
    assert "  d₂       = cos(2) = −0.416\n" in out


@pytest.mark.parametrize("asked", ["2", "d3", "D3", "d₃"])
def test_explain_one_column(posenc: Callable[..., Ran], asked: str) -> None:
    """--dim takes k from 0 or the column's name from 1; the heading says both."""
    out = posenc("explain", "--dim", asked, "--d", "6", "--lang", "de").out
    assert re.findall(r"^d. \(.*", out, flags=re.MULTILINE) == ["d₃ (k = 2, i = 1, sin)"]
    assert "  Exponent = 2 · 1 / 6 ≈ 0,333333\n" in out
    assert "  Teiler   = 10000^0,333333 ≈ 21,5443\n" in out


def test_explain_json(posenc: Callable[..., Ran]) -> None:
    """The document holds every step as text and number."""
    found = json.loads(posenc("explain", "--dim", "2", "-f", "json").out)
    assert found["schema"] == "posenc.explain/1"
    (column,) = found["columns"]
    assert column["steps"][1] == {"rule": "divisor", "text": "10000^0.5 = 100", "value": 100.0}
    assert column["value"] == pytest.approx(float(mpmath.sin("0.02")), abs=1e-15)


def test_explain_equals_table(posenc: Callable[..., Ran]) -> None:
    """What is explained is what the table holds, under every convention."""
    for more in ([], ["--layout", "halves"], ["--spacing", "endpoint", "--base", "50"]):
        asked = ["--d", "6", "--pos", "19", "-f", "json", *more]
        explained = json.loads(posenc("explain", *asked).out)["columns"]
        assert [each["value"] for each in explained] == json.loads(posenc("table", *asked).out)["values"][0]


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("slip", [slip.id for slip in load("sinusoidal")])
def test_every_slip_is_explained(posenc: Callable[..., Ran], slip: str, language: Language) -> None:
    """Each slip has its name, what was done and its hint; one that has a row of its own shows where it differs."""
    out = posenc("explain", "--slip", slip, "--lang", language).out
    flat = " ".join(out.split())
    for key in ("name", "did", "hint"):
        assert lookup(language, f"slips.{slip}.{key}") in flat
    found = json.loads(posenc("explain", "--slip", slip, "-f", "json").out)
    assert found["schema"] == "posenc.slip/1"
    assert found["slip"] == slip
    if found["right"]:
        assert found["right"] != found["wrong"]


def test_slip_of_the_exponent(posenc: Callable[..., Ran]) -> None:
    """The right row, the slip's row, and the step in which they part."""
    out = squeezed(posenc("explain", "--slip", "exp-dimension-index").out)
    assert "right 0.909 -0.416 0.020 1.000" in out
    assert "slip 0.909 0.980 0.020 1.000" in out
    assert "right: exponent = 2 · 0 / 4 = 0" in out
    assert "slip: exponent = 1 / 4 = 0.25" in out


def test_a_convention_is_no_mistake(posenc: Callable[..., Ran]) -> None:
    """Another way of the field is called that, and not wrong."""
    assert "another convention" in posenc("explain", "--slip", "order-halves").out
    assert "another convention" not in posenc("explain", "--slip", "sign-lost").out
