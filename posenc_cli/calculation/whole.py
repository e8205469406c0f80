"""Which quantities are whole numbers by the way they are made: distances, buckets, numbers of things."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.expression import Call, Constant, Expression, Name, evaluate

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.calculation.expression import Node
    from posenc_cli.calculation.formula import Formula

#: Whole for whatever they are made of.
_ALWAYS = frozenset({"floor", "ceil", "trunc", "floor_divide"})
#: Whole if all they are made of is.
_KEEPING = frozenset({"add", "subtract", "multiply", "negate", "modulo", "abs", "larger", "smaller"})
#: Whole if the cells are from which they pick or which they add up; what says which cells plays no part.
_PICKING = frozenset({"take", "row", "roll", "total", "summed", "transposed"})


def whole(formula: Formula, given: Mapping[str, Any]) -> frozenset[str]:
    """The quantities that are whole by structure, leaves too.

    A rule of powers, logarithms or angles may give whole numbers here and there; it is none of these.

    Args:
        formula: the rules.
        given: leaves by name, arrays of int, float or Decimal. Decimals count as they are written: 1 is whole, 1.0 is
            a measured value.
    """
    found = {name for name, leaf in given.items() if _is_count(leaf)}
    leaves = dict(given)
    for rule in formula.rules:
        leaves.pop(rule.name, None)
        found.discard(rule.name)
        if _is_whole(rule.expression.tree, found, leaves):
            found.add(rule.name)
    return frozenset(found)


def _is_count(leaf: Any) -> bool:  # noqa: ANN401
    array = np.asarray(leaf)
    if array.dtype == object:
        return all(_is_written_whole(cell) for cell in array.flat)
    # A single number such as a base is read from a file as 10000.0 too.
    return array.dtype.kind in "biu" or (array.ndim == 0 and float(array).is_integer())


def _is_written_whole(cell: Any) -> bool:  # noqa: ANN401
    if isinstance(cell, Decimal):
        exponent = cell.as_tuple().exponent
        return isinstance(exponent, int) and exponent >= 0
    return isinstance(cell, int)


def _is_whole(node: Node, found: set[str], leaves: Mapping[str, Any]) -> bool:
    if isinstance(node, Constant):
        return node.text.isdigit()
    if isinstance(node, Name):
        return node.name in found
    if node.primitive == "divide":
        return _comes_out(node, leaves)
    made_of = _made_of(node)
    return made_of is not None and all(_is_whole(part, found, leaves) for part in made_of)


def _made_of(call: Call) -> tuple[Node, ...] | None:
    """The parts of a call that must be whole so that it is; None where that is not enough."""
    match call.primitive, call.arguments:
        case name, arguments if name in _KEEPING:
            return arguments
        case name, (cells, *_) if name in _PICKING:
            return (cells,)
        case "where", (_, yes, no):
            return yes, no
        case name, (*_, places) if name in _ALWAYS or (name == "round" and places == Constant("0")):
            return ()
    return None


def _comes_out(node: Node, leaves: Mapping[str, Any]) -> bool:
    """Does a quotient of leaves come out even in every cell? A quarter of the width 8 is a number of columns."""
    names = _names(node)
    if not names <= leaves.keys():
        return False
    values = evaluate(Expression("", node, names), {name: NUMBERS.leaf(leaves[name]) for name in names}, NUMBERS)
    return bool((np.isfinite(values) & (values == np.rint(values))).all())


def _names(node: Node) -> frozenset[str]:
    match node:
        case Name(name):
            return frozenset({name})
        case Call(_, arguments):
            return frozenset().union(*map(_names, arguments))
    return frozenset()
