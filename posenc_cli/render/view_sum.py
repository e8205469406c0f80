"""The exercises about embedding and encoding together: sums, one word at several places, matrix, pair, summary."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.files.words import split_words
from posenc_cli.render.blocks import (
    Box,
    Calculation,
    CalculationLine,
    Cell,
    Listing,
    OpenQuestion,
    Paragraph,
    Span,
    SumGrid,
    SumGrids,
    TableBlock,
)
from posenc_cli.render.closing import Cutouts
from posenc_cli.render.view_encoding import GAP, MOST_HANDS
from posenc_cli.render.view_fading import embeddings, faded_cells
from posenc_cli.render.view_numbers import MINUS
from posenc_cli.render.view_start import HERE, pipeline, words
from posenc_cli.worksheet.kinds_rows import EMPTY
from posenc_cli.worksheet.labels import column_name

if TYPE_CHECKING:
    from posenc_cli.render.blocks import Block, Inline
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Part


def add(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Embedding plus encoding: worked rows, then rows to work out."""
    worked, asked, faded = part.data["worked"], part.data["asked"], part.data["levels"]
    about = writer.sheet.spec
    scaled = about.worksheet.scale and "e" not in about.rules
    intro = writer.joining("add.intro-scaled" if scaled else "add.intro")
    blocks: list[Block] = [writer.paragraph(intro, rule=writer.rule)]
    if worked:
        blocks += [writer.paragraph("add.worked"), SumGrids(tuple(_grid(writer, row) for row in worked))]
    blocks += embeddings(writer, faded)
    if not asked:
        return tuple(blocks)
    own = [row for row in asked if writer.is_asked("pe", row) and writer.exercise_of("pe", row) != part.number]
    before: Inline = ()
    if own:
        positions = writer.joined([writer.sheet.positions[row] for row in own])
        source = writer.reference(writer.exercise_of("pe", own[0]))
        key = "add.own" if len(own) == 1 else "add.own-several"
        before = (*writer.inline(key, positions=positions, exercise=source), *([Span(" ")] if faded or worked else []))
    if faded or worked or own:
        # One paragraph, so that nothing of it is left alone on the page before the sums.
        asking = writer.inline(writer.joining("add.fading" if faded else "add.yours")) if faded or worked else ()
        blocks.append(Paragraph((*before, *asking)))
    blocks.append(SumGrids(tuple(_grid(writer, row, faded.get(row, 0)) for row in asked)))
    if own:
        blocks += [] if "brief" in part.spec.parts else [writer.box("rule", "add.follow")]
    return tuple(blocks)


def _grid(writer: Writer, row: int, level: int = 0) -> SumGrid:
    cells = {name: faded_cells(writer, name, row, level) for name in ("e", "pe")} | {"x": writer.cells("x", row)}
    rows = tuple(
        ("" if level == EMPTY and name != "x" else _row_head(writer, name), row_cells)
        for name, row_cells in cells.items()
    )
    return SumGrid(writer.named(row), writer.columns, rows)


def _row_head(writer: Writer, name: str) -> str:
    """E, + PE and =; where the rule is another one, it stands before the result."""
    return writer.say(f"add.row-{name}" if name == "e" else writer.joining(f"add.row-{name}"), rule=writer.rule)


def same_word(writer: Writer, part: Part) -> tuple[Block, ...]:
    """One word at several positions of several sentences."""
    places, word = part.data["places"], part.data["word"]
    heads = ((writer.say("same-word.sentence"),), (writer.say("same-word.place", word=word),))
    rows = tuple((Cell(sentence, isolate=True), Cell(str(position))) for sentence, position in places)
    found = writer.at_positions([position for _, position in places], part.data["row"])
    shown = [_is_open(writer, position) for _, position in places]
    grids = tuple(
        SumGrid(
            writer.label("word", word=word, position=position),
            writer.columns,
            tuple(
                (_row_head(writer, name), _printed(writer, found[name][number], hidden=hidden and name != "e"))
                for name in ("e", "pe", "x")
            ),
        )
        for number, ((_, position), hidden) in enumerate(zip(places, shown, strict=True))
    )
    blocks: list[Block] = [
        writer.paragraph("same-word.intro", word=word),
        TableBlock(heads, rows, kind="words"),
        writer.paragraph("same-word.same", word=word),
        SumGrids(grids),
    ]
    if len(places) > 1 and writer.d > 1 and not any(shown):
        blocks.append(_spread(writer, found["x"], [position for _, position in places]))
    if "meaning" in part.spec.parts:
        blocks.append(
            writer.box("note", "same-word.meaning", writer.paragraph(writer.joining("same-word.trained"), word=word))
        )
    return tuple(blocks)


