"""A report for people: what is right first, then what is not, then at most two causes each with one hint.

The right value is shown to teachers only.
"""

from __future__ import annotations

import math
import textwrap
from collections import Counter
from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from posenc_cli.grading.costs import guard_cost, is_off
from posenc_cli.i18n import lookup, text
from posenc_cli.i18n.numbers import in_mark, shortened, write_number
from posenc_cli.render.style import MINUS, word
from posenc_cli.worksheet.kinds import by_hand
from posenc_cli.worksheet.labels import cell_label, full_label, is_of_task, row_label, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.grading.comparison import Comparison
    from posenc_cli.grading.report import BlankReport, DiagnosisEntry, Report, StudentReport
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.render.style import Style
    from posenc_cli.worksheet.sheet import Blank, Sheet

#: Causes that one student is told.
MOST_CAUSES = 2
#: Lines of text are no longer than this, however wide the screen.
WIDEST = 88
NARROWEST = 30
#: Of a whole class: causes, and blanks that went wrong.
CLASS_CAUSES, CLASS_BLANKS = 5, 3
#: What stands in a blank, by its label, where the quantity does not say it.
NEXT = {
    "aside": "pe",
    "planted": "pe",
    "change": "change",
    "pair": "pair",
    "divisor-read": "divisor-back",
    "sine-angle": "angle-back",
    "sine-angle-too": "angle-back",
    "pos-found": "position",
    "place-found": "order",
}
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
    alone = len(report.students) == 1 and not report.earlier
    writer = Teller(style, report.sheet, teacher=teacher, alone=alone)
    blocks = ["\n".join(writer.student(one, number)) for number, one in enumerate(report.students, start=1)]
    if report.earlier:
        blocks.append("\n".join(writer.earlier(report.earlier)))
    if len(report.students) > 1:
        blocks.append("\n".join(writer.whole_class(report)))
    if notes := list(writer.notes(report)):
        blocks.append("\n".join(notes))
    if report.compared is not None:
        blocks.append("\n".join(writer.compared(report.compared)))
    if numbers := by_hand(report.sheet):
        blocks.append("\n".join(writer.wrapped(writer.say("by-hand", numbers=", ".join(map(str, numbers))), "", "  ")))
    return "\n\n".join(blocks) + "\n"


def signed(written: str, mark: Mark) -> str:
    """A number text with another decimal mark."""
    return written.replace(".", ",") if mark == "comma" else written


def as_answered(right: str, answer: str, usual: Mark) -> str:
    """A right value with the decimal mark of the answer beside it, as far as that has one, and the minus of paper."""
    return signed(right, _mark_of(answer) or usual).replace("-", MINUS)


def _mark_of(answer: str) -> Mark | None:
    """Of an answer as it was written; None for one without."""
    return "comma" if "," in answer else "point" if "." in answer else None


