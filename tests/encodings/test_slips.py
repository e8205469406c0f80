from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.calculation import twofold
from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, reachable
from posenc_cli.calculation.rounding import round_half_away
from posenc_cli.encodings import slips
from posenc_cli.encodings.sinusoidal import FORMULA, SINUSOIDAL

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.calculation.algebras import Algebra
    from posenc_cli.calculation.formula import Formula, Run

    Array = NDArray[np.float64]

EXAMPLES = tomllib.loads((Path(__file__).parent / "slips_examples.toml").read_text(encoding="utf-8"))
EXERCISE = FORMULA.then(
    check="sin(one)",
    e="embedding",
    x="e + pe",
    m="x",
    left="row(x, first)",
    right="row(x, second)",
    prod="left * right",
    dot="total(prod)",
    cosine="dot / (norm(left) * norm(right))",
)
SCALED = EXERCISE.but(e="sqrt(d) * embedding")
QUANTITIES = ("pe", "x", "prod", "dot", "cosine")
#: Die Katze sitzt auf der Matte.
WORDS = np.array(
    [[0.9, 0.1, 0, 0.1], [0, 0.9, 0.1, 0.2], [0, 0.1, 0.9, 0], [0.5, 0, 0.3, 0.4], [0.9, 0.1, 0, 0.1], [0, 0, 0, 0.9]]
)
ALL = slips.load("sinusoidal")
ACTING = [slip for slip in ALL if slip.variants]


def sheet(d: int = 4) -> dict[str, Any]:
    """The leaves of the sample sheet, with embeddings of any width."""
    embedding = np.resize(WORDS, (6, d)) if d != 4 else WORDS
    pos, k = np.arange(6).reshape(6, 1), np.arange(d).reshape(1, d)
    return {
        "pos": pos, "k": k, "d": d, "base": 10000, "n": 6, "one": 1, "embedding": embedding, "first": 0, "second": 4,
    }  # fmt: skip


def run(formula: Formula, algebra: Algebra = NUMBERS, *, d: int = 4, other: int | None = None) -> Run:
    """The formula on the sample sheet, everything written down."""
    given = sheet(d) if other is None else sheet(d) | {slips.OTHER: other}
    return formula.run(given, algebra, on_sheet=dict.fromkeys((*QUANTITIES, "check"), True))


def written(name: str, variant: int = 0, other: int | None = None, formula: Formula = EXERCISE) -> dict[str, Array]:
    """What the sheet shows if the whole of it was done with a slip."""
    return run(formula.but(**slips.slip(name).variants[variant]), other=other).written


RIGHT = run(EXERCISE).written


def test_right_values_of_the_sample_sheet() -> None:
    """Without a slip the formula of these tests gives the printed numbers of the sample."""
    np.testing.assert_array_equal(RIGHT["pe"][2], [0.909, -0.416, 0.020, 1.000])
    np.testing.assert_array_equal(RIGHT["x"][2], [0.909, -0.316, 0.920, 1.000])
    np.testing.assert_array_equal(RIGHT["prod"][0], [0.129, -0.609, 0.000, 1.209])
    assert (RIGHT["dot"].item(), RIGHT["cosine"].item(), RIGHT["check"].item()) == (0.729, 0.327, 0.841)


@pytest.mark.parametrize("name", EXAMPLES["overview"])
def test_the_row_of_position_2(name: str) -> None:
    """Each slip of the table gives exactly the four values of an independent table."""
    np.testing.assert_array_equal(written(name)["pe"][2], EXAMPLES["overview"][name]["row"])


@pytest.mark.parametrize("name", EXAMPLES["overview"])
def test_positions_that_hide_a_slip(name: str) -> None:
    """A slip gives the right row at just the positions that an independent table names."""
    hidden = [pos for pos in range(6) if np.array_equal(written(name)["pe"][pos], RIGHT["pe"][pos])]
    assert hidden == EXAMPLES["overview"][name]["hidden"]


