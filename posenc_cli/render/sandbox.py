"""The sandbox of templates of a person's own: Jinja's, in which whatever a page computes is measured.

There is one gate for each way in which a template makes something (operators, ``~``, literals, slices, filters, tests,
calls, loops, what is printed), and all lead to the same two budgets of a page: steps and signs. What would be too large
is refused before it is made. Nothing lazy and nothing that changes stands inside a list, so that what was measured once
stays as large as it was.
"""

from __future__ import annotations

import types
from functools import wraps
from typing import TYPE_CHECKING, Any

from jinja2 import TemplateSyntaxError, nodes, pass_context
from jinja2.runtime import BlockReference, LoopContext, Macro, markup_join
from jinja2.sandbox import ImmutableSandboxedEnvironment
from jinja2.utils import Namespace
from jinja2.visitor import NodeTransformer

from posenc_cli.render.measured import (
    MOST_POWER,
    elements,
    has_wide_place,
    is_large_number,
    refuse,
    size,
    text_size,
)

if TYPE_CHECKING:
    from collections.abc import Callable

#: Steps of one page (turns of loops, calls, elements that are looked at), and the signs that it makes; the largest
#: sheets of ours take a tenth.
MOST_STEPS, MOST_SIGNS = 500_000, 20_000_000
#: Steps that a call of a macro takes.
_CALL = 10
#: Marks of Jinja in one file; ours have some hundreds.
MOST_MARKS = 10_000
#: Filters whose numbers are no sizes.
_NO_SIZES = frozenset(
    {"d", "default", "float", "format", "int", "map", "reject", "rejectattr", "select", "selectattr", "sum"}
)
#: Calls of what the page itself defines: what they make was measured where it was printed.
_OF_THE_PAGE = (Macro, BlockReference, LoopContext)


