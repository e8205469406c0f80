"""How well a way fits an array, on a few rows and columns."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.arrays.storage import rounding_errors
from posenc_cli.errors import PosencError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from numpy.typing import NDArray

    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Computed, Way

    Array = NDArray[np.float64]

#: Precisions that a computation may have, the finest first, with the bits of each step. Which kind of 16 bits it was
#: cannot be told from what is left.
COMPUTED = {"float64": 53, "float32": 24, "16-bit": 8}
#: The same by level.
BITS = tuple(COMPUTED.values())
#: Levels that are looked for unless nothing else fits: sixteen bits forgive much.
FINE = 2
_HUGE = 1e300
_CLOSE = 0.05


@dataclass(frozen=True)
class Fit:
    """A way that fits.

    Attributes:
        way: it.
        level: 0 where every number is the nearest of its storage, else the number in :data:`COMPUTED` of the precision
            that its steps may have had.
    """

    way: Way
    level: int


@dataclass(frozen=True)
class Sample:
    """What is looked at.

    Attributes:
        subject: the array.
        rows: their numbers.
        columns: their numbers.
        values: there.
    """

    subject: Subject
    rows: NDArray[np.int64]
    columns: NDArray[np.int64]
    values: Array

    @classmethod
    def of(cls, subject: Subject) -> Sample:
        """Of an array."""
        rows, columns = subject.sample()
        return cls(subject, rows, columns, subject.block(rows, columns))

    def fit(self, way: Way, most: int = FINE) -> Fit | None:
        """How a way fits here, no worse than some level; None if it does not.

        Args:
            way: it.
            most: levels below this one are tried.
        """
        try:
            found = way.computed(self.subject, self.rows, self.columns)
        except PosencError:
            return None
        level = self.level(found, most)
        return None if level is None else Fit(way, level)

    def level(self, found: Computed, most: int = FINE) -> int | None:
        """The first level at which computed values agree with those of the array; None if none below ``most`` does."""
        if not self._shows(found):
            return None
        for number in range(most):
            if self.within(found, number):
                return number if number < FINE or self._tells(found, number) else None
        return None

    def within(self, found: Computed, level: int) -> bool:
        """Do all values agree with those of the array as well as a level says?"""
        unseen = self._unseen()
        if not np.array_equal(np.isfinite(self.values) | unseen, np.isfinite(found.values) | unseen):
            return False
        return bool((self.off(found) <= self.bound(found, level)).all())

    def off(self, found: Computed) -> Array:
        """How far the array is from computed values; 0 where a key is hidden, ∞ where one of both is no number."""
        finite, wanted = np.isfinite(self.values), np.isfinite(found.values)
        with np.errstate(invalid="ignore", over="ignore"):
            off = np.where(finite & wanted, np.abs(self.values - found.values), 0.0)
        return np.where((finite != wanted) & ~self._unseen(), np.inf, off)

    def bound(self, found: Computed, level: int) -> Array:
        """How far it may be at a level."""
        bits = BITS[level]
        values = np.where(np.isfinite(found.values), found.values, 0.0)
        angle = None if found.angle is None else np.nan_to_num(found.angle, nan=0.0, posinf=_HUGE, neginf=-_HUGE)
        loss = rounding_errors(bits, values, angle, found.powers) * self._amplitude
        return np.asarray(self.subject.storage.half_step(values) * (1 + 1e-9) + loss)

    def _unseen(self) -> NDArray[np.bool_]:
        return np.isneginf(self.values) if self.subject.what == "bias" else np.zeros(self.values.shape, dtype=bool)

    def _shows(self, found: Computed) -> bool:
        """Is of every head a score left that is not hidden, and is not 0 whatever its slope?"""
        if self.subject.what != "bias":
            return True
        tells = np.isfinite(found.values) & (found.values != 0)
        telling = tells.any(axis=(-2, -1))
        seen = ~self._unseen()
        return bool(np.where(telling, (seen & tells).any(axis=(-2, -1)), seen.any(axis=(-2, -1))).all())

    @cached_property
    def _amplitude(self) -> float:
        """Of what is turned or multiplied by waves; sines and cosines themselves are at most 1."""
        if self.subject.what not in ("rotated", "sum") or self.subject.before is None:
            return 1.0
        return float(2 * np.abs(self.subject.before_block(self.rows, self.columns)).max(initial=0.0) + 1)

    def _tells(self, found: Computed, level: int) -> bool:
        """Does a bound so wide still tell this way from others: are enough numbers bound closely?"""
        close = self.bound(found, level) < _CLOSE
        return bool(close.mean() > 0.2 and (np.abs(found.values[close]) > 0.2).sum() >= 8)


def nearest(samples: Iterable[tuple[Sample, Way]]) -> tuple[Sample, Way] | None:
    """The definition that an unknown array is least far from, by the mean of the differences."""

    def distance(one: tuple[Sample, Way]) -> float:
        sample, way = one
        try:
            values = way.computed(sample.subject, sample.rows, sample.columns).values
        except PosencError:
            return float("inf")
        with np.errstate(invalid="ignore", over="ignore"):
            off = np.nan_to_num(np.abs(sample.values - values), nan=1.0, posinf=1.0)
        return float(np.minimum(off, 1.0).mean())

    found = [(distance(one), number, one) for number, one in enumerate(samples)]
    return min(found, default=(0.0, 0, None))[2]


def alike(sample: Sample, fit: Fit, ways: Iterable[Way]) -> Iterator[Any]:
    """Other ways that fit as well."""
    for way in ways:
        other = sample.fit(way, fit.level + 1)
        if other is not None:
            yield way
