"""A report for people: what is right first, then what is not, then at most two causes each with one hint.

The right value is shown to teachers only.
"""

from __future__ import annotations

import textwrap
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.style import word
from posenc_cli.worksheet.labels import column_name, has_column, row_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from posenc_cli.grading.report import BlankReport, DiagnosisEntry, Report, StudentReport
    from posenc_cli.render.style import Style

#: Causes that one student is told.
MOST_CAUSES = 2
#: Lines of text are no longer than this, however wide the screen.
WIDEST = 88
NARROWEST = 30
#: Verdicts that are named with the answer, in this order.
NAMED = ("follow-through", "coarse", "rounding", "slip", "wrong", "unreadable")


@dataclass(frozen=True)
class TeacherView:
    """A report for the teacher: with right values and all causes."""

    report: Report


def report_text(found: Report | TeacherView, style: Style) -> str:
    """The report as text that fits the screen."""
    teacher = isinstance(found, TeacherView)
    report = found.report if isinstance(found, TeacherView) else found
    writer = _Writer(style, teacher=teacher)
    blocks = ["\n".join(writer.student(one)) for one in report.students]
    if report.earlier:
        blocks.append("\n".join(writer.earlier(report.earlier)))
    if len(report.students) > 1:
        blocks.append("\n".join(writer.whole_class(report)))
    return "\n\n".join(blocks) + "\n"


class _Writer:
    def __init__(self, style: Style, *, teacher: bool) -> None:
        self.style = style
        self.teacher = teacher
        self.width = max(NARROWEST, min(style.screen.width or WIDEST, WIDEST))

    def say(self, key: str, **values: object) -> str:
        return text(self.style.language, f"report.{key}", **values)

    def wrapped(self, line: str, indent: str = "  ", hang: str | None = None) -> list[str]:
        return textwrap.wrap(
            line,
            self.width,
            initial_indent=indent,
            subsequent_indent=hang if hang is not None else indent,
            break_on_hyphens=False,
        )

    def points(self, value: float) -> str:
        whole = value == int(value)
        return write_number(value, 0 if whole else 2, mark=self.style.mark)

    def student(self, one: StudentReport) -> Iterator[str]:
        """Name and points, counts, answers to look at, causes."""
        name = word(one.name) if one.name else self.say("you")
        score = {"points": self.points(one.points), "of": self.points(one.max_points)}
        yield from self.wrapped(self.say("heading", name=name, **score), "", "  ")
        if one.attempts > 1:
            yield from self.wrapped(self.say("attempt", attempt=one.attempt, attempts=one.attempts))
        yield from self.wrapped(self.counts(one))
        for verdict in NAMED:
            shown = [blank for blank in one.blanks if blank.verdict == verdict and not self.is_explained(one, blank)]
            if shown:
                yield from self.answers(verdict, shown)
        causes = one.diagnosis if self.teacher else one.diagnosis[:MOST_CAUSES]
        for entry in causes:
            yield from self.cause(one, entry)
        if any(blank.guarded and blank.verdict in ("slip", "wrong") for blank in one.blanks):
            yield from self.wrapped(self.say("guard"))

    def is_explained(self, one: StudentReport, blank: BlankReport) -> bool:
        """Is it named with its cause below?"""
        causes = one.diagnosis if self.teacher else one.diagnosis[:MOST_CAUSES]
        return any(one.blanks[number] is blank for entry in causes for number in entry.finding.explained)

    def counts(self, one: StudentReport) -> str:
        right = one.count("correct")
        parts = [self.say("all-right", n=right) if right == len(one.blanks) else self.say("right", n=right)]
        counted = {
            "follow": one.count("follow-through"),
            "near": one.count("coarse", "rounding"),
            "off": one.count("slip", "wrong"),
            "unreadable-count": one.count("unreadable"),
            "blank": one.count("blank"),
        }
        parts += [self.say(key, n=count) for key, count in counted.items() if count]
        return ", ".join(parts)

    def answers(self, verdict: str, shown: Iterable[BlankReport]) -> list[str]:
        return self.wrapped(f"{self.say(f'verdict.{verdict}')}: {self.listed(shown)}", "  ", "    ")

    def listed(self, shown: Iterable[BlankReport], *, reason: bool = True) -> str:
        """Answers by row: the row is named once, then its columns."""
        parts = []
        for row, blanks in groupby(shown, lambda one: row_label(one.blank, self.style.language)):
            answers = ", ".join(self.answer(blank, reason=reason) for blank in blanks)
            parts.append(f"{word(row)}: {answers}")
        return "; ".join(parts)

    def answer(self, blank: BlankReport, *, reason: bool = True) -> str:
        shown = word(blank.answer)
        if has_column(blank.blank):
            shown = f"{column_name(blank.blank.place.column)} {shown}"
        if blank.reason and reason:
            shown += f" ({text(self.style.language, blank.reason, text=word(blank.answer))})"
        if self.teacher and blank.verdict != "correct":
            marked = " | ".join(one.replace(".", self.sign) for one in blank.accepted)
            shown += f" [{marked}]"
        return shown

    @property
    def sign(self) -> str:
        return "," if self.style.mark == "comma" else "."

    def cause(self, one: StudentReport, entry: DiagnosisEntry) -> Iterator[str]:
        finding = entry.finding
        cells = [one.blanks[number] for number in finding.explained]
        names = [text(self.style.language, f"slips.{slip.id}.name") for slip in (finding.slip, *finding.also)]
        named = self.say("or").join(names[:3]) if self.teacher or len(names) <= 2 else names[0]
        kind: str = "convention" if finding.slip.convention else finding.certainty
        if len(names) > 1 and not self.teacher:
            kind, named = "alike", ""
        of = max(finding.of, len(cells)) if finding.of else len(cells)
        yield from self.wrapped(
            self.say(f"cause.{kind}", slip=named, n=len(cells), of=of) + ": " + self.listed(cells, reason=False),
            "  ",
            "    ",
        )
        yield from self.wrapped("→ " + text(self.style.language, entry.hint), "    ", "      ")

    def earlier(self, attempts: Iterable[StudentReport]) -> Iterator[str]:
        yield self.say("earlier")
        for one in attempts:
            yield from self.wrapped(
                self.say(
                    "earlier-line",
                    name=word(one.name or ""),
                    attempt=one.attempt,
                    points=self.points(one.points),
                    of=self.points(one.max_points),
                ),
                "  ",
                "    ",
            )

    def whole_class(self, report: Report) -> Iterator[str]:
        """Mean points and the commonest causes."""
        students = report.students
        mean = sum(one.points for one in students) / len(students)
        shown = write_number(mean, 1, mark=self.style.mark)
        yield from self.wrapped(
            self.say("class", n=len(students), mean=shown, of=self.points(report.sheet.max_points)), "", "  "
        )
        causes = Counter(entry.finding.slip.id for one in students for entry in one.diagnosis)
        for identifier, count in causes.most_common(5):
            name = text(self.style.language, f"slips.{identifier}.name")
            yield from self.wrapped(self.say("class-cause", n=count, slip=name), "  ", "    ")