@pytest.mark.parametrize(
    ("pos", "rows", "cells"),
    [
        (0, 33, None),
        (1, 3, (23, 25, 36, 17)),
        (2, 1, (23, 29, 36, 20)),
        (3, 1, (24, 28, 37, 20)),
        (4, 1, (25, 30, 36, 40)),
        (5, 1, (26, 28, 37, 40)),
    ],
)
def test_how_many_slips_a_position_shows(pos: int, rows: int, cells: tuple[int, ...] | None) -> None:
    """Of the 47 slips of the table, as many look right in a whole row or wrong in a cell as were counted elsewhere."""
    found = np.array([written(name)["pe"][pos] for name in EXAMPLES["overview"]])
    wrong = found != RIGHT["pe"][pos]
    assert (~wrong).all(axis=1).sum() == rows
    assert cells is None or tuple(wrong.sum(axis=0)) == cells


def test_twins_on_the_whole_table() -> None:
    """The 47 slips of the table fall into 42 classes at d = 4; the hint of each class is that of its family."""
    classes: dict[bytes, list[slips.Slip]] = {}
    for name in EXAMPLES["overview"]:
        classes.setdefault((written(name)["pe"] + 0.0).tobytes(), []).append(slips.slip(name))
    twins = {frozenset(one.id for one in alike): slips.hint_key(alike) for alike in classes.values() if len(alike) > 1}
    assert len(classes) == 42
    assert twins == {
        frozenset({"pos-same-for-all", "div-typed-flat-a"}): "slips.families.first-word-row",
        frozenset({"exp-cos-odd-numerator", "exp-dimension-index"}): "slips.families.cosine-divisor",
        frozenset({"exp-two-missing", "base-100"}): "slips.families.divisor-too-small",
        frozenset({"exp-d-missing", "exp-half-d", "exp-half-d-minus-one"}): "slips.families.divisor-too-large",
    }


@pytest.mark.parametrize("name", EXAMPLES["add"])
def test_the_sum_of_one_row(name: str) -> None:
    """Each slip of adding gives exactly the four values of an independent table."""
    example = EXAMPLES["add"][name]
    formula = SCALED if example.get("scaled") else EXERCISE
    np.testing.assert_array_equal(written(name, other=example.get("other"), formula=formula)["x"][2], example["row"])


@pytest.mark.parametrize("key", EXAMPLES["dot"])
def test_the_dot_product(key: str) -> None:
    """Each slip of the dot product and the cosine gives exactly the value of an independent table."""
    example = dict(EXAMPLES["dot"][key])
    other = example.pop("other", None)
    found = written(key if other is None else key.rsplit("-", 1)[0], other=other)
    assert {quantity: found[quantity].item() for quantity in example} == example


