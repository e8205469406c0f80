"""What has gone wrong in real code, each by name."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.encodings.rotate import rotate
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError
from tests.encodings import rotary_witness as witness
from tests.encodings.rope_quantities import LLAMA31, QWEN, SMALL, found


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


def test_trap_llama3_with_equal_bands_is_a_step() -> None:
    """Llama 4 Scout has 1 and 1: pairs that turn more than once are kept, the others divided, none is blended."""
    asked: dict[str, Any] = {"d": 128, "theta": 500_000, "original_max_position_embeddings": 8192}
    plain = found("inv_freq", d=128, theta=500_000)
    ramp, inv_freq = found(
        "ramp", "inv_freq", scaling="llama3", factor=16, low_freq_factor=1, high_freq_factor=1, **asked
    )
    once = plain * 8192 / (2 * np.pi) > 1
    assert np.array_equal(ramp, np.where(once, 0, 1))
    assert 0 < once.sum() < 64
    assert inv_freq == pytest.approx(np.where(once, plain, plain / 16), rel=1e-15)


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


@pytest.mark.parametrize(("original", "low", "high"), [(100_000, 2, 5), (6, 0, 0)])
def test_trap_the_ends_of_the_ramp_of_yarn(original: int, low: float, high: float) -> None:
    """The ramp may end behind the last of four pairs (the bound is D − 1); where both ends meet, nothing is divided."""
    asked: dict[str, Any] = {"d": 8, "scaling": "yarn", "factor": 4, "original_max_position_embeddings": original}
    found_low, found_high, inv_freq = found("low", "high", "inv_freq", **asked)
    assert (found_low, found_high) == (low, high)
    expected, _ = witness.yarn(8, 10_000, 4, original)
    assert inv_freq == pytest.approx([float(w) for w in expected], rel=1e-15)
