"""The few plain shapes that a page is made of in files that somebody goes on working with: Word, Moodle, Markdown.

Frozen data; :mod:`posenc_cli.render.outline` makes them of a view, and every medium writes them in its own way.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

TableKind = Literal["values", "words", "lines", "cards"]
RunStyle = Literal["plain", "strong", "emphasis", "formula", "raised", "lowered", "answer"]


@dataclass(frozen=True)
class Run:
    """A stretch of text in one style; ``answer`` is what a key fills in."""

    text: str
    style: RunStyle = "plain"


@dataclass(frozen=True)
class Gap:
    """A place to write into.

    Attributes:
        blank: its id; empty for one that nobody marks.
        number: of one that carries a letter of the solution word.
        tooltip: what to enter.
    """

    blank: str = ""
    number: str = ""
    tooltip: str = ""


Text: TypeAlias = tuple["Run | Gap", ...]


@dataclass(frozen=True)
class Para:
    """A paragraph: running text, small print, a heading inside an exercise, what stands below a table or picture."""

    text: Text
    kind: Literal["plain", "quiet", "title", "caption"] = "plain"


@dataclass(frozen=True)
class Bullets:
    """A list."""

    items: tuple[Text, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Entry:
    """A cell of a table."""

    text: Text
    head: bool = False
    minus: bool = False


@dataclass(frozen=True)
class Table:
    """Rows of cells, all of one length.

    Attributes:
        rows: those of the head first.
        head_rows: how many these are.
        kind: ``values`` (numbers to read or write), ``words`` (texts), ``lines`` (parts of formulas, without rules),
            ``cards`` (to cut out).
    """

    rows: tuple[tuple[Entry, ...], ...]
    head_rows: int = 0
    kind: TableKind = "values"


@dataclass(frozen=True)
class Image:
    """A drawing.

    Attributes:
        svg: as a drawing.
        alt: what a blind reader is told of it.
        to_draw: is something to be drawn into it?
        lines: the same with letters, where nothing can be drawn; the first of several drawings has those of all.
    """

    svg: str
    alt: str
    to_draw: bool = False
    lines: tuple[str, ...] = ()


@dataclass(frozen=True)
class Strip:
    """Drawings side by side, each with what stands below it."""

    images: tuple[Image, ...]
    captions: tuple[Text, ...]


@dataclass(frozen=True)
class NewPage:
    """What follows begins on a page of its own, where there are pages."""


@dataclass(frozen=True)
class Frame:
    """A framed remark."""

    kind: Literal["rule", "note", "warning", "example"]
    title: str
    inside: tuple[Element, ...]


@dataclass(frozen=True)
class Program:
    """Lines of a program; blanks at their beginning count."""

    lines: tuple[Text, ...]


@dataclass(frozen=True)
class Ticks:
    """A question with boxes to tick; ``right`` is the number of the right one, in a key only."""

    question: Text
    options: tuple[Text, ...]
    right: int | None = None


@dataclass(frozen=True)
class Lines:
    """A question with lines to write on, or with its model answer."""

    question: Text
    count: int
    model: Text = ()


Element: TypeAlias = Para | Bullets | Table | Image | Strip | Frame | Program | Ticks | Lines | NewPage
