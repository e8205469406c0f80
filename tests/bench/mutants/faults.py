"""Small faults for a module: another operator, comparison, number or name, or a condition the other way round."""

from __future__ import annotations

import ast
import copy
import hashlib
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_OTHER: dict[type[ast.AST], type[ast.AST]] = {
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Div,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Div,
    ast.Mod: ast.FloorDiv,
    ast.Pow: ast.Mult,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.USub: ast.UAdd,
}
#: Names that stand for their opposites: where an end, a side or a bound is chosen.
_NAMES = {
    "min": "max",
    "max": "min",
    "any": "all",
    "all": "any",
    "floor": "ceil",
    "ceil": "floor",
    "minimum": "maximum",
    "maximum": "minimum",
    "fmin": "fmax",
    "fmax": "fmin",
}


@dataclass(frozen=True)
class Fault:
    """One fault of a module.

    Attributes:
        module: its file below the package, such as ``grading/marking.py``.
        owner: classes and the outermost function it stands in, with dots; "" in what runs at import.
        before: the part of the line that is changed.
        after: what stands there instead.
        nth: which of several that look alike in the same place.
        line: of the node.
        statement: line of the statement around it.
        body: first and last line of the function's body.
        number: of the node in the tree.
        change: what is done to it.
    """

    module: str
    owner: str
    before: str
    after: str
    nth: int
    line: int
    statement: int
    body: tuple[int, int]
    number: int
    change: str

    @property
    def key(self) -> str:
        """What stays the same while lines move."""
        return f"{self.module} {self.owner or '(module)'}: {self.before} → {self.after}" + f" #{self.nth}" * (
            self.nth > 0
        )

    @property
    def lot(self) -> str:
        """By which faults are drawn: the same ones as long as they can be written."""
        return hashlib.sha256(self.key.encode()).hexdigest()


@dataclass(frozen=True)
class _Place:
    owner: str = ""
    inside: bool = False
    statement: int = 0
    body: tuple[int, int] = (0, 0)


def _code(node: ast.AST, place: _Place) -> Iterator[tuple[ast.AST, _Place]]:
    """Every node that runs; no annotations, no text, no block for the type checker, nothing in what is raised."""
    if isinstance(node, ast.Raise | ast.Assert) or (
        isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test)
    ):
        return
    if isinstance(node, ast.stmt):
        place = _Place(place.owner, place.inside, node.lineno, place.body)
    yield node, place
    within = place
    if isinstance(node, ast.ClassDef | ast.FunctionDef) and not place.inside:
        is_function = isinstance(node, ast.FunctionDef)
        body = (node.body[0].lineno, node.end_lineno or 0) if is_function else (0, 0)
        within = _Place(f"{place.owner}.{node.name}".lstrip("."), is_function, node.lineno, body)
    for name, value in ast.iter_fields(node):
        if name in ("annotation", "returns", "decorator_list"):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST):
                yield from _code(child, within if name == "body" else place)


def _changes(node: ast.AST) -> Iterator[str]:
    """The faults that a node can have, by their names."""
    match node:
        case ast.BinOp() | ast.BoolOp() | ast.UnaryOp() | ast.AugAssign():
            if type(node.op) in _OTHER:
                yield "op"
            if isinstance(node.op, ast.Not | ast.Invert):
                yield "not"
        case ast.Compare(ops=[op]) if type(op) in _OTHER:
            yield "op"
        case ast.Constant(value=bool() | int() | float()):
            yield "constant"
        case ast.If() | ast.IfExp() | ast.While() if not _has_opposite(node.test):
            yield "test"
        case ast.Call() if _called(node) in _NAMES:
            yield "name"
        case ast.Continue() | ast.Break():
            yield "leave"


def _has_opposite(test: ast.expr) -> bool:
    """Is the condition the other way round a fault of the condition itself?"""
    opposites = ast.Eq | ast.NotEq | ast.Is | ast.IsNot | ast.In | ast.NotIn
    match test:
        case ast.Compare(ops=[op]):
            return isinstance(op, opposites)
        case ast.UnaryOp(op=ast.Not()):
            return True
    return False


def _called(node: ast.Call) -> str:
    """The last part of the name that is called."""
    return getattr(node.func, "attr", getattr(node.func, "id", ""))


def faults(path: Path, package: Path) -> list[Fault]:
    """Every fault that a module can have."""
    source = path.read_text(encoding="utf-8")
    module = path.relative_to(package).as_posix()
    seen: Counter[tuple[str, str, str]] = Counter()
    found = []
    for number, (node, place) in enumerate(_code(ast.parse(source), _Place())):
        for change in _changes(node):
            before, after = _shown(node, change), _shown(_changed(copy.deepcopy(node), change), change)
            looks = (place.owner if place.inside else "", before, after)
            line = getattr(node, "lineno", 0)
            found.append(Fault(module, *looks, seen[looks], line, place.statement, place.body, number, change))
            seen[looks] += 1
    return found


def mutated(path: Path, fault: Fault) -> ast.Module:
    """The module with one fault."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    parents = {child: parent for parent in ast.walk(tree) for child in ast.iter_child_nodes(parent)}
    node = next(node for at, (node, _) in enumerate(_code(tree, _Place())) if at == fault.number)
    new = _changed(node, fault.change)
    if new is not node:
        for name, value in ast.iter_fields(parents[node]):
            if value is node:
                setattr(parents[node], name, new)
            elif isinstance(value, list) and node in value:
                value[value.index(node)] = new
    return ast.fix_missing_locations(tree)


def _shown(node: ast.AST, change: str) -> str:
    text = ast.unparse(getattr(node, "test", node) if change == "test" else node)
    return text if len(text) <= 200 else f"{text[:199]}…"


def _changed(node: ast.AST, change: str) -> ast.AST:
    """The node with the fault; another one takes its place only where it cannot be changed itself."""
    match node:
        case ast.UnaryOp() if change == "not":
            return node.operand
        case ast.Compare():
            node.ops = [_OTHER[type(node.ops[0])]()]  # type: ignore[list-item]
        case ast.BinOp() | ast.BoolOp() | ast.UnaryOp() | ast.AugAssign():
            node.op = _OTHER[type(node.op)]()  # type: ignore[assignment]
        case ast.Constant():
            node.value = not node.value if isinstance(node.value, bool) else node.value + 1  # type: ignore[operator]
        case ast.If() | ast.IfExp() | ast.While():
            node.test = ast.UnaryOp(ast.Not(), node.test)
        case ast.Call(func=ast.Attribute() as named):
            named.attr = _NAMES[_called(node)]
        case ast.Call(func=ast.Name() as named):
            named.id = _NAMES[_called(node)]
        case ast.Continue() | ast.Break():
            return ast.copy_location(ast.Break() if isinstance(node, ast.Continue) else ast.Continue(), node)
    return node
