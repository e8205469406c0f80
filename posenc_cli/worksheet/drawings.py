"""What a picture of a free task needs, checked when the sheet is built."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.worksheet.spec import Block

    Value = Callable[[str], NDArray[np.float64]]

#: The key that holds what a picture shows.
CONTENT: Mapping[str, str] = {
    "arrows": "arrows",
    "bars": "of",
    "board": "cells",
    "dials": "turns",
    "heat": "of",
    "ruler": "marks",
}


def lacking(block: Block, value: Value) -> str:
    """The first key of a picture that is missing or does not fit, "" if all is there.

    Args:
        block: of the spec, with ``picture``.
        value: of an expression, from the quantities of the sheet.
    """
    kind = block.picture or ""
    if kind not in CONTENT:  # it shows an encoding
        return ""
    needed: list[str] = ["alt", CONTENT[kind], *(("row_names", "column_names") if kind == "heat" else ())]
    for name in needed:
        if not getattr(block, name):
            return name
    counts = {name: count for name, count in _counts(block, value).items() if getattr(block, name)}
    for name, count in counts.items():
        if len(getattr(block, name)) != count:
            return name
    panels = len(block.arrows or block.turns)
    if any(not 0 <= number < panels for number in block.draw):
        return "draw"
    if kind == "board" and any(
        row >= len(block.cells) or column >= len(block.cells[0]) for row, column in block.marked
    ):
        return "marked"
    return "" if _is_whole(kind, block) else CONTENT[kind]


def _counts(block: Block, value: Value) -> dict[str, int]:
    """How many names there must be, if there are any."""
    match block.picture:
        case "bars":
            return {"names": value(block.of).size}
        case "heat":
            rows, columns = np.atleast_2d(value(block.of)).shape
            return {"row_names": rows, "column_names": columns}
        case "board":
            return {"row_names": len(block.cells), "column_names": len(block.cells[0])}
        case "dials":
            return {"names": len(block.turns), "hand_names": len(block.turns[0])}
    return {"names": len(block.arrows or block.marks)}


def _is_whole(kind: str, block: Block) -> bool:
    """Are rows as long as each other, lines not empty, vectors of two numbers?"""
    match kind:
        case "board":
            return _even(block.cells) > 0
        case "dials":
            return _even(block.turns) > 0
        case "ruler":
            return all(block.marks)
        case "arrows":
            return all(panel and _even(panel) == 2 for panel in block.arrows)
    return True


def _even(rows: Sequence[Sequence[object]]) -> int:
    """The length of all rows, 0 if they differ."""
    lengths = {len(row) for row in rows}
    return lengths.pop() if len(lengths) == 1 else 0
