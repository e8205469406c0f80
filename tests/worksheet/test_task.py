from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.cli.boundary import sentence
from posenc_cli.errors import PosencError
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.similar import similar_sheets
from posenc_cli.worksheet.spec import read

if TYPE_CHECKING:
    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.sheet import Sheet

LANGUAGES: tuple[Language, ...] = ("de", "en")
GOOD = """\
[worksheet]
title = "A sheet"
encoding = "alibi"
sentence = "the cat sat"
params = { n_heads = 4 }
vary = ["content"]

[given]
h = 1
content = [[0.8, 0.5, -0.2], [0.5, 1.2, 0.1], [0.3, 0.9, 1.1]]

[also.steep]
encoding = "alibi"
n = 1
params = { n_heads = 4 }

[rules]
score = "content + bias"
twice = "2 * distance"

[[exercise]]
kind = "task"
title = "Distances"
minutes = 5
[[exercise.block]]
text = "A slope of {slope} takes {2 * slope} in two steps."
[[exercise.block]]
table = "distance"
blank = [2]
hide = "key > query"
[[exercise.block]]
working = "bias"
cells = [[1, 0], [2, 0]]
via = ["distance"]
blank = [[2, 0]]
[[exercise.block]]
table = ["steep_exponent", "steep_slope"]
asked = ["steep_slope"]
row_names = ["1", "2", "3", "4"]
column_names = ["exponent", "slope"]
blank = [1, 3]
[[exercise.block]]
choice = "Which?"
options = ["this", "that"]
right = "that"
"""


def made(toml: str) -> Sheet:
    """The sheet of a text."""
    return build(read(toml, "t", None))


def test_a_task_asks_for_cells_of_any_quantity() -> None:
    """Ids name quantity, row and column; what is hidden, or no blank, is not asked."""
    sheet = made(GOOD)
    assert [blank.id for blank in sheet.blanks] == [
        "distance_2_0",
        "distance_2_1",
        "distance_2_2",
        "bias_2_0",
        "steepslope_1",
        "steepslope_3",
    ]
    texts = {one.blank.id: one.text for one in solve(sheet)}
    assert texts == {
        "distance_2_0": "2.000",
        "distance_2_1": "1.000",
        "distance_2_2": "0.000",
        "bias_2_0": "-0.500",
        "steepslope_1": "0.063",
        "steepslope_3": "0.004",
    }


def test_a_table_prints_what_it_neither_asks_nor_hides() -> None:
    """Rows above the blanks stand on the sheet up to the diagonal; the exponent beside the slope does too."""
    sheet = made(GOOD)
    assert sheet.printed["distance"].tolist() == [[True, False, False], [True, True, False], [False] * 3]
    assert sheet.printed["steep_exponent"].all()
    assert sheet.printed["steep_slope"][:, 0].tolist() == [True, False, True, False]
    assert sheet.printed["bias"].tolist() == [[False] * 3, [True, False, False], [False] * 3]


def test_a_rule_is_added_or_replaced() -> None:
    """A new name follows the encoding's rules; a known one takes the place of the rule of that name."""
    sheet = made(GOOD.replace('twice = "2 * distance"', 'slope = "0.5"'))
    assert {one.blank.id: one.text for one in solve(sheet)}["bias_2_0"] == "-1.000"


@pytest.mark.parametrize(
    "block", ['table = "distance"\nrows = [2]\nrow_names = ["sat"]\n', 'working = "bias"\ncells = [[2, 0]]\n']
)
def test_a_blank_of_a_second_block_is_copied(block: str) -> None:
    """A cell is asked for once; a later table or line that shows it does not own it, and does not print it."""
    sheet = made(GOOD + "[[exercise.block]]\n" + block)
    again = sheet.parts[0].data["blocks"][-1].shown
    assert not again.owned
    assert len(sheet.blanks) == 6
    assert not any(sheet.printed[one.place.quantity][one.place.row, one.place.column] for one in sheet.blanks)


