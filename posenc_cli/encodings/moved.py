"""The rotation that turns an encoding at one position into the one so many positions further on.

It depends on the distance alone. For (sin, cos) of a sinusoidal pair it is ``[[cos, sin], [−sin, cos]]``, for the
vector (x, y) that RoPE turns ``[[cos, −sin], [sin, cos]]``, of ``offset / divisor`` or ``offset · inv_freq`` radians.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import twofold_functions as accurate
from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.rope_scaling import at_length
from posenc_cli.encodings.scheme import position, whole
from posenc_cli.encodings.waves import STEADY
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from posenc_cli.encodings.scheme import Scheme


@dataclass(frozen=True)
class Turned:
    """One pair.

    Attributes:
        i: its number.
        angle: of the rotation, radians.
        cos: of that angle.
        sin: of that angle.
        before: (sin, cos) of a sinusoidal pair; (cos, sin) of the angle that RoPE turns by.
        after: the same so many positions further on, from the formula.
    """

    i: int
    angle: float
    cos: float
    sin: float
    before: tuple[float, float]
    after: tuple[float, float]

    def by_hand(self, *, sine_first: bool) -> tuple[float, float]:
        """``before`` times the rotation: what ``after`` must be."""
        x, y = self.before
        if sine_first:
            return x * self.cos + y * self.sin, y * self.cos - x * self.sin
        return x * self.cos - y * self.sin, x * self.sin + y * self.cos


@dataclass(frozen=True)
class Moved:
    """All pairs.

    Attributes:
        scheme: the encoding.
        pos: where it starts.
        offset: how far it goes.
        pairs: in order.
    """

    scheme: Scheme
    pos: int
    offset: int
    pairs: tuple[Turned, ...]

    @property
    def sine_first(self) -> bool:
        """Are the vectors (sin, cos), as in a sinusoidal table?"""
        return self.scheme.encoding.kind == "additive"


def moved(scheme: Scheme, pos: int, offset: int) -> Moved:
    """How an encoding moves.

    Args:
        scheme: sinusoidal, or rotary over positions.
        pos: from where.
        offset: how far, in either direction.

    Raises:
        UsageError: an encoding without such a rotation, or a position before 0.
    """
    name = scheme.encoding.name
    if "angle" not in scheme.formula or scheme.formula.rule("angle").expression.text not in STEADY:
        raise UsageError("parameters.shift-kind", encoding=name, shift=offset)
    pos, offset = position(pos), whole(offset, -math.inf, "compute.shift")
    places = scheme.checked(np.array([pos, position(pos + offset)], dtype=np.int64))
    scheme = at_length(scheme, places)
    angles = scheme.formula.run(scheme.given(places), ACCURATE).values["angle"]
    turn = scheme.formula.run(scheme.given(np.array([offset])), ACCURATE).values["angle"]
    columns = _first_columns(scheme, angles.shape[-1])
    sines, cosines = (function(angles).to_float64() for function in (accurate.sin, accurate.cos))
    by, cos, sin = (values.to_float64()[0] for values in (turn, accurate.cos(turn), accurate.sin(turn)))
    first, second = (sines, cosines) if scheme.encoding.kind == "additive" else (cosines, sines)
    ends = [[(float(first[row, k]), float(second[row, k])) for k in columns] for row in (0, 1)]
    pairs = (
        Turned(i, float(by[k]), float(cos[k]), float(sin[k]), before, after)
        for i, (k, before, after) in enumerate(zip(columns, *ends, strict=True))
    )
    return Moved(scheme, pos, offset, tuple(pairs))


def _first_columns(scheme: Scheme, width: int) -> list[int]:
    """The column of each pair that holds its angle; of an odd width the lone sine has one, too."""
    if scheme.encoding.kind == "rotary":
        return list(range(width))
    numbers = scheme.formula.run(scheme.given(np.zeros(1, dtype=np.int64)), ACCURATE).values["i"].to_float64()
    pairs = np.broadcast_to(numbers, (1, scheme.d))[0].astype(np.int64)
    return [int(np.flatnonzero(pairs == pair)[0]) for pair in np.unique(pairs)]
