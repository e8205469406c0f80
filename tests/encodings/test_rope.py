from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, Algebra, in_words, reachable
from posenc_cli.encodings.rope_scaling import SCALING, at_length
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError
from tests.encodings.rope_quantities import SMALL, found

# By hand: the numbers of the worksheets.


def test_position_interpolation_by_hand() -> None:
    """Four times the context, position 8: the angles of position 2."""
    angle = found("angle", positions=[8], d=4, scaling="linear", factor=4)
    assert angle == pytest.approx([2, 0.02], abs=1e-15)


def test_position_interpolation_divides_into_fractions() -> None:
    """Position 3 of a context four times as long lies at 0.75, not at 0: nothing is cut to whole positions."""
    assert found("angle", positions=[3], d=4, scaling="linear", factor=4)[0] == 0.75


def test_ntk_by_hand() -> None:
    """Four columns, four times: exponent 2, base 160,000."""
    base, inv_freq = found("base", "inv_freq", d=4, scaling="ntk", factor=4)
    assert base == pytest.approx(160_000)
    assert inv_freq == pytest.approx([1, 0.0025])


def test_dynamic_ntk_by_hand() -> None:
    """Eight columns, twice, original 4, length 8: base 10000 · 3^(4/3)."""
    asked = {"d": 8, "scaling": "dynamic-ntk", "factor": 2, "original_max_position_embeddings": 4, "seq_len": 8}
    assert found("base", **asked) == pytest.approx(43267, abs=1)


def test_dynamic_ntk_of_transformers() -> None:
    """A configuration that calls the original context max_position_embeddings means the same."""
    asked = {"d": 8, "scaling": "dynamic-ntk", "factor": 2, "max_position_embeddings": 4, "seq_len": 8}
    assert found("base", **asked) == pytest.approx(43267, abs=1)


def test_yarn_by_hand() -> None:
    """Eight columns, original 16, four times: the ramp is done after the first pair."""
    low, high, ramp, inv_freq, factor = found(
        *("low", "high", "ramp", "inv_freq", "attention_factor"),
        d=8,
        scaling="yarn",
        factor=4,
        original_max_position_embeddings=16,
    )
    assert (low, high) == (0, 1)
    assert ramp == pytest.approx([0, 1, 1, 1])
    assert inv_freq == pytest.approx([1, 0.025, 0.0025, 0.00025])
    assert factor == pytest.approx(1.1386, abs=5e-5)


def test_llama3_by_hand() -> None:
    """Eight columns, original 64, four times: only pair 1 is blended, nearly all of it interpolated."""
    asked: dict[str, Any] = {"d": 8, "scaling": "llama3", "factor": 4, "original_max_position_embeddings": 64}
    ramp, inv_freq = found("ramp", "inv_freq", **asked)
    assert 1 - ramp[1] == pytest.approx(0.0062, abs=5e-5)
    assert inv_freq == pytest.approx([1, 0.02546, 0.0025, 0.00025], abs=5e-6)


@pytest.mark.parametrize(
    ("factor", "attention"), [(1, 1), (2, 1.0693), (4, 1.1386), (8, 1.2079), (16, 1.2773), (32, 1.3466), (40, 1.3689)]
)
def test_attention_factors_of_yarn(factor: float, attention: float) -> None:
    """0.1 ln s + 1."""
    asked: dict[str, Any] = {"d": 8, "scaling": "yarn", "original_max_position_embeddings": 4096}
    assert found("attention_factor", factor=factor, **asked) == pytest.approx(attention, abs=5e-5)


# The current length.


@pytest.mark.parametrize("scaling", ["dynamic-ntk", "longrope"])
def test_a_position_beyond_the_original_context_asks_for_the_length(scaling: str) -> None:
    """Up to the original context none is needed; beyond it no table is made without one."""
    asked = {name: value for name, value in SMALL.items() if name != "seq_len"} | {"scaling": scaling}
    found("inv_freq", positions=[15], **asked)
    with pytest.raises(UsageError) as error:
        found("inv_freq", positions=[0, 16], **asked)
    assert error.value.key == "rotary.length"


@pytest.mark.parametrize("scaling", ["dynamic-ntk", "longrope"])
def test_a_whole_table_sets_the_length(scaling: str) -> None:
    """Computed in parts, a table has one length throughout: that of all its positions."""
    asked = {name: value for name, value in SMALL.items() if name != "seq_len"} | {"scaling": scaling}
    scheme = at_length(Scheme.of("rope", **asked), np.arange(40))
    assert scheme.parameters["seq_len"] == 40
    run = scheme.formula.run(scheme.given(np.arange(3)), ACCURATE)
    expected = found("inv_freq", **{**asked, "seq_len": 40})
    assert np.array_equal(run.values["inv_freq"].to_float64()[0], expected)


