"""What the sheets of many seeds have in common: the figures of a stress run."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from statistics import fmean
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.grading.stress import Tried

#: Least and most on any sheet.
Range = tuple[int, int]


@dataclass(frozen=True)
class Summary:
    """Figures over all sheets that could be made, at least one.

    Attributes:
        sheets: how many.
        asked: blanks to be calculated.
        copies: blanks to be copied.
        accepted: the most texts that one blank accepts on any sheet.
        fullest: the largest part of its width that any answer takes.
        share: of trivial cells among all that are to be calculated.
        trivial: trivial cells of a sheet.
        negative: answers of a sheet with a minus sign.
        tiny: answers of a sheet below 0.1 that are not 0.
        apart: slip → on how many sheets it is told from all others.
        twins: slips that look alike → on how many sheets.
        hidden: slip → on how many sheets rounding swallows it.
        absent: slip → on how many sheets it changes nothing.
        pages: of those that were printed; None if none was.
        seconds: that a sheet took, on average and at most.
    """

    sheets: int
    asked: Range
    copies: Range
    accepted: int
    fullest: float
    share: float
    trivial: Range
    negative: Range
    tiny: Range
    apart: Mapping[str, int]
    twins: Mapping[tuple[str, ...], int]
    hidden: Mapping[str, int]
    absent: Mapping[str, int]
    pages: Range | None
    seconds: tuple[float, float]

    @property
    def always(self) -> tuple[str, ...]:
        """Slips that every sheet tells from all others."""
        return tuple(name for name, count in self.apart.items() if count == self.sheets)

    @property
    def sometimes(self) -> Mapping[str, int]:
        """Slips that some of the sheets tell from all others → how many."""
        return {name: count for name, count in self.apart.items() if count < self.sheets}


def summary(tried: Sequence[Tried]) -> Summary:
    """The figures of at least one sheet."""
    counts = [one.difficulty for one in tried]
    printed = [one.layout.pages for one in tried if one.layout is not None]
    return Summary(
        len(tried),
        _range(one.asked for one in tried),
        _range(one.copies for one in tried),
        max(one.accepted for one in tried),
        max(one.fullest for one in tried),
        sum(one.trivial for one in counts) / max(1, sum(one.asked for one in tried)),
        _range(one.trivial for one in counts),
        _range(one.negative for one in counts),
        _range(one.tiny for one in counts),
        Counter(name for one in tried for name in one.seen.apart),
        Counter(group for one in tried for group in one.seen.twins),
        Counter(name for one in tried for name in one.seen.hidden),
        Counter(name for one in tried for name in one.seen.absent),
        _range(printed) if printed else None,
        (fmean(one.seconds for one in tried), max(one.seconds for one in tried)),
    )


def _range(numbers: Iterable[int]) -> Range:
    found = list(numbers)
    return min(found), max(found)
