"""View blocks of drawings that show numbers: bars, number lines, fields, arrows. Frozen data, as in ``blocks``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, TypeAlias

if TYPE_CHECKING:
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.render.plots.figure import Faces, Heat, Lines


@dataclass(frozen=True)
class Bars:
    """One bar a value, up or down from a zero line.

    Attributes:
        names: what each bar is called.
        heights: −1 … 1, as parts of the longest.
        texts: ready numbers, one at the end of each bar; may be empty.
        alt: what a blind reader is told.
        caption: under the drawing; may be empty.
    """

    names: tuple[str, ...]
    heights: tuple[float, ...]
    texts: tuple[str, ...]
    alt: str
    caption: str = ""


@dataclass(frozen=True)
class Ruler:
    """Number lines one above the other, on one scale.

    Attributes:
        names: what each line is called; empty for no names.
        marks: of each line, places 0 … 1 with their ready texts; without a text a place is a tick only.
        alt: what a blind reader is told.
        caption: under the drawing; may be empty.
    """

    names: tuple[str, ...]
    marks: tuple[tuple[tuple[float, str], ...], ...]
    alt: str
    caption: str = ""


@dataclass(frozen=True)
class Board:
    """A grid of fields with texts in them.

    Attributes:
        cells: ready texts, row by row.
        marked: the (row, column) of fields that are shaded, from 0.
        row_names: left of the rows; empty for none.
        column_names: above the columns; empty for none.
        alt: what a blind reader is told.
        caption: under the drawing; may be empty.
    """

    cells: tuple[tuple[str, ...], ...]
    marked: tuple[tuple[int, int], ...]
    row_names: tuple[str, ...]
    column_names: tuple[str, ...]
    alt: str
    caption: str = ""


@dataclass(frozen=True)
class Arrow:
    """A vector from the middle of the circle, y upwards; ``text`` is its end as a reader writes it: "(0.9 | 0.1)"."""

    x: float
    y: float
    text: str


@dataclass(frozen=True)
class ArrowPanel:
    """A circle with arrows.

    ``before`` is grey and thin. ``after`` are black, and ``None`` where they are to be drawn; the key then has
    ``key_after``.
    """

    title: str
    before: Arrow | None
    after: tuple[Arrow, ...] | None
    key_after: tuple[Arrow, ...] | None = None


@dataclass(frozen=True)
class Arrows:
    """A strip of circles on one scale.

    ``reach`` is the length of the longest arrow, those that are to be drawn among them: a sheet does not hold them, and
    must leave as much room as its key. ``circle`` is how large the circles are: arrows that are only turned end on it.
    """

    panels: tuple[ArrowPanel, ...]
    alt: str
    caption: str = ""
    reach: float = 1.0
    circle: float = 1.0


@dataclass(frozen=True, eq=False)
class Plot:
    """A picture of an encoding, its panels below each other.

    Attributes:
        panels: ready to be drawn.
        alt: what a blind reader is told.
        caption: under the last panel; may be empty.
        mark: of decimals.
    """

    panels: tuple[Heat | Lines | Faces, ...]
    alt: str
    caption: str = ""
    mark: Mark = "point"


Drawn: TypeAlias = Bars | Ruler | Board | Arrows | Plot
