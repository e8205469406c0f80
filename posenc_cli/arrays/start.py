"""An array beside the definition that it may follow."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import cached_property
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.arrays import candidates
from posenc_cli.arrays.finding import Compared
from posenc_cli.arrays.screen import Sample
from posenc_cli.arrays.whole import compared, first_difference
from posenc_cli.errors import PosencError

if TYPE_CHECKING:
    from posenc_cli.arrays.candidates import Asked
    from posenc_cli.arrays.subject import Subject
    from posenc_cli.arrays.ways import Way

#: Numbers up to which all of an array is compared with the definition that it does not follow.
_COMPARED = 5_000_000


@dataclass(frozen=True)
class Start:
    """An array taken for something, and a definition that it may follow."""

    subject: Subject
    way: Way

    @property
    def what(self) -> str:
        """What it was taken for."""
        return self.subject.what

    @cached_property
    def sample(self) -> Sample:
        """Some rows and columns, read when they are first looked at."""
        return Sample.of(self.subject)

    @cached_property
    def telling(self) -> Sample:
        """The same to guess from: of cosines with their sines the cosines alone."""
        if self.what != "cis":
            return self.sample
        return Sample.of(replace(self.subject, what="cos", values=self.subject.values[0]))

    def unlikely(self, asked: Asked) -> bool:
        """Is it something that nobody named, of which only the usual is tried?"""
        guessed = asked.encoding is None and asked.scheme is None and self.way.name == "sinusoidal-2d"
        return guessed or "transposed" in self.subject.read_as

    @cached_property
    def conventions(self) -> tuple[Way, ...]:
        """The same under other conventions, those with few changes first, as far as that changes a number here."""
        found, seen = [], {self._values(self.way)}
        for way in candidates.with_conventions(self.way):
            values = self._values(way)
            if values is not None and values not in seen:
                found.append(way)
                seen.add(values)
        return tuple(found)

    @cached_property
    def single(self) -> tuple[Way, ...]:
        """The way, and the same with one other convention."""
        others = (way for way in self.conventions if len(set(way.changed) - set(self.way.changed)) == 1)
        return (self.way, *others)

    def _values(self, way: Way) -> bytes | None:
        try:
            return way.computed(self.subject, self.sample.rows, self.sample.columns).values.tobytes()
        except PosencError:
            return None


def beside_definition(start: Start) -> Compared | None:
    """The array beside the definition that it does not follow: all of it, or of a large one what was sampled."""
    subject, plain = start.subject, start.way
    try:
        if subject.values.size <= _COMPARED:
            return compared(plain, subject, 0)
        found = plain.computed(subject, start.sample.rows, start.sample.columns)
    except PosencError:
        return None
    off = start.sample.off(found)
    errors = off.reshape(-1, *off.shape[-2:]).max(axis=(0, 2))
    worst = int(np.argmax(errors))
    first = first_difference(plain, start.sample, found)
    at = int(plain.at(start.sample.rows[worst : worst + 1])[0])
    return Compared(None, float(errors[worst]), at, first, errors, whole=False)
