"""The numbers in which an array differs, where they are few or stand in one row or column and all others are right."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.arrays.finding import Few
from posenc_cli.arrays.screen import Sample
from posenc_cli.arrays.whole import BLOCK, differing
from posenc_cli.errors import PosencError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from posenc_cli.arrays.finding import Difference
    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Way

#: Arrays up to this size are looked through.
_LARGEST = 5_000_000
#: Wrong numbers that are named one by one; the others are so many times as many at least.
MOST = 8
_RIGHT = 10
#: Precision of the right ones: steps in float32 are no matter here.
_LEVEL = 1
#: What has rows and columns, each with a name.
_KINDS = frozenset({"table", "sum", "inv_freq", "angles", "cos", "sin", "cis", "slopes"})


def all_but_few(ways: Iterable[tuple[Sample, Way]]) -> tuple[Subject, Way, Few] | None:
    """The first way that makes all of an array but a few numbers, a row or a column; None if none does.

    Args:
        ways: likely ones, the likeliest first, each with some numbers of the array that it is to have made.
    """
    for sample, way in ways:
        subject = sample.subject
        if subject.what in _KINDS and subject.values.size <= _LARGEST and _is_likely(sample, way):
            found = few(way, subject)
            if found is not None:
                return subject, way, found
    return None


def _is_likely(sample: Sample, way: Way) -> bool:
    """Are few of the sampled numbers wrong, or all of one row or column?"""
    try:
        found = way.computed(sample.subject, sample.rows, sample.columns)
        wrong = sample.off(found) > sample.bound(found, _LEVEL)
    except PosencError:
        return False
    return _are_few(np.argwhere(wrong), wrong.size)


def few(way: Way, subject: Subject) -> Few | None:
    """The numbers of an array that differ from what a way makes, where that is few of many.

    Args:
        way: it.
        subject: the array.
    """
    places: list[NDArray[np.int64]] = []
    cells: list[Difference] = []
    try:
        for sample in _blocks(subject):
            computed = way.computed(subject, sample.rows, sample.columns)
            wrong = np.argwhere(sample.off(computed) > sample.bound(computed, _LEVEL))
            wrong[:, -2] += sample.rows[0]
            places.append(wrong)
            cells += islice(differing(way, sample, computed, _LEVEL), MOST - len(cells))
    except PosencError:
        return None
    found = np.concatenate(places)
    if not len(found) or not _are_few(found, subject.values.size):
        return None
    rows, columns = (np.unique(found[:, axis]) for axis in (-2, -1))
    if len(found) <= MOST:
        return Few(len(found), subject.values.size, tuple(cells))
    row = int(way.at(rows)[0]) if len(rows) == 1 else None
    return Few(len(found), subject.values.size, tuple(cells), row, int(columns[0]) if row is None else None)


def _are_few(places: NDArray[np.int64], total: int) -> bool:
    alone = any(len(np.unique(places[:, axis])) == 1 for axis in (-2, -1))
    return len(places) * _RIGHT <= total and (len(places) <= MOST or alone)


def _blocks(subject: Subject) -> Iterator[Sample]:
    columns = np.arange(subject.columns)
    step = max(1, BLOCK // max(1, subject.columns))
    for start in range(0, subject.rows, step):
        rows = np.arange(start, min(start + step, subject.rows))
        yield Sample(subject, rows, columns, subject.block(rows, columns))
