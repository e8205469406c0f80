from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, Algebra, in_words, reachable
from posenc_cli.encodings.rope_scaling import SCALING, at_length
from posenc_cli.encodings.rotate import rotate
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError

LLAMA31: dict[str, Any] = {
    "d": 128,
    "theta": 500_000,
    "scaling": "llama3",
    "factor": 8,
    "original_max_position_embeddings": 8192,
}
QWEN: dict[str, Any] = {"d": 128, "theta": 1_000_000, "factor": 4, "original_max_position_embeddings": 32768}
SMALL: dict[str, Any] = {
    "d": 8,
    "factor": 4,
    "original_max_position_embeddings": 16,
    "seq_len": 40,
    "short_factor": [1, 1.5, 2, 2.5],
    "long_factor": [1, 2, 3, 4],
    "partial_rotary_factor": 1,
}


def found(*names: str, positions: Any = (0,), **asked: Any) -> Any:  # noqa: ANN401
    """Quantities of RoPE as float64, one or several."""
    scheme = Scheme.of("rope", **asked)
    run = scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE)
    values = [np.squeeze(run.values[name].to_float64()) for name in names]
    return values[0] if len(names) == 1 else values


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


# Traps: what has gone wrong in real code.


def test_trap_ntk_takes_an_exponent() -> None:
    """The slowest pair is divided by exactly the factor, the fastest is kept; theta times factor is not that."""
    plain = found("inv_freq", d=64)
    stretched = found("inv_freq", d=64, scaling="ntk", factor=4)
    without_exponent = found("inv_freq", d=64, theta=40_000)
    assert stretched[0] == 1
    assert stretched[-1] == pytest.approx(plain[-1] / 4, rel=1e-14)
    assert without_exponent[-1] != pytest.approx(plain[-1] / 4, rel=1e-3)


def test_trap_dynamic_ntk_does_nothing_up_to_the_original_length() -> None:
    """At exactly the limit nothing is scaled, one position later something is."""
    asked: dict[str, Any] = {"d": 16, "scaling": "dynamic-ntk", "factor": 2, "original_max_position_embeddings": 4096}
    plain = found("inv_freq", d=16)
    assert np.array_equal(found("inv_freq", seq_len=4096, **asked), plain)
    assert found("inv_freq", seq_len=4097, **asked)[-1] < plain[-1]


def test_trap_dynamic_ntk_is_switched_off_by_a_raised_limit() -> None:
    """Without an original length max_position_embeddings is one, as in transformers; raised, it ends scaling."""
    asked: dict[str, Any] = {"d": 16, "scaling": "dynamic-ntk", "factor": 2, "seq_len": 8192}
    plain = found("inv_freq", d=16)
    assert found("inv_freq", max_position_embeddings=4096, **asked)[-1] < plain[-1]
    assert np.array_equal(found("inv_freq", max_position_embeddings=8192, **asked), plain)
    both = found("inv_freq", max_position_embeddings=8192, original_max_position_embeddings=4096, **asked)
    assert both[-1] < plain[-1], "an original length that is given wins"


def test_trap_yarn_of_the_paper_is_another_ramp() -> None:
    """Qwen2.5-7B, pair 32: 0.603 of the frequency by code, 0.352 by paper."""
    plain = found("inv_freq", d=128, theta=1_000_000)
    code = found("inv_freq", scaling="yarn", **QWEN)
    paper = found("inv_freq", scaling="yarn-paper", **QWEN)
    assert code[32] / plain[32] == pytest.approx(0.603, abs=5e-4)
    assert paper[32] / plain[32] == pytest.approx(0.352, abs=5e-4)
    apart = np.abs(code - paper) / np.maximum(code, paper)
    assert apart.max() == pytest.approx(0.42, abs=5e-3)


def test_trap_llama3_is_the_ramp_of_the_yarn_paper_with_one_and_four() -> None:
    """The same frequencies, and no attention factor."""
    asked = {name: value for name, value in LLAMA31.items() if name != "scaling"}
    paper = found("inv_freq", scaling="yarn-paper", beta_slow=1, beta_fast=4, **asked)
    inv_freq, factor = found("inv_freq", "attention_factor", **LLAMA31)
    assert np.array_equal(paper, inv_freq)
    assert factor == 1


def test_llama31_keeps_29_pairs_blends_6_and_divides_29() -> None:
    """Llama-3.1-8B."""
    ramp = found("ramp", **LLAMA31)
    counts = [int(np.sum(ramp == 0)), int(np.sum((ramp > 0) & (ramp < 1))), int(np.sum(ramp == 1))]
    assert counts == [29, 6, 29]


def test_trap_attention_factor_replaces_and_attn_factor_multiplies() -> None:
    """Two names that differ by a few letters."""
    asked = {"scaling": "yarn", **QWEN}
    computed = found("attention_factor", **asked)
    assert found("attention_factor", attention_factor=1.5, **asked) == 1.5
    assert found("attention_factor", attention_factor=0, **asked) == 0, "zero is a value, not an absence"
    assert found("attention_factor", attn_factor=1.5, **asked) == pytest.approx(1.5 * computed, rel=1e-15)
    assert found("attention_factor", attn_factor=2, attention_factor=1.5, **asked) == 1.5


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ({"mscale": 1, "mscale_all_dim": 1}, 1.0),
        ({"mscale": 0.707, "mscale_all_dim": 0.707}, 1.0),
        ({"mscale": 1, "mscale_all_dim": 0}, 1.1386294361119891),
        ({"mscale": 0.5}, 1.1386294361119891),
        ({"mscale_all_dim": 0.5}, 1.1386294361119891),
        ({"mscale": 1, "mscale_all_dim": 0.5}, 1.1386294361119891 / 1.0693147180559945),
    ],
)
def test_trap_mscale_counts_only_beside_mscale_all_dim(given: dict[str, float], expected: float) -> None:
    """A zero counts as absent, and one of the two alone means nothing; equal values give exactly 1."""
    asked = {"scaling": "yarn", **QWEN, **given}
    assert found("attention_factor", **asked) == pytest.approx(expected, rel=1e-15)


