"""The fast way over large tables, beside the formula and beside numbers from elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import posenc_cli as posenc
from posenc_cli.arrays import whole
from posenc_cli.arrays.candidates import Asked, plain_ways
from posenc_cli.arrays.recognised import Raw, subjects
from posenc_cli.arrays.storage import FORMATS, Storage, storage_of
from posenc_cli.arrays.waves import waves_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.encodings.precision import Dtype

ROWS = 700


def usual_module(n: int, d: int) -> NDArray[np.float32]:
    """The table that most code has: every step in float32."""
    div_term = np.exp(np.arange(0, d, 2, dtype=np.float32) * np.float32(-np.log(10000.0) / d))
    angle = np.arange(n, dtype=np.float32)[:, None] * div_term
    return np.stack([np.sin(angle), np.cos(angle)], axis=-1).reshape(n, d)


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
@pytest.mark.parametrize("dtype", ["float64", "float32", "float16"])
@pytest.mark.parametrize("first", [0, 100_000])
def test_the_fast_way_agrees_with_the_formula(layout: str, dtype: Dtype, first: int) -> None:
    """Both ways over a table find the same level, the same first number and nearly the same largest difference."""
    table = posenc.table(d=16, n=ROWS, first_pos=first, layout=layout, dtype=dtype)["values"].copy()
    table[321, 5] += 0.25
    for values in (table[:300], table):
        subject = subjects(Raw(values), "table")[0]
        way = plain_ways(Asked("sinusoidal", {"layout": layout}, first=first), subject)[0]
        waves = waves_of(way, subject)
        assert waves is not None
        fast, slow = waves.compared(2), whole._in_blocks(way, subject, 2)
        assert (fast.level, fast.first is None) == (slow.level, slow.first is None)
        if fast.first is not None and slow.first is not None:
            assert (fast.first.pos, fast.first.k) == (slow.first.pos, slow.first.k) == (first + 321, 5)
        assert fast.max_error == pytest.approx(slow.max_error, abs=4e-8)


def test_large_angles_are_compared_with_the_truth() -> None:
    """At a position of two million, where float64 angles lose digits, a number from 50 digits is exact."""
    position, d = 2_000_003, 8
    with mpmath.workdps(50):
        angles = [position / mpmath.mpf(10000) ** (mpmath.mpf(2 * i) / d) for i in range(d // 2)]
        row = [float(f(angle)) for angle in angles for f in (mpmath.sin, mpmath.cos)]
    found = posenc.diagnose(np.array([row]), "sinusoidal", first_pos=position, what="table")
    assert found.verdict == "exact"
    assert found.max_error is not None
    assert found.max_error < 2e-16


def test_the_usual_module_is_known_by_its_angles() -> None:
    """Angles of float32 are told from a table that was cast last, with the position from which they hurt."""
    found = posenc.diagnose(usual_module(30_000, 64))
    assert (found.verdict, found.cause, found.precision) == ("precision", "float32-angles", "float32")
    assert found.hurts_from is not None
    assert 500 < found.hurts_from < 10_000
    assert posenc.diagnose(posenc.table(d=64, n=3_000, dtype="float32")["values"]).verdict == "rounded"


def test_frequencies_of_sixteen_bits_are_known() -> None:
    """inv_freq that was cast to bfloat16 first makes tables of computations in 16 bits."""
    exact = 1 / 10000 ** (np.arange(0, 64, 2) / 64)
    short = Storage("bfloat16").stored(exact)
    angle = np.arange(64)[:, None] * short
    found = posenc.diagnose(np.cos(angle).astype(np.float32), "rope", what="cos")
    assert (found.verdict, found.cause) == ("precision", "16-bit-angles")


@given(st.lists(st.floats(-1e3, 1e3, allow_subnormal=False), min_size=5), st.sampled_from(list(FORMATS)))
@settings(max_examples=60)
def test_rounding_stays_within_half_a_step(numbers: list[float], name: str) -> None:
    """What a storage holds is no farther than half a step, and storing twice changes nothing."""
    storage, values = Storage(name), np.array(numbers)
    held = storage.stored(values)
    assert (np.abs(held - values) <= storage.half_step(values)).all()
    assert np.array_equal(storage.stored(held), held)


@pytest.mark.parametrize("name", list(FORMATS))
def test_storage_is_known_by_its_numbers(name: str) -> None:
    """Numbers that were rounded once tell to what, also in a wider array."""
    values = Storage(name).stored(np.sin(np.arange(1, 200.0)))
    assert storage_of(np.dtype(np.float64), values).name == name
