"""KERPLE: learned kernels of the distance, one pair of numbers a head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import heads_queries_keys
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``query``, ``key`` and, a head each, ``r1`` and ``r2`` (head, 1, 1), both kept at 0.01 or more, as the
#: authors' code does. A key after its query gets 0 and is masked. ALiBi is the power kernel with ``r2`` = 1.
FORMULA = Formula.of(
    scale="larger(r1, 0.01)",
    shape="larger(r2, 0.01)",
    distance="larger(query - key, 0)",
    bias="-scale * ln(1 + shape * distance)",
)
POWER = {"shape": "smaller(larger(r2, 0.01), 2)", "bias": "-scale * distance ** shape"}


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Heads, queries and keys; ``r1`` and ``r2`` along the heads. A single number is shared by all heads.

    Raises:
        UsageError: not one number a head.
    """
    heads = parameters.get("n_heads", max(parameters[name].size for name in ("r1", "r2")))
    found = heads_queries_keys(d, {**parameters, "n_heads": heads}, positions)
    for name in ("r1", "r2"):
        if found[name].size not in (1, heads):
            raise UsageError("bias.one-a-head", name=name, given=found[name].size, heads=heads)
        found[name] = np.broadcast_to(found[name].reshape(-1, 1, 1), (heads, 1, 1))
    return found


KERPLE = Encoding(
    name="kerple",
    kind="bias",
    formula=FORMULA,
    result="bias",
    results=("bias",),
    leaves=leaves,
    parameters=(
        Parameter("r1", (1.0,), 0, "a head each", "numbers", also=("bias_p",)),
        Parameter("r2", (1.0,), 0, "a head each", "numbers", also=("bias_a",)),
        Parameter("n_heads", None, 1, "heads", "whole", most=10_000),
        Parameter("query_length", None, 1, "positions", "whole"),
    ),
    conventions=(
        Convention("kernel", {"log": {}, "power": POWER}),
        Convention("mask", {"causal": {}, "symmetric": {"distance": "abs(query - key)"}}),
    ),
    source="Chi, Fan, Ramadge, Rudnicky 2022, arXiv 2205.09921, equations 4 and 5",
)
