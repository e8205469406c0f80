"""Embedding plus encoding, and comparisons: the seed's figures, 50 digits by plain loops, and laws."""

from __future__ import annotations

from decimal import Decimal
from typing import TYPE_CHECKING

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.sums import add, pair, scores
from posenc_cli.errors import UsageError
from posenc_cli.files.embeddings import read_embeddings
from posenc_cli.files.sample import sample_path

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.encodings.sums import Sums

WORDS = ("Die", "Katze", "sitzt", "auf", "der", "Matte")
#: The final input matrix of the seed's worksheet.
SEED = [
    [0.900, 1.100, 0.000, 1.100],
    [0.841, 1.440, 0.110, 1.200],
    [0.909, -0.316, 0.920, 1.000],
    [0.641, -0.990, 0.330, 1.400],
    [0.143, -0.554, 0.040, 1.099],
    [-0.959, 0.284, 0.050, 1.899],
]


def sample(*, scaled: bool = False, rows: list[int] | None = None) -> Sums:
    """The sample sentence, or some rows of it at their places."""
    vectors = list(read_embeddings(sample_path()).vectors.values())
    places = list(range(6)) if rows is None else rows
    return add(
        Scheme.of(), [WORDS[row] for row in places], [vectors[row] for row in places], np.array(places), scaled=scaled
    )


def by_hand(row: int, k: int, *, root: bool = False) -> mpmath.mpf:
    """One cell of E + PE in 50 digits, by plain arithmetic."""
    with mpmath.workdps(50):
        angle = mpmath.mpf(row) / (1 if k < 2 else 100)
        encoding = mpmath.cos(angle) if k % 2 else mpmath.sin(angle)
        embedding = mpmath.mpf(str(list(read_embeddings(sample_path()).vectors.values())[row][k]))
        return embedding * (2 if root else 1) + encoding


def test_the_sample_in_the_package_is_the_sample(root: Path) -> None:
    """The file that a person finds in samples/ is the one that posenc uses."""
    assert sample_path().read_bytes() == (root / "samples" / "katze.csv").read_bytes()


def test_the_final_matrix_of_the_seed() -> None:
    """Every number of the seed's final matrix comes out, to the digit."""
    np.testing.assert_allclose(sample().total, SEED, rtol=0, atol=5e-4)


@pytest.mark.parametrize("scaled", [False, True])
def test_sums_in_fifty_digits(*, scaled: bool) -> None:
    """Every cell agrees with 50 digits, with and without √d."""
    expected = [[float(by_hand(row, k, root=scaled)) for k in range(4)] for row in range(6)]
    np.testing.assert_allclose(sample(scaled=scaled).total, expected, rtol=0, atol=1e-15)


def test_ties_are_the_decimal_ones() -> None:
    """0.0625 stays 0.0625 on its way through the sum, so that it is rounded as on paper."""
    total = add(Scheme.of(d=2), ["w"], [[Decimal("0.0625"), Decimal("-0.1")]], np.array([0])).total
    assert total.tolist() == [[0.0625, 0.9]]


def test_scores_in_fifty_digits() -> None:
    """Dot products and cosines of all pairs agree with 50 digits."""
    found = scores(sample())
    with mpmath.workdps(50):
        rows = [[by_hand(row, k) for k in range(4)] for row in range(6)]
        dots = [[mpmath.fdot(a, b) for b in rows] for a in rows]
        cosines = [[dots[a][b] / mpmath.sqrt(dots[a][a] * dots[b][b]) for b in range(6)] for a in range(6)]
    np.testing.assert_allclose(found.after.dot, np.array(dots, dtype=float), rtol=0, atol=2e-15)
    np.testing.assert_allclose(found.after.cosine, np.array(cosines, dtype=float), rtol=0, atol=1e-15)


def test_die_and_der() -> None:
    """The figures of the worksheet: 0.728 from the printed rows, 0.729 exactly; cosine 1.000 before, 0.327 after."""
    found = pair(sample(rows=[0, 4]), 3)
    assert found.printed.dot == 0.7282
    assert round(found.exact.dot, 3) == 0.729
    assert found.before.dot == 0.83
    assert round(found.before.cosine, 12) == 1
    assert round(found.exact.cosine, 3) == 0.327
    assert scores(sample()).after.dot[0, 0] == 3.23


def test_a_zero_vector_has_no_direction() -> None:
    """The cosine of a zero vector is no number, and nothing warns about it."""
    zeros = add(Scheme.of(d=2), ["a", "b"], [[0, 0], [1, 0]], np.array([0, 0]))
    before = scores(zeros).before.cosine
    assert np.isnan(before[0]).all()
    assert before[1, 1] == 1


def test_too_many_pairs() -> None:
    """A comparison that would fill the memory is refused."""
    words = ["w"] * 6000
    sums = add(Scheme.of(d=2), words, [[0.0, 1.0]] * 6000, np.arange(6000))
    with pytest.raises(UsageError, match="too-many-cells"):
        scores(sums)


@given(
    vectors=st.lists(st.lists(st.floats(-5, 5), min_size=4, max_size=4), min_size=1, max_size=5),
    start=st.integers(0, 10**6),
)
def test_laws(vectors: list[list[float]], start: int) -> None:
    """Addition is undone by subtraction; scores are symmetric and no cosine leaves −1 to 1."""
    sums = add(Scheme.of(), ["w"] * len(vectors), vectors, np.arange(start, start + len(vectors)))
    np.testing.assert_allclose(sums.total - sums.encoding, vectors, rtol=0, atol=2e-15)
    after = scores(sums).after
    np.testing.assert_array_equal(after.dot, after.dot.T)
    assert np.abs(np.nan_to_num(after.cosine)).max() <= 1 + 1e-15
