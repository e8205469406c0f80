"""Rows that fade: calculation lines and sums with gaps where a step is left to the student."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.words import CLOSED, Said
from posenc_cli.render.blocks import Cell, TableBlock
from posenc_cli.worksheet.kinds_rows import ANGLE, DIVISOR, EMBEDDING, EMPTY, PATTERN
from posenc_cli.worksheet.sheet import Place

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.render.blocks import Block, Step
    from posenc_cli.render.view_writer import Writer

#: Stands in a calculation where a cell is put in; no text holds it.
_HERE = "\ue000"
#: Room for a whole calculation of the student's own.
LONG_GAP = "_" * 24


def spoken_steps(writer: Writer, row: int, k: int) -> tuple[str, str]:
    """sin(2 / 1) and sin(2)."""
    angle = writer.steps("angle")
    return writer.step("pe", row, k, angle=angle), writer.step("pe", row, k)


def faded_steps(writer: Writer, row: int, k: int, level: int) -> tuple[Step, ...]:
    """The steps of a line: all of them, with a gap for the angle, also for the divisor, or none at all."""
    if level == EMPTY and not writer.is_key:
        return (LONG_GAP,)
    first, second = spoken_steps(writer, row, k)
    if not ANGLE <= level < EMPTY:
        return first, second
    angle = _with_cell(writer.step("pe", row, k, angle=_marked(writer, "angle")), writer.cell("angle", row, k))
    if level < DIVISOR or Place("divisor", row, k) not in writer.blanks:
        return first, angle
    inside = writer.steps("angle", divisor=_marked(writer, "divisor"))
    whole = _with_cell(writer.step("pe", row, k, angle=inside), writer.cell("divisor", row, k))
    return whole, angle


def _marked(writer: Writer, quantity: str) -> Any:  # noqa: ANN401
    """A mark in place of every number of a quantity."""
    values = np.asarray(writer.values[quantity])
    marks = np.empty(values.shape, dtype=object)
    for index in np.ndindex(values.shape):
        marks[index] = Said(_HERE, CLOSED, float(values[index]))
    return marks


def _with_cell(text: str, cell: Cell) -> Step:
    before, _, after = text.partition(_HERE)
    return before, cell, after


def faded_cells(writer: Writer, quantity: str, row: int, level: int) -> tuple[Cell, ...]:
    """A row of a sum: printed, to be found, or to be copied."""
    needed = EMBEDDING if quantity == "e" else PATTERN
    if level < needed:
        return writer.copied(quantity, row)
    if level < EMPTY and quantity == "pe" and Place(quantity, row, 0) in writer.blanks and _is_here(writer, row):
        return writer.cells(quantity, row)
    if not writer.is_key:
        return tuple(Cell(copy=True) for _ in range(writer.d))
    shown = (writer.given(float(writer.values[quantity][row, k])) for k in range(writer.d))
    return tuple(replace(cell, filled=True, copy=True, minus=False) for cell in shown)


def _is_here(writer: Writer, row: int) -> bool:
    """Is the pattern of a row asked for where its sum is?"""
    return writer.exercise_of("pe", row) == writer.exercise_of("x", row)


def embeddings(writer: Writer, faded: Mapping[int, int]) -> tuple[Block, ...]:
    """The embeddings of words that are to be copied into their sums."""
    rows = [row for row, level in faded.items() if level >= EMBEDDING]
    if not rows:
        return ()
    cells = tuple((Cell(writer.named(row), isolate=True), *writer.cells("e", row)) for row in rows)
    heads = ((writer.say("pair.head"),), *((name,) for name in writer.columns))
    return writer.paragraph("add.embeddings"), TableBlock(heads, cells)
