"""Sinusoidal positional encoding."""

from __future__ import annotations

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.record import Convention, Encoding, Parameter

#: Rules over ``pos`` (position, from 0), ``k`` (column, 0 … d−1), ``d`` (width) and ``base``.
#: ``wave`` is 0 in a sine column and 1 in a cosine column; an odd width ends in a lone sine.
FORMULA = Formula.of(
    i="k // 2",
    wave="k % 2",
    exponent="2 * i / d",
    divisor="base ** exponent",
    angle="pos / divisor",
    pe="where(wave == 0, sin(angle), cos(angle))",
)

SINUSOIDAL = Encoding(
    name="sinusoidal",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=rows_and_columns,
    parameters=(Parameter("base", 10000, 1.0000001, "positions"),),
    conventions=(
        Convention(
            "layout",
            {
                "interleaved": {},
                "halves": {
                    "i": "where(k < (d + 1) // 2, k, k - (d + 1) // 2)",
                    "wave": "where(k < (d + 1) // 2, 0, 1)",
                },
            },
        ),
        Convention("spacing", {"paper": {}, "endpoint": {"exponent": "i / ((d + 1) // 2 - 1)"}}, {"endpoint": 3}),
    ),
    source="Vaswani et al. 2017, arXiv 1706.03762, section 3.5",
    slips="sinusoidal_slips.toml",
)
