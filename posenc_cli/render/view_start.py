"""The exercises before the first number: cards, idea, calculator."""

from __future__ import annotations

from decimal import Decimal
from itertools import pairwise
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.files.words import split_words
from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.blocks import (
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    FormulaBlock,
    Listing,
    Picture,
    Pipeline,
    TableBlock,
)
from posenc_cli.render.inline import inline
from posenc_cli.render.style import isolated
from posenc_cli.worksheet.labels import column_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.render.blocks import Block, Paragraph
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Part

NBSP = "\u00a0"
#: Signs of a sentence whose words are all told with their positions: two lines.
MOST_TOLD = 170
#: The steps of a model are told with the position as the third.
HERE = 2


def words(*texts: str) -> tuple[Cell, ...]:
    """Cells of ready strings."""
    return tuple(Cell(text) for text in texts)


def pipeline(writer: Writer, current: int) -> Pipeline:
    """From text to output, one step marked."""
    return Pipeline(tuple(writer.listed("pipeline.steps")), current)


def cards(writer: Writer, part: Part) -> tuple[Block, ...]:
    """The same cards in another order."""
    sentences = [split_words(sentence) for sentence in part.spec.sentences]
    width = max((len(sentence) for sentence in sentences), default=0)
    blocks: list[Block] = [pipeline(writer, HERE)]
    if len(sentences) > 1:
        summary = writer.part("summary")
        cut_out = writer.sheet.spec.worksheet.cards or (summary is not None and "cutouts" in summary.spec.parts)
        blocks.append(writer.paragraph("cards.task-cutouts" if cut_out else "cards.task"))
        head = ((writer.say("cards.sentence"),), *((writer.say("cards.place", number=n + 1),) for n in range(width)))
        rows = tuple(
            (
                Cell(chr(ord("A") + number)),
                *(Cell(word, isolate=True) for word in sentence),
                *(Cell() for _ in range(width - len(sentence))),
            )
            for number, sentence in enumerate(sentences)
        )
        blocks.append(TableBlock(head, rows, kind="words"))
        piles = {tuple(sorted(word.casefold() for word in sentence)) for sentence in sentences}
        options = (writer.say("cards.same"), writer.say("cards.different"))
        blocks.append(Choice(writer.inline("cards.question"), options, right(writer, 0 if len(piles) == 1 else 1)))
    return (*blocks, writer.paragraph("cards.meaning"))


def right(writer: Writer, option: int) -> int | None:
    """The right option of a choice, in a key only."""
    return option if writer.is_key else None


def idea(writer: Writer, part: Part) -> tuple[Block, ...]:
    """A pattern for every place, and the formula."""
    conventions = writer.sheet.spec.worksheet.conventions
    layout, spacing = conventions.get("layout", "interleaved"), conventions.get("spacing", "paper")
    blocks: list[Block] = [pipeline(writer, HERE)] if "pipeline" in part.spec.parts else []
    # What an embedding is, the cards have told, if there are any.
    blocks += [
        writer.paragraph(writer.joining("idea.intro" if writer.part("cards") else "idea.intro-first")),
        sentence(writer),
    ]
    if "pictures" in part.spec.parts:
        row = min(1, len(writer.sheet.words) - 1)
        badge = (
            writer.say("idea.badge-greeting"),
            writer.say("idea.badge-name") if writer.is_wordless else writer.sheet.words[row],
            writer.say("idea.badge-seat"),
            str(writer.sheet.positions[row]),
        )
        hand_names = tuple(writer.listed("idea.clock-labels"))
        blocks.append(Picture("clock", hand_names, writer.say("idea.clock-alt"), writer.say("idea.clock-caption")))
        blocks.append(Picture("badge", badge, writer.say("idea.badge-alt"), writer.say("idea.badge-caption")))
        blocks.append(writer.paragraph("idea.pictures"))
    power = writer.say(f"idea.power-{spacing}")
    lines = tuple(
        inline(f"`{left} = {function}(pos / {power})`")
        for left, function in zip(writer.listed(f"idea.left-{layout}"), ("sin", "cos"), strict=True)
    )
    blocks += [writer.paragraph("idea.formula"), FormulaBlock(lines), writer.paragraph(f"idea.reading-{layout}")]
    if writer.d % 2:
        blocks.append(writer.paragraph("idea.odd"))
    meanings = [(name, writer.say(f"idea.{key}")) for name, key in (("pos", "pos"), ("i", "pair"), (power, "divisor"))]
    if "ingredients" in part.spec.parts:
        blocks.append(_ingredients(writer, meanings))
        blocks.append(writer.small_print("idea.counting", pairs_last=len(writer.pairs) - 1))
    else:
        meanings[1] = ("i", _pair(writer, layout))
        items = (writer.inline("idea.ingredient", name=name, meaning=meaning) for name, meaning in meanings)
        blocks.append(Listing(tuple(items)))
    return tuple(blocks)


def _pair(writer: Writer, layout: str) -> str:
    """What i is, with the names of the first two columns on paper, which count from 1."""
    if not writer.pairs or len(writer.pairs[0].columns) < 2:
        return writer.say("idea.pair")
    first, second = map(column_name, writer.pairs[0].columns[:2])
    numbers = {"second": writer.pairs[0].columns[1], "first_column": first, "second_column": second}
    return writer.say(f"idea.pair-{layout}", **numbers)


