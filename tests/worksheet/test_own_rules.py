"""Rules and leaves of a worksheet's own beside exercises that need those of the encoding."""

from __future__ import annotations

import pytest

from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.spec import Spec, read

TURNING = [name for name, kind in KINDS.items() if kind.turns]
ADDING = {"add": "blank = [1]", "matrix": "", "pair": 'pair = ["the", "cat"]'}


def shown(kind: str, own: str, more: str = "") -> None:
    """A sheet with one exercise, its key, its code and both of its pages; what is its own stands from line 5 on."""
    table = "\n".join(f"{word} = [0.1, 0.2, 0.3, 0.{n}]" for n, word in enumerate(("the", "cat", "sat"), 4))
    head = f'[worksheet]\ntitle = "t"\nsentence = "the cat sat"\n{own}\n[embeddings.table]\n{table}\n'
    task = '[[exercise.block]]\ntable = "pe"\n' if kind == "task" else ""
    sheet = build(read(f'{head}[[exercise]]\nkind = "{kind}"\n{more}\n{task}', "s", None))
    assert len(code_of(sheet)) == 8
    sheet_view(sheet)
    key_view(sheet, solve(sheet))


@pytest.mark.parametrize("kind", TURNING)
@pytest.mark.parametrize(
    "own", ['[rules]\npe = "0.5"', '[rules]\ndivisor = "pos + 1"', '[rules]\ni = "k + pos"', "[given]\nbase = 500"]
)
def test_exercises_on_pairs_that_turn_need_the_encoding_as_it_is(kind: str, own: str) -> None:
    """Their pages tell its formula; what replaces a part of it is refused with its line, in both languages."""
    with pytest.raises(InputError) as caught:
        shown(kind, own)
    assert (caught.value.key, caught.value.values["line"]) == ("own-rules.not-here", 5)
    for language in LANGUAGES:
        said = text(language, caught.value.key, **caught.value.values)
        assert kind in said
        assert str(own.split()[1]) in said


@pytest.mark.parametrize("kind", ADDING)
@pytest.mark.parametrize("own", ['[rules]\nx = "0.5"', '[rules]\nangle = "0.5"', "[given]\npos = 5"])
def test_what_is_added_has_a_row_for_every_word(kind: str, own: str) -> None:
    """A number in place of a row cannot be asked for column by column."""
    with pytest.raises(InputError, match=r"own-rules\.not-here"):
        shown(kind, own, ADDING[kind])


@pytest.mark.parametrize(
    ("kind", "own"),
    [
        ("add", '[rules]\nx = "e - pe"'),
        ("add", '[rules]\ndivisor = "2 * (i + 1)"'),
        ("encode", '[rules]\ntwice = "2 * pe"'),
        ("order", "[given]\nmine = [1, 2, 3]"),
        ("task", '[rules]\ni = "k + pos"'),
        ("task", '[given]\nk = [0, 1]\n[rules]\nx = "pos"'),
        ("task", "[given]\nembedding = 5"),
        ("summary", "[given]\nembedding = [[1, 2], [3, 4]]"),
    ],
)
def test_what_changes_no_exercise_is_taken(kind: str, own: str) -> None:
    """Other sums, quantities beside the encoding, and whatever a free task may ask for."""
    shown(kind, own, "blank = [1]" if kind in ("add", "encode") else "")


def plain(given: str, encoding: str = "sinusoidal", table: str = "pe") -> Spec:
    """A small free task about an encoding, with a leaf of its own in line 6."""
    head = f'[worksheet]\ntitle = "t"\nn = 3\nencoding = "{encoding}"\n[given]\n{given}\n'
    block = f'[[exercise.block]]\ntable = "{table}"\nblank = [1]\n'
    return read(f'{head}[[exercise]]\nkind = "task"\n{block}', "s", None)


@pytest.mark.parametrize(("given", "line"), [("base = [1, 2, 3]", 6), ("d = [1, 2, 3]", 4)])
def test_a_leaf_that_no_rule_of_the_encoding_can_take_is_named(given: str, line: int) -> None:
    """With its line where a rule that fails reads it, else with that of the encoding."""
    with pytest.raises(InputError) as refused:
        build(plain(given))
    assert (refused.value.key, refused.value.values["line"]) == ("worksheet.method", line)


def test_what_has_more_axes_than_a_sheet_cannot_be_asked_for() -> None:
    """FIRE's small network and the bias that it gives have an axis for heads; what is on the sheet is named."""
    with pytest.raises(InputError) as refused:
        build(plain("h = 1", "fire", "bias"))
    assert refused.value.key.startswith("worksheet.no-quantity")
    assert "bias" not in str(refused.value.values["known"]).split(", ")
