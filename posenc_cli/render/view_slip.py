"""The exercise with a planted slip: a worked row in which one line goes wrong."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, in_words
from posenc_cli.calculation.expression import parse, renamed
from posenc_cli.i18n import text
from posenc_cli.render.blocks import Calculation, CalculationLine, Choice, OpenQuestion
from posenc_cli.render.view_start import right
from posenc_cli.worksheet.besides import ASIDE
from posenc_cli.worksheet.kinds_slip import STEPS
from posenc_cli.worksheet.labels import column_name

if TYPE_CHECKING:
    from posenc_cli.calculation.formula import Formula
    from posenc_cli.render.blocks import Block
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.kinds_slip import Planted
    from posenc_cli.worksheet.sheet import Part

#: Who counts from elsewhere writes another position, not a sum.
_COUNTED = {"(pos + 1) / divisor": 1, "(pos - 1) / divisor": -1}


def planted_slip(writer: Writer, part: Part) -> tuple[Block, ...]:
    """The row, which line is wrong and where, the right value, and what happened."""
    planted, row, position = part.data["planted"], part.data["row"], part.data["position"]
    lines = []
    exact = writer.sheet.formula.run(writer.sheet.given, NUMBERS).values[f"{ASIDE}_pe"]
    for k in range(writer.d):
        if k == planted.column:
            lines.append(_wrong(writer, planted, row, position))
        else:
            angle = writer.steps(f"{ASIDE}_angle")
            steps = (writer.step(f"{ASIDE}_pe", row, k, aside_angle=angle), writer.step(f"{ASIDE}_pe", row, k))
            lines.append(CalculationLine(column_name(k), steps, writer.given(float(exact[row, k]))))
    names = tuple(column_name(k) for k in range(writer.d))
    steps_named = tuple(writer.say(f"planted-slip.{step}") for step in STEPS)
    answer = CalculationLine(writer.say("planted-slip.right"), (), writer.cell(f"{ASIDE}_pe", row, planted.column))
    did = text(writer.language, f"slips.{planted.slip}.did") if writer.is_key else ""
    return (
        writer.paragraph("planted-slip.intro", position=position),
        Calculation(writer.say("planted-slip.row", position=position), tuple(lines)),
        Choice(writer.inline("planted-slip.which"), names, right(writer, planted.column)),
        Choice(writer.inline("planted-slip.step"), steps_named, right(writer, STEPS.index(planted.step))),
        Calculation("", (answer,)),
        OpenQuestion(writer.inline("planted-slip.why"), part.spec.lines or 1, did),
    )


def _wrong(writer: Writer, planted: Planted, row: int, position: int) -> CalculationLine:
    """The line as somebody writes it who goes wrong there."""
    sheet, k = writer.sheet, planted.column
    rules = {f"{ASIDE}_{rule}": text for rule, text in _renamed(planted).items()}
    formula = sheet.formula.but(**rules)
    values = formula.run(sheet.given, NUMBERS).values
    shown = writer.given(float(values[f"{ASIDE}_pe"][row, k]))
    if planted.step == "value":  # the way is right, only what comes out is not
        formula, values = sheet.formula, sheet.formula.run(sheet.given, NUMBERS).values
    said = _said(writer, formula, values, f"{ASIDE}_angle")
    if planted.rules.get("angle") in _COUNTED:
        counted = position + _COUNTED[planted.rules["angle"]]
        other = {**values, f"{ASIDE}_pos": np.full_like(values[f"{ASIDE}_pos"], counted)}
        said = _said(writer, sheet.formula, other, f"{ASIDE}_angle")
    steps = [
        _said(writer, formula, {**values, f"{ASIDE}_angle": angle}, f"{ASIDE}_pe")
        for angle in (said, values[f"{ASIDE}_angle"])
    ]
    return CalculationLine(column_name(k), tuple(str(step[row, k].text) for step in steps), shown)


def _renamed(planted: Planted) -> dict[str, str]:
    """The replaced rules over the quantities of the row."""
    found = {}
    for rule, expression in planted.rules.items():
        read = parse(expression)
        found[rule] = renamed(read, {name: f"{ASIDE}_{name}" for name in read.names}).text
    return found


def _said(writer: Writer, formula: Formula, values: Any, rule: str) -> Any:  # noqa: ANN401
    """A rule in words, at every cell of the rows."""
    shape = np.shape(values[f"{ASIDE}_pe"])
    return np.broadcast_to(np.atleast_2d(formula.say(rule, values, in_words(writer.figure))), shape)
