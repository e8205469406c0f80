"""What a wrong answer costs behind it, so that a report can say why."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.grading.report import BlankReport
    from posenc_cli.worksheet.sheet import Blank, Sheet


def is_off(blank: BlankReport) -> bool:
    """Is the answer wrong, whether its cause is known or not?"""
    return blank.verdict in ("slip", "wrong")


def guard_cost(sheet: Sheet, blanks: Sequence[BlankReport]) -> bool:
    """Is there a wrong number with points that may follow from a row from which nothing follows through?"""
    lost = [one.blank for one in blanks if is_off(one) and one.blank.points and not one.guarded]
    return any(_follows(sheet, later, one.blank) for one in blanks if one.guarded and is_off(one) for later in lost)


def _follows(sheet: Sheet, later: Blank, earlier: Blank) -> bool:
    """May a number follow from another one? From one of its own row, or a row that is the only one from any."""
    read = {later.place.quantity}
    for rule in reversed(sheet.formula.rules):
        if rule.name in read:
            read |= rule.expression.names
    alone = len(sheet.on_sheet[later.place.quantity]) == 1 or len(sheet.on_sheet[earlier.place.quantity]) == 1
    other_quantity = later.place.quantity != earlier.place.quantity
    return other_quantity and earlier.place.quantity in read and (alone or later.place.row == earlier.place.row)
