from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

from posenc_cli.encodings.rope_2d import VARIANTS
from posenc_cli.encodings.rope_scaling import SCALING
from posenc_cli.encodings.rotate import reordered, rotate, to_halves, to_interleaved
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError

Vectors = NDArray[np.float64]
LAYOUTS = ("interleaved", "halves")
STRETCH: dict[str, Any] = {
    "factor": 4,
    "original_max_position_embeddings": 16,
    "seq_len": 100_000,
    "short_factor": [1, 1.5, 2, 2.5],
    "long_factor": [1, 2, 3, 4],
}
#: Every rotary scheme of width 8 that keeps scores over a shift.
SHIFTABLE = [
    *(("rope", {"scaling": scaling, **STRETCH}) for scaling in SCALING),
    ("rope", {"scaling": "yarn", "layout": "halves", **STRETCH}),
    ("rope", {"rotary_dim": 4}),
    ("rope", {"rotary_dim": 4, "layout": "halves"}),
    ("mrope", {}),
    ("mrope", {"sections": "in-turn", "mrope_section": [2, 1, 1]}),
]
positions = st.integers(0, 50_000)
#: Exact arithmetic on one vector at a time is slow; the schemes are many.
few, some = settings(max_examples=5), settings(max_examples=25)
numbers = st.floats(-10, 10, allow_subnormal=False)
vectors = st.lists(numbers, min_size=8, max_size=8).map(np.array)


def one(scheme: Scheme, position: int, vector: Vectors, **asked: Any) -> Vectors:  # noqa: ANN401
    """One vector turned."""
    return np.asarray(rotate(scheme, [position], vector[None], **asked)[0])


def turned_by_hand(x: Vectors, angles: list[float], *, halves: bool) -> Vectors:
    """A witness: complex numbers, pair by pair."""
    found = x.copy()
    for i, angle in enumerate(angles):
        a, b = (i, i + len(angles)) if halves else (2 * i, 2 * i + 1)
        turned = complex(x[a], x[b]) * complex(np.cos(angle), np.sin(angle))
        found[a], found[b] = turned.real, turned.imag
    return found


@pytest.mark.parametrize(
    ("layout", "pos", "expected"),
    [
        ("interleaved", 1, [-1.1426, 1.9221, 2.9599, 4.0298]),
        ("halves", 1, [-1.9841, 1.9599, 2.4624, 4.0198]),
        ("interleaved", 2, [-2.2347, 0.0770, 2.9194, 4.0592]),
        ("halves", 2, [-3.1440, 1.9196, -0.3391, 4.0392]),
    ],
)
def test_by_hand(layout: str, pos: int, expected: list[float]) -> None:
    """The worksheet's q = (1, 2, 3, 4), angles 1 and 0.01 a position."""
    found = one(Scheme.of("rope", d=4, layout=layout), pos, np.array([1.0, 2, 3, 4]))
    assert found == pytest.approx(expected, abs=5e-5)


@pytest.mark.parametrize(("m", "n"), [(1, 3), (5, 7)])
def test_score_by_hand(m: int, n: int) -> None:
    """The worksheet's q and k score −0.8893 wherever they stand two apart."""
    scheme = Scheme.of("rope", d=4)
    score = one(scheme, m, np.array([1.0, 0, 0, 1])) @ one(scheme, n, np.array([0.0, 1, 1, 0]))
    assert score == pytest.approx(-0.8893, abs=5e-5)


