"""What practising says: tasks, verdicts, one hint more with every wrong answer, and a summary."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING

from posenc_cli.grading.practice import CHECK, DONE
from posenc_cli.i18n import lookup, text
from posenc_cli.i18n.numbers import in_mark, read_number, shortened, write_number
from posenc_cli.render.blocks import Box, Dials, FormulaBlock, Heatmap, OpenQuestion, Picture, Pipeline
from posenc_cli.render.closing import Cutouts
from posenc_cli.render.columns import fold
from posenc_cli.render.examples import with_example
from posenc_cli.render.interactive import needs_angles
from posenc_cli.render.plain import blocks_text
from posenc_cli.render.report_text import Teller
from posenc_cli.render.similar import similar_workings
from posenc_cli.render.style import visible
from posenc_cli.render.view import sheet_view
from posenc_cli.render.view_numbers import MINUS
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.labels import full_label

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from posenc_cli.grading.practice import Judged, Practice
    from posenc_cli.i18n import Language
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.render.blocks import Block, ExerciseView, PageView
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
#: What a page shows to be looked at, cut out or written on: of no use where something is only to be read.
_FOR_EYES = (Cutouts, Dials, Heatmap, OpenQuestion, Picture, Pipeline)


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

    def task(self, number: int, own: Mapping[str, str] | None = None) -> str:
        """An exercise as it stands on paper.

        Args:
            number: of the exercise.
            own: by the id of a blank what was answered there and is needed again.
        """
        view = sheet_view(self.sheet, {name: self._as_printed(answer) for name, answer in (own or {}).items()})
        exercise = next(each for each in view.exercises if each.anchor == str(number))
        return self._exercise(exercise, blocks_text(view, exercise.blocks, self.width))

    def lesson(self, after: int, before: int) -> str:
        """The exercises between two, the second one not included, in which nothing is asked: what is to be read there.

        Args:
            after: number of the last exercise that was shown; -1 at the beginning.
            before: number of the next exercise that asks for something.
        """
        told = []
        for part, exercise in zip(self.sheet.parts, self._view.exercises, strict=True):
            read = [block for block in exercise.blocks if not isinstance(block, _FOR_EYES)]
            if after < part.number < before and not part.blanks and read:
                told.append(self._exercise(exercise, blocks_text(self._view, read, self.width)))
        return "".join(told)

    def formula(self, number: int) -> str:
        """The formula that an exercise needs: of the exercise itself, else of the last one before it that has any."""
        for exercise in reversed([each for each in self._view.exercises if int(each.anchor) <= number]):
            if found := list(_formulas(exercise.blocks)):
                said = self.say("formula", number=exercise.number)
                return f"{said}{blocks_text(self._view, found, self.width)}\n"
        return ""

    def _exercise(self, exercise: ExerciseView, body: str) -> str:
        heading = text(self.language, "practice.exercise", number=exercise.number, title=exercise.title)
        rule = "" if self.plain else "─" * self.width + "\n"
        if self.plain:
            body = "\n".join(line for line in body.splitlines() if line.strip("─") or not line)
        folded = "\n".join(fold(visible(heading), self.width))
        return f"\n{rule}{folded}\n\n{body.rstrip()}\n"

    def _as_printed(self, answer: str) -> str:
        """A number that was typed, as the sheet prints numbers."""
        value = read_number(answer).value
        return answer if value is None else write_number(value, None, mark=self._mark, minus=MINUS)

    @property
    def _mark(self) -> Mark:
        return self.sheet.spec.worksheet.decimal_mark

    @cached_property
    def _view(self) -> PageView:
        return sheet_view(self.sheet)

    def prompt(self, blank: Blank, *, again: bool) -> str:
        """What stands before the place to type."""
        label = full_label(blank, self.language)
        return text(self.language, "practice.prompt-again" if again else "practice.prompt", label=label)

    def verdict(self, judged: Judged) -> str:
        """What an answer is worth, and what helps; one hint more with every try, and in the end how to go on."""
        verdict = judged.blank.verdict
        if verdict == "unreadable" and judged.blank.reason:
            said = in_mark(lookup(self.language, judged.blank.reason), self._mark).format(
                text=shortened(judged.blank.answer)
            )
        else:
            decimals = self.sheet.decimals
            said = text(self.language, f"interactive.verdict.{verdict}", decimals=decimals)
        sign = "" if self.plain else f"{_SIGNS.get(verdict, '✗')} "
        lines = [*fold(sign + said, self.width)]
        if not judged.done and verdict != "unreadable":
            hints = self.hints(judged)
            lines += self._listed(hints[: judged.tries])
            lines += fold(text(self.language, "practice.no-more"), self.width) if judged.tries > len(hints) else []
        return self._coloured("\n".join(lines), verdict) + "\n"

    def help(self, blank: Blank, last: Judged | None, shown: int) -> str:
        """What is said to who asks for help: the hint after so many that were shown, else all, and the formula."""
        if last is None:
            hints = fold(text(self.language, "practice.try-first"), self.width)
        else:
            of_answer = self.hints(last)
            hints = self._listed(of_answer[shown : shown + 1] or of_answer)
        formula = "" if blank.place.quantity == CHECK else self.formula(blank.exercise)
        return "\n".join(hints) + "\n" + formula

    def _listed(self, hints: Iterable[str]) -> list[str]:
        first, rest = ("", "") if self.plain else ("  → ", "    ")
        return [line for hint in hints for line in fold(hint, self.width, first=first, rest=rest)]

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
            found.append(text(language, f"report.next.{kind}"))
            if blank.place.quantity != CHECK:
                second = "second" if blank.exercise in self._worked else "alone"
                found.append(text(language, f"interactive.hint.{second}"))
        found = list(dict.fromkeys(found))[:MOST_HINTS]
        if working := self._similar.get(blank.id):
            found.append(text(language, "interactive.page.with-others", working=working))
        return found

    @cached_property
    def _worked(self) -> frozenset[int]:
        return with_example(self.sheet, self._view)

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


def _formulas(blocks: Iterable[Block]) -> Iterator[FormulaBlock]:
    for block in blocks:
        if isinstance(block, FormulaBlock):
            yield block
        elif isinstance(block, Box):
            yield from _formulas(block.blocks)
