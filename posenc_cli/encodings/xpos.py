"""xPos: RoPE whose pairs also grow in the query and shrink in the key, so that scores fade with distance.

The scores of a pair gain zeta ** ((m − n) / scale_base) with m the query's and n the key's position: they fade only
where the key comes first, so the attention must be causal. A centre moves the scales of both and leaves scores alone;
decode with the same centre as the keys in the cache had.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_pairs
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.encodings.rope import LAYOUT
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``pos`` (row), ``i`` (pair), ``d``, ``theta``, ``gamma`` and ``scale_base``. A query is multiplied by
#: ``scale``, a key divided by it.
FORMULA = Formula.of(
    split="0",
    exponent="2 * i / d",
    inv_freq="1 / theta ** exponent",
    attention_factor="1",
    angle="pos * inv_freq",
    cosine="cos(angle)",
    sine="sin(angle)",
    cos="cosine",
    sin="sine",
    zeta="(2 * i / d + gamma) / (1 + gamma)",
    centre="0",
    growth="(pos - centre) / scale_base",
    scale="zeta ** growth",
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Positions (row, 1), pairs (1, pair) and the parameters.

    Raises:
        UsageError: an odd width.
    """
    if d % 2:
        raise UsageError("rotary.width", given=d, d=d)
    return rows_and_pairs(d, {**parameters, "rotary_dim": d}, positions)


XPOS = Encoding(
    name="xpos",
    kind="rotary",
    formula=FORMULA,
    result="angle",
    results=("inv_freq", "attention_factor", "angle", "cos", "sin", "scale"),
    leaves=leaves,
    parameters=(
        Parameter("theta", 10000, 1.0000001, "positions", also=("rope_theta", "base")),
        Parameter("scale_base", 512, 1e-6, "positions"),
        Parameter("gamma", 0.4, 1e-6),
        Parameter("seq_len", None, 1, "positions", "whole"),
    ),
    conventions=(
        LAYOUT,
        Convention(
            "centre",
            {"start": {}, "half-down": {"centre": "floor(seq_len / 2)"}, "half-up": {"centre": "ceil(seq_len / 2)"}},
            needs={"half-down": ("seq_len",), "half-up": ("seq_len",)},
        ),
    ),
    source="Sun et al. 2022, arXiv 2212.10554, algorithm 1",
)
