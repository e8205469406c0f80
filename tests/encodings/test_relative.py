from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import attention
from posenc_cli.encodings.given import example
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.shaw import values
from posenc_cli.encodings.transformer_xl import rel_shift, rel_shift_both_ways, relative_table

if TYPE_CHECKING:
    from numpy.typing import NDArray

SEEDS = st.integers(0, 2**32 - 1)


def computed(encoding: str, count: int, name: str, first: int = 0, **asked: Any) -> NDArray[np.float64]:  # noqa: ANN401
    """A quantity of an encoding at ``count`` positions."""
    scheme = Scheme.of(encoding, **asked)
    run = scheme.formula.run(scheme.given(np.arange(first, first + count)), ACCURATE)
    found: NDArray[np.float64] = run.values[name].to_float64()
    return found


def drawn(seed: int, *shape: int) -> NDArray[np.float64]:
    """Numbers as they come out of a layer."""
    return np.random.default_rng(seed).normal(size=shape)


def exactly(terms: list[float]) -> float:
    """A sum without rounding in between."""
    return math.fsum(terms)


@given(
    seed=SEEDS,
    d=st.integers(1, 5),
    n=st.integers(1, 6),
    left=st.integers(0, 3),
    right=st.integers(0, 3),
    from_key=st.booleans(),
    both=st.booleans(),
)
@settings(max_examples=40)
def test_shaw_in_plain_loops(*, seed: int, d: int, n: int, left: int, right: int, from_key: bool, both: bool) -> None:
    """Row, bias and score of every pair, in either direction, with the key compared or not."""
    q, k, table = drawn(seed, n, d), drawn(seed + 1, n, d), drawn(seed + 2, left + right + 1, d)
    asked: dict[str, Any] = {"q": q, "k": k, "table": table, "clip_left": left, "clip_right": right}
    asked |= {"direction": "query-minus-key"} if from_key else {}
    asked |= {"compared": "key-and-query"} if both else {}
    index, bias, score = (computed("shaw", n, name, d=d, **asked)[0] for name in ("index", "bias", "score"))
    for i in range(n):
        for j in range(n):
            row = min(max(i - j if from_key else j - i, -left), right) + left
            assert index[i, j] == row
            terms = [(q[i, c] + (k[j, c] if both else 0)) * table[row, c] for c in range(d)]
            assert bias[i, j] == pytest.approx(exactly(terms) / math.sqrt(d), abs=1e-13)
            terms += [q[i, c] * k[j, c] for c in range(d)]
            assert score[i, j] == pytest.approx(exactly(terms) / math.sqrt(d), abs=1e-13)


def test_shaw_on_the_worksheet() -> None:
    """Clipped at two, five words: the matrix of rows."""
    index = computed("shaw", 5, "index", clip=2)[0]
    assert index[0].tolist() == [2, 3, 4, 4, 4]
    assert index[4].tolist() == [0, 0, 0, 1, 2]


def test_an_odd_table_tells_where_shaw_clips() -> None:
    """Five rows without a clip are two on either side."""
    table = example(5, 4)
    asked = computed("shaw", 6, "bias", table=table, clip=2)
    np.testing.assert_array_equal(computed("shaw", 6, "bias", table=table), asked)


@given(SEEDS, st.integers(1, 4), st.integers(1, 5))
@settings(max_examples=20)
def test_values_with_positions_in_plain_loops(seed: int, d: int, n: int) -> None:
    """What attention gives where the values carry vectors of distances too."""
    shares, v, table = attention.softmax(drawn(seed, n, n)), drawn(seed + 1, n, d), drawn(seed + 2, 3, d)
    index = computed("shaw", n, "index", clip=1)[0]
    found = values(shares, v, table, index)
    for i in range(n):
        for c in range(d):
            terms = [shares[i, j] * (v[j, c] + table[int(index[i, j]), c]) for j in range(n)]
            assert found[i, c] == pytest.approx(exactly(terms), abs=1e-13)


@given(st.integers(1, 5), st.integers(1, 5), st.integers(0, 10**6), st.integers(-1, 4))
@settings(max_examples=20)
def test_transformer_xl_in_fifty_digits(pairs: int, n: int, first: int, clamp: int) -> None:
    """Bias and score of every pair against sines and cosines of the distance itself."""
    d, u, v = 2 * pairs, example(1, 2 * pairs, 2)[0], example(1, 2 * pairs, 9)[0]
    q, k = example(n, d), example(n, d, 5)
    asked: dict[str, Any] = {"d": d, "q": q, "k": k, "u": u, "v": v, "clamp_len": clamp}
    bias, score = (computed("transformer-xl", n, name, first, **asked)[0] for name in ("bias", "score"))
    with mpmath.workdps(50):
        for i in range(n):
            for j in range(n):
                distance = i - j if clamp < 0 else min(max(i - j, -clamp), clamp)
                angles = [distance / mpmath.mpf(10000) ** (mpmath.mpf(2 * pair) / d) for pair in range(pairs)]
                r = [*map(mpmath.sin, angles), *map(mpmath.cos, angles)]
                position = mpmath.fsum((q[i, c] + v[c]) * r[c] + u[c] * k[j, c] for c in range(d))
                content = mpmath.fsum(q[i, c] * k[j, c] for c in range(d))
                assert abs(bias[i, j] - position / mpmath.sqrt(d)) < 1e-15
                assert abs(score[i, j] - (content + position) / mpmath.sqrt(d)) < 2e-15


