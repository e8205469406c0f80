"""What every slip explains on every sheet, where nothing speaks against it."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.grading.marking import Marker
    from posenc_cli.grading.prediction import Predictor, Told
    from posenc_cli.grading.screen import Screen
    from posenc_cli.grading.ways import Way

    Index = NDArray[np.intp]
    Mask = NDArray[np.bool_]

#: The self-test of the calculator: a right one was made before the work and says nothing about the mode during it.
SELF_TEST = "check"
#: Numbers that are swapped with one another.
SWAPPED = 2


@dataclass(frozen=True)
class Sheets:
    """Masks (student, blank) of all sheets, copies left out.

    Attributes:
        wrong: to be explained: wrong answers, and error words of a calculator.
        imprecise: to be explained: coarse and rounding.
        right: what no explanation may contradict; no evidence is an answer that is only followed through, nor a right
            one that does not follow from the student's own earlier ones.
        marked: wrong answers, without error words.
    """

    wrong: Mask
    imprecise: Mask
    right: Mask
    marked: Mask

    @classmethod
    def of(cls, marker: Marker, verdicts: NDArray[Any]) -> Sheets:
        """From the verdicts (student, blank)."""
        counted = ~marker.copy
        low, high = marker.follow.ticks(marker.decimals)
        follows = (marker.ticks >= low) & (marker.ticks <= high)
        tested = np.array([blank.place.quantity == SELF_TEST for blank in marker.sheet.blanks], dtype=bool)
        marked = (verdicts == "wrong") & counted
        return cls(
            wrong=marked | (marker.answers.error & counted),
            imprecise=np.isin(verdicts, ("coarse", "rounding")) & counted,
            right=(verdicts == "correct") & follows & counted & ~tested,
            marked=marked,
        )

    @cached_property
    def open(self) -> Mask:
        """What is to be explained."""
        return self.wrong | self.imprecise


@dataclass(frozen=True)
class Claims:
    """What slips explain: arrays (claim) and (claim, blank); sorted by student.

    Attributes:
        students: whose answers.
        slips: number of the slip among those that are looked for.
        explained: answers that it explains, at least one.
    """

    students: Index
    slips: Index
    explained: Mask


@dataclass(frozen=True)
class Evidence:
    """What speaks for and against ways (case, blank)."""

    explained: Mask
    against: Mask
    missed: Mask

    @classmethod
    def of(cls, told: Told, sheets: Sheets, persons: Index) -> Evidence:
        """Of what ways told about the sheets of some students."""
        return cls(
            sheets.open[persons] & told.explains,
            (sheets.right[persons] & ~told.allows) | (sheets.imprecise[persons] & ~told.is_near),
            # A way of working that misses as many wrong answers as it hits is nobody's way.
            sheets.wrong[persons] & told.changes & ~told.explains,
        )

    def held(self, numbers: Index) -> Mask:
        """What is explained in some blanks if one form was followed in all of them (case, blank of these)."""
        mine = self.explained[:, numbers] & ~self.against[:, numbers].any(axis=1, keepdims=True)
        return np.asarray(mine & (mine.sum(axis=1, keepdims=True) > self.missed[:, numbers].sum(axis=1, keepdims=True)))


def cases(ways: Sequence[Way], screen: Screen) -> tuple[Index, Index]:
    """Ways and students (case, case) of whom a closer look is worth while."""
    found = [screen.candidates(way) for way in ways]
    which = np.repeat(np.arange(len(ways)), [len(some) for some in found])
    return which, np.concatenate(found) if found else which


def claims(marker: Marker, ways: Sequence[Way], slips: Sequence[Slip], told: _Told) -> Claims:
    """What every slip explains, by the best of its forms."""
    which, persons, evidence = told
    place = {slip.id: number for number, slip in enumerate(slips)}
    slip_of = np.array([place[way.slips[0].id] for way in ways], dtype=np.intp)[which]
    scopes = np.array([slip.scope for slip in slips])[slip_of] if len(which) else np.array([], dtype=str)
    keys = persons * len(slips) + slip_of
    every = np.arange(len(marker.sheet.blanks))
    found: list[tuple[Index, Mask]] = []
    by_row = _rows(marker)
    for scope, groups in (
        ("sheet", [every]),
        ("row", by_row),
        ("swap", by_row),
        ("cell", [every]),
        ("once", [every]),
    ):
        rows = np.flatnonzero(scopes == scope)
        if not rows.size:
            continue
        some = Evidence(evidence.explained[rows], evidence.against[rows], evidence.missed[rows])
        unique, at = np.unique(keys[rows], return_inverse=True)
        best = np.zeros((len(unique), len(every)), dtype=bool)
        if scope in {"cell", "once"}:
            np.logical_or.at(best, at, some.explained)
        else:
            for numbers in groups:
                # One form for a whole sheet, or for a whole row of it.
                mine = some.held(numbers)
                if scope == "swap":
                    mine &= mine.sum(axis=1, keepdims=True) == SWAPPED
                order = np.lexsort((-mine.sum(axis=1), at))
                first = order[np.flatnonzero(np.diff(at[order], prepend=-1))]
                best[np.ix_(at[first], numbers)] = mine[first]
        found.append((unique, best))
    key = np.concatenate([unique for unique, _ in found]) if found else np.zeros(0, dtype=np.intp)
    explained = np.concatenate([best for _, best in found]) if found else np.zeros((0, len(every)), dtype=bool)
    kept = np.flatnonzero(explained.any(axis=1))
    kept = kept[np.argsort(key[kept], kind="stable")]
    return Claims(key[kept] // max(1, len(slips)), key[kept] % max(1, len(slips)), explained[kept])


_Told = tuple["Index", "Index", Evidence]


def tell(predictor: Predictor, sheets: Sheets, which: Index, persons: Index) -> _Told:
    """What speaks for and against the ways of some cases."""
    return which, persons, Evidence.of(predictor.told(which, persons), sheets, persons)


def _rows(marker: Marker) -> list[Index]:
    """Numbers of the blanks of every row of the sheet."""
    places = [(blank.place.quantity, blank.place.row) for blank in marker.sheet.blanks]
    return [np.flatnonzero([one == place for one in places]) for place in dict.fromkeys(places)]
