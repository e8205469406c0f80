from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.model_config import read_model
from posenc_cli.files.configs import read_config
from tests.encodings.model_configs import GEMMA3, LLAMA4, llama

ROOT = Path(__file__).resolve().parents[2]
SAMPLES = sorted((ROOT / "samples" / "models").glob("*.json"))


def sample(name: str) -> Any:  # noqa: ANN401
    """What a sample says."""
    return read_model(read_config(ROOT / "samples" / "models" / f"{name}.json")[0])


def case(file: str, name: str) -> dict[str, Any]:
    """One reference case."""
    cases = json.loads((ROOT / "tests" / "reference" / f"{file}.json").read_text(encoding="utf-8"))
    return next(each for each in cases if each["case"] == name)


def quantities(found: Any, *names: str, positions: Any = (0,)) -> list[Any]:  # noqa: ANN401
    """What one encoding of a model computes, float64."""
    run = found.scheme.formula.run(found.scheme.given(np.asarray(positions)), ACCURATE)
    return [run.values[name].to_float64() for name in names]


def test_there_are_ten_samples() -> None:
    """As many as the README says."""
    assert len(SAMPLES) == 10


@pytest.mark.parametrize("path", SAMPLES, ids=lambda path: path.stem)
def test_every_sample_is_understood_whole(path: Path) -> None:
    """Each gives an encoding, has no riddle about positions, and every sentence can be said in both languages."""
    read = read_model(read_config(path)[0])
    assert read.found
    assert read.unknown == ()
    for language in ("de", "en"):
        assert all(notice.text(language) for notice in read.notices)


@pytest.mark.parametrize(
    ("name", "file", "of"),
    [
        ("llama-3.1-8b", "rope_llama3", "llama3.1_8b"),
        ("qwen2.5-7b-yarn", "rope_yarn", "qwen2.5_7b"),
        ("deepseek-v3", "rope_yarn", "deepseek_v3"),
        ("gpt-oss-20b", "rope_yarn", "gpt_oss"),
        ("phi-3-mini-128k", "rope_longrope", "short_d96"),
        ("phi-3-mini-128k", "rope_longrope", "long_d96"),
    ],
)
def test_samples_give_the_frequencies_of_transformers(name: str, file: str, of: str) -> None:
    """Inverse frequencies and attention factors are those that transformers computes from the same parameters."""
    from posenc_cli.encodings.rope_scaling import at_length

    expected = case(file, of)
    (found,) = sample(name).found
    length = expected["params"].get("seq_len", 1)
    found = type(found)(at_length(found.scheme, np.asarray([length - 1])), found.said)
    inv_freq, factor = quantities(found, "inv_freq", "attention_factor")
    assert inv_freq[0] == pytest.approx(expected["expected"], abs=expected["atol"], rel=expected["rtol"])
    assert float(factor.ravel()[0]) == pytest.approx(expected["expected_attention_factor"], rel=1e-12)


def test_gpt_neox_turns_a_quarter_as_transformers_does() -> None:
    """24 of 96 columns, half-split within these 24."""
    from posenc_cli.encodings.rotate import rotate

    expected = case("rope", "neox_half_d96_pct0.25")
    (found,) = sample("gpt-neox-20b").found
    turned = rotate(found.scheme, expected["params"]["positions"], expected["params"]["q"])
    assert turned == pytest.approx(np.asarray(expected["expected"]), abs=expected["atol"])
    assert quantities(found, "inv_freq")[0].shape == (1, 12)


def test_smollm3_turns_in_three_of_four_layers() -> None:
    """1 in no_rope_layers means that the layer turns."""
    turning, still = sample("smollm3-3b").found
    assert turning.scheme.encoding.name == "rope"
    assert still.scheme.encoding.name == "nope"
    assert still.layers == tuple(range(3, 36, 4))
    assert sorted((*turning.layers, *still.layers)) == list(range(36))
    expected = 5e6 ** (-np.arange(64) / 64)
    assert quantities(turning, "inv_freq")[0][0] == pytest.approx(expected, rel=1e-14)


def test_bloom_has_the_slopes_of_112_heads() -> None:
    """64 slopes as for 64 heads, then every other one of 128."""
    (found,) = sample("bloom-176b").found
    slopes = quantities(found, "slope")[0].ravel()
    expected = [2 ** (-8 * h / 64) for h in range(1, 65)] + [2 ** (-4 * (2 * t + 1) / 64) for t in range(48)]
    assert slopes == pytest.approx(expected, rel=1e-15)


def test_t5_has_both_directions_in_the_encoder_and_one_in_the_decoder() -> None:
    """The buckets change where the specification says; the distance 128 is the default."""
    encoder, decoder = sample("t5-small").found
    assert (encoder.part, decoder.part) == ("encoder", "decoder")
    both, past = (quantities(each, "bucket", positions=range(130))[0][0, :, :] for each in (encoder, decoder))
    steps = [m for m in range(1, 130) if both[m, 0] != both[m - 1, 0]]
    assert steps == [*range(1, 9), 12, 16, 23, 32, 46, 64, 91]
    steps = [m for m in range(1, 130) if past[129, 129 - m] != past[129, 130 - m]]
    assert steps == [*range(1, 17), 19, 21, 24, 27, 31, 35, 40, 46, 52, 59, 67, 77, 87, 99, 113]


