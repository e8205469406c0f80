"""A sheet worked out by plain loops: Python's own parser reads its rules, and one cell is computed at a time.

Nothing here is the program's arithmetic: numbers are those of mpmath, and no array is ever added to another one.
"""

from __future__ import annotations

import ast
from decimal import ROUND_HALF_UP, Decimal, localcontext
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping

    from posenc_cli.worksheet.sheet import Sheet

    Shape = tuple[int, int]
    Carry = Callable[[str, int, int, Any], Any]

FIFTY = mpmath.MPContext()
FIFTY.dps = 50


def written(value: mpmath.mpf, decimals: int) -> str:
    """A number as a person writes it, from its first forty digits."""
    with localcontext() as digits:
        digits.prec = 60
        shown = Decimal(FIFTY.nstr(value, 40)).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP)
    return f"{abs(shown) if shown == 0 else shown:f}"


def exactly(_quantity: str, _row: int, _column: int, value: Any) -> Any:  # noqa: ANN401
    """The next step uses what was computed."""
    return value


def as_written_on(sheet: Sheet) -> Carry:
    """The next step uses what is written where a value stands on the sheet, printed or filled in."""

    def carry(quantity: str, row: int, column: int, value: Any) -> Any:  # noqa: ANN401
        mask = sheet.on_sheet.get(quantity)
        stands = mask is not None and mask[row, column]
        return FIFTY.mpf(written(value, sheet.decimals)) if stands else value

    return carry


class ByHand:
    """A sheet, cell by cell.

    Args:
        sheet: whose rules and leaves are read.
        carry: (quantity, row, column, computed value) → what later steps use.
        numbers: mpmath's numbers and functions, ``FIFTY`` or ``mpmath.fp``.
    """

    def __init__(self, sheet: Sheet, carry: Carry = exactly, numbers: Any = FIFTY) -> None:  # noqa: ANN401
        self.numbers, self.carry = numbers, carry
        self.rules = {rule.name: ast.parse(rule.expression.text, mode="eval").body for rule in sheet.formula.rules}
        self.leaves = {name: np.atleast_2d(np.asarray(leaf, dtype=object)) for name, leaf in sheet.given.items()}
        self.shapes: dict[str, Shape] = {name: _two(leaf.shape) for name, leaf in self.leaves.items()}
        for name, tree in self.rules.items():
            mask = sheet.on_sheet.get(name)
            self.shapes[name] = _wide(self.shape(tree), (1, 1) if mask is None else _two(mask.shape))
        self.found: dict[tuple[str, int, int], Any] = {}
        self.used: dict[tuple[str, int, int], Any] = {}

    def computed(self, quantity: str, row: int, column: int) -> Any:  # noqa: ANN401
        """What the rule of a quantity gives in one cell."""
        cell = quantity, row, column
        if cell not in self.found:
            self.found[cell] = self.cell(self.rules[quantity], row, column)
        return self.found[cell]

    def carried(self, quantity: str, row: int, column: int) -> Any:  # noqa: ANN401
        """What a later step reads there."""
        if quantity not in self.rules:
            return self.number(self.leaves[quantity][row, column])
        cell = quantity, row, column
        if cell not in self.used:
            self.used[cell] = self.carry(*cell, self.computed(*cell))
        return self.used[cell]

    def number(self, leaf: Any) -> Any:  # noqa: ANN401
        """A leaf: a decimal number as it was written, another one as it is."""
        return self.numbers.mpf(str(leaf) if isinstance(leaf, Decimal) else leaf + 0)

    # the axes of what a part of an expression gives

    def shape(self, node: ast.expr) -> Shape:
        """Rows and columns; a single number has one of each."""
        if isinstance(node, ast.Name):
            return self.shapes[node.id]
        shapes = [self.shape(part) for part in _parts(node)]
        name = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        return SHAPES[name](*shapes) if name in SHAPES else _wide((1, 1), *shapes)

    # one cell

    def at(self, node: ast.expr, row: int, column: int) -> Any:  # noqa: ANN401
        """A part of an expression in a cell of the whole; an axis that it has once serves all."""
        rows, columns = self.shape(node)
        return self.cell(node, row if rows > 1 else 0, column if columns > 1 else 0)

    def cell(self, node: ast.expr, row: int, column: int) -> Any:  # noqa: ANN401
        """One cell of a part of an expression."""
        match node:
            case ast.Constant():
                return self.numbers.mpf(ast.unparse(node))
            case ast.Name(id=name):
                return self.carried(name, row, column)
            case ast.Call(func=ast.Name(id=name), args=args) if name in LANES:
                return LANES[name](self, args, row, column)
            case ast.Call(func=ast.Name(id="where"), args=[ast.Compare() as test, yes, no]):
                return self.at(yes if self.holds(test, row, column) else no, row, column)
            case ast.Call(func=ast.Name(id=name)):
                pass
            case ast.BinOp(op=op):
                name = type(op).__name__
            case ast.UnaryOp(op=ast.USub()):
                name = "USub"
        cells = [self.at(part, row, column) for part in _parts(node)]
        return OPERATIONS[name](self.numbers, *cells)

    def holds(self, test: ast.Compare, row: int, column: int) -> bool:
        """A comparison in one cell."""
        left, right = (self.at(part, row, column) for part in _parts(test))
        return bool(COMPARISONS[type(test.ops[0]).__name__](left, right))


