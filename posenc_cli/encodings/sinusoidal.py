"""Sinusoidal positional encoding.

The wavelengths of the paper run from 2π to 2π · base^((d−2)/d); the endpoint spacing of tensor2tensor, fairseq and
Whisper reaches 2π · base. Widths that are odd are treated in three ways, which give three different tables.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``pos`` (position, from 0), ``k`` (column, 0 … d−1), ``d`` (width) and ``base``. ``columns`` is the width
#: that the pairs are counted for; ``wave`` is 0 in a sine column and 1 in a cosine column.
FORMULA = Formula.of(
    columns="d",
    i="k // 2",
    wave="k % 2",
    exponent="2 * i / columns",
    divisor="base ** exponent",
    angle="pos / divisor",
    pe="where(wave == 0, sin(angle), cos(angle))",
)

LAYOUT = Convention(
    "layout",
    {
        "interleaved": {},
        "halves": {
            "i": "where(k < (columns + 1) // 2, k, k - (columns + 1) // 2)",
            "wave": "where(k < (columns + 1) // 2, 0, 1)",
        },
    },
)
SPACING = Convention(
    "spacing",
    {
        "paper": {},
        "endpoint": {"exponent": "i / ((columns + 1) // 2 - 1)"},
        # tensor2tensor: one pair, which endpoint spacing has no exponent for, keeps exponent 0.
        "endpoint-guarded": {"exponent": "i / larger((columns + 1) // 2 - 1, 1)"},
        # diffusers: 1 is endpoint, 0 is the paper's spacing.
        "shifted": {"exponent": "i / ((columns + 1) // 2 - downscale_freq_shift)"},
    },
    MappingProxyType({"endpoint": 3}),
    MappingProxyType({"shifted": ("downscale_freq_shift",)}),
)
#: The last column of an odd width: a sine without its cosine (transformers XLM), a zero (tensor2tensor, fairseq,
#: diffusers), or what is left of the next even width (positional-encodings). Even widths are the same in all three.
ODD_WIDTH = Convention(
    "odd_width",
    {
        "lone-sine": {},
        "zero-column": {"columns": "d - d % 2", "pe": "where(k < columns, pe, 0)"},
        "padded": {"columns": "d + d % 2"},
    },
    MappingProxyType({"zero-column": 2}),
)
ORDER = Convention("order", {"sin-first": {}, "cos-first": {"wave": "1 - wave"}})

#: Spacings that divide by the number of pairs less something.
_SPREAD = ("endpoint", "shifted")


def spread(d: int, parameters: Mapping[str, Any]) -> None:
    """Refuse a spacing that has no exponent at this width, and a number that nothing reads.

    Args:
        d: the width.
        parameters: the chosen conventions and numbers.

    Raises:
        UsageError: as for fairseq's tables at d = 2 and 3, or a shift without the spacing that it belongs to.
    """
    spacing = parameters["spacing"]
    unused(parameters, "downscale_freq_shift", "spacing", "shifted")
    if spacing not in _SPREAD:
        return
    pairs = d // 2 if parameters["odd_width"] == "zero-column" else (d + 1) // 2
    shift = parameters.get("downscale_freq_shift", 1)
    if pairs - shift <= 0:
        raise UsageError("additive.spacing", spacing=spacing, d=d, pairs=pairs, shift=shift)


def unused(parameters: Mapping[str, Any], name: str, option: str, choice: str) -> None:
    """Refuse a parameter that only another choice reads, rather than pass it over.

    Raises:
        UsageError: it was given with another choice.
    """
    if name in parameters and parameters[option] != choice:
        raise UsageError("additive.unused", name=name, option=option, choice=choice, given=parameters[option])


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Positions (row, 1), columns (1, column), the width and the parameters.

    Raises:
        UsageError: a spacing that this width does not have, or a parameter that the chosen conventions do not read.
    """
    spread(d, parameters)
    unused(parameters, "padding_idx", "padding", "zero-row")
    return rows_and_columns(d, parameters, positions)


SINUSOIDAL = Encoding(
    name="sinusoidal",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=(
        Parameter("base", 10000, 1.0000001, "positions", also=("theta", "max_period", "temperature", "max_timescale")),
        Parameter("downscale_freq_shift", None, 0, "pairs"),
        Parameter("padding_idx", None, 0, "positions", "whole"),
    ),
    conventions=(
        LAYOUT,
        SPACING,
        ODD_WIDTH,
        ORDER,
        # fairseq: the position of padding has a row of zeros; words begin behind it.
        Convention(
            "padding",
            {"none": {}, "zero-row": {"pe": "where(pos == padding_idx, 0, pe)"}},
            needs=MappingProxyType({"zero-row": ("padding_idx",)}),
        ),
        # x-transformers: the table is as long as an embedding at the start of training.
        Convention("magnitude", {"plain": {}, "over-sqrt-d": {"pe": "pe / sqrt(d)"}}),
    ),
    source="Vaswani et al. 2017, arXiv 1706.03762, section 3.5; endpoint spacing: tensor2tensor, get_timing_signal_1d",
    slips="sinusoidal_slips.toml",
)
