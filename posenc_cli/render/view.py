"""From a sheet to the page that is printed: every word and number of it as a ready string."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.i18n import lookup
from posenc_cli.render.blocks import LABELS, Block, ExerciseView, PageView, Working
from posenc_cli.render.view_encoding import divisors, encode
from posenc_cli.render.view_encoding import lookup as look_up
from posenc_cli.render.view_key import expectation, working
from posenc_cli.render.view_start import calculator, cards, idea
from posenc_cli.render.view_sum import add, matrix, pair, same_word, summary
from posenc_cli.render.view_writer import Writer
from posenc_cli.worksheet.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Part, Sheet

#: What an exercise looks like, by its kind.
VIEWS: Mapping[str, Callable[[Writer, Part], tuple[Block, ...]]] = {
    "cards": cards,
    "idea": idea,
    "calculator": calculator,
    "divisors": divisors,
    "encode": encode,
    "lookup": look_up,
    "add": add,
    "same-word": same_word,
    "matrix": matrix,
    "pair": pair,
    "summary": summary,
}


def sheet_view(sheet: Sheet) -> PageView:
    """The sheet as a student gets it: no answer is anywhere in it."""
    return _view(Writer(sheet, {}))


def key_view(sheet: Sheet, solutions: Sequence[Solution]) -> PageView:
    """The same pages with every blank filled, the working below, and what to expect.

    Args:
        sheet: the sheet.
        solutions: of all its blanks, from :func:`posenc_cli.worksheet.key.solve`.
    """
    return _view(Writer(sheet, {solution.blank.id: solution for solution in solutions}))


def _view(writer: Writer) -> PageView:
    worksheet = writer.sheet.spec.worksheet
    conventions = worksheet.conventions
    foot = writer.label(
        "foot",
        name=writer.sheet.name,
        layout=writer.label(f"layout.{conventions.get('layout', 'interleaved')}"),
        spacing=writer.label(f"spacing.{conventions.get('spacing', 'paper')}"),
    )
    exercises = tuple(_exercise(writer, part) for part in writer.sheet.parts)
    labels = lookup(writer.language, "sheet.labels")
    return PageView(
        language=writer.language,
        title=worksheet.title,
        school=worksheet.school,
        is_key=writer.is_key,
        fields=(writer.label("name"), writer.label("date"), writer.label("class")),
        page_of=(writer.label("page"), writer.label("of"), ""),
        foot=foot,
        exercises=exercises,
        expectation=expectation(writer, exercises) if writer.is_key else None,
        labels={name: str(labels[name]) for name in LABELS},
        max_points=writer.points(writer.sheet.max_points) if writer.sheet.max_points else "",
    )


def _exercise(writer: Writer, part: Part) -> ExerciseView:
    points = sum(blank.points for blank in part.blanks)
    count = writer.points(points)
    minutes = part.spec.minutes
    blocks = VIEWS[part.spec.kind](writer, part)
    lines = working(writer, part) if writer.is_key else ()
    return ExerciseView(
        anchor=str(part.number),
        number=str(part.number),
        title=writer.say(f"{part.spec.kind}.title"),
        verb=writer.label(f"verb.{KINDS[part.spec.kind].verb}"),
        points=writer.label("points-one" if points == 1 else "points-many", count=count) if points else "",
        minutes=writer.label("minutes", count=minutes) if minutes else "",
        blocks=(*blocks, Working(lines)) if lines else blocks,
        max_points=count if points else "",
    )
