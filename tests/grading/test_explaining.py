"""The fewest slips that explain answers, against trying all sets."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.grading.explaining import COMPARED, Group, numbers, smallest, union
from posenc_cli.worksheet.mistakes import slips_of
from tests.grading.tools import katze

if TYPE_CHECKING:
    from posenc_cli.encodings.slips import Slip


def groups(cells: list[int]) -> list[Group]:
    """A slip for each set of answers."""
    slips: list[Slip] = list(slips_of(katze()))
    return [Group(some, (slips[number],)) for number, some in enumerate(cells)]


@given(st.lists(st.integers(1, 2**7 - 1), min_size=1, max_size=9, unique=True))
def test_no_smaller_set_explains_as_much(cells: list[int]) -> None:
    """Up to three slips are the fewest that there are; more are taken one by one, and explain all that can be."""
    some = groups(cells)
    found = smallest(some, 2**7 - 1)
    assert union(found) == union(some)
    fewest = next(n for n in range(1, 10) if any(union(few) == union(some) for few in combinations(some, n)))
    assert len(found) == fewest or fewest > COMPARED


def test_many_small_slips_are_all_named() -> None:
    """Where each of four explains an answer of its own, none is left out."""
    assert [one.cells for one in smallest(groups([1, 2, 4, 8]), 15)] == [1, 2, 4, 8]
    assert smallest([], 15) == []


@given(st.sets(st.integers(0, 200)))
def test_answers_are_bits(places: set[int]) -> None:
    """What is put into a number comes out of it."""
    assert numbers(sum(1 << place for place in places)) == tuple(sorted(places))
