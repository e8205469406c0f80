"""Rotary position embedding (RoPE) and the ways of stretching it to longer contexts."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_pairs
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``pos`` (row), ``i`` (pair), ``rotary_dim`` and ``theta``. Scaling replaces rules of the middle part; both
#: cosine and sine carry the attention factor, so that scores carry its square.
FORMULA = Formula.of(
    base="theta + 0",
    exponent="2 * i / rotary_dim",
    plain="1 / base ** exponent",
    low="0 * i",
    high="0 * i + 1",
    ramp="0 * i",
    inv_freq="plain + 0",
    attention_factor="1 + 0 * theta",
    angle="pos * inv_freq",
    cos="attention_factor * cos(angle)",
    sin="attention_factor * sin(angle)",
)

_STRETCHED = "rotary_dim / (rotary_dim - 2)"
#: The pair whose wave fits ``beta`` times into the original context.
_WHERE = "rotary_dim * ln(original_max_position_embeddings / (radians(360) * {beta})) / (2 * ln(theta))"
_FAST, _SLOW = _WHERE.format(beta="beta_fast"), _WHERE.format(beta="beta_slow")
#: Between ``plain`` and the interpolated frequency.
_BLEND = "plain * (1 - ramp) + plain / factor * ramp"
_TURNS = "original_max_position_embeddings * plain / radians(360)"

SCALING: Mapping[str, Mapping[str, str]] = {
    "none": {},
    "linear": {"inv_freq": "plain / factor"},
    "ntk": {"base": f"theta * factor ** ({_STRETCHED})"},
    "dynamic-ntk": {
        "base": "theta * (factor * larger(seq_len, original_max_position_embeddings)"
        f" / original_max_position_embeddings - (factor - 1)) ** ({_STRETCHED})"
    },
    "yarn": {
        "low": f"larger(where(truncate == 1, floor({_FAST}), {_FAST}), 0)",
        "high": f"smaller(where(truncate == 1, ceil({_SLOW}), {_SLOW}), rotary_dim - 1)",
        "ramp": "smaller(larger((i - low) / where(low == high, 0.001, high - low), 0), 1)",
        "inv_freq": _BLEND,
        "attention_factor": "yarn_factor + 0",
    },
    "yarn-paper": {
        "ramp": f"1 - smaller(larger(({_TURNS} - beta_slow) / (beta_fast - beta_slow), 0), 1)",
        "inv_freq": _BLEND,
        "attention_factor": "yarn_factor + 0",
    },
    "llama3": {
        "ramp": f"1 - smaller(larger(({_TURNS} - low_freq_factor) / (high_freq_factor - low_freq_factor), 0), 1)",
        "inv_freq": _BLEND,
    },
    "longrope": {"inv_freq": "plain / extension", "attention_factor": "longrope_factor + 0"},
    "proportional": {
        "exponent": "2 * i / d",
        "inv_freq": "where(i < rotated_pairs, plain, 0) / factor",
    },
}
_STRETCHING = ("factor",)
_FROM = ("factor", "original_max_position_embeddings")

PARAMETERS = (
    Parameter("theta", 10000, 1.0000001, "positions", also=("rope_theta", "base")),
    Parameter("rotary_dim", None, 2, "columns", "whole"),
    Parameter("partial_rotary_factor", None, 0, "share of the head width", most=1, also=("rotary_pct",)),
    Parameter("factor", None, 1, "times the original context", also=("alpha",)),
    Parameter("original_max_position_embeddings", None, 1, "positions", "whole"),
    Parameter("max_position_embeddings", None, 1, "positions", "whole"),
    Parameter("seq_len", None, 0, "positions", "whole"),
    Parameter("beta_fast", 32, 0, "turns"),
    Parameter("beta_slow", 1, 0, "turns"),
    Parameter("truncate", True, kind="switch"),
    Parameter("attention_factor", None, 0),
    Parameter("attn_factor", 1, 0),
    Parameter("mscale", None, 0),
    Parameter("mscale_all_dim", None, 0),
    Parameter("low_freq_factor", 1, 0, "turns"),
    Parameter("high_freq_factor", 4, 0, "turns"),
    Parameter("short_factor", None, 0, "times, a pair each", "numbers"),
    Parameter("long_factor", None, 0, "times, a pair each", "numbers"),
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """The pairs that rotate, and what the scaling needs beside the parameters as given."""
    # filled in below by the part of each scaling; kept apart from the rules because a person is given these numbers
    found = dict(parameters)
    share = found.get("partial_rotary_factor", 1)
    found.setdefault("rotary_dim", int(d * share))
    if found["rotary_dim"] % 2 or not 2 <= found["rotary_dim"] <= d:
        raise UsageError("compute.rotary-width", given=found["rotary_dim"], d=d)
    return rows_and_pairs(d, found, positions)


ROPE = Encoding(
    name="rope",
    kind="rotary",
    formula=FORMULA,
    result="angle",
    results=("inv_freq", "attention_factor", "angle", "cos", "sin"),
    leaves=leaves,
    parameters=PARAMETERS,
    conventions=(
        Convention("layout", {"interleaved": {}, "halves": {}}),
        Convention(
            "scaling",
            SCALING,
            needs={
                "linear": _STRETCHING,
                "ntk": _STRETCHING,
                "dynamic-ntk": _FROM,
                "yarn": _FROM,
                "yarn-paper": _FROM,
                "llama3": _FROM,
                "longrope": ("short_factor", "long_factor", "original_max_position_embeddings"),
            },
        ),
    ),
    source="Su et al. 2021, arXiv 2104.09864, sections 3.2-3.4",
)
