"""The numbers of the paper worksheet in cells and blocks, filled in for a key."""

from __future__ import annotations

import math

from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.blocks import (
    LABELS,
    Block,
    Calculation,
    CalculationLine,
    Cell,
    Inline,
    Paragraph,
    Span,
    SumGrid,
    Working,
)

WORDS = ("Die", "Katze", "sitzt", "auf", "der", "Matte")
EMBEDDINGS = (
    (0.9, 0.1, 0.0, 0.1),
    (0.0, 0.9, 0.1, 0.2),
    (0.0, 0.1, 0.9, 0.0),
    (0.5, 0.0, 0.3, 0.4),
    (0.9, 0.1, 0.0, 0.1),
    (0.0, 0.0, 0.0, 0.9),
)
POSITIONS = tuple((math.sin(p), math.cos(p), math.sin(p / 100), math.cos(p / 100)) for p in range(6))
SUMS = tuple(
    tuple(a + round(b, 3) for a, b in zip(e, p, strict=True)) for e, p in zip(EMBEDDINGS, POSITIONS, strict=True)
)
NAMES = ("d₁", "d₂", "d₃", "d₄")
FUNCTIONS = ("sin(pos/1)", "cos(pos/1)", "sin(pos/100)", "cos(pos/100)")
PIPELINE = ("Tokenizer", "Embedding", "Positionskodierung", "Self-Attention", "Feed-Forward", "Ausgabe")
LABEL_WORDS = dict(zip(LABELS, ("Lösung", "Aufgabe", "Punkte", "Rechenweg", "Musterantwort", "Grautöne"), strict=True))


def number(value: float) -> str:
    """Three decimals with the printed minus."""
    return write_number(value, 3).replace("-", "−")


def plain(text: str) -> Inline:
    """Text without a style."""
    return (Span(text),)


def say(text: str, *, quiet: bool = False) -> Paragraph:
    """A paragraph of plain text."""
    return Paragraph(plain(text), quiet)


def given(values: tuple[float, ...]) -> tuple[Cell, ...]:
    """Printed values."""
    return tuple(Cell(number(v), minus=number(v).startswith("−")) for v in values)


def word(text: str) -> Cell:
    """A word of the sentence."""
    return Cell(text, isolate=True)


class Maker:
    """Makes the blocks of a sheet, or of its key."""

    def __init__(self, *, key: bool) -> None:
        self.key = key

    def blank(self, name: str, value: str, *others: str) -> Cell:
        """A blank, filled in the key."""
        shown = (value, others) if self.key else ("", ())
        return Cell(shown[0], blank=name, alternatives=shown[1], filled=self.key, tooltip=f"Lücke {name}")

    def blanks(self, stem: str, values: tuple[float, ...]) -> tuple[Cell, ...]:
        """One row of blanks."""
        return tuple(self.blank(f"{stem}_d{n}", number(v)) for n, v in enumerate(values, 1))

    def working(self, *lines: str) -> tuple[Block, ...]:
        """Working in the key, nothing on the sheet."""
        return (Working(lines),) if self.key else ()

    def lines(self, position: int, *, asked: bool) -> Calculation:
        """The four lines of one position."""
        cells = self.blanks(f"pe{position}", POSITIONS[position]) if asked else given(POSITIONS[position])
        steps = tuple((f"{f}({position} / {t})", f"{f}({position / t:g})") for t in (1, 100) for f in ("sin", "cos"))
        remarks = ("", "", "kaum verändert", "fast wie bei Position 0") if position == 1 else ("",) * 4
        return Calculation(
            f"Position {position} – „{WORDS[position]}“",
            tuple(map(CalculationLine, NAMES, steps, cells, remarks)),
        )

    def grid(self, row: int, *, asked: bool) -> SumGrid:
        """The column addition of one word."""
        total = self.blanks(f"x{row}", SUMS[row]) if asked else given(SUMS[row])
        return SumGrid(
            f"„{WORDS[row]}“, Position {row}",
            NAMES,
            (("E", given(EMBEDDINGS[row])), ("+ PE", given(POSITIONS[row])), ("=", total)),
        )
