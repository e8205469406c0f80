from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import attention
from posenc_cli.encodings.nope import rope_layers
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEEDS = st.integers(0, 2**32 - 1)
SIZES = st.integers(1, 6)


def drawn(seed: int, *shape: int) -> NDArray[np.float64]:
    """Numbers as they come out of a layer."""
    return np.random.default_rng(seed).normal(size=shape)


def shares_of(q: Any, k: Any, seen: Any, bias: Any = 0.0) -> NDArray[np.float64]:  # noqa: ANN401
    """The shares of attention, step by step."""
    return attention.softmax(attention.masked(attention.scores(q, k) + bias, seen))


def nope(count: int, name: str, **asked: Any) -> NDArray[np.float64]:  # noqa: ANN401
    """A quantity of the encoding that is none."""
    scheme = Scheme.of("nope", **asked)
    run = scheme.formula.run(scheme.given(np.arange(count)), ACCURATE)
    found: NDArray[np.float64] = run.values[name].to_float64()[0]
    return found


@given(SEEDS, SIZES, SIZES, st.integers(0, 3))
@settings(max_examples=40)
def test_attention_in_plain_loops(seed: int, d: int, queries: int, more: int) -> None:
    """Scores and shares of every query, computed one number at a time."""
    keys = queries + more
    q, k, bias = drawn(seed, queries, d), drawn(seed + 1, keys, d), drawn(seed, queries, keys)
    seen = attention.causal_mask(queries, keys)
    shares = shares_of(q, k, seen, bias)
    for i in range(queries):
        visible = range(i + more + 1)
        raised = [math.exp(math.fsum(q[i] * k[j]) / math.sqrt(d) + bias[i, j]) for j in visible]
        np.testing.assert_allclose(shares[i, : len(raised)], np.array(raised) / math.fsum(raised), rtol=1e-12)
        assert not shares[i, len(raised) :].any()


def test_masks_are_aligned_by_name() -> None:
    """Two queries over four keys see three and four, or one and two."""
    assert attention.causal_mask(2, 4).sum(axis=1).tolist() == [3, 4]
    assert attention.causal_mask(2, 4, "top-left").sum(axis=1).tolist() == [1, 2]


@given(SEEDS, SIZES, st.floats(-1e6, 1e6))
def test_softmax_knows_differences_only(seed: int, count: int, shift: float) -> None:
    """Adding a constant to a row changes no share, however large it is; shares sum to one."""
    scores = drawn(seed, count, count)
    shares = attention.softmax(scores)
    np.testing.assert_allclose(attention.softmax(scores + shift), shares, rtol=1e-8)
    np.testing.assert_allclose(shares.sum(axis=-1), 1, rtol=1e-15)


def test_huge_scores_do_not_overflow() -> None:
    """A score of a million takes everything, without a warning."""
    assert attention.softmax([1e6, 0, -1e6]).tolist() == [1, 0, 0]


def test_a_query_that_sees_nothing_gets_nothing() -> None:
    """More queries than keys, aligned at the end: the first rows are zeros and not NaN."""
    shares = shares_of(np.ones((3, 2)), np.ones((1, 2)), attention.causal_mask(3, 1))
    assert shares.ravel().tolist() == [0, 0, 1]


def test_the_scale_may_be_left_out() -> None:
    """T5 does not divide by the root of the width."""
    assert attention.scores([[1, 1, 1, 1]], [[1, 1, 1, 1]]).item() == 2
    assert attention.scores([[1, 1, 1, 1]], [[1, 1, 1, 1]], scale=1).item() == 4


REFUSED = [
    lambda: attention.scores([[1.0, 2.0]], [[1.0]]),
    lambda: attention.scores([[]], [[]]),
    lambda: attention.scores([[math.nan]], [[1.0]]),
    lambda: attention.scores([1.0], [[1.0]]),
    lambda: attention.softmax([math.nan, 0.0]),
    lambda: attention.softmax([math.inf, 0.0]),
]


@pytest.mark.parametrize("call", REFUSED)
def test_what_makes_no_attention_is_refused(call: Any) -> None:  # noqa: ANN401
    """Widths that differ, nothing at all, NaN and infinity end in one sentence."""
    with pytest.raises(UsageError) as refused:
        call()
    assert refused.value.key in ("bias.fit", "bias.vectors")


@given(st.integers(1, 12))
def test_the_mask_alone_tells_the_position(count: int) -> None:
    """With equal scores a channel that marks the first token reads 1, 1/2, 1/3 …."""
    marks = np.eye(count, 1)
    mean = nope(count, "mean", v=marks).ravel()
    np.testing.assert_allclose(mean, 1 / np.arange(1, count + 1), rtol=1e-15)
    assert nope(count, "mean", v=marks, mask="none").ravel().tolist() == [1 / count] * count


@given(SEEDS, SIZES, st.permutations(range(6)))
def test_without_a_mask_order_is_lost(seed: int, d: int, order: list[int]) -> None:
    """Permuting the words permutes what attention gives, and nothing else; with the mask it does not."""
    x = drawn(seed, 6, d)

    def attended(words: NDArray[np.float64], seen: Any) -> NDArray[np.float64]:  # noqa: ANN401
        return np.asarray(shares_of(words, words, seen) @ words)

    np.testing.assert_allclose(attended(x[order], True), attended(x, True)[order], atol=1e-12)
    mask = attention.causal_mask(6, 6)
    assert (order == sorted(order)) == np.allclose(attended(x[order], mask), attended(x, mask)[order], atol=1e-12)


def test_the_worksheet() -> None:
    """The mean of 0, 1, 2, 3 so far."""
    assert nope(4, "mean", v=[[0], [1], [2], [3]]).ravel().tolist() == [0, 0.5, 1, 1.5]


def test_queries_are_the_last_positions() -> None:
    """Two queries of four positions see three and four keys; PyTorch's alignment lets them see one and two."""
    assert nope(4, "visible", query_length=2).sum(axis=1).tolist() == [3, 4]
    assert nope(4, "visible", query_length=2, mask="causal-top-left").sum(axis=1).tolist() == [1, 2]


def test_one_is_a_layer_that_rotates() -> None:
    """Every fourth layer has no encoding; an interval of 1 leaves none, and one of 0 is refused."""
    assert rope_layers(5, 4) == [1, 1, 1, 0, 1]
    assert rope_layers(2, 1) == [0, 0]
    for layers, interval in ((4, 0), (-1, 4)):
        with pytest.raises(UsageError):
            rope_layers(layers, interval)
