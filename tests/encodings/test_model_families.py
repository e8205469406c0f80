from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.encodings.model_config import read_model
from tests.encodings.model_configs import GEMMA3, LLAMA4, YARN, llama, said, traps
from tests.encodings.test_model_samples import quantities


@pytest.mark.parametrize(
    ("document", "expected"),
    [
        ({"model_type": "gptj", "n_embd": 4096, "n_head": 16, "rotary_dim": 64, "n_positions": 2048}, (256, 64)),
        ({"model_type": "glm", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 10000.0}, (128, 64)),
        ({"model_type": "cohere", "hidden_size": 4096, "num_attention_heads": 32, "rope_theta": 8000000}, (128, 128)),
        ({"model_type": "stablelm", "hidden_size": 2048, "num_attention_heads": 32, "rope_pct": 0.5}, (64, 32)),
    ],
)
def test_families_that_turn_in_another_way(document: dict[str, Any], expected: tuple[int, int]) -> None:
    """The width of a head and of what turns in it, from the family's own names and defaults."""
    (found,) = read_model(document).found
    rotated = 2 * quantities(found, "inv_freq")[0].shape[1]
    assert (found.scheme.d, rotated) == expected
    assert found.scheme.chosen["layout"] == ("halves" if document["model_type"] == "stablelm" else "interleaved")


def test_an_unknown_family_is_assumed_to_be_half_split_and_that_is_said() -> None:
    """Nothing is guessed in silence; a key that says it wins."""
    document = llama(model_type="brand_new")
    assert read_model(document).found[0].scheme.chosen["layout"] == "halves"
    assert "layout-assumed" in traps(document)
    assert "layout-assumed" not in traps({**document, "rope_interleave": True})
    assert read_model({**document, "rope_interleave": True}).found[0].scheme.chosen["layout"] == "interleaved"


def test_a_missing_base_is_the_usual_one_and_that_is_said() -> None:
    """The first files of Llama 2 have none."""
    document = {name: value for name, value in llama().items() if name != "rope_theta"}
    assert read_model(document).found[0].scheme.parameters["theta"] == 10000
    assert "theta-missing" in traps(document)


@pytest.mark.parametrize(
    ("scaling", "sections"),
    [
        ({"type": "mrope", "mrope_section": [16, 24, 24]}, "blocks"),
        ({"type": "mrope", "rope_type": "default", "mrope_section": [16, 24, 24]}, "blocks"),
        ({"rope_type": "default", "mrope_section": [24, 20, 20], "mrope_interleaved": True}, "in-turn"),
    ],
)
def test_sections_make_mrope(scaling: dict[str, Any], sections: str) -> None:
    """Qwen2-VL and Qwen3-VL; text has one number for all three axes."""
    (found,) = read_model(llama(model_type="qwen2_vl", rope_scaling=scaling)).found
    assert found.scheme.encoding.name == "mrope"
    assert found.scheme.chosen["sections"] == sections


@pytest.mark.parametrize(
    ("document", "heads", "most", "form"),
    [
        ({"model_type": "bloom", "hidden_size": 4096, "n_head": 32}, 32, 8, "distance"),
        ({"model_type": "mpt", "d_model": 4096, "n_heads": 32, "attn_config": {"alibi": True}}, 32, 8, "distance"),
        (
            {"model_type": "mpt", "d_model": 64, "n_heads": 4, "attn_config": {"alibi": True, "alibi_bias_max": 16}},
            4,
            16,
            "distance",
        ),
        ({"model_type": "falcon", "hidden_size": 64, "num_attention_heads": 4, "alibi": True}, 4, 8, "falcon"),
        ({"model_type": "RefinedWebModel", "hidden_size": 64, "n_head": 4, "alibi": True}, 4, 8, "falcon"),
    ],
)
def test_alibi_of_every_family(document: dict[str, Any], heads: int, most: int, form: str) -> None:
    """BLOOM always, MPT in attn_config, Falcon as a switch and in bfloat16."""
    (found,) = read_model(document).found
    assert found.scheme.encoding.name == "alibi"
    assert (found.scheme.parameters["n_heads"], found.scheme.parameters["alibi_bias_max"]) == (heads, most)
    assert found.scheme.chosen["form"] == form
    assert ("falcon" in traps(document)) == (form == "falcon")
    assert ("alibi-max" in traps(document)) == (most != 8)


