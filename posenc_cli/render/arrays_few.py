"""Numbers of an array that differ, in words and as data."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.arrays.finding import Diagnosis, Difference, Few
    from posenc_cli.render.style import Style

PARTS = ("cos", "sin")
_AXES = {"table": "column", "sum": "column", "rotated": "column", "slopes": "head", "ids": "axis"}
_PAIRS = frozenset({"inv_freq", "angles", "cos", "sin", "cis"})
_ONE_ROW = frozenset({"inv_freq", "slopes"})


def axis_of(found: Diagnosis) -> str:
    """What the columns of an array are."""
    return _AXES.get(found.what, "pair" if found.what in _PAIRS else "key")


def few_text(found: Diagnosis, few: Few, style: Style) -> Iterator[str]:
    """How many numbers differ, and which."""
    axis = text(style.language, f"arrays.axes.{axis_of(found)}")
    line = "row" if few.row is not None else "column" if few.column is not None else ""
    key = line or ("cell" if few.count == 1 else "cells")
    where = {"row": few.row, "column": few.column, "axis": axis}
    yield text(style.language, f"arrays.few.{key}", count=few.count, total=few.total, **where)
    yield from (_cell(found, one, axis, style) for one in few.cells[: 1 if line else None])


def _cell(found: Diagnosis, one: Difference, axis: str, style: Style) -> str:
    key = "place-alone" if found.what in _ONE_ROW else "place"
    place = text(style.language, f"arrays.few.{key}", pos=one.pos, axis=axis, k=one.k)
    if found.what == "cis" and one.head is not None:
        place = f"{text(style.language, f'arrays.whats.{PARTS[one.head]}')}, {place}"
    off = one.given - one.expected
    values = {"given": short(one.given, style), "expected": short(one.expected, style), "off": short(abs(off), style)}
    key = "large" if off > 0 else "small" if off < 0 else "other"
    return text(style.language, f"arrays.few.{key}", place=place, **values)


def short(value: float, style: Style) -> str:
    """A number to seven digits, a small one with its power of ten."""
    said = f"{value + 0.0:.7g}".replace("inf", "∞")
    return said.replace(".", ",") if style.mark == "comma" else said


def few_data(few: Few) -> dict[str, Any]:
    """The same for programs."""
    cells = [cell_data(cell) for cell in few.cells]
    return {"count": few.count, "total": few.total, "row": few.row, "column": few.column, "cells": cells}


def cell_data(cell: Difference) -> dict[str, Any]:
    """One number that differs."""
    return {"pos": cell.pos, "k": cell.k, "given": plain(cell.given), "expected": plain(cell.expected)}


def plain(value: float) -> float | None:
    """A number as JSON has it; None where it is infinite or none."""
    return value if abs(value) < float("inf") else None
