"""Diagnosis: which slips explain a sheet, with the fewest of them.

Every form of every slip is run once, for all students, with their own answers put in. A slip explains a wrong answer
that it predicts; it contradicts a right answer that it would have made wrong.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.encodings.slips import WRITE
from posenc_cli.grading.prediction import told_by
from posenc_cli.worksheet.mistakes import forms_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.grading.marking import Marker

    Mask = NDArray[np.bool_]

#: Slips that make an answer imprecise, not wrong: they may explain the verdicts coarse and rounding.
IMPRECISE = ("round-truncated", "round-two-decimals", "round-angle-first")
#: Cells that must agree before a slip is called sure.
SURE = 2
#: Sets of up to this many slips are compared with one another; beyond them the largest next one is taken.
COMPARED = 3
MOST_COMPARED = 24
#: The self-test of the calculator: a right one was made before the work and says nothing about the mode during it.
SELF_TEST = "check"


@dataclass(frozen=True)
class Finding:
    """A slip found on one student's sheet.

    Attributes:
        slip: its id; with ``also``, the first of those that look alike.
        also: ids of slips that explain the same answers.
        certainty: ``sure`` with two informative answers, else ``could-be``.
        explained: numbers of the blanks that it explains.
        explains: how many blanks of the verdicts slip or wrong it explains, copies left out.
        of: how many such blanks there are; for slips that only make answers imprecise or unreadable, of those.
    """

    slip: Slip
    also: tuple[Slip, ...]
    certainty: Literal["sure", "could-be"]
    explained: tuple[int, ...]
    explains: int
    of: int


@dataclass(frozen=True)
class _Claim:
    """What one slip explains on all sheets: a mask (student, blank), false where it contradicts a right answer."""

    slip: Slip
    explained: Mask


def diagnose(marker: Marker, verdicts: NDArray[Any], slips: Iterable[Slip]) -> list[tuple[Finding, ...]]:
    """Find slips on every sheet.

    Args:
        marker: of the sheet.
        verdicts: (student, blank), from :meth:`Marker.verdicts`.
        slips: in catalogue order.
    """
    counted = ~marker.copy
    low, high = marker.follow.ticks(marker.decimals)
    follows = (marker.ticks >= low) & (marker.ticks <= high)
    sheets = _Sheets(
        wrong=((verdicts == "wrong") | marker.answers.error) & counted,
        imprecise=np.isin(verdicts, ("coarse", "rounding")) & counted,
        right=(verdicts == "correct") & follows & counted & _beyond_self_test(marker),
        marked=(verdicts == "wrong") & counted,
    )
    claims = [_claim(marker, slip, sheets) for slip in slips if slip.variants] if sheets.open.any() else []
    some = [np.asarray(claim.explained.any(axis=1)) for claim in claims]
    found = []
    for student in range(verdicts.shape[0]):
        fitting = [claim for claim, any_of in zip(claims, some, strict=True) if any_of[student]]
        findings = _explain(fitting, student, sheets)
        found.append(tuple(sorted(findings, key=lambda one: (-len(one.explained), _rank(one.slip)))))
    return found


def _beyond_self_test(marker: Marker) -> Mask:
    return np.array([blank.place.quantity != SELF_TEST for blank in marker.sheet.blanks], dtype=bool)


@dataclass(frozen=True)
class _Sheets:
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

    @cached_property
    def open(self) -> Mask:
        """What is to be explained."""
        return self.wrong | self.imprecise


def _claim(marker: Marker, slip: Slip, sheets: _Sheets) -> _Claim:
    best = np.zeros(sheets.open.shape, dtype=bool)
    for rules, other in forms_of(marker.sheet, slip):
        if WRITE not in rules and not any(rule in marker.sheet.formula for rule in rules):
            continue
        told = told_by(marker, rules, other, sheets.open)
        explained = sheets.open & told.explains
        against = (sheets.right & ~told.allows) | (sheets.imprecise & ~told.is_near)
        # A way of working that misses as many wrong answers as it hits is nobody's way.
        missed = sheets.wrong & told.changes & ~told.explains
        if slip.scope == "cell":
            best |= explained
        else:
            # One form for a whole sheet, or for a whole row of it.
            for numbers in _rows(marker) if slip.scope == "row" else [np.arange(len(marker.sheet.blanks))]:
                mine = explained[:, numbers] & ~against[:, numbers].any(axis=1, keepdims=True)
                mine &= mine.sum(axis=1, keepdims=True) > missed[:, numbers].sum(axis=1, keepdims=True)
                more = mine.sum(axis=1) > best[:, numbers].sum(axis=1)
                best[:, numbers] = np.where(more[:, np.newaxis], mine, best[:, numbers])
    return _Claim(slip, best)


def _rows(marker: Marker) -> list[NDArray[np.intp]]:
    """Numbers of the blanks of every row of the sheet."""
    places = [(blank.place.quantity, blank.place.row) for blank in marker.sheet.blanks]
    return [np.flatnonzero([one == place for one in places]) for place in dict.fromkeys(places)]


def _rank(slip: Slip) -> tuple[int, str, int]:
    """What a method explains goes before what a single cell does; then grade, then catalogue order."""
    return (("sheet", "row", "cell").index(slip.scope), slip.grade, slip.order)


def _explain(claims: Sequence[_Claim], student: int, sheets: _Sheets) -> list[Finding]:
    """The smallest set of slips that explains as many of the answers as can be explained."""
    wrong = sheets.wrong[student]
    alike: dict[tuple[int, ...], list[Slip]] = {}
    for claim in claims:
        alike.setdefault(tuple(np.flatnonzero(claim.explained[student]).tolist()), []).append(claim.slip)

    def rank(slip: Slip, cells: tuple[int, ...]) -> tuple[bool, int, str, int]:
        """Where nothing is wrong but only imprecise, what makes answers imprecise goes first."""
        return (slip.id not in IMPRECISE and not wrong[list(cells)].any(), *_rank(slip))

    groups = [(cells, sorted(slips, key=lambda slip: rank(slip, cells))) for cells, slips in alike.items()]
    groups.sort(key=lambda group: (-len(group[0]), rank(group[1][0], group[0])))
    return [_finding(cells, slips, student, sheets) for cells, slips in _smallest(groups)]


def _finding(cells: tuple[int, ...], slips: list[Slip], student: int, sheets: _Sheets) -> Finding:
    numbers = list(cells)
    kind = sheets.marked if sheets.wrong[student, numbers].any() else sheets.imprecise
    return Finding(
        slips[0],
        tuple(slips[1:]),
        "sure" if len(cells) >= SURE else "could-be",
        cells,
        int(kind[student, numbers].sum()),
        int(kind[student].sum()),
    )


_Group = tuple[tuple[int, ...], "list[Slip]"]


def _smallest(groups: list[_Group]) -> list[_Group]:
    goal = {cell for cells, _ in groups for cell in cells}
    if not goal:
        return []
    for size in range(1, COMPARED + 1):
        fitting = [
            chosen
            for chosen in combinations(groups[:MOST_COMPARED], size)
            if {cell for cells, _ in chosen for cell in cells} == goal
        ]
        if fitting:
            return list(min(fitting, key=_preference))
    return list(_greedy(groups, goal))


def _preference(chosen: Iterable[_Group]) -> tuple[int, list[tuple[int, str, int]]]:
    groups = list(chosen)
    return -sum(len(cells) for cells, _ in groups), [_rank(slips[0]) for _, slips in groups]


def _greedy(groups: list[_Group], goal: set[int]) -> Iterator[_Group]:
    while goal:
        best = max(groups, key=lambda group: len(goal & set(group[0])))
        if not goal & set(best[0]):
            return
        goal -= set(best[0])
        yield best
