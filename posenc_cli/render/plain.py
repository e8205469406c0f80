"""A view as plain text of 80 columns: for a screen reader, an e-mail, a learning platform that eats everything else.

Blanks are ``______``; in a key they carry the answer in brackets, ``[0.728 | 0.729]``.
"""

from __future__ import annotations

from dataclasses import replace
from functools import singledispatchmethod
from typing import TYPE_CHECKING

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
from posenc_cli.render.columns import columns, display_width, fold, pad
from posenc_cli.render.drawings import Arrows, Bars, Board, Plot, Ruler
from posenc_cli.render.drawn import BLANK, drawn
from posenc_cli.render.drawn import clean as _clean
from posenc_cli.render.plots.colours import SHADES
from posenc_cli.render.powers import on_a_line
from posenc_cli.render.program import Code
from posenc_cli.render.style import Style, word

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.render.blocks import Block, Cell, ExerciseView, Inline, PageView, Span, Step
    from posenc_cli.render.drawn import Drawing
    from posenc_cli.render.expected import Expectation

WIDTH = 80
_BAR = "\u00a0|\u00a0"


def page_text(view: PageView, width: int = WIDTH) -> str:
    """The sheet or key as text; no line is longer than ``width`` columns unless a table cannot be narrower.

    Args:
        view: what is to be written.
        width: columns.
    """
    text = _Text(view, width)
    parts = [text.head(), *(text.exercise(exercise) for exercise in view.exercises)]
    parts += [["─" * width, *text.blocks(view.closing, width)]] if view.closing else []
    if view.expectation:
        parts.append(text.expectation(view.expectation))
    parts += [[view.code]] if view.code else []
    lines = "\n\n".join("\n".join(part) for part in parts)
    return lines.replace("\u00a0", " ") + "\n"  # they have held what belongs together


def exercise_text(view: PageView, exercise: ExerciseView, width: int = WIDTH) -> str:
    """One exercise of a page as text; what it says of others still has their numbers."""
    return "\n".join(_Text(view, width).exercise(exercise)).replace("\u00a0", " ")


def block_text(view: PageView, block: Block, width: int = WIDTH) -> str:
    """One block of a page as text."""
    return "\n".join(_Text(view, width).write(block, width)).replace("\u00a0", " ")


