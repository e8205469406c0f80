"""Sheets of groups: other numbers, as hard as each other, and nothing to copy from a neighbour.

Every group has an ordinary sheet with drawn numbers, so its seed and its code rebuild it; here only those seeds are
chosen that go together.
"""

from __future__ import annotations

import string
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, UsageError
from posenc_cli.i18n import Notice
from posenc_cli.worksheet.difficulty import rated
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.rows import fixed_rows, rows_of, same_for_all
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.sheet import Holder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from posenc_cli.worksheet.difficulty import Difficulty
    from posenc_cli.worksheet.rows import AnswerRow, Rows
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

LETTERS = string.ascii_uppercase
#: Sheets that are looked at for one ``--seed``; those of another one are others.
POOL = 64
#: How far the counts of two groups may be apart.
_APART = 1
#: After so many, sheets are fine that print what another group is asked for: a lesson with few positions has no others.
_PATIENCE = 24


@dataclass(frozen=True)
class Candidate:
    """A sheet that a group may get.

    Attributes:
        sheet: with drawn numbers.
        difficulty: how hard it is.
        rows: its rows of answers; where groups are chosen, without those that are the same on all sheets.
    """

    sheet: Sheet
    difficulty: Difficulty
    rows: Rows

    def shares(self, other: Candidate) -> bool:
        """Do both ask for the same row?"""
        return bool(self.rows.shared(other.rows))


@dataclass(frozen=True)
class Groups:
    """The sheets of all groups; no two of them share a row of answers for which anything is drawn.

    Attributes:
        chosen: one for each group, in the order of their letters.
        tried: how many sheets were looked at.
        fixed: rows of answers that are the same on all of them, for nothing is drawn there.
    """

    chosen: tuple[Candidate, ...]
    tried: int
    fixed: frozenset[AnswerRow]

    @property
    def sheets(self) -> tuple[Sheet, ...]:
        """The sheets, each with the letter of its group."""
        return tuple(
            replace(one.sheet, holder=Holder(group=letter)) for one, letter in zip(self.chosen, LETTERS, strict=False)
        )

    @property
    def slips_apart(self) -> int:
        """How many slips are visible on some of the sheets only."""
        slips = [one.difficulty.slips for one in self.chosen]
        return len(frozenset.union(*slips) - frozenset.intersection(*slips))

    @property
    def spans(self) -> tuple[tuple[int, int], ...]:
        """The least and the most of negative, tiny and trivial cells."""
        return tuple(
            (min(counts), max(counts)) for counts in zip(*(each.difficulty.counts for each in self.chosen), strict=True)
        )

    @property
    def are_alike(self) -> bool:
        """Same slips visible, counts at most one apart."""
        return not self.slips_apart and all(most - least <= _APART for least, most in self.spans)

    def notices(self) -> tuple[Notice, ...]:
        """How alike they are, what is the same for all, and who should not sit side by side, a sentence each."""
        first = self.chosen[0].sheet
        same = same_for_all(first.origin or first.spec, rows_of(first), self.fixed)
        return (self._alike(), *same, *self._telling())

    def _telling(self) -> Iterator[Notice]:
        count = len(self.chosen)
        pairs = [
            (first, second)
            for first, second in combinations(range(count), 2)
            if self.chosen[first].rows.tells(self.chosen[second].rows)
        ]
        near = [pair for pair in pairs if pair[1] - pair[0] in (1, count - 1)]
        for key, told in (("told-near", near), ("told", [pair for pair in pairs if pair not in near])):
            if told:
                named = ", ".join(f"{LETTERS[first]} + {LETTERS[second]}" for first, second in told)
                yield Notice(f"groups.{key}", {"pairs": named, "order": " ".join(LETTERS[:count])})

    def _alike(self) -> Notice:
        names = ("negative", "tiny", "trivial")
        values: dict[str, object] = {
            name: str(least) if least == most else f"{least}–{most}"
            for name, (least, most) in zip(names, self.spans, strict=True)
        }
        values |= {"last": LETTERS[len(self.chosen) - 1]}
        if self.are_alike:
            return Notice("groups.alike", values | {"slips": len(self.chosen[0].difficulty.slips)})
        return Notice("groups.unlike", values | {"tried": self.tried, "slips": self.slips_apart})


def groups(spec: Spec, count: int, seed: int) -> Groups:
    """The sheets of so many groups; always the same for one worksheet and seed.

    Args:
        spec: the worksheet.
        count: of groups, 2 … 26.
        seed: which sheets are looked at: ``POOL`` of them, no two seeds the same.

    Returns:
        Sheets that are alike; else, where there are no such among those looked at, those that are most so. Neighbouring
        letters, and the first and the last one, tell each other nothing if there is such an order.

    Raises:
        UsageError: another number of groups.
        InputError: nothing is drawn on this worksheet, it has no blanks, or there are not so many sheets of which no
            two share a row of answers.
    """
    if not 2 <= count <= len(LETTERS):
        raise UsageError("groups.count", given=count, most=len(LETTERS))
    looked: list[Candidate] = []
    found: list[Candidate] = []
    fixed: frozenset[AnswerRow] = frozenset()
    drawn = _drawn(spec, range(seed * POOL, (seed + 1) * POOL))
    while batch := [sheet for _, sheet in zip(range(max(count, 4)), drawn, strict=False)]:
        looked += (
            Candidate(sheet, rated(sheet, what), rows_of(sheet)) for sheet, what in zip(batch, seen(batch), strict=True)
        )
        found, fixed = _drawn_apart(looked)
        chosen = _alike(found, count, strict=True)
        if chosen is None and len(found) >= _PATIENCE:
            chosen = _alike(found, count, strict=False)
        if chosen is not None:
            return Groups(_in_turn(chosen), len(found), fixed)
    if len(found) < count:
        raise InputError("worksheet.no-fair-draw", name=spec.worksheet.name, seed=seed, attempts=POOL)
    chosen = _most_alike(found, count)
    if len(chosen) < count:
        key = "groups.rows-run-out" if len(chosen) > 1 else "groups.rows-alike"
        raise InputError(key, name=spec.worksheet.name, given=count, most=len(chosen))
    return Groups(_in_turn(chosen), len(found), fixed)


