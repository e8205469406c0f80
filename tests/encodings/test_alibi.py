from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import attention
from posenc_cli.encodings.scheme import Scheme

if TYPE_CHECKING:
    from numpy.typing import NDArray

HEADS = st.integers(1, 40)


def computed(positions: Any, name: str = "bias", **asked: Any) -> NDArray[np.float64]:  # noqa: ANN401
    """A quantity of ALiBi at some positions."""
    scheme = Scheme.of("alibi", **asked)
    found: NDArray[np.float64] = (
        scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE).values[name].to_float64()
    )
    return found


def press(heads: int) -> list[float]:
    """The slopes as the authors' code builds them, by calling itself for the heads that are left."""
    if heads & (heads - 1) == 0:
        first = 2 ** (-8 / heads)
        return [first ** (index + 1) for index in range(heads)]
    closest = 2 ** (heads.bit_length() - 1)
    return press(closest) + press(2 * closest)[0::2][: heads - closest]


@pytest.mark.parametrize("heads", [*range(1, 34), 40, 48, 64, 71, 112, 128])
def test_slopes_for_any_number_of_heads(heads: int) -> None:
    """The rule gives what the recursion of the authors' code gives."""
    np.testing.assert_allclose(computed([0], "slope", n_heads=heads).ravel(), press(heads), rtol=1e-13)


@given(HEADS)
def test_the_paper_text_is_another_rule_between_powers_of_two(heads: int) -> None:
    """The sentence of the paper agrees with the code for powers of two and for no other number of heads."""
    text = computed([0], "slope", n_heads=heads, slopes="paper-text").ravel()
    np.testing.assert_allclose(text, [2 ** (-8 * h / heads) for h in range(1, heads + 1)], rtol=1e-13)
    assert np.allclose(text, press(heads), rtol=1e-9) == (heads & (heads - 1) == 0)


@given(HEADS, st.lists(st.integers(0, 10**6), min_size=1, max_size=8, unique=True).map(sorted), st.integers(0, 10**9))
def test_bias_falls_with_the_distance_and_with_nothing_else(heads: int, positions: list[int], shift: int) -> None:
    """A key farther back gets less in every head, and moving all positions changes nothing."""
    bias = computed(positions, n_heads=heads)
    np.testing.assert_array_equal(bias, computed(np.asarray(positions) + shift, n_heads=heads))
    assert (np.diff(bias[:, -1], axis=-1) > 0).all()
    assert (bias <= 0).all()


@given(HEADS, st.integers(1, 8))
def test_symmetric_bias_looks_both_ways(heads: int, count: int) -> None:
    """An encoder's bias is its own mirror image and equals the causal one below the diagonal."""
    both, back = (computed(range(count), n_heads=heads, mask=mask) for mask in ("symmetric", "causal"))
    np.testing.assert_array_equal(both, np.swapaxes(both, 1, 2))
    np.testing.assert_array_equal(np.tril(both), back)


@given(st.integers(1, 20), st.integers(1, 7), st.randoms(use_true_random=False))
def test_forms_are_equal_under_softmax(heads: int, count: int, random: Any) -> None:  # noqa: ANN401
    """Key positions, the last row and distances give the same shares of attention."""
    scores = np.array([[random.uniform(-3, 3) for _ in range(count)] for _ in range(count)])
    seen = attention.causal_mask(count, count)
    shares = [
        attention.softmax(attention.masked(scores + computed(range(count), n_heads=heads, form=form), seen))
        for form in ("distance", "key-position", "last-row")
    ]
    np.testing.assert_allclose(shares[1], shares[0], atol=1e-14)
    np.testing.assert_allclose(shares[2], shares[0], atol=1e-14)


def test_left_padding_moves_the_key_positions() -> None:
    """Tokens behind padding get the biases that they would get without it; padding gets none."""
    padded = computed(range(5), form="key-position", attention_mask=[0, 0, 1, 1, 1])
    np.testing.assert_array_equal(padded[..., 2:], computed(range(3), form="key-position"))
    assert not padded[..., :2].any()


def test_the_worksheet() -> None:
    """Two heads, slope 1/16, equal scores: the shares that the sheet prints."""
    bias = computed(range(3), n_heads=2)[0]
    shares = attention.softmax(attention.masked(bias, attention.causal_mask(3, 3)))
    wanted = np.array([[1, 0, 0], [0.4844, 0.5156, 0], [0.3127, 0.3329, 0.3544]])
    np.testing.assert_allclose(shares, wanted, atol=5e-5)


def test_falcon_rounds_to_bfloat16_before_it_divides() -> None:
    """With 64 heads 1448 of 2048 neighbouring keys share a bias, which is up to ten off; then it is divided by √d."""
    falcon = computed(range(2049), n_heads=64, form="falcon", d=1)
    assert (np.diff(falcon[0, 0]) == 0).sum() == 1448
    assert 9 < np.abs(falcon - computed(range(2049), n_heads=64, form="key-position")).max() < 10
    np.testing.assert_allclose(computed(range(9), form="falcon", d=64), computed(range(9), form="falcon", d=1) / 8)


def test_the_maximum_of_mpt_moves_the_last_slope() -> None:
    """With alibi_bias_max 4 the last of eight heads has 1/16."""
    assert computed([0], "slope", alibi_bias_max=4).ravel()[-1] == 1 / 16
