"""Which tables are made of waves: of sines and cosines of angles that grow in proportion to the position."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import twofold_functions as accurate
from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.calculation.twofold import Twofold

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme

    Array = NDArray[np.float64]
    Units = NDArray[np.complex128]

#: Angles that grow in proportion to the position.
STEADY = ("pos / divisor", "pos * inv_freq")
#: Positions at which it is looked what the columns are, none of them special.
_LOOKED_AT = (1, 2, 1000)
_NEAR = 1e-9


@dataclass(frozen=True, eq=False)
class Part:
    """Columns that are the real or the imaginary parts of waves.

    Attributes:
        name: of the array that they stand in.
        columns: in that array.
        imaginary: those; else the real ones.
        waves: of which waves; None for all, both parts of each in turn.
    """

    name: str
    columns: slice
    imaginary: bool = False
    waves: slice | None = None

    def of(self, units: Units) -> Array:
        """The values of the columns, (row, column): a view."""
        if self.waves is None:
            return units.view(np.float64)[..., self.columns]
        return (units.imag if self.imaginary else units.real)[..., self.waves]

    def wave(self, columns: NDArray[np.int64], *, swapped: bool) -> tuple[NDArray[np.int64], NDArray[np.bool_]]:
        """The wave of each of these columns, and whether it is a sine."""
        places = columns - self.columns.start
        if self.waves is None:
            return places // 2, (places % 2 == 1) != swapped
        return places + self.waves.start, np.full(len(places), self.imaginary)


@dataclass(frozen=True)
class Waves:
    """What the arrays of an encoding are made of.

    Attributes:
        turn: radians a position, (wave).
        factor: what sines and cosines are multiplied by.
        parts: the columns that are waves; those that are none are zero.
        widths: columns of each array by name.
        swapped: a wave is sin a + i cos a, as the columns of an interleaved table stand.
    """

    turn: Twofold
    factor: Twofold
    parts: tuple[Part, ...]
    widths: Mapping[str, int]
    swapped: bool = False

    @property
    def size(self) -> float:
        """The factor as a number."""
        return float(self.factor.high)

    @property
    def count(self) -> int:
        """How many waves there are."""
        return int(self.turn.high.size)

    @property
    def gaps(self) -> list[str]:
        """Arrays in which some column is no wave."""
        covered = dict.fromkeys(self.widths, 0)
        for part in self.parts:
            covered[part.name] += part.columns.stop - part.columns.start
        return [name for name, width in self.widths.items() if covered[name] < width]


def unit(angle: Twofold, *, start: bool = True, swapped: bool = False) -> Units:
    """U at angles, or where it is swapped sin a + i cos a at a start and what turns that further elsewhere."""
    sine, cosine = np.sin(angle.high), np.cos(angle.high)
    # Of a large angle even the low part turns visibly.
    low_sine, low_cosine = np.sin(angle.low), np.cos(angle.low)
    real, imaginary = cosine * low_cosine - sine * low_sine, sine * low_cosine + cosine * low_sine
    if swapped:
        real, imaginary = (imaginary, real) if start else (real, -imaginary)
    found = np.empty(sine.shape, dtype=np.complex128)
    found.real, found.imag = real, imaginary
    return found


def waves_of(scheme: Scheme) -> Waves | None:
    """The waves of an encoding; None if some of its numbers are none, or do not turn in proportion to the position.

    Args:
        scheme: additive or rotary; where it looks at the current length, that is given.
    """
    rules = scheme.formula.rules
    steady = {rule.name for rule in rules if rule.name == "angle" and rule.expression.text in STEADY}
    if not steady or any("pos" in rule.expression.names for rule in rules if rule.name not in steady):
        return None
    run = scheme.formula.run(scheme.given(np.array(_LOOKED_AT)), ACCURATE)
    angle = _rows(run.values["angle"], scheme.d if scheme.encoding.kind == "additive" else None)
    turn = angle[0]
    if scheme.encoding.kind == "rotary":
        found, count = run.values["attention_factor"], len(turn.high)
        factor = Twofold(found.high.ravel()[0], found.low.ravel()[0])
        parts = tuple(Part(name, slice(0, count), name == "sin", slice(0, count)) for name in ("cos", "sin"))
        return Waves(turn, factor, parts, {"cos": count, "sin": count})
    root = accurate.sqrt(Twofold.of(scheme.d)) if scheme.chosen.get("magnitude") == "over-sqrt-d" else 1
    factor = Twofold.of(1) / root
    kinds = _kinds(angle, _rows(run.values["pe"], scheme.d), float(factor.high))
    return _columns(turn, kinds, factor, scheme.d)


def _rows(values: Twofold, width: int | None) -> Twofold:
    shape = (len(_LOOKED_AT), width or values.shape[-1])
    return Twofold(np.broadcast_to(values.high, shape), np.broadcast_to(values.low, shape))


def _kinds(angle: Twofold, values: Twofold, size: float) -> str:
    """What each column is: ``s`` a sine, ``c`` a cosine, ``0`` nothing, ``?`` something else."""
    found = np.full(angle.shape[1], "?")
    for kind, wave in (("c", accurate.cos(angle)), ("s", accurate.sin(angle))):
        expected = size * wave.to_float64()
        found[(np.abs(values.high - expected) <= _NEAR * np.abs(expected)).all(axis=0)] = kind
    found[(values.high == 0).all(axis=0) & (angle.high != 0).any(axis=0)] = "0"
    return "".join(found.tolist())


def _columns(turn: Twofold, kinds: str, factor: Twofold, d: int) -> Waves | None:
    """The table, where its columns are sines and cosines in turn, or first all of the one and then of the other."""
    width = len(kinds.rstrip("0"))
    pairs = (width + 1) // 2
    for first, second in (("s", "c"), ("c", "s")):
        in_turn = (first + second) * pairs
        if kinds[:width] == in_turn[:width] and _alike(turn[0:width:2], turn[1:width:2]):
            parts: tuple[Part, ...] = (Part("values", slice(0, width)),)
            return Waves(turn[0:width:2], factor, parts, {"values": d}, swapped=first == "s")
        if kinds[:width] == first * pairs + second * (width - pairs) and _alike(turn[:pairs], turn[pairs:width]):
            parts = (
                Part("values", slice(0, pairs), first == "s", slice(0, pairs)),
                Part("values", slice(pairs, width), second == "s", slice(0, width - pairs)),
            )
            return Waves(turn[:pairs], factor, parts, {"values": d})
    return None


def _alike(first: Twofold, second: Twofold) -> bool:
    """Do these waves turn alike? The last one may stand alone."""
    return np.array_equal(first.high[: len(second.high)], second.high)
