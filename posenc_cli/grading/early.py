"""What work can reach that rounds an intermediate result too early: for the verdict ``rounding`` only."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation.expression import parse, substitute

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.calculation.expression import Expression
    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.worksheet.sheet import Sheet

#: Up to so many decimals more than asked, rounding a small intermediate result is still too early.
MORE_DECIMALS = 2
#: What could have led to any of more answers than these has led to none: 0.65, which may round to 0.6 or to 0.7.
WIDEST = 3


def early_rules(sheet: Sheet, run: Run) -> tuple[list[str], list[str]]:
    """Rules whose results do not stand on the sheet and are no whole numbers.

    Args:
        sheet: with its formula.
        run: any run of it, in intervals.

    Returns:
        Those that read nothing that stands on the sheet, and those that do.
    """
    stands = {name for name, mask in sheet.on_sheet.items() if mask.any()}
    behind = set(stands)
    before: list[str] = []
    after: list[str] = []
    for rule in (rule for rule in sheet.formula.rules if rule.name in run.computed):
        if rule.expression.names & behind:
            behind.add(rule.name)
        values = run.computed[rule.name]
        if rule.name not in stands and not (_whole(values.low) and _whole(values.high)):
            (after if rule.name in behind else before).append(rule.name)
    return before, after


def early_ways(formula: Formula, rules: list[str], decimals: int) -> Iterator[dict[str, Expression]]:
    """One of some rules, or all of them, rounded to every number of decimals: what replaces them."""
    choices = [[rule] for rule in rules] + ([rules] if len(rules) > 1 else [])
    known = {rule.name: rule.expression for rule in formula.rules}
    for places in range(decimals + MORE_DECIMALS + 1):
        for chosen in choices:
            yield {rule: substitute(parse(f"round({rule}, {places})"), rule, known[rule]) for rule in chosen}


def _whole(values: object) -> bool:
    array = np.asarray(values, dtype=np.float64)
    return bool((array == np.rint(array)).all())
