"""The same sheet with other numbers to start from: for a worked example that gives no answer away."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.worksheet.draw import Draw, digest

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from collections.abc import Set as AbstractSet

    from posenc_cli.worksheet.sheet import Sheet

#: By how much whole numbers move, the usual one first: so far that no row of a short sentence meets another one.
_STEPS = (7, 11, 1, -1)
#: Axes of an encoding and its test of the calculator: columns, pairs and heads are no numbers to vary.
_AXES = frozenset({"k", "i", "h", "one"})
#: What an encoding is built of; another number would be another encoding.
_BUILT = frozenset({"d", "dim", "buckets", "bidirectional", "truncate", "max"})
#: Positions, as encodings call them.
_POSITIONS = frozenset({"pos", "t", "value"})


def similar_sheets(sheet: Sheet) -> Iterator[tuple[frozenset[str], Sheet]]:
    """The sheet with other leaves, and which quantities they change.

    First all positions and all decimals at once; then a leaf alone. Some of them make no sense (a word of a sentence
    that is not there): whoever works one out must be ready for an error.
    """
    usual, alone, single = [], [], []
    for name in (name for name in sheet.given if name in sheet.formula.names):
        array, short = np.asarray(sheet.given[name]), name.rpartition("_")[2]
        if short in _AXES and (array.dtype.kind in "iu" or short == "one"):
            continue
        if array.ndim and (array.dtype == object or short in _POSITIONS):
            usual.append(name)
        if array.ndim or name in sheet.spec.given:
            alone.append(name)
        elif short not in _BUILT:
            single.append(name)
    for names in ([usual] if usual else []) + [[name] for name in (*alone, *single)]:
        changed = _behind(sheet, frozenset(names))
        for step in _STEPS:
            draw = Draw(f"{digest(sheet.spec)}/similar/{step}")
            moved: Mapping[str, Any] = {name: _moved(sheet.given[name], step, draw, name) for name in names}
            yield changed, replace(sheet, given={**sheet.given, **moved})


def _behind(sheet: Sheet, leaves: AbstractSet[str]) -> frozenset[str]:
    """The quantities that are made of some leaves."""
    found = set(leaves)
    for rule in sheet.formula.rules:
        if rule.expression.names & found:
            found.add(rule.name)
    return frozenset(found)


def _moved(value: Any, step: int, draw: Draw, name: str) -> Any:  # noqa: ANN401
    """A leaf with other numbers: whole ones moved on, decimals drawn with as many places."""
    array = np.asarray(value)
    if array.dtype != object:
        return array + step
    if not array.ndim:
        return value + step
    rows = [_like(row, step, draw, f"{name}/{number}") for number, row in enumerate(np.atleast_2d(array))]
    return np.array(rows, dtype=object).reshape(array.shape)


def _like(row: Any, step: int, draw: Draw, purpose: str) -> list[Decimal]:  # noqa: ANN401
    cells = [cell if isinstance(cell, Decimal) else Decimal(str(cell)) for cell in row]
    if all(cell == cell.to_integral_value() for cell in cells):
        return [cell + step for cell in cells]
    return list(draw.like(cells, purpose))
