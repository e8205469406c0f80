"""Large tables are what the formula gives: every number, or all but one in millions, never farther off than told."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.encodings.addition import Rows
from posenc_cli.encodings.large import Large
from posenc_cli.encodings.precision import Dtype, cast_results, known
from posenc_cli.encodings.results import results
from posenc_cli.encodings.scheme import MAX_POSITION, Scheme
from posenc_cli.encodings.waves import waves_of
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from numpy.typing import NDArray

CONVENTIONS = {
    "layout": ("interleaved", "halves"),
    "spacing": ("paper", "endpoint", "endpoint-guarded", "shifted"),
    "odd_width": ("lone-sine", "zero-column", "padded"),
    "order": ("sin-first", "cos-first"),
    "magnitude": ("plain", "over-sqrt-d"),
}
YARN = {"scaling": "yarn", "factor": 4, "original_max_position_embeddings": 4096}


def filled(scheme: Scheme, first: int, rows: int, dtype: Dtype, *, exact: bool) -> dict[str, np.ndarray[Any, Any]]:
    """The arrays of a table of waves, in two pieces."""
    waves = waves_of(scheme)
    assert waves is not None
    made = Rows(scheme, waves, dtype, first, rows, exact=exact)
    storage = np.float16 if dtype == "float16" else np.float32
    arrays = {name: np.full((rows, width), 7, storage) for name, width in waves.widths.items()}
    for part in (slice(0, rows // 3), slice(rows // 3, rows)):
        made.fill({name: array[part] for name, array in arrays.items()}, first + part.start)
    return arrays


@st.composite
def tables(draw: st.DrawFn) -> tuple[Scheme, int, int]:
    """A sinusoidal table of any conventions, where it begins and how long it is."""
    chosen: dict[str, Any] = {name: draw(st.sampled_from(choices)) for name, choices in CONVENTIONS.items()}
    if chosen["spacing"] == "shifted":
        chosen["downscale_freq_shift"] = draw(st.sampled_from((0, 1)))
    base = draw(st.floats(1.001, 1e9))
    first = draw(st.integers(0, 40) | st.integers(2**30, 2**31) | st.integers(2**40, MAX_POSITION - 400))
    return Scheme.of(d=draw(st.integers(4, 40)), base=base, **chosen), first, draw(st.integers(3, 400))


@settings(max_examples=40, deadline=None)
@given(table=tables(), dtype=st.sampled_from(("float32", "float16", "bfloat16")))
def test_the_fast_way_is_the_formula(table: tuple[Scheme, int, int], dtype: str) -> None:
    """Bit by bit where it is asked to be exact; else within half a step and 1e-15, whatever the conventions."""
    scheme, first, rows = table
    exact = results(scheme, np.arange(first, first + rows))
    rounded = cast_results(exact, known(dtype))["values"]
    assert filled(scheme, first, rows, known(dtype), exact=True)["values"].tobytes() == rounded.tobytes()
    fast = filled(scheme, first, rows, known(dtype), exact=False)["values"].astype(np.float64)
    assert np.abs(fast - exact["values"]).max() <= Large.of(scheme, [(first, first)], known(dtype), exact=False).error


@pytest.mark.parametrize("exact", [True, False])
def test_an_array_may_lie_in_memory_as_it_likes(exact: bool) -> None:
    """Rows apart, columns first, one number too far along, the other byte order: the same numbers."""
    scheme, rows, d = Scheme.of(d=6), 40, 6
    waves = waves_of(scheme)
    assert waves is not None
    expected = filled(scheme, 0, rows, "float32", exact=exact)["values"]
    memory = np.zeros(2 * rows * d + 1, np.float32)
    arrays = {
        "apart": memory[:-1].reshape(rows, 2, d)[:, 1],
        "wider": memory[:-1].reshape(rows, 2 * d)[:, 1 : d + 1],
        "along": memory[1 : rows * d + 1].reshape(rows, d),
        "columns first": np.zeros((d, rows), np.float32).T,
        "backwards": np.zeros((rows, d), np.float32)[::-1],
        "other order": np.zeros((rows, d), np.dtype(np.float32).newbyteorder()),
    }
    for name, array in arrays.items():
        Rows(scheme, waves, "float32", 0, rows, exact=exact).fill({"values": array}, 0)
        assert np.array_equal(array, expected), name


@pytest.mark.parametrize("asked", [{"theta": 500000}, YARN, {"scaling": "proportional", "partial_rotary_factor": 0.5}])
def test_rotary_tables_are_the_formula(asked: dict[str, Any]) -> None:
    """Cosines and sines of RoPE, with an attention factor or pairs that stand still."""
    scheme, first = Scheme.of("rope", d=32, **asked), 2**31 - 300
    rounded = cast_results(results(scheme, np.arange(first, first + 300)), "float32")
    found = filled(scheme, first, 300, "float32", exact=True)
    assert {name: values.tobytes() for name, values in found.items()} == {
        name: rounded[name].tobytes() for name in ("cos", "sin")
    }


@pytest.mark.parametrize("case", ["sinusoidal_truth", "sinusoidal_truth_d512", "rope_truth"])
def test_reference_values(case: str, root: Path) -> None:
    """Rows that others computed in 50 digits, near and far, are those of a large table, rounded once."""
    for one in json.loads((root / "tests" / "reference" / f"{case}.json").read_text(encoding="utf-8")):
        asked, expected = one["params"], np.array(one["expected"])
        name, d = ("rope", asked["rotary_dim"]) if "theta" in asked else ("sinusoidal", asked["d_model"])
        scheme = Scheme.of(name, d=d, base=asked.get("theta", asked.get("base")))
        if one["case"].partition("_d")[0] not in ("paper", ""):
            continue
        large = Large.of(scheme, [(pos, pos) for pos in asked["positions"]], "float32", exact=True)
        assert large.waves is not None
        arrays = {key: np.empty((large.rows, width), np.float32) for key, width in large.widths.items()}
        large.fill(arrays)
        if name == "rope":
            assert np.array_equal(np.stack([arrays["cos"], arrays["sin"]], axis=1), expected.astype(np.float32))
        else:
            assert np.array_equal(arrays["values"], expected.astype(np.float32))


@pytest.mark.parametrize("first", [2**31 - 2000, MAX_POSITION - 2000])
@pytest.mark.parametrize("exact", [True, False])
def test_random_cells_against_50_digits(exact: bool, first: int) -> None:
    """A wide table far out beside mpmath: half a step of float32, and to be exact no more than that."""
    scheme, random = Scheme.of(d=512), np.random.default_rng(9)
    values = filled(scheme, first, 2000, "float32", exact=exact)["values"]
    with mpmath.workdps(50):
        for row, k in zip(random.integers(0, 2000, 300).tolist(), random.integers(0, 512, 300).tolist(), strict=True):
            angle = (first + row) / mpmath.mpf(10000) ** (mpmath.mpf(k // 2 * 2) / 512)
            truth = mpmath.cos(angle) if k % 2 else mpmath.sin(angle)
            step = float(np.spacing(np.abs(values[row, k])))
            assert abs(values[row, k] - truth) <= step / 2 * (1 + 1e-9) + (0 if exact else 1e-15)


def test_what_is_in_doubt_is_decided() -> None:
    """With much room for error most numbers are in doubt; each is then computed by itself and is right."""
    from posenc_cli.encodings import addition

    scheme = Scheme.of(d=16)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(addition, "_LOST", 2.0**-20)
        found = filled(scheme, 0, 500, "float32", exact=True)["values"]
    assert found.tobytes() == cast_results(results(scheme, np.arange(500)), "float32")["values"].tobytes()


@pytest.mark.parametrize(
    ("name", "asked"),
    [
        ("sinusoidal", {"padding": "zero-row", "padding_idx": 1}),
        ("xpos", {}),
        ("rope-2d", {"height": 4, "width": 4}),
        ("learned", {"table": np.ones((9, 4))}),
    ],
)
def test_what_is_no_wave_is_left_to_the_formula(name: str, asked: dict[str, Any]) -> None:
    """Rows that are special, growing scales, grids and stored tables."""
    from posenc_cli.encodings.asked import scheme

    assert waves_of(scheme(name, **asked)) is None


@pytest.mark.parametrize(("name", "dtype"), [("xpos", "float32"), ("sinusoidal", "float64"), ("rope", "float32")])
def test_pieces_are_the_table(name: str, dtype: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Row by row in their order, whoever computes them, also into arrays that are there already."""
    from posenc_cli.encodings import large

    monkeypatch.setattr(large, "_PIECE", 100)
    monkeypatch.setattr(large, "_SLOW_PIECE", 100)
    scheme, ranges = Scheme.of(name, d=8), [(3, 40), (7, 7)]
    found = Large.of(scheme, ranges, known(dtype), exact=False)
    taken: dict[int, tuple[int, dict[str, NDArray[Any]]]] = {}

    def take(row: int, first: int, piece: Mapping[str, NDArray[Any]]) -> None:
        taken[row] = first, {key: values.copy() for key, values in piece.items()}

    assert sum(found.each(take)) == 39
    pieces = [taken[row] for row in sorted(taken)]
    positions = np.array([*range(3, 41), 7])
    whole = cast_results(results(scheme, positions), known(dtype))
    into = {key: np.empty((39, width), found.storage) for key, width in found.widths.items()}
    found.fill(into)
    assert pieces[0][0] == 3
    for key in found.widths:
        assert np.concatenate([piece[key] for _, piece in pieces]).tobytes() == whole[key].tobytes()
        assert into[key].tobytes() == whole[key].tobytes()
    assert {key: values.tobytes() for key, values in found.fixed.items()} == {
        key: values.tobytes() for key, values in whole.arrays.items() if key not in found.widths
    }


