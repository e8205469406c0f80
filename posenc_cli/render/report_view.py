"""A class as ready strings: the map of students and blanks, slips with their hints, hard blanks, points, every student.

Nothing of HTML is in here; whatever shows a class takes these.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby
from math import ceil
from typing import TYPE_CHECKING

from posenc_cli.grading.costs import is_off
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import shortened
from posenc_cli.render.class_columns import cells, columns
from posenc_cli.render.report_text import MOST_CAUSES, Teller, signed
from posenc_cli.render.student_view import SIGNS, student_view
from posenc_cli.worksheet.kinds import by_hand

if TYPE_CHECKING:
    from posenc_cli.grading.report import BlankReport, Report, StudentReport
    from posenc_cli.render.class_columns import Column
    from posenc_cli.render.student_view import StudentView
    from posenc_cli.render.style import Style

#: Verdicts that look alike on a map, in the order in which they are told.
ALIKE = {
    "correct": "right",
    "follow-through": "follows",
    "coarse": "nearly",
    "rounding": "nearly",
    "slip": "again",
    "wrong": "again",
    "unreadable": "unread",
    "blank": "empty",
}
#: Bars of the distribution where points are many.
_BARS = 10
_MOST_SINGLE = 12
#: Signs of a head that has room above a column.
_SHORT = 3
#: Wrong answers that are shown of a blank.
_MOST_ANSWERS = 2
#: Hard blanks that are shown; who has all before their eyes sees none.
_MOST_BLANKS = 10


@dataclass(frozen=True)
class Spot:
    """One student's blank on the map: a sign, a kind (of :data:`ALIKE`), and what is told when one points at it."""

    sign: str
    kind: str
    said: str


@dataclass(frozen=True)
class Row:
    """One student on the map; ``anchor`` is that of the part about this student."""

    anchor: str
    name: str
    points: str
    mark: str
    spots: tuple[Spot, ...]


@dataclass(frozen=True)
class SlipView:
    """A slip of the class: how many made it, the hint to give, and who they are (anchor, name)."""

    name: str
    count: int
    hint: str
    who: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class BlankView:
    """A blank: how many of those who wrote something got it right, and what was written instead most often."""

    label: str
    percent: int
    right: str
    answers: str


@dataclass(frozen=True)
class Bar:
    """How many students have so many points; ``percent`` of the longest bar."""

    label: str
    count: int
    percent: int


@dataclass(frozen=True)
class ClassView:
    """A whole class.

    Attributes:
        title: of the worksheet.
        school: may be empty.
        summary: who, and how well.
        marks: how many have which mark; empty where there is no scale.
        legend: what the signs of the map mean, as far as they occur: sign, kind, meaning with its count.
        groups: exercises with how many columns each has.
        labels: what neighbouring columns have in common, with how many they are.
        heads: the rest of a label, a column.
        long_heads: those that have no room above a column.
        rows: a student each.
        shares: how many percent got each column right, as a number and as text.
        slips: the commonest first.
        blanks: the hardest, the hardest first.
        more_blanks: how many others not all got right; empty where there are none.
        bars: the distribution of points.
        students: all parts.
        earlier: attempts that do not count, a sentence each.
        notes: by which rules points were given, and what is to be looked at by a person.
    """

    title: str
    school: str
    summary: tuple[str, ...]
    marks: tuple[tuple[str, int], ...]
    legend: tuple[tuple[str, str, str], ...]
    groups: tuple[tuple[str, int], ...]
    labels: tuple[tuple[str, int], ...]
    heads: tuple[str, ...]
    long_heads: frozenset[str]
    rows: tuple[Row, ...]
    shares: tuple[tuple[int, str], ...]
    slips: tuple[SlipView, ...]
    blanks: tuple[BlankView, ...]
    more_blanks: str
    bars: tuple[Bar, ...]
    students: tuple[StudentView, ...]
    earlier: tuple[str, ...]
    notes: tuple[str, ...]


def class_view(report: Report, style: Style, *, teacher: bool) -> ClassView:
    """A report in words.

    Args:
        report: what was checked.
        style: language and decimal mark.
        teacher: with right values and every cause?
    """
    return _Class(report, style, teacher=teacher).view()


