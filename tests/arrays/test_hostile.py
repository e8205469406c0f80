"""Arrays that are none, or that say nothing: never right by accident, never a traceback."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import posenc_cli as posenc
from posenc_cli.cli import main

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

TABLE = np.array(posenc.table(d=32, n=50)["values"])
SLOPES = 2.0 ** -np.arange(1, 9)
DISTANCE = np.arange(20)[:, None] - np.arange(20)
CAUSAL = np.where(DISTANCE >= 0, -SLOPES[:, None, None] * DISTANCE, -np.inf)


@pytest.mark.parametrize("hidden", [-np.inf, -1e30, np.nan])
def test_scores_that_are_all_hidden_are_not_right(hidden: float) -> None:
    """A mask alone, or scores that are no numbers, show no slope."""
    for shape in ((8, 20, 20), (50, 32)):
        assert posenc.diagnose(np.full(shape, hidden), "alibi").verdict == "unknown"
    assert posenc.diagnose(np.where(DISTANCE == 0, CAUSAL, hidden), "alibi").verdict == "unknown"


def test_a_mask_beside_right_scores_is_fine() -> None:
    """Hidden keys are no mistake as long as every head shows its slope."""
    assert posenc.diagnose(CAUSAL, "alibi").verdict == "exact"
    window = np.where(DISTANCE < 4, CAUSAL, -np.inf)
    assert posenc.diagnose(window, "alibi").verdict == "exact"
    blind = window.copy()
    blind[3] = -np.inf
    assert posenc.diagnose(blind, "alibi").verdict == "unknown"


def test_one_score_that_is_no_number_is_found() -> None:
    """NaN is not a hidden key."""
    values = CAUSAL.copy()
    values[2, 9, 4] = np.nan
    found = posenc.diagnose(values, "alibi")
    assert found.verdict == "unknown"
    assert found.first_difference is not None
    assert (found.first_difference.head, found.first_difference.pos, found.first_difference.k) == (2, 9, 4)
    assert np.isnan(found.first_difference.given)


def test_zeros_are_not_right() -> None:
    """A table that nobody filled is no padded row of sines."""
    assert not posenc.diagnose(np.zeros((20, 8))).right


@pytest.mark.parametrize(("value", "dtype"), [(0.0, "float64"), (np.nan, "float32")])
def test_what_tells_nothing_is_called_as_it_is_stored(value: float, dtype: str) -> None:
    """Zeros fit into 16 bits; nobody stored them so."""
    with pytest.raises(AssertionError, match=rf"of 3 × 4, {dtype}\n"):
        posenc.assert_matches(np.full((3, 4), value, dtype))


@pytest.mark.parametrize(("rows", "given"), [(50, np.nan), (50, np.inf), (40_000, np.nan)])
def test_what_is_no_number_is_the_largest_difference(rows: int, given: float) -> None:
    """Also in a large table, where most numbers are right."""
    table = np.array(posenc.table(d=32, n=rows)["values"])
    table[33, 4] = given
    found = posenc.diagnose(table)
    assert found.verdict == "almost"
    assert found.max_error == np.inf
    assert found.first_difference is not None
    assert (found.first_difference.pos, found.first_difference.k) == (33, 4)


@pytest.mark.parametrize("encoding", ["t5", "swin", "shaw", "fire", "kerple", "learned"])
def test_shapes_that_an_encoding_does_not_make(encoding: str) -> None:
    """They are unknown and not a crash."""
    assert posenc.diagnose(TABLE, encoding).verdict == "unknown"


def test_a_column_alone() -> None:
    """A table of one column is sines."""
    assert posenc.diagnose(TABLE[:, :1]).verdict == "exact"


BITS = (TABLE.astype(np.float32).view(np.uint32) + 0x8000) >> 16


def test_bits_of_bfloat16(tmp_path: Path) -> None:
    """Without a type of its own bfloat16 is kept as 16 bits; buckets of 16 bits stay buckets."""
    bits = BITS.astype(np.uint16)
    assert posenc.diagnose(bits).verdict == "rounded"
    np.save(tmp_path / "pe.npy", bits)
    assert main(["check", str(tmp_path / "pe.npy")]) == 0
    np.savez(tmp_path / "pe.npz", pe=bits)
    assert main(["check", str(tmp_path / "pe.npz")]) == 0
    assert posenc.diagnose(np.abs(DISTANCE).astype(np.uint16)).what == "buckets"


class _Foreign:
    """Numbers of a kind that numpy has not, as JAX has them."""

    def __init__(self, values: NDArray[Any]) -> None:
        self._values = values

    def __array__(self, dtype: object = None, copy: object = None) -> NDArray[Any]:
        return self._values


def test_anything_with_numbers_is_taken() -> None:
    """Lists and arrays of others."""
    assert posenc.diagnose(TABLE.tolist()).verdict == "exact"
    assert posenc.diagnose(_Foreign(TABLE)).verdict == "exact"


@pytest.mark.parametrize(
    ("values", "more", "said"),
    [
        ([[1, 2], [3]], {}, "different lengths"),
        (3.0, {}, r"A single value \(float64\) is none"),
        ("ab", {}, "A single value"),
        (TABLE, {"positions": range(3)}, "3 positions were given and the array has 50 rows"),
        (TABLE, {"positions": np.arange(50) + 0.5}, "whole numbers"),
        (TABLE, {"positions": "ab"}, "whole numbers"),
        (TABLE, {"positions": [np.nan] * 50}, "whole numbers"),
        (TABLE, {"first_pos": 1.5}, "whole numbers"),
        (TABLE, {"first_pos": 10**400}, "whole numbers"),
        (TABLE, {"what": "sum"}, "--before"),
        (TABLE, {"d": 5}, "does not go with the width 5"),
    ],
)
def test_wrong_arguments_are_said(values: Any, more: dict[str, Any], said: str) -> None:  # noqa: ANN401
    """One sentence, of the error that the docstring names."""
    with pytest.raises(posenc.EncodingError, match=said):
        posenc.diagnose(values, **more)


def test_what_numpy_and_pandas_write(tmp_path: Path) -> None:
    """Blanks between numbers, and tables with numbered rows and columns."""
    np.savetxt(tmp_path / "numpy.csv", TABLE)
    assert main(["check", str(tmp_path / "numpy.csv"), "-e", "sinusoidal"]) == 0
    lines = [",".join(["", *map(str, range(32))])]
    lines += [",".join([str(pos), *map(repr, row)]) for pos, row in enumerate(TABLE.tolist())]
    (tmp_path / "pandas.csv").write_text("\n".join(lines), encoding="utf-8")
    assert main(["check", str(tmp_path / "pandas.csv"), "-e", "sinusoidal"]) == 0


def test_a_name_that_only_ends_like_a_usual_one(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A shape is no array of positions because it ends with "pe"."""
    np.savez(tmp_path / "two.npz", shape=np.array([50.0, 32.0]), data=TABLE)
    assert main(["check", str(tmp_path / "two.npz"), "--lang", "en"]) == 2
    assert "(data, shape)" in capsys.readouterr().err
    np.savez(tmp_path / "three.npz", shape=np.array([50.0, 32.0]), encoder_pe=TABLE)
    assert main(["check", str(tmp_path / "three.npz")]) == 0


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no pipes in folders")
@pytest.mark.parametrize("name", ["a.npy", "a.npz", "a.safetensors", "a.csv"])
def test_a_pipe_is_refused(name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Nobody waits for ever."""
    os.mkfifo(tmp_path / name)
    assert main(["check", str(tmp_path / name), "-e", "sinusoidal", "--lang", "en"]) == 2
    assert "not an ordinary file" in capsys.readouterr().err
