"""One student's answers as ready strings: what is right first, then what is not, then causes each with a hint."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from posenc_cli.grading.costs import guard_cost
from posenc_cli.i18n import text
from posenc_cli.render.report_text import MOST_CAUSES, NAMED, signed

if TYPE_CHECKING:
    from posenc_cli.grading.report import DiagnosisEntry, Report, StudentReport
    from posenc_cli.render.report_text import Teller

#: What stands for a verdict where there is room for one sign; the page for a phone has the same.
SIGNS = {
    "correct": "✓",
    "follow-through": "→",
    "coarse": "≈",
    "rounding": "≈",
    "slip": "✗",
    "wrong": "✗",
    "unreadable": "?",
    "blank": "·",
}


@dataclass(frozen=True)
class Cause:
    """A cause of one student: its name, where it is seen, and the hint."""

    said: str
    where: str
    hint: str


@dataclass(frozen=True)
class Told:
    """Answers of one student that are worth a look, by verdict, and what to look at where no cause is known."""

    verdict: str
    sign: str
    answers: str
    steps: tuple[str, ...] = ()


@dataclass(frozen=True)
class StudentView:
    """All about one student.

    Attributes:
        anchor: of this part.
        name: or what stands for it.
        points: with the most there are.
        mark: ready sentence; empty where there is no scale.
        attempt: which one it is, where there are several; else empty.
        counts: what is right first.
        causes: the likeliest first.
        told: other answers by their verdict.
        rules: by which points were given, as far as they made a difference.
    """

    anchor: str
    name: str
    points: str
    mark: str
    attempt: str
    counts: str
    causes: tuple[Cause, ...]
    told: tuple[Told, ...]
    rules: tuple[str, ...]


def student_view(
    report: Report, one: StudentReport, number: int, teller: Teller, *, alone: bool = False
) -> StudentView:
    """One student in words.

    Args:
        report: of the whole class, which knows marks.
        one: the student.
        number: place in the report, from 1.
        teller: of the words.
        alone: is it all that this student sees? Then rules that hold for all are told.
    """
    causes = one.diagnosis if teller.teacher else one.diagnosis[:MOST_CAUSES]
    told = []
    for verdict in NAMED:
        seen = [each for each in one.blanks if each.verdict == verdict and not teller.is_explained(one, each)]
        if seen:
            steps = tuple(teller.steps(verdict, seen))
            told.append(Told(teller.say(f"verdict.{verdict}"), SIGNS[verdict], teller.listed(seen), steps))
    rules = [teller.say("guard")] if guard_cost(teller.sheet, one.blanks) else []
    rules += teller.rules(replace(report, students=(one,))) if alone else []
    points = {"points": teller.points(one.points), "of": teller.points(one.max_points)}
    mark = signed(one.mark, teller.style.mark)
    return StudentView(
        anchor=f"s{number}",
        name=teller.name(one, number),
        points=text(teller.style.language, "outcomes.points", **points),
        mark=text(teller.style.language, "outcomes.mark", mark=mark) if mark else "",
        attempt=teller.say("attempt", attempt=one.attempt, attempts=one.attempts) if one.attempts > 1 else "",
        counts=teller.counts(one),
        causes=tuple(_cause(teller, one, entry) for entry in causes),
        told=tuple(told),
        rules=tuple(rules),
    )


def _cause(teller: Teller, one: StudentReport, entry: DiagnosisEntry) -> Cause:
    seen = [one.blanks[number] for number in entry.finding.explained]
    return Cause(teller.named_cause(entry), teller.listed(seen, reason=False), teller.hint(entry))
