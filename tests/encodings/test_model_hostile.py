from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.model_config import read_model
from posenc_cli.errors import PosencError
from posenc_cli.files.jsonfile import Number, parse_json
from posenc_cli.i18n import text
from tests.encodings.model_configs import GEMMA3, LLAMA4, YARN, llama


def refused(document: Any) -> PosencError:  # noqa: ANN401
    """The error of a document, which can be said in both languages in one line."""
    with pytest.raises(PosencError) as error:
        read_model(document)
    for language in ("de", "en"):
        key = error.value.key if "." in error.value.key else f"errors.{error.value.key}"
        sentence = text(language, key, **error.value.values)
        assert "\n" not in sentence
        assert len(sentence) < 400
    return error.value


@pytest.mark.parametrize(
    ("document", "key"),
    [
        ([], "model.no-object"),
        ("llama", "model.no-object"),
        (None, "model.no-object"),
        ({}, "model.nothing"),
        ({"model_type": "mamba", "hidden_size": 64}, "model.nothing"),
        ({"model_type": 7}, "model.text"),
        ({"model_type": "llama"}, "model.missing"),
        (llama(hidden_size=None), "model.missing"),
        (llama(hidden_size="4096"), "model.whole"),
        (llama(hidden_size=4096.5), "model.whole"),
        (llama(hidden_size=-1), "model.whole"),
        (llama(hidden_size=True), "model.whole"),
        (llama(hidden_size=10**30), "model.whole"),
        (llama(hidden_size=[4096]), "model.whole"),
        (llama(hidden_size=10**400), "model.whole"),
        (llama(model_type="cohere2", num_hidden_layers=None), "model.missing"),
        (
            llama(
                rope_scaling={
                    "type": "longrope",
                    "short_factor": [1] * 64,
                    "long_factor": [2] * 64,
                    "short_mscale": 1.1,
                    "long_mscale": 1.2,
                }
            ),
            "model.mscale-lists",
        ),
        (
            llama(rope_scaling={**YARN, "factor": None}, max_position_embeddings=None),
            "model.missing",
        ),
        (
            {
                "model_type": "x",
                "hidden_size": 64,
                "num_attention_heads": 4,
                "position_embedding_type": "relative_key",
            },
            "model.missing",
        ),
        (llama(num_attention_heads=0), "model.whole"),
        (llama(num_attention_heads=33), "model.heads"),
        (llama(head_dim=10**9), "model.whole"),
        (llama(head_dim=3), "model.odd"),
        (llama(head_dim=1), "model.odd"),
        (llama(rope_theta=float("nan")), "model.number"),
        (llama(rope_theta=float("inf")), "model.number"),
        (llama(rope_theta=1), "model.number"),
        (llama(rope_theta=-10000), "model.number"),
        (llama(rope_theta={"rope_theta": 1}), "model.number"),
        (llama(rope_theta=Number("1e309")), "model.number"),
        (llama(rope_scaling=[1, 2]), "model.table"),
        (llama(rope_scaling="yarn"), "model.table"),
        (llama(rope_scaling={"type": "warp", "factor": 2}), "model.scaling"),
        (llama(rope_scaling={"type": ["yarn"]}), "model.text"),
        (llama(rope_scaling={"type": "yarn", "original_max_position_embeddings": 0, "factor": 2}), "model.whole"),
        (llama(rope_scaling={**YARN, "factor": 0}), "model.number"),
        (llama(rope_scaling={**YARN, "factor": "sixteen"}), "model.number"),
        (llama(rope_scaling={**YARN, "beta_fast": 1, "beta_slow": 32}), "rotary.bands"),
        (llama(rope_scaling={**YARN, "truncate": "no"}), "model.switch"),
        (llama(rope_scaling={"type": "linear"}), "model.missing"),
        (llama(rope_scaling={"type": "llama3", "factor": 8}), "model.missing"),
        (llama(rope_scaling={"type": "longrope", "short_factor": [1], "long_factor": [1]}), "rotary.lists"),
        (llama(rope_scaling={"type": "longrope", "short_factor": [], "long_factor": [1]}), "model.numbers"),
        (llama(rope_scaling={"type": "longrope", "short_factor": [0] * 64, "long_factor": [1]}), "model.numbers"),
        (llama(rope_scaling={"type": "longrope", "short_factor": ["x"] * 64}), "model.numbers"),
        (llama(rope_scaling={"type": "longrope", "short_factor": [1] * 10**6}), "model.numbers"),
        (llama(rope_scaling={"type": "longrope"}), "model.missing"),
        (llama(rope_scaling={"type": "dynamic", "factor": 2}, max_position_embeddings=None), "model.missing"),
        (llama(rope_scaling={"type": "yarn", "factor": 2}, max_position_embeddings=None), "model.missing"),
        (llama(rope_scaling=YARN, head_dim=96, partial_rotary_factor=0.35), "model.odd"),
        (llama(rope_scaling={"type": "ntk", "factor": 2}, head_dim=2), "width-too-small"),
        (llama(rope_scaling={"type": "ntk", "factor": 2}, rotary_dim=2), "rotary.stretch-width"),
        (llama(partial_rotary_factor=2), "model.number"),
        (llama(partial_rotary_factor=0), "model.rotated"),
        (llama(rotary_dim=4000), "model.rotated"),
        (llama(rope_scaling=YARN, rope_parameters=YARN), "model.twice"),
        (llama(no_rope_layers=[1, 0]), "model.no-rope"),
        (llama(no_rope_layers=[2] * 32), "model.no-rope"),
        (llama(no_rope_layers="all"), "model.numbers"),
        (llama(no_rope_layer_interval=0), "model.whole"),
        (llama(no_rope_layer_interval=4, num_hidden_layers=None), "model.missing"),
        (llama(num_hidden_layers=10**9, no_rope_layer_interval=2), "model.whole"),
        (llama(layer_types=7, rope_parameters={"full_attention": {}}), "model.texts"),
        (llama(rope_scaling={"mrope_section": [16, 24, 23]}), "rotary.sections"),
        ({"model_type": "bloom", "hidden_size": 64, "n_head": 10**6}, "model.whole"),
        ({"model_type": "mpt", "d_model": 64, "n_heads": 4, "attn_config": 3}, "model.table"),
        ({"model_type": "falcon", "hidden_size": 64, "n_head": 4, "alibi": "yes"}, "model.switch"),
        ({"model_type": "t5", "d_model": 8, "num_heads": 2, "relative_attention_num_buckets": 3}, "bias.buckets"),
        (
            {"model_type": "t5", "d_model": 8, "num_heads": 2, "relative_attention_max_distance": 2},
            "bias.max-distance",
        ),
        ({"model_type": "t5", "d_model": 8, "num_heads": 2, "relative_attention_num_buckets": 10**9}, "model.whole"),
        ({"model_type": "opt", "hidden_size": 8}, "model.missing"),
        ({"model_type": "opt", "hidden_size": 8, "max_position_embeddings": -3}, "model.whole"),
        ({"model_type": "roberta", "hidden_size": 8, "max_position_embeddings": 2}, "model.rows"),
        ({"text_config": 7}, "model.table"),
        ({"text_config": {"text_config": {"text_config": {"model_type": "x"}}}}, "model.nothing"),
    ],
)
def test_a_hostile_configuration_gives_one_clear_sentence(document: Any, key: str) -> None:  # noqa: ANN401
    """The right sentence, in both languages."""
    assert refused(document).key == key


