"""What embedding and pattern become together: their sum, or what a rule of the worksheet's own makes of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import in_words
from posenc_cli.calculation.expression import Call, parse
from posenc_cli.calculation.words import CLOSED, Said

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from posenc_cli.calculation.expression import Node
    from posenc_cli.calculation.formula import Formula

#: Kinds whose pages say how both become one.
SAYING = frozenset({"add", "same-word"})
_SUMS = (parse("e + pe").tree, parse("pe + e").tree)
#: The rows of a page that such a rule works on, as they are called there.
_ROWS = {"e": "E", "pe": "PE"}
#: What is done with the numbers of one column alone, and written as one line.
_CELLWISE = (
    frozenset(
        {"add", "subtract", "multiply", "divide", "floor_divide", "modulo", "power", "negate", "abs", "sqrt", "exp"}
    )
    | {"sin", "cos", "tan", "asin", "acos", "ln", "ceil", "floor", "trunc", "smaller", "larger", "radians", "degrees"}
    | {"round"}
)
#: Signs of a rule that has room before a row of numbers.
_LONGEST = 40


def is_sum(formula: Formula) -> bool:
    """Is x the sum of e and pe, or not there at all?"""
    return "x" not in formula or formula.rule("x").expression.tree in _SUMS


def said(formula: Formula, given: Mapping[str, Any], show: Callable[[float], str]) -> str:
    """The rule of x in the words of the page: "E − PE".

    Args:
        formula: that has a rule of x.
        given: its leaves; a number that all cells share is put in.
        show: how such a number is written.

    Returns:
        The rule; empty where it is no short formula of both rows alone, column by column.
    """
    expression = formula.rule("x").expression
    others = expression.names - _ROWS.keys()
    if not _ROWS.keys() <= expression.names or any(np.ndim(given.get(name, [])) for name in others):
        return ""
    if not set(_primitives(expression.tree)) <= _CELLWISE:
        return ""
    rows = {name: np.array(Said(row, CLOSED, float("nan")), dtype=object) for name, row in _ROWS.items()}
    line = str(formula.say("x", {**given, **rows}, in_words(show)).item().text)
    return line if len(line) <= _LONGEST else ""


def _primitives(node: Node) -> Iterator[str]:
    if isinstance(node, Call):
        yield node.primitive
        for argument in node.arguments:
            yield from _primitives(argument)