def sentence(writer: Writer) -> Paragraph:
    """The words of the sheet with their positions, and where counting starts; of many words those that are used."""
    told = _told(writer)
    if writer.is_wordless:
        numbers = [str(writer.sheet.positions[row]) for row in told]
        gaps = {at: "… " for at in range(1, len(told)) if told[at] > told[at - 1] + 1}
        shown = ", ".join(f"{gaps.get(at, '')}{number}" for at, number in enumerate(numbers))
        return writer.paragraph("idea.positions" if len(told) > 1 else "idea.position", words=shown)
    places = {row: f"{isolated(writer.sheet.words[row])}{NBSP}({writer.sheet.positions[row]})" for row in told}
    gaps = {row: "… " for before, row in pairwise(told) if row > before + 1}
    shown = " ".join(f"{gaps.get(row, '')}{place}" for row, place in places.items())
    # A first position of 1 is another way of counting, unless it was drawn.
    is_counted = writer.sheet.positions[0] < (1 if writer.sheet.varied else 2)
    key = "sentence" if is_counted else ("middle-one" if len(writer.sheet.words) == 1 else "middle")
    return writer.paragraph(f"idea.{key}", words=shown)


def _told(writer: Writer) -> list[int]:
    """The rows of a sentence that are told: all of a short one; of a long one those of the sheet, and both ends."""
    count, pairs = len(writer.sheet.words), zip(writer.sheet.words, writer.sheet.positions, strict=True)
    if sum(len(f"{word} ({position}) ") for word, position in pairs) <= MOST_TOLD:
        return list(range(count))
    masks = (writer.sheet.on_sheet[name] for name in ("pe", "e", "x") if name in writer.sheet.on_sheet)
    used = {int(row) for mask in masks for row in np.flatnonzero(mask.any(axis=1))}
    return sorted({*range(3), *used, count - 1})


def _ingredients(writer: Writer, meanings: Sequence[tuple[str, str]]) -> TableBlock:
    """What the letters of the formula mean, with examples of this sheet."""
    words_at = zip(writer.sheet.positions, writer.sheet.words, strict=True)
    places = [str(p) if writer.is_wordless else f"{p} = {isolated(word)}" for p, word in words_at]
    pairs = [f"i = {pair.i}: {writer.joined([column_name(k) for k in pair.columns])}" for pair in writer.pairs]
    divisors = [f"i = {pair.i}: {writer.figure(pair.divisor)}" for pair in writer.pairs]
    examples = (_first_three(places, ", "), _first_three(pairs, "; "), _first_three(divisors, "; "))
    rows = tuple(words(name, meaning, shown) for (name, meaning), shown in zip(meanings, examples, strict=True))
    return TableBlock(tuple((head,) for head in writer.listed("idea.head")), rows, kind="words")


def _first_three(examples: Sequence[str], between: str) -> str:
    """Some examples, none of them torn at the end of a line, and an ellipsis that does not stand alone."""
    shown = between.join(each.replace(" ", NBSP) for each in examples[:3])
    return shown + (between.replace(" ", NBSP) + "…" if len(examples) > 3 else "")


def calculator(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Is the calculator in radians?"""
    wrong = [
        writer.sheet.formula.but(check=f"sin({turned})").run(writer.sheet.given, NUMBERS).values["check"]
        for turned in ("radians(one)", "radians(0.9 * one)")
    ]
    degrees, gradians = (writer.number(float(np.ravel(value)[0])) for value in wrong)
    line = CalculationLine("sin(1)", (), writer.cell("check", 0, 0))
    blocks: list[Block] = [
        writer.paragraph("calculator.task-points" if part.spec.points else "calculator.task"),
        Calculation("", (line,)),
        writer.paragraph("calculator.wrong", degrees=degrees, gradians=gradians),
    ]
    if "modes" in part.spec.parts:
        table = TableBlock(
            tuple((head,) for head in writer.listed("calculator.modes-head")),
            tuple(
                words(writer.say(f"calculator.modes.{name}.device"), writer.say(f"calculator.modes.{name}.way"))
                for name in ("casio", "casio-old", "ti", "iphone", "android", "windows")
            ),
            kind="words",
        )
        blocks += [table, writer.box("warning", "calculator.grad")]
    if "powers" in part.spec.parts:
        blocks.append(writer.box("note", "calculator.powers", **_power_example(writer)))
    if "rounding" in part.spec.parts:
        blocks.append(writer.box("rule", "calculator.rounding", **_rounding_example(writer)))
    return tuple(blocks)


def _answers(writer: Writer) -> set[str]:
    """What the blanks ask for, as it would be printed."""
    return {writer.number(float(writer.values[place.quantity][place.row, place.column])) for place in writer.blanks}


def _power_example(writer: Writer) -> dict[str, object]:
    """sin(0.01) as a display shows it; another small sine where a blank asks for that one."""
    answers = _answers(writer)
    for small in (0.01, 0.009, 0.008, 0.007):
        value = float(np.sin(small))
        if writer.number(value) not in answers:
            break
    digits = Decimal(write_number(value, 7))
    exponent = digits.adjusted()
    return {
        "display": f"{writer.number(digits.scaleb(-exponent), 4)}×10",
        "exponent": f"−{-exponent}",
        "places": -exponent,
        "plain": writer.number(digits, 7),
        "rounded": writer.number(digits),
    }


def _rounding_example(writer: Writer) -> dict[str, object]:
    down, tie, negative = (Decimal(text).scaleb(-writer.sheet.decimals) for text in ("62.4", "62.5", "-1234.5"))
    more = writer.sheet.decimals + 1
    return {
        "down": writer.number(down, more),
        "down_rounded": writer.number(down),
        "tie": writer.number(tie, more),
        "tie_rounded": writer.number(tie),
        "negative": writer.number(negative, more),
        "negative_rounded": writer.number(negative),
    }