def test_opt_begins_at_row_two() -> None:
    """2050 rows for 2048 tokens."""
    (found,) = sample("opt-125m").found
    assert quantities(found, "id", positions=[0, 2047])[0].ravel().tolist() == [2, 2049]
    assert found.scheme.d == 768


def test_gemma3_has_two_ways_of_turning() -> None:
    """The nested form: sliding layers with base 10000, full ones with base a million and an eighth of the position."""
    full, sliding = read_model(GEMMA3).found
    assert full.layers == (5, 11)
    assert sliding.layers == (0, 1, 2, 3, 4, 6, 7, 8, 9, 10)
    assert quantities(full, "inv_freq")[0][0] == pytest.approx(1e6 ** (-np.arange(128) / 128) / 8, rel=1e-14)
    assert quantities(sliding, "inv_freq")[0][0] == pytest.approx(1e4 ** (-np.arange(128) / 128), rel=1e-14)
    assert read_model(GEMMA3).unknown == ()


def test_gemma3_of_transformers_4_says_the_same() -> None:
    """rope_local_base_freq beside rope_theta and rope_scaling, and a pattern in place of layer types."""
    text = {
        name: value for name, value in GEMMA3["text_config"].items() if name not in ("rope_parameters", "layer_types")
    }
    text |= {"rope_theta": 1000000, "rope_local_base_freq": 10000, "sliding_window_pattern": 6}
    text["rope_scaling"] = {"rope_type": "linear", "factor": 8}
    old, new = read_model({**GEMMA3, "text_config": text}).found, read_model(GEMMA3).found
    assert [(each.part, each.layers) for each in old] == [(each.part, each.layers) for each in new]
    for first, second in zip(old, new, strict=True):
        assert np.array_equal(quantities(first, "inv_freq")[0], quantities(second, "inv_freq")[0])


def test_llama4_turns_by_neighbours_in_three_of_four_layers() -> None:
    """An empty list means every fourth; equal bands are a step."""
    turning, still = read_model(LLAMA4).found
    assert still.layers == tuple(range(3, 48, 4))
    assert turning.scheme.chosen["layout"] == "interleaved"
    plain = 5e5 ** (-np.arange(64) / 64)
    expected = np.where(plain * 8192 / (2 * np.pi) > 1, plain, plain / 16)
    assert quantities(turning, "inv_freq")[0][0] == pytest.approx(expected, rel=1e-14)


@pytest.mark.parametrize("case_name", ["dyn_below", "dyn_at_limit", "dyn_double"])
def test_dynamic_scaling_takes_the_length_of_the_configuration(case_name: str) -> None:
    """As transformers computes it at lengths below, at and beyond the limit."""
    from posenc_cli.encodings.rope_scaling import at_length

    expected = case("rope_dynamic_ntk", case_name)
    (found,) = read_model(llama(rope_scaling={"type": "dynamic", "factor": 2.0})).found
    scheme = at_length(found.scheme, np.asarray([expected["params"]["seq_len"] - 1]))
    inv_freq = quantities(type(found)(scheme, found.said), "inv_freq")[0]
    assert inv_freq[0] == pytest.approx(expected["expected"], abs=expected["atol"], rel=expected["rtol"])


@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("rope_linear", "factor4_d128"),
        ("rope_linear", "factor2.5_d8"),
        ("rope_yarn", "llama2_7b_64k"),
        ("rope_yarn", "explicit_attention_factor"),
        ("rope_yarn", "partial_half"),
        ("rope_llama3", "llama3.2_1b"),
        ("rope_llama3", "other_bands"),
        ("rope_longrope", "explicit_attention"),
        ("rope_proportional", "d16_part0.25"),
    ],
)
@pytest.mark.parametrize("generation", [4, 5])
def test_reference_parameters_as_a_configuration(file: str, name: str, generation: int) -> None:
    """The parameters of reference cases, written as either generation writes them, give the reference numbers."""
    from posenc_cli.encodings.rope_scaling import at_length

    expected = case(file, name)
    given = dict(expected["params"])
    top = {each: given.pop(each) for each in ("head_dim", "max_position_embeddings")}
    length, theta = given.pop("seq_len", 1), given.pop("rope_theta")
    scaling = {"rope_type": file.removeprefix("rope_"), **given}
    named = {"rope_parameters": {**scaling, "rope_theta": theta}}
    if generation == 4:
        share = {each: scaling.pop(each) for each in ("partial_rotary_factor",) if each in scaling}
        named = {"rope_scaling": scaling, "rope_theta": theta, **share}
    (found,) = read_model({"model_type": "llama", **top, **named}).found
    scheme = at_length(found.scheme, np.asarray([length - 1]))
    inv_freq, factor = quantities(type(found)(scheme, found.said), "inv_freq", "attention_factor")
    assert inv_freq[0] == pytest.approx(expected["expected"], abs=expected["atol"], rel=expected["rtol"])
    assert float(factor.ravel()[0]) == pytest.approx(expected["expected_attention_factor"], rel=1e-12)
