from __future__ import annotations

from itertools import product
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.sinusoidal import SINUSOIDAL
from tests.encodings.additive import refused, rows
from tests.encodings.shifted import rotation

CHOICES = {each.name: list(each.choices) for each in SINUSOIDAL.conventions}
FAR = (131071, 1048575, 10**7, 2**31 - 1)


def witness(pos: float, k: int, d: int, base: float, **chosen: str) -> mpmath.mpf:
    """One cell with 60 digits, straight from the tables of the literature: no rule of posenc is used."""
    odd = chosen.get("odd_width", "lone-sine")
    width = {"lone-sine": d, "zero-column": d // 2 * 2, "padded": (d + 1) // 2 * 2}[odd]
    if k >= width:
        return mpmath.mpf(0)
    half = -(-width // 2)
    pair, is_cos = divmod(k, 2) if chosen.get("layout") != "halves" else (k % half, k // half)
    spacing = chosen.get("spacing", "paper")
    exponent = mpmath.mpf(2 * pair) / width
    if spacing != "paper":
        exponent = mpmath.mpf(pair) / max(half - 1, 1)
    if chosen.get("order") == "cos-first":
        is_cos = 1 - is_cos
    angle = mpmath.mpf(pos) / mpmath.mpf(base) ** exponent
    found = mpmath.cos(angle) if is_cos else mpmath.sin(angle)
    return found / mpmath.sqrt(d) if chosen.get("magnitude") == "over-sqrt-d" else found


def check(pos: int, d: int, base: float, ulps: float, **chosen: str) -> None:
    """A row, or some forty cells of a wide one, against the witness, in units in the last place."""
    got = rows("sinusoidal", [pos], d=d, base=base, **chosen)[0]
    with mpmath.workdps(60):
        for k in range(0, d, 1 + d // 40):
            wanted = witness(pos, k, d, base, **chosen)
            assert abs(mpmath.mpf(float(got[k])) - wanted) <= ulps * np.spacing(abs(float(wanted))), (pos, k)


@pytest.mark.parametrize("d", [4, 7, 64, 768])
@pytest.mark.parametrize("base", [10**4, 5 * 10**5, 10**6])
def test_far_positions_are_exact(d: int, base: int) -> None:
    """Two units in the last place at the most, up to 2**31 − 1."""
    for pos in FAR:
        check(pos, d, base, 2)


COMBINATIONS = list(
    product(("interleaved", "halves"), ("paper", "endpoint"), ("lone-sine", "zero-column", "padded"), CHOICES["order"])
)


@pytest.mark.parametrize(("layout", "spacing", "odd_width", "order"), COMBINATIONS)
@pytest.mark.parametrize("d", [5, 8])
def test_conventions_combine(d: int, layout: str, spacing: str, odd_width: str, order: str) -> None:
    """Every layout with every spacing, odd width and order is what the literature's table gives."""
    for pos in (0, 3, 2**31 - 1):
        check(pos, d, 10000, 2, layout=layout, spacing=spacing, odd_width=odd_width, order=order)


def test_even_widths_know_no_odd_rule() -> None:
    """The three rules for odd widths are one for even ones, and three for odd ones."""
    for d, tables in ((6, 1), (7, 3)):
        found = {rows("sinusoidal", range(4), d=d, odd_width=odd).tobytes() for odd in CHOICES["odd_width"]}
        assert len(found) == tables


def test_small_widths_of_endpoint_spacing() -> None:
    """Where fairseq divides by zero, there is a sentence; tensor2tensor's guard gives a table."""
    assert "endpoint-guarded" in refused(
        "additive.spacing", "sinusoidal", d=3, spacing="endpoint", odd_width="zero-column"
    )
    refused("width-too-small", "sinusoidal", d=2, spacing="endpoint")
    refused("additive.spacing", "sinusoidal", d=2, spacing="shifted", downscale_freq_shift=1)
    refused("width-too-small", "sinusoidal", d=1, odd_width="zero-column")
    for d in (2, 3):
        found = rows("sinusoidal", [1], d=d, spacing="endpoint-guarded", odd_width="zero-column", layout="halves")
        assert found[0].tolist() == [float(np.sin(1)), float(np.cos(1)), 0.0][:d]


@pytest.mark.parametrize("d", [6, 7])
def test_a_shift_of_zero_is_the_paper_and_of_one_the_endpoint(d: int) -> None:
    """The downscale_freq_shift of diffusers goes from one spacing to the other."""
    asked: dict[str, Any] = {"d": d, "layout": "halves", "odd_width": "zero-column"}
    for shift, spacing in ((0, "paper"), (1, "endpoint")):
        found = rows("sinusoidal", [7], spacing="shifted", downscale_freq_shift=shift, **asked)
        np.testing.assert_allclose(found, rows("sinusoidal", [7], spacing=spacing, **asked), rtol=1e-15)


def test_only_the_row_of_padding_is_zero() -> None:
    """Padding in fairseq has a row of zeros; all other rows stay."""
    plain, padded = (
        rows("sinusoidal", range(4), d=4, **asked) for asked in ({}, {"padding": "zero-row", "padding_idx": 1})
    )
    assert not padded[1].any()
    assert (np.delete(padded, 1, axis=0) == np.delete(plain, 1, axis=0)).all()


def test_a_number_that_nothing_reads_is_refused() -> None:
    """A parameter of another convention is no silent nothing."""
    refused("additive.unused", "sinusoidal", padding_idx=1)
    refused("additive.unused", "sinusoidal", downscale_freq_shift=1)
    refused("compute.parameter-missing", "sinusoidal", padding="zero-row")


@given(
    pos=st.integers(0, 10**6),
    offset=st.integers(-1000, 10**6),
    d=st.integers(2, 17),
    layout=st.sampled_from(CHOICES["layout"]),
    order=st.sampled_from(CHOICES["order"]),
    odd_width=st.sampled_from(CHOICES["odd_width"]),
)
@settings(max_examples=60)
def test_a_shift_is_a_rotation(  # noqa: PLR0917  (what a table is made of)
    pos: int, offset: int, d: int, layout: str, order: str, odd_width: str
) -> None:
    """One matrix for each pair turns any row into the row so many positions further on."""
    asked: dict[str, Any] = {"d": d, "layout": layout, "order": order, "odd_width": odd_width}
    here, there = rows("sinusoidal", [pos, pos + offset], **asked)
    scheme = Scheme.of(**asked)
    blocks = rotation(scheme, offset)
    half = d // 2 if odd_width == "zero-column" else (d + 1) // 2
    assert len(blocks) == d // 2
    for pair, block in enumerate(blocks):
        columns = [2 * pair, 2 * pair + 1] if layout == "interleaved" else [pair, pair + half]
        if order == "cos-first":
            columns.reverse()
        np.testing.assert_allclose(block @ here[columns], there[columns], atol=4e-16)
        np.testing.assert_allclose(block @ block.T, np.eye(2), atol=4e-16)


@given(
    first=st.integers(0, 10**6), second=st.integers(0, 10**6), by=st.integers(0, 10**6), d=st.sampled_from([2, 8, 64])
)
@settings(max_examples=60)
def test_products_depend_on_the_distance(first: int, second: int, by: int, d: int) -> None:
    """The dot product of two rows is that of two others as far apart, and a row has the length √(d/2)."""
    table = rows("sinusoidal", [first, second, first + by, second + by], d=d)
    assert abs(table[0] @ table[1] - table[2] @ table[3]) < 1e-13 * d
    np.testing.assert_allclose(np.sum(table**2, axis=1), d / 2, rtol=1e-14)


def test_the_product_is_not_monotone() -> None:
    """For d = 512 it rises for the first time from distance 43 on, as no picture of it shows."""
    table = rows("sinusoidal", range(60), d=512)
    products = table @ table[0]
    assert int(np.flatnonzero(np.diff(products) > 0)[0]) == 43


def test_small_widths_nearly_collide() -> None:
    """For d = 4 position 13823 lies 0.0077 from position 0."""
    first, far = rows("sinusoidal", [0, 13823], d=4)
    assert round(float(np.linalg.norm(first - far)), 4) == 0.0077
