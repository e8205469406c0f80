"""Reading single values of the command line; what cannot be read is our own one-line error."""

from __future__ import annotations

import re
from dataclasses import fields
from typing import TYPE_CHECKING, Any

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    import numpy as np
    from numpy.typing import NDArray

    from posenc_cli.encodings.scheme import Scheme


#: A position or a range of them, with a hyphen or an en dash.
_RANGE = re.compile(r" *(\d{1,16})(?: *[-–] *(\d{1,16}))? *", re.ASCII)


def positions(text: str) -> NDArray[np.int64]:
    """Positions and ranges of them: ``0-5,17``.

    Raises:
        UsageError: anything else, a range that runs backwards, or far too many.
    """
    import numpy as np

    from posenc_cli.encodings.scheme import MAX_CELLS

    found = ranges(text)
    if (count := sum(last - first + 1 for first, last in found)) > MAX_CELLS:
        raise UsageError("compute.too-many-cells", cells=count, limit=MAX_CELLS)
    parts = [np.arange(first, last + 1, dtype=np.int64) for first, last in found]
    return parts[0] if len(parts) == 1 else np.concatenate(parts)


def ranges(text: str) -> list[tuple[int, int]]:
    """First and last position of each range, however long: ``0-5,17``.

    Raises:
        UsageError: anything else, or a range that runs backwards.
    """
    found = []
    for part in text.split(","):
        read = _RANGE.fullmatch(part)
        if read is None:
            raise UsageError("cli.bad-positions", given=text)
        first, last = int(read[1]), int(read[2] or read[1])
        if last < first:
            raise UsageError("cli.backward-range", given=part.strip(), turned=f"{last}-{first}")
        found.append((first, last))
    return found


def table_rows(
    scheme: Scheme, *, n: int | None, pos: str | None, sentence: str | None, count: int | None = None
) -> tuple[NDArray[np.int64], tuple[str, ...] | None]:
    """The positions of a table and what stands there: ``--n`` or ``--pos`` or as many as the sentence has words.

    Args:
        scheme: the encoding.
        n: as asked.
        pos: as asked.
        sentence: as asked.
        count: how many positions if nothing was asked; None for those of the sample sentence.

    Raises:
        UsageError: two of them that contradict each other.
    """
    from posenc_cli.encodings.asked import DEFAULT_ROWS
    from posenc_cli.encodings.scheme import sentence_words

    words = None if sentence is None else sentence_words(sentence)
    if n is not None and (pos is not None or words is not None):
        raise UsageError("cli.not-together", first="--n", second="--pos" if pos is not None else "--sentence")
    if pos is None:
        return scheme.rows(len(words) if words else n or count or DEFAULT_ROWS), words
    if scheme.first_pos and words is None:
        raise UsageError("cli.not-together", first="--first-pos", second="--pos")
    found = positions(pos)
    if words is None:
        return found, None
    placed = dict(enumerate(words, start=scheme.first_pos))
    return found, tuple(placed.get(each, "") for each in found.tolist())


#: A column by its number k from 0, or by its name d₁ … from 1.
_DIMENSION = re.compile(r"(?P<named>[dD]?)(?P<number>\d{1,16})", re.ASCII)
_FROM_SUBSCRIPTS = str.maketrans("₀₁₂₃₄₅₆₇₈₉", "0123456789")


def dimension(text: str, d: int) -> int:
    """A column of a table of width ``d``: ``2`` is k = 2, ``d3`` is the same column by its name."""
    found = _DIMENSION.fullmatch(text.translate(_FROM_SUBSCRIPTS))
    if found is None or (found["named"] and int(found["number"]) == 0):
        raise UsageError("cli.bad-dimension", given=text)
    k = int(found["number"]) - bool(found["named"])
    if k >= d:
        raise UsageError("compute.dimension", given=text, last=d - 1, d=d)
    return k


def together(main: Mapping[str, object], *, apart: Mapping[str, object]) -> None:
    """Refuse options that exclude each other.

    Args:
        main: options with their values; None where one was not given.
        apart: options that none of the others goes with.

    Raises:
        UsageError: one of each was given.
    """
    first = next((name for name, value in main.items() if value is not None), None)
    second = next((name for name, value in apart.items() if value is not None), None)
    if first and second:
        raise UsageError("cli.not-together", first=first, second=second)


def said(*groups: Any) -> dict[str, object]:  # noqa: ANN401  (any group of options)
    """The options of groups by name; None where one was left as it is."""
    return {
        f"--{each.name.strip('_').replace('_', '-')}": None if value == each.default else value
        for group in groups
        for each in fields(group)
        for value in (getattr(group, each.name),)
    }
