"""What practising says: tasks, verdicts, one hint more with every wrong answer, and a summary."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

from posenc_cli.grading.practice import CHECK, DONE
from posenc_cli.i18n import text
from posenc_cli.render.columns import fold
from posenc_cli.render.interactive import needs_angles
from posenc_cli.render.plain import exercise_text
from posenc_cli.render.report_text import Teller
from posenc_cli.render.similar import similar_workings
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.labels import full_label

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.grading.practice import Judged, Practice
    from posenc_cli.i18n import Language
    from posenc_cli.render.blocks import PageView
    from posenc_cli.render.style import Style
    from posenc_cli.worksheet.sheet import Blank, Sheet

#: Hints before the working of a similar number.
MOST_HINTS = 2
#: How close a display must be to a sine of 1 in some angle mode, as on the page for a phone.
_MODES: Mapping[str, tuple[float, float]] = {
    "right": (0.8414709848078965, 0.005),
    "degrees": (0.01745240643728351, 6e-4),
    "gons": (0.015707317311820675, 6e-4),
}
_SIGNS = {"correct": "✓", "follow-through": "→", "coarse": "≈", "rounding": "≈", "unreadable": "?"}
_COLOURS = {"correct": "green", "follow-through": "green"}
WIDEST = 80


@dataclass(frozen=True)
class Words:
    """All that is said about one sheet.

    Attributes:
        sheet: what is practised.
        style: how text looks where it goes; the language is that of the sheet.
        plain: for a screen reader: whole words in the place of signs, no lines of dashes.
    """

    sheet: Sheet
    style: Style
    plain: bool = False

    @property
    def language(self) -> Language:
        """The language of the sheet, in which its tasks are."""
        return self.sheet.spec.worksheet.language

    @property
    def width(self) -> int:
        """Columns of text."""
        return min(self.style.screen.width or WIDEST, WIDEST)

    def say(self, key: str, **values: object) -> str:
        """A sentence, folded to the screen."""
        return "\n".join(fold(text(self.language, f"practice.{key}", **values), self.width)) + "\n"

    def task(self, number: int) -> str:
        """An exercise as it stands on paper, without its places to fill in by hand."""
        anchor = next(n for n, part in enumerate(self.sheet.parts) if part.number == number)
        exercise = replace(self._view.exercises[anchor], max_points="")
        shown = exercise_text(self._view, exercise, self.width)
        body = shown[shown.index(exercise.title) :] if exercise.title in shown else shown
        heading = text(self.language, "practice.exercise", number=exercise.number)
        rule = "" if self.plain else "─" * self.width + "\n"
        return f"\n{rule}{heading}: {body.rstrip()}\n"

    @cached_property
    def _view(self) -> PageView:
        return sheet_view(self.sheet)

    def prompt(self, blank: Blank, *, again: bool) -> str:
        """What stands before the place to type."""
        label = full_label(blank, self.language)
        return text(self.language, "practice.prompt-again" if again else "practice.prompt", label=label)

    def verdict(self, judged: Judged) -> str:
        """What an answer is worth, and what helps; one hint more with every try."""
        verdict = judged.blank.verdict
        if verdict == "unreadable" and judged.blank.reason:
            said = text(self.language, judged.blank.reason, text=judged.blank.answer)
        else:
            decimals = self.sheet.decimals
            said = text(self.language, f"interactive.verdict.{verdict}", decimals=decimals)
        sign = "" if self.plain else f"{_SIGNS.get(verdict, '✗')} "
        lines = [*fold(sign + said, self.width)]
        if not judged.done and verdict != "unreadable":
            for hint in self.hints(judged)[: judged.tries]:
                lines += self._hint(hint)
        return self._coloured("\n".join(lines), verdict) + "\n"

    def further(self, judged: Judged, shown: int) -> str:
        """The hint after so many that were shown; all of them again where there are no more."""
        hints = self.hints(judged)
        return "".join(f"{line}\n" for hint in hints[shown : shown + 1] or hints for line in self._hint(hint))

    def _hint(self, hint: str) -> list[str]:
        return fold(hint, self.width, first="" if self.plain else "  → ", rest="" if self.plain else "    ")

    def hints(self, judged: Judged) -> list[str]:
        """All hints about an answer, the most telling first; the last one works out a similar number."""
        blank, language = judged.blank.blank, self.language
        if blank.source is not None:
            return [text(language, "interactive.hint.copied")]
        found = [text(language, judged.entry.hint)] if judged.entry else []
        if judged.blank.verdict in ("coarse", "rounding"):
            found.append(text(language, "interactive.hint.imprecise"))
        else:
            kind = Teller(self.style, self.sheet, teacher=False, alone=True).kind(blank)
            found += [text(language, f"report.next.{kind}"), text(language, "interactive.hint.second")]
        found = list(dict.fromkeys(found))[:MOST_HINTS]
        if working := self._similar.get(blank.id):
            found.append(text(language, "interactive.page.with-others", working=working))
        return found

    @cached_property
    def _similar(self) -> Mapping[str, str]:
        return similar_workings(self.sheet, solve(self.sheet))

    @property
    def tests_calculator(self) -> bool:
        """Is the angle mode asked for before all else? Not where the sheet has a test of its own."""
        has_test = any(blank.place.quantity == CHECK for blank in self.sheet.blanks)
        return needs_angles(self.sheet) and not has_test

    def mode(self, shown: float | None) -> str:
        """Which angle mode a calculator is in that shows this for sin(1)."""
        return next(
            (name for name, (value, near) in _MODES.items() if shown is not None and abs(shown - value) < near), "other"
        )

    def calculator(self, key: str) -> str:
        """A sentence of the calculator's test."""
        return "\n".join(fold(text(self.language, f"interactive.calculator.{key}"), self.width)) + "\n"

    def summary(self, practice: Practice) -> str:
        """What is right first, then what is still to do."""
        student = practice.report()
        right = [one for one in student.blanks if one.verdict in DONE]
        at_once = sum(not practice.tries.get(one.blank.id) for one in right)
        lines = [self.say("right", right=len(right), total=len(student.blanks), at_once=at_once)]
        missed = [one for one in student.blanks if practice.tries.get(one.blank.id) and one in right]
        if missed:
            names = "; ".join(full_label(one.blank, self.language) for one in missed)
            lines.append(self.say("mended", names=names))
        if open_ := [one for one in student.blanks if one not in right]:
            numbers = ", ".join(map(str, dict.fromkeys(one.blank.exercise for one in open_)))
            lines.append(self.say("open", count=len(open_), numbers=numbers))
        return "".join(lines)

    def _coloured(self, said: str, verdict: str) -> str:
        if not self.style.screen.colour or self.plain:
            return said
        from rich.console import Console
        from rich.text import Text

        console = Console(force_terminal=True, no_color=False, width=self.width, legacy_windows=False)
        with console.capture() as captured:
            console.print(Text(said, _COLOURS.get(verdict, "yellow")), soft_wrap=True)
        return captured.get().rstrip("\n")