def _is_open(writer: Writer, position: int) -> bool:
    """Is the encoding of this position asked for, so that it must not be printed here?"""
    positions = writer.sheet.positions
    return not writer.is_key and position in positions and writer.is_asked("pe", positions.index(position))


def _printed(writer: Writer, values: object, *, hidden: bool) -> tuple[Cell, ...]:
    return tuple(Cell(copy=True) if hidden else writer.given(float(value)) for value in values)  # type: ignore[attr-defined]


def _spread(writer: Writer, sums: object, positions: list[int]) -> Block:
    """Which column tells the positions apart best, and which least."""
    spreads = np.ptp(np.asarray(sums), axis=0)
    most, least = int(spreads.argmax()), int(spreads.argmin())
    named = {
        f"{name}_{what}": shown
        for name, column in (("most", most), ("least", least))
        for what, shown in (
            ("column", column_name(column)),
            ("values", " | ".join(writer.number(float(value)) for value in np.asarray(sums)[:, column])),
        )
    }
    return writer.paragraph("same-word.spread", positions=writer.joined(positions), **named)


def matrix(writer: Writer, part: Part) -> tuple[Block, ...]:
    """The matrix that goes into the next layer."""
    rows = tuple(
        (Cell(str(position)), Cell(word, isolate=True), *writer.cells("m", row))
        for row, (position, word) in enumerate(zip(writer.sheet.positions, writer.sheet.words, strict=True))
    )
    heads = tuple((head,) for head in writer.listed("lookup.head"))
    blocks: list[Block] = []
    if part.blanks:
        source = writer.reference(writer.exercise_of("x", part.blanks[0].place.row))
        blocks.append(writer.paragraph("matrix.intro", exercise=source))
    blocks.append(
        TableBlock(
            (*heads, *((name,) for name in writer.columns)), rows, head_columns=2, caption=writer.say("matrix.caption")
        )
    )
    return (*blocks, writer.paragraph("matrix.read"))


def pair(writer: Writer, part: Part) -> tuple[Block, ...]:
    """Are two words still alike?"""
    first, second = part.data["rows"]
    one, two = writer.sheet.words[first], writer.sheet.words[second]
    before = writer.compared("e", first, second)
    named = {"one": one, "two": two, "dot": writer.number(before["dot"]), "cosine": writer.number(before["cosine"])}
    blocks: list[Block] = [writer.paragraph("pair.intro", **named), writer.paragraph(writer.joining("pair.task"))]
    if writer.is_asked("right", 0) or writer.is_asked("left", 0):
        copied = second if writer.is_asked("right", 0) else first
        source = writer.reference(writer.exercise_of("x", copied))
        blocks.append(writer.paragraph("pair.copy", word=writer.sheet.words[copied], exercise=source))
    rows = (
        (Cell(writer.named(first), isolate=True), *writer.cells("left", 0)),
        (Cell(writer.named(second), isolate=True), *writer.cells("right", 0)),
        (Cell(writer.say("pair.product")), *writer.cells("prod", 0)),
    )
    heads = ((writer.say("pair.head"),), *((name,) for name in writer.columns))
    lines = [CalculationLine(writer.say("pair.dot"), (writer.say("pair.dot-step"),), writer.cell("dot", 0, 0))]
    if "cosine" in part.spec.parts:
        steps = (writer.say("pair.cosine-step"),)
        lines.append(CalculationLine(writer.say("pair.cosine"), steps, writer.cell("cosine", 0, 0)))
    blocks += [TableBlock(heads, rows), Calculation("", tuple(lines))]
    if "reference" in part.spec.parts:
        blocks.append(_reference(writer, first, second, asks_cosine="cosine" in part.spec.parts))
    if "width" in part.spec.parts and writer.rule is None:  # it compares what is added
        blocks.append(_width(writer, first))
    if "why" in part.spec.parts:
        blocks += _why(writer, part, named)
    return tuple(blocks)


def _reference(writer: Writer, first: int, second: int, *, asks_cosine: bool) -> Block:
    """With what the dot product must be compared; nothing that gives a blank away."""
    one, two = writer.sheet.words[first], writer.sheet.words[second]
    items = []
    shown = [row for row in (first, second) if writer.is_key or not writer.is_asked("x", row)]
    if shown:
        row = shown[0]
        working = f"{_squares(writer, row)} = {writer.number(writer.compared('x', row, row)['dot'])}"
        place = {"word": writer.sheet.words[row], "position": writer.sheet.positions[row]}
        items.append(writer.inline("pair.same-place", working=working, **place))
    before, after = writer.compared("e", first, second), writer.compared("x", first, second)
    items.append(writer.inline("pair.cosine-rule"))
    items.append(writer.inline(writer.joining("pair.cosine-before"), one=one, two=two, working=_cosine(writer, before)))
    if not asks_cosine:
        hidden = None if writer.is_key else GAP
        items.append(writer.inline(writer.joining("pair.cosine-after"), working=_cosine(writer, after, hidden)))
    return Box("note", writer.say("pair.reference"), (Listing(tuple(items)),))