def test_numbers_keep_their_place_in_the_sentence() -> None:
    """A person finds the key: its place is named, and what stands there."""
    error = refused({"text_config": llama(rope_scaling={"type": "linear", "factor": -2})})
    assert error.values["key"] == "text_config.rope_scaling.factor"
    assert error.values["given"] == "-2"


@pytest.mark.parametrize(
    ("written", "shown"),
    [
        ('"64"', '"64"'),
        ("[1, 2.50]", "[1, 2.50]"),
        ('[{"a": "x\\n"}, null, true]', '[{"a": "x\\n"}, null, true]'),
        ("[[[[[[1]]]]]]", "[[[[…]]]]"),
        ('{"a": {"b": 1}}', '{"a": {"b": 1}}'),
        (f"[{'1, ' * 10**5}1]", "[" + "1, " * 12 + "1,…"),
    ],
)
def test_what_stands_there_is_shown_as_it_was_written(written: str, shown: str) -> None:
    """Quotes, which may be all that is wrong, and numbers in lists without any."""
    document = parse_json(f'{{"model_type": "llama", "hidden_size": {written}}}', path="config.json")
    assert refused(document).values["given"] == shown


def test_configurations_as_parsed_and_as_plain_numbers_say_the_same() -> None:
    """Numbers may be the text that stands in the file, or Python's own."""
    import json

    for document in (GEMMA3, LLAMA4, llama(rope_scaling=YARN)):
        parsed = parse_json(json.dumps(document), path="config.json")
        assert isinstance(parsed, dict)
        assert [each.text("en") for each in read_model(parsed).notices] == [
            each.text("en") for each in read_model(document).notices
        ]