def test_drawn_leaves_keep_signs_and_decimals() -> None:
    """A seed draws what the spec names, the same at every call, and leaves the rest as it is."""
    spec = read(GOOD, "t", None)
    first, again, other = vary(spec, 1), vary(spec, 1), vary(spec, 2)
    drawn = first.given["content"]
    assert (drawn == again.given["content"]).all()
    assert (drawn != other.given["content"]).any()
    assert (drawn != build(spec).given["content"]).any()
    assert (np.sign(drawn.astype(float)) == np.sign(build(spec).given["content"].astype(float))).all()
    assert all(int(value.as_tuple().exponent) >= -1 for value in drawn.ravel())
    assert first.given["h"] == 1


def test_a_single_number_is_drawn_like_a_row() -> None:
    """With its sign and its decimals."""
    own = GOOD.replace("h = 1", "h = 1\nrate = -0.5").replace('"2 * distance"', '"rate * distance"')
    own = own.replace('vary = ["content"]', 'vary = ["rate"]')
    drawn = [vary(read(own, "t", None), seed).given["rate"] for seed in range(6)]
    assert len(set(drawn)) > 1
    assert all(-1 < value < 0 and value.as_tuple().exponent == -1 for value in drawn)


def test_a_single_number_is_another_one_in_a_similar_calculation() -> None:
    """It moves on as whole numbers do, and only what reads it changes."""
    own = GOOD.replace("h = 1", "h = 1\nrate = -0.5").replace('"2 * distance"', '"rate * distance"')
    sheet = made(own + '[[exercise.block]]\ntable = "twice"\nblank = [1]\n')
    changed, one = next(found for found in similar_sheets(sheet) if "rate" in found[0])
    assert changed == frozenset({"rate", "twice"})
    assert one.given["rate"] == Decimal("6.5")


def test_what_cannot_be_drawn_is_named() -> None:
    """With what could be: leaves, and the first position."""
    with pytest.raises(PosencError) as refused:
        vary(read(GOOD.replace('vary = ["content"]', 'vary = ["contents"]'), "t", None), 1)
    assert refused.value.key == "worksheet.no-leaf"
    assert refused.value.values["known"] == "h, content, first_pos"
    assert refused.value.values["line"] == 6


