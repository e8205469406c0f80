"""How hard a sheet is, so that sheets of groups and neighbours can be compared and chosen alike.

Not how long it takes (the same exercises take as long), but what its numbers do: which mistakes show, and how many
cells need a minus sign, are tiny, or give themselves away.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, WRITTEN
from posenc_cli.calculation.expression import Call, Expression, evaluate
from posenc_cli.worksheet.seen import seen

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.expression import Node
    from posenc_cli.worksheet.seen import Seen
    from posenc_cli.worksheet.sheet import Sheet

#: Steps after which nothing is left to do if one of the two numbers is 0 or 1.
_PLAIN = frozenset({"add", "subtract", "multiply", "divide"})


@dataclass(frozen=True)
class Difficulty:
    """What the numbers of a sheet ask of a person; counted are blanks to be calculated, without copies asked for.

    Attributes:
        slips: ids of the slips that are visible.
        negative: answers with a minus sign.
        tiny: answers that are not 0 and below 0.1 whatever their sign: leading noughts are easily lost.
        trivial: answers that give themselves away: 0 or 1, and what a sum or product takes over unchanged, since the
            other number is 0 or 1. Where things are counted, none is.
    """

    slips: frozenset[str]
    negative: int
    tiny: int
    trivial: int

    @property
    def counts(self) -> tuple[int, int, int]:
        """Negative, tiny and trivial cells."""
        return self.negative, self.tiny, self.trivial

    def distance(self, other: Difficulty) -> int:
        """How unlike two sheets are: the largest difference of a count, and one for every slip that only one shows.

        Sheets of one difficulty are at most 1 apart.
        """
        most = max(abs(mine - its) for mine, its in zip(self.counts, other.counts, strict=True))
        return most + len(self.slips ^ other.slips)


def difficulty(sheet: Sheet) -> Difficulty:
    """How hard one sheet is.

    Args:
        sheet: with at least one blank.

    Raises:
        InputError: a blank has no value.
    """
    return difficulties([sheet])[0]


def difficulties(sheets: Sequence[Sheet]) -> list[Difficulty]:
    """How hard each of some sheets is; much faster than one after the other."""
    return [rated(sheet, found) for sheet, found in zip(sheets, seen(sheets), strict=True)]


def rated(sheet: Sheet, found: Seen) -> Difficulty:
    """The same where it is known already what a sheet shows."""
    asked = np.array([blank.source is None for blank in sheet.blanks], dtype=bool)
    ticks, tenth = found.right, 10.0 ** (sheet.decimals - 1)
    return Difficulty(
        frozenset(found.visible),
        int((asked & (ticks < 0)).sum()),
        int((asked & (ticks != 0) & (np.abs(ticks) < tenth)).sum()),
        len(given_away(sheet, found)),
    )


def given_away(sheet: Sheet, found: Seen) -> tuple[str, ...]:
    """Ids of the blanks that give themselves away; see :attr:`Difficulty.trivial`."""
    one = 10.0**sheet.decimals
    values = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals).values
    idle: dict[str, NDArray[np.bool_]] = {}
    ids = []
    for blank, tick in zip(sheet.blanks, found.right.tolist(), strict=True):
        if blank.source is not None or blank.place.quantity in sheet.whole:
            continue  # Where things are counted, 0 and 1 are numbers as all others.
        quantity = blank.place.quantity
        if quantity not in idle:
            idle[quantity] = _idle(sheet, quantity, values)
        if tick in (0.0, one) or idle[quantity][blank.place.row, blank.place.column]:
            ids.append(blank.id)
    return tuple(ids)


def _idle(sheet: Sheet, quantity: str, values: Mapping[str, NDArray[np.float64]]) -> NDArray[np.bool_]:
    """Where the last step of a rule leaves one of its numbers as it is: nothing added, once, divided by one."""
    shape = sheet.on_sheet[quantity].shape
    tree = sheet.formula.rule(quantity).expression.tree
    if not isinstance(tree, Call) or tree.primitive not in _PLAIN:
        return np.zeros(shape, dtype=bool)
    left, right = (_value(part, values) for part in tree.arguments)
    if tree.primitive in ("add", "subtract"):
        found = (right == 0) | ((left == 0) & (tree.primitive == "add"))
    else:
        found = (right == 1) | ((left == 1) & (tree.primitive == "multiply"))
    return np.broadcast_to(found, shape)


def _value(node: Node, values: Mapping[str, NDArray[np.float64]]) -> NDArray[np.float64]:
    return np.asarray(evaluate(Expression("", node, frozenset(values)), values, NUMBERS))