def test_a_document_that_contains_itself_ends() -> None:
    """No file can hold one, a Python caller can."""
    document: dict[str, Any] = llama()
    document["rope_extra"] = document
    assert read_model(document).found
    document["text_config"] = document
    assert refused(document).key == "model.deep"


_SCALARS = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-(10**20), 10**20),
    st.integers(0, 200),
    st.floats(),
    st.sampled_from(["yarn", "linear", "llama3", "longrope", "su", "dynamic", "ntk", "proportional", "mrope", "x"]),
)
_VALUES = st.one_of(
    _SCALARS, st.lists(_SCALARS, max_size=4), st.dictionaries(st.text(max_size=3), _SCALARS, max_size=2)
)
_INNER = st.dictionaries(
    st.sampled_from(
        [
            "type",
            "rope_type",
            "factor",
            "original_max_position_embeddings",
            "beta_fast",
            "beta_slow",
            "truncate",
            "mscale",
            "mscale_all_dim",
            "attention_factor",
            "attn_factor",
            "short_factor",
            "long_factor",
            "low_freq_factor",
            "high_freq_factor",
            "alpha",
            "mrope_section",
            "partial_rotary_factor",
            "rope_theta",
            "full_attention",
            "sliding_attention",
            "short_mscale",
            "long_mscale",
        ]
    ),
    _VALUES,
)
_TYPES = "llama gpt_neox gptj bloom mpt falcon t5 mpnet opt roberta gpt2 smollm3 llama4_text glm other".split()  # noqa: SIM905
_OUTER = st.dictionaries(
    st.sampled_from(
        [
            "hidden_size",
            "num_attention_heads",
            "head_dim",
            "max_position_embeddings",
            "rope_theta",
            "rotary_pct",
            "rotary_dim",
            "alibi",
            "attn_config",
            "relative_attention_num_buckets",
            "relative_attention_max_distance",
            "no_rope_layers",
            "layer_types",
            "no_rope_layer_interval",
            "num_hidden_layers",
            "qk_rope_head_dim",
            "pad_token_id",
            "position_embedding_type",
            "text_config",
            "rope_local_base_freq",
            "sliding_window_pattern",
            "original_max_position_embeddings",
            "is_encoder_decoder",
        ]
    ),
    _VALUES,
    max_size=4,
)


@settings(max_examples=300, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(model_type=st.sampled_from(_TYPES), outer=_OUTER, inner=st.one_of(_VALUES, _INNER), newer=st.booleans())
def test_any_configuration_is_read_or_refused(
    model_type: str,
    outer: dict[str, Any],
    inner: Any,  # noqa: ANN401
    newer: bool,
) -> None:
    """Whatever stands in a file: encodings whose numbers are finite, or an error of posenc; no warning, no crash."""
    usual = {"hidden_size": 64, "num_attention_heads": 4, "max_position_embeddings": 64, "num_hidden_layers": 4}
    document = {"model_type": model_type, **usual, **outer, "rope_parameters" if newer else "rope_scaling": inner}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        try:
            read = read_model(document)
        except PosencError:
            refused(document)
            return
        for each in read.found:
            positions = each.scheme.rows(1)
            run = each.scheme.formula.run(each.scheme.given(positions), ACCURATE)
            for name in each.scheme.encoding.results:
                assert np.isfinite(run.values[name].to_float64()).all()
    assert all(notice.text("de") and notice.text("en") for notice in read.notices)
