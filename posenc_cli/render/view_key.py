"""What only a key has: the working of every blank, and what to expect of a class."""

from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation.expression import Name
from posenc_cli.encodings.slips import hint_key
from posenc_cli.grading.fingerprints import Fingerprint, fingerprints
from posenc_cli.i18n import text
from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.blocks import Cell, Choice, Dials, Heatmap, OpenQuestion
from posenc_cli.render.drawings import Arrows
from posenc_cli.render.expected import Expectation, ExpectationRow, SlipRow
from posenc_cli.render.program import Code
from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.labels import blank_label, column_name, row_label, shown
from posenc_cli.worksheet.sheet import READ_OFF

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.render.blocks import Block, Dial, ExerciseView
    from posenc_cli.render.drawings import ArrowPanel
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Blank, Part, Place

_NUMBER = re.compile(r"−?\d+([.,]\d+)?")


def working(writer: Writer, part: Part) -> tuple[str, ...]:
    """How each blank of an exercise is reached, one line a blank; one line for all copies from an exercise.

    What is looked up or counted takes no calculation: "1 = 1" tells nobody anything.
    """
    lines = (_line(writer, blank) for blank in part.blanks if blank.label not in READ_OFF)
    return tuple(dict.fromkeys(line for line in lines if line))


def _line(writer: Writer, blank: Blank) -> str:
    """The line of a blank; empty where all there is to say is the number itself."""
    label = blank_label(blank, writer.language)
    if blank.place.quantity == "check":
        return ""  # its name is the calculation
    if blank.source is not None:
        number = writer.exercise_of(blank.source.quantity, blank.source.row)
        return writer.label("working.copy", source=f"{writer.label('labels.exercise')} {number}")
    said = calculation(writer, blank)
    return f"{label}: {said}" if said else ""


def calculation(writer: Writer, blank: Blank) -> str:
    """How a blank that is no copy is reached, with what is right; empty where all there is to say is the number."""
    place = blank.place
    *before, last = (*blank.via, place.quantity)
    if before and isinstance(writer.sheet.formula.rule(last).expression.tree, Name):
        last = before.pop()  # another name for the same number is no step
    accepted = writer.solutions[blank.id].accepted
    right = " | ".join(writer.paper(shown(writer.sheet, place.quantity, one)) for one in accepted)
    steps = [_on_the_way(writer, name, place) for name in before]
    said = "; ".join([*steps, writer.step(last, place.row, place.column)])
    return "" if _NUMBER.fullmatch(said) else f"{said} = {right}"


def _on_the_way(writer: Writer, name: str, place: Place) -> str:
    values = np.atleast_2d(writer.values[name])
    value = values[min(place.row, values.shape[0] - 1), min(place.column, values.shape[1] - 1)]
    return f"{writer.step(name, place.row, place.column)} = {writer.figure(float(value))}"


def expectation(writer: Writer, exercises: Sequence[ExerciseView]) -> Expectation:
    """The page for the teacher: what each exercise should show, and how to tell likely slips by eye."""
    rows = [_row(writer, part, view) for part, view in zip(writer.sheet.parts, exercises, strict=True)]
    minutes = sum(part.spec.minutes for part in writer.sheet.parts)
    none = writer.label("expectation.none")
    total = writer.label("minutes", count=minutes) if minutes else none
    rows.append(
        ExpectationRow(writer.label("expectation.sum"), none, none, writer.points(writer.sheet.max_points), total, "")
    )
    row, found = fingerprints(writer.sheet)
    return Expectation(
        title=writer.label("expectation.title"),
        head=_list(writer, "expectation.head"),
        rows=tuple(rows),
        slips_title=writer.label("expectation.slips-title"),
        slips_intro=_slips_intro(writer, row) if row else "",
        slips_head=_list(writer, "expectation.slips-head"),
        slips=tuple(_slip(writer, one, row[0]) for one in found) if row else (),
        rules=_rules(writer),
    )


def _slips_intro(writer: Writer, row: tuple[str, int]) -> str:
    """Which row shows the slips, and what is right there."""
    solved = [one for one in writer.solutions.values() if (one.blank.place.quantity, one.blank.place.row) == row]
    right = " | ".join(writer.paper(shown(writer.sheet, row[0], one.text)) for one in solved)
    named = row_label(solved[0].blank, writer.language)
    if solved[0].blank.label == "encoding":
        named = writer.heading("encode.row", row[1])
    return writer.label("expectation.slips-intro", row=named, right=right)


def _list(writer: Writer, key: str) -> tuple[str, ...]:
    from posenc_cli.i18n import lookup

    return tuple(str(line) for line in lookup(writer.language, f"sheet.{key}"))


def _row(writer: Writer, part: Part, view: ExerciseView) -> ExpectationRow:
    none = writer.label("expectation.none")
    return ExpectationRow(
        exercise=view.number,
        verb=view.verb,
        level=part.spec.level or KINDS[part.spec.kind].level,
        points=view.max_points or none,
        minutes=view.minutes or none,
        model=" ".join(_model(writer, part, view)),
    )


