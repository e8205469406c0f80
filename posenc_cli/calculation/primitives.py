"""The primitives of expressions: one record each, with all its readings.

A record that lacks a reading fails when this module is imported. Arrays are (…, row, column); ``take``, ``roll``,
``total`` and ``norm`` work along the columns, ``row`` along the rows; axes are kept.
"""

from __future__ import annotations

import ast
import operator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import intervals, proof, rounding, words
from posenc_cli.calculation import twofold_functions as pairs
from posenc_cli.calculation.twofold import Twofold

if TYPE_CHECKING:
    from collections.abc import Callable

    Reading = Callable[..., Any]


@dataclass(frozen=True)
class Primitive:
    """One operation and how each algebra reads it.

    Attributes:
        name: as it is called in an expression.
        arity: number of arguments.
        numbers: on float64 arrays.
        accurate: on pairs of float64 (:mod:`posenc_cli.calculation.twofold`).
        intervals: on :class:`posenc_cli.calculation.intervals.Interval`.
        proof: on object arrays of 50-digit numbers.
        words: on object arrays of :class:`posenc_cli.calculation.words.Said`.
    """

    name: str
    arity: int
    numbers: Reading
    accurate: Reading
    intervals: Reading
    proof: Reading
    words: Reading


#: Operators of the grammar, by node type, and the primitive that reads them.
OPERATORS: dict[type[ast.AST], str] = {
    ast.Add: "add",
    ast.Sub: "subtract",
    ast.Mult: "multiply",
    ast.Div: "divide",
    ast.FloorDiv: "floor_divide",
    ast.Mod: "modulo",
    ast.Pow: "power",
}
#: The same for comparisons, which stand only where ``where`` asks for one.
COMPARISONS: dict[type[ast.AST], str] = {
    ast.Eq: "equal",
    ast.NotEq: "not_equal",
    ast.Lt: "less",
    ast.LtE: "less_equal",
    ast.Gt: "greater",
    ast.GtE: "greater_equal",
}


def _operator(name: str, compute: Reading, said: Reading, **other: Reading) -> Primitive:
    """An operator that arrays, pairs and intervals overload themselves."""
    return Primitive(
        name,
        2,
        compute,
        other.get("accurate", compute),
        other.get("intervals", compute),
        other.get("proof", proof.each(compute, 2)),
        said,
    )


def _comparison(name: str, symbol: str, compare: Reading, among: Reading) -> Primitive:
    return Primitive(
        name, 2, compare, compare, among, proof.compared(compare), words.binary(symbol, words.SUM, compare)
    )


def _function(name: str, compute: Reading, accurate: Reading, among: Reading, **other: Reading) -> Primitive:
    return Primitive(
        name,
        1,
        compute,
        accurate,
        among,
        other.get("proof", proof.named(name)),
        other.get("words", words.function(name, compute)),
    )


def _take(value: Any, index: Any) -> Any:  # noqa: ANN401
    index = np.asarray(index).astype(np.int64)
    shape = np.broadcast_shapes(value.shape[:-1], index.shape[:-1])
    value, index = np.broadcast_to(value, (*shape, value.shape[-1])), np.broadcast_to(index, (*shape, index.shape[-1]))
    return np.take_along_axis(value, index, axis=-1)


def _roll(value: Any, steps: Any) -> Any:  # noqa: ANN401
    return np.roll(value, int(np.asarray(steps).flat[0]), axis=-1)


def _row(value: Any, index: Any) -> Any:  # noqa: ANN401
    return np.take(value, [int(np.asarray(index).flat[0])], axis=-2)


def _total(value: Any) -> Any:  # noqa: ANN401
    return np.sum(value, axis=-1, keepdims=True)


def _norm(value: Any) -> Any:  # noqa: ANN401
    return np.sqrt(np.sum(value**2, axis=-1, keepdims=True))


def _proof_norm(value: Any) -> Any:  # noqa: ANN401
    return proof.named("sqrt")(np.sum(value * value, axis=-1, keepdims=True))


def _swapped(value: Any, decimals: Any, first: Any) -> Any:  # noqa: ANN401
    """Exchange the digits of 10**-(first) and 10**-(first+1) of the value as it is written."""
    whole = np.abs(rounding.ticks(value, decimals))
    unit = np.power(10.0, np.asarray(decimals) - np.asarray(first) - 1)
    low, high = np.floor(whole / unit) % 10, np.floor(whole / unit / 10) % 10
    return np.copysign((whole + (low - high) * 9 * unit) / np.power(10.0, decimals), value)


def _rounded(value: intervals.Interval, decimals: intervals.Interval) -> intervals.Interval:
    return intervals.rising(lambda end: rounding.round_half_away(end, decimals.low))(value)


def _swapped_between(
    value: intervals.Interval, decimals: intervals.Interval, first: intervals.Interval
) -> intervals.Interval:
    """Exact where both ends are written alike; else as far as two digits can move a value."""
    low, high = (_swapped(end, decimals.low, first.low) for end in (value.low, value.high))
    alike = rounding.ticks(value.low, decimals.low) == rounding.ticks(value.high, decimals.low)
    most = 8.1 * np.power(10.0, -first.low) + np.power(10.0, -decimals.low)
    return intervals.Interval(np.where(alike, low, value.low - most), np.where(alike, high, value.high + most))


def _part(compute: Reading) -> Reading:
    """Pick cells of both ends by an exact index."""
    return lambda value, index: intervals.Interval(compute(value.low, index.low), compute(value.high, index.low))


def _floats(compute: Reading) -> Reading:
    """A proof or pair reading through float64, for operations on digits of a value as it is written."""
    return lambda *values: compute(*(np.asarray(value, dtype=np.float64) for value in values))


