from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import NUMBERS, in_words
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.calculation.words import Said

WORDS = in_words(lambda value: f"{value:g}".replace("-", "−"))


def said(text: str, **values: object) -> Said:
    """An expression of single numbers in words."""
    found = evaluate(parse(text), {name: WORDS.leaf(value) for name, value in values.items()}, WORDS)
    cell = found.flat[0]
    assert isinstance(cell, Said)
    return cell


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a / b", "2 / 100"),
        ("a + c", "2 + (−0.4)"),
        ("a - c", "2 − (−0.4)"),
        ("c + a", "−0.4 + 2"),
        ("a * c", "2 · (−0.4)"),
        ("(a + b) * c", "(2 + 100) · (−0.4)"),
        ("a - (b - a)", "2 − (100 − 2)"),
        ("a - b - a", "2 − 100 − 2"),
        ("a / (b / a)", "2 / (100 / 2)"),
        ("a + b + a", "2 + 100 + 2"),
        ("b ** (2 * a / b)", "100^(2 · 2 / 100)"),
        ("c ** a", "(−0.4)^2"),
        ("sin(a / b)", "sin(2 / 100)"),
        ("where(a < b, sin(a), cos(a))", "sin(2)"),
        ("where(a > b, sin(a), cos(a))", "cos(2)"),
        ("-c", "−(−0.4)"),
        ("-a", "−2"),
        ("smaller(a, b)", "min(2; 100)"),
        ("larger(a, b)", "max(2; 100)"),
        ("sqrt(a)", "√2"),
        ("sqrt(a + b)", "√(2 + 100)"),
    ],
)
def test_a_step_as_a_person_writes_it(text: str, expected: str) -> None:
    """Brackets where they are needed, none where not, and never a sign after a sign."""
    assert said(text, a=2, b=100, c=-0.4).text == expected


def test_sums_and_lengths_name_their_terms() -> None:
    """A dot product shows what is added, a length what is squared."""
    line = np.array([0.129, -0.609, 0])
    for row in (line, line[np.newaxis], line[np.newaxis, np.newaxis]):
        assert said("total(x)", x=row).text == "0.129 + (−0.609) + 0"
        assert said("norm(x)", x=row).text == "√(0.129² + (−0.609)² + 0²)"


def python(text: str) -> str:
    """What a person wrote, for Python: its operators and names."""
    for sign, written in {"−": "-", "·": "*", "^": "**"}.items():
        text = text.replace(sign, written)
    return text


TERMS = st.recursive(
    st.sampled_from(["a", "b", "c", "1", "2", "0.5"]),
    lambda inner: st.one_of(
        st.tuples(inner, st.sampled_from(["+", "-", "*", "/"]), inner).map(lambda p: f"({p[0]} {p[1]} {p[2]})"),
        inner.map(lambda term: f"(-{term})"),
        inner.map(lambda term: f"({term}) ** 2"),
        inner.map(lambda term: f"sin({term})"),
    ),
    max_leaves=8,
)


@given(TERMS)
def test_what_is_said_is_what_is_meant(text: str) -> None:
    """The written step, read back with the usual rules, has the value of the expression: no bracket is lost."""
    values = {"a": 2, "b": -3, "c": -0.25}
    cell = said(text, **values)
    numbers = evaluate(parse(text), {name: NUMBERS.leaf(value) for name, value in values.items()}, NUMBERS)
    np.testing.assert_allclose(cell.value, float(numbers), rtol=1e-12)
    if np.isfinite(cell.value):
        meant = eval(python(cell.text), {"__builtins__": {}, "sin": np.sin})  # noqa: S307
        np.testing.assert_allclose(meant, cell.value, rtol=1e-9, atol=1e-12)


def test_an_error_of_the_calculator_is_said_too() -> None:
    """The step is written down although it has no value."""
    cell = said("a / (b - b)", a=2, b=3)
    assert cell.text == "2 / (3 − 3)"
    assert not np.isfinite(cell.value)


def test_cells_move_along_the_columns_of_every_head() -> None:
    """With an axis of heads in front, columns are still the last axis."""
    heads = WORDS.leaf(np.arange(12).reshape(2, 2, 3))
    found = evaluate(parse("roll(a, 1)"), {"a": heads, "b": heads}, WORDS)
    assert [[[cell.text for cell in row] for row in head] for head in found] == [
        [["2", "0", "1"], ["5", "3", "4"]],
        [["8", "6", "7"], ["11", "9", "10"]],
    ]


def test_cells_are_taken_by_a_number_of_their_row() -> None:
    """A column of numbers takes one cell of each row, also where it is as long as the rows are."""
    for shape in ((4, 1), (1, 4, 1)):
        row, numbers = np.arange(4).reshape((*np.ones_like(shape[1:]), 4)), np.array([3, 0, 2, 1]).reshape(shape)
        leaves = {"a": WORDS.leaf(row), "b": WORDS.leaf(numbers)}
        found = evaluate(parse("take(a, b)"), leaves, WORDS)
        assert found.shape == shape
        assert [cell.text for cell in found.flat] == ["3", "0", "2", "1"]


def test_words_of_values_are_data() -> None:
    """What a number is shown as is never read again: no format string, no markup."""
    strange = in_words(lambda _value: "{0} %s [b]")
    found = evaluate(parse("a + a"), {"a": strange.leaf(1)}, strange)
    assert found.flat[0].text == "{0} %s [b] + {0} %s [b]"
