"""Diagnosis: which slips explain a sheet, with the fewest of them.

Every form of every slip is run for the students whom it may concern, with their own answers put in. A slip explains a
wrong answer that it predicts; it contradicts a right answer that it would have made wrong. Where single slips leave
something open, any two are tried together.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from posenc_cli.encodings.slips import ONCE
from posenc_cli.grading.claims import Sheets, cases, claims, tell
from posenc_cli.grading.explaining import Group, bits, grouped, numbers, rank, smallest, union
from posenc_cli.grading.once import left_over, made_once
from posenc_cli.grading.pairing import LEAST, candidates, made_together
from posenc_cli.grading.prediction import Predictor
from posenc_cli.grading.screen import Screen
from posenc_cli.grading.ways import needed, single_ways
from posenc_cli.worksheet.mistakes import once_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.grading.marking import Marker
    from posenc_cli.grading.ways import Way

    Claimed = Mapping[int, Sequence[tuple[int, Slip]]]

#: Cells that must agree before a slip is called sure, and that only two slips together explain before both are.
SURE = 2
SURE_TOGETHER = 3


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
        together: the other slip, where some of them are explained by both together only.
    """

    slip: Slip
    also: tuple[Slip, ...]
    certainty: Literal["sure", "could-be"]
    explained: tuple[int, ...]
    explains: int
    of: int
    together: Slip | None = None


def diagnose(
    marker: Marker, verdicts: NDArray[Any], slips: Iterable[Slip], *, pairs: bool
) -> list[tuple[Finding, ...]]:
    """Find slips on every sheet.

    Args:
        marker: of the sheet.
        verdicts: (student, blank), from :meth:`Marker.verdicts`.
        slips: in catalogue order.
        pairs: are two of them tried together, and what goes wrong just once, where single ones leave something open?
    """
    sheets = Sheets.of(marker, verdicts)
    known = tuple(slips)
    ways = single_ways(marker.sheet, known)
    if not sheets.open.any() or not ways:
        return [()] * len(verdicts)
    return _Diagnosis(marker, sheets, known, ways).findings(pairs=pairs)


