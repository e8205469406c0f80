from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.difficulty import Difficulty, difficulties, difficulty, given_away
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.mistakes import forms_of, slips_of
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.spec import find
from tests.grading.tools import answers_with
from tests.worksheet.family_sheets import asking

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet


def slowly(sheet: Sheet) -> dict[str, set[tuple[str, ...]]]:
    """Every slip with the sheets of texts that it leads to and that hold an answer which is not accepted."""
    accepted = {one.blank.id: {float(text) for text in one.accepted} for one in solve(sheet)}
    found: dict[str, set[tuple[str, ...]]] = {}
    for slip in slips_of(sheet):
        for form in forms_of(sheet, slip):
            texts = answers_with(sheet, *form)
            wrong = any(text == "Error" or float(text) not in accepted[name] for name, text in texts.items())
            found.setdefault(slip.id, set()).update([tuple(texts.values())] if wrong else [])
    return found


@pytest.mark.parametrize("name", ["cat-short", "rope"])
def test_slips_are_seen_as_by_marking_one_sheet_after_the_other(name: str) -> None:
    """Visible slips and twins of sheets worked on together are those of their texts, compared one by one."""
    sheets = [vary(find(name), seed) for seed in range(3)]
    for sheet, found in zip(sheets, seen(sheets), strict=True):
        slow = slowly(sheet)
        assert set(found.visible) == {slip for slip, ways in slow.items() if ways}
        assert {*found.hidden, *found.absent} == {slip for slip, ways in slow.items() if not ways}
        alike = {frozenset(other for other in slow if slow[other] == ways) for ways in slow.values() if ways}
        assert set(map(frozenset, found.twins)) == {group for group in alike if len(group) > 1}
        assert set(found.apart) == {name for group in alike if len(group) == 1 for name in group}


def test_sheets_that_differ_in_more_than_numbers_are_kept_apart() -> None:
    """Sheets of several worksheets in one call are what each of them is alone, in the order in which they came."""
    sheets = [build(find("grid")), vary(find("rope"), 1), build(find("cat-short")), vary(find("rope"), 2)]
    for sheet, found in zip(sheets, seen(sheets), strict=True):
        (alone,) = seen([sheet])
        np.testing.assert_array_equal(found.right, alone.right)
        assert (found.visible, found.hidden, found.absent, found.twins) == (
            alone.visible,
            alone.hidden,
            alone.absent,
            alone.twins,
        )


def test_what_rounding_swallows_is_hidden_and_what_changes_nothing_is_absent() -> None:
    """On the last line of a rotation by 0 nothing can be seen of its angle; a sheet of noughts shows no cut digits."""
    sheet = asking("sinusoidal", {"pe": [0]}, d=2)
    (found,) = seen([sheet])
    assert "angle-degrees" in found.absent
    assert "round-truncated" in found.hidden
    assert "func-swapped" in found.visible


def test_cells_are_counted_as_they_are_written() -> None:
    """Row 3 of the table is 0.141, −0.990, 0.030, 1.000: one minus, one tiny, one that gives itself away."""
    found = difficulty(asking("sinusoidal", {"pe": [3]}))
    assert found.counts == (1, 1, 1)
    sheet = asking("sinusoidal", {"pe": [0, 3]})
    assert difficulty(sheet).counts == (1, 1, 5)
    assert given_away(sheet, seen([sheet])[0]) == tuple(
        b.id for b in sheet.blanks if b.place.row == 0 or b.place.column == 3
    )


def test_copies_and_counted_things_are_no_gift() -> None:
    """What a sheet asks to be copied is not counted, nor are 0 and 1 where things are counted."""
    copied = build(find("katze"))
    assert not {b.id for b in copied.blanks if b.source} & set(given_away(copied, seen([copied])[0]))
    counted = asking("alibi", {"distance": [4]}, given={"h": 1})
    assert difficulty(counted).trivial == 0


def test_what_is_added_to_nothing_gives_itself_away() -> None:
    """Adding 0 leaves the embedding, multiplying by 1 the number: nothing is left to do in these cells."""
    sheet = asking(
        "sinusoidal",
        {"sum": [1], "times": [1]},
        given={"a": [[0.3, 0.4], [0.5, 0.6]], "b": [[0, 0], [0, 2]], "c": [[1, 1], [1, 7]]},
        rules={"sum": "a + b", "times": "a * c"},
        d=2,
    )
    assert difficulty(sheet).trivial == 2


def test_many_at_once_are_as_one_by_one() -> None:
    """The difficulties of several sheets are those of each of them."""
    sheets = [vary(find("katze-kurz"), seed) for seed in range(4)]
    assert difficulties(sheets) == [difficulty(sheet) for sheet in sheets]


def test_twins_in_two_languages_are_equally_hard() -> None:
    """The German and the English worksheet of one seed have the same difficulty."""
    assert difficulty(vary(find("katze-kurz"), 5)) == difficulty(vary(find("cat-short"), 5))


def test_distance() -> None:
    """The largest difference of a count, and every slip that only one of both shows."""
    one = Difficulty(frozenset({"a", "b"}), 3, 2, 1)
    assert one.distance(one) == 0
    assert one.distance(replace(one, negative=4, tiny=1)) == 1
    assert one.distance(replace(one, trivial=4)) == 3
    assert one.distance(replace(one, slips=frozenset({"b", "c"}), tiny=3)) == 3
