"""Any encoding step by step: for a column of a row, a pair, or the score of a query with a key."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE, in_words
from posenc_cli.calculation.expression import Call, Name, Node
from posenc_cli.encodings.results import hidden
from posenc_cli.encodings.rope_scaling import at_length
from posenc_cli.encodings.scheme import position, whole
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula
    from posenc_cli.encodings.scheme import Scheme

#: Primitives that read a whole row: a single cell of their arguments would not do.
_ACROSS = frozenset({"take", "roll", "row", "total", "dots", "transposed", "norm"})
#: Positions before a query that its working can show one by one.
FURTHEST = 63
#: What an explanation ends with, by kind; of biases whatever the table of it holds.
_ENDS = {"rotary": ("cos", "sin", "scale"), "none": ("weight",)}


@dataclass(frozen=True)
class Cell:
    """One number that is worked out.

    Attributes:
        name: what it is: ``{"k": 2}``, ``{"i": 1}``, ``{"head": 1, "query": 2, "key": 0}``.
        index: where it stands in the arrays, (row, column) or (head, query, key).
    """

    name: Mapping[str, int]
    index: tuple[int, ...]


@dataclass(frozen=True)
class Steps:
    """The working of some cells.

    Attributes:
        scheme: the encoding.
        pos: the position; of scores that of the query.
        cells: those that are worked out.
        rules: the steps to show, in order, each with the name that it goes by.
        values: by quantity, leaves too.
        hidden: does the query not see the key?
    """

    scheme: Scheme
    pos: int
    cells: tuple[Cell, ...]
    rules: Mapping[str, str]
    values: Mapping[str, NDArray[np.float64]]
    hidden: bool = False

    def value(self, rule: str, cell: Cell) -> list[float]:
        """What a rule gives there: one number, or one for each hidden unit of a network."""
        return [float(each) + 0.0 for each in np.ravel(_cell(self.values[rule], cell.index))]

    def said(self, rule: str, cell: Cell, show: Callable[[float], str]) -> list[str]:
        """A rule as a person writes it, numbers put in as ``show`` writes them."""
        expression = self.scheme.formula.rule(rule).expression
        across = bool(_primitives(expression.tree) & _ACROSS)
        read = {
            name: self.values[name] if across else _cell(self.values[name], cell.index) for name in expression.names
        }
        found = self.scheme.formula.say(rule, read, in_words(show))
        if across:
            found = _cell(np.asarray(found, dtype=object), cell.index)
        return [str(each.text) for each in np.ravel(found)]


def _cell(values: Any, index: tuple[int, ...]) -> Any:  # noqa: ANN401
    """The part of an array that belongs to a cell; axes along which all is the same have one entry.

    Arrays of scores with an axis more hold the hidden units of a network along it.
    """
    array = np.asarray(values)
    if array.ndim == 0:
        return array
    more = max(0, array.ndim - len(index))
    places: Sequence[int] = index[max(0, len(index) - array.ndim) :]
    chosen = tuple(
        slice(0, 1) if size == 1 else slice(place, place + 1) for size, place in zip(array.shape, places, strict=False)
    )
    return array[(*chosen, *([slice(None)] * more))]


def _primitives(node: Node) -> set[str]:
    if not isinstance(node, Call):
        return set()
    return {node.primitive}.union(*map(_primitives, node.arguments))


def shown_rules(formula: Formula, ends: Sequence[str]) -> dict[str, str]:
    """The rules that lead to some quantities and are steps of their own, each with the name that it goes by.

    A rule that only gives another one its name is that one; a constant is no step.
    """
    rules = {rule.name: rule for rule in formula.rules}
    needed: set[str] = set()
    waiting = [name for name in ends if name in rules]
    while waiting:
        name = waiting.pop()
        if name not in needed:
            needed.add(name)
            waiting += [other for other in rules[name].expression.names if other in rules]
    names: dict[str, str] = {}
    for rule in formula.rules:
        if rule.name not in needed or not rule.expression.names:
            continue
        tree = rule.expression.tree
        if isinstance(tree, Name) and tree.name in names:
            names[tree.name] = rule.name
        elif not isinstance(tree, Name) or rule.name in ends:
            names[rule.name] = rule.name
    return names


def row_steps(scheme: Scheme, pos: int, columns: Sequence[int] | None = None) -> Steps:
    """Work out a row of an additive encoding, or the angles of a rotary one.

    Args:
        scheme: the encoding.
        pos: the position.
        columns: columns of the vector from 0; all of them, or all pairs, if None.

    Raises:
        UsageError: a position or column that does not exist.
    """
    pos = position(pos)
    columns = None if columns is None else scheme.columns(columns)
    positions = scheme.checked(np.array([pos], dtype=np.int64))
    scheme = at_length(scheme, positions)
    ends = _ENDS.get(scheme.encoding.kind, scheme.encoding.results)
    values = _values(scheme, positions)
    count = scheme.d
    if scheme.encoding.kind == "rotary":
        count = values["angle"].shape[-1]
        columns = None if columns is None else sorted({_pair(values, k, count) for k in columns})
    name = "i" if scheme.encoding.kind == "rotary" else "k"
    cells = tuple(Cell({name: k}, (0, k)) for k in (range(count) if columns is None else columns))
    return Steps(scheme, pos, cells, shown_rules(scheme.formula, ends), values)


def _pair(values: Mapping[str, NDArray[np.float64]], k: int, pairs: int) -> int:
    """The pair of a column; columns that do not turn are refused."""
    if k >= 2 * pairs:
        raise UsageError("compute.dimension", given=k, last=2 * pairs - 1, d=2 * pairs)
    return k % pairs if float(values["split"]) else k // 2


def score_steps(scheme: Scheme, pos: int, key: int = 0, head: int = 1) -> Steps:
    """Work out what an encoding does to the score of one query with one key.

    Args:
        scheme: a bias, or no encoding at all.
        pos: the position of the query.
        key: the position of the key.
        head: from 1.

    Raises:
        UsageError: a head that does not exist, or positions too far apart to be shown one by one.
    """
    pos, key = position(pos), position(key)
    positions = scheme.checked(_positions(scheme, pos, key))
    given = scheme.given(positions)
    run = scheme.formula.run(given, ACCURATE)
    values = {name: value.to_float64() for name, value in run.values.items()}
    ends = _ENDS.get(scheme.encoding.kind, tuple(n for n in scheme.encoding.results if n != "table"))
    shape = np.broadcast_shapes(*(values[name].shape[:3] for name in ends if values[name].ndim >= 3))
    head = whole(head, 1, "parameters.head", shape[0], heads=shape[0])
    queries, keys = (np.ravel(given[name]).tolist() for name in ("query", "key"))
    if pos not in queries:
        raise UsageError("compute.position", given=pos, limit=queries[-1])
    cell = Cell({"head": head, "query": pos, "key": key}, (head - 1, queries.index(pos), keys.index(key)))
    # A table of distances has other axes than scores have.
    rules = {
        rule: name
        for rule, name in shown_rules(scheme.formula, ends).items()
        if all(size in (1, most) for size, most in zip(values[rule].shape[:3], shape, strict=False))
    }
    unseen = hidden(scheme, given, run.values)
    return Steps(scheme, pos, (cell,), rules, values, unseen is not None and bool(unseen[cell.index[1:]]))


def _positions(scheme: Scheme, pos: int, key: int) -> NDArray[np.int64]:
    """All up to the further one where other positions matter, too; else the two alone."""
    last = max(pos, key)
    if (mask := scheme.parameters.get("attention_mask")) is not None:
        return np.arange(max(np.size(mask), last + 1))
    across = any(_primitives(rule.expression.tree) & (_ACROSS - {"take"}) for rule in scheme.formula.rules)
    if across and last > FURTHEST:
        raise UsageError("cli.too-large", option="--pos", given=last, limit=FURTHEST)
    return np.arange(last + 1) if across else np.unique(np.array([pos, key], dtype=np.int64))


def _values(scheme: Scheme, positions: NDArray[np.int64]) -> dict[str, NDArray[np.float64]]:
    run = scheme.formula.run(scheme.given(positions), ACCURATE)
    return {name: value.to_float64() for name, value in run.values.items()}
