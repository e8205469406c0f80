"""Three witnesses for every number of a table: other people's figures, 50 digits by plain loops, and laws."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import NUMBERS
from posenc_cli.encodings.scheme import MAX_POSITION, Scheme, sentence_words
from posenc_cli.encodings.table import table
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import ArrayLike, NDArray

REFERENCE = Path(__file__).resolve().parents[1] / "reference"
#: Cases of other libraries whose convention has a name here, and that name.
OTHERS: dict[str, dict[str, str]] = {
    "xlm": {},
    "ctrl": {"layout": "halves"},
    "whisper": {"layout": "halves", "spacing": "endpoint"},
    "marian_n5_d8": {"layout": "halves"},
    "marian_n6_d6": {"layout": "halves"},
    "diffusers1d_d8_4095": {"layout": "halves"},
}


def cases(*names: str) -> Iterator[dict[str, Any]]:
    """The cases of reference files."""
    for name in names:
        yield from json.loads((REFERENCE / name).read_text(encoding="utf-8"))


def truths() -> Iterator[Any]:
    """Cases in 50 digits, each with what its convention is called here; odd widths padded with zeros have no name."""
    for case in cases("sinusoidal_truth.json", "sinusoidal_truth_d512.json"):
        padded = "padded" in case["params"]["convention"]
        if not (padded and case["params"]["d_model"] % 2):
            yield pytest.param(case, {"layout": "halves", "spacing": "endpoint"} if padded else {}, id=case["case"])


def others() -> Iterator[Any]:
    """Cases of other libraries."""
    for case in cases("sinusoidal.json"):
        for name, convention in OTHERS.items():
            if case["case"].startswith(name):
                yield pytest.param(case, convention, id=case["case"])


def values(positions: ArrayLike, **asked: Any) -> NDArray[np.float64]:  # noqa: ANN401
    """A table as plain numbers."""
    return table(Scheme.of(**asked), np.asarray(positions, dtype=np.int64)).values


def by_hand(pos: int, k: int, d: int, *, halves: bool, endpoint: bool) -> mpmath.mpf:
    """One cell in 50 digits, without any expression of ours."""
    half = (d + 1) // 2
    i, cosine = (k % half, k >= half) if halves else (k // 2, k % 2 == 1)
    with mpmath.workdps(50):
        exponent = mpmath.mpf(i) / (half - 1) if endpoint else mpmath.mpf(2 * i) / d
        angle = mpmath.mpf(pos) / mpmath.mpf(10000) ** exponent
        return mpmath.cos(angle) if cosine else mpmath.sin(angle)


@pytest.mark.parametrize(("case", "convention"), [*truths(), *others()])
def test_what_others_found(case: dict[str, Any], convention: dict[str, str]) -> None:
    """Values agree with 50 digits to the last digit of float64, with other libraries as far as those are precise."""
    params = case["params"]
    positions = params.get("positions", list(range(params.get("n", 0))))
    found = values(positions, d=params["d_model"], base=params["base"], **convention)
    np.testing.assert_allclose(found, np.array(case["expected"]), rtol=0, atol=case["atol"])


@pytest.mark.parametrize("halves", [False, True])
@pytest.mark.parametrize(
    ("d", "endpoint"),
    [(d, endpoint) for d in (1, 2, 3, 4, 5, 6, 9, 12) for endpoint in (False, True) if d > 2 or not endpoint],
)
def test_every_convention_and_width(d: int, *, halves: bool, endpoint: bool) -> None:
    """Each convention is right at every small width, odd ones too, near and far away."""
    positions = [0, 1, 5, 100, 16777217, 10**12]
    found = values(
        positions, d=d, layout="halves" if halves else "interleaved", spacing="endpoint" if endpoint else "paper"
    )
    for row, pos in enumerate(positions):
        expected = [float(by_hand(pos, k, d, halves=halves, endpoint=endpoint)) for k in range(d)]
        np.testing.assert_allclose(found[row], expected, rtol=0, atol=1e-15)


@pytest.mark.parametrize("pos", [10**9, 2**42 + 1, MAX_POSITION])
def test_far_positions(pos: int) -> None:
    """The farthest position that is possible is right to the last digit."""
    expected = [float(by_hand(pos, k, 4, halves=False, endpoint=False)) for k in range(4)]
    np.testing.assert_allclose(values([pos])[0], expected, rtol=0, atol=1.2e-16)


def test_plain_float64_would_not_do() -> None:
    """The accurate reading is needed: plain float64 misses the last digits far away."""
    scheme = Scheme.of(d=512)
    positions = np.array([9_999_999])
    plain = scheme.formula.run(scheme.given(positions), NUMBERS).values["pe"]
    assert np.abs(plain - values(positions, d=512)).max() > 1e-12


@given(
    d=st.integers(1, 12).map(lambda half: 2 * half),
    pos=st.integers(0, 10**6),
    shift=st.integers(0, 1000),
    base=st.floats(2, 1e6),
)
def test_laws(d: int, pos: int, shift: int, base: float) -> None:
    """A pair lies on the unit circle, and moving on by some positions turns it by an angle that only the shift sets."""
    here, there, turn = values([pos, pos + shift, shift], d=d, base=base).reshape(3, -1, 2)
    np.testing.assert_allclose((here**2).sum(axis=1), 1, rtol=0, atol=4e-16)
    sine, cosine = turn.T
    turned = np.stack(
        [here[:, 0] * cosine + here[:, 1] * sine, here[:, 1] * cosine - here[:, 0] * sine],
        axis=1,
    )
    np.testing.assert_allclose(turned, there, rtol=0, atol=1e-15)


def test_distances_do_not_depend_on_the_place() -> None:
    """Dot products of rows depend on the distance alone, and are what the literature says."""
    case = next(case for case in cases("sinusoidal_properties.json") if case["case"] == "dot_d4_base10000")
    rows = values(np.arange(40))
    for offset, expected in zip(case["params"]["offsets"], case["expected"], strict=True):
        found = (rows[: 40 - offset] * rows[offset:]).sum(axis=1)
        np.testing.assert_allclose(found, expected, rtol=0, atol=case["atol"])


def test_blocks_join_without_a_seam() -> None:
    """A table that is computed in blocks equals its rows computed one by one."""
    whole = values(np.arange(0, 900), d=256)
    for pos in (0, 389, 390, 391, 780, 899):
        np.testing.assert_array_equal(whole[pos], values([pos], d=256)[0])


def test_columns_say_what_they_hold() -> None:
    """Every column names its pair, function and divisor, in both layouts."""
    paper, halves = (table(Scheme.of(layout=layout), np.array([0])).columns for layout in ("interleaved", "halves"))
    assert [(each.k, each.i, each.function, each.divisor) for each in paper] == [
        (0, 0, "sin", 1),
        (1, 0, "cos", 1),
        (2, 1, "sin", 100),
        (3, 1, "cos", 100),
    ]
    assert [(each.k, each.i, each.function, each.divisor) for each in halves] == [
        (0, 0, "sin", 1),
        (1, 1, "sin", 100),
        (2, 0, "cos", 1),
        (3, 1, "cos", 100),
    ]


@pytest.mark.parametrize(
    ("asked", "key"),
    [
        ({"d": 0}, "compute.width"),
        ({"d": 10**9}, "compute.too-many-cells"),
        ({"base": 1}, "compute.parameter"),
        ({"base": float("nan")}, "compute.parameter"),
        ({"base": float("inf")}, "compute.parameter-infinite"),
        ({"d": 2, "spacing": "endpoint"}, "width-too-small"),
        ({"layout": "thirds"}, "unknown-choice"),
        ({"name": "sinosoidal"}, "unknown-encoding-near"),
        ({"name": "wxyz"}, "unknown-encoding"),
        ({"first_pos": -1}, "compute.position"),
        ({"scale": 2}, "compute.unknown-parameter"),
    ],
)
def test_what_is_refused(asked: dict[str, Any], key: str) -> None:
    """What makes no encoding is refused before anything is computed."""
    with pytest.raises(UsageError) as refused:
        Scheme.of(**asked)
    assert refused.value.key == key


@pytest.mark.parametrize("positions", [[-1], [MAX_POSITION + 1]])
def test_positions_out_of_reach(positions: list[int]) -> None:
    """A position that no row can have is refused."""
    with pytest.raises(UsageError) as refused:
        values(positions)
    assert refused.value.key == "compute.position"


def test_words_are_what_stands_between_blanks() -> None:
    """A no-break space belongs to its word; half of a character that cannot be is replaced, not passed on."""
    assert sentence_words(" New\u00a0York  ist\tgroß\n") == ("New\u00a0York", "ist", "groß")
    assert sentence_words("a\udcff b") == ("a\ufffd", "b")
    with pytest.raises(UsageError, match="no-words"):
        sentence_words(" \t ")