class Bounded(ImmutableSandboxedEnvironment):
    """The sandbox of Jinja, with two budgets a page, and no way around escaping.

    Attributes:
        steps: taken on this page.
        signs: made on this page.
    """

    intercepted_binops = frozenset(ImmutableSandboxedEnvironment.default_binop_table)

    def __init__(self, **options: Any) -> None:  # noqa: ANN401
        printed = options.pop("finalize", None) or (lambda value: value)
        super().__init__(
            optimized=False, finalize=pass_context(lambda _, value: self._shown(printed(value))), **options
        )
        self.steps = self.signs = 0
        self._is_watched = False
        # What is marked as safe would be printed as it is; the other makes text out of nothing.
        del self.filters["safe"], self.globals["lipsum"]

    def begin(self) -> None:
        """A new page; before the first one, all filters and tests that are there are put behind the gate."""
        self.steps = self.signs = 0
        if not self._is_watched:
            self._is_watched = True
            filters: dict[str, Any] = self.filters
            tests: dict[str, Any] = self.tests
            self.filters = {name: self._watched(name, run) for name, run in filters.items()}
            self.tests = {name: self._watched(name, run) for name, run in tests.items()}

    def step(self, number: int = 1) -> None:
        """Take steps."""
        self.steps += number
        refuse(self.steps > MOST_STEPS, f"more than {MOST_STEPS} steps, a turn of a loop is one")

    def put(self, number: int) -> None:
        """Make signs."""
        self.signs += number
        refuse(self.signs > MOST_SIGNS, f"more than {MOST_SIGNS} signs")

    def looked_at(self, value: Any) -> Any:  # noqa: ANN401
        """A value that is compared, or tells a place."""
        self.step(elements(value, MOST_STEPS))
        return value

    def chosen(self, value: Any) -> Any:  # noqa: ANN401
        """The condition of a loop."""
        self.step()
        return value

    def made(self, value: Any) -> Any:  # noqa: ANN401
        """A new value."""
        if isinstance(value, types.GeneratorType):
            value = list(self._counted(value))
        if isinstance(value, str | bytes):
            self.put(len(value))
        refuse(is_large_number(value), "too large: a number")
        return self.looked_at(value)

    def joined(self, *values: Any) -> Any:  # noqa: ANN401
        """What ``~`` makes."""
        refuse(sum(text_size(value) for value in values) > MOST_SIGNS, "too large: ~")
        return self.made(markup_join(values))

    def call(self, context: Any, obj: Any, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
        """A call in a template, or one of ours that its parsed form has."""
        if getattr(obj, "__self__", None) is self:
            return obj(*args)
        if isinstance(obj, _OF_THE_PAGE):
            self.step(_CALL)
            return super().call(context, obj, *args, **kwargs)
        self.step()
        given = [*args, *kwargs.values()]
        owner = getattr(obj, "__self__", None)
        for value in given:
            # A namespace may hold another one; nothing else may, for it would not stay as large as it is.
            if obj is not Namespace:
                self.looked_at(value)
        if isinstance(owner, str | bytes | int):
            _refuse_copies(owner if isinstance(owner, str | bytes) else 1, given, obj.__name__)
        result = super().call(context, obj, *args, **kwargs)
        return result if isinstance(result, Namespace) else self.made(result)

    def call_binop(self, context: Any, operator: str, left: Any, right: Any) -> Any:  # noqa: ANN401
        """An operator of two values."""
        self.looked_at(left)
        self.looked_at(right)
        sized = [side for side in (left, right) if hasattr(side, "__len__")]
        if operator == "**":
            bits = left.bit_length() if isinstance(left, int) else 1
            refuse(bool(abs(right) > MOST_POWER or bits * abs(right) > MOST_POWER * 10), "too large: **")
        elif operator == "*" and sized:
            _refuse_copies(left, [right], "*")
        elif operator == "%" and isinstance(left, str):
            _refuse_format(left, [right])
        return self.made(super().call_binop(context, operator, left, right))

    def wrap_str_format(self, value: Any) -> Callable[..., str] | None:  # noqa: ANN401
        """``format`` of a text."""
        found = super().wrap_str_format(value)
        if found is None:
            return None

        @wraps(found)
        def run(*args: Any, **kwargs: Any) -> str:  # noqa: ANN401
            _refuse_format(value.__self__, [*args, *kwargs.values()])
            return found(*args, **kwargs)

        return run

    def _watched(self, name: str, run: Callable[..., Any]) -> Callable[..., Any]:
        first = 1 if hasattr(run, "jinja_pass_arg") else 0

        @wraps(run)
        def watched(*args: Any, **kwargs: Any) -> Any:  # noqa: ANN401
            given = [*args[first:], *kwargs.values()]
            self.step()
            for value in given:
                self.looked_at(value)
            if name == "format":
                _refuse_format(str(given[0]), given[1:])
            elif name == "sum":
                refuse(any(isinstance(value, list | tuple) for value in given[1:]), "sum: of numbers only")
            sizes = () if name in _NO_SIZES else given[1:]
            _refuse_copies(given[0] if hasattr(given[0], "__len__") else 1, sizes, name)
            return self.made(run(*args, **kwargs))

        return watched

    def _counted(self, values: Any) -> Any:  # noqa: ANN401
        for value in values:
            self.step()
            yield value

    def _shown(self, value: Any) -> Any:  # noqa: ANN401
        if isinstance(value, str):
            self.put(len(value))
            return value
        self.looked_at(value)
        self.put(text_size(value))
        return value

    def _parse(self, source: str, name: str | None, filename: str | None) -> nodes.Template:
        if source.count("{{") + source.count("{%") > MOST_MARKS:
            raise TemplateSyntaxError(f"more than {MOST_MARKS} marks", 1, name, filename)
        tree = super()._parse(source, name, filename)
        for node in tree.find_all(nodes.EvalContextModifier):
            raise TemplateSyntaxError("autoescape cannot be changed", node.lineno, name, filename)
        counted: nodes.Template = _Counting().visit(tree)
        counted.set_environment(self)
        return counted


class _Counting(NodeTransformer):
    """Puts calls of the sandbox into a parsed template, wherever Jinja itself asks it nothing."""

    def visit_Concat(self, node: nodes.Concat) -> nodes.Node:
        self.generic_visit(node)
        return _call("joined", node, *node.nodes)

    def visit_List(self, node: nodes.List) -> nodes.Node:
        self.generic_visit(node)
        return _call("made", node, node)

    def visit_Tuple(self, node: nodes.Tuple) -> nodes.Node:
        self.generic_visit(node)
        return _call("made", node, node) if node.ctx == "load" else node

    def visit_Dict(self, node: nodes.Dict) -> nodes.Node:
        self.generic_visit(node)
        return _call("made", node, node)

    def visit_Getitem(self, node: nodes.Getitem) -> nodes.Expr:
        self.generic_visit(node)
        return _call("made", node, node) if isinstance(node.arg, nodes.Slice) else node

    def visit_Compare(self, node: nodes.Compare) -> nodes.Node:
        self.generic_visit(node)
        node.expr = _call("looked_at", node, node.expr)
        for operand in node.ops:
            operand.expr = _call("looked_at", node, operand.expr)
        return node

    def visit_For(self, node: nodes.For) -> nodes.Node:
        self.generic_visit(node)
        node.body.insert(0, _statement("step", node))
        if node.test is not None:
            node.test = _call("chosen", node, node.test)
        return node

    def visit_Output(self, node: nodes.Output) -> list[nodes.Node]:
        self.generic_visit(node)
        signs = sum(len(part.data) for part in node.nodes if isinstance(part, nodes.TemplateData))
        return [_statement("put", node, nodes.Const(signs)), node] if signs else [node]

    def _stepped(self, node: nodes.Node) -> list[nodes.Node]:
        self.generic_visit(node)
        return [_statement("step", node), node]

    visit_Include = visit_Import = visit_FromImport = _stepped


def _call(name: str, at: nodes.Node, *arguments: nodes.Node) -> nodes.Call:
    call = nodes.Call(nodes.EnvironmentAttribute(name), list(arguments), [], None, None)
    return call.set_lineno(at.lineno)  # type: ignore[return-value]


def _statement(name: str, at: nodes.Node, *arguments: nodes.Node) -> nodes.Node:
    return nodes.ExprStmt(_call(name, at, *arguments)).set_lineno(at.lineno)


def _refuse_copies(value: Any, given: Any, name: str) -> None:  # noqa: ANN401
    """Refuse what may become as long as a value and what is given with it, one times the other."""
    most = max(size(value), 1) * max(sum(map(size, given)), 1)
    refuse(most > MOST_SIGNS, f"too large: {name}")


def _refuse_format(text: str, given: list[Any]) -> None:
    refuse(has_wide_place(text), "too large: a place in a format")
    refuse(max(len(text), 1) * max(sum(map(text_size, given)), 1) > MOST_SIGNS, "too large: a format")
