"""Numbers for a class in which everybody has other ones, and nobody harder ones than who sits beside.

How hard sheets are to be follows from the worksheet and the seed, and what a student gets from that and who the student
is: so nobody's sheet depends on who else is in the class.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.worksheet.classes import Student, personal
from posenc_cli.worksheet.difficulty import rated
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.groups import corners, is_in
from posenc_cli.worksheet.seen import seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.worksheet.difficulty import Difficulty
    from posenc_cli.worksheet.spec import Spec

#: Sheets that show what is usual on a worksheet, and draws for one student until a sheet is like that.
_REFERENCES, _ATTEMPTS = 12, 16
#: Sheets that are looked at together.
_TOGETHER = 64


@dataclass(frozen=True)
class Target:
    """How hard all sheets of a class shall be: one set of visible slips, counts from a corner to one more."""

    slips: frozenset[str]
    corner: tuple[int, ...]

    def misses(self, found: Difficulty) -> int:
        """By how many slips and cells a sheet is something else; 0 for one that fits."""
        beyond = (max(low - count, count - low - 1, 0) for count, low in zip(found.counts, self.corner, strict=True))
        return len(found.slips ^ self.slips) + max(beyond)


def target(spec: Spec, seed: int) -> Target | None:
    """What is usual on sheets of a worksheet; None where nothing is calculated."""
    nobody = Student(0, "")
    found = _rated(spec, (personal(spec, seed, nobody, attempt) for attempt in range(_REFERENCES)))
    boxes = Counter(
        (each.slips, corner) for each in found.values() for corner in corners(each.counts) if is_in(each, corner)
    )
    return Target(*boxes.most_common(1)[0][0]) if boxes else None


def seeds_alike(
    spec: Spec, seed: int, students: Sequence[Student], taken: Iterable[int] = ()
) -> tuple[list[int], list[Student]]:
    """A seed for every student, no two the same, and the students whose sheets are not quite as hard as the others.

    Args:
        spec: the worksheet.
        seed: of the class set.
        students: who needs one.
        taken: seeds that others have.

    Raises:
        InputError: nothing is drawn on this worksheet.
    """
    aim, used = target(spec, seed), set(taken)
    best: dict[Student, tuple[int, int]] = {}
    pending = list(students)
    # Of several who are called alike, each has draws of their own.
    keys = [(student.name, student.number) for student in students]
    rank = {student: keys[:at].count(keys[at]) * _ATTEMPTS for at, student in enumerate(students)}
    for attempt in range(_ATTEMPTS):
        drawn = {student: personal(spec, seed, student, rank[student] + attempt) for student in pending}
        found = _rated(spec, drawn.values()) if aim else {}
        for student, number in drawn.items():
            missed = aim.misses(found[number]) if aim and number in found else 0 if aim is None else None
            if missed is None or number in used or missed >= best.get(student, (missed + 1, 0))[0]:
                continue
            used.discard(best.get(student, (0, -1))[1])
            used.add(number)
            best[student] = missed, number
        pending = [student for student in pending if best.get(student, (1, 0))[0]]
        if not pending:
            break
    if lost := [student for student in students if student not in best]:
        raise InputError("worksheet.no-fair-draw", name=spec.worksheet.name, seed=seed, attempts=_ATTEMPTS * len(lost))
    return [best[student][1] for student in students], pending


def _rated(spec: Spec, numbers: Iterable[int]) -> Mapping[int, Difficulty]:
    """How hard sheets are, by their seeds; without those that cannot be drawn."""
    sheets = []
    for number in dict.fromkeys(numbers):
        try:
            sheet = vary(spec, number)
        except InputError as error:
            if error.key != "worksheet.no-fair-draw":
                raise
            continue
        if sheet.blanks:
            sheets.append(sheet)
    found: dict[int, Difficulty] = {}
    for start in range(0, len(sheets), _TOGETHER):
        part = sheets[start : start + _TOGETHER]
        found |= {sheet.seed: rated(sheet, what) for sheet, what in zip(part, seen(part), strict=True)}
    return found
