"""Numbers for a class in which everybody has other ones, and nobody harder ones than who sits beside.

How hard sheets are to be follows from the worksheet and the seed, and which sheets a student may get from that and who
the student is. Of these everybody gets the first one that does not ask for what stands on a neighbour's sheet in the
roster; who has a sheet already keeps it, whoever joins.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.worksheet.classes import Student, personal
from posenc_cli.worksheet.difficulty import rated
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.groups import corners
from posenc_cli.worksheet.rows import fixed_rows, rows_of, same_for_all
from posenc_cli.worksheet.seen import seen

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.i18n import Notice
    from posenc_cli.worksheet.difficulty import Difficulty
    from posenc_cli.worksheet.rows import Rows
    from posenc_cli.worksheet.spec import Spec

#: Sheets that show what is usual on a worksheet, and draws for one student until a sheet is like that.
_REFERENCES, _ATTEMPTS = 12, 40
#: So many are drawn for everybody before more are for those who have none that fits.
_AT_ONCE = 2
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


@dataclass(frozen=True)
class Dealt:
    """Numbers of a class.

    Attributes:
        seeds: one for every student, no two the same.
        odd: students whose sheets are not quite as hard as the others.
        near: students side by side in the roster of whom one is asked for a row that stands on the other's sheet.
        same: which answers are the same for everybody, and who can change that.
    """

    seeds: tuple[int, ...]
    odd: tuple[Student, ...]
    near: tuple[tuple[Student, Student], ...]
    same: tuple[Notice, ...]


@dataclass(frozen=True)
class _Look:
    """What is looked at on a sheet before somebody gets it."""

    difficulty: Difficulty
    rows: Rows


def deal(spec: Spec, seed: int, students: Sequence[Student], known: Mapping[Student, int] | None = None) -> Dealt:
    """A seed for every student.

    Args:
        spec: the worksheet.
        seed: of the class set.
        students: in the order of the roster.
        known: seeds of those who have one already.

    Raises:
        InputError: nothing is drawn on this worksheet.
    """
    known = known or {}
    looks = _looked_at(spec, (*_references(spec, seed), *known.values()))
    aim = _usual(looks)
    offered: dict[Student, list[int]] = {student: [] for student in students if student not in known}
    # Of several who are called alike, each has draws of their own.
    keys = [(student.name, student.number) for student in students]
    rank = {student: keys[:at].count(keys[at]) * _ATTEMPTS for at, student in enumerate(students)}
    pending = list(offered)
    chosen: dict[Student, int] = {}
    for start in range(0, _ATTEMPTS, _AT_ONCE):
        for student in pending:
            attempts = range(rank[student] + start, rank[student] + min(start + _AT_ONCE, _ATTEMPTS))
            offered[student] += [personal(spec, seed, student, attempt) for attempt in attempts]
        looks |= _looked_at(spec, (number for student in pending for number in offered[student] if number not in looks))
        choice = _Choice(aim, looks, students, known)
        chosen = choice.made(offered)
        pending = [student for student in offered if student not in chosen or any(choice.cost(student, chosen)[:2])]
        if not pending:
            break
    if lost := [student for student in students if student not in chosen]:
        raise InputError("worksheet.no-fair-draw", name=spec.worksheet.name, seed=seed, attempts=_ATTEMPTS * len(lost))
    choice = _Choice(aim, looks, students, known)
    return Dealt(
        tuple(chosen[student] for student in students),
        tuple(student for student in offered if choice.cost(student, chosen)[0]),
        tuple(pair for pair in pairwise(students) if choice.are_close(*(chosen[student] for student in pair))),
        same_for_all(spec, looks[chosen[students[0]]].rows, choice.fixed) if looks else (),
    )


class _Choice:
    """Chooses among the sheets that are offered to students."""

    def __init__(
        self, aim: Target | None, looks: Mapping[int, _Look], students: Sequence[Student], known: Mapping[Student, int]
    ) -> None:
        self.aim, self.looks, self.students, self.known = aim, looks, students, known
        self.fixed = fixed_rows(look.rows for look in looks.values())
        self.place = {student: at for at, student in enumerate(students)}

    def made(self, offered: Mapping[Student, Sequence[int]]) -> dict[Student, int]:
        """Everybody's seed, one after the other; who is offered none that can be drawn is left out."""
        chosen, used = dict(self.known), set(self.known.values())
        for student, numbers in offered.items():
            costs = [
                (self.cost(student, {**chosen, student: number}), number)
                for number in numbers
                if number not in used and (self.aim is None or number in self.looks)
            ]
            if costs:
                chosen[student] = min(costs, key=_weight)[1]
                used.add(chosen[student])
        return chosen

    def cost(self, student: Student, chosen: Mapping[Student, int]) -> tuple[int, int, int]:
        """How much harder or easier a sheet is than usual, and how many neighbours know of it or it of them: near, far.

        Near is who is next in the roster, before, or behind if that sheet is there already; far is the one before that.
        """
        mine, at = chosen[student], self.place[student]
        beside = [self.students[at - 1 : at], [each for each in self.students[at + 1 : at + 2] if each in self.known]]
        near, far = (
            sum(self.are_close(mine, chosen[other]) for other in others if other in chosen)
            for others in ([each for part in beside for each in part], self.students[max(at - 2, 0) : max(at - 1, 0)])
        )
        return (self.aim.misses(self.looks[mine].difficulty) if self.aim else 0), near, far

    def are_close(self, one: int, other: int) -> bool:
        """Is a row asked for on one of two sheets that the other one asks for or prints?"""
        if self.aim is None:
            return False
        first, second = self.looks[one].rows, self.looks[other].rows
        return bool(first.shared(second, self.fixed)) or first.tells(second)


def _weight(offer: tuple[tuple[int, int, int], int]) -> tuple[int, int, int]:
    """What a sheet costs: one cell more or less is better than a neighbour who can be copied from."""
    missed, near, far = offer[0]
    return near + max(missed - 1, 0), missed, far


def _references(spec: Spec, seed: int) -> list[int]:
    nobody = Student(0, "")
    return [personal(spec, seed, nobody, attempt) for attempt in range(_REFERENCES)]


def _usual(found: Mapping[int, _Look]) -> Target | None:
    """What is usual on sheets; None where nothing is calculated."""
    boxes = Counter(
        (each.difficulty.slips, corner) for each in found.values() for corner in corners(each.difficulty.counts)
    )
    return Target(*boxes.most_common(1)[0][0]) if boxes else None


def _looked_at(spec: Spec, numbers: Iterable[int]) -> dict[int, _Look]:
    """What sheets are like, by their seeds; without those that cannot be drawn or ask for nothing."""
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
    found: dict[int, _Look] = {}
    for start in range(0, len(sheets), _TOGETHER):
        part = sheets[start : start + _TOGETHER]
        found |= {
            sheet.seed: _Look(rated(sheet, what), rows_of(sheet)) for sheet, what in zip(part, seen(part), strict=True)
        }
    return found
