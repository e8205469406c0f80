from __future__ import annotations

import subprocess
import sys
from decimal import Decimal

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation import proof
from posenc_cli.calculation.algebras import PROOF
from posenc_cli.calculation.expression import evaluate, parse

DIGITS = mpmath.MPContext()
DIGITS.dps = 70


def fifty(text: str, **values: object) -> mpmath.mpf:
    """An expression of single numbers in fifty digits."""
    return evaluate(parse(text), {name: PROOF.leaf(value) for name, value in values.items()}, PROOF)[()]


@given(st.integers(0, 20), st.integers(0, 63), st.integers(1, 32))
def test_a_cell_of_the_table(pos: int, k: int, half: int) -> None:
    """Fifty digits are fifty right digits: compared with seventy, written as a plain formula."""
    text = "where(k % 2 == 0, sin(pos / base ** (2 * (k // 2) / d)), cos(pos / base ** (2 * (k // 2) / d)))"
    found = fifty(text, pos=pos, k=k, d=2 * half, base=10000)
    angle = DIGITS.mpf(pos) / DIGITS.mpf(10000) ** (DIGITS.mpf(2 * (k // 2)) / (2 * half))
    expected = DIGITS.cos(angle) if k % 2 else DIGITS.sin(angle)
    assert abs(DIGITS.mpf(found) - expected) < DIGITS.mpf(10) ** -46


def test_decimals_are_exact_and_floats_are_what_they_are() -> None:
    """Decimal("0.1") is one tenth; the float 0.1 is the binary number next to it."""
    tenth, float_tenth = fifty("x * 10 - 1", x=Decimal("0.1")), fifty("x * 10 - 1", x=0.1)
    assert abs(tenth) < 1e-48
    assert 5e-17 < float_tenth < 6e-17


def test_the_context_of_others_is_left_alone() -> None:
    """Somebody's own mpmath keeps its precision."""
    before = mpmath.mp.dps
    fifty("sin(x)", x=1)
    assert mpmath.mp.dps == before


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("1 / 0", "nan"),
        ("sqrt(0 - 1)", "nan"),
        ("asin(2)", "nan"),
        ("9 ** 9 ** 9", "inf"),
        ("2 ** 1024", "inf"),
    ],
)
def test_errors_of_a_calculator(text: str, expected: str) -> None:
    """No value, complex or beyond all floats: NaN or infinite, never an exception."""
    assert str(fifty(text)).lstrip("+") == expected


def test_numbers_end_where_those_of_float64_end() -> None:
    """The largest power of two that a float64 can hold is one here too."""
    assert fifty("2 ** 1023") == 2.0**1023
    assert fifty("0 - 2 ** 1024") == -np.inf


@pytest.mark.parametrize(("value", "expected"), [("2.7", 2), ("-2.7", -2), ("0", 0), ("-0.2", 0), ("3", 3), ("-3", -3)])
def test_truncation_goes_towards_zero(value: str, expected: int) -> None:
    """Cutting loses what is behind the point, on both sides of zero."""
    assert fifty("trunc(x)", x=Decimal(value)) == expected


@pytest.mark.parametrize(
    ("text", "expected"), [("0 - 7 // 2", -3), ("(0 - 7) // 2", -4), ("(0 - 7) % 2", 1), ("7 % (0 - 2)", -1)]
)
def test_floor_division_as_python_has_it(text: str, expected: int) -> None:
    """Quotient and remainder have Python's signs."""
    assert fifty(text) == expected


def test_a_tie_made_by_thirds_is_a_tie() -> None:
    """1/3 · 0.003 / 2 is 0.0005: fifty digits do not turn an exact half into a little less."""
    assert fifty("round(x / 3 * 0.003 / 2, 3)", x=1) == fifty("0.001")
    assert fifty("round(0.0005 - 1e-12, 3)") == 0


@pytest.mark.parametrize("decimals", [proof.MOST_DECIMALS, -proof.MOST_DECIMALS])
def test_as_many_decimals_as_there_may_be(decimals: int) -> None:
    """One more makes no number."""
    assert fifty("round(x, y)", x=1, y=decimals) == (1 if decimals > 0 else 0)
    assert str(fifty("round(x, y)", x=1, y=decimals + (1 if decimals > 0 else -1))) == "nan"


def test_nan_is_a_leaf_without_a_warning() -> None:
    """A missing answer as NaN passes through in silence."""
    assert proof.context().isnan(proof.numbers(np.array([np.nan]))[0])


def test_mpmath_is_loaded_late() -> None:
    """The module costs nothing until the first number of fifty digits is made."""
    code = "import sys; import posenc_cli.calculation.primitives; print('mpmath' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"
