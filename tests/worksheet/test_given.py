"""Numbers under ``[given]``: taken where something reads them, refused in one sentence where they were passed over."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import read

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

TASK = 'kind = "task"\n[[exercise.block]]\ntable = "pe"\nblank = [1]\n'
PAIR = 'kind = "pair"\npair = ["the", "cat"]\n'


def made(given: str, exercise: str = TASK, more: str = "", encoding: str = "sinusoidal") -> Sheet:
    """A sheet of six words with something given in line 6."""
    words = "the cat sat on a mat"
    table = "\n".join(f"{word} = [0.1, 0.2, 0.3, 0.{n}]" for n, word in enumerate(words.split(), 1))
    head = f'[worksheet]\ntitle = "t"\nsentence = "{words}"\nencoding = "{encoding}"\n[given]\n{given}\n{more}'
    return build(read(f"{head}\n[embeddings.table]\n{table}\n[[exercise]]\n{exercise}", "s", None))


def refusal(given: str, exercise: str = TASK, more: str = "", encoding: str = "sinusoidal") -> tuple[str, object, str]:
    """Key, line and English sentence of the refusal."""
    with pytest.raises(InputError) as refused:
        made(given, exercise, more, encoding)
    said = {language: text(language, refused.value.key, **refused.value.values) for language in LANGUAGES}
    assert all(given.partition(" ")[0] in one and "{" not in one for one in said.values())
    return refused.value.key, refused.value.values["line"], said["en"]


@pytest.mark.parametrize(
    ("given", "start"),
    [
        ("e = 2", ["embedding"]),
        ("x = 3", ["base", "embedding", "k", "pos"]),
        ("angle = 1", ["base", "k", "pos"]),
        ("pe = [0.5, 0.25]", ["base", "k", "pos"]),
        ("divisor = [1, 7]", ["base", "k"]),
        ("also_angle = 1", ["also_base", "also_k", "also_pos"]),
    ],
)
def test_what_a_rule_makes_is_not_given(given: str, start: list[str]) -> None:
    """It would be passed over; the sentence names what that quantity is made of."""
    more = "[also.also]\n" if given.startswith("also") else ""
    key, line, said = refusal(given, more=more)
    assert (key, line) == ("given.made", 6)
    assert ", ".join(start) in said


def test_where_words_have_no_vectors_the_names_of_what_is_added_are_free() -> None:
    """No rule makes e, x and m there."""
    head = '[worksheet]\ntitle = "t"\nn = 3\n[given]\nm = [[1, 2], [3, 4]]\n[rules]\nours = "2 * m"\n'
    block = '[[exercise]]\nkind = "task"\n[[exercise.block]]\ntable = "ours"\nblank = [1]\n'
    sheet = build(read(head + block, "s", None))
    assert sheet.formula.run(sheet.given, NUMBERS).values["ours"].tolist() == [[2, 4], [6, 8]]


def test_what_is_made_of_the_width_alone_is_a_matter_of_rules() -> None:
    """There is no number to give instead."""
    assert refusal("columns = 8")[:2] == ("given.made-alone", 6)


@pytest.mark.parametrize("given", ["zzz = 1", "content = [[1, 2], [3, 4]]", "nth = 1", "value = 1"])
def test_what_nothing_reads_is_refused(given: str) -> None:
    """With the names that the sheet does read."""
    key, line, said = refusal(given)
    assert (key, line) == ("given.unread", 6)
    assert "base, embedding, k, pos" in said


@pytest.mark.parametrize(
    ("exercise", "more"),
    [
        (f'{TASK}[[exercise.block]]\ntext = "It is {{2 * zzz}}."\n', ""),
        (f'{TASK}[[exercise.block]]\ntable = "zzz"\n', ""),
        (f'{TASK}hide = "zzz > 2"\n', ""),
        (TASK, '[rules]\nmine = "zzz + 1"\n'),
        (TASK, '[slips.mine]\nreplaces = { pe = "pe + zzz" }\nname = { en = "n" }\nhint = { en = "h" }\n'),
    ],
)
def test_what_anything_reads_is_taken(exercise: str, more: str) -> None:
    """A text, a table, a comparison, a rule or a mistake of the worksheet's own."""
    assert int(made("zzz = 1", exercise, more).given["zzz"]) == 1


def test_what_only_a_known_mistake_reads_is_taken() -> None:
    """The number of words of a sheet without positions, by which somebody divides who forgets the mask."""
    block = 'kind = "task"\n[[exercise.block]]\ntable = "visible"\nblank = [1]\n'
    assert int(made("n = 5", block, encoding="nope").given["n"]) == 5


@pytest.mark.parametrize(
    ("given", "more", "table"), [("d = 6", "", "worksheet"), ("also_d = 6", "[also.also]\n", "also.also")]
)
def test_the_width_has_a_key_of_its_own(given: str, more: str, table: str) -> None:
    """With another one the divisors would be those of other columns than the sheet has."""
    key, line, said = refusal(given, more=more)
    assert (key, line) == ("given.width", 6)
    assert f"[{table}]" in said


def test_positions_in_one_row_are_told_how_to_be_written() -> None:
    """A row for every word; a single one, or as many rows, are taken."""
    key, line, said = refusal("pos = [1, 2, 3, 4, 5, 6]")
    assert (key, line) == ("given.column", 6)
    assert "pos = [[1], [2], [3], …]" in said
    for given, first in (("pos = [[3], [4], [5], [6], [7], [8]]", 3), ("pos = 2", 2)):
        sheet = made(given, TASK.replace("[1]", "[0]"))
        assert np.ravel(sheet.formula.run(sheet.given, NUMBERS).values["angle"])[0] == first


@pytest.mark.parametrize("exercise", [PAIR, 'kind = "add"\nblank = [1]\n', 'kind = "matrix"\n'])
def test_other_positions_than_a_page_names_are_refused(exercise: str) -> None:
    """It would say "cat (position 1)" above the pattern of another one."""
    assert refusal("pos = [[3], [4], [5], [6], [7], [8]]", exercise)[:2] == ("own-rules.not-here", 6)


def test_the_words_of_a_pair_are_not_given() -> None:
    """The exercise names them; a task may compare rows of its own."""
    assert refusal("first = 3", PAIR)[:2] == ("given.unread", 6)
    own = 'kind = "task"\n[[exercise.block]]\ntable = "dot"\nblank = [0]\n'
    assert int(made("first = 3\nsecond = 1", own).given["first"]) == 3


def test_the_foot_tells_no_formula_that_a_rule_replaces() -> None:
    """Neither base nor exponent are those of the sheet then."""
    feet = {
        rule: sheet_view(made("embedding = 5", more=f"[rules]\n{rule}\n")).foot
        for rule in ('ours = "2 * pe"', 'divisor = "10 ** i"')
    }
    assert ["10000" in foot for foot in feet.values()] == [True, False]
    assert all("sinusoidal" in foot or "10000" in foot for foot in feet.values())


def test_the_foot_names_the_base_that_is_given() -> None:
    """The sheet computes with it; other sheets name that of their encoding."""
    for given, base in (("base = 100", "100"), ("embedding = 5", "10000")):
        assert f"base {base} " in sheet_view(made(given)).foot.replace("Basis", "base").replace("\u00a0", " ") + " "
