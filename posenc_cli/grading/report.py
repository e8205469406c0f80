"""The report: verdicts, points and diagnosis of one student or a class, as data."""

from __future__ import annotations

import math
from collections import Counter
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.encodings.slips import hint_key
from posenc_cli.grading.answers import collect, distinct
from posenc_cli.grading.diagnosis import SURE, Finding, diagnose
from posenc_cli.grading.explaining import IMPRECISE
from posenc_cli.grading.marking import Marker, Verdict
from posenc_cli.grading.marks import mark, stepped
from posenc_cli.grading.settings import Credited, tolerated
from posenc_cli.i18n import Notice, said_once
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.mistakes import slips_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.grading.comparison import Comparison
    from posenc_cli.grading.settings import Credit
    from posenc_cli.grading.submission import Sender, Submission
    from posenc_cli.i18n.numbers import Reading
    from posenc_cli.worksheet.sheet import Blank, Sheet
    from posenc_cli.worksheet.spec_parts import Marking


@dataclass(frozen=True)
class BlankReport:
    """One judged blank.

    Attributes:
        blank: which one.
        answer: the raw text, "" where nothing was written.
        verdict: the first that holds.
        slip: id of the slip that explains the answer, or None.
        points: scored.
        reason: why an answer is unreadable, a key of the catalogue, or None.
        accepted: what is right; for the teacher's eyes.
        guarded: it stands in a row of zeros and ones or in a copied one, from which nothing follows through.
        asked: has the file a place for it? A teacher may delete columns from the form.
    """

    blank: Blank
    answer: str
    verdict: Verdict
    slip: str | None
    points: float
    reason: str | None
    accepted: tuple[str, ...]
    guarded: bool
    asked: bool


@dataclass(frozen=True)
class DiagnosisEntry:
    """A named cause.

    Attributes:
        finding: the slip and what it explains.
        hint: key of the hint; twins share one.
    """

    finding: Finding
    hint: str


@dataclass(frozen=True)
class StudentReport:
    """One attempt, judged.

    Attributes:
        name: or None.
        points: scored; half points are kept.
        max_points: of the sheet.
        blanks: in reading order.
        diagnosis: the likeliest first.
        attempt: which attempt of this student it is.
        attempts: how many there are; the last counts.
        line: of the file, where the answers stand in one.
        mark: by the scale of the worksheet, decimal point; empty for none.
        sender: whose folder it lay in, where a learning platform packed it.
        sheet: what was to be solved; not all of a class need have the same numbers.
    """

    name: str | None
    points: float
    max_points: float
    blanks: tuple[BlankReport, ...]
    diagnosis: tuple[DiagnosisEntry, ...]
    attempt: int
    attempts: int
    line: int | None
    mark: str
    sender: Sender
    sheet: Sheet

    def count(self, *verdicts: Verdict) -> int:
        """How many blanks have one of these verdicts."""
        return sum(one.verdict in verdicts for one in self.blanks)


@dataclass(frozen=True)
class Report:
    """A checked class.

    Attributes:
        sheet: what was checked.
        students: the attempts that count.
        earlier: attempts that do not.
        notices: worth saying about the files.
        marking: how points and marks were given.
        compared: with an earlier report, if one was named.
    """

    sheet: Sheet
    students: tuple[StudentReport, ...]
    earlier: tuple[StudentReport, ...]
    notices: tuple[Notice, ...] = ()
    marking: Marking | None = None
    compared: Comparison | None = None

    @property
    def followed(self) -> bool:
        """Did anybody get points for going on rightly from own numbers?"""
        return any(one.count("follow-through") for one in self.students)

    @property
    def all_correct(self) -> bool:
        """Is every answer that was given correct? A blank is no answer."""
        return all(one.verdict in ("correct", "blank") for student in self.students for one in student.blanks)


def check(  # noqa: PLR0913
    sheet: Sheet,
    submissions: Sequence[Submission],
    *,
    credit: Credit | None = None,
    notices: Sequence[Notice] = (),
    among: Sequence[Slip] | None = None,
    pairs: bool = True,
) -> Report:
    """Mark and diagnose all submissions.

    Args:
        sheet: what was to be solved.
        submissions: in the order of the file.
        credit: shares of the points, tolerance and scale; the worksheet's own where they are not given.
        notices: from reading the files, passed on.
        among: slips that are looked for; all that can be made on the sheet if None.
        pairs: are any two of them tried together?
    """
    if not submissions:
        return Report(sheet, (), (), tuple(notices))
    asked = credit if isinstance(credit, Credited) else Credited(credit or {})
    marking = asked.over(sheet.spec.marking)
    answers = collect(sheet, submissions)
    # A tolerance looks at decimals, which may differ where their binary fractions are the same.
    answers, which = (answers, np.arange(len(submissions))) if marking.tolerance else distinct(answers)
    marker = Marker(sheet, answers)
    verdicts = marker.verdicts()
    if marking.tolerance:
        tolerated(sheet, submissions, verdicts, marking.tolerance)
    slips = slips_of(sheet) if among is None else among
    findings = diagnose(marker, verdicts, slips, pairs=pairs)
    judge = _Judge(sheet, asked, marking, slips)
    students = [
        judge.student(submission, attempt, list(verdicts[row]), findings[row], marker.guarded_blanks(row))
        for row, submission, attempt in zip(which.tolist(), submissions, _attempts(submissions), strict=True)
    ]
    counting = tuple(one for one in students if one.attempt == one.attempts)
    earlier = tuple(one for one in students if one.attempt != one.attempts)
    said = (*notices, *_not_asked(sheet, submissions, marking))
    return Report(sheet, counting, earlier, said, marking)


