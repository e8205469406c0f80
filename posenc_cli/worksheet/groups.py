"""Sheets of groups: other numbers, as hard as each other, and nothing to copy from a neighbour.

Every group has an ordinary sheet with drawn numbers, so its seed and its code rebuild it; here only those seeds are
chosen that go together.
"""

from __future__ import annotations

import string
from collections import Counter
from dataclasses import dataclass, replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import WRITTEN
from posenc_cli.errors import InputError, UsageError
from posenc_cli.i18n import Notice
from posenc_cli.worksheet.difficulty import rated
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.sheet import Holder

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterator, Sequence

    from posenc_cli.worksheet.difficulty import Difficulty
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

LETTERS = string.ascii_uppercase
#: Sheets that are looked at for one ``--seed``; those of another one are others.
POOL = 64
#: How far the counts of two groups may be apart.
_APART = 1
#: After so many, sheets are fine that print what another group is asked for: a lesson with few positions has no others.
_PATIENCE = 24

AnswerRow = tuple["Hashable", ...]


@dataclass(frozen=True)
class Candidate:
    """A sheet that a group may get.

    Attributes:
        sheet: with drawn numbers.
        difficulty: how hard it is.
        rows: its answers row by row: what somebody could copy.
        shown: rows that are printed on it.
    """

    sheet: Sheet
    difficulty: Difficulty
    rows: frozenset[AnswerRow]
    shown: frozenset[AnswerRow]

    def tells(self, other: Candidate) -> bool:
        """Does either of the two sheets print a row that is asked on the other one?"""
        return bool(self.rows & other.shown or other.rows & self.shown)


@dataclass(frozen=True)
class Groups:
    """The sheets of all groups.

    Attributes:
        chosen: one for each group, in the order of their letters.
        tried: how many sheets were looked at.
        shared: rows of answers that two of them have in common.
    """

    chosen: tuple[Candidate, ...]
    tried: int
    shared: int

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
        """Same slips visible, counts at most one apart, no row of answers in common."""
        return not self.slips_apart and not self.shared and all(most - least <= _APART for least, most in self.spans)

    def notices(self) -> tuple[Notice, ...]:
        """How alike they are, in a sentence, and who should not sit side by side."""
        told = [f"{first}–{second}" for first, second in self._telling()]
        more = (Notice("groups.told", {"pairs": ", ".join(told)}),) if told else ()
        return (self._alike(), *more)

    def _telling(self) -> list[tuple[str, str]]:
        return [
            (first, second)
            for (first, one), (second, other) in combinations(zip(LETTERS, self.chosen, strict=False), 2)
            if one.tells(other)
        ]

    def _alike(self) -> Notice:
        names = ("negative", "tiny", "trivial")
        values: dict[str, object] = {
            name: str(least) if least == most else f"{least}–{most}"
            for name, (least, most) in zip(names, self.spans, strict=True)
        }
        last = LETTERS[len(self.chosen) - 1]
        if self.are_alike:
            return Notice("groups.alike", values | {"last": last, "slips": len(self.chosen[0].difficulty.slips)})
        return Notice(
            "groups.unlike",
            values | {"tried": self.tried, "last": last, "slips": self.slips_apart, "rows": self.shared},
        )


def groups(spec: Spec, count: int, seed: int) -> Groups:
    """The sheets of so many groups; always the same for one worksheet and seed.

    Args:
        spec: the worksheet.
        count: of groups, 2 … 26.
        seed: which sheets are looked at: ``POOL`` of them, no two seeds the same.

    Returns:
        Sheets that are alike; else, where there are no such among those looked at, those that are most so.

    Raises:
        UsageError: another number of groups.
        InputError: nothing is drawn on this worksheet, or it has no blanks.
    """
    if not 2 <= count <= len(LETTERS):
        raise UsageError("groups.count", given=count, most=len(LETTERS))
    found: list[Candidate] = []
    drawn = _drawn(spec, range(seed * POOL, (seed + 1) * POOL))
    while batch := [sheet for _, sheet in zip(range(max(count, 4)), drawn, strict=False)]:
        found = _candidates([*(one.sheet for one in found), *batch])
        chosen = _alike(found, count, strict=True)
        if chosen is None and len(found) >= _PATIENCE:
            chosen = _alike(found, count, strict=False)
        if chosen is not None:
            return Groups(chosen, len(found), 0)
    if len(found) < count:
        raise InputError("worksheet.no-fair-draw", name=spec.worksheet.name, seed=seed, attempts=POOL)
    chosen = _most_alike(found, count)
    return Groups(chosen, len(found), _shared(chosen))


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


def _candidates(sheets: Sequence[Sheet]) -> list[Candidate]:
    """Sheets with what is compared; rows that are the same on all of them are no numbers of a group."""
    difficulties = [rated(sheet, what) for sheet, what in zip(sheets, seen(sheets), strict=True)]
    rows = [_rows(sheet) for sheet in sheets]
    fixed = frozenset.intersection(*(asked for asked, _ in rows))
    if all(asked == fixed for asked, _ in rows):
        raise InputError("groups.nothing-drawn", name=sheets[0].spec.worksheet.name)
    return [
        Candidate(sheet, difficulty, asked - fixed, shown)
        for sheet, difficulty, (asked, shown) in zip(sheets, difficulties, rows, strict=True)
    ]


def answer_rows(sheet: Sheet) -> frozenset[AnswerRow]:
    """The rows with blanks to calculate, by quantity and what right work writes there.

    A whole row can be copied from any place; a number that stands alone only into its own blank.
    """
    return _rows(sheet)[0]


def _rows(sheet: Sheet) -> tuple[frozenset[AnswerRow], frozenset[AnswerRow]]:
    """Rows that are asked for, and rows of the same quantities that are printed."""
    run = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    asked = {(one.place.quantity, one.place.row) for one in sheet.blanks if one.source is None}
    found: tuple[set[AnswerRow], set[AnswerRow]] = (set(), set())
    for name in {name for name, _ in asked}:
        mask = sheet.on_sheet[name]
        ticks = rounding.ticks(np.broadcast_to(run.written[name], mask.shape), sheet.decimals)
        for row in np.flatnonzero(mask.any(axis=1)).tolist():
            values = ticks[row][mask[row]].tolist()
            is_printed = (name, row) not in asked
            found[is_printed].add((name, *values) if len(values) > 1 else (name, row, *values))
    return frozenset(found[0]), frozenset(found[1])


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
                if not any(each.rows & other.rows or (strict and each.tells(other)) for other in chosen):
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
    """Of every sheet and those that are nearest to it, the ones that are least apart; common rows are worst."""

    def nearest(first: Candidate) -> tuple[Candidate, ...]:
        chosen = [first]
        rest = [each for each in found if each is not first]
        while len(chosen) < count:
            best = min(rest, key=lambda each: max(_unlike(each, other) for other in chosen))
            rest.remove(best)
            chosen.append(best)
        return tuple(sorted(chosen, key=lambda each: each.sheet.seed))

    return min(map(nearest, found), key=lambda chosen: max(_unlike(*pair) for pair in combinations(chosen, 2)))


def _unlike(one: Candidate, other: Candidate) -> tuple[int, int]:
    return len(one.rows & other.rows), one.difficulty.distance(other.difficulty)


def _shared(chosen: Sequence[Candidate]) -> int:
    return sum(times > 1 for times in Counter(row for one in chosen for row in one.rows).values())
