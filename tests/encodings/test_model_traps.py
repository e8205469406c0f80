from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.encodings.model_config import read_model
from posenc_cli.encodings.model_reading import Report
from tests.encodings.model_configs import YARN, llama, said, traps
from tests.encodings.test_model_samples import quantities, sample

NOTHING: set[str] = set()


@pytest.mark.parametrize(
    ("scaling", "more", "expected"),
    [
        (None, {}, NOTHING),
        ({"type": "linear", "factor": 4}, {}, {"linear"}),
        ({"rope_type": "linear", "factor": 4}, {}, {"linear", "type-name"}),
        ({"type": "linear", "rope_type": "ntk", "factor": 4}, {}, {"ntk", "two-types"}),
        ({"type": "ntk", "factor": 4}, {}, {"ntk"}),
        ({"type": "dynamic", "factor": 2}, {}, {"dynamic-limit", "dynamic-cache"}),
        (
            {"type": "dynamic", "factor": 2, "original_max_position_embeddings": 2048},
            {},
            {"dynamic-limit", "dynamic-cache", "dynamic-original"},
        ),
        (YARN, {"max_position_embeddings": 65536}, {"yarn-static", "yarn-paper", "square"}),
        (YARN, {}, {"yarn-static", "yarn-paper", "square", "yarn-factor"}),
        ({**YARN, "factor": 1}, {}, {"yarn-static"}),
        (
            {"type": "yarn", "factor": 16},
            {},
            {"yarn-static", "yarn-paper", "square", "yarn-factor", "original-missing"},
        ),
        (
            {**YARN, "attn_factor": 1.5},
            {"max_position_embeddings": 65536},
            {"yarn-static", "yarn-paper", "square", "attn-factor"},
        ),
        (
            {**YARN, "attention_factor": 1.5},
            {"max_position_embeddings": 65536},
            {"yarn-static", "yarn-paper", "square", "attention-factor"},
        ),
        (
            {**YARN, "mscale": 1, "mscale_all_dim": 1},
            {"max_position_embeddings": 65536},
            {"yarn-static", "yarn-paper", "mscale-equal"},
        ),
        (
            {**YARN, "mscale": 1, "mscale_all_dim": 0.5},
            {"max_position_embeddings": 65536},
            {"yarn-static", "yarn-paper", "mscale", "square"},
        ),
        (
            {**YARN, "mscale": 1, "mscale_all_dim": 0},
            {"max_position_embeddings": 65536},
            {"yarn-static", "yarn-paper", "mscale-alone", "square"},
        ),
        (
            {**YARN, "original_max_position_embeddings": 2048},
            {"max_position_embeddings": 65536, "original_max_position_embeddings": 4096},
            {"yarn-static", "yarn-paper", "square", "original-twice"},
        ),
        (
            {"type": "longrope", "short_factor": [1] * 64, "long_factor": [2] * 64},
            {"max_position_embeddings": 32768, "original_max_position_embeddings": 4096},
            {"longrope-limit", "longrope-cache", "square"},
        ),
        (
            {"type": "longrope", "short_factor": [1] * 64, "long_factor": [2] * 64, "factor": 4},
            {"max_position_embeddings": 32768, "original_max_position_embeddings": 4096},
            {"longrope-limit", "longrope-cache", "square", "longrope-factor"},
        ),
        (
            {"type": "longrope", "short_factor": [1] * 64, "long_factor": [2] * 64, "factor": 8},
            {"max_position_embeddings": 32768, "original_max_position_embeddings": 4096},
            {"longrope-limit", "longrope-cache", "square"},
        ),
        (
            {"type": "proportional", "partial_rotary_factor": 0.25},
            {},
            {"proportional"},
        ),
    ],
)
def test_each_scaling_has_its_traps_and_no_others(
    scaling: dict[str, Any] | None, more: dict[str, Any], expected: set[str]
) -> None:
    """A trap is said where a configuration falls into it, and only there."""
    assert traps(llama(rope_scaling=scaling, **more)) - {"pairing-halves"} == expected


