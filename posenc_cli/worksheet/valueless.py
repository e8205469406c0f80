"""Rules and numbers of an author's own that leave a cell of the sheet without a value."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, WRITTEN
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.calculation.formula import Formula
    from posenc_cli.worksheet.methods import Ground
    from posenc_cli.worksheet.sheet import Blank
    from posenc_cli.worksheet.spec import Spec


def refuse_valueless(
    spec: Spec, formula: Formula, given: Mapping[str, Any], printed: Mapping[str, Any], blanks: Iterable[Blank] = ()
) -> None:
    """Refuse a sheet that would print a dash, or ask for a number that is none.

    What has no value by posenc's own rules alone, as the cosine of a vector of zeros, is left to those who ask for it.

    Args:
        spec: with the rules and numbers in question.
        formula: of the sheet.
        given: its leaves.
        printed: masks by quantity.
        blanks: of the sheet.

    Raises:
        InputError: ``own-rules.no-value``, with the line of the rule, or of the number that it starts from.
    """
    if not (spec.rules or spec.given):
        return
    masks = {name: np.array(mask) for name, mask in printed.items() if name in formula}
    for place in (blank.place for blank in blanks if blank.place.quantity in masks):
        masks[place.quantity][place.row, place.column] = True
    # What is printed may be used as it stands there: 0.004 may be 0.00.
    written = formula.run(given, WRITTEN, on_sheet=masks, decimals=spec.worksheet.decimals)
    for run in (formula.run(given, NUMBERS), written):
        for name, mask in masks.items():
            cells = np.broadcast_to(np.atleast_2d(run.values[name]), mask.shape)[mask]
            if not np.isfinite(cells).all() and (where := _culprit(spec, formula.leading_to({name}), run.values)):
                raise InputError("own-rules.no-value", **where, name=name)


def refuse_valueless_at(spec: Spec, ground: Ground, row: int, positions: Sequence[int]) -> None:
    """The same for one word at some positions, as a page shows it beside the rows of the sheet.

    Args:
        spec: with the rules and numbers in question.
        ground: what the sheet computes with.
        row: of the word.
        positions: at which it stands.

    Raises:
        InputError: as :func:`refuse_valueless`.
    """
    embedding = ground.given["embedding"][[row] * len(positions)]
    given = {**ground.given, "pos": np.array(positions).reshape(-1, 1), "embedding": embedding}
    shown = {"x": np.ones((len(positions), embedding.shape[1]), dtype=bool)}
    refuse_valueless(spec, ground.formula.leading_to(shown), given, shown)


def _culprit(spec: Spec, formula: Formula, values: Mapping[str, Any]) -> dict[str, object]:
    """Where the rule stands that first has no value, or what it is made of; empty if all of that is posenc's."""
    rule = next(rule for rule in formula.rules if not np.isfinite(values[rule.name]).all())
    behind = formula.leading_to({rule.name}).names
    for table, own, names in (
        ("rules", spec.rules, {rule.name}),
        ("given", spec.given, behind),
        ("rules", spec.rules, behind),
    ):
        if found := sorted(names & own.keys()):
            return spec.at(found[0], table) | {"given": found[0]}
    return {}
