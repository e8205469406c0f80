"""Arrays that are right but for a few numbers."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import posenc_cli as posenc
from posenc_cli.render.arrays import Looked, array_text, document
from posenc_cli.render.style import Style

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

TABLE = np.array(posenc.table(d=64, n=50)["values"])


def wrong(at: tuple[Any, ...], more: float = 0.1, table: Array = TABLE) -> Array:
    """A table with something wrong in it."""
    found = table.copy()
    found[at] += more
    return found


def text(values: Array) -> str:
    """What is said of it, on one line."""
    return " ".join(array_text(Looked("", posenc.diagnose(values)), Style("en")).split())


@pytest.mark.parametrize("kind", [np.float64, np.float32])
def test_one_wrong_number_is_named(kind: type[np.floating[Any]]) -> None:
    """Where it stands, what was expected, by how much it is off; that all others are right."""
    found = posenc.diagnose(wrong((7, 9)).astype(kind))
    assert (found.verdict, found.right) == ("almost", False)
    said = text(wrong((7, 9)).astype(kind))
    assert "1 of 3200 numbers differs, all others are right: position 7, column 9: -0.4994374" in said
    assert "expected -0.5994374, 0.1 too large." in said
    few = document(found)["few"]
    assert (few["count"], few["total"], len(few["cells"]), few["row"]) == (1, 3200, 1, None)


def test_some_wrong_numbers_are_named_one_by_one() -> None:
    """Both of two, with what is too large and what is too small."""
    said = text(wrong((30, 30), -0.2, wrong((7, 9))))
    assert "2 of 3200 numbers differ" in said
    assert "0.1 too large." in said
    assert "0.2 too small." in said


@pytest.mark.parametrize(
    ("at", "said"),
    [
        ((13,), "64 of 3200 numbers differ, all of them at position 13;"),
        ((slice(None), 9), "50 of 3200 numbers differ, all of them in column 9;"),
    ],
    ids=["row", "column"],
)
def test_a_wrong_row_or_column_is_named(at: tuple[Any, ...], said: str) -> None:
    """Too many to name, but all at one place."""
    assert said in text(wrong(at))


def test_a_number_that_the_sample_misses_is_found() -> None:
    """Of a long table a few rows are looked at first; the wrong one is named all the same, under its convention."""
    table = np.array(posenc.table(d=64, n=3000, layout="halves")["values"])
    found = posenc.diagnose(wrong((2001, 3), 0.5, table))
    assert (found.verdict, found.also) == ("almost", ("layout=halves",))
    assert found.few is not None
    assert [(cell.pos, cell.k) for cell in found.few.cells] == [(2001, 3)]


def test_noise_is_not_called_almost_right() -> None:
    """Numbers that are wrong all over stay unknown, be they near or far; a mistake keeps its name."""
    noise = np.random.default_rng(4).normal(size=TABLE.shape)
    for size in (0.01, 1.0):
        assert posenc.diagnose(TABLE + size * noise).verdict == "unknown"
    one_in_nine = np.where(np.arange(TABLE.size).reshape(TABLE.shape) % 9, TABLE, TABLE + 0.1)
    assert posenc.diagnose(one_in_nine).verdict == "unknown"
    assert posenc.diagnose(posenc.table(d=64, n=50, first_pos=1)["values"]).cause == "pos-from-one"
