from __future__ import annotations

import ast
import time
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, Algebra, in_words, reachable
from posenc_cli.calculation.expression import MAX_LENGTH, Expression, evaluate, parse, substitute
from posenc_cli.calculation.primitives import PRIMITIVES
from posenc_cli.errors import InputError

ALGEBRAS = (NUMBERS, ACCURATE, PROOF, reachable(3), in_words(str))

HOSTILE = {
    "attribute": "pos.real",
    "attribute of a number": "1 .real",
    "method": "pos.tofile(k)",
    "class walk": "().__class__.__bases__",
    "subscript": "pos[0]",
    "lambda": "lambda: 1",
    "called lambda": "(lambda x: x)(1)",
    "list": "[1, 2]",
    "tuple": "(1, 2)",
    "set": "{1, 2}",
    "comprehension": "sum(x for x in pos)",
    "list comprehension": "[x for x in pos]",
    "f-string": "f'{pos}'",
    "t-string": "t'{pos}'",
    "walrus": "(x := 1)",
    "keyword argument": "sin(x=1)",
    "star argument": "sin(*pos)",
    "double star argument": "sin(**pos)",
    "string": "'pos'",
    "bytes": "b'pos'",
    "true": "True",
    "false inside": "1 + False",
    "none": "None",
    "ellipsis": "...",
    "complex": "1j",
    "chained comparison": "where(0 < pos < 2, 1, 2)",
    "comparison outside of where": "(pos < 2) + 1",
    "bare comparison": "pos == 1",
    "comparison called by name": "less(pos, 2)",
    "number as condition": "where(pos, 1, 2)",
    "comparison as branch": "where(pos < 2, pos < 1, 2)",
    "and": "where(pos and k, 1, 2)",
    "or": "pos or k",
    "not": "not pos",
    "if": "1 if pos else 2",
    "number glued to a word": "1if pos else 2",
    "identity": "pos is k",
    "membership": "pos in k",
    "matrix product": "pos @ k",
    "bits": "pos & k",
    "shift": "pos << 9",
    "invert": "~pos",
    "plus sign": "+pos",
    "await": "await pos",
    "yield": "(yield pos)",
    "statement": "import os",
    "two statements": "pos; k",
    "assignment": "pos = 1",
    "type": "pos: int",
    "import": "__import__('os')",
    "unknown function": "eval(pos)",
    "function of a call": "sin(pos)(k)",
    "too few arguments": "sin()",
    "too many arguments": "sin(pos, k)",
    "primitive as a name": "sin",
    "primitive as a term": "sin + 1",
    "dunder": "__builtins__",
    "dunder inside": "a__b",
    "leading underscore": "_pos",
    "huge integer": "9" * 300,
    "huge float": "1e999",
    "huge exponent": "1e13",
    "tiny constant": "1e-999999999",
    "hexadecimal": "0xff",
    "underscored number": "1_000",
    "look-alike letter": "sіn(pos)",  # the i is Cyrillic
    "full-width name": "ｓｉｎ(pos)",
    "ligature": "ﬁrst",
    "minus of typography": "pos − 1",
    "other digits": "٣ + 1",
    "null byte": "pos\0",
    "newline": "pos\n+ 1",
    "newline in brackets": "(pos\n+ 1)",
    "line continued": "pos \\\n+ 1",
    "tab": "pos\t+ 1",
    "form feed": "\fpos",
    "comment": "pos # now",
    "surrogate": "pos \ud800",
    "right-to-left mark": "pos \u202e+ 1",
    "markup": "[bold]pos[/bold]",
    "template": "{{ pos }}",
    "percent format": "%(pos)s",
    "empty": "",
    "blank": "   ",
    "leading blank": " pos",
    "half": "pos +",
    "open bracket": "(pos",
    "deep brackets": "(" * 10_000 + "pos" + ")" * 10_000,
    "deep calls": "sin(" * 90 + "p" + ")" * 40,
    "many signs": "-" * 399 + "p",
    "many terms": "+".join("p" * 200),
    "a megabyte": "1+" * 500_000 + "1",
    "a megabyte of a name": "a" * 1_000_000,
    "slow for a careless pattern": "a" * 398 + "@",
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_hostile_text_is_refused(text: str) -> None:
    """Nothing but arithmetic over names and primitives gets past the parser, and it says so quickly."""
    started = time.perf_counter()
    with pytest.raises(InputError) as refused:
        parse(text)
    assert refused.value.key.startswith("expression-")
    assert time.perf_counter() - started < 0.5


ALLOWED = (
    "(" * 150 + "p" + ")" * 150,
    "0e99",
    "1",
    "1e-3",
    ".5",
    "1.",
    "1e3",
    "pos",
    "pos / divisor",
    "-pos",
    "2 ** -k",
    "where(k % 2 == 0, sin(pos), cos(pos))",
)


@pytest.mark.parametrize("text", ALLOWED)
def test_arithmetic_is_allowed(text: str) -> None:
    """The refusals above are not the refusal of everything."""
    assert isinstance(parse(text), Expression)


def test_how_large_an_expression_may_be() -> None:
    """A hundred and twenty numbers, names and operations."""
    terms = "-" + "+".join("p" * 60)
    assert parse(terms).names == {"p"}
    with pytest.raises(InputError, match="expression-too-large") as refused:
        parse(f"-{terms}")
    assert refused.value.values["length"] == 121


@pytest.mark.parametrize("part", ["." + "r" * 19, "p" * 9 + " < " + "q" * 8])
def test_what_is_refused_is_shown_in_short(part: str) -> None:
    """Twenty signs of it, and a sign that more follow."""
    for more, shown in (("", part), ("r", f"{part}…")):
        with pytest.raises(InputError) as refused:
            parse(f"p{part}{more}" if part.startswith(".") else f"1 + ({part}{more})")
        assert refused.value.values["part"] == shown


def test_names_are_those_that_are_read() -> None:
    """An expression knows the quantities it needs, and no primitive is among them."""
    assert parse("where(k % 2 == 0, sin(angle), pe) + angle").names == {"k", "angle", "pe"}


def parsed(text: str) -> bool:
    """Whether a text is an expression; any error but an InputError goes through."""
    try:
        return isinstance(parse(text), Expression)
    except InputError:
        return False


@given(st.text())
def test_random_text(text: str) -> None:
    """Random text is an expression or an InputError, nothing else."""
    parsed(text)


@given(st.text("pek123.()+-*/%<>=! ,e_", max_size=60))
@settings(max_examples=150)
def test_random_text_of_the_grammar(text: str) -> None:
    """Random text of allowed signs is an expression or an InputError, and no warning of Python's parser."""
    parsed(text)


LEAVES = st.one_of(
    st.sampled_from(["pos", "k", "d", "sin", "True", "None", "__name__"]).map(lambda name: ast.Name(name, ast.Load())),
    st.one_of(st.integers(0, 99), st.floats(0, 1e20), st.text(max_size=3), st.binary(max_size=2), st.none()).map(
        ast.Constant
    ),
)


def grown(inner: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    """Python's own nodes over smaller ones, allowed and not."""
    operators = st.sampled_from([ast.Add(), ast.Div(), ast.Pow(), ast.FloorDiv(), ast.BitXor(), ast.MatMult()])
    compares = st.sampled_from([ast.Lt(), ast.Eq(), ast.Is(), ast.In()])
    names = st.sampled_from([*PRIMITIVES, "eval", "open"]).map(lambda name: ast.Name(name, ast.Load()))
    return st.one_of(
        st.builds(ast.BinOp, inner, operators, inner),
        st.builds(ast.UnaryOp, st.sampled_from([ast.USub(), ast.Not(), ast.Invert()]), inner),
        st.builds(ast.Compare, inner, compares.map(lambda one: [one]), inner.map(lambda one: [one])),
        st.builds(ast.Call, names, st.lists(inner, max_size=3), st.just([])),
        st.builds(ast.Attribute, inner, st.just("real"), st.just(ast.Load())),
        st.builds(ast.Subscript, inner, inner, st.just(ast.Load())),
        st.builds(ast.IfExp, inner, inner, inner),
        st.builds(ast.BoolOp, st.just(ast.And()), st.lists(inner, min_size=2, max_size=2)),
    )


@given(st.recursive(LEAVES, grown, max_leaves=12))
@settings(max_examples=150)
def test_random_trees_of_python(tree: ast.expr) -> None:
    """Any expression of Python is read or refused; what is read can be evaluated in every algebra."""
    text = ast.unparse(ast.fix_missing_locations(ast.Expression(tree)))
    if parsed(text):
        evaluated(text)


def evaluated(text: str) -> list[Any]:
    """The value of a text in every algebra, or None where its values have no such shape."""
    leaves = {"pos": np.arange(3).reshape(3, 1), "k": np.arange(4).reshape(1, 4), "d": 4}
    found = []
    for algebra in ALGEBRAS:
        values = {name: algebra.leaf(value) for name, value in leaves.items()}
        found.append(value_or_none(text, values, algebra))
    return found


def value_or_none(text: str, values: dict[str, Any], algebra: Algebra) -> object:
    """The value of a text, or None where its values have no such row, column or shape."""
    try:
        return evaluate(parse(text), values, algebra)
    except InputError as error:
        if error.key not in ("expression-shapes", "expression-values"):
            raise
        return None


TERMS = st.recursive(
    st.sampled_from(["pos", "k", "d", "0", "7", "0.3", "1e12"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/", "//", "%", "**"]), inner).map(
            lambda part: f"({part[0]} {part[1]} {part[2]})"
        ),
        st.tuples(st.sampled_from([p for p in PRIMITIVES.values() if p.arity == 1]), inner).map(
            lambda part: f"{part[0].name.replace('negate', 'abs')}({part[1]})"
        ),
        st.tuples(inner, st.sampled_from(["<", "==", ">="]), inner, inner, inner).map(
            lambda part: f"where({part[0]} {part[1]} {part[2]}, {part[3]}, {part[4]})"
        ),
        st.tuples(st.sampled_from(["round", "take", "roll", "row"]), inner, inner).map(
            lambda part: f"{part[0]}({part[1]}, {part[2]})"
        ),
    ),
    max_leaves=10,
)


@given(TERMS)
@settings(max_examples=150)
def test_what_is_read_can_be_evaluated(text: str) -> None:
    """Whatever the grammar allows has a value in every algebra; only rows and columns may be missing."""
    if parsed(text):
        values = evaluated(text)
        if not any(name in text for name in ("take", "roll", "row", "total", "norm", "summed", "transposed")):
            assert not any(value is None for value in values)


TOWERS = (
    "9 ** 9 ** 9 ** 9",
    "sin(1e12 ** 1e12)",
    "cos(1e12 ** 20)",
    "tan(9 ** 9 ** 9)",
    "1 / 1e12 ** -1e12",
    "(0 - 3) ** 1e12",
    "0.3 ** 1e12 ** 1e12",
    "round(0.3, 1e12)",
    "round(0.3, -1e12)",
    "1e12 ** 1e12 // 7 % 3",
    "swap_digits(0.3, 1e12, 1e12)",
    "row(pos, 1e12)",
)


@pytest.mark.parametrize("algebra", ALGEBRAS, ids=lambda algebra: algebra.reading)
@pytest.mark.parametrize("text", TOWERS)
def test_towers_of_powers_cost_nothing(text: str, algebra: Algebra) -> None:
    """No expression makes any algebra work with numbers of a million digits."""
    started = time.perf_counter()
    value_or_none(text, {"pos": algebra.leaf(np.ones((2, 1)))}, algebra)
    assert time.perf_counter() - started < 0.5


def test_constants_keep_their_digits() -> None:
    """One tenth is one tenth in fifty digits, not the float64 next to it."""
    third = evaluate(parse("0.1 * 3 - 0.3"), {}, PROOF)
    assert abs(third[()]) < 1e-45


def test_missing_column_is_said() -> None:
    """A column that the values lack is an error with the primitive's name, in every algebra."""
    for algebra in ALGEBRAS:
        with pytest.raises(InputError) as refused:
            evaluate(parse("take(x, 9)"), {"x": algebra.leaf(np.ones((2, 4)))}, algebra)
        assert refused.value.values["name"] == "take"


def test_substitute_puts_one_expression_into_another() -> None:
    """A name inside another name stays; text, tree and names change together."""
    found = substitute(parse("e + pe * e"), "e", parse("2 * k"))
    assert found.text == "(2 * k) + pe * (2 * k)"
    assert found.names == {"k", "pe"}
    assert found.tree == parse("2 * k + pe * (2 * k)").tree


def test_substitute_leaves_what_does_not_read_the_name() -> None:
    """Without the name there is nothing to do."""
    expression = parse("pos + 1")
    assert substitute(expression, "k", parse("2")) is expression


def test_equal_parts_are_computed_once() -> None:
    """What stands twice in an expression, written twice or put in twice, costs once; a name is no number."""
    found = substitute(parse("e * sin(k + 1) + e"), "e", parse("sin(k + 1)"))
    assert len(found.steps) == len(parse("sin(k + 1)").steps) + 2
    assert evaluate(found, {"k": 2.0}, NUMBERS) == pytest.approx(np.sin(3) ** 2 + np.sin(3))
    assert len(parse("k + 1 - k * 1").steps) == 5


def test_longest_text_is_read() -> None:
    """The limit is not below what it says."""
    assert parse("1+" * 50 + "1" + " " * (MAX_LENGTH - 101)).text.startswith("1+1")
