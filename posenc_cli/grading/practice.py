"""Practising a sheet one blank at a time: what comes next, what an answer is worth, what is asked again.

Answers stay on the sheet, wrong ones too until they are mended, so that what follows from them counts as on paper.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from posenc_cli.files.ownjson import fits
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.files.ownjson import Shape
    from posenc_cli.grading.report import BlankReport, DiagnosisEntry, StudentReport
    from posenc_cli.worksheet.sheet import Blank, Sheet

#: The quantity of the calculator's test.
CHECK = "check"
_SHAPE: dict[str, Shape] = {"queue": [str], "repeated": [str], "answers": {str: str}, "tries": {str: int}}
#: Verdicts with which a blank is done.
DONE = frozenset({"correct", "follow-through"})


@dataclass(frozen=True)
class Judged:
    """One answer, judged among all others.

    Attributes:
        blank: the answer and its verdict.
        entry: the cause that explains it, if one is known.
        tries: how often this blank has been answered wrongly, this answer included.
    """

    blank: BlankReport
    entry: DiagnosisEntry | None
    tries: int

    @property
    def done(self) -> bool:
        """Is the blank done with this answer?"""
        return self.blank.verdict in DONE


@dataclass
class Practice:
    """How far somebody has come with a sheet.

    Attributes:
        sheet: what is practised.
        queue: ids of blanks that are still asked for, the next one first.
        answers: the last answer that could be read, by the id of its blank.
        tries: how many answers were wrong, by the id of their blank.
        repeated: ids of blanks that are asked once more, or have been: put off, or not right at once.
    """

    sheet: Sheet
    queue: list[str] = field(default_factory=list)
    answers: dict[str, str] = field(default_factory=dict)
    tries: dict[str, int] = field(default_factory=dict)
    repeated: list[str] = field(default_factory=list)

    @classmethod
    def begin(cls, sheet: Sheet) -> Practice:
        """All blanks in reading order, but the test of the calculator first."""
        blanks = sorted(sheet.blanks, key=lambda blank: blank.place.quantity != CHECK)
        return cls(sheet, [blank.id for blank in blanks])

    @classmethod
    def resumed(cls, sheet: Sheet, kept: Mapping[str, Any]) -> Practice | None:
        """What :meth:`kept` gave; None if that is of no use for this sheet."""
        if not fits(kept, _SHAPE):
            return None
        queue, repeated, answers, tries = (kept[name] for name in _SHAPE)
        if not {*queue, *repeated, *answers, *tries} <= {blank.id for blank in sheet.blanks}:
            return None
        return cls(sheet, list(queue), dict(answers), dict(tries), list(repeated))

    def kept(self) -> dict[str, Any]:
        """What is worth keeping, as JSON holds it."""
        return {"queue": self.queue, "answers": self.answers, "tries": self.tries, "repeated": self.repeated}

    @property
    def next(self) -> Blank | None:
        """The blank that is asked for; None at the end."""
        return next((blank for blank in self.sheet.blanks if self.queue and blank.id == self.queue[0]), None)

    def answer(self, text: str) -> Judged:
        """Judge an answer to the next blank. With a right one it is done; one that cannot be read changes nothing."""
        name = self.queue[0]
        number = next(n for n, blank in enumerate(self.sheet.blanks) if blank.id == name)
        student = self.report({name: text})
        found = student.blanks[number]
        entry = next((one for one in student.diagnosis if number in one.finding.explained), None)
        if found.verdict not in ("unreadable", "blank"):
            self.answers[name] = text
            if found.verdict in DONE:
                self._advance(again=bool(self.tries.get(name)))
            else:
                self.tries[name] = self.tries.get(name, 0) + 1
        return Judged(found, entry, self.tries.get(name, 0))

    @property
    def begun(self) -> bool:
        """Has anything been answered or put off?"""
        return bool(self.answers or self.tries or self.repeated)

    def put_off(self) -> bool:
        """Ask for this blank at the end; false if that was the end, and it stays open."""
        return self._advance(again=True)

    def report(self, more: Mapping[str, str] | None = None) -> StudentReport:
        """Everything so far, marked as a sheet on paper is."""
        empty = {blank.id: "" for blank in self.sheet.blanks}
        return check(self.sheet, [from_mapping(empty | self.answers | dict(more or {}))]).students[0]

    def settled(self, exercise: int) -> dict[str, str]:
        """What has been written and holds, to go on with: by the id of a blank.

        Args:
            exercise: whose blanks are left out that are still asked for, for there the number would be given away.
        """
        if not self.answers:
            return {}
        holds = (one for one in self.report().blanks if one.verdict in DONE)
        return {
            one.blank.id: one.answer
            for one in holds
            if one.blank.exercise != exercise or one.blank.id not in self.queue
        }

    def _advance(self, *, again: bool) -> bool:
        """Go on to the next blank; whether this one will be asked once more."""
        name = self.queue.pop(0)
        once_more = again and name not in self.repeated
        if once_more:
            self.repeated.append(name)
            self.queue.append(name)
        return once_more
