"""Rules of an author's own that would print what a blank asks for."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.formula import Cells
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula
    from posenc_cli.worksheet.sheet import Blank
    from posenc_cli.worksheet.spec import Spec

_NEAR = 1e-9
#: Its multiples are spread over a unit, so that no simple rule leads from one blank to another.
_GOLDEN = (5**0.5 - 1) / 2


def refuse_repeats(
    spec: Spec, formula: Formula, given: Mapping[str, Any], printed: Mapping[str, Any], blanks: Iterable[Blank]
) -> None:
    """Refuse a sheet that prints the answer of a blank under another name, its sign changed or not.

    The formula runs again with other numbers in the blanks: a printed number that moves just as a blank does is that
    blank; one that happens to be equal to it does not move.

    Args:
        spec: with the rules in question.
        formula: of the sheet.
        given: its leaves.
        printed: masks by quantity.
        blanks: of the sheet.

    Raises:
        InputError: ``worksheet.rule-repeats``, with the line of the rule.
    """
    shown = [name for name in spec.rules if name in formula and np.any(printed.get(name, False))]
    asked = [blank for blank in blanks if blank.source is None and blank.place.quantity in formula]
    if not (shown and asked):
        return
    right = formula.run(given, NUMBERS).values
    runs = [_with_others(formula, given, right, asked, step) for step in (7, 11)]
    for name in shown:
        mask = np.asarray(printed[name])
        cells = [np.broadcast_to(np.atleast_2d(values[name]), mask.shape)[mask] for values, _ in runs]
        for sign in (1, -1):
            with np.errstate(invalid="ignore"):  # a logarithm of another number may have no value
                one, other = (
                    np.abs(cell - sign * np.array(numbers)[:, None]) < _NEAR
                    for cell, (_, numbers) in zip(cells, runs, strict=True)
                )
            told = np.flatnonzero((one & other).any(axis=1))
            if told.size:
                raise InputError("worksheet.rule-repeats", **spec.at(name, "rules"), given=name, id=asked[told[0]].id)


def _with_others(
    formula: Formula, given: Mapping[str, Any], right: Mapping[str, Any], asked: list[Blank], step: int
) -> tuple[Mapping[str, Any], list[float]]:
    """Every quantity with another number in each blank, and those numbers."""
    changed: dict[str, tuple[NDArray[np.float64], NDArray[np.bool_]]] = {}
    numbers = []
    for count, blank in enumerate(asked, start=1):
        place = blank.place
        if place.quantity not in changed:
            values = np.atleast_2d(np.array(right[place.quantity], dtype=np.float64))
            changed[place.quantity] = values, np.zeros(values.shape, dtype=bool)
        values, mask = changed[place.quantity]
        cell = (min(place.row, len(values) - 1), min(place.column, values.shape[1] - 1))
        values[cell] += 0.1 + count * step * _GOLDEN % 1
        mask[cell] = True
        numbers.append(float(values[cell]))
    answers = {name: Cells(*pair) for name, pair in changed.items()}
    return formula.run(given, NUMBERS, answers=answers).values, numbers
