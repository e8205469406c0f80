"""All that marks a sheet as data, for the script of a page: formula, leaves, blanks and slips.

Nothing is computed here. ``templates/script/`` runs the formula as :mod:`posenc_cli.grading.marking` and
:mod:`posenc_cli.grading.diagnosis` do; a test compares their verdicts.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import SCRIPT
from posenc_cli.calculation.expression import evaluate
from posenc_cli.encodings.slips import WRITE
from posenc_cli.worksheet.mistakes import forms_of, slips_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.calculation.expression import Expression
    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Place, Sheet


def marking_data(sheet: Sheet) -> dict[str, Any]:
    """What a page needs to mark a sheet, as it goes into JSON.

    Keys: ``decimals``, ``tolerance``, ``formula`` (``rules`` as pairs of name and tree, and ``write``), ``given``
    (leaves as nested lists), ``printed`` (by quantity its rows, its columns, and a 1 for every printed cell),
    ``blanks`` (id, cell and source), ``whole`` (quantities that count things) and ``slips`` with their forms.
    """
    formula = sheet.formula
    read = formula.names | frozenset().union(*(_names_of(sheet, slip) for slip in slips_of(sheet)))
    return {
        "decimals": sheet.decimals,
        "tolerance": float(sheet.spec.marking.tolerance),
        "formula": {
            "rules": [[rule.name, tree(rule.expression)] for rule in formula.rules],
            "write": tree(formula.write),
        },
        "given": {name: leaf(value) for name, value in sheet.given.items() if name in read},
        "printed": {name: _mask(mask) for name, mask in sheet.printed.items()},
        "blanks": [
            {"id": blank.id, "at": _cell(blank.place), "source": blank.source and _cell(blank.source)}
            for blank in sheet.blanks
        ],
        "whole": sorted(sheet.whole & sheet.on_sheet.keys()),
        "slips": [_slip(sheet, slip) for slip in slips_of(sheet)],
    }


def _names_of(sheet: Sheet, slip: Slip) -> frozenset[str]:
    """All that the forms of a slip read on a sheet."""
    return frozenset().union(*(sheet.formula.but(**variant).names for variant in slip.variants))


def _slip(sheet: Sheet, slip: Slip) -> dict[str, Any]:
    return {
        "id": slip.id,
        "scope": slip.scope,
        "grade": slip.grade,
        "order": slip.order,
        "stage": slip.stage,
        "family": slip.family,
        "rule": slip.rules[0] if slip.rules else "write",
        "unreadable": slip.unreadable,
        "forms": [
            *([_replaced(sheet, rules), other] for rules, other in forms_of(sheet, slip)),
            *([_replaced(sheet, {WRITE: text}), None] for text in slip.in_answers),
        ],
    }


def _replaced(sheet: Sheet, rules: Mapping[str, str]) -> dict[str, Any]:
    """The rules of a sheet that a form of a slip replaces, each with what it becomes."""
    formula = sheet.formula.but(**rules)
    found = {rule.name: tree(rule.expression) for rule in formula.rules if rule.name in rules}
    return found | ({"write": tree(formula.write)} if "write" in rules else {})


def tree(expression: Expression) -> Any:  # noqa: ANN401
    """An expression as nested lists (:mod:`posenc_cli.calculation.script`)."""
    return evaluate(expression, {name: name for name in expression.names}, SCRIPT)


def _cell(place: Place) -> list[str | int]:
    return [place.quantity, place.row, place.column]


def _mask(mask: np.ndarray[Any, Any]) -> list[int | str]:
    rows, columns = mask.shape
    return [rows, columns, "".join("1" if cell else "0" for cell in mask.flat)]


def leaf(value: Any) -> Any:  # noqa: ANN401
    """A leaf as nested lists; what is no number is null."""
    cells = np.asarray(value, dtype=np.float64)
    if cells.ndim:
        return [leaf(cell) for cell in cells]
    number = float(cells)
    return None if math.isnan(number) else int(number) if number.is_integer() else number
