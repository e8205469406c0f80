"""What correct work can have, from number to number: decimals of forty digits, sines from mpmath, plain loops.

A range is what correct work can have at a place: its lowest and its highest number, or None where a calculator shows an
error.
"""

from __future__ import annotations

import ast
from decimal import ROUND_CEILING, ROUND_DOWN, ROUND_FLOOR, ROUND_HALF_UP, Context, Decimal
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

import mpmath

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

Range: TypeAlias = tuple[Decimal, Decimal]
Place: TypeAlias = tuple[str, int, int]
FINER = 6
#: A calculator that knows more digits than any, and shows infinity where it divides by zero.
DIGITS = Context(prec=40, traps=[])
WIDE = Context(prec=150)
INFINITE = Decimal("Infinity")
NOUGHT = Decimal(0)
PI = Decimal("3.1415926535897932384626433832795028842")
#: What is said of a comparison: may it hold, may it fail?
Open: TypeAlias = tuple[bool, bool]


@cache
def unit(places: int) -> Decimal:
    """The last of so many decimals."""
    return Decimal(1).scaleb(-places)


def rounded(value: Decimal, places: int, how: str = ROUND_HALF_UP) -> Decimal:
    """Half away from zero, or cut; a third of three is one."""
    if not value.is_finite():
        return value
    return value.quantize(unit(30), context=WIDE).quantize(unit(places), rounding=how, context=WIDE)


@cache
def wave(cosine: bool, angle: Decimal) -> Decimal:
    """Sine or cosine to 30 digits."""
    with mpmath.workdps(40):
        value = mpmath.mpf(str(angle))
        return Decimal(mpmath.nstr(mpmath.cos(value) if cosine else mpmath.sin(value), 33))


@cache
def fine_end(end: Decimal, decimals: int) -> Range:
    """Exact, or rounded to at least the asked decimals and at least one significant digit more."""
    if not end.is_finite():
        return end, end
    start = decimals if not end else max(decimals, decimals - end.adjusted())
    ends = [end, *(rounded(end, start + more) for more in range(FINER))]
    return min(ends), max(ends)


def fine(found: Range | None, decimals: int) -> Range | None:
    """An intermediate result, exact or rounded finely."""
    return None if found is None else (fine_end(found[0], decimals)[0], fine_end(found[1], decimals)[1])


def hull(one: Range | None, other: Range | None) -> Range | None:
    """Both; an error on one side leaves the other."""
    if one is None or other is None:
        return one or other
    return min(one[0], other[0]), max(one[1], other[1])


def _of(values: Iterable[Decimal]) -> Range | None:
    found = [value for value in values if not value.is_nan()]
    return (min(found), max(found)) if found else None


def _corners(function: Callable[[Decimal, Decimal], Decimal]) -> Callable[[Range, Range], Range | None]:
    return lambda a, b: _of(function(one, other) for one in a for other in b)


def _divide(a: Range, b: Range) -> Range | None:
    if b[0] == b[1] == 0:
        return None
    if b[0] < 0 < b[1]:
        return -INFINITE, INFINITE
    ends = (b[0] or NOUGHT, b[1] or -NOUGHT.copy_abs().copy_negate())
    ends = ends if b[1] else (b[0], NOUGHT.copy_negate())
    return _of(one / other for one in a for other in ends)


def _power(a: Range, b: Range) -> Range | None:
    found = _of(_raised(one, other) for one in a for other in b)
    if found and b[0] == b[1] and a[0] < 0 < a[1]:
        if b[0] % 2 == 0 and b[0] > 0:
            return NOUGHT, found[1]
        if b[0] < 0:
            return (found[0] if b[0] % 2 == 0 else -INFINITE), INFINITE
    return found


def _raised(one: Decimal, other: Decimal) -> Decimal:
    return Decimal(1) if not other else one**other


