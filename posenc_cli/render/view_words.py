"""The exercises that are answered with ticks, words or code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.render.blocks import (
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    FormulaBlock,
    Listing,
    OpenQuestion,
    Span,
)
from posenc_cli.render.inline import inline
from posenc_cli.render.program import Code
from posenc_cli.render.view_start import right
from posenc_cli.worksheet.code_gap import Gap
from posenc_cli.worksheet.labels import column_name, lowered

if TYPE_CHECKING:
    from posenc_cli.render.blocks import Block, Inline
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Part

#: Stand in the formula for what is missing.
GAPS = ("A", "B", "C", "D")
#: Exponents to choose from.
EXPONENTS = {"paper": "2i/d", "endpoint": "i/(d/2 − 1)"}


def formula_gap(writer: Writer, part: Part) -> tuple[Block, ...]:
    """The formula with boxes, and what may stand in them."""
    chosen = writer.sheet.methods[""].chosen
    sine, cosine, base, exponent = GAPS
    lines = tuple(
        inline(f"`{left} = {function}(pos / {base}^({exponent}))`")
        for left, function in zip(writer.listed(f"idea.left-{chosen['layout']}"), (sine, cosine), strict=True)
    )
    functions = ("cos", "sin", "tan")
    value = float(str(writer.sheet.methods[""].parameters["base"]))
    bases = tuple(writer.figure(one) for one in (value / 10, value, 10 * value))
    exponents = (EXPONENTS["endpoint"], "i/d", EXPONENTS["paper"], "k/d")
    answers = (
        (functions, "sin"),
        (functions, "cos"),
        (bases, writer.figure(value)),
        (exponents, EXPONENTS[chosen["spacing"]]),
    )
    choices = (
        Choice(
            writer.inline("formula-gap.question", letter=letter),
            options,
            right(writer, options.index(answer)),
        )
        for letter, (options, answer) in zip(GAPS, answers, strict=True)
    )
    blocks: list[Block] = [
        writer.paragraph("formula-gap.intro"),
        FormulaBlock(lines),
        writer.paragraph("formula-gap.choose"),
        *choices,
    ]
    return (*blocks, *_numbers(writer, part))


def _numbers(writer: Writer, part: Part) -> tuple[Block, ...]:
    """The pair and the exponent of one column."""
    column = part.data["column"]
    if column is None:
        return ()
    asked = [blank.place.quantity for blank in part.blanks]
    lines = tuple(
        CalculationLine(writer.say(f"formula-gap.{name}"), (), writer.cell(name, 0, column)) for name in asked
    )
    key = "formula-gap.numbers" if "exponent" in asked else "formula-gap.numbers-pair"
    return writer.paragraph(key, column=column_name(column), k=column), Calculation("", lines)


def true_false(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Statements, each with two boxes and a line."""
    blocks: list[Block] = [writer.paragraph("true-false.intro")]
    options = (writer.say("true-false.true"), writer.say("true-false.false"))
    for number, is_true in part.data["statements"]:
        key = f"true-false.statements.s{number}"
        model = writer.say(f"{key}.reason") if writer.is_key else ""
        blocks.append(Choice(writer.inline(f"{key}.text"), options, right(writer, 0 if is_true else 1)))
        blocks.append(OpenQuestion(writer.inline("true-false.reason"), part.spec.lines or 1, model, joined=True))
    return tuple(blocks)


def code_gap(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Ten lines with three gaps; in the key, every spelling that is right."""
    lines, spellings = [], []
    for line in part.data["lines"]:
        pieces: list[str | Cell] = []
        for piece in line:
            if isinstance(piece, Gap):
                spellings.append(piece.accepted)
                filled = Cell(piece.accepted[0], filled=True, copy=True) if writer.is_key else Cell(copy=True)
                pieces += [filled, lowered(len(spellings))]
            else:
                pieces.append(piece)
        lines.append(tuple(pieces))
    blocks: list[Block] = [writer.paragraph("code-gap.intro"), Code(tuple(lines))]
    if writer.is_key:
        items = [
            writer.inline("code-gap.accepted", number=number, spellings="  |  ".join(accepted))
            for number, accepted in enumerate(spellings, 1)
        ]
        blocks.append(Listing((*items, writer.inline("code-gap.also"))))
    return tuple(blocks)


def open_line(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Questions of the author's own, or one for the end."""
    own: list[Inline] = [(Span(question),) for question in part.data["questions"]]
    questions = own or [writer.inline("open.question")]
    models = part.data["models"] or [writer.say("open.model")] * len(questions)
    return tuple(
        OpenQuestion(question, part.spec.lines or 2, model if writer.is_key else "")
        for question, model in zip(questions, models, strict=True)
    )
