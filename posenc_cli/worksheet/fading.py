"""Fading: how much of a row is worked for the student, row by row, and backward: the last step is the first to go.

Levels of a row: 0 all is worked, 1 the result is a blank, 2 the step before it too, 3 two steps before it, 4 an empty
line. A spec names a level a row, or one of the presets.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    Levels = tuple[int, ...]

HIGHEST = 4
#: For six rows, the first of them worked; of fewer rows the last ones are kept behind a worked one.
PRESETS: Mapping[str, Levels] = {
    "start": (0, 0, 0, 1, 1, 2),
    "standard": (0, 0, 1, 2, 3, 4),
    "challenge": (0, 2, 3, 4, 4, 4),
}
#: Rows of a preset where the spec does not say which.
USUAL_ROWS = 6


def is_fading(value: object) -> bool:
    """Is it a preset, or a list of levels?"""
    if isinstance(value, str):
        return value in PRESETS
    if not isinstance(value, list | tuple):
        return False
    return all(isinstance(one, int) and not isinstance(one, bool) and 0 <= one <= HIGHEST for one in value)


def levels(fading: str | Levels, rows: int) -> Levels:
    """The level of every row.

    Args:
        fading: as in the spec: levels as they are, however many, or a preset.
        rows: how many rows a preset is for; beyond the sixth all are as the sixth.
    """
    if not isinstance(fading, str):
        return tuple(fading)
    pattern = PRESETS[fading]
    if rows >= USUAL_ROWS:
        return pattern + pattern[-1:] * (rows - USUAL_ROWS)
    return pattern[:1] * (rows > 1) + pattern[USUAL_ROWS - max(rows - 1, 1) :]
