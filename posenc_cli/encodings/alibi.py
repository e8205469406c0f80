"""Attention with linear biases (ALiBi): no position vector, a penalty that grows with the distance."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import heads_queries_keys
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

#: Rules over ``h`` (head, from 1), ``query``, ``key``, ``n_heads``, ``closest`` (the largest power of two that is not
#: above ``n_heads``) and ``alibi_bias_max``. Heads beyond ``closest`` take every other slope of twice as many heads.
#: The bias is added to q·k/√d; a key after its query gets 0 there and is masked.
FORMULA = Formula.of(
    exponent="where(h <= closest, alibi_bias_max * h / closest,"
    " alibi_bias_max * (2 * (h - closest) - 1) / (2 * closest))",
    slope="1 / 2 ** exponent",
    distance="larger(query - key, 0)",
    bias="-slope * distance",
)


def places(mask: NDArray[np.float64]) -> NDArray[np.float64]:
    """Where each key stands among those that count: 0, 1, 2 … over the ones of a mask; padding stands at 0.

    Args:
        mask: (…, key), 1 for a token and 0 for padding.

    Source: BLOOM, ``build_alibi_tensor``: ``(cumsum(mask) - 1) * mask``.
    """
    found: NDArray[np.float64] = (np.cumsum(mask, axis=-1) - 1) * mask
    return found


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Heads, queries and keys; ``closest``; ``place`` (1, 1, key) of each key and the ``last`` of them.

    Raises:
        UsageError: a mask of another length or of other numbers than 0 and 1; a form for one row of scores where keys
            on both sides count.
    """
    if parameters["form"] != "distance":
        if parameters["mask"] == "symmetric":
            raise UsageError("bias.one-row", form=parameters["form"])
        # One row of biases serves all queries.
        parameters = {**parameters, "query_length": min(1, len(positions))}
    found = heads_queries_keys(d, parameters, positions)
    key = found["key"]
    mask = found.pop("attention_mask", None)
    if mask is not None and (mask.size != key.size or not np.isin(mask, (0, 1)).all()):
        raise UsageError("bias.attention-mask", given=mask.size, keys=key.size)
    found["closest"] = 1 << (parameters["n_heads"].bit_length() - 1)
    found["place"] = key if mask is None else places(mask).reshape(key.shape)
    found["last"] = int(key.max(initial=0))
    return found


ALIBI = Encoding(
    name="alibi",
    kind="bias",
    formula=FORMULA,
    result="bias",
    results=("slope", "bias"),
    leaves=leaves,
    parameters=(
        Parameter("n_heads", 8, 1, "heads", "whole", most=10_000, also=("num_heads", "n_head", "num_attention_heads")),
        Parameter("alibi_bias_max", 8, 1e-9, "halvings of the last slope", also=("bias_max",), most=1000),
        Parameter("query_length", None, 1, "positions", "whole"),
        Parameter("attention_mask", None, 0, "1 a token, 0 padding", "numbers", most=1),
    ),
    conventions=(
        Convention("mask", {"causal": {}, "symmetric": {"distance": "abs(query - key)"}}),
        # The paper's sentence for any number of heads; no code that is in use computes it.
        Convention("slopes", {"code": {}, "paper-text": {"exponent": "alibi_bias_max * h / n_heads"}}),
        # Rows that differ by a constant are equal under softmax: Press's and BLOOM's code adds the key's own place, MPT
        # the row of the last query. Falcon does as BLOOM, in bfloat16 and before the scores are divided by √d.
        Convention(
            "form",
            {
                "distance": {},
                "key-position": {"bias": "slope * place"},
                "last-row": {"bias": "slope * (key - last)"},
                "falcon": {"slope": "bfloat16(slope)", "bias": "bfloat16(slope * bfloat16(place)) / sqrt(d)"},
            },
        ),
    ),
    source="Press, Smith, Lewis 2022, arXiv 2108.12409, section 3",
    slips="alibi_slips.toml",
)
