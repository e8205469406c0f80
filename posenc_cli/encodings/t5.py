"""T5's relative bias: distances share buckets, and every bucket has a learned number a head."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.buckets import guard
from posenc_cli.encodings.given import matrix
from posenc_cli.encodings.leaves import heads_queries_keys
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``query``, ``key``, ``num_buckets``, ``max_distance`` and ``weights`` (head, 1, bucket). The first
#: ``exact`` distances have a bucket each, the others share those that are left by the logarithm. ``guard`` is so small
#: that it decides only where the logarithm is a whole number (see :func:`posenc_cli.encodings.buckets.guard`).
#: The bias is added to q·k, which T5 does not divide by √d.
FORMULA = Formula.of(
    relative="key - query",
    half="where(bidirectional == 1, num_buckets // 2, num_buckets)",
    exact="half // 2",
    side="where(bidirectional == 1, where(relative > 0, half, 0), 0)",
    distance="where(bidirectional == 1, abs(relative), larger(-relative, 0))",
    logarithm="(half - exact) * ln(larger(distance, exact) / exact) / ln(max_distance / exact)",
    steps="smaller(floor(logarithm + guard), half - exact - 1)",
    bucket="side + where(distance < exact, distance, exact + steps)",
    bias="scale * take(weights, bucket)",
)
#: The logarithm as PyTorch computes it, every operation rounded to float32.
FLOAT32 = {
    "logarithm": "float32(float32(float32(ln(float32(larger(distance, exact) / exact)))"
    " / float32(ln(max_distance / exact))) * (half - exact))",
    "steps": "smaller(floor(logarithm), half - exact - 1)",
}


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Heads, queries and keys; the table (bucket, head) as ``weights``, an example if none is given; the ``guard``.

    Raises:
        UsageError: too few buckets for the two directions, a ``max_distance`` within the exact distances, or a table of
            another shape.
    """
    table = parameters.get("table")
    heads = parameters.get("n_heads", 8 if table is None else table.shape[1])
    buckets, farthest = parameters["num_buckets"], parameters["max_distance"]
    half = buckets // 2 if parameters["bidirectional"] else buckets
    if half // 2 < 1:
        raise UsageError("bias.buckets", given=buckets, least=4)
    if farthest <= half // 2:
        raise UsageError("bias.max-distance", given=farthest, least=half // 2 + 1)
    found = heads_queries_keys(d, {**parameters, "n_heads": heads}, positions)
    found["weights"] = matrix(parameters, "table", (buckets, heads)).T[:, None, :]
    found["guard"] = guard(half - half // 2, farthest, half // 2)
    return found


T5 = Encoding(
    name="t5",
    kind="bias",
    formula=FORMULA,
    result="bias",
    results=("bucket", "bias"),
    leaves=leaves,
    parameters=(
        Parameter(
            "num_buckets",
            32,
            2,
            "buckets",
            "whole",
            most=1024,
            also=("relative_attention_num_buckets", "num_rel_buckets"),
        ),
        Parameter("max_distance", 128, 2, "positions", "whole", most=10**9, also=("relative_attention_max_distance",)),
        Parameter("bidirectional", default=True, kind="switch"),
        Parameter("table", None, unit="a row a bucket, a column a head", kind="matrix"),
        Parameter("n_heads", None, 1, "heads", "whole", most=10_000, also=("num_heads",)),
        Parameter("scale", 1),
        Parameter("query_length", None, 1, "positions", "whole"),
    ),
    conventions=(Convention("rounding", {"exact": {}, "float32": FLOAT32}),),
    source="Raffel et al. 2020, arXiv 1910.10683, section 2.1; mesh-tensorflow, _relative_position_bucket",
    slips="relative_slips.toml",
)