class _Diagnosis:
    """The diagnosis of all sheets that leave something to be explained."""

    def __init__(self, marker: Marker, sheets: Sheets, known: Sequence[Slip], ways: Sequence[Way]) -> None:
        self._marker, self._sheets, self._known, self._ways = marker, sheets, known, ways
        self._students = np.flatnonzero(sheets.open.any(axis=1))
        # Zeros and ones come of many ways.
        trivial = np.isin(np.abs(marker.ticks), (0.0, 10.0**marker.decimals))
        telling = sheets.wrong & ~trivial
        self._telling_mask, self._telling = telling, bits(telling)
        self._wrong, self._marked, self._imprecise = (
            bits(mask) for mask in (sheets.wrong, sheets.marked, sheets.imprecise)
        )

    def findings(self, *, pairs: bool) -> list[tuple[Finding, ...]]:
        """What was found on every sheet, in the order of the students."""
        once = single_ways(self._marker.sheet, once_of(self._marker.sheet)) if pairs else ()
        formula = needed(self._marker.sheet.formula, [*self._ways, *once], set(self._marker.sheet.on_sheet))
        own = self._marker.run_all(formula)
        claimed = self._claimed(formula, own)
        groups = {one: grouped(claimed.get(one, ()), self._wrong[one]) for one in self._students.tolist()}
        chosen = {student: smallest(some, self._wrong[student]) for student, some in groups.items()}
        unsure = np.array([one for one, some in chosen.items() if self._is_unsure(one, some)], dtype=np.intp)
        for student, both in self._paired(formula, own, unsure, claimed).items() if pairs else ():
            chosen[student] = smallest([*groups[student], *both], self._wrong[student])
        if once:
            left = left_over(self._marker, self._wrong, chosen, self._telling_mask)
            made = made_once(self._marker, once, (formula, own), self._sheets, left, telling=self._telling_mask)
            for student, some in made.items():
                chosen[student] = [*chosen[student], *some]
        found: list[tuple[Finding, ...]] = [()] * len(self._wrong)
        for student, some in chosen.items():
            named = [one for group in some for one in self._named(student, group)]
            found[student] = tuple(sorted(named, key=lambda one: (-len(one.explained), rank(one.slip))))
        return found

    def _claimed(self, formula: Formula, own: Run) -> Claimed:
        """What every slip explains on every sheet."""
        screen = Screen(self._marker, formula, own, self._students, self._sheets)
        predictor = Predictor(self._marker, self._ways, formula, own, self._sheets.open)
        told = tell(predictor, self._sheets, *cases(self._ways, screen))
        all_claims = claims(self._marker, self._ways, self._known, told)
        found: dict[int, list[tuple[int, Slip]]] = {}
        for student, slip, cells in zip(
            all_claims.students.tolist(), all_claims.slips.tolist(), bits(all_claims.explained), strict=True
        ):
            found.setdefault(student, []).append((cells, self._known[slip]))
        return found

    def _is_unsure(self, student: int, chosen: Sequence[Group]) -> bool:
        """Do single slips leave answers open, or only look as if they explained them?"""
        rest = self._wrong[student] & ~union(chosen)
        return self._wrong[student].bit_count() >= LEAST and (
            bool(rest) or (len(chosen) > 1 and any(one.cells.bit_count() < SURE for one in chosen))
        )

    def _paired(
        self, formula: Formula, own: Run, students: NDArray[np.intp], claimed: Claimed
    ) -> dict[int, list[Group]]:
        """What pairs of slips explain on some sheets that neither of them explains alone."""
        found: dict[int, list[Group]] = {}
        methods = [way for way in self._ways if way.slips[0].scope != "cell"]
        if not students.size:
            return found
        pairs = made_together(self._marker, methods)
        if pairs is None:
            return found
        looks, persons = candidates(pairs, self._marker, self._sheets, students)
        unique, which = np.unique(looks, return_inverse=True)
        alike = [sorted(pairs.alike(look), key=_pair_rank) for look in unique.tolist()]
        if not alike:
            return found
        predictor = Predictor(self._marker, [one[0] for one in alike], formula, own, self._sheets.open)
        _, _, evidence = tell(predictor, self._sheets, which, persons)
        held = evidence.held(np.arange(evidence.explained.shape[1]))
        for number, cells in zip(np.flatnonzero(held.any(axis=1)).tolist(), bits(held[held.any(axis=1)]), strict=True):
            student = int(persons[number])
            group = _pair(cells, alike[which[number]], claimed.get(student, ()))
            if self._is_telling(student, group):
                found.setdefault(student, []).append(group)
        return found

    def _is_telling(self, student: int, group: Group) -> bool:
        """Do several answers need both slips, or does one that completes what explains the whole sheet?"""
        wrong = self._wrong[student]
        telling = (group.joint & self._telling[student]).bit_count()
        if telling >= LEAST:
            return True
        completes = bool(group.joint & wrong) and not wrong & ~group.cells and wrong.bit_count() > LEAST
        return completes and (telling == 1 or max(one.bit_count() for one in group.alone) >= SURE)

    def _named(self, student: int, group: Group) -> Iterator[Finding]:
        """The findings of a group: one, or two that go together."""
        if not group.partners:
            certain = group.cells.bit_count() >= SURE and group.slips[0].scope not in ONCE
            yield self._finding(student, group.cells, group.slips, None, certain=certain)
            return
        certain = (group.joint & self._telling[student]).bit_count() >= SURE_TOGETHER
        for slips, other, alone in (
            (group.slips, group.partners[0], group.alone[1] & ~group.alone[0]),
            (group.partners, group.slips[0], group.alone[0] & ~group.alone[1]),
        ):
            yield self._finding(student, group.cells & ~alone, slips, other, certain=certain)

    def _finding(
        self, student: int, cells: int, slips: Sequence[Slip], together: Slip | None, *, certain: bool
    ) -> Finding:
        kind = self._marked[student] if self._wrong[student] & cells else self._imprecise[student]
        return Finding(
            slips[0],
            tuple(slips[1:]),
            "sure" if certain else "could-be",
            numbers(cells),
            (kind & cells).bit_count(),
            kind.bit_count(),
            together,
        )


def _pair_rank(way: Way) -> tuple[object, ...]:
    return tuple(sorted(rank(slip) for slip in way.slips))


def _pair(cells: int, alike: Sequence[Way], claimed: Iterable[tuple[int, Slip]]) -> Group:
    """Pairs with the same look as a group; what stands for one of both beside the same other one is named too."""
    first, second = alike[0].slips
    known = [{slip.id: slip for slip in way.slips} for way in alike]
    sides = []
    for mine, other in ((first, second), (second, first)):
        same = {one.id: one for way in known if other.id in way for one in way.values() if one.id != other.id}
        sides.append((mine, *(one for one in sorted(same.values(), key=rank) if one.id != mine.id)))
    alone = {slip.id: some for some, slip in claimed}
    return Group(cells, sides[0], sides[1], (cells & alone.get(first.id, 0), cells & alone.get(second.id, 0)))
