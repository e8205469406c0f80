"""The fewest slips that explain answers, against trying all sets."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.grading.explaining import COMPARED, Group, grouped, numbers, rank, smallest, union
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


def test_two_slips_made_together_count_as_two() -> None:
    """They are named before three single ones, and not where one slip explains as much."""
    first, second, third, alone = groups([1, 2, 4, 7])
    both = Group(7, third.slips, alone.slips, (1, 2))
    assert (both.cost, both.joint, alone.cost, alone.joint) == (2, 4, 1, 0)
    assert smallest([first, second, third, both], 7) == [both]
    assert smallest([both, alone], 7) == [alone]


def test_of_as_many_slips_those_that_explain_more_answers_are_named() -> None:
    """An answer that both of them explain speaks for both."""
    assert [one.cells for one in smallest(groups([3, 4, 6]), 7)] == [3, 6]


def test_so_many_are_compared() -> None:
    """Two that explain all are found among 24 slips; behind more of them the largest one is taken first."""
    assert [one.cells for one in smallest(groups([15] * 22 + [19, 44]), 63)] == [19, 44]
    assert [one.cells for one in smallest(groups([15] * 23 + [19, 44]), 63)] == [15, 19, 44]


def test_what_makes_imprecise_goes_first_where_nothing_is_wrong() -> None:
    """Cutting stands before another slip with the same answers if they are only imprecise, behind it if not."""
    cut = next(one for one in slips_of(katze()) if one.id == "round-truncated")
    method = next(one for one in slips_of(katze()) if one.scope == "sheet" and one.grade == "A")
    assert rank(method) < rank(cut)
    assert [group.slips for group in grouped([(1, cut), (1, method)], 0)] == [(cut, method)]
    assert [group.slips for group in grouped([(1, cut), (1, method)], 1)] == [(method, cut)]


def test_more_than_three_are_taken_one_by_one() -> None:
    """The largest first, though four without it would do; three that do are found."""
    pairs_, across = [0b11, 0b1100, 0b110000, 0b11000000], 0b1010101
    assert [one.cells for one in smallest(groups([*pairs_, across]), 255)] == [across, *pairs_]
    assert [one.cells for one in smallest(groups([*pairs_[:3], across & 63]), 63)] == pairs_[:3]


def test_of_as_large_ones_what_makes_imprecise_is_taken_first_where_nothing_is_wrong() -> None:
    """And behind a method where something is."""
    cut = next(one for one in slips_of(katze()) if one.id == "round-truncated")
    method, *others = (one for one in slips_of(katze()) if one.scope == "sheet" and one.grade == "A")
    some = [Group(3, (method,)), Group(12, (cut,)), Group(16, (others[0],)), Group(32, (others[1],))]
    assert [one.cells for one in smallest(some, 0)][:2] == [12, 3]
    assert [one.cells for one in smallest(some, 63)][:2] == [3, 12]
