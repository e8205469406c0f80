"""From a sheet to the page that is printed: every word and number of it as a ready string."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.i18n import lookup
from posenc_cli.render.blocks import (
    LABELS,
    Block,
    Calculation,
    Cell,
    Dials,
    ExerciseView,
    PageView,
    SumGrids,
    TableBlock,
    Working,
)
from posenc_cli.render.drawings import Arrows
from posenc_cli.render.named import ALWAYS_NAMED
from posenc_cli.render.paper import Paper
from posenc_cli.render.program import Code
from posenc_cli.render.view_closing import closed
from posenc_cli.render.view_code import code
from posenc_cli.render.view_encoding import divisors, encode
from posenc_cli.render.view_encoding import lookup as look_up
from posenc_cli.render.view_found import find_divisor, order, predict, read_dial, which_position
from posenc_cli.render.view_key import expectation, working
from posenc_cli.render.view_slip import planted_slip
from posenc_cli.render.view_start import calculator, cards, idea, sentence
from posenc_cli.render.view_sum import add, matrix, pair, same_word, summary
from posenc_cli.render.view_task import task
from posenc_cli.render.view_words import code_gap, formula_gap, open_line, true_false
from posenc_cli.render.view_writer import Writer
from posenc_cli.worksheet.besides import ASIDE
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
    "formula-gap": formula_gap,
    "find-divisor": find_divisor,
    "read-dial": read_dial,
    "which-position": which_position,
    "planted-slip": planted_slip,
    "true-false": true_false,
    "order": order,
    "predict": predict,
    "code-gap": code_gap,
    "open": open_line,
    "task": task,
}


#: Signs of a name that has room in the foot, between all conventions, the code and the number of the page.
_LONGEST_NAME = 10


def sheet_view(sheet: Sheet, own: Mapping[str, str] | None = None) -> PageView:
    """The sheet as a student gets it: no answer is anywhere in it but the student's own.

    Args:
        sheet: the sheet.
        own: by the id of a blank what stands there already, as it is to be shown.
    """
    return _view(Writer(sheet, {}, own=own or {}))


def key_view(sheet: Sheet, solutions: Sequence[Solution]) -> PageView:
    """The same pages with every blank filled, the working below, and what to expect.

    Args:
        sheet: the sheet.
        solutions: of all its blanks, from :func:`posenc_cli.worksheet.key.solve`.
    """
    return _view(Writer(sheet, {solution.blank.id: solution for solution in solutions}, is_key=True))


def key_exercises(sheet: Sheet, solutions: Sequence[Solution]) -> tuple[ExerciseView, ...]:
    """Of the same pages only the exercises, without what stands around and below them."""
    writer = Writer(sheet, {solution.blank.id: solution for solution in solutions}, is_key=True)
    return tuple(_exercise(writer, part) for part in sheet.parts)


def _view(writer: Writer) -> PageView:
    worksheet = writer.sheet.spec.worksheet
    made = _with_legend(writer, [_exercise(writer, part) for part in writer.sheet.parts])
    exercises, closing = closed(writer, made)
    labels = lookup(writer.language, "sheet.labels")
    named = code(writer)
    return PageView(
        language=writer.language,
        title=worksheet.title,
        school=worksheet.school,
        is_key=writer.is_key,
        fields=(writer.label("name"), writer.label("date"), writer.label("class")),
        page_of=(writer.label("page"), writer.label("of"), ""),
        foot=_foot(writer),
        exercises=exercises,
        expectation=expectation(writer, exercises) if writer.is_key else None,
        labels={name: str(labels[name]) for name in LABELS},
        max_points=writer.points(writer.sheet.max_points) if writer.sheet.max_points else "",
        variant=_variant(writer),
        code=named.said,
        qr=named.qr,
        qr_alt=named.alt,
        paper=Paper.of(worksheet),
        closing=closing,
        holder="" if writer.is_key else writer.sheet.holder.said,
    )


def _variant(writer: Writer) -> str:
    """The group, else whose key it is, else the seed, which stands in the foot anyway."""
    sheet = writer.sheet
    if sheet.holder.group:
        return writer.label("group", letter=sheet.holder.group)
    if sheet.holder.said:
        return sheet.holder.said if writer.is_key else ""
    return writer.label("variant", seed=sheet.seed) if sheet.varied else ""


def _foot(writer: Writer) -> str:
    """The sheet and the conventions that hold on it."""
    sheet = writer.sheet
    # Its rules as they are: what a worksheet puts in their place would not be what base and exponent say.
    is_plain = not sheet.spec.rules.keys() & sheet.methods[""].formula.names
    if set(sheet.methods) <= {"", ASIDE} and sheet.methods[""].encoding.name == "sinusoidal" and is_plain:
        named = {name: writer.label(f"{name}.{sheet.methods[''].chosen[name]}") for name in ("layout", "spacing")}
        return writer.label("foot", name=_brief(sheet), **named)
    named_by = {scheme.encoding.name: dict[str, None]() for scheme in sheet.methods.values()}
    for scheme in sheet.methods.values():
        usual = {each.name: each.default for each in scheme.encoding.conventions if each.name not in ALWAYS_NAMED}
        chosen = (choice for name, choice in scheme.chosen.items() if choice != usual.get(name))
        named_by[scheme.encoding.name] |= dict.fromkeys(chosen)
    methods = ", ".join(f"{name} ({'; '.join(choices)})" if choices else name for name, choices in named_by.items())
    if sheet.name == next(iter(named_by)):
        return writer.label("foot-method", methods=methods)
    return writer.label("foot-methods", name=sheet.name, methods=methods)


def _brief(sheet: Sheet) -> str:
    """The name of a sheet, cut between words where the foot would be two lines."""
    name = sheet.spec.worksheet.name
    if len(name) <= _LONGEST_NAME:
        return sheet.name
    cut = name[: _LONGEST_NAME - 2].rpartition("-")[0] or name[: _LONGEST_NAME - 3]  # dots are as wide as two signs
    return f"{cut}…{sheet.name.removeprefix(name)}"


def _exercise(writer: Writer, part: Part) -> ExerciseView:
    points = math.fsum(blank.points for blank in part.blanks)
    count = writer.points(points)
    minutes = part.spec.minutes
    blocks = (*_middle_of_a_text(writer, part), *VIEWS[part.spec.kind](writer, part))
    lines = working(writer, part) if writer.is_key else ()
    return ExerciseView(
        anchor=str(part.number),
        number=str(part.number),
        title=part.spec.title or _title(writer, part.spec.kind),
        verb=writer.label(f"verb.{_verb(part, blocks)}"),
        points=writer.label("points-one" if points == 1 else "points-many", count=count) if points else "",
        minutes=writer.label("minutes", count=minutes) if minutes else "",
        blocks=(*blocks, Working(lines)) if lines else blocks,
        max_points=count if points else "",
    )


def _title(writer: Writer, kind: str) -> str:
    key = f"{kind}.title"
    return writer.say(writer.joining(key) if kind == "add" else key)


#: Kinds without a position on their page, and the one that tells the sentence anyway.
_WITHOUT_POSITIONS, _TELLS = {"cards", "calculator"}, "idea"


def _middle_of_a_text(writer: Writer, part: Part) -> tuple[Block, ...]:
    """A sentence that starts later is explained where positions first occur, if no exercise has done it before."""
    first = next((each for each in writer.sheet.parts if each.spec.kind not in _WITHOUT_POSITIONS), None)
    is_here = part is first and part.spec.kind != _TELLS and writer.sheet.positions[0] > 0
    return (sentence(writer),) if is_here else ()


def _verb(part: Part, blocks: Sequence[Block]) -> str:
    """The verb of the kind; where everything is worked, there is nothing to complete or to calculate."""
    verb = part.spec.verb or KINDS[part.spec.kind].verb
    gaps = any(cell.blank or cell.copy for block in blocks for cell in _cells(block))
    gaps |= any(isinstance(block, Code) for block in blocks)
    faces = any(dial.hands is None for block in blocks if isinstance(block, Dials) for dial in block.dials)
    faces |= any(panel.after is None for block in blocks if isinstance(block, Arrows) for panel in block.panels)
    return "follow" if verb in {"complete", "calculate"} and not (gaps or faces) else verb


def _cells(block: Block) -> list[Cell]:
    """The cells of a block."""
    if isinstance(block, Calculation):
        inside = (cell for line in block.lines for step in line.steps for cell in step if isinstance(cell, Cell))
        return [*inside, *(line.result for line in block.lines)]
    if isinstance(block, TableBlock):
        return [cell for row in block.rows for cell in row]
    return [cell for grid in block.grids for _, row in grid.rows for cell in row] if isinstance(block, SumGrids) else []


def _with_legend(writer: Writer, exercises: Sequence[ExerciseView]) -> list[ExerciseView]:
    """Grey means two things on a sheet: the first table that shades negative numbers says so."""
    found = list(exercises)
    for number, exercise in enumerate(exercises):
        for at, block in enumerate(exercise.blocks):
            if isinstance(block, TableBlock | SumGrids) and any(cell.minus for cell in _cells(block)):
                shaded = replace(block, legend=writer.label("shade"))
                found[number] = replace(exercise, blocks=(*exercise.blocks[:at], shaded, *exercise.blocks[at + 1 :]))
                return found
    return found
