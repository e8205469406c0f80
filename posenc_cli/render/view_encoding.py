"""The exercises about the encoding alone: divisors, values, look-up table."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.encodings import encoding
from posenc_cli.render.blocks import (
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    Dial,
    Dials,
    Heatmap,
    Listing,
    TableBlock,
)
from posenc_cli.render.view_fading import faded_steps, spoken_steps
from posenc_cli.render.view_start import right, words
from posenc_cli.worksheet.clock import hands
from posenc_cli.worksheet.kinds_rows import EMPTY
from posenc_cli.worksheet.labels import column_name
from posenc_cli.worksheet.sheet import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.render.blocks import Block, Step
    from posenc_cli.render.view_writer import Pair, Writer
    from posenc_cli.worksheet.sheet import Part

#: More hands than these cannot be told apart on a small dial; more dials do not fit on a line.
MOST_HANDS, MOST_DIALS = 3, 6
#: A usual width of real models.
WIDE = 768
#: Where a student writes for himself; nobody marks it.
GAP = "____"


def _power(writer: Writer, pair: Pair) -> str:
    """What a calculator takes to the divisor: an exponent that had to be rounded stands there as it is worked out."""
    spoken = {"exponent": writer.steps("exponent")} if writer.rounds(pair.exponent) else {}
    return writer.step("divisor", 0, pair.columns[0], **spoken)


def divisors(writer: Writer, part: Part) -> tuple[Block, ...]:
    """How slowly each pair turns: table, clock, dials, a prediction."""
    rows = tuple(
        words(
            str(pair.i),
            writer.joined([column_name(k) for k in pair.columns]),
            f"{writer.step('exponent', 0, pair.columns[0])} = {writer.figure(pair.exponent)}",
            f"{_power(writer, pair)} = {writer.figure(pair.divisor)}",
        )
        for pair in writer.pairs
    )
    blocks: list[Block] = [
        writer.paragraph("divisors.intro"),
        TableBlock(tuple((head,) for head in writer.listed("divisors.head")), rows, kind="words"),
    ]
    if "wide" in part.spec.parts:
        blocks.append(writer.small_print("divisors.wide", **_wide(writer)))
    turning = hands(writer.sheet.positions[:MOST_DIALS], [pair.divisor for pair in writer.pairs])
    if "clock" in part.spec.parts:
        blocks += [writer.paragraph("divisors.clock"), _clock(writer, turning.step, turning.whole)]
    if "dials" in part.spec.parts:
        blocks += _dials(writer, turning.turns)
    if "predict" in part.spec.parts and len(writer.pairs) > 1:
        fast, slow = writer.pairs[0], writer.pairs[-1]
        names = [column_name(pair.columns[0]) for pair in (fast, slow)]
        options = tuple(
            writer.say("divisors.option", column=name, divisor=writer.figure(pair.divisor))
            for name, pair in zip(names, (fast, slow), strict=True)
        )
        ticked = right(writer, 0 if fast.divisor < slow.divisor else 1)
        blocks.append(Choice(writer.inline("divisors.predict", one=names[0], other=names[1]), options, ticked))
    return tuple(blocks)


def _wide(writer: Writer) -> dict[str, object]:
    worksheet = writer.sheet.spec.worksheet
    formula = encoding(worksheet.encoding).under(WIDE, worksheet.conventions)
    given = {**writer.sheet.given, "d": WIDE, "k": np.arange(WIDE).reshape(1, -1)}
    found = np.unique(formula.run(given, NUMBERS).values["divisor"])
    return {
        "wide": WIDE,
        "wide_pairs": len(found),
        "least": writer.number(found[0], 0),
        "most": writer.number(found[-1], 0),
    }


def _clock(writer: Writer, step: tuple[float, ...], whole: tuple[float, ...]) -> TableBlock:
    rows = []
    for number, pair in enumerate(writer.pairs):
        kind = "fast" if number == 0 else ("slow" if number == len(writer.pairs) - 1 else "middle")
        degrees = writer.number(step[number], 1 if step[number] >= 1 else 2)
        rows.append(
            words(
                f"{writer.joined([column_name(k) for k in pair.columns])} (i = {pair.i})".replace(
                    " ", "\u00a0"
                ).replace("\u00a0(", " ("),
                writer.figure(pair.divisor),
                f"{degrees}°",
                writer.say("divisors.whole", count=writer.number(whole[number], 1 if whole[number] < 10 else 0)),
                writer.say(f"divisors.hand-{kind}"),
            )
        )
    return TableBlock(tuple((head,) for head in writer.listed("divisors.clock-head")), tuple(rows), kind="words")


def _dials(writer: Writer, turns: tuple[tuple[float, ...], ...]) -> list[Block]:
    asked = [row for row in range(len(turns)) if writer.is_asked("pe", row)]
    empty = asked[0] if asked else len(turns) // 2
    faces = tuple(
        Dial(
            writer.say("divisors.dial", position=writer.sheet.positions[row]),
            None if row == empty else turns[row][:MOST_HANDS],
            turns[row][:MOST_HANDS] if row == empty and writer.is_key else None,
        )
        for row in range(len(turns))
    )
    names = tuple(
        writer.say("divisors.hand", columns=writer.joined([column_name(k) for k in pair.columns]))
        for pair in writer.pairs[:MOST_HANDS]
    )
    missing = writer.sheet.positions[empty]
    return [
        writer.paragraph("divisors.dials", missing=missing),
        Dials(faces, names, writer.say("divisors.dials-alt", missing=missing)),
        writer.small_print("divisors.tip"),
    ]


def encode(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Values of the encoding: worked rows, then rows to work out."""
    worked, asked, faded = part.data["worked"], part.data["asked"], part.data["levels"]
    blocks: list[Block] = [writer.paragraph("encode.intro" if worked else "encode.intro-alone")]
    blocks += [_row(writer, row, "encode.row", _near(writer, row, worked)) for row in worked]
    if "effect" in part.spec.parts:
        blocks += _effect(writer, worked)
    if asked:
        blocks.append(writer.paragraph(_asking(faded)))
    blocks += [_row(writer, row, "encode.your-row", {}, faded.get(row)) for row in asked]
    if "heatmap" in part.spec.parts:
        heatmap = _heatmap(writer, worked)
        free = sum(None in shades for _, shades in heatmap.rows)
        tasks = [writer.paragraph("encode.heatmap" if free == 1 else "encode.heatmap-several")] if free else []
        blocks[-1:] = [*tasks, blocks[-1], heatmap]
    return tuple(blocks)


