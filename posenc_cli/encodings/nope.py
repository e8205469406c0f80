"""No positional encoding (NoPE): the causal mask alone breaks the symmetry of attention."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.given import matrix
from posenc_cli.encodings.leaves import heads_queries_keys
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``query``, ``key`` and ``v`` (1, key, column). With equal scores every query takes the mean of what it may
#: see, so a channel of ones at the first token and zeros elsewhere reads 1, 1/2, 1/3 …: the position after all. Without
#: a mask every query gets the same mean, and a sentence is a bag of words.
FORMULA = Formula.of(
    visible="where(key <= query, 1, 0)",
    count="total(visible)",
    weight="visible / count",
    mean="dots(weight, transposed(v))",
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Queries and keys, the first of each, and the values ``v``: an example if none are given.

    Raises:
        UsageError: not one row of values a position.
    """
    found = heads_queries_keys(d, {**parameters, "n_heads": 1}, positions)
    query, key = found["query"], found["key"]
    given = parameters["v"].shape[1] if "v" in parameters else d
    found["v"] = matrix(parameters, "v", (key.size, given))[None]
    firsts = {f"first_{name}": int(at.min()) if at.size else 0 for name, at in (("query", query), ("key", key))}
    return found | firsts


def rope_layers(num_hidden_layers: int, no_rope_layer_interval: int) -> list[int]:
    """What ``no_rope_layers`` of SmolLM3 and Llama 4 holds: 1 where a layer uses RoPE, 0 where it has no encoding.

    The name says the opposite of the numbers. Every ``no_rope_layer_interval``-th layer has none.

    Raises:
        UsageError: an interval below 1, or a negative number of layers.
    """
    for name, given, least in (
        ("no_rope_layer_interval", no_rope_layer_interval, 1),
        ("num_hidden_layers", num_hidden_layers, 0),
    ):
        if given < least:
            raise UsageError("compute.parameter", name=name, given=given, kind="whole", least=least, most="∞")
    return [int((layer + 1) % no_rope_layer_interval != 0) for layer in range(num_hidden_layers)]


NOPE = Encoding(
    name="nope",
    kind="none",
    formula=FORMULA,
    result="weight",
    results=("visible", "weight", "mean"),
    leaves=leaves,
    parameters=(
        Parameter("v", None, unit="a row a position", kind="matrix"),
        Parameter("query_length", None, 1, "positions", "whole"),
    ),
    conventions=(
        Convention(
            "mask",
            {
                # The last query sees the last key; PyTorch's is_causal lets the first query see the first key only.
                "causal": {},
                "causal-top-left": {"visible": "where(key - first_key <= query - first_query, 1, 0)"},
                "none": {"visible": "1 + 0 * (query - key)"},
            },
        ),
    ),
    source="Haviv et al. 2022, arXiv 2203.16634; Kazemnejad et al. 2023, arXiv 2305.19466",
    slips="nope_slips.toml",
)
