"""Text folded to a width and set in columns, measured as a terminal shows it."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_GAP = "  "
_NARROWEST = 6  #: a column of text is not folded to less


def display_width(text: str) -> int:
    """Columns of a terminal that a text takes."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def fold(text: str, width: int, *, first: str = "", rest: str = "") -> list[str]:
    """Lines of at most ``width`` columns; a word that is longer is cut where it must be.

    Args:
        text: breaks at spaces; a no-break space holds.
        width: of the lines.
        first: before the first line ("• ").
        rest: before all others.
    """
    lines: list[str] = []
    line = first
    empty = True
    for word in _pieces(text.split(" "), width - max(len(first), len(rest))):
        if not empty and display_width(line) + 1 + display_width(word) > width:
            lines.append(line)
            line, empty = rest, True
        line += word if empty else f" {word}"
        empty = False
    return [*lines, line]


def _pieces(words: Iterable[str], width: int) -> Iterable[str]:
    for word in words:
        if not word:
            continue
        piece = ""
        for sign in word:
            if piece and display_width(piece + sign) > width:
                yield piece
                piece = ""
            piece += sign
        yield piece


def pad(text: str, width: int, *, right: bool = False) -> str:
    """The text with spaces up to a width."""
    spaces = " " * (width - display_width(text))
    return spaces + text if right else text + spaces


def columns(rows: Sequence[Sequence[str]], width: int, *, right: Sequence[int] = (), rule: bool = True) -> list[str]:
    """A table: the first row heads it, cells are folded where the table is too wide.

    Args:
        rows: of equal length.
        width: that the table keeps to where its columns allow it.
        right: columns set flush right.
        rule: draw a line under the first row.
    """
    widths = _widths(rows, width - len(_GAP) * (len(rows[0]) - 1))
    lines: list[str] = []
    for number, row in enumerate(rows):
        cells = [fold(cell, columns_of) for cell, columns_of in zip(row, widths, strict=True)]
        for depth in range(max(map(len, cells))):
            shown = (
                pad(cell[depth] if depth < len(cell) else "", widths[n], right=n in right)
                for n, cell in enumerate(cells)
            )
            lines.append(_GAP.join(shown).rstrip())
        if rule and number == 0:
            lines.append("─" * (sum(widths) + len(_GAP) * (len(widths) - 1)))
    return lines


def _widths(rows: Sequence[Sequence[str]], room: int) -> list[int]:
    """Natural widths, the widest made narrower until all fit: between words first, then within them."""
    table = list(zip(*rows, strict=True))
    widths = [max(1, *map(display_width, column)) for column in table]
    words = [max(1, *(display_width(word) for cell in column for word in cell.split(" "))) for column in table]
    for floors in (words, [_NARROWEST] * len(widths)):
        while sum(widths) > room:
            spare = [width if width > floor else 0 for width, floor in zip(widths, floors, strict=True)]
            if not any(spare):
                break
            widths[spare.index(max(spare))] -= 1
    return widths
