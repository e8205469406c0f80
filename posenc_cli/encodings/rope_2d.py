"""RoPE in two dimensions (axial): half of the pairs turn by the row of an image patch, half by its column.

Positions are numbers of tokens in row-major order: token ``pos`` lies in row ``pos // width``, column ``pos % width``.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_pairs
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``pos`` (row), ``i`` (pair), ``d``, ``theta`` and the grid. ``axis`` is 0 where a pair turns by the row h
#: and 1 where it turns by the column w; ``j`` counts the pairs of an axis.
FORMULA = Formula.of(
    split="1",
    h="pos // width",
    w="pos % width",
    axis="where(i < d / 4, 0, 1)",
    j="i % (d / 4)",
    exponent="4 * j / d",
    inv_freq="1 / theta ** exponent",
    attention_factor="1",
    at="where(axis == 0, h, w)",
    extent="where(axis == 0, height, width)",
    coordinate="at",
    angle="coordinate * inv_freq",
    cosine="cos(angle)",
    sine="sin(angle)",
    cos="cosine",
    sin="sine",
)

_INTERLEAVED = {"split": "0"}
_X_FIRST = {**_INTERLEAVED, "axis": "where(i < d / 4, 1, 0)"}
#: From −1 at the first patch of an axis to 1 at the last one; −1 if there is only one.
_ENDS = "2 * at / larger(extent - 1, 1) - 1"
_EVENLY = "j / larger(d / 4 - 1, 1)"

#: The layout is part of a variant: 1 in halves, 0 interleaved.
VARIANTS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "qwen2-vl": {},
        "pixtral": {"exponent": "(4 * j + 2 * axis) / d"},
        "rope-vit": _X_FIRST,
        "dinov3": {"coordinate": "2 * (at + 0.5) / extent - 1", "angle": "radians(360) * coordinate * inv_freq"},
        "timm-pixel": {
            **_INTERLEAVED,
            "exponent": _EVENLY,
            "inv_freq": "radians(180) * (max_res / 2) ** exponent",
            "coordinate": _ENDS,
        },
        "timm-language": _INTERLEAVED,
        "rotary-embedding-torch-pixel": {
            **_INTERLEAVED,
            "exponent": _EVENLY,
            "inv_freq": "radians(180) * (1 + exponent * (max_freq / 2 - 1))",
            "coordinate": _ENDS,
        },
        "rotary-embedding-torch-language": _INTERLEAVED,
        "diffusers": _X_FIRST,
        "llama4": {
            **_X_FIRST,
            "coordinate": "at + 1",
            # Behind the last patch stands the class token, which does not turn.
            "angle": "where(pos < height * width, coordinate * inv_freq, 0)",
        },
    }
)
#: Where a variant has a base of its own.
_THETA = {"rope-vit": 100, "dinov3": 100}


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Tokens (row, 1), pairs (1, pair), the grid and the base.

    Raises:
        UsageError: a width that four does not divide, or a token outside the grid.
    """
    if d % 4:
        raise UsageError("rotary.grid-width", d=d)
    found, variant = dict(parameters), parameters.get("variant", "qwen2-vl")
    found.setdefault("theta", _THETA.get(variant, 10000))
    last = found["height"] * found["width"] - (variant != "llama4")
    at = np.ravel(positions)
    outside = at[~((at >= 0) & (at <= last))]
    if len(outside):
        raise UsageError("rotary.grid", position=outside[0], height=found["height"], width=found["width"], last=last)
    return rows_and_pairs(d, {**found, "rotary_dim": d}, positions)


ROPE_2D = Encoding(
    name="rope-2d",
    kind="rotary",
    formula=FORMULA,
    result="angle",
    results=("inv_freq", "attention_factor", "angle", "cos", "sin"),
    leaves=leaves,
    parameters=(
        Parameter("height", 14, 1, "patches", "whole"),
        Parameter("width", 14, 1, "patches", "whole"),
        Parameter("theta", None, 1.0000001, "patches", also=("rope_theta", "base", "temperature")),
        Parameter("max_res", 224, 2, "pixels"),
        Parameter("max_freq", 10, 2, "half turns"),
    ),
    conventions=(
        Convention("variant", VARIANTS, MappingProxyType(dict.fromkeys(VARIANTS, 4))),
        Convention("layout", {"usual": {}, "interleaved": {"split": "0"}, "halves": {"split": "1"}}),
    ),
    source="Wang et al. 2024 (Qwen2-VL), arXiv 2409.12191, section 2.1; Heo et al. 2024, arXiv 2403.13298, section 3.2",
    slips="grid_slips.toml",
)
