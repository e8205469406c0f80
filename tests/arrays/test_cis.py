"""Cosines and sines in one array."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import posenc_cli as posenc
from posenc_cli.encodings.rotate import rotate
from posenc_cli.encodings.scheme import Scheme

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[Any]

ANGLES = np.arange(24)[:, None] / 10000 ** (np.arange(0, 16, 2) / 16)
COS, SIN = np.cos(ANGLES), np.sin(ANGLES)
TURNS = COS + 1j * SIN
MATRICES = np.stack([np.stack([COS, -SIN], -1), np.stack([SIN, COS], -1)], -2)


@pytest.mark.parametrize("encoding", [None, "rope"])
@pytest.mark.parametrize(
    ("values", "read"),
    [
        (TURNS, ()),
        (TURNS[None, :, None].astype(np.complex64), ()),
        (np.stack([COS, SIN], -1), ()),
        (np.stack([COS, SIN], -1)[:, None].astype(np.float16), ()),
        (np.stack([COS, SIN]), ()),
        (np.stack([SIN, COS], -1), ("sines-first",)),
        (MATRICES, ("matrices",)),
        (MATRICES[None, :, None].astype(np.float32), ("matrices",)),
    ],
    ids=["complex", "complex64 with axes", "last", "half", "first", "sines first", "matrices", "Flux"],
)
def test_every_way_to_keep_both_is_read(values: Array, read: tuple[str, ...], encoding: str | None) -> None:
    """Complex numbers, an axis of two at either end, matrices: right, and it is said how they were read."""
    found = posenc.diagnose(values, encoding)
    assert (found.what, found.right, found.also) == ("cis", True, read)
    posenc.assert_matches(values, encoding)


def test_side_by_side_only_by_name() -> None:
    """A cache as in vLLM has cosines, then sines; only its name or --what tells it from a table."""
    cache = np.concatenate([COS, SIN], axis=1)
    assert posenc.diagnose(cache, name="cos_sin_cache").also == ("side-by-side",)
    assert posenc.diagnose(cache, "rope", what="cis").right
    assert posenc.diagnose(cache).what == "table"


@pytest.mark.parametrize(
    ("asked", "cause"),
    [({"theta": 500000}, "theta=500000"), ({"first_pos": 7}, "first-pos=7"), ({"first_pos": 1}, "rope-pos-from-one")],
)
def test_conventions_and_mistakes_are_found_in_both(asked: dict[str, Any], cause: str) -> None:
    """What is known of cosines is known of both."""
    found = posenc.table("rope", d=32, n=40, **asked)
    assert posenc.diagnose(found["cos"] + 1j * found["sin"], "rope").cause == cause


def test_a_wrong_sine_is_told_from_a_wrong_cosine() -> None:
    """The message names the part in which a number differs."""
    wrong = TURNS.copy()
    wrong[:, ::2] += 0.1j
    with pytest.raises(AssertionError, match=r"First difference: sines, position 0, pair 0: 0\.1, expected 0\."):
        posenc.assert_matches(wrong, "rope")


def test_complex_vectors_that_were_turned() -> None:
    """Neighbours of a vector as complex numbers, beside themselves before."""
    before = np.random.default_rng(3).normal(size=(2, 12, 16))
    turned = rotate(Scheme.of("rope", d=16), np.arange(12), before)
    assert posenc.diagnose(turned.view(np.complex128), "rope", before=before.view(np.complex128)).verdict == "exact"


def test_a_grid_of_two_columns_stays_a_table() -> None:
    """A sine and a cosine of one angle are an additive table of width 2, too."""
    table = np.asarray(posenc.table(d=2, n=16)["values"]).reshape(4, 4, 2)
    assert posenc.diagnose(table, "sinusoidal").right
    with pytest.raises(posenc.EncodingError, match="leave --what out"):
        posenc.diagnose(np.stack([COS, SIN], -1), "rope", what="cos")
