"""The reading in words: each step as a person writes it, numbers put in.

A value here is an object array of :class:`Said`: the text of one cell, how tightly it binds, and its number (which
decides the branch of a ``where``).
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable

#: How tightly a text binds: sums, products, powers, anything closed.
SUM, PRODUCT, POWER, CLOSED = 1, 2, 3, 4


@dataclass(frozen=True)
class Said:
    """One number or partial calculation as text.

    Attributes:
        text: with U+2212 as minus, the mark as the caller formatted the leaves.
        binds: one of SUM, PRODUCT, POWER, CLOSED.
        value: the number, for branches and table look-ups.
    """

    text: str
    binds: int
    value: float

    @property
    def negative(self) -> bool:
        """Does the text begin with a minus?"""
        return self.text.startswith("−")


def inside(said: Said, binds: int, *, right: bool = False) -> str:
    """The text with brackets if its surroundings bind more tightly, or if a sign would follow a sign."""
    loose = said.binds < binds or (right and (said.binds == binds or said.negative))
    return f"({said.text})" if loose else said.text


def binary(symbol: str, binds: int, compute: Callable[[float, float], float]) -> Callable[[Any, Any], Any]:
    """An operator between two texts."""

    def say(left: Said, right: Said) -> Said:
        tight = right.binds <= binds and symbol not in {"+", "·"}
        shown = f"({right.text})" if tight or right.negative else inside(right, binds)
        first = f"({left.text})" if binds == POWER and (left.binds < CLOSED or left.negative) else inside(left, binds)
        joined = f"{first}^{shown}" if binds == POWER else f"{first} {symbol} {shown}"
        return Said(joined, binds, _number(compute, left.value, right.value))

    return _each(say, 2)


def function(name: str, compute: Callable[[float], float]) -> Callable[[Any], Any]:
    """A named function of one text."""
    return _each(lambda of: Said(f"{name}({of.text})", CLOSED, _number(compute, of.value)), 1)


def silent(compute: Callable[..., Any], show: Callable[..., str]) -> Callable[..., Any]:
    """A function with its own way of being written."""
    return _each(
        lambda *of: Said(show(*(said.text for said in of)), CLOSED, _number(compute, *(s.value for s in of))), None
    )


def floored(compute: Callable[[float, float], float]) -> Callable[[Any, Any], Any]:
    """A quotient without its rest."""

    def say(left: Said, right: Said) -> Said:
        quotient = f"{inside(left, PRODUCT)} / {inside(right, PRODUCT, right=True)}"
        return Said(f"⌊{quotient}⌋", CLOSED, _number(compute, left.value, right.value))

    return _each(say, 2)


def scaled(factor: str, compute: Callable[[float], float]) -> Callable[[Any], Any]:
    """A product with a constant that is written behind it."""

    def say(of: Said) -> Said:
        return Said(f"{inside(of, PRODUCT)} · {factor}", PRODUCT, _number(compute, of.value))

    return _each(say, 1)


def negate(value: Any) -> Any:  # noqa: ANN401
    """A leading minus."""
    return _each(lambda of: Said(f"−{inside(of, PRODUCT, right=True)}", PRODUCT, -of.value), 1)(value)


def where(condition: Any, yes: Any, no: Any) -> Any:  # noqa: ANN401
    """The branch that holds, cell by cell; nobody writes the other one down."""
    return _each(lambda test, a, b: a if test.value else b, 3)(condition, yes, no)


def take(value: Any, index: Any) -> Any:  # noqa: ANN401
    """Cells of the column axis by number; a dash where the number is not known."""
    numbers = _numbers(index)
    known = ~np.isnan(numbers)
    places = np.where(known, numbers, 0).astype(np.int64)
    value, places = np.broadcast_arrays(value, places) if value.shape[-1] == places.shape[-1] else (value, places)
    found = np.array(np.take_along_axis(value, places, axis=-1))
    found[np.broadcast_to(~known, found.shape)] = Said("–", CLOSED, float("nan"))
    return found


def row(value: Any, index: Any) -> Any:  # noqa: ANN401
    """One row (kept as an axis of length one)."""
    return np.take(value, [int(_numbers(index).flat[0])], axis=-2)


def total(value: Any) -> Any:  # noqa: ANN401
    """The terms of a sum along the columns."""
    return _along(value, lambda cells: Said(_joined(cells, " + "), SUM, math.fsum(cell.value for cell in cells)))


def norm(value: Any) -> Any:  # noqa: ANN401
    """The length of a vector along the columns."""

    def say(cells: list[Said]) -> Said:
        squares = " + ".join(f"{inside(cell, CLOSED, right=cell.negative)}²" for cell in cells)
        return Said(f"√({squares})", CLOSED, float(np.sqrt(math.fsum(cell.value**2 for cell in cells))))

    return _along(value, say)


def _joined(cells: list[Said], sign: str) -> str:
    return sign.join(inside(cell, SUM, right=index > 0 and cell.negative) for index, cell in enumerate(cells))


def _along(value: Any, say: Callable[[list[Said]], Said]) -> Any:  # noqa: ANN401
    found = np.empty((*value.shape[:-1], 1), dtype=object)
    for index in np.ndindex(value.shape[:-1]):
        found[(*index, 0)] = say(list(value[index]))
    return found


def _numbers(value: Any) -> Any:  # noqa: ANN401
    return np.vectorize(lambda said: said.value, otypes=[float])(value)


def _each(say: Callable[..., Said], count: int | None) -> Callable[..., Any]:
    def apply(*values: Any) -> Any:  # noqa: ANN401
        with np.errstate(all="ignore"):
            return np.asarray(np.frompyfunc(say, count or len(values), 1)(*values), dtype=object)

    return apply


def _number(compute: Callable[..., float], *values: float) -> float:
    return float(compute(*(np.float64(value) for value in values)))
