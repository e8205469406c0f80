"""Expressions: parsed once into an immutable tree, read in several algebras.

The grammar is a short list of Python's own nodes (numbers, names, arithmetic, one comparison, calls of primitives), so
a text from outside can be refused but never run. An expression knows nothing of arrays: :func:`evaluate` hands every
operator and call to the reading that the algebra picks from the primitive's record.
"""

from __future__ import annotations

import ast
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any, TypeAlias

from posenc_cli.calculation.primitives import OPERATORS, PRIMITIVES
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.calculation.algebras import Algebra

MAX_LENGTH = 400
MAX_NODES = 120
MAX_CONSTANT = 10**12


@dataclass(frozen=True)
class Constant:
    """A number as written: an ``int``, or the decimal text of a fraction (so that every algebra reads it exactly)."""

    text: str


@dataclass(frozen=True)
class Name:
    """A quantity."""

    name: str


@dataclass(frozen=True)
class Call:
    """A primitive applied to its arguments; operators are primitives too."""

    primitive: str
    arguments: tuple[Node, ...]


Node: TypeAlias = Constant | Name | Call


@dataclass(frozen=True)
class Expression:
    """One parsed expression.

    Attributes:
        text: as it was written.
        tree: the immutable tree.
        names: the quantities it reads.
    """

    text: str
    tree: Node
    names: frozenset[str]


@cache
def parse(text: str) -> Expression:
    """Parse an expression.

    Raises:
        InputError: for anything that is not arithmetic over names and known primitives, or is too large.
    """
    if len(text) > MAX_LENGTH:
        raise InputError("expression-too-large", length=len(text), limit=MAX_LENGTH)
    try:
        body = ast.parse(text, mode="eval").body
        count = sum(1 for _ in ast.walk(body))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError("expression-syntax", text=text) from None
    if count > MAX_NODES * 2:
        raise InputError("expression-too-large", length=count, limit=MAX_NODES * 2)
    names: set[str] = set()
    return Expression(text, _convert(body, text, names), frozenset(names))


def _convert(node: ast.AST, text: str, names: set[str]) -> Node:
    match node:
        case ast.Constant(value=bool()):
            pass
        case ast.Constant(value=int() | float() as value):
            return _constant(value, ast.get_source_segment(text, node), text)
        case ast.Name(id=name) if name not in PRIMITIVES:
            names.add(name)
            return Name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return Call("negate", (_convert(operand, text, names),))
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return Call(OPERATORS[type(op)], (_convert(left, text, names), _convert(right, text, names)))
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATORS:
            return Call(OPERATORS[type(op)], (_convert(left, text, names), _convert(right, text, names)))
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in PRIMITIVES:
            if len(args) != PRIMITIVES[name].arity:
                raise InputError(
                    "expression-arity", text=text, name=name, given=len(args), wanted=PRIMITIVES[name].arity
                )
            return Call(name, tuple(_convert(argument, text, names) for argument in args))
    raise InputError(
        "expression-refused", text=text, part=ast.get_source_segment(text, node) or type(node).__name__  # type: ignore[arg-type]
    )


def _constant(value: float, source: str | None, text: str) -> Constant:
    if not abs(value) <= MAX_CONSTANT:
        raise InputError("expression-constant", text=text, number=source, limit=MAX_CONSTANT)
    # The written digits, not the float: 0.1 is one tenth in 50 digits too.
    return Constant(str(value) if isinstance(value, int) else (source or repr(value)).replace("_", ""))


def substitute(expression: Expression, name: str, inner: Expression) -> Expression:
    """The expression with another one in the place of a name."""
    if name not in expression.names:
        return expression

    def put(node: Node) -> Node:
        if isinstance(node, Name):
            return inner.tree if node.name == name else node
        if isinstance(node, Call):
            return Call(node.primitive, tuple(put(argument) for argument in node.arguments))
        return node

    names = (expression.names - {name}) | inner.names
    return Expression(expression.text.replace(name, f"({inner.text})"), put(expression.tree), names)


def evaluate(expression: Expression, values: Mapping[str, Any], algebra: Algebra) -> Any:  # noqa: ANN401
    """Read an expression in an algebra; ``values`` holds what its names mean there."""

    def read(node: Node) -> Any:  # noqa: ANN401
        if isinstance(node, Name):
            return values[node.name]
        if isinstance(node, Constant):
            return algebra.constant(node.text)
        return algebra.apply(PRIMITIVES[node.primitive], [read(argument) for argument in node.arguments])

    return read(expression.tree)
