"""The fewest slips that explain a sheet; answers are bits of a number, so that thousands of sheets take no time."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from numpy.typing import NDArray

    from posenc_cli.encodings.slips import Slip

#: Slips that make an answer imprecise, not wrong: they may explain the verdicts coarse and rounding.
IMPRECISE = ("round-truncated", "round-two-decimals", "round-angle-first")
#: Sets of up to this many are compared with one another; beyond them the largest next one is taken.
COMPARED = 3
MOST_COMPARED = 24


@dataclass(frozen=True)
class Group:
    """Slips that explain the same answers, or two that explain them together.

    Attributes:
        cells: the answers.
        slips: that look alike, the likeliest first.
        partners: of a pair the other slip, and what looks like it.
        alone: of a pair the answers that either explains without the other.
    """

    cells: int
    slips: tuple[Slip, ...]
    partners: tuple[Slip, ...] = ()
    alone: tuple[int, int] = (0, 0)

    @property
    def cost(self) -> int:
        """How many slips must have been made."""
        return 2 if self.partners else 1

    @property
    def joint(self) -> int:
        """What a pair explains and neither of its slips alone."""
        return self.cells & ~(self.alone[0] | self.alone[1]) if self.partners else 0


def bits(masks: NDArray[np.bool_]) -> list[int]:
    """Every mask (…, blank) as a number whose bits are the blanks."""
    packed = np.packbits(masks, axis=1, bitorder="little")
    return [int.from_bytes(row.tobytes(), "little") for row in packed]


def numbers(mask: int) -> tuple[int, ...]:
    """Which bits are set."""
    found = []
    while mask:
        lowest = mask & -mask
        found.append(lowest.bit_length() - 1)
        mask ^= lowest
    return tuple(found)


def rank(slip: Slip) -> tuple[int, str, int]:
    """What a method explains goes before what a single cell does; then grade, then catalogue order."""
    return (("sheet", "row", "cell", "swap", "once").index(slip.scope), slip.grade, slip.order)


def grouped(claimed: Iterable[tuple[int, Slip]], wrong: int) -> list[Group]:
    """Slips by the answers that they explain, ``wrong`` are those that are not only imprecise."""
    alike: dict[int, list[Slip]] = {}
    for cells, slip in claimed:
        alike.setdefault(cells, []).append(slip)
    return [
        Group(cells, tuple(sorted(slips, key=lambda slip: _first(slip, cells & wrong))))
        for cells, slips in alike.items()
    ]


def _first(slip: Slip, wrong: int) -> tuple[bool, int, str, int]:
    """Where nothing is wrong but only imprecise, what makes answers imprecise goes first."""
    return (slip.id not in IMPRECISE and not wrong, *rank(slip))


def smallest(groups: Iterable[Group], wrong: int) -> list[Group]:
    """The smallest set that explains as many of the answers as can be explained."""
    ordered = sorted(
        groups, key=lambda one: (-one.cells.bit_count(), one.cost, _first(one.slips[0], one.cells & wrong))
    )
    goal = union(ordered)
    if not goal:
        return []
    compared = ordered[:MOST_COMPARED]
    best: tuple[Group, ...] = ()
    for size in range(1, COMPARED + 1):
        if best and size >= _cost(best):
            break
        if sum(one.cells.bit_count() for one in compared[:size]) < goal.bit_count():
            continue
        for chosen in set(_covers(compared, goal, size)):
            ways = tuple(compared[number] for number in sorted(chosen))
            if not best or _preference(ways) < _preference(best):
                best = ways
    return list(best) if best else list(_greedy(ordered, goal))


def union(groups: Iterable[Group]) -> int:
    """All that some explain."""
    found = 0
    for one in groups:
        found |= one.cells
    return found


def _covers(groups: Sequence[Group], goal: int, size: int) -> Iterator[frozenset[int]]:
    """Sets (numbers) of up to some size that explain all of a goal; the lowest open answer is explained next."""
    if not goal:
        yield frozenset()
        return
    lowest = goal & -goal
    for number, one in enumerate(groups) if size else ():
        if one.cells & lowest:
            for rest in _covers(groups, goal & ~one.cells, size - 1):
                yield rest | {number}


def _cost(chosen: Iterable[Group]) -> int:
    return sum(one.cost for one in chosen)


def _preference(chosen: Sequence[Group]) -> tuple[int, int, list[tuple[int, str, int]]]:
    return _cost(chosen), -sum(one.cells.bit_count() for one in chosen), [rank(one.slips[0]) for one in chosen]


def _greedy(groups: Sequence[Group], goal: int) -> Iterator[Group]:
    """One by one what explains most of what is left of a goal, all of which can be explained."""
    while goal:
        best = max(groups, key=lambda one: (goal & one.cells).bit_count())
        goal &= ~best.cells
        yield best
