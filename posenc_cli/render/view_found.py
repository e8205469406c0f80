"""The exercises that go backwards, from numbers to the position or divisor behind them, and those that predict."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.blocks import (
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    Dial,
    Dials,
    OpenQuestion,
    TableBlock,
)
from posenc_cli.render.view_encoding import MOST_HANDS
from posenc_cli.render.view_numbers import MINUS
from posenc_cli.render.view_start import right
from posenc_cli.worksheet.clock import hands
from posenc_cli.worksheet.labels import column_name

if TYPE_CHECKING:
    from collections.abc import Sequence
    from decimal import Decimal

    from posenc_cli.render.blocks import Block
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Part

#: Digits of a wavelength or a frequency, which only are to be compared.
ROUGHLY = 3


def _letter(number: int) -> str:
    return chr(ord("A") + number)


def _exactly(writer: Writer, value: Decimal) -> str:
    """A printed number with all its digits."""
    return write_number(value, None, mark=writer.sheet.spec.worksheet.decimal_mark, minus=MINUS)


def find_divisor(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Positions and angles, and blanks for their divisors."""
    rows = tuple(
        (Cell(str(position)), Cell(_exactly(writer, angle)), writer.cell("divisor_read", 0, at))
        for position, angle, at in part.data["items"]
    )
    heads = tuple((head,) for head in writer.listed("find-divisor.head"))
    return writer.paragraph("find-divisor.intro"), TableBlock(heads, rows)


def read_dial(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Dials, what their long hand shows, and the position."""
    items = part.data["items"]
    turning = hands([position for position, _ in items], [pair.divisor for pair in writer.pairs])
    names = [_letter(number) for number in range(len(items))]
    dials = tuple(Dial(name, row[:MOST_HANDS]) for name, row in zip(names, turning.turns, strict=True))
    hand_names = tuple(
        writer.say("divisors.hand", columns=writer.joined([column_name(k) for k in pair.columns]))
        for pair in writer.pairs[:MOST_HANDS]
    )
    degrees = writer.number(turning.step[0], 1)
    blocks: list[Block] = [
        writer.paragraph("read-dial.intro" if len(items) > 1 else "read-dial.intro-one", degrees=degrees),
        Dials(dials, hand_names, writer.say("read-dial.alt")),
        writer.small_print("read-dial.tip"),
    ]
    lines = []
    for name, row, order, (_, at) in zip(names, turning.turns, part.data["orders"], items, strict=True):
        blocks.append(_shown(writer, name, row[0], order))
        lines.append(CalculationLine(writer.say("read-dial.position", name=name), (), writer.cell("pos_found", 0, at)))
    return (*blocks, Calculation("", tuple(lines)))


def _shown(writer: Writer, name: str, turn: float, order: Sequence[int]) -> Choice:
    """What a hand shows, and what it would show if sine and cosine or their signs were mixed up."""
    sine, cosine = math.sin(math.tau * turn), math.cos(math.tau * turn)
    readings = ((sine, cosine), (cosine, sine), (-sine, cosine), (sine, -cosine))
    options = tuple(
        writer.say("read-dial.option", sine=writer.number(readings[n][0], 2), cosine=writer.number(readings[n][1], 2))
        for n in order
    )
    return Choice(writer.inline("read-dial.question", name=name), options, right(writer, list(order).index(0)))


def which_position(writer: Writer, part: Part) -> tuple[Block, ...]:
    """A row, the two angles of its first sine, and the position that its cosine decides for."""
    sine, cosine = part.data["columns"]
    several = len(part.data["items"]) > 1
    blocks: list[Block] = [writer.paragraph("which-position.intro")]
    for number, (_, row, at, found) in enumerate(part.data["items"]):
        shown = [_exactly(writer, value) for value in row]
        cells = tuple(Cell(text, minus=text.startswith(MINUS)) for text in shown)
        caption = writer.say("which-position.row", number=number + 1) if several else ""
        named = {"sine": column_name(sine), "cosine": column_name(cosine)}
        angles = (
            CalculationLine(
                writer.say("which-position.first"),
                (writer.step("sine_angle", 0, at),),
                writer.cell("sine_angle", 0, at),
            ),
            CalculationLine(
                writer.say("which-position.second"),
                (writer.say("which-position.second-step"),),
                writer.cell("sine_angle_too", 0, at),
            ),
        )
        position = CalculationLine(writer.say("which-position.position"), (), writer.cell("pos_found", 0, found))
        blocks += [
            TableBlock(tuple((name,) for name in writer.columns), (cells,), head_columns=0, caption=caption),
            writer.paragraph("which-position.alone", value=shown[sine], **named),
            Calculation("", angles),
            writer.paragraph("which-position.decide", value=shown[cosine], turn=writer.number(math.tau), **named),
            Calculation("", (position,)),
        ]
    return tuple(blocks)


def order(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Pairs, each told in its own form, and their places."""
    items = part.data["items"]
    rows = tuple(
        (
            Cell(_letter(number)),
            Cell(_told(writer, form, pair, divisor, columns)),
            writer.cell("place_found", 0, at),
        )
        for number, (form, pair, divisor, columns, at) in enumerate(items)
    )
    heads = ("", *writer.listed("order.head"))
    intro = writer.paragraph("order.intro", count=len(items), width=part.data["width"])
    return intro, TableBlock(tuple((head,) for head in heads), rows, head_columns=2)


def _told(writer: Writer, form: str, pair: int, divisor: float, columns: Sequence[int]) -> str:
    """A pair by its divisor, its wavelength, its frequency or its columns."""
    values = {"divisor": divisor, "wavelength": math.tau * divisor, "frequency": 1 / divisor}
    value = writer.figure(float(f"{values.get(form, 0.0):.{ROUGHLY}g}"))
    names = writer.joined([column_name(k) for k in columns])
    return writer.say(f"order.{form}", **({"columns": names, "i": pair} if form == "columns" else {"value": value}))


def predict(writer: Writer, part: Part) -> tuple[Block, ...]:
    """A prediction, the numbers, and a comparison."""
    (one, two), columns, change = part.data["positions"], part.data["columns"], part.data["change"]
    rows = tuple(
        (
            Cell(column_name(k)),
            *(writer.cell("aside_pe", row, k) for row in part.data["rows"]),
            writer.cell(change, 0, k),
        )
        for k in columns
    )
    names = [column_name(k) for k in columns]
    exact = writer.sheet.formula.run(writer.sheet.given, NUMBERS).values[change][0]
    more, less = sorted(columns, key=lambda k: -abs(exact[k]))
    options = tuple(
        writer.say("predict.option", column=column_name(k), divisor=writer.figure(writer.pair_of(k).divisor))
        for k in columns
    )
    named = {
        "more": column_name(more),
        "less": column_name(less),
        "more_change": writer.number(float(writer.values[change][0, more])),
        "less_change": writer.number(float(writer.values[change][0, less])),
    }
    model = writer.say("predict.model" if more == columns[0] else "predict.model-not", **named)
    heads = tuple((head,) for head in writer.listed("predict.head", one=one, two=two))
    return (
        Choice(
            writer.inline("predict.question", one=one, two=two),
            options,
            right(writer, names.index(column_name(more))),
        ),
        writer.paragraph("predict.calculate"),
        TableBlock(heads, rows),
        OpenQuestion(writer.inline("predict.compare"), part.spec.lines or 1, model if writer.is_key else ""),
    )
