"""Numbers cast to shorter ones, and what is lost by computing in them."""

from __future__ import annotations

import struct

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.encodings.asked import scheme
from posenc_cli.encodings.precision import DTYPES, Dtype, cast_array, cast_results, known, loss
from posenc_cli.encodings.results import results
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError

POSITIONS = np.array([1, 100, 4095, 131071, 1048575, 10**7], dtype=np.int64)


def test_losses_are_those_that_others_measured() -> None:
    """Largest errors of a row of 512 columns as other code shows them, within a factor of two."""
    measured = {
        "float32": [4.8e-8, 3.4e-6, 2.7e-4, 7.6e-3, 6.8e-2, 7.6e-1],
        "float64": [1.1e-16, 1.2e-14, 3.2e-13, 1.3e-11, 1.1e-10, 1.2e-9],
    }
    for dtype, wanted in measured.items():
        found = loss(Scheme.of(d=512), POSITIONS, known(dtype)).value
        assert ((np.array(wanted) / 2 < found) & (found < np.array(wanted) * 2)).all(), dtype


def test_rope_angles_in_float32() -> None:
    """RoPE with theta 500000: 3.7e-4 at 8191, 5.0e-3 at 131071, 3.9e-2 at 1048575, in radians."""
    found = loss(Scheme.of("rope", d=128, theta=500000), np.array([8191, 131071, 1048575]), "float32")
    assert found.angle == pytest.approx([3.7e-4, 5.0e-3, 3.9e-2], rel=0.02)


def test_nothing_finite_is_left_in_float16() -> None:
    """Position 131071 is beyond float16: there is no number, and that is not called a small error."""
    found = loss(Scheme.of(d=8), np.array([1, 131071]), "float16")
    assert np.isfinite(found.value[0])
    assert np.isnan(found.value[1])
    assert found.angle is not None
    assert np.isnan(found.angle[1])


def test_a_float32_implementation_is_computed_step_by_step() -> None:
    """The simulated values are those of float32 arithmetic in numpy."""
    positions = np.array([7, 4095, 131071])
    found = loss(Scheme.of("rope", d=4, theta=10000), positions, "float32")
    inverse = np.float32(1) / np.float32(10000) ** (np.arange(0, 4, 2, dtype=np.float32) / np.float32(4))
    angle = positions.astype(np.float32)[:, None] * inverse.astype(np.float32)
    both = np.concatenate([np.cos(angle.astype(float)), np.sin(angle.astype(float))], axis=1).astype(np.float32)
    worst = np.min(np.abs(both - found.short[:, None]), axis=1)
    assert (worst < 1e-7).all()


def test_frequencies_are_made_in_float32_and_cast() -> None:
    """At position 1 the angle is the frequency: bfloat16 code loses what casting it loses, and no step before."""
    exact = 500000.0 ** (-np.arange(48) / 48)
    wanted = np.max(np.abs(cast_array(exact, "bfloat16").astype(float) - exact))
    found = loss(Scheme.of("rope", d=96, theta=500000), np.array([1]), "bfloat16")
    assert found.angle == pytest.approx([wanted], rel=1e-12)


def test_biases_lose_what_storing_them_loses() -> None:
    """Distances are whole numbers in all code; in bfloat16 the product is rounded."""
    found = loss(scheme("alibi", n_heads=1), np.arange(300), "bfloat16")
    assert found.angle is None
    assert found.value.max() == 2.0**-8  # of 257 · 2^-8, half a step of numbers that are 2 · 2^-8 apart


@given(st.floats(-60000, 60000, width=64))
def test_casts_round_once(value: float) -> None:
    """float32 and float16 are those of struct, which rounds correctly; bfloat16 is the nearest of its neighbours."""
    array = np.array([value])
    assert float(cast_array(array, "float32")[0]) == struct.unpack("f", struct.pack("f", value))[0]
    assert float(cast_array(array, "float16")[0]) == struct.unpack("e", struct.pack("e", value))[0]
    short = float(cast_array(array, "bfloat16")[0])
    assert abs(short - value) <= abs(value) * 2.0**-8 or abs(value) < 1e-37


def test_ties_of_bfloat16_go_to_even() -> None:
    """257 and 259 lie between two numbers of bfloat16."""
    assert cast_array(np.array([257.0, 259.0]), "bfloat16").tolist() == [256.0, 260.0]


def test_masks_and_whole_numbers_survive() -> None:
    """−∞ stays −∞ and buckets stay integers in every precision."""
    for dtype in DTYPES:
        found = cast_results(results(scheme("t5", bidirectional=False, n_heads=1), np.arange(3)), dtype)
        assert found["buckets"].dtype == np.int64
        assert np.isneginf(found["bias"][0, 0, 2])


def test_a_number_that_does_not_fit_is_refused() -> None:
    """An angle of 131071 is no float16, and no infinity either."""
    found = results(scheme("rope"), np.array([131071]))
    with pytest.raises(UsageError) as error:
        cast_results(found, "float16")
    assert error.value.values == {"name": "angles", "given": "131071", "dtype": "float16"}


@pytest.mark.parametrize("dtype", ["float8", "", "FLOAT32"])
def test_unknown_precisions_are_refused(dtype: str) -> None:
    """There are four."""
    with pytest.raises(UsageError):
        known(dtype)


@pytest.mark.parametrize("dtype", DTYPES)
def test_additive_tables_are_cast_with_their_columns(dtype: Dtype) -> None:
    """The rows that people see are the numbers that the file holds."""
    found = cast_results(results(Scheme.of(d=4), np.arange(3)), dtype)
    assert found.table is not None
    assert np.array_equal(found.table.values, found["values"].astype(np.float64))
