"""Rows of waves by angle addition: three small tables, and one complex product for every two numbers.

With u(a) = exp(ia), u(a + b) = u(a) u(b). Rows are cut into blocks; u is made at the first row, at the starts of the
blocks behind it and at the places inside one, with 30 digits on the way to each angle. Products of the three are within
1e-15 of the truth, a ten millionth of a step of float32. If it is asked for, a number for which even that decides how
it is rounded is computed by itself with 30 digits: then every number is the one that the formula gives.
"""

from __future__ import annotations

from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import twofold_functions as accurate
from posenc_cli.calculation.twofold import Twofold
from posenc_cli.encodings.precision import cast_array
from posenc_cli.encodings.waves import unit

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from numpy.typing import NDArray

    from posenc_cli.encodings.precision import Dtype
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.encodings.waves import Part, Units, Waves

    Places = NDArray[np.int64]
    Lengths = NDArray[np.float64]

#: Waves of the places inside a block, so many that they stay in the processor's cache; and how many blocks there are.
_INSIDE, _BLOCKS = 2**17, 64
#: Starts of many blocks that are kept: as many as threads may be at.
_KEPT = 16
#: Waves that are multiplied at a time, and then rounded.
_AT_ONCE = 2**16
#: Numbers of a buffer in which numpy rounds.
_BUFFER = 2048
#: What is lost on the way is less than this share of what is added up, 32 times what one
#: rounding loses: three tables within four units in the last place each, and two products.
_LOST = 2.0**-48