def test_falcon_without_alibi_turns() -> None:
    """The same family, the other switch."""
    document = {"model_type": "falcon", "hidden_size": 8192, "num_attention_heads": 128, "alibi": False}
    assert read_model(document).found[0].scheme.encoding.name == "rope"


@pytest.mark.parametrize(
    ("document", "rows", "offset", "trap"),
    [
        ({"model_type": "gpt2", "n_embd": 768, "n_positions": 1024, "n_ctx": 1024}, 1024, 0, "limit"),
        ({"model_type": "bert", "hidden_size": 768, "max_position_embeddings": 512}, 512, 0, "limit"),
        ({"model_type": "opt", "hidden_size": 768, "max_position_embeddings": 2048}, 2050, 2, "counted-on"),
        ({"model_type": "bart", "d_model": 1024, "max_position_embeddings": 1024}, 1026, 2, "counted-on"),
        (
            {"model_type": "roberta", "hidden_size": 768, "max_position_embeddings": 514, "pad_token_id": 1},
            514,
            2,
            "after-padding",
        ),
        ({"model_type": "xlm-roberta", "hidden_size": 768, "max_position_embeddings": 514}, 514, 2, "after-padding"),
    ],
)
def test_trained_tables_and_where_they_begin(document: dict[str, Any], rows: int, offset: int, trap: str) -> None:
    """Rows, the row of the first token and the last position."""
    (found,) = read_model(document).found
    assert (found.scheme.parameters["rows"], found.scheme.parameters["offset"]) == (rows, offset)
    assert trap in traps(document)
    last = rows - offset - 1
    assert quantities(found, "id", positions=[0, last])[0].ravel().tolist() == [offset, rows - 1]


@pytest.mark.parametrize(
    ("more", "parts"),
    [
        ({}, ("encoder", "decoder")),
        ({"is_encoder_decoder": False}, ("encoder",)),
        ({"is_encoder_decoder": False, "is_decoder": True}, ("decoder",)),
    ],
)
def test_t5_with_and_without_a_decoder(more: dict[str, Any], parts: tuple[str, ...]) -> None:
    """An encoder looks in both directions, and leaves a bucket of the later keys unused."""
    document = {"model_type": "t5", "d_model": 512, "d_kv": 64, "num_heads": 8, "relative_attention_num_buckets": 32}
    document |= more
    assert tuple(each.part for each in read_model(document).found) == parts
    assert ("t5-unused" in traps(document)) == ("encoder" in parts)


def test_mpnet_has_a_table_and_buckets() -> None:
    """Both at once."""
    document = {
        "model_type": "mpnet",
        "hidden_size": 768,
        "num_attention_heads": 12,
        "max_position_embeddings": 514,
        "relative_attention_num_buckets": 32,
    }
    assert [each.scheme.encoding.name for each in read_model(document).found] == ["learned", "t5"]


def test_distilbert_with_sines() -> None:
    """A switch makes its table a fixed one: neighbouring columns, the formula of the paper."""
    document = {"model_type": "distilbert", "dim": 8, "max_position_embeddings": 512, "sinusoidal_pos_embds": True}
    (found,) = read_model(document).found
    assert (found.scheme.encoding.name, found.scheme.d) == ("sinusoidal", 8)
    assert found.scheme.chosen["layout"] == "interleaved"


def test_stretched_sections_are_computed_as_text() -> None:
    """Qwen2.5-VL with YaRN: text has one number for all three axes, so it turns like plain RoPE."""
    document = llama(rope_scaling={**YARN, "mrope_section": [16, 24, 24]}, max_position_embeddings=65536)
    (found,) = read_model(document).found
    (plain,) = read_model(llama(rope_scaling=YARN, max_position_embeddings=65536)).found
    assert "mrope-scaled" in said(document)
    assert np.array_equal(quantities(found, "inv_freq")[0], quantities(plain, "inv_freq")[0])


def test_equal_magnitudes_of_both_lists_are_the_attention_factor() -> None:
    """Phi-3.5-MoE writes one for each list."""
    lists = {"short_factor": [1] * 64, "long_factor": [2] * 64, "short_mscale": 1.25, "long_mscale": 1.25}
    document = llama(rope_scaling={"type": "longrope", **lists}, original_max_position_embeddings=4096)
    (found,) = read_model(document).found
    assert float(quantities(found, "attention_factor")[0].ravel()[0]) == 1.25
    assert "mscale-lists" in said(document)


