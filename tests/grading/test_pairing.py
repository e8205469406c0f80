"""Which pairs of slips are looked at closely for somebody whose answers no single slip explains."""

from __future__ import annotations

from collections import Counter
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.grading.alone import Alone, clipped
from posenc_cli.grading.answers import collect
from posenc_cli.grading.claims import Sheets
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.marking import Marker
from posenc_cli.grading.pairing import candidates, made_together
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.ways import Way, pairs, single_ways
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.mistakes import slips_of
from tests.grading.random_answers import random_answers
from tests.grading.tools import answers_with

if TYPE_CHECKING:
    from posenc_cli.grading.pairing import Pairs

#: Positions 2 and 3 of a small table.
SHEET = quick_sheet(4, [2, 3])


@cache
def singles() -> list[Way]:
    """All forms of slips that are methods."""
    return single_ways(SHEET, [slip for slip in slips_of(SHEET) if slip.scope != "cell"])


def marker() -> Marker:
    """A class, everybody with a right first answer."""
    known = {"pe2_d1": answers_with(SHEET, {})["pe2_d1"]}
    return Marker(SHEET, collect(SHEET, [from_mapping(one | known) for one in random_answers(SHEET, 16)]))


def all_pairs(of: Marker) -> Pairs:
    """All that two ways leave together."""
    found = made_together(of, singles())
    assert found is not None
    return found


def test_any_two_slips_are_paired_once() -> None:
    """Every form of one with every form of the other, in both orders where one changes what the other has made."""
    several = [(one, other) for one, other in combinations(singles(), 2) if one.slips != other.slips]
    both = [(one, other) for one, other in several if one.rules.keys() & other.rules.keys()]
    orders = Counter((one.slips[0].id, other.slips[0].id) for one, other in several)
    orders.update((other.slips[0].id, one.slips[0].id) for one, other in both)
    assert Counter(tuple(slip.id for slip in way.slips) for way in pairs(singles())) == orders


def test_pairs_leave_what_no_single_way_does() -> None:
    """Any two are there that leave something else than each of all ways does alone, with what they leave."""
    alone = Alone(SHEET, singles())
    single = {row.tobytes() for row in alone.ticks(singles())}
    new = [row for row in alone.ticks(list(pairs(singles()))) if row.tobytes() not in single]
    found = all_pairs(marker())
    assert np.array_equal(found.ticks[found.looks], new)
    assert np.array_equal(alone.ticks(found.alike(7)), found.ticks[[7] * len(found.alike(7))])


def test_pairs_that_hit_most_are_looked_at() -> None:
    """Counted blank by blank: wrong answers that a pair hits, less those that it misses and right ones it would change.

    At most six for everybody, the best ones, and none that hits fewer than two.
    """
    everybody = marker()
    sheets, found = Sheets.of(everybody, everybody.verdicts()), all_pairs(everybody)
    right = list(zip(*accepted_ticks(SHEET), strict=True))
    students = np.flatnonzero(sheets.open.any(axis=1))
    looks, persons = candidates(found, everybody, sheets, students)
    counts = []
    for student in students.tolist():
        written = clipped(everybody.ticks[student]).tolist()
        is_open, is_right = sheets.open[student], sheets.right[student]
        worths = []
        for ticks in found.ticks.tolist():
            changed = [n for n, (low, high) in enumerate(right) if not low <= ticks[n] <= high]
            hits = sum(abs(ticks[n] - written[n]) <= 1 for n in changed if is_open[n])
            against = sum(bool(is_open[n] or is_right[n]) for n in changed)
            worths.append(2 * hits - against if hits >= 2 else -np.inf)
        chosen = [worths[look] for look in looks[persons == student].tolist()]
        assert sorted(chosen) == sorted(worth for worth in sorted(worths)[-6:] if worth > -np.inf)
        counts.append(len(chosen))
    assert {0, 6} <= set(counts)
