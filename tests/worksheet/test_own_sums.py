"""What embedding and pattern become by a rule of the worksheet's own: its pages say that rule, or it is refused."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.encodings.slips import slip
from posenc_cli.errors import InputError
from posenc_cli.i18n import LANGUAGES, text
from posenc_cli.render.blocks import SumGrids, TableBlock
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.mistakes import once_of, slips_of
from posenc_cli.worksheet.spec import builtin_text, read
from tests.render.viewing import every

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.i18n import Language
    from posenc_cli.render.blocks import PageView
    from posenc_cli.worksheet.sheet import Sheet

WORDS = ("the", "cat", "sat")
EXERCISES = {
    "add": 'kind = "add"\nworked = [0]\nblank = [1, 2]',
    "fading": 'kind = "add"\nfading = [0, 1, 3]',
    "same-word": 'kind = "same-word"\nword = "the"\nsentences = ["the cat", "see the cat"]\nparts = ["meaning"]',
    "idea": 'kind = "idea"',
    "summary": 'kind = "summary"\nparts = ["layers", "next", "cutouts"]\n[[exercise]]\nkind = "add"\nworked = [0]',
    "pair": 'kind = "pair"\npair = ["the", "cat"]\nparts = ["reference", "width", "why"]',
}
#: Rules as they are written in a spec, as a page says them, and what they are.
RULES: dict[str, tuple[str, Callable[[float, float], float]]] = {
    "e - pe": ("E − PE", lambda e, pe: e - pe),
    "pe - e": ("PE − E", lambda e, pe: pe - e),
    "e * pe": ("E · PE", lambda e, pe: e * pe),
    "2 * e + pe": ("2 · E + PE", lambda e, pe: 2 * e + pe),
    "e + 0.5 * pe": ("E + 0.5 · PE", lambda e, pe: e + pe / 2),
    "(e + pe) / w": ("(E + PE) / 4", lambda e, pe: (e + pe) / 4),
    "2 * x": ("2 · (E + PE)", lambda e, pe: 2 * (e + pe)),
}
#: Of adding two rows, in both languages.
ADDING = re.compile(r"\b(add|adds|adding|added|sums?|plus)\b|[aA]ddier|Summe|\+ PE", re.IGNORECASE)


def made(rule: str, exercise: str, head: str = "", more: str = "") -> Sheet:
    """A sheet of three words with one exercise and a rule of x in line 5 at the earliest."""
    table = "\n".join(f"{word} = [0.1, 0.2, 0.3, 0.{n}]" for n, word in enumerate(WORDS, 4))
    top = f'[worksheet]\ntitle = "t"\nsentence = "{" ".join(WORDS)}"{head}\n[rules]\nx = "{rule}"\n{more}'
    return build(read(f"{top}\n[embeddings.table]\n{table}\n[[exercise]]\n{exercise}\n", "s", None))


def page(sheet: Sheet, *, key: bool = False) -> PageView:
    """Its page."""
    return key_view(sheet, solve(sheet)) if key else sheet_view(sheet)


@pytest.mark.parametrize(
    ("rule", "exercise"), [*((rule, "add") for rule in RULES), ("e - pe", "fading"), ("e * pe", "same-word")]
)
def test_the_rule_stands_before_the_results_that_it_makes(rule: str, exercise: str) -> None:
    """Whoever does with the printed rows what the key says finds what the key has, and nothing speaks of adding."""
    said, compute = RULES[rule]
    view = page(made(rule, EXERCISES[exercise], more="[given]\nw = 4" if "w" in rule else ""), key=True)
    grids = [grid for block in every(view, SumGrids) for grid in block.grids]
    assert len(grids) >= 2
    for grid in grids:
        (e_head, e), (pe_head, pe), (x_head, x) = grid.rows
        assert (e_head, pe_head, x_head) == ("E", "PE", f"= {said}")
        for one, other, result in zip(e, pe, x, strict=True):
            wanted = compute(*(float(cell.text.replace("−", "-")) for cell in (one, other)))
            assert float(result.text.replace("−", "-")) == pytest.approx(wanted, abs=0.0015)
    if exercise != "same-word":
        assert any(said in one and "\n" not in one for one in every(view, str) if one != f"= {said}")


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("exercise", [name for name in EXERCISES if name != "pair"])
def test_where_nothing_is_added_nothing_is_said_of_it(exercise: str, language: str) -> None:
    """Neither in a student's sheet nor in the exercises of its key."""
    sheet = made("e - pe", f'{EXERCISES[exercise]}\n[[exercise]]\nkind = "matrix"', f'\nlanguage = "{language}"')
    for key in (False, True):
        strings = [one for view in page(sheet, key=key).exercises for one in every(view, str)]
        assert [one for one in strings if ADDING.search(one)] == []
    usual = made("e + pe", EXERCISES[exercise], f'\nlanguage = "{language}"')
    assert any(ADDING.search(one) for one in every(page(usual).exercises, str))


