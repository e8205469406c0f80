"""Marks: from the share of the points, by a scale. Exact arithmetic, so that no binary fraction decides a mark."""

from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from decimal import Decimal

    from posenc_cli.worksheet.spec_parts import Marking

#: From how many percent of the points on a mark is given. Schools: as chambers of commerce have it; upper grades: as in
#: the Abitur of the German states; universities: in steps of five percent, passed with half of the points.
SCALES: Mapping[str, Sequence[tuple[int, str]]] = {
    "1-6": ((92, "1"), (81, "2"), (67, "3"), (50, "4"), (30, "5"), (0, "6")),
    "0-15": (
        *((95 - 5 * step, str(15 - step)) for step in range(11)),
        *((40, "4"), (33, "3"), (27, "2"), (20, "1"), (0, "0")),
    ),
    "1.0-5.0": (
        *((95, "1.0"), (90, "1.3"), (85, "1.7"), (80, "2.0"), (75, "2.3"), (70, "2.7")),
        *((65, "3.0"), (60, "3.3"), (55, "3.7"), (50, "4.0"), (0, "5.0")),
    ),
}
PERCENT = "percent"
#: Points are sums of shares that people write: fractions with small denominators.
_FINEST = 10**6


def stepped(points: float, step: float) -> float:
    """Points rounded to multiples of a step, halves up; as they are where there is none."""
    if not step:
        return points
    exact, unit = (Fraction(value).limit_denominator(_FINEST) for value in (points, step))
    return float((exact / unit + Fraction(1, 2)).__floor__() * unit)


def mark(points: float, max_points: float, marking: Marking) -> str:
    """The mark, decimal point; empty where no scale is chosen, or there is nothing to earn."""
    thresholds: Sequence[tuple[int | Decimal, str]] = marking.thresholds or SCALES.get(marking.scale, ())
    if not max_points or not (thresholds or marking.scale):
        return ""
    share = 100 * Fraction(points).limit_denominator(_FINEST) / Fraction(max_points).limit_denominator(_FINEST)
    if not thresholds:
        return f"{(share + Fraction(1, 2)).__floor__()} %"
    return max((Fraction(least), name) for least, name in thresholds if share >= Fraction(least))[1]