def _rising(function: Callable[[Decimal], Decimal], least: Decimal = -INFINITE) -> Callable[[Range], Range | None]:
    def read(of: Range) -> Range | None:
        ends = (max(of[0], least), of[1]) if of[1] >= least else of
        found = function(ends[0]), function(ends[1])
        return None if any(end.is_nan() for end in found) else found

    return read


def _whole(how: str) -> Callable[[Decimal], Decimal]:
    return lambda value: value.quantize(Decimal(1), rounding=how) if value.is_finite() else value


def _floor(of: Range | None) -> Range | None:
    return None if of is None else _rising(_whole(ROUND_FLOOR))(of)


def _modulo(a: Range, b: Range) -> Range | None:
    if not b[0]:
        return None
    floors = [(end / b[0]).quantize(Decimal(1), rounding=ROUND_FLOOR) for end in a]
    if floors[0] != floors[1]:
        return NOUGHT, b[0]
    return a[0] - floors[0] * b[0], a[1] - floors[1] * b[0]


def _wave(cosine: bool) -> Callable[[Range], Range | None]:
    def read(of: Range) -> Range | None:
        if not (of[0].is_finite() and of[1].is_finite()):
            return None
        start = NOUGHT if cosine else PI / 2
        number = int((of[0] - start) / PI) - 1
        turns = [start + PI * n for n in range(number, number + 4) if of[0] < start + PI * n < of[1]]
        return _of(wave(cosine, angle) for angle in (*of, *turns))

    return read


def size(of: Range) -> Range:
    """Without the sign."""
    ends = abs(of[0]), abs(of[1])
    return (NOUGHT if of[0] < 0 < of[1] else min(ends)), max(ends)


def choose(holds: Open, yes: Range | None, no: Range | None) -> Range | None:
    """One of two, or both where it is open."""
    return hull(yes, no) if all(holds) else yes if holds[0] else no


def _less(a: Range | None, b: Range | None) -> Open:
    return (False, True) if a is None or b is None else (a[0] < b[1], a[1] >= b[0])


def _at_most(a: Range | None, b: Range | None) -> Open:
    return (False, False) if a is None or b is None else (a[0] <= b[1], a[1] > b[0])


def _equal(a: Range | None, b: Range | None) -> Open:
    if a is None or b is None:
        return False, True
    return a[0] <= b[1] and b[0] <= a[1], not a[0] == a[1] == b[0] == b[1]


COMPARED: dict[type[ast.cmpop], Callable[[Any, Any], Open]] = {
    ast.Lt: _less,
    ast.LtE: _at_most,
    ast.Gt: lambda a, b: _less(b, a),
    ast.GtE: lambda a, b: _at_most(b, a),
    ast.Eq: _equal,
    ast.NotEq: lambda a, b: _equal(a, b)[::-1],
}
PLAIN: dict[str, Callable[..., Range | None]] = {
    "Add": lambda a, b: (a[0] + b[0], a[1] + b[1]),
    "Sub": lambda a, b: (a[0] - b[1], a[1] - b[0]),
    "Mult": _corners(lambda one, other: one * other),
    "Div": _divide,
    "FloorDiv": lambda a, b: _floor(_divide(a, b)),
    "Mod": _modulo,
    "Pow": _power,
    "USub": lambda a: (-a[1], -a[0]),
    "sin": _wave(cosine=False),
    "cos": _wave(cosine=True),
    "sqrt": _rising(Decimal.sqrt, NOUGHT),
    "ln": _rising(Decimal.ln, NOUGHT),
    "exp": _rising(Decimal.exp),
    "floor": _floor,
    "ceil": _rising(_whole(ROUND_CEILING)),
    "trunc": _rising(_whole(ROUND_DOWN)),
    "radians": _rising(lambda value: value * PI / 180),
    "degrees": _rising(lambda value: value * 180 / PI),
    "round": lambda of, to: (rounded(of[0], int(to[0])), rounded(of[1], int(to[0]))),
    "abs": size,
    "smaller": lambda a, b: (min(a[0], b[0]), min(a[1], b[1])),
    "larger": lambda a, b: (max(a[0], b[0]), max(a[1], b[1])),
}
