"""The clock picture of a sinusoidal encoding: every pair of columns is a hand, its divisor says how slowly it turns.

With the hand at ``angle = pos / divisor`` radians, clockwise from twelve, the tip is sin(angle) to the right and
cos(angle) up: the two values of the pair.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.formula import Formula

if TYPE_CHECKING:
    from collections.abc import Sequence

#: Over ``pos`` and ``divisor``: turns of a hand, what it turns in one step (degrees), steps of a whole round.
CLOCK = Formula.of(turns="pos / divisor / radians(360)", step="degrees(1 / divisor)", whole="radians(360) * divisor")


@dataclass(frozen=True)
class Hands:
    """All hands at all positions.

    Attributes:
        turns: (position, pair), in whole turns from twelve, clockwise.
        step: by pair, what one position turns the hand, in degrees.
        whole: by pair, after how many positions the hand is back.
    """

    turns: tuple[tuple[float, ...], ...]
    step: tuple[float, ...]
    whole: tuple[float, ...]


def hands(positions: Sequence[int], divisors: Sequence[float]) -> Hands:
    """The hands of some positions for the divisors of all pairs."""
    given = {"pos": np.array(positions).reshape(-1, 1), "divisor": np.array(divisors).reshape(1, -1)}
    found = CLOCK.run(given, NUMBERS).values
    return Hands(
        tuple(tuple(float(turn) for turn in row) for row in found["turns"]),
        tuple(float(value) for value in found["step"][0]),
        tuple(float(value) for value in found["whole"][0]),
    )