def _drawn(spec: Spec, seeds: Sequence[int]) -> Iterator[Sheet]:
    for seed in seeds:
        try:
            sheet = vary(spec, seed)
        except InputError as error:
            if error.key != "worksheet.no-fair-draw":
                raise
            continue
        if not any(blank.source is None for blank in sheet.blanks):
            raise InputError("groups.no-blanks", name=spec.worksheet.name)
        yield sheet


def _drawn_apart(looked: Sequence[Candidate]) -> tuple[list[Candidate], frozenset[AnswerRow]]:
    """Sheets without the rows that are the same on all of them, which are no numbers of a group; and those rows."""
    fixed = fixed_rows(one.rows for one in looked)
    if len(looked) > 1 and all(fixed.issuperset(one.rows.asked) for one in looked):
        raise InputError("groups.nothing-drawn", name=looked[0].sheet.spec.worksheet.name)
    return [replace(one, rows=one.rows.but(fixed)) for one in looked], fixed


def _alike(found: Sequence[Candidate], count: int, *, strict: bool) -> tuple[Candidate, ...] | None:
    """The first sheets that are alike: of one set of slips, and with counts inside a box that is one wide."""
    tried = set()
    for first in found:
        low = first.difficulty
        for corner in corners(low.counts):
            box = (low.slips, corner)
            if box in tried:
                continue
            tried.add(box)
            inside = (each for each in found if each.difficulty.slips == low.slips and is_in(each.difficulty, corner))
            chosen: list[Candidate] = []
            for each in inside:
                if not any(each.shares(other) or (strict and each.rows.tells(other.rows)) for other in chosen):
                    chosen.append(each)
                if len(chosen) == count:
                    return tuple(chosen)
    return None


def corners(counts: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """The lowest corners of all boxes that hold these counts."""
    for number in range(2 ** len(counts)):
        yield tuple(count - _APART * (number >> place & 1) for place, count in enumerate(counts))


def is_in(one: Difficulty, corner: tuple[int, ...]) -> bool:
    """Are all counts in the box with this lowest corner?"""
    return all(0 <= count - low <= _APART for count, low in zip(one.counts, corner, strict=True))


def _most_alike(found: Sequence[Candidate], count: int) -> tuple[Candidate, ...]:
    """Of sheets that share no row the ones that are least apart; fewer where there are not so many."""
    near = [_set(found, first, count, crowded=False) for first in found]
    whole = [chosen for chosen in near if len(chosen) == count]
    if whole:
        return min(whole, key=_spread)
    return max((_set(found, first, count, crowded=True) for first in found), key=len)


def _set(found: Sequence[Candidate], first: Candidate, count: int, *, crowded: bool) -> tuple[Candidate, ...]:
    """A sheet with others that share no row: the nearest ones, or those that leave most others possible."""
    chosen = [first]
    rest = [each for each in found if each is not first and not each.shares(first)]
    farthest = dict.fromkeys(map(id, rest), 0)
    while rest and len(chosen) < count:
        for each in rest:
            farthest[id(each)] = max(farthest[id(each)], each.difficulty.distance(chosen[-1].difficulty))
        best = min(
            rest,
            key=lambda each: sum(each.shares(other) for other in rest) if crowded else farthest[id(each)],
        )
        chosen.append(best)
        rest = [each for each in rest if each is not best and not each.shares(best)]
    return tuple(sorted(chosen, key=lambda each: each.sheet.seed))


def _spread(chosen: Sequence[Candidate]) -> int:
    return max(one.difficulty.distance(other.difficulty) for one, other in combinations(chosen, 2))


def _in_turn(chosen: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """The order of the letters: dealt in turn, as few neighbours as can be tell each other what is asked."""
    order, count = list(chosen), len(chosen)
    telling = {(id(one), id(other)) for one in order for other in order if one.rows.tells(other.rows)}

    def cost() -> int:
        return sum((id(order[at - 1]), id(order[at])) in telling for at in range(count))

    least = cost()
    pairs = list(combinations(range(count), 2))
    while least:
        before = least
        for first, second in pairs:
            order[first], order[second] = order[second], order[first]
            if (now := cost()) < least:
                least = now
            else:
                order[first], order[second] = order[second], order[first]
        if least == before:
            break
    return tuple(order)
