from __future__ import annotations

from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, Algebra
from posenc_cli.encodings.buckets import guard, log_buckets, starts
from posenc_cli.encodings.scheme import Scheme

if TYPE_CHECKING:
    from numpy.typing import NDArray


def buckets(least: int, most: int, algebra: Algebra = ACCURATE, **asked: Any) -> NDArray[np.int64]:  # noqa: ANN401
    """The buckets of keys from ``least`` to ``most`` positions after the query."""
    scheme = Scheme.of("t5", **asked)
    given = scheme.given(np.arange(most - least + 1)) | {"query": np.array([[[-least]]])}
    found = scheme.formula.run(given, algebra).values["bucket"]
    rows: NDArray[np.int64] = np.asarray(found.to_float64() if algebra is ACCURATE else found).astype(np.int64)[0, 0]
    return rows


def plain(relative: int, num_buckets: int, max_distance: int, *, bidirectional: bool) -> int:
    """One bucket in rational arithmetic, step by step."""
    half = num_buckets // 2 if bidirectional else num_buckets
    side = half if bidirectional and relative > 0 else 0
    distance = abs(relative) if bidirectional else max(-relative, 0)
    exact = half // 2
    if distance < exact:
        return side + distance
    step = 0
    while step < half - exact - 1 and (
        Fraction(distance, exact) ** (half - exact) >= Fraction(max_distance, exact) ** (step + 1)
    ):
        step += 1
    return side + exact + step


SIZES = st.tuples(st.integers(4, 40), st.integers(2, 300), st.booleans()).filter(
    lambda size: size[1] > (size[0] // 2 if size[2] else size[0]) // 2
)


@pytest.mark.parametrize("algebra", [ACCURATE, NUMBERS, PROOF], ids=lambda algebra: algebra.reading)
@given(SIZES)
@settings(max_examples=40)
def test_buckets_are_decided_as_whole_numbers_decide(algebra: Algebra, size: tuple[int, int, bool]) -> None:
    """Every bucket equals rational arithmetic, in float64 too, also where the logarithm is a whole number."""
    count, farthest, both = size
    asked = {"num_buckets": count, "max_distance": farthest, "bidirectional": both}
    wanted = [plain(relative, count, farthest, bidirectional=both) for relative in range(-farthest - 9, 30)]
    np.testing.assert_array_equal(buckets(-farthest - 9, 29, algebra, **asked), wanted)


EDGES = [(10, 160, False, 10, 6), (18, 128, True, 8, 5), (46, 164, False, 107, 40)]


@pytest.mark.parametrize(("count", "farthest", "both", "distance", "bucket"), EDGES)
def test_edges_where_floating_logarithms_go_wrong(
    count: int, farthest: int, both: bool, distance: int, bucket: int
) -> None:
    """Buckets that float64 or float32 logarithms miss by one."""
    found = buckets(-distance, 0, num_buckets=count, max_distance=farthest, bidirectional=both)
    assert found[0] == bucket


def test_float32_goes_wrong_by_name() -> None:
    """The same bucket as PyTorch's, one too many."""
    asked: dict[str, Any] = {"num_buckets": 46, "max_distance": 164, "bidirectional": False, "rounding": "float32"}
    assert buckets(-107, 0, **asked)[0] == 41


@given(SIZES)
@settings(max_examples=40)
def test_buckets_rise_with_the_distance(size: tuple[int, int, bool]) -> None:
    """No farther key has a lower bucket on its side, and the last one is reached at the end."""
    count, farthest, both = size
    found = buckets(-farthest, farthest, num_buckets=count, max_distance=farthest, bidirectional=both)
    back, ahead = found[: farthest + 1][::-1], found[farthest + 1 :]
    assert (np.diff(back) >= 0).all()
    assert back[-1] == (count // 2 if both else count) - 1
    assert (np.diff(ahead) >= 0).all() if both else not ahead.any()


def test_bucket_half_never_occurs_both_ways() -> None:
    """A key after the query is at least one away, so the first bucket of its side stays empty."""
    assert set(buckets(-300, 300)) == set(range(32)) - {16}


def test_the_worksheet() -> None:
    """Eight buckets up to sixteen, by hand."""
    asked: dict[str, Any] = {"num_buckets": 8, "max_distance": 16}
    assert buckets(-6, 6, **asked).tolist() == [3, 2, 2, 2, 2, 1, 0, 5, 6, 6, 6, 6, 7]
    assert buckets(-8, 0, **asked, bidirectional=False)[::-1].tolist() == [0, 1, 2, 3, 4, 4, 5, 5, 6]


def test_starts_are_those_of_the_field() -> None:
    """Where the buckets of the usual sizes begin."""
    assert starts(32, 128) == (*range(1, 9), 12, 16, 23, 32, 46, 64, 91)
    causal = (19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113)
    assert starts(32, 128, bidirectional=False) == (*range(1, 17), *causal)


def test_the_guard_is_smaller_than_any_gap() -> None:
    """Half of what the nearest distance lacks where that is little, else a fixed small number."""
    assert guard(8, 128, 8) == 1e-9
    assert 0 < guard(511, 10**9 - 1, 512) < 1e-9


def plain_log_bucket(relative: int, size: int, most: int) -> int:
    """One of DeBERTa's buckets in rational arithmetic."""
    middle = size // 2
    if abs(relative) <= middle:
        return relative
    step = 0
    while Fraction(abs(relative), middle) ** (middle - 1) > Fraction(most - 1, middle) ** step:
        step += 1
    return (middle + step) * (1 if relative > 0 else -1)


@given(st.integers(4, 24), st.integers(14, 90))
@settings(max_examples=30)
def test_log_buckets_are_decided_as_whole_numbers_decide(size: int, most: int) -> None:
    """DeBERTa's signed buckets, beyond their last position too."""
    reach = most + 20
    found = log_buckets(range(-reach, reach + 1), size, most)
    assert found.tolist() == [plain_log_bucket(relative, size, most) for relative in range(-reach, reach + 1)]


@given(st.integers(1, 6), st.integers(0, 10**12))
@settings(max_examples=20)
def test_bias_reads_the_table_and_knows_distances_only(heads: int, shift: int) -> None:
    """Each head reads its column of the table, times the scale, wherever the sentence stands."""
    table = np.arange(8.0 * heads).reshape(8, heads)
    scheme = Scheme.of("t5", num_buckets=8, max_distance=16, table=table, scale=3)
    run = scheme.formula.run(scheme.given(np.arange(7) + shift), ACCURATE)
    bias, bucket = (run.values[name].to_float64() for name in ("bias", "bucket"))
    np.testing.assert_array_equal(bias, 3 * table[bucket[0].astype(int)].transpose(2, 0, 1))
    np.testing.assert_array_equal(bucket[0, 3], buckets(-3, 3, num_buckets=8, max_distance=16))
