"""Large tables of waves beside the truth: two small exact tables and one complex product a number.

With u(a) = exp(ia), u(a + b) = u(a) u(b): positions are cut into blocks, u is made at the first position of each block
and at each place inside one, with 30 digits on the way. A product of two is exact to 3e-16, a hundred millionth of a
step of float32, and costs a nanosecond.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.arrays.finding import Compared, Difference
from posenc_cli.arrays.screen import BITS
from posenc_cli.arrays.storage import FORMATS, rounding_errors
from posenc_cli.arrays.subject import widened
from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.calculation.twofold import Twofold
from posenc_cli.encodings.waves import unit
from posenc_cli.errors import PosencError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Way

    Array = NDArray[np.float64]
    Waves = NDArray[np.complex128]
    Places = NDArray[np.int64]

#: Rows that are multiplied at a time: a block stays in the processor's cache.
_ROWS = 32
#: What a product of two tables may be off by.
_PRODUCT = 1e-15
#: Half a step of float32 below 1: what rounding alone may lose, without another look at each number.
_HALF = 2.0**-25
#: Fewer than one number in so many that differ are looked at one by one.
_FEW = 64


@dataclass(frozen=True)
class Part:
    """Columns that are all sines or all cosines.

    Attributes:
        columns: which, as a slice.
        imaginary: they are the imaginary parts of u.
    """

    columns: slice
    imaginary: bool


@dataclass(frozen=True)
class Table:
    """A table of waves, and the array beside it.

    Attributes:
        way: what makes it.
        subject: the array.
        start: angles at position 0, (wave).
        turn: radians a position, (wave).
        size: what the waves are multiplied by.
        parts: of the columns, each over all waves.
        swapped: u is sin a + i cos a, as the columns of an interleaved table stand.
        in_turn: real and imaginary parts are the columns, one after the other.
    """

    way: Way
    subject: Subject
    start: Twofold
    turn: Twofold
    size: float
    parts: tuple[Part, ...]
    swapped: bool = False
    in_turn: bool = False

    def compared(self, most: int) -> Compared:
        """The array beside the table, all of it; levels below ``most`` are tried."""
        rows = self.subject.rows
        inside = max(_ROWS, int(rows**0.5) // _ROWS * _ROWS)
        fine = self._unit(np.arange(inside), origin=False)
        errors, worst_columns = np.zeros(rows), np.zeros(self.subject.columns)
        first: Difference | None = None
        room = np.empty((_ROWS, fine.shape[1]), dtype=np.complex128)
        for block in range(0, rows, inside):
            coarse = self.size * self._unit(np.array([block + self.way.first]), origin=True)[0]
            for row in range(block, min(block + inside, rows), _ROWS):
                end = min(row + _ROWS, block + inside, rows)
                waves = np.multiply(fine[row - block : end - block], coarse, out=room[: end - row])
                off, found = self._off(waves, row, end, worst_columns, seek=first is None)
                errors[row:end] = off
                first = first or found
        for off in (errors, worst_columns):
            off[np.isnan(off)] = np.inf
        level = 0 if first is None else self._level(errors, worst_columns, most)
        worst = int(np.argmax(errors))
        return Compared(level, float(errors[worst]), worst + self.way.first, first, errors)

    def _unit(self, positions: Places, *, origin: bool) -> Waves:
        """U at positions, (position, wave): sine and cosine of an angle of two float64.

        Where u is swapped, sin a + i cos a at the start of a block is turned back inside it.
        """
        angle = Twofold.of(positions.reshape(-1, 1)) * self.turn
        return unit(angle + self.start if origin else angle, start=origin, swapped=self.swapped)

    def _pieces(self, waves: Waves) -> Iterator[tuple[slice, Array]]:
        """Columns of the table and their values; all at once where u is the row."""
        if self.in_turn:
            yield slice(None), waves.view(np.float64)
            return
        for part in self.parts:
            yield part.columns, waves.imag if part.imaginary else waves.real

    def _off(self, waves: Waves, row: int, end: int, worst: Array, *, seek: bool) -> tuple[Array, Difference | None]:
        """The largest difference of each row, and if asked the first number that is not the nearest of its storage."""
        errors = np.zeros(end - row)
        first: list[Difference] = []
        for columns, values in self._pieces(waves):
            given = self.subject.values[row:end, columns]
            if self._single:
                near = values.astype(np.float32)
                unequal = np.not_equal(near, given, out=self._unequal[: end - row, : near.shape[1]])
                count = int(np.count_nonzero(unequal))
                np.maximum(errors, _HALF, out=errors)
                if count * _FEW < unequal.size:
                    # What lies nearly between two numbers of float32 may be either of them.
                    at = np.divmod(np.flatnonzero(unequal), unequal.shape[1]) if count else ()
                    if at and (found := self._beyond(columns, row, given, values, at)):
                        first.append(found)
                        np.maximum.at(errors, at[0], np.abs(given[at] - values[at]))
                        np.maximum.at(worst, np.arange(len(worst))[columns][at[1]], np.abs(given[at] - values[at]))
                    continue
                off = np.abs(given - near)
            else:
                given = widened(given, bits=self.subject.bits)
                off = np.abs(given - values)
            np.maximum(errors, off.max(axis=1), out=errors)
            np.maximum(worst[columns], off.max(axis=0), out=worst[columns])
            if seek and (
                found := self._beyond(columns, row, given, values, np.nonzero(np.ones(off.shape, dtype=bool)))
            ):
                first.append(found)
        return errors, min(first, key=lambda one: (one.pos, one.k), default=None)

    @cached_property
    def _unequal(self) -> NDArray[np.bool_]:
        return np.empty((_ROWS, self.subject.columns), dtype=np.bool_)

    @cached_property
    def _single(self) -> bool:
        return self.subject.storage.name == "float32" and self.subject.values.dtype == np.float32

    def _beyond(
        self, columns: slice, row: int, given: NDArray[Any], values: Array, at: tuple[Places, ...]
    ) -> Difference | None:
        """The first of some numbers that is farther from the truth than half a step and what float64 loses."""
        rows, places = at
        numbers, exact = given[rows, places].astype(np.float64), values[rows, places]
        waves = places // 2 if self.in_turn else places
        angles = (rows + row + self.way.first) * self.turn.high[waves]
        room = self.subject.storage.half_step(exact) * (1 + 1e-9) + _PRODUCT
        room += rounding_errors(FORMATS["float64"][0], exact, angles, self._powers[waves])
        beyond = np.flatnonzero(~(np.abs(numbers - exact) <= room))
        if not len(beyond):
            return None
        found = int(beyond[0])
        column = int(np.arange(self.subject.columns)[columns][places[found]])
        pos = row + int(rows[found]) + self.way.first
        return Difference(pos, column, float(numbers[found]), float(exact[found]))

    @cached_property
    def _powers(self) -> Array:
        return np.abs(np.log(np.abs(self.turn.high)))

    def _level(self, errors: Array, columns: Array, most: int) -> int | None:
        """The precision whose errors are as large: no row and no column may have larger ones."""
        positions = np.arange(len(errors)) + float(self.way.first)
        steepest = float(np.max(np.abs(self.turn.high) * (4 + 2 * self._powers)))
        half = float(self.subject.storage.half_step(np.array([self.size]))[0])
        for level in range(1, most):
            unit = 2.0 ** -BITS[level]
            by_row = half + unit * (3 + positions * steepest)
            by_column = half + rounding_errors(BITS[level], np.ones(1), positions[-1:] * self.turn.high, self._powers)
            wide = np.zeros(len(columns))
            for part in self.parts:
                wide[part.columns] = by_column
            if (errors <= by_row * self.size).all() and (columns <= wide * self.size).all():
                return level
        return None


def waves_of(way: Way, subject: Subject) -> Table | None:
    """An array and its way as a table of waves; None where some column is none."""
    if way.positions is not None or way.still or "write" in way.rules:
        return None
    places = np.array([0, 1, 2, 1000, subject.rows - 1])
    columns = np.arange(subject.columns)
    try:
        given, _ = way._leaves(subject, places, columns)  # noqa: SLF001  (the same leaves as for values)
        given["pos"] = places.reshape(-1, 1)
        run = way.formula(subject.what).run(given, ACCURATE)
    except PosencError:
        return None
    from posenc_cli.arrays.ways import QUANTITIES

    if "angle" not in run.values:
        return None
    shape = (len(places), subject.columns)
    angle, values = (_spread(run.values[name], shape) for name in ("angle", QUANTITIES[subject.what]))
    start, turn = _row(angle, 0), _row(angle, 1) - _row(angle, 0)
    expected = (Twofold.of(places.reshape(-1, 1)) * turn + start).to_float64()
    if not np.allclose(expected, angle.to_float64(), rtol=1e-14, atol=0):
        return None
    table = Table(way, subject, start, turn, _size(way), ())
    return _parted(table, expected, values.to_float64())


def _parted(table: Table, angle: Array, values: Array) -> Table | None:
    """The table, where each column is a sine or a cosine of its angle, all of one size."""
    with np.errstate(invalid="ignore"):
        near = 1e-9 * table.size
        sine, cosine = (
            np.all(np.abs(values - table.size * wave) <= near, axis=0, keepdims=True)[0]
            for wave in (np.sin(angle), np.cos(angle))
        )
    for imaginary, mask in ((True, sine), (False, cosine)):
        if mask.all():
            return replace(table, parts=(Part(slice(None), imaginary),))
    half = table.subject.columns // 2
    turns, halves = (slice(0, None, 2), slice(1, None, 2)), (slice(0, half), slice(half, None))
    for first, second in (turns, halves) if table.subject.columns % 2 == 0 else ():
        for imaginary, mask, other in ((True, sine, cosine), (False, cosine, sine)):
            alike = np.array_equal(table.turn.high[first], table.turn.high[second])
            if alike and mask[first].all() and other[second].all():
                # Interleaved columns are the parts of one complex number; sines first, those of u with parts exchanged.
                in_turn = first == turns[0]
                swapped = in_turn and imaginary
                parts = (Part(first, imaginary and not swapped), Part(second, not imaginary or swapped))
                start, turn = _cut(table.start, first), _cut(table.turn, first)
                return replace(table, start=start, turn=turn, parts=parts, swapped=swapped, in_turn=in_turn)
    return None


def _size(way: Way) -> float:
    if way.scheme.encoding.kind == "rotary":
        return _factor(way)
    return 1 / float(np.sqrt(way.scheme.d)) if way.scheme.chosen.get("magnitude") == "over-sqrt-d" else 1.0


def _factor(way: Way) -> float:
    run = way.scheme.formula.but(**way.rules).run(way.scheme.given(np.zeros(1, dtype=np.int64)), ACCURATE)
    return float(np.ravel(run.values["attention_factor"].to_float64())[0])


def _spread(values: Twofold, shape: tuple[int, ...]) -> Twofold:
    return Twofold(np.broadcast_to(values.high, shape), np.broadcast_to(values.low, shape))


def _row(values: Twofold, row: int) -> Twofold:
    return Twofold(values.high[row], values.low[row])


def _cut(values: Twofold, columns: slice) -> Twofold:
    return Twofold(values.high[columns], values.low[columns])
