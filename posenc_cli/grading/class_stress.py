"""A simulated class on one sheet: is right work ever rejected, wrong work accepted, and which slips are found again?"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, get_args

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.expression import evaluate
from posenc_cli.encodings.slips import WRITE
from posenc_cli.grading.alone import ERROR, Alone, clipped
from posenc_cli.grading.answers import Answers
from posenc_cli.grading.diagnosis import diagnose
from posenc_cli.grading.marking import Marker
from posenc_cli.grading.simulate import Habits, worked
from posenc_cli.grading.ways import pairs, single_ways
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.mistakes import once_of, slips_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from posenc_cli.grading.diagnosis import Finding
    from posenc_cli.grading.ways import Way
    from posenc_cli.worksheet.sheet import Sheet

    Values = NDArray[np.float64]

#: What a student does; who has gaps works rightly or with a slip and leaves blanks empty.
Kind = Literal["right", "gaps", "slip", "pair", "noise"]
KINDS: tuple[Kind, ...] = get_args(Kind)
#: Of every ten students so many are of each kind.
_OF_TEN: dict[Kind, int] = {"right": 2, "gaps": 1, "slip": 3, "pair": 2, "noise": 2}
#: Pairs of ways that are tried on a sheet, each by some students.
_PAIRS = 300
#: Students who are worked out together.
_TOGETHER = 2000
#: For so many students one more, in whose right work one cell goes wrong.
_ONE_OF = 10


@dataclass(frozen=True)
class Tally:
    """Of so many students so many.

    Attributes:
        of: how many could be.
        hits: how many were.
    """

    of: int = 0
    hits: int = 0

    def __add__(self, other: Tally) -> Tally:
        return Tally(self.of + other.of, self.hits + other.hits)

    @property
    def share(self) -> float:
        """Hits of all, 1 where there is nothing."""
        return self.hits / self.of if self.of else 1.0


@dataclass
class ClassStress:
    """What came of simulated students.

    Attributes:
        students: how many, by kind.
        rejected: blanks with right work that are not marked right.
        accepted: blanks with wrong work that are marked right.
        singles: students with one slip that shows; the slip or a twin of it was named.
        pairs: students with two slips that look like no single one; both or their twins were named.
        noise: students with noise; a cause was called sure.
        once: others with right work in which one cell went wrong once; what puts that number there was named.
        recall: by slip, students who made it alone and visibly; it or a twin was named.
        precision: by slip, students of whom it was called sure; they had made it or a twin.
        missed: some students whose slips were not named, for a closer look: what they did and what was named.
    """

    students: Counter[str] = field(default_factory=Counter)
    rejected: Tally = Tally()
    accepted: Tally = Tally()
    singles: Tally = Tally()
    pairs: Tally = Tally()
    noise: Tally = Tally()
    once: Tally = Tally()
    recall: dict[str, Tally] = field(default_factory=dict)
    precision: dict[str, Tally] = field(default_factory=dict)
    missed: list[tuple[tuple[str, ...], tuple[str, ...]]] = field(default_factory=list)

    def add(self, other: ClassStress) -> None:
        """Take over what came of another sheet."""
        self.students += other.students
        self.rejected += other.rejected
        self.accepted += other.accepted
        self.singles += other.singles
        self.pairs += other.pairs
        self.noise += other.noise
        self.once += other.once
        self.missed += other.missed
        for mine, theirs in ((self.recall, other.recall), (self.precision, other.precision)):
            for name, tally in theirs.items():
                mine[name] = mine.get(name, Tally()) + tally


@dataclass(frozen=True)
class Simulated:
    """Simulated students of one sheet.

    Attributes:
        kinds: of every student.
        ways: that every student went; None for right work.
        values: what stands in every blank (student, blank), NaN where nothing does.
        error: (student, blank) where a calculator shows an error.
    """

    kinds: tuple[Kind, ...]
    ways: tuple[Way | None, ...]
    values: Values
    error: NDArray[np.bool_]

    def answers(self, sheet: Sheet) -> Answers:
        """As they were handed in."""
        decimals = np.full(self.values.shape, sheet.decimals)
        for places in range(sheet.decimals - 1, -1, -1):
            shorter = rounding.round_half_away(self.values, places) == self.values
            decimals = np.where(shorter, places, decimals)
        return Answers(self.values, decimals, np.isnan(self.values) & ~self.error, self.error)


def simulated(sheet: Sheet, students: int, seed: int) -> Simulated:
    """Students who work rightly or not, the same ones for the same seed."""
    dice = np.random.default_rng(seed)
    kinds = [kind for kind, count in _OF_TEN.items() for _ in range(count)]
    shuffled = tuple(kinds[number % len(kinds)] for number in range(students))
    singles = single_ways(sheet, slips_of(sheet))
    together = _some_pairs(sheet, singles, dice)
    ways = [_way(kind, number, singles, together, dice) for number, kind in enumerate(shuffled)]
    values = _values(sheet, ways, dice)
    error = ~np.isfinite(values)
    values = np.where(error, np.nan, values)
    copies = np.array([blank.source is not None for blank in sheet.blanks])
    for number, kind in enumerate(shuffled):
        if kind == "noise":
            _put_noise(values[number], copies, sheet, dice)
        if kind == "gaps":
            gone = dice.random(values.shape[1]) < dice.choice((0.1, 0.3, 0.5))
            values[number, gone], error[number, gone] = np.nan, False
    return Simulated(shuffled, tuple(ways), values, error)


def _way(
    kind: Kind, number: int, singles: Sequence[Way], together: Sequence[Way], dice: np.random.Generator
) -> Way | None:
    if kind == "slip" or (kind == "gaps" and number // 10 % 2):
        return singles[int(dice.integers(len(singles)))] if singles else None
    if kind == "pair" and together:
        return together[int(dice.integers(len(together)))]
    return None


def _some_pairs(sheet: Sheet, singles: Sequence[Way], dice: np.random.Generator) -> list[Way]:
    """Some pairs of methods whose sheets differ by more than rounding from right ones and those of single slips."""
    several = list(pairs([way for way in singles if way.slips[0].scope != "cell"]))
    if not several:
        return []
    alone = Alone(sheet, singles)
    known = np.concatenate([alone.ticks(singles), accepted_ticks(sheet)[0][np.newaxis]])
    some = [several[one] for one in dice.choice(len(several), min(_PAIRS, len(several)), replace=False)]
    rows = alone.ticks(some)
    return [way for way, row in zip(some, rows, strict=True) if (np.abs(known - row) > 1).any(axis=1).all()]


def _values(sheet: Sheet, ways: Sequence[Way | None], dice: np.random.Generator) -> Values:
    """What everybody writes, with habits of rounding (student, blank)."""
    found = np.empty((len(ways), len(sheet.blanks)))
    rows: dict[int, list[int]] = {}
    for number, way in enumerate(ways):
        rows.setdefault(id(way), []).append(number)
    for some in rows.values():
        way = ways[some[0]]
        formula = sheet.formula.with_rules(way.rules) if way else sheet.formula
        for start in range(0, len(some), _TOGETHER):
            part = some[start : start + _TOGETHER]
            found[part] = worked(sheet, formula, Habits(len(part), dice))
    return found


def _put_noise(row: Values, copies: NDArray[np.bool_], sheet: Sheet, dice: np.random.Generator) -> None:
    """Put wrong numbers into some blanks of a row."""
    blanks = np.flatnonzero(~copies & np.isfinite(row))
    chosen = dice.choice(blanks, min(len(blanks), int(dice.integers(1, 7))), replace=False)
    size = max(1.0, float(np.nanmax(np.abs(row), initial=0.0)))
    for number in chosen:
        whole = sheet.blanks[number].place.quantity in sheet.whole
        value = dice.integers(-3, 10) if whole else dice.uniform(-size, size)
        row[number] = rounding.round_half_away(float(value), sheet.decimals)


def class_stress(sheet: Sheet, students: int, seed: int) -> ClassStress:
    """Simulate students of a sheet, mark and diagnose them, and count."""
    some = simulated(sheet, students, seed)
    marker = Marker(sheet, some.answers(sheet))
    verdicts = marker.verdicts()
    findings = diagnose(marker, verdicts, slips_of(sheet), pairs=True)
    found = ClassStress(Counter(some.kinds))
    _count_marks(found, sheet, some, verdicts)
    twins = _Twins(sheet)
    for number, (kind, way) in enumerate(zip(some.kinds, some.ways, strict=True)):
        if kind == "noise":
            sure = any(one.certainty == "sure" for one in findings[number])
            found.noise += Tally(1, int(sure))
            if sure:
                found.missed.append((("noise",), _names(findings[number])))
        elif way is not None and not (verdicts[number] == "correct").all() and kind in ("slip", "pair"):
            _count_named(found, twins, way, findings[number])
        for name in {slip.id for one in findings[number] if one.certainty == "sure" for slip in (one.slip, *one.also)}:
            hit = way is not None and any(name in known for known in twins.names(way))
            found.precision[name] = found.precision.get(name, Tally()) + Tally(1, int(hit))
    found.once = _once(sheet, students // _ONE_OF, np.random.default_rng((seed, _ONE_OF)))
    return found


def _gone_wrong(sheet: Sheet, ways: Sequence[Way]) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
    """What each way writes into a cell of its own, in ticks, and where that is seen (way, blank)."""
    low, high = accepted_ticks(sheet)
    right, made = (low + high) / 2, Alone(sheet, ways).ticks(ways)
    of = np.array([[blank.place.quantity in way.rules for blank in sheet.blanks] for way in ways], dtype=bool)
    for number, way in enumerate(ways):
        if way.only_writing:
            read = {"value": right / 10.0**sheet.decimals, "decimals": NUMBERS.leaf(sheet.decimals)}
            made[number] = clipped(rounding.ticks(evaluate(way.rules[WRITE], read, NUMBERS), sheet.decimals))
            of[number] = True
    copies = np.array([blank.source is not None for blank in sheet.blanks])
    whole = np.array([blank.place.quantity in sheet.whole for blank in sheet.blanks])
    # Zeros and ones, and small whole numbers, agree with others by chance.
    shows = of & ~((made >= low - 1) & (made <= high + 1)) & ~copies & ~whole
    return made, shows & ~np.isin(np.abs(made), (0, 10**sheet.decimals)) & (made > ERROR)


def _once(sheet: Sheet, students: int, dice: np.random.Generator) -> Tally:
    """Let students work rightly but for one cell, each in one of the ways in which a cell goes wrong once."""
    ways = single_ways(sheet, (slip for slip in once_of(sheet) if slip.scope == "once"))
    made, shows = _gone_wrong(sheet, ways)
    places = np.argwhere(shows)
    if not len(places) or not students:
        return Tally()
    chosen = places[dice.integers(len(places), size=students)]
    values = worked(sheet, sheet.formula, Habits(students, dice))
    values[np.arange(students), chosen[:, 1]] = made[chosen[:, 0], chosen[:, 1]] / 10.0**sheet.decimals
    error = ~np.isfinite(values)
    kinds: tuple[Kind, ...] = (KINDS[0],) * students
    some = Simulated(kinds, (None,) * students, np.where(error, np.nan, values), error)
    marker = Marker(sheet, some.answers(sheet))
    findings = diagnose(marker, marker.verdicts(), slips_of(sheet), pairs=True)
    hits = sum(
        any(int(blank) in one.explained for one in mine) for (_, blank), mine in zip(chosen, findings, strict=True)
    )
    return Tally(students, hits)


def _names(findings: Sequence[Finding]) -> tuple[str, ...]:
    return tuple(slip.id for one in findings for slip in (one.slip, *one.also))


def _count_named(found: ClassStress, twins: _Twins, way: Way, findings: Sequence[Finding]) -> None:
    named = set(_names(findings))
    # Whoever names each slip of some set that leaves this very sheet has found it.
    hit = any(known <= named for known in twins.names(way))
    if len(way.slips) == 1:
        found.singles += Tally(1, int(hit))
        name = way.slips[0].id
        found.recall[name] = found.recall.get(name, Tally()) + Tally(1, int(hit))
    else:
        found.pairs += Tally(1, int(hit))
    if not hit:
        found.missed.append((tuple(slip.id for slip in way.slips), _names(findings)))


class _Twins:
    """Which slips, alone or two together, leave the same sheet as a way."""

    def __init__(self, sheet: Sheet) -> None:
        singles = single_ways(sheet, slips_of(sheet))
        self._alone = Alone(sheet, singles)
        self._sets: dict[bytes, set[frozenset[str]]] = {}
        self._known: dict[int, set[frozenset[str]]] = {}
        methods = [way for way in singles if way.slips[0].scope != "cell"]
        for ways in (singles, list(pairs(methods))):
            for way, row in zip(ways, self._alone.ticks(ways), strict=True):
                self._sets.setdefault(row.tobytes(), set()).add(frozenset(slip.id for slip in way.slips))

    def names(self, way: Way) -> set[frozenset[str]]:
        """Ids of the slips of this way, and of all that leave the same sheet."""
        if id(way) not in self._known:
            (row,) = self._alone.ticks([way])
            mine = frozenset(slip.id for slip in way.slips)
            self._known[id(way)] = {mine, *self._sets.get(row.tobytes(), ())}
        return self._known[id(way)]


def _count_marks(found: ClassStress, sheet: Sheet, some: Simulated, verdicts: NDArray[np.object_]) -> None:
    low, high = accepted_ticks(sheet)
    ticks = rounding.ticks(some.values, sheet.decimals)
    written = ~np.isnan(some.values)
    right = written & np.array([way is None for way in some.ways])[:, np.newaxis]
    right &= ~np.array([kind == "noise" for kind in some.kinds])[:, np.newaxis]
    found.rejected += Tally(int(right.sum()), int((right & (verdicts != "correct")).sum()))
    wrong = written & ~((ticks >= low) & (ticks <= high))
    found.accepted += Tally(int(wrong.sum()), int((wrong & (verdicts == "correct")).sum()))