class _Text:
    """Writes the parts of one view, each as lines."""

    def __init__(self, view: PageView, width: int) -> None:
        self.view = view
        self.width = width

    def head(self) -> list[str]:
        view = self.view
        title = _clean(view.title) + (f" – {_clean(view.variant)}" if view.variant else "")
        title += f" – {view.labels['key'].upper()}" if view.is_key else ""
        lines = [_clean(view.holder) or "_" * 22, *("_" * 12 for _ in view.fields[1:])]
        fields = "  ".join(f"{name}: {line}" for name, line in zip(view.fields, lines, strict=True))
        points = [f"{view.labels['points']}: ____ / {view.max_points}"] if view.max_points else []
        school = self.fold(view.school) if view.school else []
        return [*school, *self.fold(title), "═" * self.width, "", *self.fold(fields), *points]

    def exercise(self, exercise: ExerciseView) -> list[str]:
        heading = f"{exercise.number}  {_clean(exercise.title)}"
        task = " · ".join(part for part in (exercise.verb, exercise.points, exercise.minutes) if part)
        box = f"____ / {exercise.max_points}" if exercise.max_points else ""
        lines = ["─" * self.width, *self.fold(heading)]
        if task or box:
            lines.append((pad(task, self.width - display_width(box)) + box).rstrip())
        return [*lines, *self.blocks(exercise.blocks, self.width)]

    def blocks(self, blocks: Iterable[Block], width: int) -> list[str]:
        """All blocks, an empty line before each."""
        return [line for block in blocks for line in ("", *self.write(block, width))]

    def fold(self, text: str, first: str = "", rest: str = "") -> list[str]:
        return fold(_clean(text), self.width, first=first, rest=rest)

    def inline(self, text: Inline) -> str:
        return "".join(map(self._span, text))

    def _span(self, span: Span) -> str:
        if span.target:
            # A next() without its last argument would end the text here, and nobody would hear of it.
            number = {each.anchor: each.number for each in self.view.exercises}[span.target]
            return span.text or f"{self.view.labels['exercise']}\u00a0{number}"
        if span.style == "power":
            return on_a_line(span.text)
        return f"_{span.text}" if span.style == "index" else _clean(span.text)

    @singledispatchmethod
    def write(self, block: Block, width: int) -> list[str]:
        """One block as lines."""
        raise NotImplementedError(type(block).__name__)

    @write.register
    def _(self, block: Paragraph, width: int) -> list[str]:
        return fold(self.inline(block.text), width)

    @write.register
    def _(self, block: FormulaBlock, width: int) -> list[str]:
        halves = [self.inline(line).partition("=") for line in block.lines]
        left = max(display_width(before.rstrip()) for before, _, _ in halves)
        lines = [
            f"    {pad(before.rstrip(), left, right=True)} {sign}{after}".rstrip() for before, sign, after in halves
        ]
        return [part for line in lines for part in ([line] if display_width(line) <= width else fold(line, width))]

    @write.register
    def _(self, block: Listing, width: int) -> list[str]:
        marks = [f"{n}. " if block.ordered else "• " for n in range(1, len(block.items) + 1)]
        return [
            line
            for mark, item in zip(marks, block.items, strict=True)
            for line in fold(self.inline(item), width, first=mark, rest=" " * len(mark))
        ]

    @write.register
    def _(self, block: Box, width: int) -> list[str]:
        inside = self.blocks(block.blocks, width - 2)
        title = fold(_clean(block.title), width - 2) if block.title else []
        return [f"│ {line}".rstrip() for line in (*title, *(inside[1:] if not title else inside))]

    @write.register
    def _(self, block: TableBlock, width: int) -> list[str]:
        head = [" ".join(map(_clean, lines)) for lines in block.head]
        rows = [[_cell(cell) for cell in row] for row in block.rows]
        numbers = () if block.kind == "words" else range(block.head_columns, len(head))
        caption = fold(_clean(block.caption), width) if block.caption else []
        return [*columns([head, *rows], width, right=numbers), *caption]

    @write.register
    def _(self, block: Calculation, width: int) -> list[str]:
        most = max(len(line.steps) for line in block.lines)
        rows = [
            [
                _clean(line.label),
                *(f"= {_pieces(step)}" for step in line.steps),
                *[""] * (most - len(line.steps)),
                f"= {_cell(line.result)}",
                f"← {_clean(line.remark)}" if line.remark else "",
            ]
            for line in block.lines
        ]
        title = fold(_clean(block.title), width) if block.title else []
        return [*title, *columns(rows, width, rule=False)]

    @write.register
    def _(self, block: Code, width: int) -> list[str]:  # noqa: ARG002  (a broken line would be another program)
        return [f"    {_pieces(line)}".rstrip() for line in block.lines]

    @write.register
    def _(self, block: SumGrids, width: int) -> list[str]:
        lines: list[str] = []
        for grid in block.grids:
            rows = [[_clean(name), *map(_cell, cells)] for name, cells in grid.rows]
            table = columns([["", *grid.head], *rows], width, right=range(1, len(grid.head) + 1))
            lines += ["", *fold(_clean(grid.title), width), *table]
        return lines[1:]

    @write.register
    def _(self, block: Dials, width: int) -> list[str]:
        titles = " | ".join(_clean(dial.title) for dial in block.dials)
        return fold(f"[{_clean(block.alt)}: {titles}]", width)

    @write.register
    def _(self, block: Picture, width: int) -> list[str]:
        return [*fold(f"[{_clean(block.alt)}]", width), *fold(_clean(block.caption), width)]

    @write.register
    def _(self, block: Pipeline, width: int) -> list[str]:
        steps = [
            f"{step} ✓" if n < block.current else (f"[{step}]" if n == block.current else step)
            for n, step in enumerate(block.steps)
        ]
        return fold(" → ".join(steps), width)

    @write.register
    def _(self, block: Heatmap, width: int) -> list[str]:
        rows = [
            [name, *(_shade(block, row, column, value) for column, value in enumerate(values))]
            for row, (name, values) in enumerate(block.rows)
        ]
        low, high = block.scale
        return [*columns([["", *block.head], *rows], width), f"{low} {SHADES} {high}"]

    @write.register(Bars | Ruler | Board | Arrows)
    def _(self, block: Drawing, width: int) -> list[str]:
        return drawn(block, width)

    @write.register
    def _(self, block: Plot, width: int) -> list[str]:
        from posenc_cli.render.plots.terminal import panel_lines

        style = Style(self.view.language, mark=block.mark)
        lines = [*fold(f"[{_clean(block.alt)}]", width)]
        for panel in block.panels:
            drawn = ("".join(piece for piece, _ in line).rstrip() for line in panel_lines(panel, style, width - 1))
            lines += ["", *fold(_clean(panel.title), width), *drawn]
        return [*lines, *(fold(_clean(block.caption), width) if block.caption else [])]

    @write.register
    def _(self, block: Choice, width: int) -> list[str]:
        options = [f"{'[x]' if block.right == n else '[ ]'} {_clean(text)}" for n, text in enumerate(block.options)]
        return [*fold(self.inline(block.question), width), *(line for text in options for line in fold(text, width))]

    @write.register
    def _(self, block: OpenQuestion, width: int) -> list[str]:
        answer = ["_" * width] * block.lines
        if block.model:
            answer = fold(f"{self.view.labels['model']}: {_clean(block.model)}", width)
        return [*fold(self.inline(block.question), width), *answer]

    @write.register
    def _(self, block: Cutouts, width: int) -> list[str]:
        cards = (" ".join(f"[ {word(each)} ]" for each in row) for row in (block.words, block.positions) if row)
        return [line for text in (_clean(block.hint), *cards, block.dial_title) for line in fold(text, width)]

    @write.register
    def _(self, block: Pool, width: int) -> list[str]:
        return fold("   ".join(_cell(each) for each in block.values), width)

    @write.register
    def _(self, block: Letters, width: int) -> list[str]:
        rows = [[block.corner, *block.head], *([_cell(each) for each in row] for row in block.rows)]
        word = " ".join(each.text or "__" for each in block.word)
        return [*columns(rows, width, right=(0,)), "", f"{block.word_name}: {word}"]

    @write.register
    def _(self, block: Turned, width: int) -> list[str]:
        return [block.title, *self.blocks(block.blocks, width)]

    @write.register
    def _(self, block: Working, width: int) -> list[str]:
        lines = [line for text in block.lines for line in fold(_clean(text), width, first="  ", rest="    ")]
        return [f"{self.view.labels['working']}:", *lines]

    def expectation(self, page: Expectation) -> list[str]:
        rows = [[row.exercise, row.verb, row.level, row.points, row.minutes, row.model] for row in page.rows]
        lines = ["═" * self.width, *self.fold(page.title), "", *self._table([list(page.head), *rows])]
        if page.slips:
            slips = [[_BAR.join(slip.row), slip.cause, slip.hint, slip.points] for slip in page.slips]
            width = len(page.slips_head)
            head = [_BAR.join(page.slips_head[: width - 3]), *page.slips_head[width - 3 :]]
            lines += ["", *self.fold(page.slips_title), *self.fold(page.slips_intro), "", *self._table([head, *slips])]
        return [*lines, *(line for rule in page.rules for line in ("", *self.fold(rule)))]

    def _table(self, rows: Sequence[Sequence[str]]) -> list[str]:
        return columns([[_clean(cell) for cell in row] for row in rows], self.width)


def _pieces(step: Step) -> str:
    """A step of a calculation, or a line of code."""
    pieces = (step,) if isinstance(step, str) else step
    return "".join(_clean(piece) if isinstance(piece, str) else _cell(piece) for piece in pieces)


def _cell(cell: Cell) -> str:
    if cell.number:
        return f"({cell.number}) {_cell(replace(cell, number=''))}"
    if cell.filled:
        return f"[{' | '.join((cell.text, *cell.alternatives))}]"
    if not cell.text and (cell.blank or cell.copy):
        return BLANK
    return word(cell.text) if cell.isolate else _clean(cell.text)


def _shade(grid: Heatmap, row: int, column: int, value: float | None) -> str:
    """Four signs of one grey; blanks for a cell to be shaded, which a key shades in brackets."""
    if value is None and not grid.solution:
        return "____"
    shown = grid.solution[row][column] if value is None else value
    sign = SHADES[round(min(max(shown, 0.0), 1.0) * (len(SHADES) - 1))]
    return f"[{sign * 2}]" if value is None else sign * 4