def _pair(compute: Reading) -> Reading:
    return lambda *values: Twofold.of(compute(*(value.to_float64() for value in values)))


def _pair_trunc(value: Twofold) -> Twofold:
    return pairs.where(value < 0, -pairs.floor(-value), pairs.floor(value))


def _pair_scaled(factor: Twofold) -> Reading:
    return lambda value: value * factor


def _pair_norm(value: Twofold) -> Twofold:
    return pairs.sqrt(pairs.total(value * value, keepdims=True))


def _pair_part(compute: Reading) -> Reading:
    return lambda value, index: Twofold(compute(value.high, index.to_float64()), compute(value.low, index.to_float64()))


def _words_roll(value: Any, steps: Any) -> Any:  # noqa: ANN401
    return np.roll(value, int(steps.flat[0].value), axis=-1)


_ALL = (
    _operator("add", operator.add, words.binary("+", words.SUM, operator.add)),
    _operator("subtract", operator.sub, words.binary("−", words.SUM, operator.sub)),
    _operator("multiply", operator.mul, words.binary("·", words.PRODUCT, operator.mul)),
    _operator("divide", operator.truediv, words.binary("/", words.PRODUCT, operator.truediv)),
    _operator(
        "floor_divide",
        operator.floordiv,
        words.floored(operator.floordiv),
        intervals=intervals.floor_divide,
        proof=proof.each(proof.floor_divide, 2),
    ),
    _operator(
        "modulo",
        operator.mod,
        words.binary("mod", words.PRODUCT, operator.mod),
        intervals=intervals.modulo,
        proof=proof.each(proof.modulo, 2),
    ),
    _operator("power", operator.pow, words.binary("^", words.POWER, operator.pow)),
    Primitive("negate", 1, operator.neg, operator.neg, operator.neg, proof.each(operator.neg, 1), words.negate),
    _comparison("equal", "=", operator.eq, intervals.equal),
    _comparison("not_equal", "≠", operator.ne, lambda a, b: intervals.negated(intervals.equal(a, b))),
    _comparison("less", "<", operator.lt, intervals.less),
    _comparison("less_equal", "≤", operator.le, intervals.less_equal),
    _comparison("greater", ">", operator.gt, lambda a, b: intervals.less(b, a)),
    _comparison("greater_equal", "≥", operator.ge, lambda a, b: intervals.less_equal(b, a)),
    Primitive(
        "where",
        3,
        np.where,
        pairs.where,
        intervals.where,
        lambda condition, yes, no: np.where(np.asarray(condition, dtype=bool), yes, no),
        words.where,
    ),
    _function("sin", np.sin, pairs.sin, intervals.sine),
    _function("cos", np.cos, pairs.cos, intervals.cosine),
    _function("tan", np.tan, pairs.tan, intervals.tangent),
    _function(
        "asin",
        np.arcsin,
        pairs.arcsin,
        intervals.rising(np.arcsin, -1, 1),
        words=words.function("sin⁻¹", np.arcsin),
    ),
    _function(
        "acos",
        np.arccos,
        pairs.arccos,
        intervals.arc_cosine,
        words=words.function("cos⁻¹", np.arccos),
    ),
    _function(
        "sqrt",
        np.sqrt,
        pairs.sqrt,
        intervals.rising(np.sqrt, 0),
        words=words.silent(np.sqrt, lambda of: f"√({of})" if " " in of else f"√{of}"),
    ),
    _function(
        "abs",
        np.abs,
        abs,
        intervals.magnitude,
        proof=proof.each(abs, 1),
        words=words.silent(np.abs, lambda of: f"|{of}|"),
    ),
    _function("floor", np.floor, pairs.floor, intervals.rising(np.floor)),
    _function("trunc", np.trunc, _pair_trunc, intervals.rising(np.trunc), proof=proof.each(proof.truncated, 1)),
    _function(
        "radians",
        np.radians,
        _pair_scaled(pairs.PI / 180),
        intervals.rising(np.radians),
        words=words.scaled("π / 180", np.radians),
    ),
    _function(
        "degrees",
        np.degrees,
        _pair_scaled(180 / pairs.PI),
        intervals.rising(np.degrees),
        words=words.scaled("180 / π", np.degrees),
    ),
    Primitive(
        "round",
        2,
        rounding.round_half_away,
        _pair(rounding.round_half_away),
        _rounded,
        proof.each(proof.rounded, 2),
        words.silent(rounding.round_half_away, lambda of, to: f"round({of}; {to})"),
    ),
    Primitive(
        "swap_digits",
        3,
        _swapped,
        _pair(_swapped),
        _swapped_between,
        lambda *values: proof.numbers(_floats(_swapped)(*values)),
        words.silent(_swapped, lambda of, _decimals, first: f"swap({of}; {first})"),
    ),
    Primitive("take", 2, _take, _pair_part(_take), _part(_take), _take, words.take),
    Primitive("roll", 2, _roll, _pair_part(_roll), _part(_roll), _roll, _words_roll),
    Primitive("row", 2, _row, _pair_part(_row), _part(_row), _row, words.row),
    Primitive(
        "total",
        1,
        _total,
        lambda value: pairs.total(value, keepdims=True),
        lambda value: intervals.Interval(_total(value.low), _total(value.high)),
        _total,
        words.total,
    ),
    Primitive("norm", 1, _norm, _pair_norm, intervals.norm, _proof_norm, words.norm),
)

PRIMITIVES: dict[str, Primitive] = {primitive.name: primitive for primitive in _ALL}
if len(PRIMITIVES) != len(_ALL):
    raise RuntimeError("two primitives share a name")