def test_bert_with_relative_keys() -> None:
    """Transformers 4: 2 · 512 − 1 distances, counted from the key."""
    document = {
        "model_type": "bert",
        "hidden_size": 64,
        "num_attention_heads": 4,
        "max_position_embeddings": 8,
        "position_embedding_type": "relative_key",
    }
    (found,) = read_model(document).found
    assert found.scheme.encoding.name == "shaw"
    assert quantities(found, "index", positions=range(3))[0][0].tolist() == [[7, 6, 5], [8, 7, 6], [9, 8, 7]]


def test_cohere2_turns_in_sliding_layers_only() -> None:
    """No key says so; layer types come from the file, from a pattern, or every fourth is a full one."""
    document = llama(model_type="cohere2", num_hidden_layers=8)
    types = ["sliding_attention", "full_attention"] * 4
    for more, still in (
        ({}, (3, 7)),
        ({"sliding_window_pattern": 2}, (1, 3, 5, 7)),
        ({"layer_types": types}, (1, 3, 5, 7)),
    ):
        turning, without = read_model({**document, **more}).found
        assert (turning.scheme.encoding.name, without.scheme.encoding.name) == ("rope", "nope")
        assert without.layers == still
    assert "sliding-only" in traps(document)


def test_modernbert_turns_whatever_it_has_from_bert() -> None:
    """It says "absolute" and means nothing by it; its first layer is a full one."""
    document = {"model_type": "modernbert", "hidden_size": 768, "num_attention_heads": 12, "num_hidden_layers": 7}
    document |= {"global_rope_theta": 160000.0, "local_rope_theta": 10000.0, "global_attn_every_n_layers": 3}
    full, sliding = read_model({**document, "position_embedding_type": "absolute"}).found
    assert (full.layers, full.scheme.parameters["theta"]) == ((0, 3, 6), 160000)
    assert (sliding.layers, sliding.scheme.parameters["theta"]) == ((1, 2, 4, 5), 10000)


def test_a_way_of_turning_that_no_layer_has_is_left_out() -> None:
    """A model cut down to layers of one type keeps the parameters of the other."""
    parameters = {
        name: {"rope_type": "default", "rope_theta": 10000.0} for name in ("full_attention", "sliding_attention")
    }
    document = llama(num_hidden_layers=2, layer_types=["sliding_attention"] * 2, rope_parameters=parameters)
    del document["rope_theta"]
    assert [each.layers for each in read_model(document).found] == [(0, 1)]


def test_esm_turns_only_where_it_says_so() -> None:
    """The same family has trained tables and rotations."""
    document = llama(model_type="esm", position_embedding_type="rotary")
    assert read_model(document).found[0].scheme.encoding.name == "rope"
    document = llama(model_type="esm", position_embedding_type="absolute")
    assert read_model(document).found[0].scheme.encoding.name == "learned"


def test_gemma4_turns_a_quarter_of_its_wide_heads() -> None:
    """Full layers have heads of their own width; the sentence counts the pairs that turn."""
    inner = {"rope_type": "proportional", "partial_rotary_factor": 0.25, "rope_theta": 1000000.0}
    document = llama(model_type="gemma4_text", head_dim=256, global_head_dim=512, num_hidden_layers=2)
    del document["rope_theta"]
    parameters = {"full_attention": inner, "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0}}
    full, sliding = read_model({**document, "rope_parameters": parameters}).found
    assert (full.scheme.d, sliding.scheme.d) == (512, 256)
    assert (full.said.values["rotated"], full.said.values["pairs"]) == (128, 64)
    assert np.count_nonzero(quantities(full, "inv_freq")[0]) == 64


def test_keys_about_positions_that_are_not_understood_are_named() -> None:
    """Only those about positions, with their place; whatever stands in the scaling is one of them."""
    document = llama(
        rope_scaling={"type": "linear", "factor": 4, "wobble": 3},
        rope_ratio=2,
        max_relative_positions=64,
        vocab_size=5,
        routed_scaling_factor=2.5,
    )
    assert read_model(document).unknown == ("rope_scaling.wobble", "rope_ratio", "max_relative_positions")
    assert "rope_ratio" in read_model(document).notices[-1].text("de")


def test_the_part_of_a_multimodal_model_is_named() -> None:
    """What stands beside it is no riddle."""
    assert "part" in said(GEMMA3)
    assert "part" in said(LLAMA4)
    assert "no-rope-name" in traps(LLAMA4)
