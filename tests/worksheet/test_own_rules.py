"""Rules and leaves of a worksheet's own beside exercises that need those of the encoding."""

from __future__ import annotations

import numpy as np
import pytest

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.spec import Spec, read
from tests.render.viewing import every

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
        ("order", '[given]\nmine = [1, 2, 3]\n[rules]\nours = "2 * mine"'),
        ("task", '[rules]\ni = "k + pos"'),
        ("task", '[given]\nk = [0, 1]\n[rules]\nx = "pos"'),
        ("task", "[given]\nembedding = 5"),
        ("summary", "[given]\nembedding = [[1, 2], [3, 4]]"),
    ],
)
def test_what_changes_no_exercise_is_taken(kind: str, own: str) -> None:
    """Other sums, quantities beside the encoding, and whatever a free task may ask for."""
    more = {"add": "blank = [1]", "encode": "blank = [1]", "summary": 'parts = ["layers"]'}
    shown(kind, own, more.get(kind, ""))


def plain(given: str, encoding: str = "sinusoidal", table: str = "pe") -> Spec:
    """A small free task about an encoding, with a leaf of its own in line 6."""
    head = f'[worksheet]\ntitle = "t"\nn = 3\nencoding = "{encoding}"\n[given]\n{given}\n'
    block = f'[[exercise.block]]\ntable = "{table}"\nblank = [1]\n'
    return read(f'{head}[[exercise]]\nkind = "task"\n{block}', "s", None)


@pytest.mark.parametrize("given", ["base = [1, 2, 3]", "k = [[0, 1], [2, 3]]", "embedding = [1, 2, 3]"])
def test_a_leaf_that_no_rule_of_the_encoding_can_take_is_named(given: str) -> None:
    """With its line, whether the rule that fails reads it or what is made of it; and in words of ours."""
    with pytest.raises(InputError) as refused:
        build(plain(given))
    assert (refused.value.key, refused.value.values["line"]) == ("worksheet.method", 6)
    assert getattr(refused.value.values["reason"], "key", "") == "expression-shapes"
    assert "broadcast" not in text("en", refused.value.key, **refused.value.values)


@pytest.mark.parametrize(
    ("rules", "rule", "unknown"),
    [
        ('s = "s + 1"', "s", "s"),
        ('s = "e"', "s", "e"),
        ('s = "nan"', "s", "nan"),
        ('s = "2 * t"\nt = "3"', "s", "t"),
        ('divisor = "divisor * secret"', "divisor", "secret"),
    ],
)
def test_a_rule_reads_what_is_above_it(rules: str, rule: str, unknown: str) -> None:
    """The sentence names its own line, what is not there, and what is; who asks for it is not at fault."""
    with pytest.raises(InputError) as refused:
        build(plain(f"h = 5\n[rules]\n{rules}", table="pe"))
    assert (refused.value.key, refused.value.values["line"]) == ("own-rules.unknown", 8)
    assert (refused.value.values["rule"], refused.value.values["given"]) == (rule, unknown)
    assert "base, " in str(refused.value.values["known"])


@pytest.mark.parametrize(
    ("rule", "sizes"),
    [("take(h, 99)", "1 × 2, 1"), ("dots(h, k)", "1 × 2, 1 × 4"), ("transposed(n)", "1"), ("row(h, 7)", "1 × 2, 1")],
)
def test_what_cannot_be_computed_is_told_by_its_size(rule: str, sizes: str) -> None:
    """No word of a library's own leaks into the sentence."""
    with pytest.raises(InputError) as refused:
        build(plain(f'h = [1, 2]\n[rules]\ns = "{rule}"', table="s"))
    reason = refused.value.values["reason"]
    assert isinstance(reason, InputError)
    told = {"name": rule.partition("(")[0], "given": sizes}
    assert (reason.key, reason.values) == ("expression-values", told)


def test_what_has_more_axes_than_a_sheet_cannot_be_asked_for() -> None:
    """FIRE's small network and the bias that it gives have an axis for heads; what is on the sheet is named."""
    with pytest.raises(InputError) as refused:
        build(plain("h = 1", "fire", "bias"))
    assert refused.value.key.startswith("worksheet.no-quantity")
    assert "bias" not in str(refused.value.values["known"]).split(", ")


IDEA = '[worksheet]\ntitle = "t"\nn = 3\n{head}\n[[exercise]]\nkind = "idea"\nparts = ["ingredients"]\n'


#: Whoever gives rules the names of the formula does not have it.
NAMED = "[rules]\n" + "\n".join(f'{name} = "1"' for name in ("columns", "exponent", "i", "wave", "divisor", "angle"))


@pytest.mark.parametrize(
    ("encoding", "more"),
    [
        ("alibi", "[given]\nh = 1"),
        ("learned", NAMED),
        *((name, "") for name in ("rope", "timestamps", "sinusoidal-2d")),
    ],
)
def test_the_formula_is_told_only_of_an_encoding_that_has_it(encoding: str, more: str) -> None:
    """Of another one, sin(pos / …) would be a lie; the sentence names its exercise."""
    spec = read(IDEA.format(head=f'encoding = "{encoding}"\n{more}'), "s", None)
    with pytest.raises(InputError) as refused:
        build(spec)
    assert (refused.value.key, refused.value.values["line"]) == ("worksheet.kind-needs", spec.place(0)["line"])


@pytest.mark.parametrize(
    "given", ['order = "cos-first"', 'odd_width = "zero-column"', 'layout = "halves"', 'spacing = "endpoint"']
)
def test_the_formula_is_told_only_of_conventions_that_it_shows(given: str) -> None:
    """The cosine first, a column of zeros, half of an odd number: no sentence tells of them."""
    with pytest.raises(InputError) as refused:
        build(read(IDEA.format(head=f"d = 5\n[worksheet.conventions]\n{given}"), "s", None))
    assert (refused.value.key, refused.value.values["given"]) == ("worksheet.kind-convention", given.replace('"', ""))
    build(read(IDEA.format(head='d = 4\n[worksheet.conventions]\nodd_width = "zero-column"'), "s", None))


@pytest.mark.parametrize("spacing", ["paper", "endpoint", "endpoint-guarded"])
def test_the_formula_that_is_told_gives_the_divisors_of_the_sheet(spacing: str) -> None:
    """With the base and the spacing that are chosen, worked out as it is printed."""
    head = f'd = 6\n[worksheet.conventions]\nspacing = "{spacing}"\n[worksheet.params]\nbase = 100'
    sheet = build(read(IDEA.format(head=head), "s", None))
    said = next(one for one in every(sheet_view(sheet).exercises, str) if one.startswith("PE(pos, 2i) = sin(pos / "))
    exponents = {"100^(2i/d)": [0, 2 / 6, 4 / 6], "100^(i/(d/2 − 1))": [0, 1 / 2, 1]}[said.partition("/ ")[2][:-1]]
    divisors = [100**exponent for exponent in exponents]
    assert np.ravel(sheet.formula.run(sheet.given, NUMBERS).values["divisor"])[::2] == pytest.approx(divisors)