@some
@given(x=vectors, position=positions, halves=st.booleans(), width=st.sampled_from([2, 4, 6, 8]))
def test_pairs_are_complex_numbers_that_turn(x: Vectors, position: int, *, halves: bool, width: int) -> None:
    """Both layouts and every rotated width against complex arithmetic; the other columns pass through untouched."""
    scheme = Scheme.of("rope", d=8, layout=LAYOUTS[halves], rotary_dim=width)
    angles = [position * 10000.0 ** (-2 * i / width) for i in range(width // 2)]
    found = one(scheme, position, x)
    assert found == pytest.approx(turned_by_hand(x, angles, halves=halves), abs=1e-9)
    assert np.array_equal(found[width:], x[width:])


@pytest.mark.parametrize(("name", "asked"), SHIFTABLE)
@few
@given(q=vectors, k=vectors, places=st.tuples(positions, positions, positions))
def test_scores_depend_on_the_distance_only(
    name: str, asked: dict[str, Any], q: Vectors, k: Vectors, places: tuple[int, int, int]
) -> None:
    """Moving query and key by the same number of positions leaves their score alone."""
    m, n, shift = places
    found = rotate(Scheme.of(name, d=8, **asked), [m, n, m + shift, n + shift], np.stack([q, k, q, k]))
    assert found[2] @ found[3] == pytest.approx(found[0] @ found[1], abs=1e-11)


@pytest.mark.parametrize(("name", "asked"), SHIFTABLE)
@few
@given(x=vectors, position=positions, shift=positions)
def test_a_shift_is_a_rotation(name: str, asked: dict[str, Any], x: Vectors, position: int, shift: int) -> None:
    """Turning by a + b is turning by a and then by b; the attention factor comes in once too often."""
    scheme = Scheme.of(name, d=8, **asked)
    at_zero = one(scheme, 0, x)
    twice = one(scheme, shift, one(scheme, position, x))
    assert twice == pytest.approx(one(scheme, position + shift, at_zero), abs=1e-10)


@pytest.mark.parametrize(("name", "asked"), SHIFTABLE)
@few
@given(x=vectors, position=positions)
def test_the_length_is_kept(name: str, asked: dict[str, Any], x: Vectors, position: int) -> None:
    """A rotation changes no length; the attention factor is the same at every position."""
    scheme = Scheme.of(name, d=8, **asked)
    found = rotate(scheme, [0, position], np.stack([x, x]))
    assert np.linalg.norm(found[1]) == pytest.approx(np.linalg.norm(found[0]), abs=1e-12)


@pytest.mark.parametrize(("name", "asked"), SHIFTABLE)
@few
@given(x=vectors, position=positions)
def test_there_is_a_way_back(name: str, asked: dict[str, Any], x: Vectors, position: int) -> None:
    """Turning back gives the vector again, also where an attention factor had been multiplied in."""
    scheme = Scheme.of(name, d=8, **asked)
    assert one(scheme, position, one(scheme, position, x), back=True) == pytest.approx(x, abs=1e-13)


@some
@given(x=vectors, position=positions, width=st.sampled_from([2, 4, 6, 8]))
def test_layouts_are_one_encoding_in_another_order(x: Vectors, position: int, width: int) -> None:
    """Reorder, turn in halves, reorder back: the same numbers as interleaved, to the last digit."""
    interleaved = Scheme.of("rope", d=8, rotary_dim=width)
    halves = Scheme.of("rope", d=8, rotary_dim=width, layout="halves")
    order, back = to_halves(8, width), to_interleaved(8, width)
    assert np.array_equal(one(halves, position, x[order])[back], one(interleaved, position, x))


def test_orders_of_columns() -> None:
    """The order that checkpoints are converted with: even columns, odd columns, then those that do not rotate."""
    assert to_halves(8, 6).tolist() == [0, 2, 4, 1, 3, 5, 6, 7]
    assert to_interleaved(8, 6).tolist() == [0, 3, 1, 4, 2, 5, 6, 7]
    assert to_halves(4).tolist() == [0, 2, 1, 3]


@pytest.mark.parametrize("rotary_dim", [0, 3, 10])
def test_orders_need_pairs(rotary_dim: int) -> None:
    """A rotated width that makes no pairs has no order."""
    with pytest.raises(UsageError) as error:
        to_halves(8, rotary_dim)
    assert error.value.key == "rotary.width"


def test_trap_layouts_agree_at_position_zero() -> None:
    """Mixing up layouts cannot be seen at position 0, nor much at small ones: that is why it goes unnoticed."""
    x = np.array([[1.0, 2, 3, 4]])
    schemes = [Scheme.of("rope", d=4, layout=layout) for layout in LAYOUTS]
    at_zero = [rotate(scheme, [0], x) for scheme in schemes]
    at_one = [rotate(scheme, [1], x) for scheme in schemes]
    assert np.array_equal(at_zero[0], at_zero[1])
    assert not np.allclose(at_one[0], at_one[1], atol=0.1)


def test_trap_heads_of_keys_are_fewer() -> None:
    """Rows are put in order inside each head; the number of heads is that of the projection at hand."""
    d_model, head_dim, n_heads, n_kv_heads = 6, 4, 4, 2
    rng = np.random.default_rng(3)
    order = to_halves(head_dim)
    hidden = rng.normal(size=(3, d_model))
    for heads in (n_heads, n_kv_heads):
        weight = rng.normal(size=(heads * head_dim, d_model)).astype(np.float32)
        moved = reordered(weight, heads, order)
        assert moved.dtype == weight.dtype
        for head in range(heads):
            rows = slice(head * head_dim, (head + 1) * head_dim)
            before, after = hidden @ weight[rows].T, hidden @ moved[rows].T
            assert np.array_equal(after, before[:, order])
    with pytest.raises(UsageError) as error:
        reordered(np.zeros((n_kv_heads * head_dim, d_model)), n_heads, order)
    assert error.value.key == "rotary.heads"


def test_trap_a_bias_is_reordered_too() -> None:
    """A projection's bias has one axis."""
    assert reordered(np.arange(8), 2, to_halves(4)).tolist() == [0, 2, 1, 3, 4, 6, 5, 7]


def test_heads_share_positions() -> None:
    """A batch of heads (head, row, column) turns as each head alone does."""
    scheme = Scheme.of("rope", d=8)
    x = np.random.default_rng(5).normal(size=(3, 2, 8))
    found = rotate(scheme, [4, 9], x)
    assert np.array_equal(found[1], rotate(scheme, [4, 9], x[1]))


@pytest.mark.parametrize("variant", VARIANTS)
def test_two_dimensions_keep_scores_over_a_shift_of_the_image(variant: str) -> None:
    """Two patches score alike wherever they stand on the grid, if their distance in rows and columns is the same."""
    scheme = Scheme.of("rope-2d", d=8, variant=variant, height=5, width=7)
    q, k = np.random.default_rng(7).normal(size=(2, 8))
    scores = [
        one(scheme, 7 * (1 + down) + 2 + right, q) @ one(scheme, 7 * (3 + down) + right, k)
        for down in (-1, 0, 1)
        for right in (0, 3, 4)
    ]
    assert scores == pytest.approx([scores[0]] * 9, abs=1e-12)


@pytest.mark.parametrize(
    ("x", "key"),
    [
        (np.zeros((2, 3)), "rotary.vectors"),
        (np.zeros((3, 4)), "rotary.vectors"),
        (np.zeros(4), "rotary.vectors"),
        (np.array([[0, np.nan, 0, 0]] * 2), "rotary.not-finite"),
        (np.array([[0, np.inf, 0, 0]] * 2), "rotary.not-finite"),
    ],
)
def test_vectors_that_cannot_turn(x: Vectors, key: str) -> None:
    """Another width, another number of rows, a lone vector, a NaN: said, not broadcast."""
    with pytest.raises(UsageError) as error:
        rotate(Scheme.of("rope", d=4), [0, 1], x)
    assert error.value.key == key


def test_no_rows_make_no_rows() -> None:
    """An empty table of queries comes back empty."""
    assert rotate(Scheme.of("rope", d=4), [], np.zeros((0, 4))).shape == (0, 4)