@pytest.mark.parametrize(
    ("asked", "positions"),
    [({"scaling": "linear", "factor": 2}, [50]), ({**SMALL, "scaling": "longrope"}, [50]), ({}, [])],
)
def test_a_given_length_or_none_needed_stays(asked: dict[str, Any], positions: list[int]) -> None:
    """What was said is not overwritten, and what does not look at the length gets none."""
    scheme = Scheme.of("rope", **{"d": 8, **asked})
    assert at_length(scheme, np.array(positions, dtype=np.int64)) is scheme


# One formula, every reading.


@pytest.mark.parametrize("scaling", SCALING)
@pytest.mark.parametrize("algebra", [NUMBERS, PROOF], ids=["numbers", "proof"])
def test_plain_numbers_and_fifty_digits_agree(scaling: str, algebra: Algebra) -> None:
    """The same rules in float64 and in 50 digits."""
    scheme = Scheme.of("rope", scaling=scaling, **SMALL)
    given = scheme.given(np.arange(4))
    accurate, other = scheme.formula.run(given, ACCURATE), scheme.formula.run(given, algebra)
    for name in scheme.encoding.results:
        got = np.asarray(other.values[name], dtype=np.float64)
        assert got == pytest.approx(accurate.values[name].to_float64(), rel=1e-12, abs=1e-14), name


@pytest.mark.parametrize("scaling", SCALING)
def test_what_can_be_reached_holds_the_exact_value(scaling: str) -> None:
    """Rounding finely on the way, a person ends near the exact cosine, within an interval around it."""
    scheme = Scheme.of("rope", scaling=scaling, **SMALL)
    given = scheme.given(np.arange(4))
    exact = scheme.formula.run(given, ACCURATE).values["cos"].to_float64()
    reached = scheme.formula.run(given, reachable(3)).values["cos"]
    assert np.all((reached.low <= exact + 1e-15) & (exact - 1e-15 <= reached.high))


@pytest.mark.parametrize("scaling", SCALING)
def test_every_rule_can_be_said(scaling: str) -> None:
    """A person gets each step with its numbers put in, and what is said has the value that was computed."""
    scheme = Scheme.of("rope", scaling=scaling, **SMALL)
    run = scheme.formula.run(scheme.given(np.array([3])), ACCURATE)
    values: dict[str, Any] = {name: value.to_float64() for name, value in run.values.items()}
    for rule in scheme.formula.rules:
        said = scheme.formula.say(rule.name, values, in_words(lambda value: f"{value:.3f}"))
        numbers = np.vectorize(lambda each: each.value, otypes=[float])(said)
        assert numbers == pytest.approx(np.broadcast_to(values[rule.name], numbers.shape), rel=1e-9, abs=1e-9)


@pytest.mark.parametrize(
    ("scaling", "name", "value"),
    [
        ("none", "theta", 500_000),
        ("linear", "factor", 5),
        ("ntk", "factor", 5),
        ("dynamic-ntk", "factor", 5),
        ("dynamic-ntk", "seq_len", 50),
        ("dynamic-ntk", "original_max_position_embeddings", 20),
        ("yarn", "factor", 5),
        ("yarn", "beta_fast", 0.2),
        ("yarn", "beta_slow", 0.01),
        ("yarn", "original_max_position_embeddings", 2048),
        ("yarn", "truncate", False),
        ("yarn", "attn_factor", 2),
        ("yarn", "attention_factor", 2),
        ("yarn-paper", "beta_fast", 2),
        ("yarn-paper", "beta_slow", 0.1),
        ("llama3", "low_freq_factor", 0.1),
        ("llama3", "high_freq_factor", 2),
        ("longrope", "long_factor", [2, 2, 3, 4]),
        ("longrope", "seq_len", 3),
        ("longrope", "factor", 5),
        ("longrope", "attention_factor", 2),
        ("proportional", "factor", 5),
        ("proportional", "partial_rotary_factor", 0.5),
    ],
)
def test_every_parameter_has_an_effect(scaling: str, name: str, value: object) -> None:
    """Changing it changes the cosines somewhere."""
    asked = {**SMALL, "d": 8, "scaling": scaling, "beta_fast": 1.5, "beta_slow": 0.05}
    before = found("cos", positions=[1, 7], **asked)
    after = found("cos", positions=[1, 7], **{**asked, name: value})
    assert not np.allclose(before, after, rtol=1e-9)
