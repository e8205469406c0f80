"""Configurations of models for tests, beside those in ``samples/models``; the numbers are publicly known ones."""

from __future__ import annotations

from typing import Any

from posenc_cli.encodings.model_config import read_model

LLAMA: dict[str, Any] = {
    "model_type": "llama",
    "hidden_size": 4096,
    "num_attention_heads": 32,
    "num_hidden_layers": 32,
    "max_position_embeddings": 4096,
    "rope_theta": 10000.0,
}
YARN: dict[str, Any] = {"type": "yarn", "factor": 16.0, "original_max_position_embeddings": 4096}
GEMMA3: dict[str, Any] = {
    "model_type": "gemma3",
    "vision_config": {"hidden_size": 1152, "model_type": "siglip_vision_model", "position_count": 4096},
    "text_config": {
        "model_type": "gemma3_text",
        "hidden_size": 2560,
        "head_dim": 256,
        "num_attention_heads": 8,
        "num_hidden_layers": 12,
        "layer_types": [*["sliding_attention"] * 5, "full_attention"] * 2,
        "max_position_embeddings": 131072,
        "rope_parameters": {
            "full_attention": {"rope_type": "linear", "factor": 8.0, "rope_theta": 1000000.0},
            "sliding_attention": {"rope_type": "default", "rope_theta": 10000.0},
        },
    },
}
LLAMA4: dict[str, Any] = {
    "model_type": "llama4",
    "text_config": {
        "model_type": "llama4_text",
        "hidden_size": 5120,
        "head_dim": 128,
        "num_attention_heads": 40,
        "num_hidden_layers": 48,
        "max_position_embeddings": 10485760,
        "no_rope_layers": [],
        "rope_theta": 500000.0,
        "rope_scaling": {
            "factor": 16.0,
            "high_freq_factor": 1.0,
            "low_freq_factor": 1.0,
            "original_max_position_embeddings": 8192,
            "rope_type": "llama3",
        },
    },
}


def llama(**more: Any) -> dict[str, Any]:  # noqa: ANN401
    """Llama-2-7B with other keys."""
    return {**LLAMA, **more}


def traps(document: dict[str, Any]) -> set[str]:
    """The names of the traps that a configuration falls into."""
    return {each.key.rpartition(".")[2] for each in read_model(document).traps}


def said(document: dict[str, Any]) -> set[str]:
    """The names of the other sentences."""
    return {each.key.rpartition(".")[2] for each in read_model(document).said}