def test_a_plan_refuses_what_a_table_refuses() -> None:
    """A position out of reach, and an angle that float16 cannot hold."""
    with pytest.raises(UsageError, match=r"compute\.position"):
        Large.of(Scheme.of(), [(0, 10**13 + 1)], "float32", exact=False)
    with pytest.raises(UsageError, match=r"precision\.overflow"):
        Large.of(Scheme.of("rope"), [(0, 131071)], "float16", exact=False)


def test_small_tables_are_always_exact() -> None:
    """Up to 50 million numbers nobody has to ask; beyond they say by how much they may be off."""
    assert Large.of(Scheme.of(d=50), [(0, 999_999)], "float32", exact=False).exact
    large = Large.of(Scheme.of(d=50), [(0, 1_000_000)], "float32", exact=False)
    assert not large.exact
    assert large.error == pytest.approx(2.0**-25, rel=1e-6)
    assert Large.of(Scheme.of(d=50), [(0, 1_000_000)], "float64", exact=False).exact


def test_blocks_far_apart_come_again() -> None:
    """Whatever was asked for between, a row that is asked for again is the same, and the formula's."""
    scheme = Scheme.of(d=2**13)
    waves = waves_of(scheme)
    assert waves is not None
    made = Rows(scheme, waves, "float32", 0, 10**6, exact=False)
    found = []
    for position in (*range(0, 60_000, 3000), 0):
        row = np.zeros((1, scheme.d), np.float32)
        made.fill({"values": row}, position)
        found.append(row)
    np.testing.assert_array_equal(found[0], found[-1])
    np.testing.assert_allclose(found[-2], results(scheme, np.array([57_000]))["values"], atol=1.5e-7)


def test_what_is_no_wave_has_no_fast_way() -> None:
    """Waves that grow, and columns that are something else, are worked out by the formula."""
    sines = Scheme.of(d=8)
    for scheme in (Scheme.of("xpos", d=8), replace(sines, formula=sines.formula.but(pe="2 * pe"))):
        assert waves_of(scheme) is None
