from __future__ import annotations

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, reachable
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.calculation.intervals import Interval
from posenc_cli.errors import InputError


def test_one_number_that_ends_early_spares_no_other_the_rounding() -> None:
    """Of a half and a third, or an eleventh, on a sheet with three decimals, only the others can be rounded."""
    algebra = reachable(3)
    for other, least, most in ((1 / 3, 0.3333, 1 / 3), (1 / 11, 0.090909, 0.09091)):
        for before in ([], [0.5]):
            value = algebra.leaf([*before, other])
            found = algebra.carry(value, value, np.array([False]))
            assert (found.low.tolist(), found.high.tolist()) == ([*before, least], [*before, most])


def test_an_end_that_is_whole_spares_the_other_no_rounding() -> None:
    """From a half to two thirds: the lower end cannot be rounded, the upper one can."""
    algebra = reachable(3)
    value = Interval(np.array([0.5]), np.array([2 / 3]))
    found = algebra.carry(value, value, np.array([False]))
    assert (found.low.tolist(), found.high.tolist()) == ([0.5], [0.6667])


def test_two_float64_a_number_are_made_of_lists_and_kept_as_they_are() -> None:
    """Rows as a program gives them are read, and what holds more than a float64 is not read again."""
    rows = ACCURATE.leaf([[1, 2.5], [3, 4]])
    assert rows.high.tolist() == [[1.0, 2.5], [3.0, 4.0]]
    assert ACCURATE.leaf(rows) is rows


@pytest.mark.parametrize(
    ("text", "key", "given"),
    [("a + b", "shapes", "2, 3"), ("dots(a, 1)", "values", "2, 1"), ("row(a, 1)", "values", "2, 1")],
)
def test_values_that_do_not_go_together_are_told_by_what_is_wrong(text: str, key: str, given: str) -> None:
    """Shapes that do not fit, or a row that is not there, with the shapes of all of them."""
    with pytest.raises(InputError) as caught:
        evaluate(parse(text), {"a": np.zeros(2), "b": np.zeros(3)}, NUMBERS)
    assert (caught.value.key, caught.value.values["given"]) == (f"expression-{key}", given)
