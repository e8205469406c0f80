from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF
from posenc_cli.encodings.rotate import rotate
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError

CENTRES = ("start", "half-down", "half-up")


def scores(scheme: Scheme, at_query: Any, q: Any, at_key: Any, k: Any) -> Any:  # noqa: ANN401
    """Scores (query, key)."""
    return rotate(scheme, at_query, q) @ rotate(scheme, at_key, k, role="key").T


def by_hand(q: Any, k: Any, m: int, n: int) -> float:  # noqa: ANN401
    """A witness: the real part of complex products, each times its decay."""
    d = len(q)
    total = 0.0
    for i in range(d // 2):
        zeta = (2 * i / d + 0.4) / 1.4
        turn = np.exp(1j * (m - n) * 10000.0 ** (-2 * i / d))
        product = complex(q[2 * i], q[2 * i + 1]) * turn * complex(k[2 * i], -k[2 * i + 1])
        total += zeta ** ((m - n) / 512) * product.real
    return total


@settings(max_examples=20)
@given(m=st.integers(0, 3000), n=st.integers(0, 3000), centre=st.sampled_from(CENTRES))
def test_scores_fade_with_distance_and_know_no_centre(m: int, n: int, centre: str) -> None:
    """Scores are those of RoPE, each pair times zeta ** ((m − n) / 512), whatever the centre."""
    q, k = np.random.default_rng(m + n).normal(size=(2, 8))
    scheme = Scheme.of("xpos", d=8, centre=centre, seq_len=2001)
    assert scores(scheme, [m], q[None], [n], k[None])[0, 0] == pytest.approx(by_hand(q, k, m, n), rel=1e-9, abs=1e-9)


def test_centres_differ_in_vectors() -> None:
    """For an odd length one code takes the half downwards, the other upwards: vectors differ, scores do not."""
    q = np.random.default_rng(1).normal(size=(5, 8))
    down, up = (Scheme.of("xpos", d=8, centre=centre, seq_len=5) for centre in ("half-down", "half-up"))
    at = np.arange(5)
    assert not np.allclose(rotate(down, at, q), rotate(up, at, q), rtol=1e-6)
    assert scores(down, at, q, at, q) == pytest.approx(scores(up, at, q, at, q), abs=1e-13)


def test_trap_decoding_from_a_cache_gives_the_scores_of_the_whole_pass() -> None:
    """The last query alone, against cached keys, scores as it does in the full pass.

    rotary-embedding-torch 0.9.1 centres that query by its own length of one, so that its scores are off.
    """
    n, d = 6, 16
    q, k = np.random.default_rng(2).normal(size=(2, n, d))
    scheme = Scheme.of("xpos", d=d, centre="half-down", seq_len=n)
    full = scores(scheme, range(n), q, range(n), k)
    cached = scores(scheme, [n - 1], q[-1:], range(n), k)
    assert cached[0] == pytest.approx(full[-1], abs=1e-14)


def test_keys_shrink_as_queries_grow() -> None:
    """A vector that is query and key at one place scores its own square, wherever that is."""
    x = np.random.default_rng(3).normal(size=(1, 8))
    scheme = Scheme.of("xpos", d=8)
    for position in (0, 7, 4095):
        assert scores(scheme, [position], x, [position], x)[0, 0] == pytest.approx(float(np.sum(x * x)))


def test_there_is_a_way_back() -> None:
    """Turning back undoes rotation and scale, for both roles."""
    x = np.random.default_rng(4).normal(size=(2, 8))
    scheme = Scheme.of("xpos", d=8)
    for role in ("query", "key"):
        there = rotate(scheme, [5, 900], x, role=role)
        assert rotate(scheme, [5, 900], there, role=role, back=True) == pytest.approx(x, abs=1e-13)


@pytest.mark.parametrize("algebra", [NUMBERS, PROOF], ids=["numbers", "proof"])
@pytest.mark.parametrize("centre", CENTRES)
def test_every_reading_agrees(centre: str, algebra: Any) -> None:  # noqa: ANN401
    """The same rules in float64 and in 50 digits."""
    scheme = Scheme.of("xpos", d=8, centre=centre, seq_len=9)
    leaves = scheme.given(np.arange(9))
    accurate, other = scheme.formula.run(leaves, ACCURATE), scheme.formula.run(leaves, algebra)
    for name in scheme.encoding.results:
        got = np.asarray(other.values[name], dtype=np.float64)
        assert got == pytest.approx(accurate.values[name].to_float64(), rel=1e-13, abs=1e-14), name


@pytest.mark.parametrize(
    ("name", "value"),
    [("theta", 100), ("scale_base", 256), ("gamma", 0.2), ("centre", "half-up"), ("seq_len", 11)],
)
def test_every_parameter_has_an_effect(name: str, value: object) -> None:
    """Changing it changes a rotated query."""
    x = np.ones((3, 8))
    asked: dict[str, Any] = {"d": 8, "centre": "half-down", "seq_len": 9}
    before = rotate(Scheme.of("xpos", **asked), [0, 1, 8], x)
    assert not np.allclose(rotate(Scheme.of("xpos", **{**asked, name: value}), [0, 1, 8], x), before, rtol=1e-9)


def test_growth_beyond_float64_is_said() -> None:
    """A key far from the centre grows without end; infinity is no answer."""
    with pytest.raises(UsageError) as error:
        rotate(Scheme.of("xpos", d=8), [10**7], np.ones((1, 8)), role="key")
    assert error.value.key == "rotary.too-far"


@pytest.mark.parametrize("centre", ["half-down", "half-up"])
def test_a_centre_needs_the_length(centre: str) -> None:
    """Half of what?"""
    with pytest.raises(UsageError) as error:
        Scheme.of("xpos", d=8, centre=centre)
    assert error.value.key == "compute.parameter-missing"
