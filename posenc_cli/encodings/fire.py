"""FIRE: a small network reads how far away a key is, measured by how far away it could be."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.given import example
from posenc_cli.encodings.leaves import MAX_SCORES, heads_queries_keys
from posenc_cli.encodings.record import Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``query`` (1, query, 1, 1) and ``key`` (1, 1, key, 1), the learned ``c`` and ``L`` (threshold), a network
#: of one hidden layer with rectifiers: ``hidden_weight``, ``hidden_bias`` (1, 1, 1, hidden), ``out_weight``
#: (head, 1, 1, hidden). The ratio stays in 0 … 1 at any length. A key after its query counts as distance 0 (masked).
FORMULA = Formula.of(
    distance="larger(query - key, 0)",
    span="larger(query, L)",
    ratio="ln(c * distance + 1) / ln(c * span + 1)",
    hidden="larger(hidden_weight * ratio + hidden_bias, 0)",
    bias="summed(out_weight * hidden) + out_bias",
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Queries and keys with an axis for the hidden layer, and the weights along it.

    Those of the output stand a head each; they are an example if not given.

    Raises:
        UsageError: weights that do not fit each other, or too many cells.
    """
    found = heads_queries_keys(d, parameters, positions)
    heads, units = parameters["n_heads"], parameters["hidden_weight"].size
    found.setdefault("out_weight", example(heads, units, first=6))
    for name, wanted in (("hidden_bias", units), ("out_weight", heads * units)):
        if found[name].size != wanted:
            raise UsageError("bias.count", name=name, given=found[name].size, wanted=wanted)
    if (cells := heads * units * found["query"].size * found["key"].size) > MAX_SCORES:
        raise UsageError("compute.too-many-cells", cells=cells, limit=MAX_SCORES)
    found |= {name: found[name][..., None] for name in ("query", "key")}
    found |= {name: found[name].reshape(1, 1, 1, units) for name in ("hidden_weight", "hidden_bias")}
    found["out_weight"] = found["out_weight"].reshape(heads, 1, 1, units)
    return found


FIRE = Encoding(
    name="fire",
    kind="bias",
    formula=FORMULA,
    result="bias",
    results=("bias",),
    leaves=leaves,
    parameters=(
        # The start values of c and L are the paper's; the weights are an example in place of trained ones.
        Parameter("c", 0.1, 1e-9, "a position"),
        Parameter("L", 512, 1e-9, "positions", also=("threshold", "init_L")),
        Parameter("hidden_weight", (1.0, -0.5), kind="numbers"),
        Parameter("hidden_bias", (0.0, 0.25), kind="numbers"),
        Parameter("out_weight", None, unit="all hidden units of the first head, then of the next", kind="numbers"),
        Parameter("out_bias", 0.125),
        Parameter("n_heads", 1, 1, "heads", "whole", most=10_000),
        Parameter("query_length", None, 1, "positions", "whole"),
    ),
    conventions=(),
    source="Li et al. 2023, arXiv 2310.04418, equations 18 and 19",
)
