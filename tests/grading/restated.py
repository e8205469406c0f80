"""Sheets that ask for random numbers, worked once more by plain loops over decimals: nothing of our formulas."""

from __future__ import annotations

from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING

from tests.grading.restated_ranges import DIGITS, PI, Place, Range, fine_end, rounded, wave

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from tests.grading.honest import Task


def over(function: Callable[[Decimal], Decimal], values: Iterable[Decimal]) -> Range:
    """The range of a function over some points."""
    found = [function(value) for value in values]
    return min(found), max(found)


def crests(cosine: bool, angles: Range) -> list[Decimal]:
    """Angles inside a range at which the wave turns."""
    start = Decimal(0) if cosine else PI / 2
    number = int((angles[0] - start) / PI) - 1
    return [start + PI * n for n in range(number, number + 4) if angles[0] < start + PI * n < angles[1]]


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
        with_early: the same run with results that are rounded too early, made where it is needed.
    """

    task: Task
    own: Mapping[Place, Decimal] = field(default_factory=dict)
    right: Sheet | None = None
    early: tuple[frozenset[str], int] = (frozenset(), 0)
    computed: dict[Place, Range] = field(default_factory=dict)
    values: dict[Place, Range] = field(default_factory=dict)
    with_early: dict[tuple[frozenset[str], int], Sheet] = field(default_factory=dict)

    def __post_init__(self) -> None:
        with localcontext(DIGITS):
            self._work()

    def at(self, place: Place) -> Range | None:
        """What is computed at a place."""
        return self.computed.get(place)

    def fine(self, found: Range) -> Range:
        """An intermediate result, exact or rounded finely."""
        return fine_end(found[0], self.task.decimals)[0], fine_end(found[1], self.task.decimals)[1]

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
            carried = self.won(self.right.values[place], carried)
        if place in self.own:
            carried = self.won((self.own[place],) * 2, carried)
        self.values[place] = carried
        return carried

    def won(self, answer: Range, carried: Range) -> Range:
        """What stands there wins; where it is what was worked out, one may have gone on with either."""
        half = Decimal("0.5").scaleb(-self.task.decimals)
        same = carried[0] - half <= answer[0] and answer[1] <= carried[1] + half
        return (min(answer[0], carried[0]), max(answer[1], carried[1])) if same else answer

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


class TaskPaper:
    """A random sheet, as the marking looks at it."""

    def __init__(self, task: Task) -> None:
        self.task, self.decimals = task, task.decimals
        self.right = Sheet(task)
        self.printed: list[Sequence[Decimal]] = [
            [rounded(self.right.computed[name, row, k][0], task.decimals) for k in range(task.d)]
            for name, row, column in self.right.values
            if column == 0 and self._is_printed(name, row)
        ]

    def _is_printed(self, name: str, row: int) -> bool:
        task, position = self.task, self.task.first + row
        summed = position in task.sums
        if name == "pe":
            return position not in task.blank and (position in task.worked or summed)
        if name == "e":
            return summed or row in task.pair
        if name in ("left", "right"):
            return task.first + task.pair[("left", "right").index(name)] not in task.sums
        return name in ("x", "m") and not summed

    def followed(self, own: Mapping[Place, Decimal]) -> Sheet:
        """The run that goes on with own numbers."""
        return Sheet(self.task, own, self.right)

    def early(self, place: Place, followed: Sheet | None) -> Iterator[Range | None]:
        """What can be at a place where an intermediate result is rounded too early."""
        if followed is not None and place[0] != "cosine":
            return
        names, like = (BEFORE, self.right) if followed is None else (AFTER, followed)
        for places in range(self.decimals + 3):
            for chosen in (*({name} for name in names), set(names)):
                early = (frozenset(chosen), places)
                if early not in like.with_early:
                    like.with_early[early] = Sheet(self.task, like.own, like.right, early)
                yield like.with_early[early].at(place)

    @staticmethod
    def is_whole(_name: str) -> bool:
        """Nothing is counted."""
        return False

    @staticmethod
    def is_alike(_name: str) -> bool:
        """All rows are different."""
        return False
