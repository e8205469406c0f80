from __future__ import annotations

from decimal import Decimal
from itertools import combinations

import pytest

from posenc_cli.errors import InputError, UsageError
from posenc_cli.worksheet.codes import code_of
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.groups import POOL, Groups, groups
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.spec import Spec, find

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


def test_a_worksheet_with_nothing_to_draw_has_no_groups() -> None:
    """A free task that names no leaves is the same for everybody: one sentence says so."""
    task = {"kind": "task", "title": "t", "block": [{"table": "pe", "blank": [1]}]}
    spec = Spec.model_validate({"worksheet": {"name": "n", "title": "t", "n": 3}, "exercise": [task]})
    with pytest.raises(InputError, match="nothing-to-draw"):
        groups(spec, 2, 0)


@pytest.mark.parametrize("count", [-1, 0, 1, 27])
def test_there_are_as_many_groups_as_letters(count: int) -> None:
    """One group is no group, and behind Z comes nothing."""
    with pytest.raises(UsageError, match=r"groups\.count"):
        groups(find("katze-kurz"), count, 0)