def _two(shape: tuple[int, ...]) -> Shape:
    rows, columns = shape
    return rows, columns


def _wide(*shapes: Shape) -> Shape:
    rows, columns = (max(sizes) for sizes in zip(*shapes, strict=True))
    return rows, columns


def _parts(node: ast.expr) -> Iterator[ast.expr]:
    match node:
        case ast.BinOp(left=left, right=right):
            yield from (left, right)
        case ast.UnaryOp(operand=operand):
            yield operand
        case ast.Compare(left=left, comparators=[right]):
            yield from (left, right)
        case ast.Call(args=args):
            yield from args


def _rounded(numbers: Any, value: Any, places: Any) -> Any:  # noqa: ANN401
    return numbers.mpf(written(FIFTY.mpf(value), int(places)))


OPERATIONS: Mapping[str, Callable[..., Any]] = {
    "Add": lambda _, a, b: a + b,
    "Sub": lambda _, a, b: a - b,
    "Mult": lambda _, a, b: a * b,
    "Div": lambda _, a, b: a / b,
    "FloorDiv": lambda numbers, a, b: numbers.floor(a / b),
    "Mod": lambda numbers, a, b: a - b * numbers.floor(a / b),
    "Pow": lambda _, a, b: a**b,
    "USub": lambda _, a: -a,
    "abs": lambda _, a: abs(a),
    "smaller": lambda _, a, b: min(a, b),
    "larger": lambda _, a, b: max(a, b),
    "radians": lambda numbers, a: a * numbers.pi / 180,
    "degrees": lambda numbers, a: a * 180 / numbers.pi,
    "round": _rounded,
    **{
        name: lambda numbers, a, name=name: getattr(numbers, name)(a)
        for name in ("sin", "cos", "sqrt", "ln", "exp", "floor", "ceil")
    },
}
COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "Eq": lambda a, b: a == b,
    "NotEq": lambda a, b: a != b,
    "Lt": lambda a, b: a < b,
    "LtE": lambda a, b: a <= b,
    "Gt": lambda a, b: a > b,
    "GtE": lambda a, b: a >= b,
}


def _take(hand: ByHand, args: list[ast.expr], row: int, column: int) -> Any:  # noqa: ANN401
    return hand.at(args[0], row, int(hand.at(args[1], row, column)))


def _row(hand: ByHand, args: list[ast.expr], _row: int, column: int) -> Any:  # noqa: ANN401
    return hand.cell(args[0], int(hand.at(args[1], 0, 0)), column)


def _transposed(hand: ByHand, args: list[ast.expr], row: int, column: int) -> Any:  # noqa: ANN401
    return hand.cell(args[0], column, row)


def _total(hand: ByHand, args: list[ast.expr], row: int, _column: int) -> Any:  # noqa: ANN401
    _, columns = hand.shape(args[0])
    return sum((hand.cell(args[0], row, column) for column in range(columns)), hand.numbers.mpf(0))


def _norm(hand: ByHand, args: list[ast.expr], row: int, _column: int) -> Any:  # noqa: ANN401
    _, columns = hand.shape(args[0])
    squares = (hand.cell(args[0], row, column) ** 2 for column in range(columns))
    return hand.numbers.sqrt(sum(squares, hand.numbers.mpf(0)))


def _dots(hand: ByHand, args: list[ast.expr], row: int, other: int) -> Any:  # noqa: ANN401
    left, right = args
    _, columns = hand.shape(left)
    products = (hand.at(left, row, column) * hand.at(right, other, column) for column in range(columns))
    return sum(products, hand.numbers.mpf(0))


#: What looks beyond its own cell, and the axes that it gives.
LANES: Mapping[str, Callable[..., Any]] = {
    "take": _take,
    "row": _row,
    "transposed": _transposed,
    "total": _total,
    "norm": _norm,
    "dots": _dots,
}
SHAPES: Mapping[str, Callable[..., Shape]] = {
    "take": lambda value, places: (max(value[0], places[0]), places[1]),
    "row": lambda value, _: (1, value[1]),
    "transposed": lambda value: (value[1], value[0]),
    "total": lambda value: (value[0], 1),
    "norm": lambda value: (value[0], 1),
    "dots": lambda left, right: (left[0], right[0]),
}