def _asking(faded: Mapping[int, int]) -> str:
    """What is asked for, by the levels of rows that fade."""
    if not faded:
        return "encode.yours"
    return "encode.fading-empty" if EMPTY in faded.values() else "encode.fading"


def _row(writer: Writer, row: int, title: str, remarks: dict[int, str], level: int | None = None) -> Calculation:
    """The lines of a row; ``level`` of one that fades."""
    lines = []
    for k in range(writer.d):
        cell = writer.cell("pe", row, k)
        steps: tuple[Step, ...] = spoken_steps(writer, row, k)
        if level is not None:
            steps = faded_steps(writer, row, k, level)
        elif cell.blank and not cell.filled:
            function = writer.function(k)
            steps = (f"{function}({GAP} / {GAP})", f"{function}({GAP})")
        lines.append(CalculationLine(column_name(k), steps, cell, remarks.get(k, "")))
    return Calculation(writer.heading(title, row), tuple(lines))


#: A change that a reader calls "hardly any".
HARDLY = 0.05


def _near(writer: Writer, row: int, worked: list[int]) -> dict[int, str]:
    """Remarks at values that are almost those of the row before."""
    if row - 1 not in worked:
        return {}
    pe = writer.values["pe"]
    remark = writer.say("encode.near", position=writer.sheet.positions[row - 1])
    return {k: remark for k in range(writer.d) if abs(pe[row, k] - pe[row - 1, k]) < HARDLY}


