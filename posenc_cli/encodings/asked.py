"""From what was asked for to a scheme and its rows, where not everything was said."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Widths in the order in which they are tried where none was asked for: small enough to read, most encodings take 4.
_WIDTHS = (4, 6, 8, 12, 16, 3, 5, 2, 1)
#: The encoding that every command takes if none is named; it has no width to look for.
_ANY_WIDTH = "sinusoidal"
#: Parameters that hold one entry a position, and along which of their axes.
_A_POSITION = {"timestamps": -1, "t": -1, "tau": -1, "attention_mask": -1, "position_ids": -1, "k": 0, "v": 0}
#: Rows of a table if nobody says how many: those of the sample sentence.
DEFAULT_ROWS = 6


def scheme(name: str = "sinusoidal", *, d: int | None = None, first_pos: int = 0, **asked: Any) -> Scheme:  # noqa: ANN401
    """A scheme, at the first width for which the encoding is defined if none is asked for.

    Args:
        name: of the encoding.
        d: the width; None for 4, or where that is not possible for the width of a given table, or 6, 8 …
        first_pos: the position of the first word.
        asked: parameters and conventions by any of their names.

    Raises:
        UsageError: an unknown name, parameter or choice, or values for which the encoding is not defined.
    """
    if d is not None or name == _ANY_WIDTH:
        return Scheme.of(name, d=_WIDTHS[0] if d is None else d, first_pos=first_pos, **asked)
    possible = (width for width in _widths(asked) if _takes(name, width, asked))
    # If nothing helps, the width is not the fault; with the usual one it is said what is.
    return Scheme.of(name, d=next(possible, _WIDTHS[0]), first_pos=first_pos, **asked)


def _takes(name: str, d: int, asked: Mapping[str, Any]) -> bool:
    """Is the encoding defined at this width?"""
    try:
        found = Scheme.of(name, d=d, **asked)
        found.given(np.arange(_entries(found) or 1, dtype=np.int64))
    except UsageError:
        return False
    return True


def _widths(asked: Mapping[str, Any]) -> Iterator[int]:
    given = (_columns(value) for value in asked.values())
    return iter(dict.fromkeys((*_WIDTHS[:1], *filter(None, given), *_WIDTHS[1:])))


def _columns(value: object) -> int:
    """How wide a matrix is; 0 if a value is none."""
    if not isinstance(value, list | tuple | np.ndarray):
        return 0
    try:
        shape = np.shape(value)
    except ValueError:  # rows of several lengths, which the record refuses
        return 0
    return shape[1] if len(shape) == 2 else 0


def default_rows(scheme: Scheme) -> int:
    """How many positions a table has if nobody says: as many as there are entries in a list that has one each."""
    return _entries(scheme) or DEFAULT_ROWS


def _entries(scheme: Scheme) -> int:
    """How many entries the lists have that hold one a position; 0 if there is none."""
    lengths = []
    for name, axis in _A_POSITION.items():
        value = scheme.parameters.get(name)
        if value is not None:
            array = np.asarray(value, dtype=object)
            lengths.append(array.shape[axis])
    return min(lengths, default=0)
