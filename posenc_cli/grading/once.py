"""What went wrong just once: a sign, a neighbouring cell, a number that was copied, where nothing else explains it."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.grading.claims import cases, claims, tell
from posenc_cli.grading.explaining import Group, bits, grouped, numbers, smallest, union
from posenc_cli.grading.prediction import Predictor
from posenc_cli.grading.screen import Screen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.grading.claims import Sheets
    from posenc_cli.grading.marking import Marker
    from posenc_cli.grading.ways import Way

    Mask = NDArray[np.bool_]

#: So many answers at most may be left by all that explains the others; more of them did not go wrong by the way.
MOST = 2


def left_over(marker: Marker, wrong: Sequence[int], chosen: Mapping[int, Sequence[Group]], telling: Mask) -> Mask:
    """Wrong answers (student, blank) that nothing explains, of students who have few of them.

    Args:
        marker: of the sheet.
        wrong: answers to be explained, of every student.
        chosen: what explains some of them.
        telling: (student, blank) no zeros and ones, which come of many ways.
    """
    found = np.zeros((len(wrong), len(marker.sheet.blanks)), dtype=bool)
    # Small whole numbers agree with their neighbours by chance.
    broken = np.array([blank.place.quantity not in marker.sheet.whole for blank in marker.sheet.blanks])
    for student, groups in chosen.items():
        rest = wrong[student] & ~union(groups)
        if rest and rest.bit_count() <= MOST:
            found[student, list(numbers(rest))] = True
    # Of two that are swapped one may be a zero or a one.
    return np.asarray(found & (found & telling).any(axis=1, keepdims=True) & broken)


def made_once(  # noqa: PLR0913
    marker: Marker, ways: Sequence[Way], run: tuple[Formula, Run], sheets: Sheets, left: Mask, *, telling: Mask
) -> dict[int, list[Group]]:
    """What explains some of the answers that are left, by student.

    Args:
        marker: of the sheet.
        ways: all forms of the slips that are made once, or by which two numbers change places.
        run: the formula that they need, and its run with the students' own answers.
        sheets: of all students.
        left: (student, blank), from :func:`left_over`.
        telling: as there.
    """
    swaps = [way for way in ways if way.slips[0].scope == "swap"]
    found = _explained(marker, swaps, run, sheets, left)
    rest = left & telling
    rest[list(found)] = False
    return found | _explained(marker, [way for way in ways if way not in swaps], run, sheets, rest)


def _explained(
    marker: Marker, ways: Sequence[Way], run: tuple[Formula, Run], sheets: Sheets, left: Mask
) -> dict[int, list[Group]]:
    """What some ways explain of the answers that are left, by student."""
    students = np.flatnonzero(left.any(axis=1))
    if not students.size or not ways:
        return {}
    rest = replace(sheets, wrong=left, imprecise=np.zeros_like(left))
    screen = Screen(marker, *run, students, rest)
    told = tell(Predictor(marker, ways, *run, left), rest, *cases(ways, screen))
    slips = list(dict.fromkeys(way.slips[0] for way in ways))
    all_claims = claims(marker, ways, slips, told)
    found: dict[int, list[tuple[int, Slip]]] = {}
    for student, slip, cells in zip(
        all_claims.students.tolist(), all_claims.slips.tolist(), bits(all_claims.explained), strict=True
    ):
        found.setdefault(student, []).append((cells, slips[slip]))
    wrong = bits(left)
    return {student: smallest(grouped(some, wrong[student]), wrong[student]) for student, some in found.items()}
