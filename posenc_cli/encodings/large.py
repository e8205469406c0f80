"""Tables too large for the memory: row by row, in pieces, from a first position on.

Up to :data:`~posenc_cli.encodings.scheme.MAX_CELLS` numbers a table is what the formula gives, rounded once, as small
ones are. Beyond, where it is made of waves, its numbers are right to 15 digits before they are rounded, unless somebody
asks for more.
"""

from __future__ import annotations

import os
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property
from threading import local
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.twofold import Twofold
from posenc_cli.encodings.addition import Rows
from posenc_cli.encodings.precision import cast_array, cast_results
from posenc_cli.encodings.results import results
from posenc_cli.encodings.rope_scaling import at_length
from posenc_cli.encodings.scheme import MAX_CELLS
from posenc_cli.encodings.waves import waves_of

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
    from concurrent.futures import Future

    from numpy.typing import NDArray

    from posenc_cli.encodings.precision import Dtype
    from posenc_cli.encodings.scheme import Scheme
    from posenc_cli.encodings.waves import Waves

    Piece = Mapping[str, NDArray[Any]]

#: Numbers of a piece; those that take a microsecond each come in smaller ones, and in memory that is there larger ones.
_PIECE, _SLOW_PIECE, _PIECE_IN_PLACE = 2**20, 2**16, 2**23
#: More threads than this only wait for the memory.
_MOST_THREADS = 8


@dataclass(frozen=True)
class Large:
    """A table that is computed piece by piece.

    Attributes:
        scheme: additive or rotary.
        ranges: first and last position of each run of rows, in their order.
        dtype: of the numbers.
        fixed: arrays without rows, cast.
        widths: columns of each array with rows, by name, in order.
        waves: what its sines and cosines are made of; None if the formula computes them all.
        exact: every number is what the formula gives, rounded once.
    """

    scheme: Scheme
    ranges: tuple[tuple[int, int], ...]
    dtype: Dtype
    fixed: Mapping[str, NDArray[Any]]
    widths: Mapping[str, int]
    waves: Waves | None
    exact: bool

    @classmethod
    def of(cls, scheme: Scheme, ranges: Sequence[tuple[int, int]], dtype: Dtype, *, exact: bool) -> Large:
        """The plan of a table.

        Raises:
            UsageError: a position out of reach, values for which the encoding is not defined, or a number that the
                precision cannot hold.
        """
        last = np.array([max(last for _, last in ranges)], dtype=np.int64)
        scheme = at_length(scheme, scheme.checked(last))
        rows, fixed = _arrays(scheme, last, dtype)
        waves = None if dtype == "float64" else waves_of(scheme)
        count = sum(last - first + 1 for first, last in ranges)
        exact = exact or waves is None or count * scheme.d <= MAX_CELLS
        return cls(scheme, tuple(ranges), dtype, fixed, rows, waves, exact)

    @property
    def rows(self) -> int:
        """How many."""
        return sum(last - first + 1 for first, last in self.ranges)

    @property
    def storage(self) -> np.dtype[Any]:
        """What holds a number in memory: of bfloat16 float32."""
        return np.dtype({"bfloat16": "float32"}.get(self.dtype, self.dtype))

    @property
    def error(self) -> float:
        """What a sine or cosine may be off by: half a step of the precision, and what is lost before."""
        size = 1.0 if self.waves is None else self.waves.size
        digits = {"float64": 53, "float32": 24, "float16": 11, "bfloat16": 8}[self.dtype]
        return float(2.0 ** (np.ceil(np.log2(size)) - digits - 1) + size * 1e-15)

    def each(self, take: Callable[[int, int, Piece], object]) -> Generator[int, None, None]:
        """Compute all rows in pieces, several at once; how many rows each piece had that is done, in their order.

        Args:
            take: is given the number of the first row of a piece, its position and each array (row, column), in the
                thread that computed them, out of order; the arrays are used again behind it.
        """
        own = local()

        def work(row: int, first: int, count: int) -> int:
            if getattr(own, "count", 0) != count:
                own.count, own.arrays = count, self._empty(count)
            take(row, first, self._filled(own.arrays, first))
            return count

        waiting: deque[Future[int]] = deque()
        row, _ = 0, self._fast  # made once, before the threads ask for it
        with self._pool() as pool:
            for first, count in self._starts():
                waiting.append(pool.submit(work, row, first, count))
                row += count
                if len(waiting) > 2 * _threads():
                    yield waiting.popleft().result()
            for done in waiting:
                yield done.result()

    def fill(self, arrays: Mapping[str, NDArray[Any]]) -> None:
        """Write all rows into arrays that are there already, (row, column) by name, of :attr:`storage`."""
        row, tasks = 0, []
        for first, count in self._starts(_PIECE_IN_PLACE):
            tasks.append(({name: array[row : row + count] for name, array in arrays.items()}, first))
            row += count
        with self._pool() as pool:
            for _ in pool.map(self._filled, *zip(*tasks, strict=True)):
                pass

    @contextmanager
    def _pool(self) -> Iterator[ThreadPoolExecutor]:
        """Threads of which none is left, whatever happens."""
        pool = ThreadPoolExecutor(_threads())
        try:
            yield pool
        finally:
            pool.shutdown(cancel_futures=True)

    def _starts(self, numbers: int = _PIECE) -> Iterator[tuple[int, int]]:
        """First position and number of rows of each piece of about so many numbers."""
        numbers = numbers if self.waves is not None else _SLOW_PIECE
        most = max(1, numbers // max(1, sum(self.widths.values())))
        for first, last in self.ranges:
            for start in range(first, last + 1, most):
                yield start, min(most, last + 1 - start)

    def _empty(self, count: int) -> Piece:
        return {name: np.empty((count, width), self.storage) for name, width in self.widths.items()}

    @cached_property
    def _fast(self) -> Rows | None:
        if self.waves is None:
            return None
        first = min(first for first, _ in self.ranges)
        return Rows(self.scheme, self.waves, self.dtype, first, self.rows, exact=self.exact)

    def _filled(self, arrays: Piece, first: int) -> Piece:
        positions = np.arange(first, first + len(next(iter(arrays.values()))), dtype=np.int64)
        if self._fast is None or self.waves is None:
            found = cast_results(results(self.scheme, positions), self.dtype).arrays
            for name, array in arrays.items():
                array[...] = found[name]
            return arrays
        self._fast.fill({name: arrays[name] for name in self.waves.widths}, first)
        if "angles" in arrays:
            angles = Twofold.of(positions.reshape(-1, 1)) * self.waves.turn
            arrays["angles"][...] = cast_array(angles.high + 0.0, self.dtype, "angles")
        return arrays


def _arrays(scheme: Scheme, last: NDArray[np.int64], dtype: Dtype) -> tuple[dict[str, int], dict[str, NDArray[Any]]]:
    """Widths of the arrays that have rows, and the others; the last row is computed, which is the first to fail."""
    if scheme.encoding.kind == "additive":
        scheme.computed(scheme.given(last))
        return {"values": scheme.d}, {}
    found = cast_results(results(scheme, last), dtype).arrays
    rows = {name: values.shape[1] for name, values in found.items() if values.ndim > 1}
    return rows, {name: values for name, values in found.items() if name not in rows}


def _threads() -> int:
    return min(_MOST_THREADS, os.cpu_count() or 1)
