"""Continuous time: the sinusoidal table at real, irregular times.

The unit matters: with base 10000 the wavelengths run from 2π to 2π · 10000 units. The origin is subtracted before
anything is rounded; Unix seconds in float32 would move in steps of 128 seconds. Equal spacing gives the table of whole
positions.
"""

from __future__ import annotations

from datetime import datetime
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings import sinusoidal
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.moments import elapsed, listed
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.encodings.time2vec import at_positions
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``t`` (row, 1), ``t0``, ``unit`` and what the sinusoidal table reads.
FORMULA = Formula.of(
    elapsed="t - t0",
    time="elapsed / unit",
    **{rule.name: rule.expression.text for rule in sinusoidal.FORMULA.rules},
).but(angle="time / divisor")

FORMS: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {
        "sinusoidal": {},
        # Fixed frequencies and cosines only: d^(−x/2) with x evenly spaced from 0 to √d.
        "graphmixer": {
            "i": "k",
            "wave": "1",
            "exponent": "k * sqrt(d) / (2 * larger(d - 1, 1))",
            "divisor": "d ** exponent",
            "pe": "cos(angle)",
        },
    }
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Times ``t`` (row, 1): numbers, seconds since the origin, or the positions themselves; columns (1, column).

    Raises:
        UsageError: two lists of times, an origin without moments, a position behind the list, clocks with and without
            an offset from UTC, or a spacing that this width does not have.
    """
    sinusoidal.spread(d, parameters)
    found = dict(parameters)
    texts, origin, numbers = (found.pop(name, None) for name in ("timestamps", "origin", "t"))
    if texts is not None and numbers is not None:
        raise UsageError("time.two-lists", first="t", second="timestamps")
    if texts is None:
        if origin is not None:
            raise UsageError("time.unread", name="origin", field="t")
        found["t"] = at_positions("t", numbers, positions)
    else:
        start = datetime.fromisoformat(origin or texts[0])
        moments = listed({"timestamps": texts}, positions)
        found["t"] = np.array([elapsed(moment, start) for moment in moments], dtype=object).reshape(-1, 1)
    return rows_and_columns(d, found, positions)


TIMESTAMPS = Encoding(
    name="timestamps",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=(
        Parameter("base", 10000, 1.0000001, "units", also=("theta", "max_period", "temperature")),
        Parameter("timestamps", None, kind="times", unit="ISO 8601"),
        # The first of the listed moments if it is not given.
        Parameter("origin", None, kind="time", unit="ISO 8601"),
        Parameter("t", None, unit="any", kind="numbers"),
        Parameter("t0", 0, unit="as t"),
        Parameter("unit", 1, 1e-9, "seconds, or as t", also=("granularity", "position_divisor")),
        Parameter("downscale_freq_shift", None, 0, "pairs"),
    ),
    conventions=(
        sinusoidal.LAYOUT,
        sinusoidal.SPACING,
        sinusoidal.ODD_WIDTH,
        sinusoidal.ORDER,
        Convention("form", FORMS),
    ),
    source=(
        "Vaswani et al. 2017, arXiv 1706.03762, section 3.5, at real positions; Cong et al. 2023 (GraphMixer), arXiv "
        "2302.11636, section 3.1"
    ),
    slips="timestamps_slips.toml",
)
