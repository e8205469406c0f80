"""What a picture is, before anybody draws it: panels of ready numbers and texts."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ScaleName = Literal["classic", "safe", "grey"]


@dataclass(frozen=True)
class Axis:
    """One side of a panel.

    Attributes:
        title: what is counted along it.
        ticks: places along it, and what stands there; of a matrix places are numbers of rows or columns.
    """

    title: str
    ticks: tuple[tuple[float, str], ...] = ()


@dataclass(frozen=True)
class Heat:
    """A matrix as colours.

    Attributes:
        title: what it shows.
        down: names of rows.
        across: names of columns.
        values: (row, column); what is not finite is left empty.
        limits: the values at both ends of the scale.
        bar: what stands at its ends and in its middle.
        scale: the colours.
        rows: numbers of marked rows.
        columns: numbers of marked columns.
    """

    title: str
    down: Axis
    across: Axis
    values: NDArray[np.float64]
    limits: tuple[float, float]
    bar: tuple[str, str, str]
    scale: ScaleName
    rows: tuple[int, ...] = ()
    columns: tuple[int, ...] = ()


@dataclass(frozen=True)
class Series:
    """One curve: its name, and its points (point) and (point)."""

    name: str
    x: NDArray[np.float64]
    y: NDArray[np.float64]


@dataclass(frozen=True)
class Lines:
    """Curves over a common axis.

    Attributes:
        title: what they show.
        across: names along it.
        down: names at its side.
        series: the curves.
        apart: has each its own strip, because together they could not be told apart?
        log: does the side count in powers of ten?
        level: a height worth a line of its own, and its name.
    """

    title: str
    across: Axis
    down: Axis
    series: tuple[Series, ...]
    apart: bool = False
    log: bool = False
    level: tuple[float, str] | None = None


@dataclass(frozen=True)
class Face:
    """A clock face with one hand.

    Attributes:
        turn: radians, clockwise from the top.
        length: of the radius.
        text: the same in words.
    """

    turn: float
    length: float
    text: str


@dataclass(frozen=True)
class Faces:
    """Clock faces in rows and columns, all rows as long as ``across``."""

    title: str
    down: tuple[str, ...]
    across: tuple[str, ...]
    rows: tuple[tuple[Face, ...], ...]


@dataclass(frozen=True)
class Figure:
    """One picture.

    Attributes:
        title: above it.
        panels: one below the other.
        notes: sentences below.
    """

    title: str
    panels: tuple[Heat | Lines | Faces, ...]
    notes: tuple[str, ...] = field(default=())
