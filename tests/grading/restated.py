"""The marking rules once more, slowly: plain loops over decimals, sines from mpmath, nothing of our expressions.

A range is a pair (lowest, highest) of what correct work can have at a place.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import ROUND_DOWN, ROUND_HALF_UP, Context, Decimal, localcontext
from functools import cache
from typing import TYPE_CHECKING, TypeAlias

import mpmath

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from tests.grading.honest import Task

Range: TypeAlias = tuple[Decimal, Decimal]
Place: TypeAlias = tuple[str, int, int]
FINER = 6
DIGITS = Context(prec=40)


def rounded(value: Decimal, places: int, how: str = ROUND_HALF_UP) -> Decimal:
    """Half away from zero, or cut."""
    return value.quantize(Decimal(1).scaleb(-places), rounding=how)


@cache
def wave(cosine: bool, angle: Decimal) -> Decimal:
    """Sine or cosine to 30 digits."""
    with mpmath.workdps(35):
        value = mpmath.mpf(str(angle))
        return Decimal(mpmath.nstr(mpmath.cos(value) if cosine else mpmath.sin(value), 30))


def over(function: Callable[[Decimal], Decimal], values: Iterable[Decimal]) -> Range:
    """The range of a function over some points."""
    found = [function(value) for value in values]
    return min(found), max(found)


def crests(cosine: bool, angles: Range) -> list[Decimal]:
    """Angles inside a range at which the wave turns."""
    pi = Decimal("3.14159265358979323846264338327950288")
    start = Decimal(0) if cosine else pi / 2
    number = int((angles[0] - start) / pi) - 1
    return [start + pi * n for n in range(number, number + 4) if angles[0] < start + pi * n < angles[1]]


@dataclass
class Sheet:
    """One run through a sheet.

    Attributes:
        task: what is asked for.
        own: the student's own numbers that are gone on with.
        right: the run without own numbers, whose printed values stand on the sheet; None for that run itself.
        early: intermediate results that are rounded too early, and to how many decimals.
        computed: what each cell can be before it is written.
        values: what can be gone on with.
    """

    task: Task
    own: dict[Place, Decimal] = field(default_factory=dict)
    right: Sheet | None = None
    early: tuple[frozenset[str], int] = (frozenset(), 0)
    computed: dict[Place, Range] = field(default_factory=dict)
    values: dict[Place, Range] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with localcontext(DIGITS):
            self._work()

    def fine(self, found: Range) -> Range:
        """An intermediate result, exact or rounded finely."""
        ends: list[Decimal] = []
        for end in found:
            start = self.task.decimals if not end else max(self.task.decimals, self.task.decimals - end.adjusted())
            ends += [end, *(rounded(end, start + more) for more in range(FINER))]
        return min(ends), max(ends)

    def step(self, name: str, found: Range) -> Range:
        """An intermediate result that does not stand on the sheet."""
        names, places = self.early
        if name in names:
            found = rounded(found[0], places), rounded(found[1], places)
        return self.fine(found)

    def stand(self, place: Place, found: Range, *, printed: bool, blank: bool) -> Range:
        """A value of a table: printed, asked for, or only worked out."""
        self.computed[place] = found
        carried = self.fine(found)
        if printed or blank:
            ends = (*carried, *(rounded(end, self.task.decimals) for end in found))
            carried = min(ends), max(ends)
        if printed and self.right is not None:
            carried = self.right.values[place]
        if place in self.own:
            answer, half = self.own[place], Decimal("0.5").scaleb(-self.task.decimals)
            same = carried[0] - half <= answer <= carried[1] + half
            carried = (min(answer, carried[0]), max(answer, carried[1])) if same else (answer, answer)
        self.values[place] = carried
        return carried

    def encoding(self, position: int, k: int) -> Range:
        """One encoding, before it is written."""
        exponent = self.step("exponent", (Decimal(2 * (k // 2)) / self.task.d,) * 2)
        low, high = (Decimal(10000) ** end for end in exponent)
        divisor = self.step("divisor", (low, high))
        if not divisor[0]:
            return Decimal("Infinity"), Decimal("-Infinity")
        angle = self.step("angle", (position / divisor[1], position / divisor[0]))
        return over(lambda value: wave(bool(k % 2), value), [*angle, *crests(bool(k % 2), angle)])

    def _work(self) -> None:
        task, columns = self.task, range(self.task.d)
        self.stand(("check", 0, 0), (wave(False, Decimal(1)),) * 2, printed=False, blank=True)
        for row, vector in enumerate(task.embeddings):
            position = task.first + row
            asked, summed = position in task.blank, position in task.sums
            for k in columns:
                shown = not asked and (position in task.worked or summed)
                pe = self.stand(("pe", row, k), self.encoding(position, k), printed=shown, blank=asked)
                factor = Decimal(task.d).sqrt() if task.scaled else Decimal(1)
                number = factor * Decimal(format(vector[k], ".1f"))
                e = self.stand(("e", row, k), (number, number), printed=summed or row in task.pair, blank=False)
                x = self.stand(("x", row, k), (e[0] + pe[0], e[1] + pe[1]), printed=not summed, blank=summed)
                self.stand(("m", row, k), x, printed=not summed, blank=summed)
        self._pair()

    def _pair(self) -> None:
        task, columns = self.task, range(self.task.d)
        rows: list[list[Range]] = []
        for name, row in zip(("left", "right"), task.pair, strict=True):
            summed = task.first + row in task.sums
            cells = [self.values["x", row, k] for k in columns]
            rows.append([self.stand((name, 0, k), cells[k], printed=not summed, blank=summed) for k in columns])
        total = [Decimal(0), Decimal(0)]
        for k in columns:
            ends = [a * b for a in rows[0][k] for b in rows[1][k]]
            cell = self.stand(("prod", 0, k), (min(ends), max(ends)), printed=False, blank=True)
            total = [total[0] + cell[0], total[1] + cell[1]]
        dot = self.stand(("dot", 0, 0), (total[0], total[1]), printed=False, blank=True)
        lengths = [self.length(name, row) for name, row in zip(("left", "right"), rows, strict=True)]
        both = self.step("lengths", (lengths[0][0] * lengths[1][0], lengths[0][1] * lengths[1][1]))
        ends = [a / b for a in dot for b in both] if both[0] > 0 else [Decimal("-Infinity"), Decimal("Infinity")]
        self.stand(("cosine", 0, 0), (min(ends), max(ends)), printed=False, blank=True) if both[0] > 0 else None

    def length(self, name: str, row: list[Range]) -> Range:
        """The length of a vector."""
        total = [Decimal(0), Decimal(0)]
        for cell in row:
            ends = sorted(end * end for end in cell)
            square = self.step(f"{name}_squares", (Decimal(0) if cell[0] < 0 < cell[1] else ends[0], ends[1]))
            total = [total[0] + square[0], total[1] + square[1]]
        low, high = self.step(f"{name}_square", (total[0], total[1]))
        return self.step(f"{name}_length", (max(low, Decimal(0)).sqrt(), high.sqrt()))


BEFORE = ("exponent", "divisor", "angle")
AFTER = ("left_squares", "right_squares", "left_square", "right_square", "left_length", "right_length", "lengths")


class Marking:
    """All verdicts on one student's answers.

    Args:
        task: the sheet.
        places: of the blanks, in reading order, and what they copy.
        answers: by place: None for blank, "" for unreadable, else the number that was written.
    """

    def __init__(
        self, task: Task, places: list[tuple[Place, Place | None]], answers: dict[Place, Decimal | str | None]
    ) -> None:
        self.task, self.places, self.answers = task, places, answers
        self.right = Sheet(task)
        self.own = {place: answer for place, answer in answers.items() if isinstance(answer, Decimal)}
        untrusted = self._guarded()
        trusted = {place: answer for place, answer in self.own.items() if place[:2] not in untrusted}
        self.trusted = trusted
        self.followed = Sheet(task, trusted, self.right)
        self.early: dict[tuple[frozenset[str], int], Sheet] = {}

    def tick(self, value: Decimal) -> Decimal:
        """As it would be written."""
        return rounded(value, self.task.decimals)

    def _is_in(self, value: Decimal, ends: Range) -> bool:
        return self.tick(ends[0]) <= self.tick(value) <= self.tick(ends[1])

    def _guarded(self) -> set[tuple[str, int]]:
        """Rows of zeros and ones, and copied ones; not right ones, and not faithful copies that are asked for."""
        task = self.task
        columns: dict[tuple[str, int], int] = {}
        for (name, row, _), _source in self.places:
            columns[name, row] = columns.get((name, row), 0) + 1
        sources = {place[:2]: source[:2] if source else None for place, source in self.places}
        shown: list[tuple[tuple[str, int] | None, list[Decimal]]] = []
        for name, row, k in self.right.values:
            cells = [(name, row, column) for column in range(task.d)]
            if k == 0 and all(self._printed(cell) for cell in cells):
                shown.append((None, [self.tick(self.right.computed[cell][0]) for cell in cells]))
        found: set[tuple[str, int]] = set()
        for (name, row), width in columns.items():
            cells = [(name, row, column) for column in range(width)]
            if not all(cell in self.own for cell in cells):
                continue
            mine = [self.tick(self.own[cell]) for cell in cells]
            source = sources[name, row]
            origin = source or (name, row)
            wrong = any(not self._is_in(self.own[cell], self.right.computed[cell]) for cell in cells)
            copied = width > 1 and any(known != origin and other == mine for known, other in shown)
            suspect = wrong and (copied or all(value in (0, 1) for value in mine))
            if source:
                original = [self.own.get((*source, column)) for column in range(width)]
                faithful = all(v is not None and self.tick(v) == m for v, m in zip(original, mine, strict=True))
                suspect = source in found if faithful else suspect
            if suspect:
                found.add((name, row))
            shown.append((origin, mine))
        return found

    def _printed(self, place: Place) -> bool:
        name, row, _ = place
        task = self.task
        position = task.first + row
        summed = position in task.sums
        if name == "pe":
            return position not in task.blank and (position in task.worked or summed)
        if name == "e":
            return summed or row in task.pair
        if name in ("left", "right"):
            return task.first + task.pair[("left", "right").index(name)] not in task.sums
        return name in ("x", "m") and not summed

    def verdicts(self) -> list[str]:
        """In reading order."""
        with localcontext(DIGITS):
            return [self._verdict(place, source) for place, source in self.places]

    def _verdict(self, place: Place, source: Place | None) -> str:
        answer = self.answers[place]
        if not isinstance(answer, Decimal):
            return "blank" if answer is None else "unreadable"
        strict = self.right.computed[source or place]
        follow = self.followed.computed.get(place, strict)
        if source:
            follow = (self.own[source],) * 2 if source in self.own else strict
        for ends, verdict in ((strict, "correct"), (follow, "follow-through")):
            if self._finer(answer, ends) or (self._is_in(answer, ends) and self._consistent(answer, ends)):
                return verdict
        decimals, fewer = self._decimals(answer), self.task.decimals - 1
        for ends in (strict, follow):
            low, high = (rounded(end, fewer) for end in ends)
            if decimals <= fewer and answer and low <= rounded(answer, fewer) <= high:
                return "coarse"
        return "rounding" if self._rounding(answer, place, source, (strict, follow)) else "wrong"

    def _rounding(self, answer: Decimal, place: Place, source: Place | None, reached: tuple[Range, Range]) -> bool:
        if any(self._is_in(answer, ends) for ends in reached):
            return True
        unit = Decimal(1).scaleb(-self.task.decimals)
        near = any(self.tick(ends[0]) - unit <= self.tick(answer) <= self.tick(ends[1]) + unit for ends in reached)
        if not near or self._decimals(answer) > self.task.decimals:
            return False
        for ends in reached:
            low, high = (rounded(end, self.task.decimals, ROUND_DOWN) for end in ends)
            if low <= self.tick(answer) <= high:
                return True
        for places in range(self.task.decimals + 3):
            for names, own in ((BEFORE, False), (AFTER, True))[: 2 if place[0] == "cosine" else 1]:
                for chosen in ({names[0]}, *({name} for name in names[1:]), set(names)):
                    if self._early(answer, (place, source), (frozenset(chosen), places), own=own):
                        return True
        return False

    def _early(
        self, answer: Decimal, where: tuple[Place, Place | None], early: tuple[frozenset[str], int], *, own: bool
    ) -> bool:
        place, source = where
        if early not in self.early:
            own_numbers, right = (self.trusted, self.right) if own else ({}, None)
            self.early[early] = Sheet(self.task, own_numbers, right, early)
        ends = self.early[early].computed.get(place if own else source or place)
        if ends is None or not all(end.is_finite() for end in ends):
            return False
        narrow = self.tick(ends[1]) - self.tick(ends[0]) <= Decimal(3).scaleb(-self.task.decimals)
        return narrow and self._is_in(answer, ends)

    def _finer(self, answer: Decimal, ends: Range) -> bool:
        """More digits than asked, rounded rightly; a tie may go either way."""
        decimals = self._decimals(answer)
        half = max(Decimal("0.5000000005").scaleb(-decimals), Decimal("1E-12"))
        return decimals > self.task.decimals and ends[0] - half <= answer <= ends[1] + half

    @staticmethod
    def _decimals(answer: Decimal) -> int:
        return max(0, -int(answer.normalize().as_tuple().exponent))

    def _consistent(self, answer: Decimal, ends: Range) -> bool:
        decimals = self._decimals(answer)
        unit = max(Decimal("0.9999").scaleb(-decimals), Decimal("1E-12"))
        return decimals <= self.task.decimals or ends[0] - unit <= answer <= ends[1] + unit
