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

from posenc_cli.calculation import intervals, products, proof, readings, rounding, script, words
from posenc_cli.calculation import twofold_functions as pairs

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

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
        script: on data for the script of a page (:mod:`posenc_cli.calculation.script`).
    """

    name: str
    arity: int
    numbers: Reading
    accurate: Reading
    intervals: Reading
    proof: Reading
    words: Reading
    script: Reading


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


def _operator(name: str, symbol: str, compute: Reading, said: Reading, **other: Reading) -> Primitive:
    """An operator that arrays, pairs and intervals overload themselves."""
    return Primitive(
        name,
        2,
        compute,
        other.get("accurate", compute),
        other.get("intervals", compute),
        other.get("proof", proof.each(compute, 2)),
        said,
        script.call(symbol),
    )


def _comparison(name: str, symbol: str, compare: Reading, among: Reading, as_data: Reading) -> Primitive:
    said = words.binary(symbol, words.SUM, compare)
    return Primitive(name, 2, compare, compare, among, proof.compared(compare), said, as_data)


def _function(name: str, compute: Reading, accurate: Reading, among: Reading, **other: Reading) -> Primitive:
    return Primitive(
        name,
        1,
        compute,
        accurate,
        among,
        other.get("proof", proof.named(name)),
        other.get("words", words.function(name, compute)),
        script.call(name),
    )


def _picking(name: str, compute: Reading, said: Reading) -> Primitive:
    """Cells by number: the same on every kind of array."""
    pair, among = readings.pair_part(compute), readings.part(compute)
    return Primitive(name, 2, compute, pair, among, compute, said, script.call(name))


def _smaller_or_larger(name: str, compute: Reading) -> Primitive:
    smaller = compute is np.minimum
    return Primitive(
        name,
        2,
        compute,
        lambda a, b: pairs.where((a < b) if smaller else (b < a), a, b),
        lambda a, b: intervals.Interval(compute(a.low, b.low), compute(a.high, b.high)),
        proof.each(min if smaller else max, 2),
        words.silent(compute, lambda a, b: f"{'min' if smaller else 'max'}({a}; {b})"),
        script.call(name),
    )


def _four(compute: Reading) -> tuple[Reading, Reading, Reading, Reading]:
    """One function that reads every kind of number."""
    return compute, compute, compute, compute


def _shortened(name: str, bits: int) -> Primitive:
    compute = products.shortened(bits)
    return _function(
        name,
        compute,
        products.shortened_pair(bits),
        intervals.rising(compute),
        proof=products.shortened_proof(bits),
    )


_ALL = (
    _operator("add", "+", operator.add, words.binary("+", words.SUM, operator.add)),
    _operator("subtract", "-", operator.sub, words.binary("−", words.SUM, operator.sub)),
    _operator("multiply", "*", operator.mul, words.binary("·", words.PRODUCT, operator.mul)),
    _operator("divide", "/", operator.truediv, words.binary("/", words.PRODUCT, operator.truediv)),
    _operator(
        "floor_divide",
        "//",
        operator.floordiv,
        words.floored(operator.floordiv),
        intervals=intervals.floor_divide,
        proof=proof.each(proof.floor_divide, 2),
    ),
    _operator(
        "modulo",
        "%",
        operator.mod,
        words.binary("mod", words.PRODUCT, operator.mod),
        intervals=intervals.modulo,
        proof=proof.each(proof.modulo, 2),
    ),
    _operator("power", "**", operator.pow, words.binary("^", words.POWER, operator.pow)),
    Primitive(
        "negate",
        1,
        operator.neg,
        operator.neg,
        operator.neg,
        proof.each(operator.neg, 1),
        words.negate,
        script.call("negate"),
    ),
    _comparison("equal", "=", operator.eq, intervals.equal, script.call("==")),
    _comparison(
        "not_equal", "≠", operator.ne, lambda a, b: intervals.negated(intervals.equal(a, b)), script.call("!=")
    ),
    _comparison("less", "<", operator.lt, intervals.less, script.call("<")),
    _comparison("less_equal", "≤", operator.le, intervals.less_equal, script.call("<=")),
    _comparison("greater", ">", operator.gt, lambda a, b: intervals.less(b, a), script.turned("<")),
    _comparison("greater_equal", "≥", operator.ge, lambda a, b: intervals.less_equal(b, a), script.turned("<=")),
    Primitive(
        "where",
        3,
        np.where,
        pairs.where,
        intervals.where,
        lambda condition, yes, no: np.where(np.asarray(condition, dtype=bool), yes, no),
        words.where,
        script.call("where"),
    ),
    _function("sin", readings.of_angle(np.sin), pairs.sin, intervals.sine),
    _function("cos", readings.of_angle(np.cos), pairs.cos, intervals.cosine),
    _function("tan", readings.of_angle(np.tan), pairs.tan, intervals.tangent),
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
    _function("ln", np.log, pairs.log, intervals.rising(np.log, 0)),
    _function("exp", np.exp, pairs.exp, intervals.rising(np.exp)),
    _function("ceil", np.ceil, lambda value: -pairs.floor(-value), intervals.rising(np.ceil)),
    _smaller_or_larger("smaller", np.minimum),
    _smaller_or_larger("larger", np.maximum),
    _function("floor", np.floor, pairs.floor, intervals.rising(np.floor)),
    _function("trunc", np.trunc, readings.pair_trunc, intervals.rising(np.trunc), proof=proof.each(proof.truncated, 1)),
    _function(
        "radians",
        np.radians,
        readings.pair_scaled(pairs.PI / 180),
        intervals.rising(np.radians),
        words=words.scaled("π / 180", np.radians),
    ),
    _function(
        "degrees",
        np.degrees,
        readings.pair_scaled(180 / pairs.PI),
        intervals.rising(np.degrees),
        words=words.scaled("180 / π", np.degrees),
    ),
    Primitive(
        "round",
        2,
        rounding.round_half_away,
        readings.pair(rounding.round_half_away),
        readings.rounded,
        proof.each(proof.rounded, 2),
        words.silent(rounding.round_half_away, lambda of, to: f"round({of}; {to})"),
        script.call("round"),
    ),
    Primitive(
        "swap_digits",
        3,
        readings.swapped,
        readings.pair(readings.swapped),
        readings.swapped_between,
        lambda *values: proof.numbers(readings.floats(readings.swapped)(*values)),
        words.silent(readings.swapped, lambda of, _decimals, first: f"swap({of}; {first})"),
        script.call("swap_digits"),
    ),
    Primitive(
        "take",
        2,
        readings.take_if_there,
        readings.pair_part(readings.take),
        readings.part(readings.take_if_there),
        readings.take,
        words.take,
        script.call("take"),
    ),
    _picking("roll", readings.roll, readings.words_roll),
    _picking("row", readings.row, words.row),
    Primitive(
        "total",
        1,
        readings.total,
        lambda value: pairs.total(value, keepdims=True),
        lambda value: intervals.Interval(readings.total(value.low), readings.total(value.high)),
        readings.total,
        words.total,
        script.call("total"),
    ),
    Primitive(
        "summed",
        1,
        products.summed,
        products.summed_pair,
        products.summed_between,
        products.summed,
        products.summed_in_words,
        script.call("summed"),
    ),
    Primitive("dots", 2, *_four(products.dots), products.dots_in_words, script.call("dots")),
    Primitive("transposed", 1, *_four(products.transposed), products.transposed, script.call("transposed")),
    _shortened("bfloat16", products.BFLOAT16),
    _shortened("float32", products.FLOAT32),
    Primitive(
        "norm",
        1,
        readings.norm,
        readings.pair_norm,
        intervals.norm,
        readings.proof_norm,
        words.norm,
        script.call("norm"),
    ),
)


def by_name(primitives: Sequence[Primitive]) -> dict[str, Primitive]:
    """Primitives by their names.

    Raises:
        RuntimeError: two share a name.
    """
    found = {primitive.name: primitive for primitive in primitives}
    if len(found) != len(primitives):
        raise RuntimeError("two primitives share a name")
    return found


PRIMITIVES = by_name(_ALL)