def _width(writer: Writer, row: int) -> Block:
    """Why a small width exaggerates the place."""
    pattern, word = (writer.compared(quantity, row, row)["length"] for quantity in ("pe", "e"))
    key = "pair.outweighs" if pattern > word else "pair.balances"
    shown = {"pattern": writer.number(pattern), "word_length": writer.number(word), "word": writer.sheet.words[row]}
    return Box("note", writer.say("pair.width"), (writer.paragraph(key, **shown), writer.paragraph("pair.real")))


def _squares(writer: Writer, row: int) -> str:
    """The squares of a row: how its dot product with itself is worked out."""
    return " + ".join(
        f"({shown})²" if shown.startswith(MINUS) else f"{shown}²"
        for shown in (writer.number(float(value)) for value in writer.values["x"][row])
    )


def _cosine(writer: Writer, found: dict[str, float], hidden: str | None = None) -> str:
    dot, cosine = hidden or writer.number(found["dot"]), writer.number(found["cosine"])
    return f"{dot} / ({writer.number(found['length'])} · {writer.number(found['other_length'])}) = {cosine}"


def _why(writer: Writer, part: Part, named: dict[str, str]) -> tuple[Block, ...]:
    first, second = part.data["rows"]
    before, after = (writer.compared(quantity, first, second)["cosine"] for quantity in ("e", "x"))
    numbers = {
        "dot_after": writer.number(float(writer.values["dot"][0, 0])),
        "cosine_after": writer.number(after),
        "reference": writer.number(writer.compared("x", first, first)["dot"]),
    }
    model = writer.say("pair.model-less" if after < before else "pair.model-not-less", **named, **numbers)
    # Farther than any sentence of this sheet.
    far = 100 * (writer.sheet.positions[-1] + 1)
    pos = writer.say("pair.model-pos", far=far) if _are_waves(writer) else _bounded(writer, far)
    questions = (("pair.still-alike", model), (writer.joining("pair.why-not-pos"), pos))
    return tuple(
        OpenQuestion(writer.inline(key, **named), part.spec.lines or 2, answer if writer.is_key else "")
        for key, answer in questions
    )


def _are_waves(writer: Writer) -> bool:
    """Are the patterns sines and cosines that are added?"""
    return "pe" not in writer.sheet.spec.rules and "wave" in writer.values and writer.rule is None


def _bounded(writer: Writer, far: int) -> str:
    """Why the patterns of this sheet are better than plain numbers."""
    least, most = (writer.number(float(bound(writer.values["pe"]))) for bound in (np.min, np.max))
    return writer.say("pair.model-pos-here", far=far, least=least, most=most)


def summary(writer: Writer, part: Part) -> tuple[Block, ...]:
    """What was built, what comes next, what can be cut out."""
    blocks: list[Block] = []
    if "layers" in part.spec.parts:
        layers = ("layer-tokens", "layer-embedding", writer.joining("layer-position"))
        rows = tuple(words(*writer.listed(f"summary.{layer}")) for layer in layers)
        heads = tuple((head,) for head in writer.listed("summary.head"))
        blocks += [writer.paragraph("summary.layers"), TableBlock(heads, rows, kind="words")]
    if "next" in part.spec.parts:
        items = tuple(writer.inline(f"summary.{name}") for name in ("query", "key", "value"))
        key = "next" if writer.part("matrix") else "next-vectors"
        blocks += [pipeline(writer, HERE + 1), writer.paragraph(f"summary.{key}"), Listing(items)]
    if "cutouts" in part.spec.parts:
        blocks.append(cutouts(writer))
    return tuple(blocks)


def cutouts(writer: Writer) -> Cutouts:
    """Word cards, position cards and a dial with its hands; no dial where no columns share a divisor, nor no words."""
    names = tuple(
        writer.say("divisors.hand", columns=writer.joined([column_name(k) for k in one.columns]))
        for one in writer.pairs[:MOST_HANDS]
    )
    positions = tuple(str(position) for position in writer.sheet.positions)
    found = _cards(writer)
    title, key = writer.say("summary.dial"), "summary.cutouts" if names else "summary.cards"
    return Cutouts(found, positions, title, names, writer.say(key if found else f"{key}-wordless"))


def _cards(writer: Writer) -> tuple[str, ...]:
    """The words of the sentence, and those of the card sentences that it lacks."""
    part = writer.part("cards")
    more = [word for sentence in (part.spec.sentences if part else ()) for word in split_words(sentence)]
    own = () if writer.is_wordless else writer.sheet.words
    return tuple(dict.fromkeys((*own, *more)))
