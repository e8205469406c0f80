"""Rotary reference files: how the parameters of a case are said to posenc, and what its producer returns.

Repeating a row twice or laying cos over sin is the producer's way of storing numbers, not an encoding, so it happens
here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import encoding
from posenc_cli.encodings.mrope_ids import token_ids
from posenc_cli.encodings.rotate import rotate
from posenc_cli.encodings.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

LAYOUTS = {"half": "halves", "halves": "halves", "interleaved": "interleaved"}
#: Names that mean another thing in a case than in the record of the encoding.
APART = frozenset({"position_ids_thw", "layout", "centre", "height", "width"})


def asked(name: str, params: Mapping[str, Any]) -> dict[str, Any]:
    """What a case gives of an encoding's own parameters; their names in the files are posenc's names too."""
    known = {each for parameter in encoding(name).parameters for each in (parameter.name, *parameter.also)} - APART
    found = {each: value for each, value in params.items() if each in known and value is not None}
    return found | ({"layout": LAYOUTS[params["layout"]]} if "layout" in params else {})


def computed(scheme: Scheme, positions: Any, *names: str) -> list[Any]:  # noqa: ANN401
    """Quantities of a scheme at some positions, float64."""
    run = scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE)
    return [run.values[name].to_float64() for name in names]


def rope(params: Mapping[str, Any], _case: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Rotated queries (row, column), or cos and sin (row, cos sin, pair)."""
    d = params.get("head_dim") or params["rotary_dim"]
    return _turned(Scheme.of("rope", d=d, **asked("rope", params)), params)


def _turned(scheme: Scheme, params: Mapping[str, Any]) -> Any:  # noqa: ANN401
    if "q" in params:
        return rotate(scheme, params["positions"], params["q"])
    return np.stack(computed(scheme, params["positions"], "cos", "sin"), axis=1)


def scaled(scaling: str) -> Callable[[Mapping[str, Any], Mapping[str, Any]], Any]:
    """Inverse frequencies (pair) and the attention factor; rotated queries (row, column) where there are queries."""

    def run(params: Mapping[str, Any], _case: Mapping[str, Any]) -> Any:  # noqa: ANN401
        given = asked("rope", params)
        if "rescale_factors" in params:  # Microsoft's class takes one list for every length
            given |= {"short_factor": params["rescale_factors"], "long_factor": params["rescale_factors"]}
        scheme = Scheme.of("rope", d=params["head_dim"], scaling=scaling, **given)
        if "positions" in params:
            return _turned(scheme, params)
        inv_freq, attention_factor = computed(scheme, [0], "inv_freq", "attention_factor")
        return {"expected": inv_freq[0], "expected_attention_factor": attention_factor}

    return run


def ntk(params: Mapping[str, Any], case: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """As the others; diffusers multiplies theta itself by a factor, which is another theta and no NTK."""
    if "ntk_factor" not in params:
        return scaled("ntk")(params, case)
    theta = params["theta"] * params["ntk_factor"]
    scheme = Scheme.of("rope", d=params["head_dim"], scaling="linear", theta=theta, factor=params["linear_factor"])
    return np.concatenate(computed(scheme, [params["position"]], "cos", "sin"))


def axial(params: Mapping[str, Any], case: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Rotated queries, angles, or cos over sin, each pair's value stored as the producer stores it."""
    producer = case["producer"]
    variant, repeat = next(found for name, found in _PRODUCERS.items() if name in producer)
    if "q" in params:
        height, width = max(params["h"]) + 1, max(params["w"]) + 1
        scheme = _grid(params, variant, height, width, d=params["head_dim"])
        tokens = np.asarray(params["h"]) * width + np.asarray(params["w"])
        return rotate(scheme, tokens, params["q"])
    if "in_pixels" in params:
        variant = "timm-pixel" if params["in_pixels"] else "timm-language"
    if "freqs_for" in params:
        variant = f"rotary-embedding-torch-{'pixel' if params['freqs_for'] == 'pixel' else 'language'}"
    shape = params.get("grid") or params.get("feat_shape") or params.get("dims")
    height, width = shape or (params["height"], params["width"])
    scheme = _grid(params, variant, height, width, d=params.get("head_dim") or 2 * params["dim"])
    tokens = np.arange(height * width)
    if params.get("output") == "angles" or case.get("output") == "angles":
        return repeat(computed(scheme, tokens, "angle")[0]).reshape(height, width, -1)
    return np.stack([repeat(found) for found in computed(scheme, tokens, "cos", "sin")])


def _grid(params: Mapping[str, Any], variant: str, height: int, width: int, d: int) -> Scheme:
    given = asked("rope-2d", params) | {"height": height, "width": width, "variant": variant}
    return Scheme.of("rope-2d", d=d, **given)


def _each_twice(found: Any) -> Any:  # noqa: ANN401
    return np.repeat(found, 2, axis=-1)


def _all_twice(found: Any) -> Any:  # noqa: ANN401
    return np.concatenate([found, found], axis=-1)


_PRODUCERS: Mapping[str, tuple[str, Callable[[Any], Any]]] = {
    "Qwen2VL": ("qwen2-vl", _all_twice),
    "Pixtral": ("pixtral", _all_twice),
    "DINOv3": ("dinov3", _all_twice),
    "Llama4": ("llama4", _each_twice),
    "timm": ("timm-language", _each_twice),
    "rotary-embedding-torch": ("rotary-embedding-torch-language", _each_twice),
    "diffusers": ("diffusers", _each_twice),
    "rope-vit": ("rope-vit", lambda found: found),
}


def mrope(params: Mapping[str, Any], case: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Ids (t h w, token) and their delta; rotated queries; or cos over sin, stored twice."""
    if "segments" in params:
        names = ("image_grid_thw", "video_grid_thw", "spatial_merge_size")
        found = token_ids(params["segments"], **{name: params[name] for name in names if name in params})
        return {"expected": found.ids, "expected_delta": found.delta}
    in_turn = params.get("mrope_interleaved", "Qwen3" in case["producer"])
    sections = "in-turn" if in_turn else "blocks"
    ids = params["position_ids_thw"]
    scheme = Scheme.of("mrope", d=params["head_dim"], sections=sections, position_ids=ids, **asked("mrope", params))
    tokens = np.arange(len(ids[0]))
    if "q" in params:
        return rotate(scheme, tokens, params["q"])
    return np.stack([_all_twice(found) for found in computed(scheme, tokens, "cos", "sin")])


def xpos(params: Mapping[str, Any], _case: Mapping[str, Any]) -> Any:  # noqa: ANN401
    """Scaled rotated queries (row, column), or scores (query, key) where there are keys."""
    queries = np.asarray(params["q"])
    count, d = queries.shape
    centre = "half-up" if "ceil" in params.get("centre", "") else "half-down"
    scheme = Scheme.of("xpos", d=d, centre=centre, seq_len=count, **asked("xpos", params))
    turned = rotate(scheme, range(count), queries)
    if "k" not in params:
        return turned
    return turned @ rotate(scheme, range(count), params["k"], role="key").T


CASES: Mapping[str, Callable[[Mapping[str, Any], Mapping[str, Any]], Any]] = {
    "rope": rope,
    "rope_truth": rope,
    "rope_linear": scaled("linear"),
    "rope_ntk": ntk,
    "rope_dynamic_ntk": scaled("dynamic-ntk"),
    "rope_yarn": scaled("yarn"),
    "rope_llama3": scaled("llama3"),
    "rope_longrope": scaled("longrope"),
    "rope_proportional": scaled("proportional"),
    "axial_rope": axial,
    "mrope": mrope,
    "xpos": xpos,
}
