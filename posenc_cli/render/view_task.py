"""How a free task looks: its blocks with the sheet's numbers put in.

A student's sheet is written from what stands on it: a blank has no number there, nor has what follows from one, so that
no text, picture or calculation can give an answer away.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, WRITTEN, in_words
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.calculation.formula import Cells
from posenc_cli.errors import InputError
from posenc_cli.render.blocks import (
    Box,
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    FormulaBlock,
    Listing,
    OpenQuestion,
    Paragraph,
    TableBlock,
)
from posenc_cli.render.inline import inline
from posenc_cli.render.view_encoding import GAP
from posenc_cli.render.view_picture import picture
from posenc_cli.worksheet.contents import BRACES
from posenc_cli.worksheet.sheet import Place
from posenc_cli.worksheet.task import Grid, Lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from posenc_cli.render.blocks import Block, Inline
    from posenc_cli.render.view_writer import Writer
    from posenc_cli.worksheet.sheet import Part
    from posenc_cli.worksheet.spec import Block as Written
    from posenc_cli.worksheet.task import Cell as At
    from posenc_cli.worksheet.task import Resolved

#: How quantities are called that a table of several has side by side; others by their own names.
QUANTITIES = {"embedding": "E", "e": "E", "pe": "PE", "x": "E + PE"}
#: Stands where a table has a cell that nobody asks for.
HIDDEN = "·"


def _flowing(text: str) -> str:
    """A text without its line breaks; a space that keeps words together stays."""
    return re.sub(r"[ \t\r\n]+", " ", text).strip()


def task(writer: Writer, part: Part) -> tuple[Block, ...]:
    """The blocks of a task in their order."""
    page = Page(writer, part)
    return tuple(block for resolved in part.data["blocks"] for block in page.blocks(resolved))


@dataclass(frozen=True)
class Page:
    """What the texts, tables and pictures of one task are written with."""

    writer: Writer
    part: Part

    @cached_property
    def values(self) -> Mapping[str, Any]:
        """Every quantity; on a student's sheet not a number where a blank decides it."""
        writer = self.writer
        if writer.is_key:
            return writer.values
        sheet, answers = writer.sheet, {}
        for name, mask in sheet.on_sheet.items():
            right = np.broadcast_to(writer.values[name], mask.shape)
            answers[name] = Cells(np.where(sheet.printed[name], right, np.nan), mask)
        run = sheet.formula.run(sheet.given, WRITTEN, answers=answers, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
        return {name: np.asarray(value, dtype=np.float64) for name, value in run.values.items()}

    def value(self, expression: str) -> Any:  # noqa: ANN401
        """What an expression of the spec gives, from what stands on the sheet.

        Raises:
            InputError: it would tell an answer.
        """
        found = np.asarray(evaluate(parse(expression.strip()), self.values, NUMBERS), dtype=np.float64)
        if np.isnan(found).any():
            raise InputError("worksheet.tells-answer", **self._where, given=expression.strip())
        return found

    def where(self, block: Written) -> Mapping[str, object]:
        """Where a block stands, for errors."""
        return {**self._where, "block": 1 + self.part.spec.block.index(block)}

    @property
    def _where(self) -> Mapping[str, object]:
        number = next(at for at, part in enumerate(self.writer.sheet.parts) if part is self.part)
        return self.writer.sheet.spec.place(number)

    # texts

    def styled(self, text: str) -> Inline:
        """A text of the spec with its markup, and with its numbers put in."""
        numbers: list[str] = []

        def place(found: Any) -> str:  # noqa: ANN401
            numbers.append(self._number(found[1]))
            return f"{{n{len(numbers) - 1}}}"

        sentence = BRACES.sub(place, _flowing(text))
        return inline(sentence, **{f"n{at}": number for at, number in enumerate(numbers)})

    def plain(self, text: str) -> str:
        """A text of the spec without markup."""
        return BRACES.sub(lambda found: self._number(found[1]), _flowing(text))

    def _number(self, expression: str) -> str:
        found = self.value(expression)
        if found.size != 1:
            raise InputError("worksheet.not-one-number", **self._where, given=expression, count=found.size)
        return self.writer.figure(float(found.ravel()[0]))

    def _paragraphs(self, text: str, *, quiet: bool = False) -> list[Block]:
        return [Paragraph(self.styled(one), quiet=quiet) for one in text.split("\n\n") if one.strip()]

    # blocks

    def blocks(self, resolved: Resolved) -> Iterable[Block]:
        """What one block of the spec becomes."""
        block, shown = resolved.block, resolved.shown
        if isinstance(shown, Grid):
            return [self._table(block, shown)]
        if isinstance(shown, Lines):
            return [self._calculation(block, shown)]
        if resolved.kind == "text":
            return self._paragraphs(block.text or "", quiet=block.quiet)
        single = {"box": self._box, "choice": self._choice, "question": self._question, "picture": self._picture}
        return [single[resolved.kind](block)] if resolved.kind in single else self._lists(block)

    def _box(self, block: Written) -> Block:
        content = (*self._paragraphs(block.text or ""), *self._lists(block))
        return Box(block.box or "note", self.plain(block.title), content)

    def _choice(self, block: Written) -> Block:
        right = block.options.index(block.right) if self.writer.is_key else None
        return Choice(self.styled(block.choice or ""), tuple(map(self.plain, block.options)), right)

    def _question(self, block: Written) -> Block:
        model = self.plain(block.model) if self.writer.is_key else ""
        return OpenQuestion(self.styled(block.question or ""), block.lines, model)

    def _picture(self, block: Written) -> Block:
        return picture(self, block)

    def _lists(self, block: Written) -> list[Block]:
        found: list[Block] = []
        if block.items:
            found.append(Listing(tuple(map(self.styled, block.items)), block.ordered))
        if block.formula:
            found.append(FormulaBlock(tuple(map(self.styled, block.formula))))
        return found

    def _table(self, block: Written, grid: Grid) -> TableBlock:
        named = any(grid.row_names)
        rows = []
        for row, name in zip(grid.rows, grid.row_names, strict=True):
            cells = [self._cell((quantity, row, column), grid) for quantity, column in grid.columns]
            head = [Cell(self.plain(name), isolate=True)] if named else []
            rows.append((*head, *cells))
        said: list[tuple[str, ...]] = [(self.plain(name),) for name in grid.column_names]
        if len(set(said)) < len(said) and not block.column_names:
            # Two quantities with the same names of columns.
            names = QUANTITIES if self.writer.rule is None else {**QUANTITIES, "x": self.writer.rule or "x"}
            said = [(*one, names.get(name, name)) for one, (name, _) in zip(said, grid.columns, strict=True)]
        heads = ((self.plain(block.corner),) if named else (), *said)
        return TableBlock(tuple(head for head in heads if head), tuple(rows), int(named), self.plain(block.caption))

    def _cell(self, at: At, grid: Grid) -> Cell:
        quantity, row, column = at
        if at in grid.hidden:
            return Cell(HIDDEN)
        values = np.atleast_2d(self.writer.values[quantity])
        place = Place(quantity, row if values.shape[0] > 1 else 0, column)
        cell = (place.quantity, place.row, place.column)
        if place not in self.writer.blanks and quantity in self.writer.sheet.given and quantity != "embedding":
            return Cell(self.writer.figure(float(values[cell[1:]])))
        if cell in grid.owned or place not in self.writer.blanks:
            return self.writer.cell(*cell)
        return self.writer.copy_of(place)

    def _calculation(self, block: Written, lines: Lines) -> Calculation:
        found = []
        for cell, name in zip(lines.cells, lines.names, strict=True):
            place = Place(*cell)
            own = place in self.writer.blanks and cell not in lines.owned
            result = self.writer.copy_of(place) if own else self.writer.cell(*cell)
            found.append(CalculationLine(self.plain(name), self._steps(block, cell), result))
        return Calculation(self.plain(block.title), tuple(found))

    def _steps(self, block: Written, cell: At) -> tuple[str, ...]:
        rule, row, column = cell
        steps = []
        for name in (*block.via, ""):
            spoken = {name: self._said(name)} if name else {}
            said = self._at(self._said(rule, **spoken), row, column)
            if said.text not in steps:
                steps.append(said.text)
        return tuple(steps)

    def _said(self, rule: str, **spoken: Any) -> Any:  # noqa: ANN401
        """A rule in words at every cell."""
        sheet = self.writer.sheet
        known = {name: self._spoken(name) for name in sheet.formula.rule(rule).expression.names}
        return sheet.formula.say(rule, known | spoken, in_words(self._put_in))

    def _put_in(self, value: float) -> str:
        """A number of a calculation; a gap where the student's own belongs."""
        return GAP if math.isnan(value) else self.writer.figure(value)

    def _spoken(self, name: str) -> Any:  # noqa: ANN401
        spoken = np.asarray(self.writer.spoken[name], dtype=object)
        values = np.asarray(self.values[name])
        return np.where(np.isnan(values), values, spoken)

    @staticmethod
    def _at(said: Any, row: int, column: int) -> Any:  # noqa: ANN401
        array = np.atleast_2d(np.asarray(said, dtype=object))
        return array[row if array.shape[0] > 1 else 0, column if array.shape[1] > 1 else 0]
