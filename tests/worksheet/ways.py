"""Every way in which correct work can go through a sheet, by plain loops that know nothing of expressions.

A quantity's cell is a set of values: all that a person can have there. An intermediate is exact or rounded finely;
what stands on the sheet may also be used as it is written there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from posenc_cli.worksheet.sheet import Sheet

Values = tuple[float, ...]
#: Finer roundings that are tried, beyond the coarsest allowed one.
FINER = (0, 1, 2)
#: More values than this for one cell are thinned, ends kept; all that is left is still reached.
MOST = 120


@cache
def rounded(value: float, places: int) -> float:
    """The school rule, by decimal arithmetic on the value cut to 12 digits (a tie of the paper is a tie)."""
    shown = Decimal(f"{value:.12g}")
    return float(shown.quantize(Decimal(1).scaleb(-places), rounding=ROUND_HALF_UP))


def fine(values: Iterable[float], decimals: int) -> Values:
    """Values off the sheet: exact, or with the asked decimals and one more significant digit than those."""
    found = set()
    for value in values:
        found.add(value)
        places = decimals if value == 0 else max(decimals, decimals - math.floor(math.log10(abs(value)) + 1e-12))
        found.update(rounded(value, places + more) for more in FINER)
    return thinned(found)


def written(values: Iterable[float], decimals: int) -> Values:
    """What is written of them on the sheet."""
    return tuple({rounded(value, decimals) for value in values})


def thinned(values: set[float]) -> Values:
    """At most :data:`MOST` of the values, smallest and largest among them."""
    ordered = sorted(values)
    step = max(1, math.ceil(len(ordered) / MOST))
    return (*ordered[::step], ordered[-1])


def combined(operation: Callable[..., float], *sides: Values) -> Values:
    """An operation on every choice of one value a side."""
    found: set[float] = set()
    if len(sides) == 1:
        return thinned({operation(value) for value in sides[0]})
    for left in sides[0]:
        found.update(operation(left, right) for right in sides[1])
    return thinned(found)


@dataclass
class Ways:
    """The reachable values of every written cell of a sheet, before they are written."""

    sheet: Sheet
    decimals: int

    def carried(self, quantity: str, row: int, column: int, computed: Values) -> Values:
        """What the next step may use of a cell."""
        found = fine(computed, self.decimals)
        mask = self.sheet.on_sheet.get(quantity)
        if mask is not None and mask[row, column]:
            found = thinned({*found, *written(computed, self.decimals)})
        return found

    def encoding(self, row: int, column: int) -> Values:
        """The encoding, exponent by divisor by angle."""
        d, base = self.sheet.spec.worksheet.d, 10000.0
        exponent = fine([2 * (column // 2) / d], self.decimals)
        divisor = fine(combined(lambda power: base**power, exponent), self.decimals)
        angle = fine(combined(lambda by: self.sheet.positions[row] / by, divisor), self.decimals)
        return combined(math.cos if column % 2 else math.sin, angle)

    def total(self, row: int, column: int) -> Values:
        """Embedding plus encoding."""
        embedding = float(self.sheet.given["embedding"][row][column])
        encoding = self.carried("pe", row, column, self.encoding(row, column))
        return combined(lambda value: embedding + value, encoding)

    def side(self, quantity: str, row: int, column: int) -> Values:
        """A row of the pair, copied from the sum."""
        return self.carried(quantity, 0, column, self.carried("x", row, column, self.total(row, column)))

    def product(self, column: int) -> Values:
        """One product of the pair."""
        first, second = self.sheet.given["first"], self.sheet.given["second"]
        left, right = self.side("left", first, column), self.side("right", second, column)
        return combined(lambda a, b: a * b, left, right)

    def dot(self) -> Values:
        """The sum of the products."""
        found: Values = (0.0,)
        for column in range(self.sheet.spec.worksheet.d):
            found = combined(lambda a, b: a + b, found, self.carried("prod", 0, column, self.product(column)))
        return found

    def ticks(self, quantity: str, row: int, column: int) -> set[int]:
        """Every text of a cell that correct work can end in, as whole units of the last decimal."""
        values = {
            "pe": lambda: self.encoding(row, column),
            "x": lambda: self.total(row, column),
            "prod": lambda: self.product(column),
            "dot": self.dot,
        }[quantity]()
        return {round(value * 10**self.decimals) for value in written(values, self.decimals)}