@given(st.integers(1, 6), st.integers(0, 5))
def test_rel_shift_finds_each_key_its_distance(queries: int, earlier: int) -> None:
    """After the shift every key that is seen has the score of its own distance; both shifts agree there."""
    keys = queries + earlier
    distances = np.tile(np.arange(keys - 1, -1, -1), (queries, 1))
    shifted = rel_shift(distances)
    wanted = np.arange(queries)[:, None] + earlier - np.arange(keys)
    seen = attention.causal_mask(queries, keys)
    np.testing.assert_array_equal(shifted[seen], wanted[seen])
    # With distances of both signs nothing is left over, and every key has its own, ahead of the query too.
    wide = np.tile(np.arange(keys, -queries, -1), (queries, 1))
    both = rel_shift_both_ways(wide, keys)
    np.testing.assert_array_equal(both, np.arange(queries)[:, None] + keys - queries - np.arange(keys))


def test_rel_shift_on_the_worksheet() -> None:
    """Three by three, with the leftovers that are to be crossed out."""
    assert rel_shift([[1, 2, 3], [4, 5, 6], [7, 8, 9]]).tolist() == [[3, 0, 4], [5, 6, 0], [7, 8, 9]]


def test_rows_of_r_stand_in_the_order_asked_for() -> None:
    """Descending distances, sines before cosines; a clamped one repeats the last row that is not."""
    found = relative_table(4, [2, 1, 0, -1], clamp_len=1)
    np.testing.assert_array_equal(found[0], found[1])
    np.testing.assert_array_equal(found[2], [0, 0, 1, 1])
    np.testing.assert_allclose(found[1], [math.sin(1), math.sin(0.01), math.cos(1), math.cos(0.01)], rtol=1e-15)
    np.testing.assert_allclose(found[3], found[1] * [-1, -1, 1, 1], rtol=1e-15)


NUMBERS = st.lists(st.floats(0, 5), min_size=2, max_size=2)


@given(NUMBERS, NUMBERS, st.integers(1, 6), st.integers(0, 10**9), st.sampled_from(["log", "power"]))
@settings(max_examples=40)
def test_kerple_in_fifty_digits(r1: list[float], r2: list[float], n: int, first: int, kernel: str) -> None:
    """Both kernels, head by head, with the limits of the authors' code."""
    bias = computed("kerple", n, "bias", first, r1=r1, r2=r2, kernel=kernel)
    assert bias.shape == (2, n, n)
    for head, i, j in np.ndindex(bias.shape):
        distance = mpmath.mpf(max(i - j, 0))
        scale, shape = max(r1[head], 0.01), max(r2[head], 0.01)
        with mpmath.workdps(50):
            kernels = {"log": mpmath.log1p(shape * distance), "power": distance ** min(shape, 2)}
            assert abs(bias[head, i, j] + scale * kernels[kernel]) <= 4e-16 * abs(bias[head, i, j])
    assert (np.diff(bias[:, -1], axis=-1) > 0).all()


@given(st.integers(1, 12), st.integers(1, 6))
def test_alibi_is_the_power_kernel_with_exponent_one(heads: int, n: int) -> None:
    """Slopes as the first numbers of KERPLE give ALiBi."""
    alibi = computed("alibi", n, "bias", n_heads=heads, mask="symmetric")
    slopes = computed("alibi", 1, "slope", n_heads=heads).ravel()
    slopes = np.maximum(slopes, 0.01)
    kerple = computed("kerple", n, "bias", r1=slopes, r2=[1], kernel="power", mask="symmetric")
    clear = slopes > 0.01
    np.testing.assert_allclose(kerple[clear], alibi[clear], rtol=1e-15)


@given(
    seed=SEEDS,
    heads=st.integers(1, 3),
    units=st.integers(1, 4),
    c=st.floats(0.01, 4),
    threshold=st.floats(0.5, 9),
    n=st.integers(1, 5),
)
@settings(max_examples=30)
def test_fire_in_fifty_digits(*, seed: int, heads: int, units: int, c: float, threshold: float, n: int) -> None:
    """Every head of the small network, and a ratio that stays between 0 and 1."""
    weight, shift, out = drawn(seed, units), drawn(seed + 1, units), drawn(seed + 2, heads * units)
    asked: dict[str, Any] = {"c": c, "L": threshold, "hidden_weight": weight, "hidden_bias": shift, "n_heads": heads}
    asked |= {"out_weight": out, "out_bias": 0.25}
    bias, ratio = (computed("fire", n, name, **asked) for name in ("bias", "ratio"))
    assert (ratio >= 0).all()
    assert (ratio <= 1).all()
    for head, i, j in np.ndindex(bias.shape):
        with mpmath.workdps(50):
            part = mpmath.log1p(mpmath.mpf(c) * max(i - j, 0)) / mpmath.log1p(mpmath.mpf(c) * max(threshold, i))
            terms = [out[head * units + m] * max(weight[m] * part + shift[m], 0) for m in range(units)]
            assert abs(bias[head, i, j] - mpmath.fsum(terms) - mpmath.mpf("0.25")) < 1e-14
