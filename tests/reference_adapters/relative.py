"""Bias reference files: how the parameters of a case are said to posenc, and what its producer returns.

Which rows, which head and whether an axis of one is kept is the producer's way of storing numbers, not an encoding, so
it happens here.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import attention
from posenc_cli.encodings.buckets import log_buckets
from posenc_cli.encodings.nope import rope_layers
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.transformer_xl import rel_shift, rel_shift_both_ways, relative_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    Params = Mapping[str, Any]


def computed(scheme: Scheme, count: int, name: str) -> NDArray[np.float64]:
    """One quantity at positions 0 … count−1, float64."""
    found: NDArray[np.float64] = scheme.formula.run(scheme.given(np.arange(count)), ACCURATE).values[name].to_float64()
    return found


def alibi(params: Params, case: Params) -> Any:  # noqa: ANN401
    """Slopes (head); a row (head, key) or (head, 1, key); biases (head, query, key)."""
    heads = params["n_heads"]
    if case.get("output") == "slopes":
        return computed(Scheme.of("alibi", n_heads=heads), 1, "slope").ravel()
    if "attention_mask" in params:
        mask = params["attention_mask"]
        scheme = Scheme.of("alibi", n_heads=heads, form="key-position", attention_mask=mask)
        return computed(scheme, len(mask), "bias")[:, 0]
    if "alibi_bias_max" in params:
        scheme = Scheme.of("alibi", n_heads=heads, form="last-row", alibi_bias_max=params["alibi_bias_max"])
        return computed(scheme, params["n"], "bias")
    scheme = Scheme.of("alibi", n_heads=heads, mask="symmetric", query_length=params["query_length"])
    return computed(scheme, params["key_length"], "bias")


def t5_bias(params: Params, case: Params) -> Any:  # noqa: ANN401
    """Buckets of every distance of a range, or biases (head, query, key)."""
    if "bucket_size" in params:
        least, most = params["relative_position"]
        return log_buckets(np.arange(least, most + 1), params["bucket_size"], params["max_position"])
    names = ("num_buckets", "max_distance", "bidirectional", "table", "scale")
    given = {name: params[name] for name in names if name in params}
    if "relative_position" not in params:
        scheme = Scheme.of("t5", query_length=params["query_length"], **given)
        return computed(scheme, params["key_length"], "bias")
    # The query in the midst of the keys sees every distance of the range.
    least, most = params["relative_position"]
    scheme = Scheme.of("t5", rounding="float32" if "float32" in case["producer"] else "exact", **given)
    return computed(scheme, most - least + 1, "bucket")[0, -least]


def relative_shaw(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Biases, rows of the table, or shares of attention, each (query, key)."""
    if "x" in params:
        x, last = params["x"], params["max_position_embeddings"] - 1
        scheme = Scheme.of("shaw", d=len(x[0]), direction="query-minus-key", clip=last, q=x, k=x, table=params["table"])
        return attention.softmax(computed(scheme, len(x), "score")[0])
    if "max_length" in params:
        length = params["max_length"]
        scheme = Scheme.of("shaw", direction="query-minus-key", clip_left=length, clip_right=length - 1)
        return computed(scheme, params["n"], "index")[0]
    q = params["q"]
    given = {name: params[name] for name in ("q", "table", "clip_left", "clip_right")}
    return computed(Scheme.of("shaw", d=len(q[0]), **given), len(q), "bias")[0]


def transformer_xl(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Rows of R, shifted scores, or shares of attention (query, key)."""
    if "matrix" in params:
        matrix = np.asarray(params["matrix"])
        return rel_shift_both_ways(matrix, params["klen"]) if "klen" in params else rel_shift(matrix)
    if "pos_seq" in params:
        return relative_table(params["d_model"], params["pos_seq"])
    if "attn_type" in params:
        last = -params["qlen"] if params["attn_type"] == "bi" else -1
        distances = np.arange(params["klen"], last, -1)
        return relative_table(params["d_model"], distances, clamp_len=params["clamp_len"])
    given = {name: params[name] for name in ("q", "k", "r", "u", "v")}
    count = len(given["q"])
    scheme = Scheme.of("transformer-xl", d=len(given["u"]), table="given", furthest=count, **given)
    return attention.softmax(computed(scheme, count, "score")[0])


def kerple(params: Params, case: Params) -> Any:  # noqa: ANN401
    """Biases (head, query, key)."""
    kernel = case["case"].partition("_")[0]
    return computed(Scheme.of("kerple", kernel=kernel, r1=params["r1"], r2=params["r2"]), params["n"], "bias")


def fire(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Biases of each query with the keys up to itself: rows of growing length."""
    names = ("c", "L", "hidden_weight", "hidden_bias", "out_weight", "out_bias")
    found = computed(Scheme.of("fire", **{name: params[name] for name in names}), params["n"], "bias")[0]
    return [row[: index + 1].tolist() for index, row in enumerate(found)]


def nope(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Which layers rotate, or what attention gives (query, column)."""
    if "num_hidden_layers" in params:
        return rope_layers(params["num_hidden_layers"], params["no_rope_layer_interval"])
    v = params["v"]
    if not isinstance(params["q"], str):
        q, k = params["q"], params["k"]
        seen = attention.masked(attention.scores(q, k), attention.causal_mask(len(q), len(k)))
        return attention.softmax(seen) @ np.asarray(v)
    queries = params.get("query_length", len(v))
    scheme = Scheme.of("nope", v=v, mask="causal-top-left", query_length=queries)
    return computed(scheme, len(v), "mean")[0]


CASES = {
    "alibi": alibi,
    "t5_bias": t5_bias,
    "relative_shaw": relative_shaw,
    "transformer_xl": transformer_xl,
    "kerple": kerple,
    "fire": fire,
    "nope": nope,
}
