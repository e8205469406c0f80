"""Blocks of a sheet with what a student wrote in their blanks; blocks in which nothing is written are left out."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.render.blocks import Box, Calculation, Cell, SumGrids, TableBlock

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from posenc_cli.render.blocks import Block, CalculationLine, Step, SumGrid


def answered(blocks: Iterable[Block], cells: Mapping[str, Cell]) -> tuple[Block, ...]:
    """The blocks that ask for numbers, with these in their places.

    Shades of negative numbers go, for what is to be looked at again is shaded.

    Args:
        blocks: of an exercise.
        cells: by the id of a blank.
    """
    return tuple(_Filler(cells).blocks(blocks))


class _Filler:
    def __init__(self, cells: Mapping[str, Cell]) -> None:
        self._cells = cells

    def blocks(self, blocks: Iterable[Block]) -> Iterator[Block]:
        """Those with blanks, filled."""
        for block in blocks:
            if isinstance(block, Box):
                # What a box says besides is read on the sheet itself.
                yield from self.blocks(block.blocks)
            elif isinstance(block, TableBlock) and any(map(self._asks, block.rows)):
                yield replace(block, rows=tuple(map(self._row, block.rows)), legend="")
            elif isinstance(block, SumGrids):
                grids = tuple(self._grid(grid) for grid in block.grids if any(self._asks(row) for _, row in grid.rows))
                if grids:
                    yield replace(block, grids=grids, legend="")
            elif isinstance(block, Calculation):
                lines = tuple(map(self._line, block.lines))
                if lines != block.lines:
                    yield replace(block, lines=lines)

    def _asks(self, row: Sequence[Cell]) -> bool:
        return any(cell.blank in self._cells for cell in row)

    def _cell(self, cell: Cell) -> Cell:
        found = self._cells.get(cell.blank or "")
        return replace(cell, minus=False) if found is None else found

    def _row(self, row: Sequence[Cell]) -> tuple[Cell, ...]:
        return tuple(map(self._cell, row))

    def _grid(self, grid: SumGrid) -> SumGrid:
        return replace(grid, rows=tuple((name, self._row(row)) for name, row in grid.rows))

    def _line(self, line: CalculationLine) -> CalculationLine:
        return replace(line, steps=tuple(map(self._step, line.steps)), result=self._cell(line.result))

    def _step(self, step: Step) -> Step:
        if isinstance(step, str):
            return step
        return tuple(piece if isinstance(piece, str) else self._cell(piece) for piece in step)
