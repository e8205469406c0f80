"""What may stand below the exercises of a sheet: numbers and letters to check oneself by, hints, cards to cut out.

A part of the view model; :mod:`posenc_cli.render.blocks` says what holds for all of it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from posenc_cli.render.blocks import Block, Cell


@dataclass(frozen=True)
class Cutouts:
    """A page to cut out: word cards, position cards, a dial with hands; without hands there is no dial."""

    words: tuple[str, ...]
    positions: tuple[str, ...]
    dial_title: str
    hand_names: tuple[str, ...]
    hint: str


@dataclass(frozen=True)
class Pool:
    """Numbers to look for one's results among; in the key the right ones are filled."""

    values: tuple[Cell, ...]


@dataclass(frozen=True)
class Letters:
    """Which letter a result has at which blank.

    Attributes:
        corner: heading above the results.
        head: the numbers of the blanks.
        rows: a result, and its letter at each blank; in the key the right ones are filled.
        word: a cell a letter, empty on the sheet.
        word_name: what stands before it.
    """

    corner: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    word: tuple[Cell, ...]
    word_name: str


@dataclass(frozen=True)
class Turned:
    """Blocks that stand upside down at the foot of a sheet, so that nobody reads them by the way."""

    title: str
    blocks: tuple[Block, ...]
