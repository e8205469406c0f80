"""Expressions: parsed once into an immutable tree, read in several algebras.

The grammar is a short list of Python's own nodes (numbers, names, arithmetic, one comparison, calls of primitives), so
a text from outside can be refused but never run. An expression knows nothing of arrays: :func:`evaluate` hands every
operator and call to the reading that the algebra picks from the primitive's record.
"""

from __future__ import annotations

import ast
import re
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import TYPE_CHECKING, Any, TypeAlias

from posenc_cli.calculation.primitives import COMPARISONS, OPERATORS, PRIMITIVES
from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.calculation.algebras import Algebra

MAX_LENGTH = 400
MAX_NODES = 120
#: Numbers in an expression; a smaller or larger one is a typing error, or meant to keep the program busy for years.
MIN_CONSTANT, MAX_CONSTANT = 1e-12, 1e12

#: All that the grammar needs; whatever else stands in a text never reaches Python's parser.
_WORDS = re.compile(r"(?: |[A-Za-z]\w*+|(?:\d++\.?\d*+|\.\d++)(?:[eE][+-]?\d++)?+(?![\w.])|[-+*/%<>=!(),])*+", re.ASCII)
_SHOWN = 20


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

    def __hash__(self) -> int:
        """By what is written: a tree may be read in a great many ways down."""
        return hash(self.text)

    @cached_property
    def steps(self) -> tuple[tuple[Node, tuple[int, ...]], ...]:
        """The parts of the tree in the order of computing, each with the places of its arguments; equal ones once."""
        seen: dict[int, int] = {}  # by object: what is put in the place of a name is one, however often it stands
        places: dict[Node | tuple[str | int, ...], int] = {}
        found: list[tuple[Node, tuple[int, ...]]] = []

        def place(node: Node) -> int:
            if id(node) not in seen:
                arguments: tuple[int, ...] = ()
                key: Node | tuple[str | int, ...] = node
                if isinstance(node, Call):
                    arguments = tuple([place(each) for each in node.arguments])
                    key = (node.primitive, *arguments)
                seen[id(node)] = places.setdefault(key, len(found))
                if seen[id(node)] == len(found):
                    found.append((node, arguments))
            return seen[id(node)]

        place(self.tree)
        return tuple(found)


@lru_cache(maxsize=4096)
def parse(text: str) -> Expression:
    """Parse an expression.

    Raises:
        InputError: for anything that is not arithmetic over names and known primitives, or is too large.
    """
    if len(text) > MAX_LENGTH:
        raise InputError("expression-too-large", length=len(text), limit=MAX_LENGTH)
    if refused := _WORDS.sub("", text, count=1):
        raise _refused(refused, text)
    try:
        body = ast.parse(text, mode="eval").body
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise InputError("expression-syntax", text=text) from None
    count = sum(isinstance(node, ast.expr) for node in ast.walk(body))
    if count > MAX_NODES:
        raise InputError("expression-too-large", length=count, limit=MAX_NODES)
    names: set[str] = set()
    return Expression(text, _convert(body, text, names), frozenset(names))


def _convert(node: ast.expr, text: str, names: set[str]) -> Node:
    match node:
        case ast.Constant(value=int() | float() as value) if not isinstance(value, bool):
            return _constant(value, ast.get_source_segment(text, node) or "", text)
        case ast.Name(id=name) if name not in PRIMITIVES and "__" not in name:
            names.add(name)
            return Name(name)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _call("negate", [operand], text, names)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATORS:
            return _call(OPERATORS[type(op)], [left, right], text, names)
        case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in PRIMITIVES:
            return _call(name, args, text, names)
    raise _refused(ast.get_source_segment(text, node), text)


def _call(name: str, arguments: list[ast.expr], text: str, names: set[str]) -> Call:
    arity = PRIMITIVES[name].arity
    if len(arguments) != arity:
        raise InputError("expression-arity", text=text, name=name, given=len(arguments), wanted=arity)
    if name in COMPARISONS.values():
        # Called by its own name it could stand anywhere; there is one way to write a comparison.
        raise InputError("expression-refused", text=text, part=name)
    if name != "where":
        return Call(name, tuple(_convert(argument, text, names) for argument in arguments))
    condition, *branches = arguments
    return Call(name, (_condition(condition, text, names), *(_convert(branch, text, names) for branch in branches)))


def _condition(node: ast.expr, text: str, names: set[str]) -> Node:
    """The first argument of ``where``: one comparison, and nothing else; it stands nowhere else either."""
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in COMPARISONS:
            return Call(COMPARISONS[type(op)], (_convert(left, text, names), _convert(right, text, names)))
    raise _refused(ast.get_source_segment(text, node), text)


def _refused(part: str | None, text: str) -> InputError:
    shown = part or text
    return InputError("expression-refused", text=text, part=shown if len(shown) <= _SHOWN else f"{shown[:_SHOWN]}…")


def _constant(value: float, source: str, text: str) -> Constant:
    zero = not source.lower().partition("e")[0].strip("0.")
    if not zero and not MIN_CONSTANT <= value <= MAX_CONSTANT:
        raise InputError(
            "expression-constant", text=text, number=source, least=f"{MIN_CONSTANT:g}", limit=f"{MAX_CONSTANT:g}"
        )
    # The written digits, not the float: 0.1 is one tenth in 50 digits too. A zero may hide a huge exponent.
    return Constant("0" if zero else source)


@lru_cache(maxsize=4096)
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
    shown = inner.text if isinstance(inner.tree, Name | Constant) else f"({inner.text})"
    return Expression(re.sub(rf"\b{name}\b", lambda _: shown, expression.text), put(expression.tree), names)


def renamed(expression: Expression, names: Mapping[str, str]) -> Expression:
    """The expression with quantities called otherwise, all at once, so that two may exchange their names."""
    if not expression.names & names.keys():
        return expression

    def put(node: Node) -> Node:
        if isinstance(node, Name):
            return Name(names.get(node.name, node.name))
        if isinstance(node, Call):
            return Call(node.primitive, tuple(put(argument) for argument in node.arguments))
        return node

    found = frozenset(names.get(name, name) for name in expression.names)
    # A rule may be called as a primitive is (cos of a rotation); in an expression that word is the primitive.
    read = {name: names[name] for name in names.keys() - PRIMITIVES.keys()}
    shown = re.sub(r"\b[A-Za-z]\w*", lambda word: read.get(word[0], word[0]), expression.text)
    return Expression(shown, put(expression.tree), found)


def evaluate(expression: Expression, values: Mapping[str, Any], algebra: Algebra) -> Any:  # noqa: ANN401
    """Read an expression in an algebra; ``values`` holds what its names mean there.

    No warning is given where a calculator shows an error.
    """
    if not isinstance(expression.tree, Call):
        return evaluate_quietly(expression, values, algebra)
    with algebra.quiet():
        return evaluate_quietly(expression, values, algebra)


def evaluate_quietly(expression: Expression, values: Mapping[str, Any], algebra: Algebra) -> Any:  # noqa: ANN401
    """:func:`evaluate` where the algebra is quiet already."""
    found: list[Any] = []
    for node, places in expression.steps:
        if isinstance(node, Call):
            found.append(algebra.apply(PRIMITIVES[node.primitive], [found[place] for place in places]))
        else:
            found.append(values[node.name] if isinstance(node, Name) else algebra.constant(node.text))
    return found[-1]