@pytest.mark.parametrize("scaling", ["yarn", "longrope"])
def test_trap_scores_carry_the_square_of_the_attention_factor_in_rotated_columns_only(scaling: str) -> None:
    """Query and key are both multiplied by it; columns that do not rotate are left alone."""
    asked = {**SMALL, "d": 16, "rotary_dim": 8, "scaling": scaling}
    asked.pop("partial_rotary_factor")
    scheme, unit = Scheme.of("rope", attention_factor=1.5, **asked), Scheme.of("rope", attention_factor=1, **asked)
    vectors = np.random.default_rng(1).normal(size=(2, 16))
    q, k = rotate(scheme, [3, 7], vectors)
    q1, k1 = rotate(unit, [3, 7], vectors)
    assert q[:8] @ k[:8] == pytest.approx(1.5**2 * (q1[:8] @ k1[:8]))
    assert np.array_equal(np.stack([q, k])[:, 8:], vectors[:, 8:])


def test_trap_truncation_moves_the_ramp() -> None:
    """Without truncation the ramp keeps its fractional ends (gpt-oss), which gives other frequencies."""
    asked: dict[str, Any] = {"d": 64, "theta": 150_000, "scaling": "yarn", "factor": 32}
    asked["original_max_position_embeddings"] = 4096
    low, high = found("low", "high", truncate=False, **asked)
    assert (low % 1, high % 1) != (0, 0)
    assert not np.array_equal(found("inv_freq", truncate=False, **asked), found("inv_freq", **asked))


@pytest.mark.parametrize("scaling", ["yarn", "yarn-paper", "llama3", "longrope"])
def test_trap_the_original_length_is_never_guessed(scaling: str) -> None:
    """max_position_embeddings in its place would move the whole band; it must be written."""
    asked = {**SMALL, "scaling": scaling, "max_position_embeddings": 64}
    asked.pop("original_max_position_embeddings")
    with pytest.raises(UsageError) as error:
        found("inv_freq", **asked)
    assert error.value.key == "compute.parameter-missing"
    assert error.value.values["name"] == "original_max_position_embeddings"


def test_trap_longrope_at_exactly_the_limit_is_short() -> None:
    """The long list begins one position later, and the attention factor holds for both."""
    asked = {**SMALL, "scaling": "longrope"}
    asked.pop("seq_len")
    plain = found("inv_freq", d=8)
    at_limit, factor = found("inv_freq", "attention_factor", seq_len=16, **asked)
    beyond, same_factor = found("inv_freq", "attention_factor", seq_len=17, **asked)
    assert at_limit * asked["short_factor"] == pytest.approx(plain)
    assert beyond * asked["long_factor"] == pytest.approx(plain)
    assert factor == same_factor == pytest.approx(np.sqrt(1 + np.log(4) / np.log(16)))


@pytest.mark.parametrize(
    ("given", "factor"),
    [({"factor": 2}, 2), ({}, 4), ({"max_position_embeddings": 8}, 1)],
)
def test_trap_longrope_takes_its_factor_from_the_lengths_unless_it_is_given(
    given: dict[str, Any], factor: float
) -> None:
    """The quotient max / original counts where no factor stands (transformers 5); it is never below 1."""
    asked = {**SMALL, "scaling": "longrope", "max_position_embeddings": 64}
    asked.pop("factor")
    attention = found("attention_factor", **{**asked, **given})
    assert attention == pytest.approx(np.sqrt(1 + np.log(factor) / np.log(16)))


def test_trap_partial_rotation_has_its_exponent_over_the_rotated_width() -> None:
    """A quarter of 64 columns is RoPE of width 16, not the first pairs of RoPE of width 64."""
    partial = found("inv_freq", d=64, partial_rotary_factor=0.25)
    assert np.array_equal(partial, found("inv_freq", d=16))
    assert not np.allclose(partial[1:], found("inv_freq", d=64)[1:8])


def test_trap_proportional_has_its_exponent_over_the_head() -> None:
    """Gemma 4 is the other way: the first pairs of the whole head, the rest stand still but still exist."""
    asked: dict[str, Any] = {"d": 64, "scaling": "proportional", "partial_rotary_factor": 0.25}
    inv_freq = found("inv_freq", **asked)
    assert np.array_equal(inv_freq[:8], found("inv_freq", d=64)[:8])
    assert np.array_equal(inv_freq[8:], np.zeros(24))
    assert np.array_equal(found("inv_freq", factor=2, **asked), inv_freq / 2)


@pytest.mark.parametrize("asked", [{"d": 96, "partial_rotary_factor": 0.35}, {"d": 8, "rotary_dim": 3}, {"d": 3}])
def test_trap_an_odd_rotated_width_is_refused(asked: dict[str, Any]) -> None:
    """In transformers 33 columns become 34 in silence; here it is said."""
    with pytest.raises(UsageError) as error:
        found("inv_freq", **asked)
    assert error.value.key == "rotary.width"


def test_trap_a_share_and_a_width_that_differ_are_refused() -> None:
    """Neither of the two wins in silence."""
    assert len(found("inv_freq", d=64, rotary_dim=16, partial_rotary_factor=0.25)) == 8
    with pytest.raises(UsageError) as error:
        found("inv_freq", d=64, rotary_dim=32, partial_rotary_factor=0.25)
    assert error.value.key == "rotary.shares"


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
