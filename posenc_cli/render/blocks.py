"""The view model of a worksheet: frozen data, ready strings, no arithmetic. Every medium takes nothing else.

A :class:`PageView` is a head and exercises, lists of blocks. A key is the same, with answers in the cells of blanks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, TypeAlias

from posenc_cli.render.closing import Cutouts, Letters, Pool, Turned
from posenc_cli.render.drawings import Drawn
from posenc_cli.render.paper import ORDINARY
from posenc_cli.render.program import Code

if TYPE_CHECKING:
    from posenc_cli.i18n import Language
    from posenc_cli.render.expected import Expectation
    from posenc_cli.render.judged import Judged
    from posenc_cli.render.paper import Paper

Style = Literal["plain", "strong", "emphasis", "formula", "power", "index"]

#: The fixed words that a layout needs: the keys of :attr:`PageView.labels`.
LABELS = (
    "key",  # "Lösung": the mark in the head of a key
    "exercise",  # "Aufgabe": headings and cross references
    "points",  # "Punkte": the sum in the head
    "working",  # "Rechenweg": above the working of a key
    "model",  # "Musterantwort": before a model sentence
    "shades",  # "Grautöne von weiß bis dunkel": what is told of the scale of a picture of shades
)


@dataclass(frozen=True)
class Span:
    """A stretch of text in one style; ``power`` is an exponent (its text layer keeps the caret).

    ``target`` is the anchor of an exercise: the layout makes the words of the reference ("Aufgabe 3") and the link, and
    ``text`` is left empty.
    """

    text: str
    style: Style = "plain"
    target: str = ""


Inline: TypeAlias = tuple[Span, ...]


@dataclass(frozen=True)
class Cell:
    """One cell of a table, grid or calculation line.

    Attributes:
        text: ready string with U+2212; empty for an unfilled blank.
        blank: id of the blank, or None for a given value.
        alternatives: further accepted texts, in the key only.
        filled: is this a blank that the key has filled?
        minus: shade lightly: the value is negative and printed.
        copy: an empty cell to copy into that nobody marks.
        isolate: the text is a word of the user (any script): keep its direction to itself.
        tooltip: what to enter, for fields.
        number: of a blank that carries a letter of the solution word.
        judged: of a blank whose ``text`` a student wrote.
    """

    text: str = ""
    blank: str | None = None
    alternatives: tuple[str, ...] = ()
    filled: bool = False
    minus: bool = False
    copy: bool = False
    isolate: bool = False
    tooltip: str = ""
    number: str = ""
    judged: Judged | None = None


@dataclass(frozen=True)
class Paragraph:
    """Running text; ``quiet`` is small print."""

    text: Inline
    quiet: bool = False


@dataclass(frozen=True)
class FormulaBlock:
    """Displayed formulas, one a line, aligned at "="."""

    lines: tuple[Inline, ...]


@dataclass(frozen=True)
class Listing:
    """A list of points."""

    items: tuple[Inline, ...]
    ordered: bool = False


@dataclass(frozen=True)
class Box:
    """A framed remark: ``rule`` (hold to it), ``note`` (good to know), ``warning``, ``example``."""

    kind: Literal["rule", "note", "warning", "example"]
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True)
class TableBlock:
    """A table.

    Attributes:
        head: heading cells, each a stack of lines ("d₁", "sin(pos/1)").
        rows: cells; the first ``head_columns`` of a row are row headings.
        caption: for readers of the screen and under the table.
        kind: ``values`` (number cells of equal width), ``words`` (text), ``half-page`` (large, half a page high).
        legend: what the shade of its cells means, for media that shade; only where cells are first shaded.
    """

    head: tuple[tuple[str, ...], ...]
    rows: tuple[tuple[Cell, ...], ...]
    head_columns: int = 1
    caption: str = ""
    kind: Literal["values", "words", "half-page"] = "values"
    legend: str = ""


#: A stretch of a line: a ready string, or strings with cells between them.
Step: TypeAlias = "str | tuple[str | Cell, ...]"


@dataclass(frozen=True)
class CalculationLine:
    """One line such as d₁ = sin(2 / 1) = sin(2) = ____; a step may have gaps: sin(2 / ____)."""

    label: str
    steps: tuple[Step, ...]
    result: Cell
    remark: str = ""


@dataclass(frozen=True)
class Calculation:
    """Calculation lines under one heading, all "=" in columns."""

    title: str
    lines: tuple[CalculationLine, ...]


@dataclass(frozen=True)
class SumGrid:
    """Column addition of one word: E, + PE, =."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[Cell, ...]], ...]


@dataclass(frozen=True)
class SumGrids:
    """Several column additions; ``legend`` as in :class:`TableBlock`."""

    grids: tuple[SumGrid, ...]
    legend: str = ""