class Rows:
    """Rows of an encoding, from any position on; several threads may ask at once.

    Args:
        scheme: the encoding.
        waves: its waves.
        dtype: of the numbers, shorter than float64.
        first: the first position of all that will be asked for.
        most: how many there will be.
        exact: every number is the one that the formula gives, rounded once. Without it one in some ten millions is its
            neighbour: the exact one lies in the middle between both.
    """

    def __init__(  # noqa: PLR0913  (all that rows depend on)
        self, scheme: Scheme, waves: Waves, dtype: Dtype, first: int, most: int, *, exact: bool
    ) -> None:
        self._scheme, self._waves, self._dtype, self._exact = scheme, waves, dtype, exact
        self._first = first
        inside = min(most, max(8, min(2048, _INSIDE // waves.count)))
        self._inside = self._units(np.arange(inside))
        self._blocks = self._units(np.arange(0, min(most, inside * _BLOCKS), inside))
        self._reach = waves.size * (np.abs(self._blocks.imag) + np.abs(self._inside.imag).max(axis=0))
        self._origins: dict[int, tuple[Units, Lengths]] = {}
        self._rooms: list[_Room] = []  # that nobody is at

    def _angles(self, positions: Places) -> Twofold:
        return Twofold.of(positions.reshape(-1, 1)) * self._waves.turn

    def _units(self, positions: Places) -> Units:
        return unit(self._angles(positions), start=False, swapped=self._waves.swapped)

    def _origin(self, number: int) -> tuple[Units, Lengths]:
        """Where so many blocks begin, and how small sines are made of parts that are not; kept if last asked for."""
        found = self._origins.get(number)
        if found is None:
            angles = self._angles(np.array([self._first + number * len(self._blocks) * len(self._inside)]))
            origin = self._waves.size * unit(angles, swapped=self._waves.swapped)[0]
            sines = np.abs(origin.real if self._waves.swapped else origin.imag)
            found = origin, sines + self._waves.size * np.abs(angles.low[0])
            if len(self._origins) > _KEPT:
                self._origins.clear()
            self._origins[number] = found
        return found

    def fill(self, arrays: Mapping[str, NDArray[Any]], first: int) -> None:
        """Write the rows from position ``first`` on.

        Args:
            arrays: by name, (row, column), of the precision; of bfloat16 float32 that hold its numbers.
            first: the position of the first row.
        """
        rows = len(next(iter(arrays.values())))
        for name in self._waves.gaps:
            arrays[name][...] = 0
        inside, count = self._inside.shape
        try:
            room = self._rooms.pop()
        except IndexError:
            room = _Room.of(max(1, min(inside, _AT_ONCE // count)), count, self._dtype)
        bench = _Bench(self._waves, self._dtype, arrays, room)
        row = 0
        with _small_buffers():
            while row < rows:
                number, place = divmod(first - self._first + row, inside)
                far, block = divmod(number, len(self._blocks))
                origin, sines = self._origin(far)
                np.multiply(origin, self._blocks[block], out=room.turned)
                if self._exact:
                    self._lose(room.lost, sines, block)
                end = min(row + inside - place, rows)
                while row < end:
                    step = min(bench.rows, end - row)
                    bench.make(row, self._inside[place : place + step], exact=self._exact)
                    row, place = row + step, place + step
        self._rooms.append(room)
        self._settle(arrays, first, bench.doubts)

    def _lose(self, lost: Units, origin: Lengths, block: int) -> None:
        """Put how far real and imaginary parts of a block may be from the truth, (wave).

        A sine near 0 is made of sines near 0, and loses as little as they are small.
        """
        size = self._waves.size
        lost[...] = complex(_LOST * size, _LOST * size)
        sines = lost.real if self._waves.swapped else lost.imag
        np.add(origin, self._reach[block], out=sines)
        np.minimum(sines, size, out=sines)
        sines *= _LOST

    def _settle(
        self, arrays: Mapping[str, NDArray[Any]], first: int, doubts: list[tuple[Part, Places, Places]]
    ) -> None:
        """Compute single numbers as the formula does, with 30 digits on the way."""
        for part in {part: None for part, _, _ in doubts}:
            found = [each[1:] for each in doubts if each[0] is part]
            rows, columns = (np.concatenate(places) for places in zip(*found, strict=True))
            values = exactly(self._waves, part, rows + first, columns)
            arrays[part.name][rows, columns] = cast_array(values, self._dtype)


@dataclass(frozen=True)
class _Room:
    """Memory for a few rows, used again and again: to ask the system for it takes longer than what is done in it.

    Attributes:
        turned: the wave at the start of a block, (wave).
        lost: how far its parts may be from the truth, (wave).
        units: (row, wave).
        rounded: numbers of the precision, (row, column).
        doubted: which of them are in doubt, (row, column).
    """

    turned: Units
    lost: Units
    units: Units
    rounded: NDArray[Any]
    doubted: NDArray[np.bool_]

    @classmethod
    def of(cls, rows: int, waves: int, dtype: Dtype) -> _Room:
        storage = np.float16 if dtype == "float16" else np.float32
        shape = rows, 2 * waves
        turned, lost = np.empty((2, waves), np.complex128)
        units = np.empty((rows, waves), np.complex128)
        return cls(turned, lost, units, np.empty(shape, storage), np.empty(shape, np.bool_))


class _Bench:
    """Where a few rows are made before they are written into the arrays.

    Args:
        waves: of the table.
        dtype: of the numbers.
        arrays: by name, (row, column).
        room: for as many rows as are made at a time.
    """

    def __init__(self, waves: Waves, dtype: Dtype, arrays: Mapping[str, NDArray[Any]], room: _Room) -> None:
        self.rows = len(room.units)
        self.doubts: list[tuple[Part, Places, Places]] = []
        self._dtype, self._room = dtype, room
        self._parts = [(part, arrays[part.name][:, part.columns], part.of(room.units)) for part in waves.parts]
        # Where both parts of each wave stand side by side, the product is rounded as it is written.
        whole = dtype == "float32" and len(self._parts) == 1 and self._parts[0][2].shape[1] == 2 * waves.count
        self._whole = _pairs(self._parts[0][1]) if whole else None

    def make(self, row: int, inside: Units, *, exact: bool) -> None:
        """Turn a row by as many places as are given, round, and put what was made from a row on."""
        step, room = len(inside), self._room
        units = room.units[:step]
        if self._whole is not None and not exact:
            np.multiply(inside, room.turned, out=self._whole[row : row + step], casting="same_kind")
            return
        np.multiply(inside, room.turned, out=units)
        if exact:
            self._decide(row, units)
        else:
            self._write(row, step)

    def _write(self, row: int, step: int) -> None:
        for _, target, values in self._parts:
            target[row : row + step] = self._rounded(values[:step])

    def _rounded(self, values: NDArray[np.float64]) -> NDArray[Any]:
        """What an array of the precision rounds when it takes it."""
        return cast_array(values, self._dtype) if self._dtype == "bfloat16" else values

    def _decide(self, row: int, units: Units) -> None:
        """Write what is as much too large as may be, and remember where what is too small is rounded otherwise."""
        step, room = len(units), self._room
        if self._whole is not None:
            above, below = self._whole[row : row + step], room.rounded[:step].view(np.complex64)
            np.add(units, room.lost, out=above, casting="same_kind")
            np.subtract(units, room.lost, out=below, casting="same_kind")
            differ = self._differ(below.view(np.int64), above.view(np.int64))
            if differ.any():  # one of a pair, and it costs little to settle both
                rows, waves = np.nonzero(differ)
                self._doubt(row, self._parts[0][0], np.repeat(rows, 2), (2 * waves[:, np.newaxis] + (0, 1)).ravel())
            return
        units += room.lost
        self._write(row, step)
        units -= room.lost
        units -= room.lost
        for part, target, values in self._parts:
            rounded = target[row : row + step]
            less = room.rounded[:step, : rounded.shape[1]]
            less[...] = self._rounded(values[:step])
            differ = self._differ(less, rounded)
            if differ.any():
                self._doubt(row, part, *np.nonzero(differ))

    def _differ(self, one: NDArray[Any], other: NDArray[Any]) -> NDArray[np.bool_]:
        return np.asarray(np.not_equal(one, other, out=self._room.doubted[: len(one), : one.shape[1]]))

    def _doubt(self, row: int, part: Part, rows: Places, columns: Places) -> None:
        self.doubts.append((part, rows + row, columns + part.columns.start))


def _pairs(target: NDArray[Any]) -> NDArray[np.complex64] | None:
    """Columns side by side as complex numbers, (row, wave): a view; None where memory does not allow one."""
    even = all(each % 8 == 0 for each in (target.strides[0], target.ctypes.data))
    fits = even and target.strides[1] == target.itemsize and target.dtype.isnative
    return target.view(np.complex64) if fits else None


@contextmanager
def _small_buffers() -> Iterator[None]:
    """Where numpy rounds while it computes, it does so in pieces that stay next to the processor."""
    before = np.setbufsize(_BUFFER)
    try:
        yield
    finally:
        np.setbufsize(before)


def exactly(waves: Waves, part: Part, positions: Places, columns: Places) -> NDArray[np.float64]:
    """Single numbers, every digit of float64 right.

    Args:
        waves: of the table.
        part: in which they stand.
        positions: (place).
        columns: of the array, (place).
    """
    number, sine = part.wave(columns, swapped=waves.swapped)
    angle = Twofold.of(positions) * waves.turn[number]
    found = accurate.where(sine, accurate.sin(angle), accurate.cos(angle))
    return (found * waves.factor).to_float64() + 0.0
