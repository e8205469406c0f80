"""Where rows begin, and what base made them, from the numbers alone."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.errors import PosencError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from posenc_cli.arrays.screen import Sample
    from posenc_cli.arrays.ways import Way

    Array = NDArray[np.float64]

#: First positions that are tried.
FARTHEST = 2**18
#: Columns that first positions are tried on, and how near a number must come there.
_TRIED = 10
_NEAR = 0.02
_MOST = 40
_STEADY = frozenset({"table", "cos", "sin", "angles"})
#: Frequencies are read from a row where their angle is this large at most.
_LARGEST_ANGLE = 0.7


def with_first(sample: Sample, way: Way) -> Iterator[Way]:
    """The way with first positions that fit the first row, the smallest first; the one it has is left out."""
    waves = frequencies(sample, way)
    if waves is None or way.positions is not None:
        return
    turns, phases, columns = waves
    first = sample.values[0, columns]
    at = _starts()
    # The slowest wave leaves few positions to try on the others.
    for column in np.argsort(np.abs(turns), kind="stable"):
        angle = at * turns[column]
        wanted = angle if sample.subject.what == "angles" else np.sin(angle + phases[column])
        room = _NEAR + (_NEAR * np.abs(wanted) if sample.subject.what == "angles" else 0.0)
        at = at[np.abs(wanted - first[column]) <= room]
    for position in at[at != way.first][:_MOST].astype(np.int64).tolist():
        yield replace(way, first=position)


@cache
def _starts() -> Array:
    return np.arange(FARTHEST, dtype=np.float64)


def frequencies(sample: Sample, way: Way) -> tuple[Array, Array, NDArray[np.int64]] | None:
    """Radians a position and phases of some columns, and which they are; None where angles do not just grow.

    A phase is 0 for a sine, a quarter turn for a cosine.
    """
    subject = sample.subject
    if subject.what not in _STEADY:
        return None
    columns = sample.columns[np.unique(np.linspace(0, len(sample.columns) - 1, _TRIED).astype(np.int64))]
    try:
        at = replace(way, positions=np.array([0, 1, 3])).computed(subject, np.arange(3), columns)
    except PosencError:
        return None
    angles = at.values if subject.what == "angles" else at.angle
    if angles is None:
        return None
    start, one, three = angles
    turns = one - start
    if not np.isfinite(three).all() or not np.allclose(three - start, 3 * turns, rtol=1e-9, atol=0):
        return None
    phases = np.where(np.abs(np.sin(start) - at.values[0]) < np.abs(np.cos(start) - at.values[0]), 0.0, np.pi / 2)
    picked = np.searchsorted(sample.columns, columns)
    return turns, phases + (0 if subject.what == "angles" else start), picked


def guessed_bases(sample: Sample, way: Way) -> tuple[float, ...]:
    """Bases that the slowest wave suggests: as a round number, and as it is.

    The slowest pair of D/2 turns by ``base^(−(D−2)/D)`` a position.
    """
    subject = sample.subject
    if subject.what == "inv_freq":
        pairs, slowest = subject.columns, float(sample.values[0, -1])
        return _rounded(slowest, pairs)
    waves = frequencies(sample, way)
    if waves is None or subject.what == "angles" or subject.rows < 2:
        return ()
    pairs = subject.columns if subject.what != "table" and not subject.doubled else subject.columns // 2
    all_columns = np.arange(subject.columns)
    try:
        found = replace(way, first=1).computed(subject, np.arange(1), all_columns)
    except PosencError:
        return ()
    angle = np.abs(np.asarray(found.angle)[0])
    slowest = int(np.argmin(np.where(angle > 0, angle, np.inf)))
    with np.errstate(invalid="ignore"):
        sine = abs(found.values[0, slowest] - np.sin(angle[slowest])) < abs(
            found.values[0, slowest] - np.cos(angle[slowest])
        )
        column = subject.block(np.arange(subject.rows), np.array([slowest]))[:, 0]
        angles = np.arcsin(np.clip(column, -1, 1)) if sine else np.arccos(np.clip(column, -1, 1))
    # The angle grows from row to row until it is read no more.
    steps = np.flatnonzero(~(np.abs(angles) < _LARGEST_ANGLE))
    last = int(steps[0]) - 1 if len(steps) else subject.rows - 1
    if last < 1 or not angles[last] > 0:
        return ()
    return _rounded(float(angles[last]) / (last + way.first), pairs)


def _rounded(slowest: float, pairs: int) -> tuple[float, ...]:
    if pairs < 2 or not 0 < slowest < 1:
        return ()
    with np.errstate(over="ignore"):
        base = float(np.float64(slowest) ** (-pairs / (pairs - 1)))
    if not 1 < base < 1e15:
        return ()
    return (*tuple(dict.fromkeys(float(f"{base:.{digits}g}") for digits in (1, 2, 3, 4, 6))), base)


def guessed_factor(sample: Sample) -> float | None:
    """By what all positions may have been divided, from the fastest wave, which turns by one radian otherwise."""
    subject = sample.subject
    if subject.what == "inv_freq":
        fastest = float(sample.values[0, 0])
    elif subject.what in ("cos", "sin", "angles") and subject.rows > 1 and sample.rows[1] == 1:
        value = float(sample.values[1, 0])
        with np.errstate(invalid="ignore"):
            back = {"cos": np.arccos, "sin": np.arcsin}.get(subject.what)
            fastest = value if back is None else float(back(value))
    else:
        return None
    if not 0 < fastest < 0.95:
        return None
    factor = 1 / fastest
    return float(round(factor)) if abs(factor - round(factor)) < 0.01 * factor else factor
