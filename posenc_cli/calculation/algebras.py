"""The algebras: what a constant, a leaf and a primitive mean in each reading."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import proof, rounding, script
from posenc_cli.calculation import twofold_functions as pairs
from posenc_cli.calculation.intervals import Interval
from posenc_cli.calculation.twofold import Twofold
from posenc_cli.calculation.words import CLOSED, Said
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    from posenc_cli.calculation.primitives import Primitive


@dataclass(frozen=True)
class Algebra:
    """One reading of an expression.

    Attributes:
        reading: the field of :class:`~posenc_cli.calculation.primitives.Primitive` that it uses.
        leaf: given values (arrays of int, float or Decimal) → values of the algebra.
        merge: (mask, answers, computed) → values in which an answer wins where the mask is true.
        carry: (written value, computed value, mask) → what the next rule may work with where the mask says that a
            value stands on the sheet; elsewhere what it may work with off the sheet.
    """

    reading: str
    leaf: Callable[[Any], Any]
    merge: Callable[[Any, Any, Any], Any]
    carry: Callable[[Any, Any, Any], Any]

    def constant(self, text: str) -> Any:  # noqa: ANN401
        """A number that stands in the expression."""
        return _constant(self.leaf, text)

    def quiet(self) -> AbstractContextManager[object]:
        """Where what a calculator calls an error becomes NaN or infinite, silently."""
        return np.errstate(all="ignore")

    def apply(self, primitive: Primitive, arguments: list[Any]) -> Any:  # noqa: ANN401
        """One primitive, read in this algebra; to be called where it is :meth:`quiet`.

        Raises:
            InputError: the values have no such column, row or shape.
        """
        try:
            return getattr(primitive, self.reading)(*arguments)
        except (ArithmeticError, LookupError, TypeError, ValueError) as error:
            shapes = [np.shape(getattr(one, "low", one)) for one in arguments]
            told = ", ".join(" × ".join(map(str, shape or (1,))) for shape in shapes)
            key = "shapes" if "broadcast together" in str(error) else "values"
            raise InputError(f"expression-{key}", name=primitive.name, given=told) from error


@lru_cache(maxsize=1024)
def _constant(leaf: Callable[[Any], Any], text: str) -> Any:  # noqa: ANN401
    found = leaf(int(text) if text.isdigit() else Decimal(text))
    if isinstance(found, np.ndarray):
        found.flags.writeable = False  # one for all
    return found


def _floats(values: Any) -> Any:  # noqa: ANN401
    return np.asarray(values, dtype=np.float64)


def _choose(mask: Any, answer: Any, computed: Any) -> Any:  # noqa: ANN401
    return np.where(mask, answer, computed)


def _keep(_written: Any, computed: Any, _mask: Any) -> Any:  # noqa: ANN401
    return computed


def _as_written(written: Any, computed: Any, mask: Any) -> Any:  # noqa: ANN401
    return np.asarray(computed) if mask is np.False_ else np.where(mask, written, computed)


#: Plain float64, every intermediate carried exactly.
NUMBERS = Algebra("numbers", _floats, _choose, _keep)
#: Plain float64, every value that stands on the sheet carried as it is written there.
WRITTEN = Algebra("numbers", _floats, _choose, _as_written)
#: Fifty digits, carried exactly; and carried as written.
PROOF = Algebra("proof", proof.numbers, _choose, _keep)
PROOF_WRITTEN = Algebra("proof", proof.numbers, _choose, _as_written)

#: As data for the script of a page; a name stands for itself.
SCRIPT = Algebra("script", script.number, _choose, _keep)


def _pairs(values: Any) -> Twofold:  # noqa: ANN401
    return Twofold.of(values if isinstance(values, int | Decimal | Twofold) else np.asarray(values))


#: Two float64 a number: where angles are large.
ACCURATE = Algebra("accurate", _pairs, pairs.where, _keep)


def _merge_intervals(mask: Any, answer: Interval, computed: Interval) -> Interval:  # noqa: ANN401
    return Interval(np.where(mask, answer.low, computed.low), np.where(mask, answer.high, computed.high))


#: Of fewer numbers it is looked first whether any rounding changes them.
_FEW = 4096


def reachable(decimals: int) -> Algebra:
    """Intervals of what correct work can reach on a sheet that asks for ``decimals`` decimals.

    An intermediate result is exact or rounded finely; one that stands on the sheet may also be used as it is written.
    What is printed or answered wins over a computed value, unless it is that very value written down: then the person
    may have gone on with either.

    Args:
        decimals: asked on the sheet.
    """

    def fine(value: Interval) -> Interval:
        low, high = value.low, value.high
        if low.size <= _FEW and _whole(low, decimals) and (low is high or _whole(high, decimals)):
            return value
        least, most = rounding.finely(low, decimals)
        return Interval(least, most if low is high else rounding.finely(high, decimals)[1])

    def carry(written: Interval, computed: Interval, mask: Any) -> Interval:  # noqa: ANN401
        found = fine(computed)
        return found if mask is np.False_ else _merge_intervals(mask, found.hull(written), found)

    def merge(mask: Any, answer: Interval, computed: Interval) -> Interval:  # noqa: ANN401
        # An exact tie may have been written either way; no binary fraction decides it.
        half = (0.5 + rounding.TIE_SLACK) * 10.0**-decimals
        same = (answer.low >= computed.low - half) & (answer.high <= computed.high + half)
        won = _merge_intervals(same, answer.hull(computed), answer)
        return _merge_intervals(mask, won, computed)

    return Algebra("intervals", _interval, merge, carry)


def _whole(values: Any, decimals: int) -> bool:  # noqa: ANN401
    """Do all values end before these decimals, so that rounding to them changes nothing?"""
    with np.errstate(all="ignore"):
        scaled = values * 10.0**decimals
        return bool(np.all((scaled == np.rint(scaled)) | np.isnan(scaled)))


def _interval(values: Any) -> Interval:  # noqa: ANN401
    return values if isinstance(values, Interval) else Interval.point(_floats(values))


def in_words(show: Callable[[float], str]) -> Algebra:
    """Each step as a person writes it; ``show`` formats a number that is put in."""

    def leaf(values: Any) -> Any:  # noqa: ANN401
        def say(value: Any) -> Said:  # noqa: ANN401
            return value if isinstance(value, Said) else Said(show(float(value)), CLOSED, float(value))

        return np.asarray(np.frompyfunc(say, 1, 1)(np.asarray(values, dtype=object)), dtype=object)

    return Algebra("words", leaf, _choose, _keep)
