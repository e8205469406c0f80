"""Two slips on one sheet, made together: which pairs a sheet looks like that no single slip explains.

All pairs are made once on the sheet itself, by somebody with nothing but the paper. Whose wrong answers stand there may
have made them; whether that is so from the own answers is looked at closely afterwards.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.grading.alone import ERROR, Alone, clipped
from posenc_cli.grading.ways import pairs

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from posenc_cli.grading.claims import Sheets
    from posenc_cli.grading.marking import Marker
    from posenc_cli.grading.ways import Way

    Index = NDArray[np.intp]
    Mask = NDArray[np.bool_]

#: Pairs that are made together.
_TOGETHER = 4096
#: Students that are looked at together.
_STUDENTS = 512
#: So many pairs that look different are looked at closely for one student.
MOST_LOOKED_AT = 6
#: Fewer of the wrong answers than these are no sign of a pair.
LEAST = 2


@dataclass(frozen=True)
class Pairs:
    """Pairs of slips that leave something on a sheet that neither leaves alone.

    Attributes:
        ways: of each pair.
        looks: number of the look that it has on the sheet; pairs with the same one are twins.
        ticks: (look, blank) what is written there.
        changes: (look, blank) is it something else than what is right?
    """

    ways: tuple[Way, ...]
    looks: Index
    ticks: NDArray[np.int32]
    changes: Mask

    def alike(self, look: int) -> list[Way]:
        """The pairs with one look."""
        return [self.ways[number] for number in np.flatnonzero(self.looks == look)]


def made_together(marker: Marker, singles: Sequence[Way]) -> Pairs | None:
    """All pairs of ways, made by somebody who works from what is printed and goes on with what is written.

    None if no two leave anything that neither leaves alone.
    """
    sheet = marker.sheet
    low, high = (side[0] for side in marker.strict.ticks(marker.decimals))
    alone = Alone(sheet, singles)
    ways, ticks = [], []
    known = {row.tobytes() for row in alone.ticks(singles)}
    several = list(pairs(singles))
    for start in range(0, len(several), _TOGETHER):
        some = several[start : start + _TOGETHER]
        for way, row in zip(some, alone.ticks(some), strict=True):
            if row.tobytes() not in known:
                ways.append(way)
                ticks.append(row)
    if not ways:
        return None
    unique, looks = np.unique(np.array(ticks), axis=0, return_inverse=True)
    changes = ~((unique >= low) & (unique <= high)) & ~marker.copy
    return Pairs(tuple(ways), looks.ravel(), unique, changes)


def candidates(found: Pairs, marker: Marker, sheets: Sheets, students: Index) -> tuple[Index, Index]:
    """Looks and students (case, case) that may go together: those that explain most of what is wrong there."""
    looks, persons = [], []
    changes = found.changes.astype(np.float32)
    for start in range(0, len(students), _STUDENTS):
        some = students[start : start + _STUDENTS]
        still_open, right = sheets.open[some], sheets.right[some]
        hits = _hits(found, marker, some, still_open)
        # Another answer there than the wrong one that was given speaks against a pair, and so does a right one.
        worth = 2 * hits - np.rint(still_open @ changes.T) - np.rint(right @ changes.T)
        worth = np.where(hits >= LEAST, worth, -np.inf)
        rows = np.arange(len(some))
        for _ in range(MOST_LOOKED_AT):
            best = worth.argmax(axis=1)
            fine = worth[rows, best] > -np.inf
            looks.append(best[fine])
            persons.append(some[fine])
            worth[rows, best] = -np.inf
    return np.concatenate(looks), np.concatenate(persons)


def _hits(found: Pairs, marker: Marker, students: Index, still_open: Mask) -> NDArray[np.float32]:
    """How many wrong answers each look has (student, look); one unit is given to rounding on the way."""
    hits = np.zeros((len(students), len(found.ticks)), dtype=np.uint16)
    for number in range(len(marker.sheet.blanks)):
        rows = np.flatnonzero(still_open[:, number])
        if not rows.size:
            continue
        ticks = clipped(marker.ticks[students[rows], number])
        shown = np.where(found.changes[:, number], found.ticks[:, number], np.int32(-ERROR))
        # At most one apart, as one comparison of numbers without a sign.
        hits[rows] += (shown - (ticks[:, np.newaxis] - 1)).view(np.uint32) <= 2
    return hits.astype(np.float32)