def test_truncate_inside_a_layer_type_is_a_trap() -> None:
    """Transformers 5.24 looks one level higher; here it counts."""
    inner = {"rope_type": "yarn", "rope_theta": 150000, "factor": 32.0, "original_max_position_embeddings": 4096}
    document = llama(head_dim=64, max_position_embeddings=131072, layer_types=["full_attention"] * 32)
    nested = {**document, "rope_parameters": {"full_attention": {**inner, "truncate": False}}}
    assert "truncate-nested" in traps(nested)
    (found,) = read_model(nested).found
    (flat,) = sample("gpt-oss-20b").found
    assert np.array_equal(quantities(found, "inv_freq")[0], quantities(flat, "inv_freq")[0])


def test_a_missing_original_length_is_the_promised_one() -> None:
    """As transformers 5 does it, which moves the band; the sentence names the length."""
    missing = llama(rope_scaling={"type": "yarn", "factor": 16})
    written = llama(rope_scaling={"type": "yarn", "factor": 16, "original_max_position_embeddings": 4096})
    first, second = (quantities(read_model(each).found[0], "inv_freq")[0] for each in (missing, written))
    assert np.array_equal(first, second)
    assert any("4096" in each.text("en") and "missing" in each.text("en") for each in read_model(missing).traps)


def test_numbers_in_sentences() -> None:
    """The numbers that a trap names are computed: 42 % at pair 32, the square, DeepSeek's softmax scale."""
    sentences = " ".join(each.text("en") for each in sample("qwen2.5-7b-yarn").traps)
    assert "42 % (pair 32)" in sentences
    assert "square 1.2965" in sentences
    assert "32768 / 32768 = 1" in sentences
    assert "1.8739" in " ".join(each.text("en") for each in sample("deepseek-v3").traps)


def test_an_odd_number_of_columns_is_rounded_as_transformers_does() -> None:
    """0.35 of 96 columns: 17 frequencies with exponents over 33, 34 columns turn."""
    document = llama(head_dim=96, partial_rotary_factor=0.35)
    (found,) = read_model(document).found
    assert quantities(found, "inv_freq")[0][0] == pytest.approx(1e4 ** (-2 * np.arange(17) / 33), rel=1e-14)
    assert found.scheme.parameters["rotary_dim"] == 34
    assert "odd" in traps(document)


def test_an_alpha_in_a_dynamic_scaling_is_the_static_one() -> None:
    """HunYuan: theta times alpha^(D/(D−2)), at every length."""
    document = llama(rope_scaling={"type": "dynamic", "alpha": 1000.0, "factor": 1.0})
    (found,) = read_model(document).found
    theta = 1e4 * 1000 ** (128 / 126)
    assert quantities(found, "inv_freq")[0][0] == pytest.approx(theta ** (-np.arange(64) / 64), rel=1e-13)
    assert "alpha" in said(document)


def test_a_zero_beta_counts_as_absent() -> None:
    """Code writes ``beta_fast or 32``."""
    zero, absent = (llama(rope_scaling={**YARN, **more}) for more in ({"beta_fast": 0, "beta_slow": 0}, {}))
    first, second = (quantities(read_model(each).found[0], "inv_freq")[0] for each in (zero, absent))
    assert np.array_equal(first, second)


def test_a_factor_of_null_is_the_quotient() -> None:
    """transformers: factor None takes max / original."""
    document = llama(rope_scaling={**YARN, "factor": None}, max_position_embeddings=65536)
    assert read_model(document).found[0].scheme.parameters["factor"] == 16
    assert "factor-missing" in traps(document)


def test_what_holds_for_several_layers_is_said_once() -> None:
    """The same sentence with other values is another one."""
    report = Report()
    for factor in (2, 2, 4):
        report.say("extra", key="factor", value=factor)
        report.warn("extra", key="factor", value=factor)
    assert [len(report.said), len(report.traps)] == [2, 2]