@dataclass(frozen=True)
class Dial:
    """A clock face; hands in turns from 12 o'clock, clockwise, the fastest (longest) first.

    ``hands`` is ``None`` where the face is to be drawn; the key then has ``key_hands``.
    """

    title: str
    hands: tuple[float, ...] | None
    key_hands: tuple[float, ...] | None = None


@dataclass(frozen=True)
class Dials:
    """A strip of clock faces; ``hand_names`` in the order of the hands."""

    dials: tuple[Dial, ...]
    hand_names: tuple[str, ...]
    alt: str


@dataclass(frozen=True)
class Picture:
    """A drawn picture of ours by name.

    Labels of ``clock`` (it shows 14:30:05): names of the hour, minute and second hand. Labels of ``badge``: line above
    the name ("Hallo, ich bin"), the name, word before the seat ("Platz"), the seat.
    """

    name: Literal["clock", "badge"]
    labels: tuple[str, ...]
    alt: str
    caption: str


@dataclass(frozen=True)
class Pipeline:
    """The steps from text to output; ``current`` is marked, those before it are done."""

    steps: tuple[str, ...]
    current: int


@dataclass(frozen=True)
class Heatmap:
    """A grid to shade: each cell 0 (white) … 1 (dark), or None for a cell that the student shades."""

    head: tuple[str, ...]
    rows: tuple[tuple[str, tuple[float | None, ...]], ...]
    scale: tuple[str, str]
    alt: str
    solution: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True)
class Choice:
    """A question with boxes to tick; ``right`` is the index of the right one, shown in the key only."""

    question: Inline
    options: tuple[str, ...]
    right: int | None = None


@dataclass(frozen=True)
class OpenQuestion:
    """A question answered in words on lines; ``model`` is the model sentence, in the key only.

    ``joined``: it belongs to the block before it, and no page ends between them.
    """

    question: Inline
    lines: int
    model: str = ""
    joined: bool = False


@dataclass(frozen=True)
class Working:
    """In the key only: how a blank is reached, and remarks."""

    lines: tuple[str, ...]


Block: TypeAlias = (
    Paragraph
    | FormulaBlock
    | Listing
    | Box
    | TableBlock
    | Calculation
    | Code
    | SumGrids
    | Dials
    | Picture
    | Pipeline
    | Heatmap
    | Drawn
    | Choice
    | OpenQuestion
    | Cutouts
    | Working
    | Pool
    | Letters
    | Turned
)


@dataclass(frozen=True)
class ExerciseView:
    """One exercise.

    Attributes:
        anchor: target of cross references.
        number: as printed ("3").
        title: heading.
        verb: instruction verb ("Berechne"), empty where nothing is asked.
        points: ready text ("4 Punkte"), empty where nothing is marked.
        minutes: ready text ("10 min").
        blocks: its content.
        new_page: start on a new page.
        max_points: ready number ("4") for the points margin, empty where nothing is marked.
    """

    anchor: str
    number: str
    title: str
    verb: str
    points: str
    minutes: str
    blocks: tuple[Block, ...]
    new_page: bool = False
    max_points: str = ""


@dataclass(frozen=True)
class PageView:
    """A whole sheet or key, ready to be printed.

    Attributes:
        language: of the sheet.
        title: heading and document title.
        school: may be empty.
        is_key: the key says so in its head.
        fields: labels of the head's lines (name, date, class).
        page_of: how the foot counts ("Seite {page} von {pages}" split into its three texts).
        foot: what stands left in the foot (name of the sheet).
        exercises: in order.
        expectation: in the key only.
        labels: fixed words of the page, by the names in :data:`LABELS`.
        max_points: ready sum of the points ("25") for the head; empty: no place for it.
        variant: which of the sheets with drawn numbers this is ("Variante 2"); empty for the fixed ones.
        code: stands in the foot, before the page ("Code CDG9-K4XX"); empty for none.
        qr: text of the QR code in the head; empty for none.
        qr_alt: what a blind reader is told of it.
        paper: what it is printed on.
        closing: blocks below the exercises.
        holder: what stands on the first of the lines already: whose sheet it is.
    """

    language: Language
    title: str
    school: str
    is_key: bool
    fields: tuple[str, ...]
    page_of: tuple[str, str, str]
    foot: str
    exercises: tuple[ExerciseView, ...]
    expectation: Expectation | None
    labels: dict[str, str]
    max_points: str = ""
    variant: str = ""
    code: str = ""
    qr: str = ""
    qr_alt: str = ""
    paper: Paper = ORDINARY
    closing: tuple[Block, ...] = ()
    holder: str = ""
