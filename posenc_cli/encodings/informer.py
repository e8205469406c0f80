"""Time features of Informer and GluonTS: calendar fields, linear from −0.5 to 0.5 and not on a circle.

Which fields there are depends on the frequency of the series. The last state of a year of 366 days is 0.5; of one of
365 days it is 0.5 − 1/365.
"""

from __future__ import annotations

from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.calendar import MOMENTS
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.moments import listed
from posenc_cli.encodings.record import Convention, Encoding
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from datetime import datetime

    Count = Callable[[datetime], int]

#: Rules over ``value`` (row, feature), counted from 0, and ``most`` (1, feature), the largest value there is.
FORMULA = Formula.of(share="value / most", pe="share - 0.5")

#: Feature → its value from 0, and the largest one.
FEATURES: Mapping[str, tuple[Count, int]] = MappingProxyType(
    {
        "second": (lambda moment: moment.second, 59),
        "minute": (lambda moment: moment.minute, 59),
        "hour": (lambda moment: moment.hour, 23),
        "weekday": (lambda moment: moment.weekday(), 6),
        "day": (lambda moment: moment.day - 1, 30),
        "day-of-year": (lambda moment: moment.timetuple().tm_yday - 1, 365),
        "month": (lambda moment: moment.month - 1, 11),
        "week": (lambda moment: moment.isocalendar().week - 1, 52),
    }
)
#: Integers as embeddings look them up: months and days from 1, quarters of an hour.
INTEGERS: Mapping[str, Count] = MappingProxyType(
    {
        "month": lambda moment: moment.month,
        "day": lambda moment: moment.day,
        "weekday": lambda moment: moment.weekday(),
        "hour": lambda moment: moment.hour,
        "quarter-hour": lambda moment: moment.minute // 15,
    }
)
_DAY = ("weekday", "day", "day-of-year")
_HOUR = ("hour", *_DAY)
_DATE = ("month", "day", "weekday")
#: Frequency → features, and the integers in their stead.
FREQUENCIES: Mapping[str, tuple[tuple[str, ...], tuple[str, ...]]] = MappingProxyType(
    {
        "h": (_HOUR, (*_DATE, "hour")),
        "min": (("minute", *_HOUR), (*_DATE, "hour", "quarter-hour")),
        "s": (("second", "minute", *_HOUR), (*_DATE, "hour", "quarter-hour")),
        "D": (_DAY, _DATE),
        "B": (_DAY, _DATE),
        "W": (("day", "week"), ("month",)),
        "M": (("month",), ("month",)),
        "Q": (("month",), ("month",)),
    }
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """``value`` (row, feature) of the moment at each position and ``most`` (1, feature).

    Raises:
        UsageError: a width that is not the number of features, or a position without a moment.
    """
    whole = parameters["timeenc"] == "integers"
    names = FREQUENCIES[parameters["freq"]][whole]
    if d != len(names):
        raise UsageError("time.features", freq=parameters["freq"], count=len(names), names=", ".join(names), d=d)
    counts = [INTEGERS[name] if whole else FEATURES[name][0] for name in names]
    moments = listed(parameters, positions)
    rows = np.array([[count(moment) for count in counts] for moment in moments], dtype=np.int64)
    found = {name: value for name, value in parameters.items() if name not in {each.name for each in MOMENTS}}
    if not whole:
        found["most"] = np.array([[FEATURES[name][1] for name in names]])
    return rows_and_columns(d, {**found, "value": rows.reshape(-1, d)}, positions)


INFORMER = Encoding(
    name="informer",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=MOMENTS,
    conventions=(
        Convention("freq", {name: {} for name in FREQUENCIES}),
        Convention("timeenc", {"scaled": {}, "integers": {"share": "0", "pe": "value"}}),
    ),
    source=(
        "Zhou et al. 2020 (Informer), arXiv 2012.07436, appendix B; GluonTS 0.17.0, time_features_from_frequency_str"
    ),
)
