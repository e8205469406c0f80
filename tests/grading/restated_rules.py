"""The rules of any worksheet, read once more from their text: cell by cell, over decimals, nothing of our algebras."""

from __future__ import annotations

import ast
from dataclasses import dataclass, field
from decimal import Decimal, localcontext
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np

from tests.grading.restated_ranges import (
    COMPARED,
    DIGITS,
    PLAIN,
    Place,
    Range,
    choose,
    fine,
    hull,
    rounded,
    size,
    unit,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from posenc_cli.worksheet.sheet import Sheet

Grid: TypeAlias = Any


def each(function: Callable[..., Any], *grids: Grid) -> Grid:
    """A function of cells, for all cells."""
    found = np.frompyfunc(function, len(grids), 1)(*grids)
    return found if isinstance(found, np.ndarray) else _single(found)


def _single(cell: Range | None) -> Grid:
    found = np.empty((), dtype=object)
    found[()] = cell
    return found


def _plain(name: str, *grids: Grid) -> Grid:
    function = PLAIN[name]
    return each(lambda *cells: None if None in cells else function(*cells), *grids)


def _over(function: Callable[[list[Range | None]], Range | None], grid: Grid) -> Grid:
    """Something of all cells of each row, kept as a column."""
    found = np.empty((*grid.shape[:-1], 1), dtype=object)
    for place in np.ndindex(*grid.shape[:-1]):
        found[(*place, 0)] = function([grid[(*place, column)] for column in range(grid.shape[-1])])
    return found


def _sum(cells: list[Range | None]) -> Range | None:
    known = [cell for cell in cells if cell is not None]
    found = sum(cell[0] for cell in known), sum(cell[1] for cell in known)
    ends = Decimal(found[0]), Decimal(found[1])
    return None if len(known) < len(cells) or any(end.is_nan() for end in ends) else ends


def _length(cells: list[Range | None]) -> Range | None:
    sizes = _sum([None if cell is None else (size(cell)[0] ** 2, size(cell)[1] ** 2) for cell in cells])
    return None if sizes is None else (sizes[0].sqrt(), sizes[1].sqrt())


def _take(grid: Grid, numbers: Grid) -> Grid:
    numbers = np.atleast_1d(numbers)
    shape = np.broadcast_shapes(grid.shape[:-1], numbers.shape[:-1])
    cells = np.broadcast_to(grid, (*shape, grid.shape[-1]))
    places = np.broadcast_to(numbers, (*shape, numbers.shape[-1]))
    found = np.empty(places.shape, dtype=object)
    for place in np.ndindex(*places.shape):
        number = places[place]
        there = number is not None and 0 <= number[0] < grid.shape[-1]
        found[place] = cells[(*place[:-1], int(number[0]))] if there else None
    return found


def _dots(left: Grid, right: Grid) -> Grid:
    products = _plain("Mult", left[..., :, None, :], right[..., None, :, :])
    return _over(_sum, products)[..., 0]


CALLED: dict[str, Callable[..., Grid]] = {
    "take": _take,
    "row": lambda grid, number: np.take(grid, [int(number.flat[0][0])], axis=-2),
    "total": lambda grid: _over(_sum, grid),
    "norm": lambda grid: _over(_length, grid),
    "dots": _dots,
    "transposed": lambda grid: np.swapaxes(grid, -1, -2),
}


def _number(value: float | Decimal) -> Range:
    found = value if isinstance(value, Decimal) else Decimal(repr(float(value)))
    return found, found


def read(node: ast.expr, values: Mapping[str, Grid]) -> Grid:
    """An expression, by Python's own tree."""
    match node:
        case ast.Constant(value=value):
            return _single(_number(Decimal(str(value))))
        case ast.Name(id=name):
            return values[name]
        case ast.UnaryOp(operand=operand):
            return _plain("USub", read(operand, values))
        case ast.BinOp(left=left, op=op, right=right):
            return _plain(type(op).__name__, read(left, values), read(right, values))
        case ast.Call(func=ast.Name(id="where"), args=[ast.Compare() as asked, yes, no]):
            sides = read(asked.left, values), read(asked.comparators[0], values)
            return each(choose, each(COMPARED[type(asked.ops[0])], *sides), read(yes, values), read(no, values))
        case ast.Call(func=ast.Name(id=name), args=arguments):
            grids = [read(argument, values) for argument in arguments]
            return CALLED[name](*grids) if name in CALLED else _plain(name, *grids)
    raise NotImplementedError(ast.dump(node))


@dataclass
class Rules:
    """All rules of a sheet that lead to something on it, and what they read."""

    sheet: Sheet
    trees: dict[str, ast.expr] = field(default_factory=dict)
    reads: dict[str, set[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        sheet = self.sheet
        wanted = {name for name, mask in sheet.on_sheet.items() if mask.any()}
        self.stand = frozenset(wanted)
        for rule in reversed(sheet.formula.rules):
            if rule.name in wanted:
                tree = ast.parse(rule.expression.text, mode="eval").body
                self.reads[rule.name] = {one.id for one in ast.walk(tree) if isinstance(one, ast.Name)}
                wanted |= self.reads[rule.name]
                self.trees[rule.name] = tree
        self.trees = dict(reversed(self.trees.items()))
        self.leaves = {name: each(_number, np.asarray(value, dtype=object)) for name, value in sheet.given.items()}
        behind, inner = set(self.stand), [name for name in self.trees if name not in self.stand]
        for name in self.trees:
            if self.reads[name] & behind:
                behind.add(name)
        self.before = [name for name in inner if name not in behind]
        self.after = [name for name in inner if name in behind]

    def leading(self, name: str) -> set[str]:
        """The rule, and all that lead to it."""
        found = {name}
        for other in reversed(self.trees):
            if other in found:
                found |= self.reads[other] & self.trees.keys()
        return found


class Work:
    """One run through a sheet.

    Args:
        rules: of the sheet.
        own: the student's own numbers that are gone on with.
        right: the run without own numbers, whose printed values stand on the sheet; None for that run itself.
        early: intermediate results that are rounded too early, and to how many decimals.
        like: the same run without these.
        only: rules that are of interest.
    """

    def __init__(
        self,
        rules: Rules,
        own: Mapping[Place, Decimal] | None = None,
        right: Work | None = None,
        *,
        early: tuple[frozenset[str], int] = (frozenset(), 0),
        like: Work | None = None,
        only: set[str] | None = None,
    ) -> None:
        self.rules, self.own, self.right = rules, own or {}, right
        self.decimals = rules.sheet.decimals
        self.values: dict[str, Grid] = dict(rules.leaves)
        self.computed: dict[str, Grid] = {}
        changed: set[str] = set()
        with localcontext(DIGITS):
            for name, tree in rules.trees.items():
                if only is not None and name not in only:
                    continue
                if like is not None and name not in early[0] and not rules.reads[name] & changed:
                    self.values[name], self.computed[name] = like.values[name], like.computed[name]
                    continue
                changed.add(name)
                computed = each(_tidy, read(tree, self.values))
                if name in early[0]:
                    computed = each(lambda cell: cell and _early(cell, early[1]), computed)
                self.computed[name], self.values[name] = computed, self._carried(name, computed)

    def at(self, place: Place) -> Range | None:
        """What is computed at a place; a row may serve for all."""
        name, row, column = place
        grid = np.broadcast_to(self.computed[name], self._shape(name))
        found: Range | None = grid[..., row, column].reshape(-1)[0]
        return found

    def _shape(self, name: str) -> tuple[int, ...]:
        mask = self.rules.sheet.on_sheet.get(name)
        shape = self.computed[name].shape
        return shape if mask is None else tuple(np.broadcast_shapes(shape, mask.shape))

    def _carried(self, name: str, computed: Grid) -> Grid:
        decimals, mask = self.decimals, self.rules.sheet.on_sheet.get(name)
        found = each(lambda cell: fine(cell, decimals), computed)
        if mask is None:
            return found
        found = each(
            lambda cell, fine, stands: hull(fine, _written(cell, decimals)) if stands else fine,
            *np.broadcast_arrays(computed, found, mask.astype(object)),
        )
        return found if self.right is None else self._won(name, found)

    def _won(self, name: str, carried: Grid) -> Grid:
        """What is printed, and the student's own number, win over what is computed."""
        printed = self.rules.sheet.printed.get(name)
        shown: Grid = np.broadcast_to(self.right.values[name], carried.shape) if self.right else None
        carried = carried.copy()
        for place in np.ndindex(*carried.shape):
            row, column = place[-2:]
            if (name, row, column) in self.own:
                answer: Range | None = (self.own[name, row, column],) * 2
            elif printed is not None and printed[row, column]:
                answer = shown[place]
            else:
                continue
            known, half = carried[place], Decimal("0.5") * unit(self.decimals)
            same = answer and known and answer[0] >= known[0] - half and answer[1] <= known[1] + half
            carried[place] = hull(answer, known) if same else answer
        return carried


def _written(cell: Range | None, decimals: int) -> Range | None:
    return None if cell is None else (rounded(cell[0], decimals), rounded(cell[1], decimals))


def _early(cell: Range, places: int) -> Range:
    return rounded(cell[0], places), rounded(cell[1], places)


def _tidy(cell: Range | None) -> Range | None:
    """Without the last digits, which divisions leave."""
    return None if cell is None or any(end.is_nan() for end in cell) else cell


class AnyPaper:
    """Any sheet, read by its rules."""

    def __init__(self, sheet: Sheet) -> None:
        self.rules, self.decimals = Rules(sheet), sheet.decimals
        self.right = Work(self.rules)
        self.printed: list[Sequence[Decimal]] = []
        for name, mask in sheet.printed.items():
            for row in np.flatnonzero(mask.all(axis=-1)) if mask.any() else ():
                cells = [self.right.at((name, int(row), column)) for column in range(mask.shape[-1])]
                self.printed.append([rounded(cell[0], self.decimals) for cell in cells if cell])
        self._early: dict[tuple[str, Work, bool], list[Work]] = {}

    def followed(self, own: Mapping[Place, Decimal]) -> Work:
        """The run that goes on with own numbers."""
        return Work(self.rules, own, self.right)

    def early(self, place: Place, followed: Work | None) -> Iterator[Range | None]:
        """What can be at a place where an intermediate result is rounded too early."""
        names, like = (self.rules.before, self.right) if followed is None else (self.rules.after, followed)
        leading = self.rules.leading(place[0])
        names = [name for name in names if name in leading]
        key = (place[0], like, followed is None)
        if key not in self._early:
            self._early[key] = [
                Work(self.rules, like.own, like.right, early=(frozenset(chosen), places), like=like, only=leading)
                for places in range(self.decimals + 3)
                for chosen in ([[name] for name in names] + ([names] if len(names) > 1 else []))
            ]
        return (work.at(place) for work in self._early[key])

    def is_whole(self, name: str) -> bool:
        """Does a quantity count things?"""
        return name in self.rules.sheet.whole

    def is_alike(self, name: str) -> bool:
        """Are all rows of a quantity the same by the way they are made?"""
        return bool(len(self.rules.sheet.on_sheet[name]) > 1 == self.right.computed[name].shape[-2])
