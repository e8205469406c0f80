from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, Algebra, in_words, reachable
from posenc_cli.calculation.expression import evaluate, parse
from posenc_cli.calculation.twofold import Twofold
from posenc_cli.errors import InputError


def read(text: str, algebra: Algebra = NUMBERS, **values: Any) -> Any:  # noqa: ANN401
    """An expression over arrays."""
    return evaluate(parse(text), {name: algebra.leaf(value) for name, value in values.items()}, algebra)


@given(st.floats(width=32, allow_nan=False, allow_infinity=False, allow_subnormal=False))
def test_float32_is_what_numpy_stores(value: float) -> None:
    """Rounding a third of a number to 24 binary digits gives numpy's float32, wherever that is a normal number."""
    third = value / 3
    if np.abs(third) > np.finfo(np.float32).tiny or third == 0:
        assert read("float32(a)", a=np.float64(third)) == np.float32(third)


@pytest.mark.parametrize("algebra", [NUMBERS, ACCURATE, PROOF], ids=lambda algebra: algebra.reading)
def test_ties_go_to_even(algebra: Algebra) -> None:
    """257 and 259 lie in the middle between numbers of eight binary digits."""
    found = read("bfloat16(a)", algebra, a=np.array([257, 259, -257, 0, 1]))
    rounded = found.to_float64() if isinstance(found, Twofold) else found
    np.testing.assert_array_equal(np.asarray(rounded, dtype=float), [256, 260, -256, 0, 1])


@pytest.mark.parametrize(("left_over", "rounded"), [(1e-20, 258), (-1e-20, 256), (0, 256)])
def test_what_float64_left_over_decides_a_tie(left_over: float, rounded: float) -> None:
    """In two float64, 257 and a little more is no tie."""
    assert read("bfloat16(a)", ACCURATE, a=Twofold(np.array([257.0]), np.array([left_over]))).to_float64() == rounded


def test_rows_of_other_widths_have_no_product() -> None:
    """Two columns and three are said to be so."""
    with pytest.raises(InputError) as refused:
        read("dots(a, b)", a=np.ones((2, 2)), b=np.ones((2, 3)))
    assert refused.value.values["name"] == "dots"


@pytest.mark.parametrize("algebra", [NUMBERS, ACCURATE, PROOF, reachable(3)], ids=lambda algebra: algebra.reading)
def test_products_of_nothing_are_zero(algebra: Algebra) -> None:
    """Rows without columns have the product 0, and no rows have none."""
    found = read("dots(a, b)", algebra, a=np.ones((2, 0)), b=np.ones((3, 0)))
    cells = getattr(found, "high", found)
    assert cells.shape == (2, 3)
    assert not cells.any()


def test_products_are_said_term_by_term() -> None:
    """What a person writes down for two rows."""
    said = read("dots(a, b)", in_words(lambda value: f"{value:g}"), a=np.array([[1, 2]]), b=np.array([[3, 4]]))
    assert said[0, 0].text == "1 · 3 + 2 · 4"