class _Class:
    """Counts a class."""

    def __init__(self, report: Report, style: Style, *, teacher: bool) -> None:
        self.report = report
        self.language = style.language
        self.teller = Teller(style, report.sheet, teacher=teacher, alone=False)
        self.columns = columns(report, style.language)
        self.cells = [cells(one, self.columns) for one in report.students]
        self.names = [self.teller.name(one, number) for number, one in enumerate(report.students, 1)]

    def say(self, key: str, **values: object) -> str:
        return text(self.language, f"outcomes.{key}", **values)

    def mark(self, one: StudentReport) -> str:
        """As people write it here."""
        return signed(one.mark, self.teller.style.mark)

    def view(self) -> ClassView:
        report, about = self.report, self.report.sheet.spec.worksheet
        found = Counter(map(self.mark, report.students))
        hand = by_hand(report.sheet)
        hard = self.blanks()
        more = len(hard) - _MOST_BLANKS
        notes = [self.teller.say("by-hand", numbers=", ".join(map(str, hand)))] if hand else []
        return ClassView(
            title=about.title,
            school=about.school,
            summary=self.summary(),
            marks=tuple((mark, found[mark]) for mark in sorted(found, key=_numeric) if mark),
            legend=self.legend(),
            groups=self.groups(),
            labels=self.labels(),
            heads=tuple(column.cell for column in self.columns),
            long_heads=frozenset(column.cell for column in self.columns if len(column.cell) > _SHORT),
            rows=tuple(map(self.row, range(len(report.students)))),
            shares=tuple((percent, self.say("percent", n=percent)) for percent in self.percents()),
            slips=self.slips(),
            blanks=hard[:_MOST_BLANKS],
            more_blanks=self.say("more-blanks-one" if more == 1 else "more-blanks", n=more) if more > 0 else "",
            bars=self.bars(),
            students=tuple(student_view(report, one, n, self.teller) for n, one in enumerate(report.students, 1)),
            earlier=tuple(map(self.attempt, report.earlier)),
            notes=(*self.teller.rules(report), *notes),
        )

    def summary(self) -> tuple[str, ...]:
        """How many they are, and their points."""
        points = sorted(one.points for one in self.report.students)
        if not points:
            return ()
        half = len(points) // 2
        middle = points[half] if len(points) % 2 else (points[half - 1] + points[half]) / 2
        shown = {"mean": math.fsum(points) / len(points), "median": middle, "least": points[0], "most": points[-1]}
        values = {name: self.teller.points(round(value, 1)) for name, value in shown.items()}
        of = self.teller.points(self.report.sheet.max_points)
        people = self.say("people-one" if len(points) == 1 else "people", n=len(points))
        return (people, self.say("spread", of=of, **values)) if len(points) > 1 else (people,)

    def legend(self) -> tuple[tuple[str, str, str], ...]:
        counts = Counter(ALIKE[one.verdict] for row in self.cells for one in row if one)
        signs = {kind: SIGNS[verdict] for verdict, kind in reversed(ALIKE.items())}
        kinds = [kind for kind in dict.fromkeys(ALIKE.values()) if counts[kind]]
        return tuple((signs[kind], kind, self.say(f"kind.{kind}", n=counts[kind])) for kind in kinds)

    def groups(self) -> tuple[tuple[str, int], ...]:
        counts = Counter(column.exercise for column in self.columns)
        return tuple((str(exercise), count) for exercise, count in counts.items())

    def labels(self) -> tuple[tuple[str, int], ...]:
        together = groupby(self.columns, key=lambda column: (column.exercise, column.row))
        return tuple((row, len(list(of_row))) for (_, row), of_row in together)

    def row(self, number: int) -> Row:
        one = self.report.students[number]
        spots = (self.spot(column, cell) for column, cell in zip(self.columns, self.cells[number], strict=True))
        points = self.teller.points(one.points)
        return Row(f"s{number + 1}", self.names[number], points, self.mark(one), tuple(spots))

    def spot(self, column: Column, one: BlankReport | None) -> Spot:
        if one is None or not one.asked:
            return Spot("", "none", "")
        verdict = self.say(f"verdict.{one.verdict}")
        said = f"{column.label}: {shortened(one.answer)} – {verdict}" if one.answer else f"{column.label}: {verdict}"
        return Spot(SIGNS[one.verdict], ALIKE[one.verdict], said)

    def percents(self) -> list[int]:
        """How many percent of the students who were asked got each column right, be it from an own number."""
        found = []
        for of_column in zip(*self.cells, strict=True):
            asked = [one for one in of_column if one is not None and one.asked]
            right = sum(one.verdict in ("correct", "follow-through") for one in asked)
            found.append(round(100 * right / len(asked)) if asked else 0)
        return found

    def slips(self) -> tuple[SlipView, ...]:
        """Every slip that was found, with those in whose answers it was."""
        who: dict[tuple[str, str], list[tuple[str, str]]] = defaultdict(list)
        for number, one in enumerate(self.report.students):
            for entry in one.diagnosis:
                finding = entry.finding
                names = [self.teller.slip(slip) for slip in (finding.slip, *finding.also)][:MOST_CAUSES]
                named = self.teller.say("or").join(names)
                who[named, self.teller.hint(entry)].append((f"s{number + 1}", self.names[number]))
        commonest = sorted(who.items(), key=lambda item: -len(item[1]))
        return tuple(SlipView(name, len(people), hint, tuple(people)) for (name, hint), people in commonest)

    def blanks(self) -> tuple[BlankView, ...]:
        """Those that not all got right."""
        found = []
        for column, of_column, percent in zip(
            self.columns, zip(*self.cells, strict=True), self.percents(), strict=True
        ):
            wrong = Counter(shortened(one.answer.strip()) for one in of_column if one and is_off(one))
            if percent < 100:
                often = [self.say("times", n=n, answer=answer) for answer, n in wrong.most_common(_MOST_ANSWERS)]
                found.append(BlankView(column.label, percent, self.say("percent", n=percent), "; ".join(often)))
        return tuple(sorted(found, key=lambda one: one.percent))

    def bars(self) -> tuple[Bar, ...]:
        """Students by their points: a bar a point, or where there are many, for some points each."""
        most = self.report.sheet.max_points
        if not most:
            return ()
        step = ceil(most / _BARS) if most > _MOST_SINGLE else 1
        count = int(most / step) + 1
        counts = Counter(min(max(int(one.points / step + 1e-9), 0), count - 1) for one in self.report.students)
        longest = max(counts.values(), default=1)
        return tuple(
            Bar(
                self.say("from", n=place * step) if step > 1 else str(place),
                counts[place],
                round(100 * counts[place] / longest),
            )
            for place in range(count)
        )

    def attempt(self, one: StudentReport) -> str:
        points = {"points": self.teller.points(one.points), "of": self.teller.points(one.max_points)}
        return self.teller.say("earlier-line", name=one.name or "", attempt=one.attempt, **points)


def _numeric(mark: str) -> tuple[float, str]:
    """Marks in the order of their numbers, those without one behind."""
    digits = "".join(sign for sign in mark.replace(",", ".") if sign.isdigit() or sign == ".")
    try:
        return float(digits), mark
    except ValueError:
        return float("inf"), mark
