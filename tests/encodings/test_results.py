"""What a table of every encoding holds: shapes, names, masks; the same as the formula and as plain loops."""

from __future__ import annotations

import math
from typing import Any

import mpmath
import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.asked import scheme
from posenc_cli.encodings.results import NAMES, results
from posenc_cli.encodings.scheme import Scheme

ROWS = 5


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_has_a_table(name: str) -> None:
    """Each record gives finite arrays of the axes of its kind, float64 or whole, and twice the same."""
    chosen = scheme(name)
    found = results(chosen, chosen.rows(ROWS))
    again = results(chosen, chosen.rows(ROWS))
    kinds = {
        "additive": {"values"},
        "rotary": {"inv_freq", "attention_factor", "angles", "cos", "sin"},
        "bias": {"bias"},
        "none": {"visible", "weight", "mean"},
    }
    assert kinds[found.kind] <= found.arrays.keys()
    for key, values in found.arrays.items():
        assert values.dtype in (np.float64, np.int64)
        assert not np.isnan(values).any()
        assert not np.isposinf(values).any()
        assert np.array_equal(values, again[key])
    if found.kind == "rotary":
        pairs = len(found["inv_freq"])
        assert found["angles"].shape == found["cos"].shape == found["sin"].shape == (ROWS, pairs)
        assert found["attention_factor"].shape == ()
    if found.kind == "bias":
        assert found["bias"].shape[1:] == (ROWS, ROWS)
    if found.main is not None:
        assert found.main in found.arrays


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_quantity_of_a_record_has_a_name_in_tables(name: str) -> None:
    """A record cannot promise a quantity that tables do not know how to hold."""
    record = ENCODINGS[name]
    assert set(record.results) - {"id"} <= NAMES.keys()
    assert record.result in {*record.results, "pe"}


def test_blocks_are_seamless() -> None:
    """A table of angles that is computed in blocks is the formula on all rows at once."""
    chosen = Scheme.of("rope", d=128, theta=500000)
    positions = np.arange(3000, dtype=np.int64)
    whole = chosen.formula.run(chosen.given(positions), ACCURATE).values
    found = results(chosen, positions)
    assert np.array_equal(found["cos"], whole["cos"].to_float64() + 0.0)
    assert np.array_equal(found["angles"], whole["angle"].to_float64() + 0.0)


def test_the_current_length_is_that_of_all_rows() -> None:
    """Dynamic NTK looks at the longest position of the whole table, not at that of a block."""
    asked: dict[str, Any] = {"scaling": "dynamic-ntk", "factor": 2, "max_position_embeddings": 16}
    far = results(Scheme.of("rope", d=8, **asked), np.arange(64, dtype=np.int64))
    theta = 10000 * (2 * 64 / 16 - 1) ** (8 / 6)
    assert far["inv_freq"] == pytest.approx([theta ** (-i / 4) for i in range(4)], rel=1e-14)


def test_rotary_values_against_50_digits() -> None:
    """Angles, cosines and sines are those of mpmath, far out, too."""
    positions = np.array([0, 1, 131071, 2**31 - 1], dtype=np.int64)
    found = results(Scheme.of("rope", d=64, theta=500000), positions)
    with mpmath.workdps(50):
        for row, pos in enumerate(positions.tolist()):
            for i in (0, 7, 31):
                angle = pos * mpmath.mpf(500000) ** (-mpmath.mpf(2 * i) / 64)
                assert found["cos"][row, i] == pytest.approx(float(mpmath.cos(angle)), rel=5e-16, abs=1e-300)
                assert found["sin"][row, i] == pytest.approx(float(mpmath.sin(angle)), rel=5e-16, abs=1e-300)


def test_alibi_is_a_plain_loop() -> None:
    """Slopes and biases by the paper, keys behind the query hidden."""
    found = results(Scheme.of("alibi", n_heads=4), np.arange(6, dtype=np.int64))
    assert found["slopes"].tolist() == [2.0 ** (-8 * h / 4) for h in range(1, 5)]
    for h in range(4):
        for query in range(6):
            for key in range(6):
                wanted = -(2.0 ** (-2 * (h + 1))) * (query - key) if key <= query else -math.inf
                assert found["bias"][h, query, key] == wanted


@pytest.mark.parametrize(
    ("name", "asked", "hides"),
    [
        ("alibi", {}, True),
        ("alibi", {"mask": "symmetric"}, False),
        ("t5", {}, False),
        ("t5", {"bidirectional": False}, True),
        ("kerple", {}, True),
        ("kerple", {"mask": "symmetric"}, False),
        ("fire", {}, True),
        ("shaw", {}, False),
        ("transformer-xl", {}, False),
    ],
)
def test_what_a_causal_encoding_hides(name: str, asked: dict[str, Any], hides: bool) -> None:
    """Keys behind the query are −∞ where the encoding gives them no distance of their own, and nowhere else."""
    chosen = scheme(name, **asked)
    bias = results(chosen, chosen.rows(4))["bias"]
    ahead = np.triu(np.ones((4, 4), dtype=bool), 1)
    assert np.isneginf(bias[:, ahead]).all() == hides
    assert np.isfinite(bias[:, ~ahead]).all()


def test_queries_are_the_last_of_the_keys() -> None:
    """With fewer queries than keys, as in decoding, the rows are those of the last positions."""
    found = results(scheme("alibi", n_heads=1, query_length=2), np.arange(5, dtype=np.int64))
    assert found["bias"].shape == (1, 2, 5)
    assert found.queries.tolist() == [3, 4]


def test_buckets_are_whole_numbers() -> None:
    """Buckets are counted, so they come as integers."""
    found = results(scheme("t5", num_buckets=8, max_distance=16, n_heads=1), np.arange(7, dtype=np.int64))
    assert found["buckets"].dtype == np.int64
    assert found["buckets"][0].tolist() == [0, 5, 6, 6, 6, 6, 7]