@pytest.mark.parametrize(
    ("name", "variant", "other", "quantity", "row"),
    [
        ("write-thousandfold", 0, None, "pe", [909, -416, 20, 1000]),
        ("write-decimal-shifted", 0, None, "pe", [9.090, -4.160, 0.200, 10]),
        ("write-decimal-shifted", 1, None, "pe", [0.091, -0.042, 0.002, 0.100]),
        ("write-decimal-shifted", 2, None, "pe", [9.093, -4.161, 0.200, 9.998]),
        ("write-power-of-ten-dropped", 0, None, "pe", [0.909, -0.416, 2.000, 1.000]),
        ("write-digits-transposed", 0, None, "pe", [0.990, -0.461, 0.002, 1.000]),
        ("write-digits-transposed", 1, None, "pe", [0.099, -0.146, 0.200, 1.000]),
        ("write-cell-shifted", 0, None, "pe", [1.000, 0.909, -0.416, 0.020]),
        ("write-cell-shifted", 3, None, "x", [-0.316, 0.920, 1.000, 0.909]),
        ("write-one-sign", 0, None, "pe", [-0.909, 0.416, -0.020, -1.000]),
        ("write-cells-swapped", 0, 1, "pe", [0.909, 0.020, -0.416, 1.000]),
        ("write-cells-swapped", 1, 2, "x", [0.909, -0.316, 1.000, 0.920]),
        ("write-neighbour-copied", 1, None, "pe", [-0.416, 0.020, 1.000, 0.909]),
        ("write-neighbour-copied", 2, None, "pe", [0.841, 0.540, 0.010, 1.000]),
        ("write-neighbour-copied", 3, None, "pe", [0.141, -0.990, 0.030, 1.000]),
        ("write-one-embedding", 0, None, "x", [0.000, 0.100, 0.900, 0.000]),
        ("write-one-minus", 0, None, "x", [0.909, 0.516, 0.920, 1.000]),
        ("pos-row-above", 1, 5, "pe", [-0.959, 0.284, 0.050, 0.999]),
        ("pos-normalised", 1, None, "pe", [0.389, 0.921, 0.004, 1.000]),
        ("cos-one-norm", 1, None, "cosine", [0.588]),
        ("add-shifted-column", 1, None, "x", [1.000, 1.009, 0.484, 0.020]),
        ("angle-degrees", 0, None, "check", [0.017]),
        ("angle-gradians", 0, None, "check", [0.016]),
    ],
)
def test_writing_and_other_forms(name: str, variant: int, other: int | None, quantity: str, row: list[float]) -> None:
    """Writing slips and less usual forms give the numbers that a person would show at position 2."""
    found = np.atleast_2d(written(name, variant, other)[quantity])
    np.testing.assert_array_equal(found[2 if len(found) == 6 else 0], row)


def test_truncating_keeps_what_is_exact() -> None:
    """A decimal that binary fractions miss is not cut a unit too far."""
    cut = EXERCISE.but(**slips.slip("round-truncated").variants[0])
    given = sheet() | {"pos": np.zeros((6, 1)), "embedding": np.full((6, 4), 1.001)}
    np.testing.assert_array_equal(cut.run(given, NUMBERS, on_sheet={"x": True}).written["x"][0], [1.001, 2.001] * 2)


# --- The same slips, written a second time and evaluated by nothing of posenc ---------------------------------------


def _take(value: Array, index: Array) -> Array:
    return np.take(value, index.ravel().astype(int), axis=-1)


TOOLS = {
    "rad": lambda value: value * np.pi / 180,
    "deg": lambda value: value * 180 / np.pi,
    "copy": np.copy,
    "roll": lambda value, steps: np.concatenate([value[..., -steps:], value[..., :-steps]], axis=-1),
    "total": lambda value: value.sum(axis=-1),
    "norm": lambda value: np.linalg.norm(value, axis=-1),
    "round": lambda value, to: np.floor(value * 10**to + 0.5) / 10**to,
    "take": _take,
    "abs": abs,
} | {name: getattr(np, name) for name in ("where", "sin", "cos", "tan", "floor", "trunc")}
STEPS = {
    "i": "k // 2",
    "exponent": "2*i/d",
    "divisor": "base ** exponent",
    "angle": "pos / divisor",
    "pe": "where(k % 2 == 0, sin(angle), cos(angle))",
    "rows": "copy(pe)",
    "x": "E + rows",
    "die": "x[0]",
    "der": "x[4]",
    "prod": "die * der",
    "dot": "total(prod)",
}


def by_hand(replaced: Mapping[str, str]) -> dict[str, Any]:
    """The sample sheet with replaced steps, by Python's own eval."""
    base = {"pos": np.arange(6.0).reshape(6, 1), "k": np.arange(4).reshape(1, 4), "d": 4, "base": 1e4, "E": WORDS}
    values: dict[str, Any] = base | TOOLS
    for name, step in (STEPS | dict(replaced)).items():
        with np.errstate(all="ignore"):
            values[name] = eval(step, {"__builtins__": {}}, values)  # noqa: S307  (our own file)
    return values


