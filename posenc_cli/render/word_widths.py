"""How wide the columns of a table in a Word document are: as wide as what stands in them, as far as the page has room.

Widths of texts are estimates (:func:`posenc_cli.render.svg.text_width`), for no font is at hand; a word processor
breaks lines where one is wider.
"""

from __future__ import annotations

import math
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.render.shapes import Run
from posenc_cli.render.svg import text_width

if TYPE_CHECKING:
    from posenc_cli.render.shapes import Entry, Table

_BESIDE = 5.0  #: mm: left and right of a text in its cell
_LEAST, _VALUE = 10.0, 18.0  #: mm: of any column, and of one with numbers or a place to write
_BOLD = 1.08
_SMALLEST = 0.5  #: of running text
#: Letters of the word processor may be wider than ours.
_SLACK = 1.15
_GAP = "_" * 8


@dataclass(frozen=True)
class Fit:
    """How a table fits the page: the widths of its columns in mm, and how large its letters are beside running text."""

    columns: tuple[float, ...]
    scale: float = 1.0


def fit(table: Table, size: float, room: float) -> Fit:
    """The widths of all columns, together at most ``room``; letters get smaller before a word is torn.

    Args:
        table: with at least one row.
        size: of its letters in mm.
        room: mm between the margins.
    """
    count = len(table.rows[0])
    if table.kind == "cards":
        return Fit((room / count,) * count)
    natural, least = _widths(table, size, 1.0)
    scale = 1.0
    if math.fsum(least) > room:
        beside = count * _BESIDE
        scale = max(_SMALLEST, (room - beside) / (math.fsum(least) - beside))
        natural, least = _widths(table, size, scale)
    return Fit(tuple(_shared(natural, least, room)), scale)


def _widths(table: Table, size: float, scale: float) -> tuple[list[float], list[float]]:
    """Of all columns what their lines need, and what their words need."""
    natural, least = [], []
    for column in zip(*table.rows, strict=True):
        lines, words = zip(*(_needs(entry, size * scale) for entry in column), strict=True)
        is_open = table.kind == "values" and not all(entry.head for entry in column)
        least.append(max(scale * (_VALUE if is_open else _LEAST), *words))
        natural.append(max(least[-1], *lines))
    return natural, least


def _needs(entry: Entry, size: float) -> tuple[float, float]:
    """Width of the longest line of a cell, and of its longest word; a lone place to write is as wide as it may be."""
    is_alone = len(entry.text) == 1
    text = "".join(part.text if isinstance(part, Run) else "" if is_alone else _GAP for part in entry.text)
    is_bold = entry.head or any(isinstance(part, Run) and part.style in {"strong", "answer"} for part in entry.text)
    scale = size * _SLACK * (_BOLD if is_bold else 1.0)
    lines, words = (
        max(map(text_width, parts), default=0.0) * scale + _BESIDE
        for parts in (text.split("\n"), re.split(r"[ \n]", text))
    )
    return lines, words


def _shared(natural: list[float], least: list[float], room: float) -> list[float]:
    """Every column has room for its words; what is left is shared by what lines need beyond that."""
    if math.fsum(natural) <= room:
        return natural
    if math.fsum(least) >= room:
        return [width * room / math.fsum(least) for width in least]
    # Twice as long a text needs twice the room only on one line.
    more = [(line - word) ** 0.7 for line, word in zip(natural, least, strict=True)]
    left = room - math.fsum(least)
    return [word + left * each / math.fsum(more) for word, each in zip(least, more, strict=True)]
