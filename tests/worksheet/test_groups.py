from __future__ import annotations

from collections import Counter
from decimal import Decimal
from itertools import combinations
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError, UsageError
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.difficulty import difficulty
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.groups import POOL, Candidate, Groups, _drawn_apart, _set, groups
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.rows import rows_of
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.spec import Spec, find

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

#: Sentences, a bias in whole rows, and whole numbers.
NAMES = ("katze-kurz", "alibi", "t5-en")
TENTH = Decimal("0.1")


@pytest.fixture(scope="module")
def found() -> dict[str, Groups]:
    """Four groups of three worksheets."""
    return {name: groups(find(name), 4, 0) for name in NAMES}


@pytest.mark.parametrize("name", NAMES)
def test_groups_have_equally_many_negative_and_tiny_answers(found: dict[str, Groups], name: str) -> None:
    """Counted in the texts of the key, which come from 50 digits."""
    counts = []
    for sheet in found[name].sheets:
        values = [Decimal(one.text) for one in solve(sheet) if one.blank.source is None]
        counts.append((sum(value < 0 for value in values), sum(0 < abs(value) < TENTH for value in values)))
    assert all(max(kind) - min(kind) <= 1 for kind in zip(*counts, strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_groups_show_the_same_slips(found: dict[str, Groups], name: str) -> None:
    """What one sheet finds out, every one does; each sheet is looked at alone here."""
    assert len({frozenset(seen([sheet])[0].visible) for sheet in found[name].sheets}) == 1


@pytest.mark.parametrize("name", NAMES)
def test_no_two_groups_share_a_row_of_answers(found: dict[str, Groups], name: str) -> None:
    """Read from the keys: rows of two and more calculated numbers that are not the same for everybody."""

    def rows(number: int) -> set[tuple[str, ...]]:
        by_row: dict[tuple[str, int], list[str]] = {}
        for one in solve(found[name].sheets[number]):
            if one.blank.source is None:
                by_row.setdefault((one.blank.place.quantity, one.blank.place.row), []).append(one.text)
        return {(quantity, *texts) for (quantity, _), texts in by_row.items() if len(texts) > 1}

    every = [rows(number) for number in range(4)]
    fixed = set.intersection(*every)
    assert all(len(mine) > len(fixed) for mine in every)
    assert all(one & other <= fixed for one, other in combinations(every, 2))


def test_the_sheet_of_a_group_is_that_of_its_seed(found: dict[str, Groups]) -> None:
    """Its code and its name in a form rebuild it, without the letter."""
    for letter, sheet in zip("ABCD", found["katze-kurz"].sheets, strict=True):
        assert sheet.holder.group == letter
        again = sheet_of(code_of(sheet))
        assert again.name == sheet.name == sheet_of(sheet.form_name).name
        assert [one.text for one in solve(again)] == [one.text for one in solve(sheet)]


def test_a_seed_always_gives_the_same_groups_and_another_one_others() -> None:
    """Nothing but worksheet and seed decides, and no two seeds look at the same sheets."""
    one, again, other = (groups(find("t5"), 2, seed) for seed in (3, 3, 4))
    assert [sheet.seed for sheet in one.sheets] == [sheet.seed for sheet in again.sheets]
    assert all(sheet.seed // POOL == 3 for sheet in one.sheets)
    assert all(sheet.seed // POOL == 4 for sheet in other.sheets)


def test_what_differs_is_said_where_no_sheets_are_alike(monkeypatch: pytest.MonkeyPatch) -> None:
    """Better the most alike ones with a sentence than nothing."""
    monkeypatch.setattr("posenc_cli.worksheet.groups.POOL", 6)
    made = groups(find("katze-kurz"), 5, 0)
    assert not made.are_alike
    assert made.tried == 6
    assert made.notices()[0].key == "groups.unlike"
    assert "6" in made.notices()[0].text("en")


def test_the_nearest_is_taken_next() -> None:
    """Of sheets that share no row with those that are there the one whose farthest of these is nearest."""
    sheets = [vary(find("katze-kurz"), seed) for seed in range(16)]
    looked = [Candidate(sheet, difficulty(sheet), rows_of(sheet)) for sheet in sheets]
    found, _ = _drawn_apart(looked)
    for first in found:
        chosen = [first]
        for _ in range(4):
            free = [
                one
                for one in found
                if all(one is not it for it in chosen) and not any(one.shares(other) for other in chosen)
            ]
            chosen.append(min(free, key=lambda one: max(one.difficulty.distance(it.difficulty) for it in chosen)))
        made = _set(found, first, 5, crowded=False)
        assert [one.sheet.seed for one in made] == sorted(one.sheet.seed for one in chosen)


WORDS = ("Heute", "hat", "der", "Zug", "nach", "Ulm", "Pause")
#: Rows that fade, a sum, and a free task about the same patterns: what a teacher puts together.
MIXED = {
    "worksheet": {"name": "zug", "title": "t", "sentence": " ".join(WORDS), "vary": ["embedding"]},
    "embeddings": {
        "table": {
            word: [Decimal(n) / 10, Decimal("0.3"), Decimal("-0.4"), Decimal("0.7")] for n, word in enumerate(WORDS, 1)
        }
    },
    "exercise": [
        {"kind": "calculator", "points": 0},
        {"kind": "encode", "fading": [0, 0, 1, 2, 3]},
        {"kind": "add", "worked": [0], "blank": [2, 3]},
        {"kind": "task", "title": "t", "block": [{"table": ["embedding", "pe"], "asked": ["pe"], "blank": [5, 6]}]},
    ],
}


def mixed(*drawn: str) -> Spec:
    """That worksheet, with what its ``vary`` names."""
    return Spec.model_validate({**MIXED, "worksheet": {**MIXED["worksheet"], "vary": drawn}})  # type: ignore[dict-item]


def said(made: Groups) -> dict[str, list[str]]:
    """All notices in English, by their keys."""
    found: dict[str, list[str]] = {}
    for notice in made.notices():
        found.setdefault(notice.key.removeprefix("groups."), []).append(notice.text("en"))
    return found


def same_answers(made: Groups) -> dict[int, tuple[int, int]]:
    """Of every exercise how many answers two groups have in common, of how many: from the keys, blank by blank."""
    keys = [[one for one in solve(sheet) if one.blank.source is None] for sheet in made.sheets]
    found: dict[int, tuple[int, int]] = {}
    for blanks in zip(*keys, strict=True):
        number = blanks[0].blank.exercise
        alike, every = found.get(number, (0, 0))
        found[number] = alike + (len({one.text for one in blanks}) == 1), every + 1
    return found


def test_exercises_that_are_the_same_for_all_groups_are_named() -> None:
    """Where only vectors are drawn, the patterns stay: the message says where, and what would help."""
    made = groups(mixed("embedding"), 4, 0)
    assert said(made)["same"] == [
        "The same on all sheets, for nothing is drawn there: all answers of exercise 1, 2, 4."
    ]
    assert {number for number, (alike, every) in same_answers(made).items() if alike == every} == {1, 2, 4}
    assert 'vary = ["embedding", "first_pos"]' in said(made)["same-moved"][0]


def test_drawn_first_positions_part_the_exercises_beside_a_free_task() -> None:
    """Then only the calculator and four divisors stay, and whole rows are nowhere the same."""
    made = groups(mixed("embedding", "first_pos"), 4, 0)
    assert "same-moved" not in said(made)
    assert said(made)["same"] == ["The same on all sheets, for nothing is drawn there: all answers of exercise 1."]
    assert said(made)["same-parts"] == [
        "The same on all sheets, for nothing is drawn there: 4 of 24 answers of exercise 2."
    ]
    fixed = {row[0] for row in made.fixed}
    assert fixed == {"check", "divisor"}
    for one, other in combinations(made.sheets, 2):
        assert {row[0] for row in rows_of(one).asked.keys() & rows_of(other).asked.keys()} <= fixed
        assert not set(one.positions[2:7]) & set(other.positions[2:7])


def test_a_free_task_and_other_exercises_agree_where_a_row_stands() -> None:
    """Whatever position is drawn, a row of the task has the id of its position, and none twice."""
    spec = mixed("first_pos")
    for seed in range(POOL):
        sheet = vary(spec, seed)
        named = {blank.id: sheet.positions[blank.place.row] for blank in sheet.blanks if blank.place.quantity == "pe"}
        assert all(name.startswith(f"pe{position}_d") for name, position in named.items())


def test_too_many_groups_for_the_rows_that_there_are_are_refused() -> None:
    """A sentence begins at 14 positions: no fifteen sheets ask for other rows, and fourteen do."""
    spec = find("katze-kurz")
    with pytest.raises(InputError, match="rows-run-out") as caught:
        groups(spec, 15, 0)
    most = int(str(caught.value.values["most"]))
    sheets = groups(spec, most, 0).sheets
    assert all(
        len(rows_of(one).asked.keys() & rows_of(other).asked.keys()) == 1 for one, other in combinations(sheets, 2)
    )


@pytest.mark.parametrize("seed", range(4))
def test_who_sits_side_by_side_tells_nothing_if_letters_can_do_that(seed: int) -> None:
    """Two groups of which one prints what the other one calculates are not dealt one after the other."""
    made = groups(find("katze-kurz"), 4, seed)
    rows = [rows_of(sheet) for sheet in made.sheets]
    telling = {(one, other) for one, other in combinations(range(4), 2) if rows[one].tells(rows[other])}
    near = {pair for pair in telling if pair[1] - pair[0] in (1, 3)}
    # Four in a circle: two pairs at most can be kept apart.
    assert not near or len(telling) > 2
    assert ("told-near" in said(made)) == bool(near)
    assert ("told" in said(made)) == bool(telling - near)


def test_a_worksheet_with_nothing_to_draw_has_no_groups() -> None:
    """A free task that names no leaves is the same for everybody: one sentence says so."""
    task = {"kind": "task", "title": "t", "block": [{"table": "pe", "blank": [1]}]}
    spec = Spec.model_validate({"worksheet": {"name": "n", "title": "t", "n": 3}, "exercise": [task]})
    with pytest.raises(InputError, match="nothing-drawable"):
        groups(spec, 2, 0)


@pytest.mark.parametrize("count", [-1, 0, 1, 27])
def test_there_are_as_many_groups_as_letters(count: int) -> None:
    """One group is no group, and behind Z comes nothing."""
    with pytest.raises(UsageError, match=r"groups\.count"):
        groups(find("katze-kurz"), count, 0)


@pytest.mark.parametrize(("kind", "key"), [("idea", "no-blanks"), ("calculator", "nothing-drawn")])
def test_groups_need_answers_that_differ(kind: str, key: str) -> None:
    """A worksheet that asks for nothing, or for the same everywhere, cannot part neighbours."""
    spec = Spec.model_validate({"worksheet": {"name": "n", "title": "t", "n": 3}, "exercise": [{"kind": kind}]})
    with pytest.raises(InputError, match=rf"groups\.{key}"):
        groups(spec, 2, 0)


def test_seeds_that_cannot_be_drawn_are_passed_over(monkeypatch: pytest.MonkeyPatch) -> None:
    """The others make the groups; where there are too few of them, that is said."""

    def some(spec: Spec, seed: int) -> Sheet:
        if seed not in left:
            raise InputError("worksheet.no-fair-draw", name="n", seed=seed, attempts=1)
        return vary(spec, seed)

    monkeypatch.setattr("posenc_cli.worksheet.groups.vary", some)
    left = {3, 5}
    assert {sheet.seed for sheet in groups(find("katze-kurz"), 2, 0).sheets} == left
    left = {3}
    with pytest.raises(InputError, match="no-fair-draw") as caught:
        groups(find("katze-kurz"), 2, 0)
    assert caught.value.values["attempts"] == POOL


def test_that_a_control_word_is_the_same_for_all_is_said() -> None:
    """Whoever finds it early could tell the others."""
    assert "same-word" in said(groups(find("katze-kurz").model_copy(update=_control("word")), 2, 0))
    assert "same-word" not in said(groups(find("katze-kurz").model_copy(update=_control("")), 2, 0))


def _control(control: str) -> dict[str, object]:
    worksheet = find("katze-kurz").worksheet
    return {"worksheet": worksheet.model_copy(update={"control": control})}


def test_copies_are_no_rows_that_are_asked_for() -> None:
    """Of the matrix and the dot product only what is calculated counts, once, in its exercise."""
    sheet = sheet_of("katze")
    asked = sum((blanks for blanks in rows_of(sheet).asked.values()), Counter[int]())
    assert asked == Counter(one.exercise for one in sheet.blanks if one.source is None)
    assert asked.total() < len(sheet.blanks)