@pytest.mark.parametrize("key", EXAMPLES["trial"])
def test_agrees_with_a_second_version(key: str) -> None:
    """Every cell of the sheet is the one that a version of the slip written apart gives."""
    other = int(key[-1]) if key.startswith("dot-term-missing") else None
    slip = slips.slip(key if other is None else key[:-2])
    found, expected = written(slip.id, other=other), by_hand(EXAMPLES["trial"][key])
    for quantity in ("pe",) if slip.rules == ("write",) else ("pe", "x", "prod", "dot"):
        cells = round_half_away(expected[quantity], 3)
        np.testing.assert_array_equal(np.squeeze(found[quantity]), np.squeeze(cells), err_msg=quantity)


def test_the_second_version_is_of_use() -> None:
    """The independent version has all 69 slips, and each shows on the sheet, but for the product that is 0."""
    assert len(EXAMPLES["trial"]) == 69
    right = by_hand({})
    same = [
        key
        for key, replaced in EXAMPLES["trial"].items()
        if all(np.allclose(by_hand(replaced)[name], right[name], atol=1e-9) for name in ("pe", "x", "dot"))
    ]
    assert same == ["dot-term-missing-2"]


# --- Any width, every reading ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("d", range(2, 10))
def test_interval_runs_hold_the_number_runs(d: int) -> None:
    """Every slip runs at every small width without a warning, and what it gives lies in what work with it can reach."""
    algebra = reachable(3)
    for slip in ACTING:
        for rules, other in slip.forms(6, d):
            formula = EXERCISE.but(**rules)
            exact, reached = run(formula, d=d, other=other), run(formula, algebra, d=d, other=other)
            pairs = [(name, value, reached.computed[name]) for name, value in exact.computed.items()]
            pairs += [(name, value, reached.written[name]) for name, value in exact.written.items()]
            for name, value, span in pairs:
                outside = np.isfinite(value) & ~((span.low - 1e-9 <= value) & (value <= span.high + 1e-9))
                assert not outside.any(), (slip.id, rules, name)
                assert value.shape in {(), (1, 1), (6, 1), (1, d), (6, d)}, (slip.id, rules, name)


@pytest.mark.parametrize("slip", ACTING, ids=lambda slip: slip.id)
def test_every_exact_reading_agrees(slip: slips.Slip) -> None:
    """In pairs of floats and in 50 digits a slip writes the same sheet as in plain floats."""
    for rules, other in slip.forms(2, 2):
        formula = EXERCISE.but(**rules)
        numbers, proof, pairs = (run(formula, algebra, other=other).written for algebra in (NUMBERS, PROOF, ACCURATE))
        for name in QUANTITIES:
            np.testing.assert_allclose(proof[name].astype(float), numbers[name], atol=1e-9, err_msg=name)
            accurate = pairs[name]
            assert isinstance(accurate, twofold.Twofold)
            np.testing.assert_allclose(accurate.to_float64(), numbers[name], atol=1e-9, err_msg=name)


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_conventions_are_no_slip_where_they_hold(layout: str) -> None:
    """A sheet that asks for a convention shows nothing of the slip of that name; the other layout does."""
    right = SINUSOIDAL.under(6, {"layout": layout})
    slipped = right.but(**slips.slip("order-halves").variants[0])
    same = np.array_equal(right.run(sheet(6), NUMBERS).values["pe"], slipped.run(sheet(6), NUMBERS).values["pe"])
    assert same == (layout == "halves")


@pytest.mark.parametrize("d", [6, 7])
def test_reversed_divisors_in_both_layouts(d: int) -> None:
    """The pairs change their divisors and keep their places, whatever the layout and for a lone last sine."""
    for layout in ("interleaved", "halves"):
        right = SINUSOIDAL.under(d, {"layout": layout})
        rules = slips.slip("freq-order-reversed").variants[0]
        before, after = (one.run(sheet(d), NUMBERS).values for one in (right, right.but(**rules)))
        pair, pairs = before["i"][0].astype(int), (d + 1) // 2
        by_pair = dict(zip(pair, before["divisor"][0], strict=True))
        assert list(after["divisor"][0]) == [by_pair[pairs - 1 - one] for one in pair]
