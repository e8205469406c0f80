"""A canvas of Braille letters, eight dots each: curves where a terminal has letters only."""

from __future__ import annotations

import math
from itertools import pairwise
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: The bit of each dot (line, column) of a letter.
_BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
_BLANK = 0x2800


class Dots:
    """Dots that belong to numbered curves; a letter shows the colour of the last curve that touched it.

    Args:
        width: columns of letters.
        height: lines of letters.
        plain: has the screen no Braille letters? Then a letter with any dot is a star.
    """

    def __init__(self, width: int, height: int, *, plain: bool = False) -> None:
        self._size = width, height
        self._plain = plain
        self._bits = [[0] * width for _ in range(height)]
        self._owner: list[list[int | None]] = [[None] * width for _ in range(height)]

    def curve(self, x: Sequence[float], y: Sequence[float], number: int) -> None:
        """Join points (from 0 at the left and at the bottom to 1) by straight lines; what is not finite makes a gap."""
        wide, high = 2 * self._size[0] - 1, 4 * self._size[1] - 1
        places = [
            (across * wide, (1 - up) * high) if math.isfinite(across) and math.isfinite(up) else None
            for across, up in zip(x, y, strict=True)
        ]
        if len(places) == 1:
            places *= 2
        for start, end in pairwise(places):
            if start is None or end is None:
                continue
            steps = max(1, math.ceil(max(abs(end[0] - start[0]), abs(end[1] - start[1]))))
            for step in range(steps + 1):
                share = step / steps
                x_at, y_at = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
                self._dot(x_at, y_at, number)

    def _dot(self, x: int, y: int, number: int) -> None:
        row, column = y // 4, x // 2
        if 0 <= row < self._size[1] and 0 <= column < self._size[0]:
            self._bits[row][column] |= _BITS[y % 4][x % 2]
            self._owner[row][column] = number

    def lines(self) -> Iterator[list[tuple[str, int | None]]]:
        """Each line as signs with the number of their curve."""
        for bits, owners in zip(self._bits, self._owner, strict=True):
            yield [(self._sign(each), owner) for each, owner in zip(bits, owners, strict=True)]

    def _sign(self, bits: int) -> str:
        if not bits:
            return " "
        return "*" if self._plain else chr(_BLANK + bits)
