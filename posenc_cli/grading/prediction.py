"""What a slip would have made of every blank, from the student's own earlier answers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.expression import evaluate
from posenc_cli.encodings.slips import WRITE
from posenc_cli.grading.early import WIDEST
from posenc_cli.grading.marking import Ends, blank_ends

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.grading.marking import Marker

    Mask = NDArray[np.bool_]
    Ticks = NDArray[np.float64]

#: How far a coarse answer may lie from what it rounds, in ticks, and one more.
NEAR = 6


@dataclass(frozen=True)
class Told:
    """Masks (student, blank) of what one form of a slip says about the answers.

    Attributes:
        explains: it predicts just this answer.
        allows: it does not speak against this answer.
        is_near: it does not speak against this answer if that is a coarse one.
        changes: it predicts another answer than the right one.
    """

    explains: Mask
    allows: Mask
    is_near: Mask
    changes: Mask


def told_by(marker: Marker, rules: Mapping[str, str], other: int | None, still_open: Mask) -> Told:
    """Compare what one form of a slip predicts with the answers; ``still_open`` marks those to be explained."""
    if set(rules) == {WRITE}:
        return _told_by_writing(marker, rules)
    formula = marker.sheet.formula.but(**rules)
    run = marker.run(formula, other=other)
    low, high = blank_ends(marker.sheet, run.written).ticks(marker.decimals)
    error = np.isnan(low) & np.isnan(high) & marker.answers.error
    fits = (marker.ticks >= low) & (marker.ticks <= high)
    if (fits & (marker.answers.decimals > marker.decimals)).any():
        fits &= marker.consistent(blank_ends(marker.sheet, run.computed))
    explains = fits & (_spread(low, high) <= WIDEST)
    if (fits & ~explains & still_open).any():
        # What stands on the sheet, exact or as written, scatters too far here; the usual way is still telling.
        least, most = blank_ends(marker.sheet, marker.run_as_written(formula, other=other)).ticks(marker.decimals)
        explains |= fits & (marker.ticks >= least) & (marker.ticks <= most)
    is_near = (marker.ticks >= low - NEAR) & (marker.ticks <= high + NEAR)
    changes = _changes(marker, low, high)
    # An error that follows from own earlier numbers speaks for no slip.
    return Told(explains | (error & changes), fits | error, is_near, changes)


def _spread(low: Ticks, high: Ticks) -> Ticks:
    """How far two ends lie apart; not a number where both are infinite."""
    with np.errstate(invalid="ignore"):
        return high - low


def _changes(marker: Marker, low: Any, high: Any) -> Mask:  # noqa: ANN401
    """Where a prediction differs from what follows from the student's own answers."""
    least, most = marker.follow.ticks(marker.decimals)
    return np.asarray((low > most) | (high < least) | (np.isnan(low) & ~np.isnan(least)))


def _told_by_writing(marker: Marker, rules: Mapping[str, str]) -> Told:
    """A slip of writing does not change what was computed, only what was made of it."""
    ends = marker.follow
    write = marker.sheet.formula.but(**rules).write
    digits = NUMBERS.leaf(marker.decimals)
    sides = [evaluate(write, {"value": side, "decimals": digits}, NUMBERS) for side in (ends.low, ends.high)]
    written = Ends(np.minimum(*sides), np.maximum(*sides))
    low, high = written.ticks(marker.decimals)
    # Digits that change places jump; whatever else is done to a narrow range keeps it one.
    fits = (marker.ticks == low) | (marker.ticks == high)
    fits |= (_spread(low, high) <= WIDEST) & (marker.ticks >= low) & (marker.ticks <= high)
    fits &= marker.consistent(written)
    is_near = (np.abs(marker.ticks - low) <= NEAR) | (np.abs(marker.ticks - high) <= NEAR)
    return Told(fits, fits, is_near, _changes(marker, low, high))
