"""What some minutes are good for: the exercises of one leaf about a sentence, two sides, at most twenty blanks."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.asked import scheme
from posenc_cli.encodings.table import table
from posenc_cli.errors import UsageError
from posenc_cli.i18n.numbers import write_number

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import NDArray

MINUTES = range(10, 46)
#: Rows that are asked for lie among the first ones: far out, nobody counts the words of a sentence.
FURTHEST = 12
#: Below this position hardly any slip shows: at 0 every row is the same, at 1 multiplied is divided.
FIRST_TELLING = 2
#: Usual minutes for all that is read before the first row, and the least that some need.
READING, LEAST_READING = 11, 4
#: How much faster or slower than usual a class may work before more or less must be asked.
HASTE, LEISURE = 0.85, 1.5
#: (rows of encodings, rows of sums) in the order of their work.
_SIZES = ((1, 0), (1, 1), (1, 2), (2, 1), (2, 2), (2, 3), (3, 3))
#: By width the last size that has room on two sides: with a guess, without one, and in small letters. Measured on paper
#: of both engines; a test prints them all.
_ROOM = {2: (4, 4, 6), 3: (3, 3, 4), 4: (1, 3, 4), 5: (0, 0, 3), 6: (0, 1, 2), 7: (0, 0, 1), 8: (0, 0, 1)}
#: Widths whose rows have room on a leaf.
WIDTHS = range(min(_ROOM), max(_ROOM) + 1)
#: From so many minutes on there is time to tell how to round, and to guess before calculating; so long takes either.
_ROUNDING, _GUESS, _WITH_PART = 20, 35, 4


@dataclass(frozen=True)
class Lesson:
    """What is asked.

    Attributes:
        first_pos: position of the first word.
        exercises: as in a spec, the minutes of all together are those that were given.
        used: positions of the rows that stand on the sheet.
        crowded: has all of it room in small letters only?
    """

    first_pos: int
    exercises: tuple[Mapping[str, Any], ...]
    used: tuple[int, ...]
    crowded: bool


@dataclass(frozen=True)
class _Rows:
    """Rows that are worked, asked for, and added; every value of the encoding as it is written."""

    first_pos: int
    worked: tuple[int, ...]
    telling: tuple[int, ...]
    texts: Mapping[int, tuple[str, ...]] = field(repr=False)

    def summed(self, asked: Sequence[int]) -> tuple[int, ...]:
        """Rows to add, after the asked ones: those with many minus signs first, the row of zeros and ones never."""
        others = [at for at in self.texts if at not in asked and at > 0]
        return tuple(sorted(others, key=lambda at: (-sum(text.startswith("-") for text in self.texts[at]), at)))


def lesson(words: int, d: int, minutes: int, decimals: int, *, wordy: bool = False) -> Lesson:
    """Choose exercises for a sentence.

    Args:
        words: how many it has, 1 or more.
        d: width, one of :data:`WIDTHS`.
        minutes: for all exercises together.
        decimals: of the answers; where two rows look alike in them, another one is asked for.
        wordy: are the words so long that they take the room of something else?

    Raises:
        UsageError: more or fewer minutes than such a leaf is good for.
    """
    rows = _rows(min(words, FURTHEST), d, decimals)
    sizes = _sizes(rows, d)[: -1 if wordy else None] or _sizes(rows, d)[:1]
    found = _fitting(sizes, d, minutes)
    if found is None:
        possible = [each for each in MINUTES if _fitting(sizes, d, each)]
        limits = {"first": possible[0], "last": possible[-1]}
        raise UsageError("sentence.minutes", given=minutes, words=words, d=d, **limits)
    encoded, summed = found
    asked = rows.telling[:encoded]
    added = (*sorted(asked[:summed]), *rows.summed(asked))[:summed]
    weights = _weights(d, encoded, summed, minutes)
    crowded = wordy or _SIZES.index(found) > _ROOM[d][0 if _guesses(d, minutes) else 1]
    exercises = _exercises(rows, sorted(asked), added, weights, brief=crowded)
    times = _shared(minutes, [weights[str(exercise["kind"])] for exercise in exercises])
    timed = tuple({**exercise, "minutes": time} for exercise, time in zip(exercises, times, strict=True))
    return Lesson(rows.first_pos, timed, tuple(sorted({*rows.worked, *asked, *added})), crowded)


@cache
def _rows(words: int, d: int, decimals: int) -> _Rows:
    """Which rows can be worked and asked for; a very short sentence begins later in a text."""
    first = max(0, FIRST_TELLING + 1 - words)
    positions = range(first, first + words)
    values = table(scheme(d=d), np.array(positions)).values
    texts = {at: _written(row, decimals) for at, row in zip(positions, values, strict=True)}
    worked = tuple(at for at in positions if at == FIRST_TELLING - 1)
    given_away = {at: _given_away(texts[at], [texts[one] for one in worked]) for at in positions}
    telling = sorted((at for at in positions if at >= FIRST_TELLING), key=lambda at: (given_away[at], at))
    return _Rows(first, worked, tuple(telling), texts)


def _written(row: NDArray[np.float64], decimals: int) -> tuple[str, ...]:
    return tuple(write_number(Decimal(float(value)), decimals) for value in row)


def _given_away(row: Sequence[str], worked: Sequence[Sequence[str]]) -> int:
    """Cells that are right without calculating: 0, 1, or what stands in the worked row."""
    trivial = {write_number(Decimal(value), len(row[0].partition(".")[2])) for value in (0, 1, -1)}
    return sum(text in trivial or any(text == other[k] for other in worked) for k, text in enumerate(row))


def _sizes(rows: _Rows, d: int) -> list[tuple[int, int]]:
    """How many rows of encodings and of sums a leaf can ask for."""
    return [
        (encoded, summed)
        for encoded, summed in _SIZES[: _ROOM[d][-1] + 1]
        if encoded <= len(rows.telling) and summed <= len(rows.texts) - (0 in rows.texts)
    ]


def _fitting(sizes: Sequence[tuple[int, int]], d: int, minutes: int) -> tuple[int, int] | None:
    """The size whose usual time comes nearest, of two the larger one; None if none comes near."""
    work = {size: math.fsum(_work(d, *size)) for size in sizes}
    shortest, longest = LEAST_READING + HASTE * min(work.values()), LEISURE * (READING + max(work.values()))
    if minutes not in MINUTES or not shortest <= minutes <= longest:
        return None
    return min(reversed(work), key=lambda size: abs(READING + work[size] - minutes))


def _work(d: int, encoded: int, summed: int) -> tuple[float, float]:
    """Usual minutes for rows of encodings and of sums: a value of the encoding takes longer than a sum."""
    return 2 + 1.25 * d * encoded, (1 + 0.75 * d * summed if summed else 0)


def _weights(d: int, encoded: int, summed: int, minutes: int) -> dict[str, float]:
    """Usual minutes of every exercise; where there is time, some show more."""
    encode, add = _work(d, encoded, summed)
    rounding = minutes >= _ROUNDING
    return {
        "idea": 5 if rounding else 3,
        "calculator": _WITH_PART if rounding else 2,
        "divisors": _WITH_PART if _guesses(d, minutes) else 2 if rounding else 1,
        "encode": encode,
        "add": add,
    }


def _guesses(d: int, minutes: int) -> bool:
    """Is there time for a guess before calculating, and another pair to guess about?"""
    return minutes >= _GUESS and d > 2


def _exercises(
    rows: _Rows, asked: Sequence[int], added: Sequence[int], weights: Mapping[str, float], *, brief: bool
) -> list[dict[str, Any]]:
    """The exercises without their times; where there is time, they show more."""
    found: list[dict[str, Any]] = [
        {"kind": "idea"},
        {"kind": "calculator", "points": 0, "parts": ["rounding"] * (weights["calculator"] >= _WITH_PART)},
        {"kind": "divisors", "parts": ["predict"] * (weights["divisors"] >= _WITH_PART)},
        {"kind": "encode", "worked": list(rows.worked), "blank": list(asked)},
        {"kind": "add", "blank": sorted(added), "parts": ["brief"] * brief},
    ]
    return [{name: value for name, value in each.items() if value != []} for each in found if weights[each["kind"]]]


def _shared(minutes: int, weights: Sequence[float]) -> list[int]:
    """Whole minutes in these proportions, each exercise at least one; the largest remainders get what is left."""
    shares = [weight * minutes / math.fsum(weights) for weight in weights]
    whole = [max(1, int(share)) for share in shares]
    order = sorted(range(len(shares)), key=lambda n: (whole[n] - shares[n], n))
    for n in range(minutes - sum(whole)):
        whole[order[n % len(order)]] += 1
    return whole
