"""What exercises bring to a sheet besides its own rows: rows at other positions, and single numbers of their own.

The rows stand in the quantities of the sheet's encoding with a prefix (``aside_pe``), so that slips are found there as
in its own. Numbers that are found from others, a position from a row, stand one a column in quantities of one row.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.formula import Formula
from posenc_cli.worksheet.methods import elsewhere

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from decimal import Decimal

    from numpy.typing import NDArray

    from posenc_cli.worksheet.methods import Ground

#: Prefix of the rows at other positions.
ASIDE = "aside"


@dataclass
class Besides:
    """Collects rows and numbers while a sheet is built.

    Attributes:
        ground: what the sheet computes with.
        positions: of the rows, one a row.
        leaves: of the numbers by name, one a column.
        rules: of the numbers by name.
    """

    ground: Ground
    positions: list[int] = field(default_factory=list)
    leaves: dict[str, list[int | Decimal]] = field(default_factory=dict)
    rules: dict[str, str] = field(default_factory=dict)

    def row(self, position: int) -> int:
        """One more row; its number in the quantities with the prefix."""
        self.positions.append(position)
        return len(self.positions) - 1

    def number(self, rules: Mapping[str, str], leaves: Mapping[str, int | Decimal]) -> int:
        """One more number, or several that follow from one another; their column in the quantities of the rules.

        Args:
            rules: expressions over the leaves and over one another, the same each time.
            leaves: what is read, the same names each time.
        """
        self.rules |= rules
        for name, value in leaves.items():
            self.leaves.setdefault(name, []).append(value)
        return len(self.leaves[next(iter(leaves))]) - 1

    def at(self, positions: Iterable[int]) -> Mapping[str, NDArray[np.float64]]:
        """The quantities of the encoding at any positions, (position, column)."""
        formula, leaves = elsewhere(self.ground, list(positions))
        run = formula.run(leaves, NUMBERS)
        return {name: np.atleast_2d(value) for name, value in run.values.items()}

    def completed(self) -> tuple[Formula, dict[str, Any]]:
        """The rules of all that was brought, and its leaves."""
        formula, given = Formula(()), dict[str, Any]()
        if self.positions:
            rules, leaves = elsewhere(self.ground, self.positions)
            names = {name: f"{ASIDE}_{name}" for name in rules.names | leaves.keys()}
            formula = rules.renamed(names)
            given = {names[name]: value for name, value in leaves.items()}
        for name, values in self.leaves.items():
            whole = all(isinstance(value, int) for value in values)
            given[name] = np.array([values], dtype=np.int64 if whole else object)
        return formula.then(**self.rules), given

    def unprinted(self, asked: Iterable[str]) -> dict[str, NDArray[np.bool_]]:
        """Masks in which nothing is printed, of those of the asked quantities that are brought."""
        formula, given = self.completed()
        values = formula.run(given, NUMBERS).values
        found = {}
        for name in asked:
            if name in formula:
                rows, columns = np.atleast_2d(values[name]).shape
                # A divisor is the same in every row, and may be asked for in each.
                rows = len(self.positions) if name.startswith(f"{ASIDE}_") else rows
                found[name] = np.zeros((rows, columns), dtype=bool)
        return found
