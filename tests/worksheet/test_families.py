"""The worksheets of the families: twins, their place in a course, what each of them holds, and drawn numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.errors import InputError
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.contents import BRACES, expressions, texts
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import ambiguous, solve
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find
from tests.worksheet.names import FAMILY_SHEETS, FAMILY_TWINS, TWINS

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Block, Spec

VARIED = [name for name in FAMILY_SHEETS if find(name).worksheet.vary]
#: Of a German sheet and of its twin, whose seeds draw other numbers.
SEEDS = {"de": range(10), "en": range(3)}
#: Keys of a block that hold words of its language; lists of them are as long in the other one.
WORDS = {"text", "choice", "question", "title", "corner", "caption", "right", "model", "alt", "hand_names"}
LISTS = {"items", "formula", "row_names", "column_names", "names", "options"}


def blocks(spec: Spec) -> list[Block]:
    """All blocks of a worksheet, in order."""
    return [block for exercise in spec.exercise for block in exercise.block]


def shape_of(block: Block) -> dict[str, Any]:
    """What a block is, without the words of its language."""
    known = block.model_dump()
    found = {key: value for key, value in known.items() if key not in WORDS | LISTS | {"cells"}}
    found |= {key: bool(known[key]) for key in WORDS} | {key: len(known[key]) for key in LISTS}
    found["cells"] = [[cell for cell in row if isinstance(cell, int)] or len(row) for row in block.cells]
    found["answer"] = block.options.index(block.right) if block.right else None
    return found | {"numbers": sorted(expressions(block))}


@pytest.mark.parametrize(("german", "english"), FAMILY_TWINS)
def test_twins_are_one_worksheet(german: str, english: str) -> None:
    """A translation has other words and nothing else: the same encodings, numbers, rules, exercises and blocks."""
    one, two = find(german), find(english)
    worded = {"name", "title", "language", "sentence", "level", "after"}
    assert one.worksheet.model_dump(exclude=worded) == two.worksheet.model_dump(exclude=worded)
    assert (one.worksheet.language, two.worksheet.language) == ("de", "en")
    for part in ("given", "also", "rules", "embeddings"):
        assert getattr(one, part) == getattr(two, part), part
    assert len(one.words) == len(two.words)
    assert len(one.exercise) == len(two.exercise)
    for left, right in zip(one.exercise, two.exercise, strict=True):
        assert left.model_dump(exclude={"title", "block"}) == right.model_dump(exclude={"title", "block"})
        assert [shape_of(block) for block in left.block] == [shape_of(block) for block in right.block], left.title


@pytest.mark.parametrize(("german", "english"), FAMILY_TWINS)
def test_twins_have_one_key(german: str, english: str) -> None:
    """The same blanks with the same points accept the same texts."""
    keys = [
        [(one.blank.id, one.blank.place, one.blank.points, one.text, one.accepted) for one in solve(build(find(name)))]
        for name in (german, english)
    ]
    assert keys[0] == keys[1]


def test_names_come_in_the_order_of_a_course() -> None:
    """First German, then English, each in the order of its twin; names say the language."""
    half = len(BUILTIN_NAMES) // 2
    assert list(zip(BUILTIN_NAMES[:half], BUILTIN_NAMES[half:], strict=True)) == list(TWINS)
    assert [find(name).worksheet.language for name in BUILTIN_NAMES] == ["de"] * half + ["en"] * half


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_what_comes_before_stands_before(name: str) -> None:
    """A worksheet builds on worksheets of its language that stand before it, and on all that those build on."""
    spec = find(name)
    before = BUILTIN_NAMES[: BUILTIN_NAMES.index(name)]
    assert spec.worksheet.after
    assert len(set(spec.worksheet.after)) == len(spec.worksheet.after)
    for other in spec.worksheet.after:
        assert other in before
        assert find(other).worksheet.language == spec.worksheet.language
    english = dict(TWINS)
    if spec.worksheet.language == "de":
        twin = find(english[name])
        assert twin.worksheet.after == tuple(english[other] for other in spec.worksheet.after)


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_a_family_sheet_is_a_lesson(name: str) -> None:
    """Four to six exercises of at most an hour, from easy to a reason, with a level each and 12 to 30 blanks."""
    spec, sheet = find(name), build(find(name))
    assert 4 <= len(spec.exercise) <= 6
    assert 25 <= spec.worksheet.minutes <= 60
    assert sum(exercise.minutes for exercise in spec.exercise) == spec.worksheet.minutes
    assert 12 <= len(sheet.blanks) <= 30
    assert all(exercise.title and exercise.minutes and exercise.level for exercise in spec.exercise)
    assert list(dict.fromkeys(exercise.level for exercise in spec.exercise)) == ["I", "II", "III"]


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_a_family_sheet_shows_asks_and_sums_up(name: str) -> None:
    """Each has a picture and closed and open questions, and closes with what one takes along."""
    found = blocks(find(name))
    assert any(block.picture for block in found)
    assert any(block.choice for block in found)
    assert any(block.question for block in found)
    assert all(block.alt for block in found if block.picture)
    assert all(block.model and block.lines for block in found if block.question)
    assert found[-1].box == "rule"
    assert found[-1].title in ("Das nimmst du mit", "What you take with you")


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_the_right_option_has_no_place_of_its_own(name: str) -> None:
    """Options of a question differ, and who always ticks the same place is not always right."""
    choices = [block for block in blocks(find(name)) if block.choice]
    assert all(len(set(block.options)) == len(block.options) >= 2 for block in choices)
    places = {block.options.index(block.right) for block in choices}
    assert len(choices) < 2 or len(places) > 1


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_broken_numbers_stand_in_braces(name: str) -> None:
    """A number with decimals in a text is put in by the program, with the decimal mark of the sheet."""
    told = [BRACES.sub("", text) for block in blocks(find(name)) for text in texts(block)]
    assert [text for text in told if re.search(r"\d\.\d|\d,\d(?!\d\d)", text)] == []


def answers_of(sheet: Sheet) -> list[tuple[str, ...]]:
    """Accepted texts of all blanks."""
    return [solution.accepted for solution in solve(sheet)]


@pytest.mark.parametrize("name", VARIED)
def test_drawn_sheets_are_fair(name: str) -> None:
    """A seed draws what the worksheet names and nothing else, with its signs; every blank stays fair."""
    spec = find(name)
    fixed = build(spec)
    named, seeds = set(spec.worksheet.vary), SEEDS[spec.worksheet.language]
    drawn = [vary(spec, seed) for seed in seeds]
    for seed, sheet in zip(seeds, drawn, strict=True):
        assert (sheet.varied, sheet.seed, sheet.name) == (True, seed, f"{name}-{seed}")
        assert sheet.blanks == fixed.blanks
        assert ambiguous(sheet) == ()
        assert sheet.positions == fixed.positions
        for leaf, value in fixed.given.items():
            same = np.array_equal(np.asarray(sheet.given[leaf]), np.asarray(value))
            assert same is (leaf not in named), leaf
            if not same:
                before, after = (np.asarray(one, dtype=float) for one in (value, sheet.given[leaf]))
                assert np.array_equal(np.sign(before), np.sign(after)), leaf
    keys = [answers_of(sheet) for sheet in drawn[:5]]
    assert all(one != other for number, one in enumerate(keys) for other in keys[:number])


@pytest.mark.parametrize("name", VARIED)
def test_drawn_sheets_and_keys_are_written(name: str) -> None:
    """A drawn sheet has a page on which no text tells an answer, and a key."""
    sheet = vary(find(name), 0)
    student, key = sheet_view(sheet), key_view(sheet, solve(sheet))
    assert student.variant == key.variant != ""
    assert len(student.exercises) == len(key.exercises) == len(sheet.parts)


@pytest.mark.parametrize("name", [name for name in FAMILY_SHEETS if name not in VARIED])
def test_without_numbers_to_draw_there_is_one_sheet(name: str) -> None:
    """A worksheet that names no leaf says so when it is to be varied."""
    with pytest.raises(InputError) as refused:
        vary(find(name), 1)
    assert refused.value.key == "worksheet.nothing-to-draw"
