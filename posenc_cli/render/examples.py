"""Which exercises show how it is done: a row, a sum or a calculation beside the blanks that is worked in full."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.render.blocks import Box, Calculation, Cell, SumGrids
from posenc_cli.render.view_encoding import GAP

if TYPE_CHECKING:
    from collections.abc import Iterable

    from posenc_cli.render.blocks import Block, CalculationLine, ExerciseView, PageView
    from posenc_cli.worksheet.sheet import Sheet

#: Its row is worked in full, and one line of it is wrong.
_NO_EXAMPLE = "planted-slip"


def with_example(sheet: Sheet, view: PageView) -> frozenset[int]:
    """The numbers of the exercises of a sheet that have a worked example.

    Args:
        sheet: the sheet.
        view: of it, as a student gets it.
    """
    kinds = {str(part.number): part.spec.kind for part in sheet.parts}
    return frozenset(int(each.anchor) for each in view.exercises if kinds[each.anchor] != _NO_EXAMPLE and _shows(each))


def _shows(exercise: ExerciseView) -> bool:
    return any(map(_is_worked, _flat(exercise.blocks)))


def _flat(blocks: Iterable[Block]) -> Iterable[Block]:
    for block in blocks:
        yield block
        if isinstance(block, Box):
            yield from _flat(block.blocks)


def _is_worked(block: Block) -> bool:
    match block:
        case Box(kind="example"):
            return True
        case Calculation():
            return bool(block.lines) and not any(map(_has_gap, block.lines))
        case SumGrids():
            return any(not any(_is_open(cell) for _, row in grid.rows for cell in row) for grid in block.grids)
    return False


def _has_gap(line: CalculationLine) -> bool:
    pieces = (piece for step in line.steps for piece in ((step,) if isinstance(step, str) else step))
    return _is_open(line.result) or any(isinstance(piece, Cell) or GAP in piece for piece in pieces)


def _is_open(cell: Cell) -> bool:
    return cell.blank is not None or cell.copy