class Teller:
    """Words for what a report holds, in the language of its reader."""

    def __init__(self, style: Style, sheet: Sheet, *, teacher: bool, alone: bool) -> None:
        self.style = style
        self.sheet = sheet
        #: A worksheet keeps its own decimal mark, in the report as on paper.
        self.mark: Mark = sheet.spec.worksheet.decimal_mark
        self.alone = alone
        self.teacher = teacher
        self.width = max(NARROWEST, min(style.screen.width or WIDEST, WIDEST))

    def say(self, key: str, **values: object) -> str:
        """A sentence of the catalogue of reports."""
        return text(self.style.language, f"report.{key}", **values)

    def wrapped(self, line: str, indent: str = "  ", hang: str | None = None) -> list[str]:
        """A line that fits the screen."""
        return textwrap.wrap(
            line,
            self.width,
            initial_indent=indent,
            subsequent_indent=hang if hang is not None else indent,
            break_on_hyphens=False,
        )

    def points(self, value: float) -> str:
        """As many decimals as are needed, two at most."""
        written = write_number(value, 2, mark="point").rstrip("0").rstrip(".")
        return signed(written, self.style.mark)

    def name(self, one: StudentReport, number: int) -> str:
        """Whose answers these are: in a class, a row without a name is known by its line."""
        if one.name:
            return word(one.name)
        if self.alone:
            return self.say("you")
        return self.say("unnamed-place", number=number) if one.line is None else self.say("unnamed", line=one.line)

    def student(self, one: StudentReport, number: int) -> Iterator[str]:
        """Name and points, counts, answers to look at, causes."""
        name = self.name(one, number)
        score = {"points": self.points(one.points), "of": self.points(one.max_points)}
        yield from self.wrapped(self.say("heading", name=name, **score), "", "  ")
        if one.mark:
            shown_mark = signed(one.mark, self.style.mark)
            yield from self.wrapped(text(self.style.language, "marking.mark", mark=shown_mark))
        if one.attempts > 1:
            yield from self.wrapped(self.say("attempt", attempt=one.attempt, attempts=one.attempts))
        yield from self.wrapped(self.counts(one))
        for verdict in NAMED:
            shown = [blank for blank in one.blanks if blank.verdict == verdict and not self.is_explained(one, blank)]
            if shown:
                yield from self.answers(verdict, shown)
            for step in self.steps(verdict, shown):
                yield from self.wrapped(f"→ {step}", "    ", "      ")
        causes = one.diagnosis if self.teacher else one.diagnosis[:MOST_CAUSES]
        for entry in causes:
            yield from self.cause(one, entry)
        if guard_cost(self.sheet, one.blanks):
            yield from self.wrapped(self.say("guard"))

    def notes(self, report: Report) -> Iterator[str]:
        """By which rules points were given, as far as they made a difference."""
        for rule in self.rules(report):
            yield from self.wrapped(rule, "", "  ")

    def rules(self, report: Report) -> Iterator[str]:
        """The same, a sentence each."""
        language, marking = self.style.language, report.marking
        if report.followed:
            yield text(language, "marking.rule")
        if marking is not None and marking.tolerance:
            tolerance = signed(f"{marking.tolerance.normalize():f}", self.style.mark)
            yield text(language, "marking.tolerated", tolerance=tolerance)
        if marking is not None and marking.step:
            yield text(language, "marking.stepped", step=self.points(marking.step))

    def compared(self, found: Comparison) -> Iterator[str]:
        """What is other than in an earlier report."""
        language = self.style.language
        yield from self.wrapped(
            text(language, f"marking.compare-{'head' if found.changes else 'none'}", path=found.path), "", "  "
        )
        for key, names in (("new", found.new), ("gone", found.gone)):
            if names:
                yield from self.wrapped(text(language, f"marking.compare-{key}", names=", ".join(map(word, names))))
        for one in found.students:
            values = {"before": self.points(one.before), "after": self.points(one.after), "name": word(one.name)}
            before, after = (signed(mark, self.style.mark) or "–" for mark in one.marks)
            marks = {"mark_before": before, "mark_after": after}
            key = "mark" if one.marks[0] != one.marks[1] else "student"
            yield from self.wrapped(text(language, f"marking.compare-{key}", **values, **marks))
            for blank, earlier, now in one.blanks:
                named = {"blank": blank, "before": earlier, "after": now}
                yield from self.wrapped(text(language, "marking.compare-blank", **named), "    ")

    def is_explained(self, one: StudentReport, blank: BlankReport) -> bool:
        """Is it named with its cause below?"""
        causes = one.diagnosis if self.teacher else one.diagnosis[:MOST_CAUSES]
        return any(one.blanks[number] is blank for entry in causes for number in entry.finding.explained)

    def counts(self, one: StudentReport) -> str:
        """How many answers are right, and how many are not, by what they are."""
        right = one.count("correct")
        asked = sum(blank.asked for blank in one.blanks)
        is_all = right == asked > 1
        parts = [self.say("all-right" if is_all else "right", n=right)]
        counted = {
            "follow": one.count("follow-through"),
            "near": one.count("coarse", "rounding"),
            "off": one.count("slip", "wrong"),
            "unreadable-count": one.count("unreadable"),
            "blank": sum(blank.asked and blank.verdict == "blank" for blank in one.blanks),
        }
        parts += [self.say(key, n=count) for key, count in counted.items() if count]
        # Who compares the counts with the points is told why they are not the same.
        answered = [blank for blank in one.blanks if blank.asked and blank.verdict != "blank"]
        beside = sum(not blank.blank.points for blank in answered)
        values = {"n": beside, "of": len(answered)}
        note = text(self.style.language, "marking.without-points", **values) if beside and not is_all else ""
        return f"{', '.join(parts)} {note}".rstrip()

    def answers(self, verdict: str, shown: Iterable[BlankReport]) -> list[str]:
        """Answers of one verdict."""
        return self.wrapped(f"{self.say(f'verdict.{verdict}')}: {self.listed(shown)}", "  ", "    ")

    def steps(self, verdict: str, shown: Sequence[BlankReport]) -> list[str]:
        """A hint for each kind of number that is wrong for no known cause, and why several answers are unreadable."""
        if verdict == "wrong":
            return [self.say(f"next.{kind}") for kind in dict.fromkeys(self.kind(one.blank) for one in shown)]
        usual = self.usual_mark(shown)
        counted = Counter(one.reason for one in shown if one.reason)
        first = {one.reason: one for one in reversed(shown)}
        return [
            f"{self.why(first[reason], usual)} {self.say('same-for', n=count - 1)}"
            for reason, count in counted.items()
            if count > 1
        ]

    def why(self, blank: BlankReport, usual: Mark) -> str:
        """Why an answer is unreadable."""
        said: str = lookup(self.style.language, str(blank.reason))
        return in_mark(said, usual).format(text=word(shortened(blank.answer)))

    def usual_mark(self, shown: Iterable[BlankReport]) -> Mark:
        """The decimal mark of some answers."""
        return next((found for one in shown if (found := _mark_of(one.answer))), self.mark)

    def kind(self, blank: Blank) -> str:
        """What stands in a blank, as hints tell it apart."""
        if blank.source:
            return "copy"
        if is_of_task(blank):
            return "count" if blank.place.quantity in self.sheet.whole else "number"
        return NEXT.get(blank.label, blank.place.quantity)

    def listed(self, shown: Iterable[BlankReport], *, reason: bool = True) -> str:
        """Answers by row: the row is named once, then its columns."""
        parts, listed = [], tuple(shown)
        usual = self.usual_mark(listed)
        reasons = Counter(one.reason for one in listed)
        for row, blanks in groupby(listed, lambda one: row_label(one.blank, self.style.language)):
            # What holds for several is said once, below.
            answers = ", ".join(self.answer(one, usual, reason=reason and reasons[one.reason] == 1) for one in blanks)
            parts.append(f"{word(row)}: {answers}")
        return "; ".join(parts)

    def answer(self, blank: BlankReport, usual: Mark, *, reason: bool = True) -> str:
        """One answer with its column, and what a teacher is told of it."""
        said = word(shortened(blank.answer))
        if cell := cell_label(blank.blank):
            said = f"{word(cell)} {said}"
        if blank.reason and reason:
            said += f" ({self.why(blank, usual)})"
        if self.teacher and blank.verdict != "correct":
            right = (shown(self.sheet, blank.blank.place.quantity, one) for one in blank.accepted)
            said += f" [{' | '.join(as_answered(one, blank.answer, usual) for one in right)}]"
        return said

    def cause(self, one: StudentReport, entry: DiagnosisEntry) -> Iterator[str]:
        """A cause with the answers that it explains, and its hint."""
        cells = [one.blanks[number] for number in entry.finding.explained]
        yield from self.wrapped(f"{self.named_cause(entry)}: {self.listed(cells, reason=False)}", "  ", "    ")
        yield from self.wrapped(f"→ {self.hint(entry)}", "    ", "      ")

    def slip(self, slip: Slip) -> str:
        """What a slip is called."""
        return text(self.style.language, f"slips.{slip.id}.name")

    def hint(self, entry: DiagnosisEntry) -> str:
        """What to look at, to be rid of a cause."""
        return text(self.style.language, entry.hint)

    def named_cause(self, entry: DiagnosisEntry) -> str:
        """A cause by its name, with how much of the sheet it explains."""
        finding = entry.finding
        names = [self.slip(slip) for slip in (finding.slip, *finding.also)]
        named = self.say("or").join(names[:3]) if self.teacher or len(names) <= 2 else names[0]
        kind: str = finding.certainty
        if len(names) > 1 and not self.teacher:
            kind, named = "alike", ""
        count = len(finding.explained)
        of = max(finding.of, count) if finding.of else count
        if kind == "alike" and count == 1:
            return self.say("verdict.slip")
        if of == 1:
            return text(self.style.language, f"marking.only-{kind}", slip=named)
        return self.say(f"cause.{kind}{'-one' if count == 1 else ''}", slip=named, n=count, of=of)

    def earlier(self, attempts: Iterable[StudentReport]) -> Iterator[str]:
        """Attempts that do not count."""
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
        """Mean points, the commonest causes, and where most went wrong."""
        students = report.students
        mean = math.fsum(one.points for one in students) / len(students)
        shown = self.points(round(mean, 1))
        yield from self.wrapped(
            self.say("class", n=len(students), mean=shown, of=self.points(report.sheet.max_points)), "", "  "
        )
        causes = Counter(entry.finding.slip.id for one in students for entry in one.diagnosis)
        for identifier, count in causes.most_common(CLASS_CAUSES):
            name = text(self.style.language, f"slips.{identifier}.name")
            yield from self.wrapped(self.say("class-cause", n=count, slip=name), "  ", "    ")
        if len(causes) > CLASS_CAUSES:
            yield from self.wrapped(self.say("class-more", n=len(causes) - CLASS_CAUSES))
        yield from self.hardest(students)

    def hardest(self, students: Sequence[StudentReport]) -> list[str]:
        """The blanks that most students got wrong, if any did."""
        wrong = Counter(number for one in students for number, blank in enumerate(one.blanks) if is_off(blank))
        blanks = next(iter(students)).blanks
        named = [
            self.say("class-blank", blank=word(full_label(blanks[number].blank, self.style.language)), n=count)
            for number, count in sorted(wrong.items(), key=lambda item: (-item[1], item[0]))[:CLASS_BLANKS]
        ]
        return self.wrapped(self.say("class-blanks", blanks="; ".join(named)), "  ", "    ") if named else []
