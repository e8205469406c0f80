"""A page in a few plain shapes: paragraphs, lists, tables, pictures and places to write, in their order.

The blocks of a view say what they are; what their shapes look like is the business of a medium.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING

from posenc_cli.render import figures, pictures
from posenc_cli.render.blocks import (
    Box,
    Calculation,
    Choice,
    Dials,
    FormulaBlock,
    Heatmap,
    Listing,
    OpenQuestion,
    Paragraph,
    Picture,
    Pipeline,
    SumGrids,
    TableBlock,
    Working,
)
from posenc_cli.render.closing import Cutouts, Letters, Pool, Turned
from posenc_cli.render.drawings import Arrows, Bars, Board, Plot, Ruler
from posenc_cli.render.plain import block_text
from posenc_cli.render.plots.paper import panel_svg
from posenc_cli.render.powers import pieces
from posenc_cli.render.program import Code
from posenc_cli.render.shapes import (
    Bullets,
    Element,
    Entry,
    Frame,
    Gap,
    Image,
    Lines,
    NewPage,
    Para,
    Program,
    Run,
    Strip,
    Table,
    Ticks,
)
from posenc_cli.render.svg import INK, KEY_INK, Room, printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.render.blocks import Block, Cell, Inline, PageView, Span, Step
    from posenc_cli.render.expected import Expectation
    from posenc_cli.render.shapes import RunStyle, TableKind, Text

_BAR = " | "  #: between the numbers of a row
#: Styles of a view that are styles of a run as well, or become one.
_STYLES: dict[str, RunStyle] = {
    "plain": "plain",
    "strong": "strong",
    "emphasis": "emphasis",
    "formula": "formula",
    "power": "raised",
    "index": "lowered",
}


def outline(view: PageView, blocks: Iterable[Block]) -> tuple[Element, ...]:
    """Some blocks of a page in plain shapes, in their order.

    Raises:
        NotImplementedError: a block that nobody has told here.
    """
    writer = _Outline(view)
    return tuple(element for block in blocks for element in writer.lettered(block, writer.write(block)))


def expected(page: Expectation) -> tuple[Element, ...]:
    """What to expect of students, and their mistakes at a glance: a key only."""

    def table(head: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
        top = [Entry(mathematical(cell), head=True) for cell in head]
        return _table([top, *([Entry(mathematical(cell)) for cell in row] for row in rows)], 1, "words")

    rows = [(row.exercise, row.verb, row.level, row.points, row.minutes, row.model) for row in page.rows]
    found: list[Element] = [table(page.head, rows)]
    if page.slips:
        slips = [(_BAR.join(slip.row), slip.cause, slip.hint, slip.points) for slip in page.slips]
        head = (_BAR.join(page.slips_head[:-3]), *page.slips_head[-3:])
        found += [Para((Run(page.slips_title),), "title"), Para(mathematical(page.slips_intro))]
        found.append(table(head, slips))
    return (*found, *(Para(mathematical(rule), "quiet") for rule in page.rules))


def styled(view: PageView, text: Inline) -> Text:
    """Running text of a view as runs; a reference is called by the number of its exercise."""
    return tuple(run for span in text for run in _span(view, span))


def mathematical(text: str) -> Text:
    """A ready string, its powers raised."""
    return tuple(Run(piece.text, "raised" if piece.raised else "plain") for piece in pieces(printable(text)))


def plain(text: Text, gap: str = "______") -> str:
    """A text without styles."""
    return "".join(run.text if isinstance(run, Run) else gap for run in text)


def _span(view: PageView, span: Span) -> Text:
    if span.target:
        number = next(each.number for each in view.exercises if each.anchor == span.target)
        return (Run(span.text or f"{view.labels['exercise']}\u00a0{number}"),)
    style = _STYLES[span.style]
    if style not in {"plain", "formula"}:
        return (Run(printable(span.text), style),)
    return tuple(Run(piece.text, "raised" if piece.raised else style) for piece in pieces(printable(span.text)))


def _cell(cell: Cell) -> Text:
    if cell.number and not _is_open(cell):
        return (Run(f"({cell.number}) "), *_cell(replace(cell, number="")))
    if cell.filled:
        return (Run(" | ".join((cell.text, *cell.alternatives)), "answer"),)
    if _is_open(cell):
        return (Gap(cell.blank or "", cell.number, cell.tooltip),)
    return (Run(printable(cell.text)),) if cell.isolate else mathematical(cell.text)


def _is_open(cell: Cell) -> bool:
    return not cell.text and (cell.blank is not None or cell.copy)


def _step(step: Step) -> Text:
    """A step of a calculation, or a line of a program."""
    parts = (step,) if isinstance(step, str) else step
    return tuple(run for part in parts for run in (mathematical(part) if isinstance(part, str) else _cell(part)))


def _filled(row: Sequence[Entry], width: int) -> tuple[Entry, ...]:
    return (*row, *(Entry(()) for _ in range(width - len(row))))


def _table(rows: Sequence[Sequence[Entry]], head_rows: int = 0, kind: TableKind = "values") -> Table:
    width = max((len(row) for row in rows), default=0)
    full = tuple(_filled(row, width) for row in rows)
    return Table(full, head_rows, kind)


class _Outline:
    """Writes the blocks of one view."""

    def __init__(self, view: PageView) -> None:
        self.view = view

    def drawn(self, svg: str, alt: str, *, to_draw: bool = False) -> Image:
        return Image(svg.replace(KEY_INK, INK) if self.view.paper.grey else svg, printable(alt), to_draw)

    def captions(self, *texts: str) -> list[Element]:
        said = " · ".join(filter(None, texts))
        return [Para(mathematical(said), "caption")] if said else []

    def lettered(self, block: Block, elements: list[Element]) -> list[Element]:
        """The same elements; a drawing that they begin with has what letters can tell of the block."""
        first = elements[0] if elements else None
        if isinstance(first, Image | Strip):
            lines = tuple(block_text(self.view, block).splitlines())
            lettered = replace(first.images[0] if isinstance(first, Strip) else first, lines=lines)
            elements[0] = replace(first, images=(lettered, *first.images[1:])) if isinstance(first, Strip) else lettered
        return elements

    @singledispatchmethod
    def write(self, block: Block) -> list[Element]:
        """One block."""
        raise NotImplementedError(type(block).__name__)

    @write.register
    def _(self, block: Paragraph) -> list[Element]:
        return [Para(styled(self.view, block.text), "quiet" if block.quiet else "plain")]

    @write.register
    def _(self, block: FormulaBlock) -> list[Element]:
        return [Para(styled(self.view, line)) for line in block.lines]

    @write.register
    def _(self, block: Listing) -> list[Element]:
        return [Bullets(tuple(styled(self.view, item) for item in block.items), block.ordered)]

    @write.register
    def _(self, block: Box) -> list[Element]:
        return [Frame(block.kind, printable(block.title), outline(self.view, block.blocks))]

    @write.register
    def _(self, block: TableBlock) -> list[Element]:
        head = [Entry(mathematical("\n".join(lines)), head=True) for lines in block.head]
        rows = [
            [
                Entry(_cell(cell), head=n < block.head_columns and bool(cell.text) and not cell.blank, minus=cell.minus)
                for n, cell in enumerate(row)
            ]
            for row in block.rows
        ]
        return [
            _table([head, *rows], 1, "words" if block.kind == "words" else "values"),
            *self.captions(block.caption, block.legend),
        ]

    @write.register
    def _(self, block: Calculation) -> list[Element]:
        most = max(len(line.steps) for line in block.lines)
        rows = []
        for line in block.lines:
            steps = [Entry((Run("= "), *_step(step))) for step in line.steps]
            remark = [Entry((Run("← "), *mathematical(line.remark)))] if line.remark else []
            result = Entry((Run("= "), *_cell(line.result)))
            label = Entry(mathematical(line.label), head=True)
            rows.append([label, *_filled(steps, most), result, *remark])
        return [*self._titled(block.title), _table(rows, kind="lines")]

    @write.register
    def _(self, block: Code) -> list[Element]:
        lines = (
            tuple(run for part in line for run in ((Run(part),) if isinstance(part, str) else _cell(part)))
            for line in block.lines
        )
        return [Program(tuple(lines))]

    @write.register
    def _(self, block: SumGrids) -> list[Element]:
        found: list[Element] = []
        for grid in block.grids:
            head = [Entry((Run(printable(grid.title)),), head=True)]
            head += [Entry(mathematical(name), head=True) for name in grid.head]
            rows = [
                [Entry(mathematical(name), head=True), *(Entry(_cell(cell), minus=cell.minus) for cell in cells)]
                for name, cells in grid.rows
            ]
            found.append(_table([head, *rows], 1))
        return [*found, *self.captions(block.legend)]

    @write.register
    def _(self, block: Dials) -> list[Element]:
        faces = [
            self.drawn(pictures.dial(face, block.alt), block.alt, to_draw=face.hands is None and face.key_hands is None)
            for face in block.dials
        ]
        titles = tuple(mathematical(face.title) for face in block.dials)
        return [Strip(tuple(faces), titles), *self.captions(", ".join(block.hand_names))]

    @write.register
    def _(self, block: Picture) -> list[Element]:
        return [self.drawn(pictures.picture(block), block.alt), *self.captions(block.caption)]

    @write.register
    def _(self, block: Pipeline) -> list[Element]:
        runs: list[Run | Gap] = []
        for number, step in enumerate(block.steps):
            done = " ✓" if number < block.current else ""
            runs += [Run(" → ")] if number else []
            runs.append(Run(f"{step}{done}", "strong" if number == block.current else "plain"))
        return [Para(tuple(runs), "quiet")]

    @write.register
    def _(self, block: Heatmap) -> list[Element]:
        low, high = block.scale
        scale = self.drawn(pictures.scale_bar(f"{low} – {high}"), f"{low} – {high}")
        to_draw = not block.solution and any(None in values for _, values in block.rows)
        shaded = self.drawn(pictures.heatmap(block), block.alt, to_draw=to_draw)
        return [shaded, scale, *self.captions(f"{low} → {high}")]

    @write.register(Bars | Ruler | Board)
    def _(self, block: Bars | Ruler | Board) -> list[Element]:
        return [self.drawn(figures.figure(block), block.alt), *self.captions(block.caption)]

    @write.register
    def _(self, block: Plot) -> list[Element]:
        drawn = (panel_svg(panel, block.alt, Room()) for panel in block.panels)
        return [*(self.drawn(svg, block.alt) for svg in drawn), *self.captions(block.caption)]

    @write.register
    def _(self, block: Arrows) -> list[Element]:
        panels = [
            self.drawn(
                figures.arrow_panel(panel, block), block.alt, to_draw=panel.after is None and panel.key_after is None
            )
            for panel in block.panels
        ]
        titles = tuple(mathematical(panel.title) for panel in block.panels)
        return [Strip(tuple(panels), titles), *self.captions(block.caption)]

    @write.register
    def _(self, block: Choice) -> list[Element]:
        return [Ticks(styled(self.view, block.question), tuple(map(mathematical, block.options)), block.right)]

    @write.register
    def _(self, block: OpenQuestion) -> list[Element]:
        model = (Run(f"{self.view.labels['model']}: ", "strong"), *mathematical(block.model)) if block.model else ()
        return [Lines(styled(self.view, block.question), block.lines, model)]

    @write.register
    def _(self, block: Cutouts) -> list[Element]:
        cards = [tuple(Entry((Run(printable(each)),)) for each in row) for row in (block.words, block.positions) if row]
        dial = [self.drawn(pictures.cutout_dial(block), block.dial_title)] if block.hand_names else []
        return [NewPage(), Para((Run(block.hint),), "quiet"), *(_table([row], kind="cards") for row in cards), *dial]

    @write.register
    def _(self, block: Pool) -> list[Element]:
        spaced = [run for cell in block.values for run in (*_cell(cell), Run("   "))]
        return [Para(tuple(spaced[:-1]))]

    @write.register
    def _(self, block: Letters) -> list[Element]:
        head = [Entry((Run(name),), head=True) for name in (block.corner, *block.head)]
        rows = [[Entry(_cell(cell), head=n == 0) for n, cell in enumerate(row)] for row in block.rows]
        word = [Entry((Run(block.word_name),), head=True), *(Entry(_cell(cell)) for cell in block.word)]
        return [_table([head, *rows], 1), _table([word])]

    @write.register
    def _(self, block: Turned) -> list[Element]:
        return [*self._titled(block.title), *outline(self.view, block.blocks)]

    @write.register
    def _(self, block: Working) -> list[Element]:
        lines = tuple(mathematical(line) for line in block.lines)
        return [*self._titled(self.view.labels["working"]), *(Para(line, "quiet") for line in lines)]

    def _titled(self, title: str) -> list[Element]:
        return [Para((Run(printable(title)),), "title")] if title else []
