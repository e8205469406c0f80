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
    if d is not None:
        return Scheme.of(name, d=d, first_pos=first_pos, **asked)
    first: UsageError | None = None
    for width in _widths(name, asked):
        try:
            found = Scheme.of(name, d=width, first_pos=first_pos, **asked)
            found.given(np.zeros(1, dtype=np.int64))
        except UsageError as error:
            first = first or error
        else:
            return found
    # Nothing helped, so the width was not the fault; say what was wrong with the first.
    raise first or UsageError("compute.width", d=0)


def _widths(name: str, asked: Mapping[str, Any]) -> Iterator[int]:
    if name == "sinusoidal":  # every width will do; do not compute anything to find that out
        yield _WIDTHS[0]
        return
    given = [np.shape(value)[1] for value in asked.values() if not isinstance(value, str) and np.ndim(value) == 2]
    yield from dict.fromkeys((*_WIDTHS[:1], *given, *_WIDTHS[1:]))


def default_rows(scheme: Scheme) -> int:
    """How many positions a table has if nobody says: as many as there are entries in a list that has one each."""
    lengths = []
    for name, axis in _A_POSITION.items():
        value = scheme.parameters.get(name)
        if value is not None:
            array = np.asarray(value, dtype=object)
            lengths.append(array.shape[axis])
    return min(lengths, default=DEFAULT_ROWS)