@pytest.mark.parametrize("language", LANGUAGES)
def test_two_words_are_compared_with_positions_and_not_after_adding(language: Language) -> None:
    """The sentences about the sums are others, and the model answer tells of the patterns that are there."""
    of = {
        rule: " ".join(every(page(made(rule, EXERCISES["pair"], f'\nlanguage = "{language}"'), key=True), str))
        for rule in ("e - pe", "e + pe")
    }
    for name, part in (("task", 0), ("cosine-after", 0), ("why-not-pos", 0), ("model-pos", -1)):
        parts = text(language, f"exercise.pair.{name}", far="\0", working="\0").split("\0")
        assert [parts[part].strip(" .:") in said for said in of.values()] == [False, True], name


def test_lengths_are_compared_only_where_both_are_added() -> None:
    """Which of both weighs more is another matter where a rule weighs them."""
    pages = {rule: str(page(made(rule, EXERCISES["pair"], '\nlanguage = "en"'))) for rule in ("e + pe", "20 * e + pe")}
    there = {rule: text("en", "exercise.pair.width") in said for rule, said in pages.items()}
    assert there == {"e + pe": True, "20 * e + pe": False}


def test_the_patterns_of_another_encoding_are_no_sines() -> None:
    """The model answer names the bounds of the numbers that stand there, of a learned table as of a rule for pe."""
    for head, more in (('\nencoding = "learned"', ""), ("", 'pe = "3 * pe"')):
        sheet = made("e + pe", EXERCISES["pair"], head, more)
        pe = sheet.formula.run(sheet.given, NUMBERS).values["pe"]
        bounds = [f"{bound:.3f}".replace("-", "−") for bound in (pe.min(), pe.max())]
        said = next(one for one in every(page(sheet, key=True), str) if one.startswith("pos "))
        assert [bound in said for bound in bounds] == [True, True]
        assert "Sinus" not in said


@pytest.mark.parametrize("rule", ["e", "pe", "e + take(pe, 0)", "where(e < pe, e, pe)", "e + pos * pe", "e * pe + k"])
@pytest.mark.parametrize("exercise", ["add", "fading", "same-word"])
def test_a_rule_that_no_line_says_is_refused_with_its_line(rule: str, exercise: str) -> None:
    """Another column, another row, only one of the two: no sentence of the page tells what to do."""
    with pytest.raises(InputError) as refused:
        made(rule, EXERCISES[exercise])
    assert (refused.value.key, refused.value.values["line"]) == ("own-rules.unsaid", 5)
    for language in LANGUAGES:
        said = text(language, refused.value.key, **refused.value.values)
        assert str(refused.value.values["kind"]) in said


def test_a_rule_that_no_line_has_room_for_is_refused() -> None:
    """It would push the numbers off the page."""
    with pytest.raises(InputError, match=r"own-rules\.unsaid"):
        made("e + pe + 0.125 * e + 0.375 * pe + 0.25 * e * pe", EXERCISES["add"])


@pytest.mark.parametrize("rule", ["e + pe", "pe + e", "x"])
def test_a_sum_is_a_sum_whoever_writes_it(rule: str) -> None:
    """The usual page, row by row."""
    grid = next(one for block in every(page(made(rule, EXERCISES["add"])), SumGrids) for one in block.grids)
    assert [head for head, _ in grid.rows] == ["E", "+ PE", "="]


def test_a_scaled_embedding_is_told_of_unless_it_is_made_otherwise() -> None:
    """√d stands on the page only where row E has it."""
    scaled = {"": True, 'e = "3 * embedding"': False}
    for own, is_told in scaled.items():
        view = page(made("e - pe", EXERCISES["add"], "\nscale = true", own))
        assert any("√d" in one for one in every(view, str)) is is_told


def test_a_table_of_a_task_names_what_the_column_holds() -> None:
    """Beside E and PE stands the rule and not their sum."""
    block = 'kind = "task"\n[[exercise.block]]\ntable = ["e", "pe", "x"]\nblank = [1]\nasked = ["x"]'
    for rule, said in (("e - pe", "E − PE"), ("e + pe", "E + PE"), ("e + take(pe, 0)", "x")):
        (table,) = every(page(made(rule, block)).exercises, TableBlock)
        assert table.head[-1][-1] == said


def test_mistakes_of_adding_are_no_mistakes_of_another_rule() -> None:
    """Whoever subtracts where the sheet subtracts is told of nothing; other mistakes stay."""
    sheets = [made(rule, EXERCISES["add"]) for rule in ("e + pe", "e - pe")]
    usual, other = ({one.id for one in (*slips_of(sheet), *once_of(sheet))} for sheet in sheets)
    assert {"add-subtracted", "add-minus-lost", "write-one-minus"} <= usual - other
    assert all("x" in variant or "e" in variant for one in usual - other for variant in slip(one).variants)
    assert {"write-decimal-shifted", "write-cell-shifted"} <= other


def test_a_built_in_sheet_with_another_rule_is_whole() -> None:
    """What docs/worksheets.md shows, on the sheet that it tells people to start from."""
    whole = builtin_text("cat-short").replace("[embeddings", '[rules]\nx = "e - pe"\n[embeddings', 1)
    view = page(build(read(whole, "s", None)), key=True)
    assert "= E − PE" in every(view, str)
    assert "+ PE" not in every(view, str)