def _model(writer: Writer, part: Part, view: ExerciseView) -> list[str]:
    """What should be there: numbers, ticks, sentences."""
    found = []
    own = sum(blank.source is None for blank in part.blanks)
    copies = len(part.blanks) - own
    parts = []
    if own:
        parts.append(writer.label("expectation.one-value" if own == 1 else "expectation.values", count=own))
    if copies:
        parts.append(writer.label("expectation.copies", count=copies))
    if parts:
        found.append("; ".join(parts) + ".")
    found += by_eye(writer, view.blocks)
    return found or [writer.label("expectation.read")]


def by_eye(writer: Writer, blocks: Sequence[Block]) -> list[str]:
    """What should be there of an exercise besides numbers."""
    return [said for block in blocks for said in _seen(writer, block)]


def _seen(writer: Writer, block: Block) -> list[str]:
    """What should be there of one block."""
    found: list[str] = []
    if isinstance(block, Choice) and block.right is not None:
        option = block.options[block.right].removesuffix(".")
        found.append(writer.label("expectation.ticked", option=option))
    elif isinstance(block, OpenQuestion):
        found.append(block.model)
    elif isinstance(block, Code):
        found.append(_written(writer, block))
    elif isinstance(block, Dials):
        found += [_drawn(writer, dial) for dial in block.dials if dial.key_hands]
    elif isinstance(block, Arrows):
        found += [_pointed(writer, n, panel) for n, panel in enumerate(block.panels, 1) if panel.key_after]
    elif isinstance(block, Heatmap):
        rows = zip(block.rows, block.solution, strict=True)
        found += [_shaded(writer, name, shades) for (name, values), shades in rows if None in values]
    return found


def _written(writer: Writer, block: Code) -> str:
    """What belongs into the gaps of a program, in its usual spelling."""
    cells = [piece for line in block.lines for piece in line if isinstance(piece, Cell)]
    gaps = (writer.label("expectation.gap", number=n, spelling=cell.text) for n, cell in enumerate(cells, 1))
    return writer.label("expectation.code", gaps=", ".join(gaps))


def _drawn(writer: Writer, dial: Dial) -> str:
    """Where the hands of a face point to that was to be drawn."""
    hands = (
        writer.label("expectation.hand", columns=_columns(writer, pair.columns), degrees=writer.number(360 * turn, 0))
        for pair, turn in zip(writer.pairs, dial.key_hands or (), strict=False)
    )
    return writer.label("expectation.dial", dial=dial.title, hands=", ".join(hands))


def _pointed(writer: Writer, number: int, panel: ArrowPanel) -> str:
    """Where the arrows of a circle end that were to be drawn; a circle without a title is told by its number."""
    arrows = panel.key_after or ()
    ends = writer.joined([arrow.text.replace(" ", "\u00a0") for arrow in arrows])
    key = "expectation.arrow" if len(arrows) == 1 else "expectation.arrows"
    return writer.label(key, panel=panel.title or number, ends=ends)


def _shaded(writer: Writer, row: str, shades: Sequence[float]) -> str:
    """How dark the fields of a row are that was to be shaded: in thirds, finer than which no pencil is."""
    names = ("light", "middle", "dark")
    thirds = [min(int(3 * shade), 2) for shade in shades]
    cells = (
        writer.label(
            f"expectation.{name}", columns=_columns(writer, [k for k, third in enumerate(thirds) if third == n])
        )
        for n, name in enumerate(names)
        if n in thirds
    )
    return writer.label("expectation.shaded", row=row, cells=", ".join(cells))


def _columns(writer: Writer, columns: Sequence[int]) -> str:
    return writer.joined([column_name(k) for k in columns]).replace(" ", "\u00a0")


def _slip(writer: Writer, one: Fingerprint, quantity: str) -> SlipRow:
    error = writer.label("expectation.error")
    first = one.slips[0]
    cause = text(writer.language, f"slips.{first.id}.did")
    if len(one.slips) > 1:
        others = "; ".join(text(writer.language, f"slips.{other.id}.name") for other in one.slips[1:])
        cause = writer.label("expectation.also", cause=cause, others=others)
    points = writer.label(
        "expectation.points-of", count=writer.points(one.points), total=writer.points(writer.sheet.max_points)
    )
    row = tuple(error if value is None else writer.paper(shown(writer.sheet, quantity, value)) for value in one.row)
    return SlipRow(row, cause, text(writer.language, hint_key(one.slips)), points)


def _rules(writer: Writer) -> tuple[str, ...]:
    credit = writer.sheet.spec.worksheet.credit

    def share(part: float) -> str:
        return write_number(100 * part, 0) + "\u00a0%"

    tie = Decimal("62.5").scaleb(-writer.sheet.decimals)
    shown = {"tie": writer.number(tie, writer.sheet.decimals + 1), "tie_rounded": writer.number(tie)}
    rules = [
        writer.label("rule.accepted", **shown),
        writer.label("rule.follow", share=share(credit.follow_through)),
        writer.label("rule.credit", coarse=share(credit.coarse), rounding=share(credit.rounding)),
    ]
    if any(blank.source for blank in writer.sheet.blanks):
        rules.append(writer.label("rule.copies"))
    return tuple(rules)
