"""Every number of an array beside what a way makes, block by block, so that memory stays small."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.arrays.finding import Compared, Difference
from posenc_cli.arrays.screen import Sample

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Computed, Way

    Array = NDArray[np.float64]
    Places = NDArray[np.int64]

#: Numbers that are compared at a time.
BLOCK = 2**18
#: Numbers that are computed with 30 digits; farther on float64 is near enough to judge narrower storage.
_ACCURATE = 100_000
#: Tables that are compared as waves, which is thirty times faster.
_LARGE = 1_000_000


def compared(way: Way, subject: Subject, most: int) -> Compared:
    """The whole array beside what a way makes.

    Args:
        way: it.
        subject: the array.
        most: levels below this one are tried.

    Raises:
        PosencError: the way is not defined everywhere.
    """
    if subject.values.size > _LARGE and subject.what in ("table", "cos", "sin"):
        from posenc_cli.arrays.waves import waves_of

        waves = waves_of(way, subject)
        if waves is not None:
            return waves.compared(most)
    return _in_blocks(way, subject, most)


def _in_blocks(way: Way, subject: Subject, most: int) -> Compared:
    columns = np.arange(subject.columns)
    heads = int(np.prod(subject.values.shape[:-2], dtype=np.int64))
    step = max(1, BLOCK // max(1, subject.columns * heads))
    tally = Tally(way, subject, np.zeros(subject.rows))
    accurate = subject.values.size <= _ACCURATE and subject.storage.name == "float64"
    levels = set(range(most))
    for start in range(0, subject.rows, step):
        rows = np.arange(start, min(start + step, subject.rows))
        sample = Sample(subject, rows, columns, subject.block(rows, columns))
        found = way.computed(subject, rows, columns, accurate=accurate)
        tally.add(sample, found)
        levels -= {level for level in levels if not sample.within(found, level)}
    return tally.result(min(levels, default=None))


@dataclass
class Tally:
    """Differences, as blocks are compared.

    Attributes:
        way: what is compared with.
        subject: the array.
        row_errors: the largest difference of each row so far.
        first: the first number that is not the nearest of its storage.
    """

    way: Way
    subject: Subject
    row_errors: Array
    first: Difference | None = field(default=None)

    def add(self, sample: Sample, found: Computed) -> None:
        """Compare one block."""
        off = sample.off(found)
        axes = tuple(axis for axis in range(off.ndim) if axis != off.ndim - 2)
        self.row_errors[sample.rows] = off.max(axis=axes, initial=0.0)
        if self.first is None:
            self.first = first_difference(self.way, sample, found)

    def result(self, level: int | None, *, whole: bool = True) -> Compared:
        """What was found."""
        worst = int(np.argmax(np.nan_to_num(self.row_errors, nan=np.inf)))
        most = float(self.row_errors[worst]) if len(self.row_errors) else 0.0
        at = int(self.way.at(np.array([worst]))[0])
        return Compared(level, most, at, self.first, self.row_errors, whole)


def first_difference(way: Way, sample: Sample, found: Computed) -> Difference | None:
    """The first number of a block that is not the nearest of its storage, by row and then by column."""
    return next(iter(differing(way, sample, found)), None)


def differing(way: Way, sample: Sample, found: Computed, level: int = 0) -> Iterator[Difference]:
    """The numbers of a block that are farther off than a level says, by row and then by column."""
    beyond = sample.off(found) > sample.bound(found, level)
    beyond |= np.isfinite(sample.values) != np.isfinite(found.values)
    if sample.subject.what == "bias":
        beyond &= ~np.isneginf(sample.values)
    by_row = np.moveaxis(beyond, -2, 0)
    for row in np.flatnonzero(by_row.reshape(len(by_row), -1).any(axis=1)).tolist():
        for inside in np.argwhere(by_row[row]):
            *heads, column = (int(each) for each in inside)
            yield _difference(way, sample, found, (*heads, row, column))


def _difference(way: Way, sample: Sample, found: Computed, at: tuple[int, ...]) -> Difference:
    *heads, row, column = at
    pos = int(way.at(sample.rows[row : row + 1])[0]) if sample.subject.what not in ("inv_freq", "slopes") else 0
    if sample.subject.what in ("bias", "buckets", "index"):
        pos += sample.subject.columns - sample.subject.rows
    head = heads[0] if heads else None
    return Difference(pos, int(sample.columns[column]), float(sample.values[at]), float(found.values[at]), head)
