"""Rotary position embedding (RoPE): pair ``i`` of a query or key turns by ``pos · theta^(−2i/D)`` radians."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings import rope_scaling
from posenc_cli.encodings.leaves import rows_and_pairs
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``pos`` (row), ``i`` (pair), ``rotary_dim`` and ``theta``. Scaling replaces rules of the middle part; till
#: then they say nothing. ``split`` is 0 where pairs are neighbours and 1 where they are half a width apart.
FORMULA = Formula.of(
    split="0",
    base="theta",
    exponent="2 * i / rotary_dim",
    plain="1 / base ** exponent",
    fast="0",
    slow="0",
    low="0",
    high="0",
    turns="0",
    ramp="0",
    extension="1",
    inv_freq="plain",
    magnitude="1",
    attention_factor="1",
    angle="pos * inv_freq",
    cosine="attention_factor * cos(angle)",
    sine="attention_factor * sin(angle)",
    # The names that tables have; a rule cannot read a quantity that is called like a function.
    cos="cosine",
    sin="sine",
)

LAYOUT = Convention("layout", {"interleaved": {"split": "0"}, "halves": {"split": "1"}})

PARAMETERS = (
    Parameter("theta", 10000, 1.0000001, "positions", also=("rope_theta", "base")),
    Parameter("rotary_dim", None, 2, "columns", "whole"),
    Parameter("partial_rotary_factor", None, 0, "share of the head width", most=1, also=("rotary_pct",)),
    *rope_scaling.PARAMETERS,
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Positions (row, 1), pairs (1, pair), the rotated width and what the scaling needs.

    Raises:
        UsageError: a width that makes no pairs, or parameters that do not go together.
    """
    found = dict(parameters)
    share = found.pop("partial_rotary_factor", None)
    asked = found.get("rotary_dim")
    # As transformers does: the product in float64, cut to a whole number.
    shared = None if share is None else int(d * share)
    if shared is not None and asked is not None and asked != shared:
        raise UsageError("rotary.shares", first="rotary_dim", given=asked, second="partial_rotary_factor", other=share)
    rotated = next((width for width in (asked, shared) if width is not None), d)
    if found.get("scaling") == "proportional":
        # Every pair is there; those beyond the share stand still.
        found["rotated_pairs"] = rotated // 2
        rotated = d
    if rotated % 2 or not 2 <= rotated <= d:
        raise UsageError("rotary.width", given=rotated, d=d)
    found["rotary_dim"] = rotated
    return rows_and_pairs(d, rope_scaling.prepared(found, positions), positions)


ROPE = Encoding(
    name="rope",
    kind="rotary",
    formula=FORMULA,
    result="angle",
    results=("inv_freq", "attention_factor", "angle", "cos", "sin"),
    leaves=leaves,
    parameters=PARAMETERS,
    conventions=(LAYOUT, rope_scaling.CONVENTION),
    source="Su et al. 2021, arXiv 2104.09864, section 3.2.2, equations 14 and 15; sections 3.3 and 3.4",
    slips="rope_slips.toml",
)