def _not_asked(sheet: Sheet, submissions: Sequence[Submission], marking: Marking) -> Iterator[Notice]:
    """Where marks are given, what nobody could answer, because no file has a place for it."""
    asked = {name for one in submissions for name in one.answers}
    left = [blank for blank in sheet.blanks if blank.id not in asked]
    if (marking.scale or marking.thresholds) and (points := math.fsum(blank.points for blank in left)):
        yield Notice("check.not-asked", {"n": len(left), "points": f"{points:g}", "of": f"{sheet.max_points:g}"})


def together(reports: Sequence[Report]) -> Report:
    """Reports of sheets that are alike as one; its sheet is that of the first."""
    return Report(
        reports[0].sheet,
        tuple(student for report in reports for student in report.students),
        tuple(student for report in reports for student in report.earlier),
        said_once(notice for report in reports for notice in report.notices),
        reports[0].marking,
    )


def _attempts(submissions: Sequence[Submission]) -> list[tuple[int, int]]:
    """Which attempt of its author each submission is, and how many there are; who has no name has one."""
    counts = Counter(submission.key for submission in submissions)
    seen: Counter[str | None] = Counter()
    found = []
    for submission in submissions:
        seen[submission.key] += 1
        found.append((1, 1) if submission.key is None else (seen[submission.key], counts[submission.key]))
    return found


class _Judge:
    """Puts verdicts, findings and points of one attempt together."""

    def __init__(self, sheet: Sheet, credit: Credited, marking: Marking, slips: Sequence[Slip]) -> None:
        self.marking = marking
        own = sheet.spec.worksheet.credit
        self.shares = {"correct": 1.0, "follow-through": own.follow_through, "coarse": own.coarse}
        self.shares |= {"rounding": own.rounding, **credit.shares}
        self.sheet = sheet
        self.accepted = accepted_texts(sheet)
        self.unreadable = {slip.unreadable: slip for slip in slips if slip.unreadable}

    def student(
        self,
        submission: Submission,
        attempt: tuple[int, int],
        verdicts: list[Verdict],
        findings: Sequence[Finding],
        guarded: Sequence[bool],
    ) -> StudentReport:
        """One attempt."""
        findings = (*findings, *self._unreadable(submission))
        named = {number: finding.slip.id for finding in reversed(findings) for number in finding.explained}
        certain = {
            number
            for one in findings
            if one.certainty == "sure" and one.slip.id not in IMPRECISE
            for number in one.explained
            if verdicts[number] == "coarse"
        }
        blanks = []
        for number, blank in enumerate(self.sheet.blanks):
            verdict: Verdict = verdicts[number]
            slip = named.get(number)
            reading = submission.answers.get(blank.id)
            if slip is not None and (verdict == "wrong" or (number in certain and self._is_full(reading))):
                verdict = "slip"
            blanks.append(
                BlankReport(
                    blank,
                    reading.text if reading else "",
                    verdict,
                    slip,
                    blank.points * self.shares.get(verdict, 0.0),
                    reading.reason if reading and verdict == "unreadable" else None,
                    self.accepted[number],
                    guarded[number],
                    reading is not None,
                )
            )
        entries = tuple(DiagnosisEntry(self._counted(one, blanks), hint_key((one.slip, *one.also))) for one in findings)
        points = stepped(math.fsum(one.points for one in blanks), self.marking.step)
        given = mark(points, self.sheet.max_points, self.marking)
        most, about = self.sheet.max_points, (*attempt, submission.line, given, submission.sender, self.sheet)
        return StudentReport(submission.name, points, most, tuple(blanks), entries, *about)

    def _is_full(self, reading: Reading | None) -> bool:
        """Were all asked decimals written? 1.000 for 0.997 is no short form where a slip gives just that."""
        return reading is not None and reading.decimals >= self.sheet.decimals

    @staticmethod
    def _counted(finding: Finding, blanks: Sequence[BlankReport]) -> Finding:
        """The finding with its counts of blanks whose verdict is slip or wrong, if it explains any of them."""
        marked = [
            number for number, one in enumerate(blanks) if one.verdict in ("slip", "wrong") and one.blank.source is None
        ]
        explains = len(set(finding.explained).intersection(marked))
        return replace(finding, explains=explains, of=len(marked)) if explains else finding

    def _unreadable(self, submission: Submission) -> list[Finding]:
        """Slips of writing that leave an answer unreadable."""
        found: dict[str, list[int]] = {}
        for number, blank in enumerate(self.sheet.blanks):
            reading = submission.answers.get(blank.id)
            if reading and reading.status == "unreadable" and reading.reason in self.unreadable:
                found.setdefault(reading.reason, []).append(number)
        return [
            Finding(
                self.unreadable[reason],
                (),
                "sure" if len(numbers) >= SURE else "could-be",
                tuple(numbers),
                len(numbers),
                len(numbers),
            )
            for reason, numbers in found.items()
        ]