def _effect(writer: Writer, worked: list[int]) -> list[Block]:
    """What the two first worked rows show about fast and slow pairs."""
    if len(worked) < 2 or len(writer.pairs) < 2:
        return []
    fast, slow = writer.pairs[0].columns[0], writer.pairs[-1].columns[0]
    pe, (one, two) = writer.values["pe"], worked[:2]
    if abs(pe[two, fast] - pe[one, fast]) <= abs(pe[two, slow] - pe[one, slow]):
        return []
    named: dict[str, object] = {"fast": column_name(fast), "slow": column_name(slow)}
    for name, row in (("one", one), ("two", two)):
        named[name] = writer.sheet.positions[row]
        named[f"fast_{name}"] = writer.number(pe[row, fast])
        named[f"slow_{name}"] = writer.number(pe[row, slow])
    return [writer.box("note", "encode.effect", **named)]


def _heatmap(writer: Writer, worked: list[int]) -> Heatmap:
    shades = [[float((value + 1) / 2) for value in row] for row in writer.values["pe"][:12]]
    known = range(len(shades)) if writer.part("lookup") else worked
    rows = tuple(
        (
            writer.say("encode.heatmap-row", position=writer.sheet.positions[row]),
            tuple(None if Place("pe", row, k) in writer.blanks else shades[row][k] for k in range(writer.d)),
        )
        for row in range(len(shades))
        if row in known or writer.is_asked("pe", row)
    )
    solution = tuple(tuple(shades[row]) for row in range(len(shades)) if row in known or writer.is_asked("pe", row))
    scale = writer.listed("encode.heatmap-scale")
    alt = writer.say("encode.heatmap-alt")
    return Heatmap(writer.columns, rows, (scale[0], scale[1]), alt, solution if writer.is_key else ())


def _place(writer: Writer, row: int) -> tuple[Cell, ...]:
    """What says which row it is: its position, and its word if it has one."""
    word = () if writer.is_wordless else (Cell(writer.sheet.words[row], isolate=True),)
    return (Cell(str(writer.sheet.positions[row])), *word)


def lookup(writer: Writer, part: Part) -> tuple[Block, ...]:
    """The look-up table of the sentence."""
    rows = tuple((*_place(writer, row), *writer.copied("pe", row)) for row in range(len(writer.sheet.words)))
    named = tuple((head,) for head in writer.listed("lookup.head"))[: len(_place(writer, 0))]
    blocks: list[Block] = [writer.paragraph("lookup.intro")]
    asked = [row for row in range(len(rows)) if writer.is_asked("pe", row)]
    if asked:
        positions = writer.joined([writer.sheet.positions[row] for row in asked])
        source = writer.reference(writer.exercise_of("pe", asked[0]))
        blocks.append(
            writer.paragraph(
                "lookup.copy" if len(asked) == 1 else "lookup.copy-several", positions=positions, exercise=source
            )
        )
    caption = writer.say("lookup.caption")
    heads = (*named, *writer.heads())
    blocks.append(TableBlock(heads, rows, head_columns=len(named), caption=caption, kind="half-page"))
    notes = ("lookup.fixed",) if writer.is_wordless else ("lookup.any-word", "lookup.fixed")
    blocks.append(Listing(tuple(map(writer.inline, notes))))
    if "exchange" in part.spec.parts:
        row = min(1, len(rows) - 1)
        told = {"old": writer.sheet.words[row], "new": part.data["word"], "position": writer.sheet.positions[row]}
        options = tuple(writer.say(f"lookup.exchange-{name}", **told) for name in ("row", "all", "none"))
        blocks.append(Choice(writer.inline("lookup.exchange", **told), options, right(writer, 2)))
    return tuple(blocks)
