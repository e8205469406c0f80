"""Fifty digits: the proof reading, cell by cell over object arrays of mpmath numbers.

mpmath is loaded when the first number is made, so that nothing but a key pays for it.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

DIGITS = 50
#: Numbers are below 2**this, else infinite, as in float64.
MOST_BITS = 1024
#: Places that a rounding may ask for.
MOST_DECIMALS = 300
#: Digits to which a value is cut before it is rounded for writing: an exact tie stays a tie.
TIE_DIGITS = 40


@cache
def context() -> Any:  # noqa: ANN401
    """Our own mpmath context; the caller's global precision is left alone."""
    import mpmath

    found = mpmath.MPContext()
    found.dps = DIGITS
    return found


def number(value: object) -> Any:  # noqa: ANN401
    """A leaf: decimal text stays exact, a float is taken as the binary number that it is."""
    return context().mpf(value if isinstance(value, int | float | str) else str(value))


def numbers(values: Any) -> Any:  # noqa: ANN401
    """An array of leaves."""
    with np.errstate(invalid="ignore"):  # a given NaN is not ours to complain about
        return np.asarray(np.frompyfunc(number, 1, 1)(np.asarray(values, dtype=object)), dtype=object)


def each(compute: Callable[..., Any], count: int) -> Callable[..., Any]:
    """Apply a function of mpmath numbers to every cell; what a calculator calls an error becomes NaN."""

    def one(*cells: Any) -> Any:  # noqa: ANN401
        try:
            found = compute(*cells)
        except (ZeroDivisionError, ValueError, OverflowError):
            return context().nan
        if isinstance(found, context().mpc):
            return context().nan
        # As float64 does; without an end, the next sine would need as many digits of pi as the number has.
        return context().sign(found) * context().inf if context().mag(found) > MOST_BITS else found

    return lambda *values: np.asarray(np.frompyfunc(one, count, 1)(*values), dtype=object)


def named(name: str, count: int = 1) -> Callable[..., Any]:
    """A function of the mpmath context by name, looked up late."""

    def late(*cells: Any) -> Any:  # noqa: ANN401
        return getattr(context(), name)(*cells)

    return each(late, count)


def compared(compare: Callable[[Any, Any], bool]) -> Callable[[Any, Any], Any]:
    """A comparison cell by cell."""
    return lambda left, right: np.asarray(np.frompyfunc(compare, 2, 1)(left, right), dtype=bool)


def floor_divide(left: Any, right: Any) -> Any:  # noqa: ANN401
    """⌊left / right⌋ of one cell."""
    return context().floor(left / right)


def modulo(left: Any, right: Any) -> Any:  # noqa: ANN401
    """Remainder of one cell, with the sign of the right side."""
    return left - right * context().floor(left / right)


def truncated(value: Any) -> Any:  # noqa: ANN401
    """Cut towards zero, one cell."""
    return context().sign(value) * context().floor(abs(value))


def rounded(value: Any, decimals: Any) -> Any:  # noqa: ANN401
    """One cell by the school rule; half away from zero on the value cut to :data:`TIE_DIGITS` digits."""
    if not context().isfinite(value):
        return value
    if abs(decimals) > MOST_DECIMALS:
        return context().nan
    scale = context().mpf(10) ** int(decimals)
    scaled = context().mpf(context().nstr(abs(value) * scale, TIE_DIGITS))
    return context().sign(value) * context().floor(scaled + context().mpf(1) / 2) / scale