def test_leaves_are_drawn_until_the_sheet_is_fair(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is not is drawn again, and where nothing ever is, that is said."""
    spec, said = read(GOOD, "t", None), iter([True, True, False])
    usual = vary(spec, 1).given["content"]
    monkeypatch.setattr("posenc_cli.worksheet.draw.ambiguous", lambda _: next(said))
    assert (vary(spec, 1).given["content"] != usual).any()
    assert list(said) == []
    monkeypatch.setattr("posenc_cli.worksheet.draw.ambiguous", lambda _: True)
    with pytest.raises(PosencError) as refused:
        vary(spec, 1)
    assert refused.value.key == "worksheet.no-fair-draw"


def test_texts_and_titles_do_not_change_what_is_drawn() -> None:
    """Who corrects a sentence gets the numbers of before."""
    changed = GOOD.replace("Which?", "Which one?").replace('title = "Distances"', 'title = "How far"')
    drawn = [vary(read(toml, "t", None), 3).given["content"] for toml in (GOOD, changed)]
    assert (drawn[0] == drawn[1]).all()


BROKEN = {
    "an empty block": ('choice = "Which?"\noptions = ["this", "that"]\nright = "that"\n', "", "block-empty", ["table"]),
    "a key of another block": ('right = "that"', 'right = "that"\nlines = 3', "block-key", ["lines", "options"]),
    "no right answer": ('right = "that"', 'right = "the other"', "block-right", ["the other", "this | that"]),
    "an unknown quantity": ('table = "distance"', 'table = "distanse"', "no-quantity-near", ["distanse", "distance"]),
    "a leaf that is asked": ('table = "distance"', 'table = "content"', "block-leaf", ["content"]),
    "a row that is not there": ("blank = [2]", "blank = [3]", "block-cell", ["blank", "3", "2"]),
    "a negative row": ("blank = [2]", "blank = [-1]", "block-cell", ["-1"]),
    "a cell of three numbers": ("cells = [[1, 0], [2, 0]]", "cells = [[1, 0, 2]]", "block-cell-shape", ["[1, 0, 2]"]),
    "too few names": ('row_names = ["1", "2", "3", "4"]', 'row_names = ["1"]', "block-names", ["row_names", "1", "4"]),
    "a calculation that is none": ("{slope}", "{slope +}", "block-expression", ["slope +"]),
    "a word in braces": ("{slope}", "{steepness}", "no-quantity-near", ["steepness"]),
    "half a brace": ("{slope}", "{slope", "block-braces", ["{0.25}"]),
    "a column beside all columns": ("{slope}", "{take(distance, 9)}", "block-expression", ["take(distance, 9)"]),
    "a quantity of another table": ('asked = ["steep_slope"]', 'asked = ["slope"]', "no-quantity", ["slope", "steep_"]),
    "a hidden part of what is not there": ('"key > query"', '"keys > query"', "no-quantity-near", ["keys", "query"]),
    "a leaf worked out": ('working = "bias"', 'working = "content"', "block-leaf", ["content"]),
    "a line without a number": ('twice = "2', 'bias = "1 / (query - 1) + 2', "block-infinite", ["bias"]),
    "a division by zero": ("{slope}", "{1 / 0}", "block-infinite", ["1 / 0"]),
    "a picture without a word for the blind": (
        'choice = "Which?"\noptions = ["this", "that"]\nright = "that"',
        'picture = "ruler"\nmarks = [[0, 1]]',
        "block-drawing",
        ["ruler", "alt"],
    ),
    "a picture of nothing": (
        'choice = "Which?"\noptions = ["this", "that"]\nright = "that"',
        'picture = "arrows"\nalt = "none"\narrows = [[[1, 2, 3]]]',
        "block-drawing",
        ["arrows"],
    ),
    "shades without names": (
        'choice = "Which?"\noptions = ["this", "that"]\nright = "that"',
        'picture = "heat"\nof = "bias"\nalt = "shades"',
        "block-drawing",
        ["heat", "row_names"],
    ),
    **{
        f"a picture that does not fit, {key}": (
            'choice = "Which?"\noptions = ["this", "that"]\nright = "that"',
            f'alt = "x"\npicture = {keys}',
            "block-drawing",
            [key],
        )
        for key, keys in {
            "column_names": '"heat"\nof = "bias"\nrow_names = ["1", "2", "3"]\ncolumn_names = ["1"]',
            "draw": '"arrows"\narrows = [[[1, 2]]]\ndraw = [1]',
            "marked": '"board"\ncells = [["a", "b"]]\nmarked = [[0, 2]]',
        }.items()
    },
    "a leaf in words": ("h = 1", 'h = "one"', "spec-number", ["given.h", "one"]),
    "code in braces": ("{slope}", "{__import__('os')}", "block-expression", ["__import__"]),
    "a hidden part of nothing": ('hide = "key > query"', 'hide = "key"', "block-hide", ["key > query"]),
    "all blanks hidden": ('hide = "key > query"', 'hide = "key > -1"', "block-all-hidden", ["key > -1"]),
    "one answer twice": ('["this", "that"]', '["that", "that"]', "block-options", ["that | that"]),
    "no answers": ('["this", "that"]', "[]", "block-options", ["[]"]),
    "a rule too long": ('twice = "2', f'twice = "{"2 * " * 100}2', "spec-long", ["rules.twice", "400"]),
    "a root that is not there": ("{slope}", "{sqrt(-1)}", "block-infinite", ["sqrt(-1)"]),
    "a function of nothing": ('"2 * distance"', '"radians()"', "method", ["radians", "0", "1"]),
    "a head that is not there": ("h = 1", "h = 5", "given-head", ["5", "4"]),
    "half a head": ("h = 1", "h = 1.5", "given-head", ["1.5"]),
    "a column that is not there": ('"2 * distance"', '"take(distance, 9)"', "method", ["take"]),
    "a leaf of another shape": (
        "content = [[0.8, 0.5, -0.2], [0.5, 1.2, 0.1], [0.3, 0.9, 1.1]]",
        "content = [[1, 2], [3, 4]]",
        "method",
        ["add"],
    ),
    "a printed number that is none": (
        'twice = "2',
        'distance = "(query - key) / 0 + 2',
        "block-infinite",
        ["distance"],
    ),
    "an angle too large": ('twice = "2 *', 'distance = "sin(10**200) +', "block-infinite", ["distance"]),
    "an unknown rule's name": ('"2 * distance"', '"2 * distance +"', "method", ["2 * distance +"]),
    "a rule with the name of a leaf": ('twice = "2', 'query = "2', "rule-is-leaf", ["query"]),
    "an unknown parameter of a second encoding": (
        "n = 1\nparams = { n_heads = 4 }",
        "params = { heads = 4 }",
        "method",
        ["heads"],
    ),
    "three axes": ("n = 1\n", "", "three-axes", ["n_heads"]),
    "rows of different length": ("[0.5, 1.2, 0.1]", "[0.5, 1.2]", "given-rows", ["content"]),
    "a leaf of no numbers": ("h = 1", "h = []", "given-empty", ["h"]),
    "the same cell twice": ("blank = [[2, 0]]", "blank = [[2, 0], [2, 0]]", "", []),
    "a line of no cell": ("blank = [[2, 0]]", "blank = [[0, 0]]", "", []),
    "a strange verb": ('title = "Distances"', 'title = "D"\nverb = "sing"', "unknown-verb", ["sing", "calculate"]),
}


@pytest.mark.parametrize("name", [name for name, broken in BROKEN.items() if broken[2]])
def test_each_fault_of_a_task_has_its_sentence(name: str) -> None:
    """What was wrong, what was given and what would work are said with the line, in both languages."""
    old, new, key, parts = BROKEN[name]
    assert old in GOOD
    with pytest.raises(PosencError) as refused:
        made(GOOD.replace(old, new, 1))
    assert refused.value.key == f"worksheet.{key}"
    for language in LANGUAGES:
        said = sentence(refused.value, language)
        assert re.search(r"\b(Zeile|line) \d+", said), said
        assert all(part in said for part in parts), said


PIECES = st.sampled_from(
    [
        'table = "distance"',
        'table = ["slope", "bias"]',
        'table = "content"',
        'working = "bias"',
        'text = "a {slope} b {bias}"',
        'text = "{{0}}"',
        'question = "why {1/0}"',
        'picture = "bars"',
        'picture = "ruler"',
        'picture = "arrows"',
        'of = "row(bias, 7)"',
        "marks = [[0, 1], []]",
        "arrows = [[[1, 2, 3]]]",
        "blank = [0, [1, 1]]",
        "rows = [2, 0]",
        "columns = [1]",
        'hide = "key >= query"',
        'asked = ["bias"]',
        "cells = [[0, 0]]",
        'via = ["slope"]',
        'right = "x"',
        "[[exercise.block]]",
    ]
)


@given(st.lists(PIECES, max_size=8))
@settings(max_examples=150)
def test_random_blocks_are_made_or_refused(lines: list[str]) -> None:
    """Lines of blocks in any order give a sheet and a key with its page, or a sentence."""
    start = GOOD[: GOOD.index("[[exercise.block]]")]
    error = _fault(start + "[[exercise.block]]\n" + "\n".join(lines) + "\n")
    if error is not None:
        assert all(sentence(error, language) for language in LANGUAGES)


def _fault(toml: str) -> PosencError | None:
    try:
        sheet = made(toml)
        sheet_view(sheet)
        key_view(sheet, solve(sheet))
    except PosencError as error:
        return error
    return None
