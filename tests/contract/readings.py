"""A formula cell by cell: the same expressions, one number at a time, with plain loops in place of array operations."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.calculation.expression import Call, Constant, Name
from posenc_cli.calculation.primitives import PRIMITIVES

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from posenc_cli.calculation.expression import Node
    from posenc_cli.calculation.formula import Formula

    Shape = tuple[int, ...]


class Cells:
    """Quantities that are looked up or computed one cell at a time.

    Args:
        formula: the rules.
        given: the leaves.
    """

    def __init__(self, formula: Formula, given: Mapping[str, Any]) -> None:
        self.leaves = {name: np.asarray(value) for name, value in given.items()}
        self.rules = {rule.name: rule.expression.tree for rule in formula.rules}
        self.shapes: dict[str, Shape] = {name: value.shape for name, value in self.leaves.items()}
        for name, tree in self.rules.items():
            self.shapes[name] = self.shape(tree)
        self.known: dict[tuple[str, Shape], float] = {}

    def array(self, name: str) -> Any:  # noqa: ANN401
        """A rule in all of its cells."""
        found = np.empty(self.shapes[name])
        for index in np.ndindex(found.shape):
            found[index] = self.quantity(name, index)
        return found

    def shape(self, node: Node) -> Shape:
        """The axes of what a part of an expression gives."""
        if isinstance(node, Constant):
            return ()
        if isinstance(node, Name):
            return self.shapes[node.name]
        shapes = [self.shape(argument) for argument in node.arguments]
        return SHAPES[node.primitive](*shapes) if node.primitive in SHAPES else np.broadcast_shapes(*shapes)

    def quantity(self, name: str, index: Shape) -> float:
        """One cell of a leaf or of a rule; axes that it does not have, or once only, are passed over."""
        shape = self.shapes[name]
        own = tuple(
            0 if size == 1 else place for size, place in zip(shape, index[len(index) - len(shape) :], strict=True)
        )
        if name not in self.rules:
            return float(self.leaves[name][own])
        if (name, own) not in self.known:
            self.known[name, own] = self.cell(self.rules[name], own)
        return self.known[name, own]

    def cell(self, node: Node, index: Shape) -> float:
        """One cell of a part of an expression."""
        if isinstance(node, Constant):
            return float(node.text)
        if isinstance(node, Name):
            return self.quantity(node.name, index)
        if node.primitive in LANES:
            return LANES[node.primitive](self, node, index)
        cells = [self.at(argument, index) for argument in node.arguments]
        with NUMBERS.quiet():
            return float(NUMBERS.apply(PRIMITIVES[node.primitive], [np.float64(cell) for cell in cells]))

    def at(self, node: Node, index: Shape) -> float:
        """The same with axes that the part does not have, or once only, passed over."""
        shape = self.shape(node)
        own = index[len(index) - len(shape) :]
        return self.cell(node, tuple(0 if size == 1 else at for size, at in zip(shape, own, strict=True)))

    def columns(self, node: Node) -> range:
        """The places along the last axis."""
        return range(self.shape(node)[-1])


def _take(cells: Cells, node: Call, index: Shape) -> float:
    value, places = node.arguments
    return cells.at(value, (*index[:-1], int(cells.at(places, index))))


def _dots(cells: Cells, node: Call, index: Shape) -> float:
    left, right = node.arguments
    *lead, row, other = index
    products = (
        cells.at(left, (*lead, row, column)) * cells.at(right, (*lead, other, column)) for column in cells.columns(left)
    )
    return sum(products, 0.0)


def _total(cells: Cells, node: Call, index: Shape) -> float:
    (value,) = node.arguments
    return sum((cells.at(value, (*index[:-1], column)) for column in cells.columns(value)), 0.0)


def _summed(cells: Cells, node: Call, index: Shape) -> float:
    (value,) = node.arguments
    return sum((cells.at(value, (*index, column)) for column in cells.columns(value)), 0.0)


def _transposed(cells: Cells, node: Call, index: Shape) -> float:
    return cells.at(node.arguments[0], (*index[:-2], index[-1], index[-2]))


#: Primitives that look beyond their own cell.
LANES: Mapping[str, Callable[[Cells, Call, Shape], float]] = {
    "take": _take,
    "dots": _dots,
    "total": _total,
    "summed": _summed,
    "transposed": _transposed,
}
#: The axes that they give.
SHAPES: Mapping[str, Callable[..., Shape]] = {
    "take": lambda value, places: (*np.broadcast_shapes(value[:-1], places[:-1]), places[-1]),
    "dots": lambda left, right: (*np.broadcast_shapes(left[:-2], right[:-2]), left[-2], right[-2]),
    "total": lambda value: (*value[:-1], 1),
    "summed": lambda value: value[:-1],
    "transposed": lambda value: (*value[:-2], value[-1], value[-2]),
}
