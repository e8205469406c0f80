from __future__ import annotations

import numpy as np
import pytest

import posenc_cli as posenc
from tests.arrays.wrong import GRADE_A, Wrong, wrong_arrays

LLAMA3 = {"theta": 500000, "scaling": "llama3", "factor": 8, "original_max_position_embeddings": 8192}
#: The whole matrix of widths, lengths and precisions is looked at by tests/bench/arrays.py.
CASES = [
    *wrong_arrays("sinusoidal", "table", (16, 8), ("bfloat16",), d=8),
    *wrong_arrays("rope", "rotated", (2, 16, 8), ("float32",), d=8),
    *wrong_arrays("rope", "inv_freq", (1, 64), ("float32",), d=128, **LLAMA3),
    *wrong_arrays("alibi", "bias", (12, 20, 20), ("float64",), n_heads=12),
    *wrong_arrays("t5", "buckets", (30, 30), ("float64",), d=4, num_buckets=8, max_distance=6, n_heads=1),
    *wrong_arrays("sinusoidal-2d", "table", (12, 16), ("float32",), d=16, height=3, width=4),
]


@pytest.mark.parametrize("one", CASES, ids=str)
def test_a_wrong_array_is_named(one: Wrong) -> None:
    """Every slip of grade A and every convention is named, or stands beside its twin."""
    assert one.is_named()


def test_what_the_slips_of_grade_a_are_tried_on() -> None:
    """Of the grade-A slips that change tables, turned vectors or biases, none is left out."""
    tried = {name for one in CASES for name in one.names} & GRADE_A
    assert len(tried) >= 20
    assert {"exp-cos-next-pair", "rope-half-pairing", "alibi-sign", "rope-llama3-unstretched"} <= tried


@pytest.mark.parametrize("scale", ["sqrt(d) * e + p", "e / sqrt(d) + p", "e + sqrt(d) * p"])
def test_scaled_sums_are_named(scale: str) -> None:
    """Embeddings beside their sum with the table tell what was scaled."""
    rng = np.random.default_rng(3)
    e, p, d = rng.normal(size=(12, 16)), np.asarray(posenc.table(d=16, n=12)["values"]), 16
    made = {"sqrt(d) * e + p": d**0.5 * e + p, "e / sqrt(d) + p": e / d**0.5 + p, "e + sqrt(d) * p": e + d**0.5 * p}
    found = posenc.diagnose(made[scale], "sinusoidal", before=e)
    causes = {"sqrt(d) * e + p": "add-scale-extra", "e / sqrt(d) + p": "add-scale-divided"}
    assert found.cause == causes.get(scale, "add-scaled-encoding")


def test_truncated_numbers_are_named() -> None:
    """A table whose numbers were cut to three decimals is known by that, and one that was rounded is right."""
    table = np.asarray(posenc.table(d=8, n=30)["values"])
    assert posenc.diagnose(np.trunc(table * 1000) / 1000).cause == "round-truncated"
    assert posenc.diagnose(np.round(table, 3)).verdict == "rounded"


def test_random_numbers_are_unknown() -> None:
    """Nothing is made up: numbers without a rule are unknown, and it is said where they first differ."""
    found = posenc.diagnose(np.random.default_rng(5).uniform(-1, 1, size=(12, 8)), "sinusoidal")
    assert (found.verdict, found.cause) == ("unknown", None)
    assert found.first_difference is not None


def test_one_wrong_number_is_not_overlooked() -> None:
    """A single number that is off makes an array almost right, and is where it first differs."""
    table = np.array(posenc.table(d=32, n=3000)["values"], dtype=np.float32)
    table[2345, 17] += 0.01
    found = posenc.diagnose(table)
    assert found.verdict == "almost"
    assert found.first_difference is not None
    assert (found.first_difference.pos, found.first_difference.k) == (2345, 17)
