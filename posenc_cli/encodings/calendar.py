"""Calendar encoding: sine and cosine of where a moment stands on a clock face or in a calendar.

The period is the number of states and not the largest value: with P = 23 the hours 23 and 0 would be the same. Days of
the month and of the year have their true periods: 28 to 31, 365 or 366. A sine alone is ambiguous, so widths are even:
``d`` columns hold ``d / 2`` harmonics, (sin, cos) of one turn, of two turns, and so on.
"""

from __future__ import annotations

from calendar import isleap, monthrange
from datetime import datetime, timedelta
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.moments import START, STEP, listed, microseconds
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Field = Callable[[datetime], tuple[int, int]]

#: Rules over ``value`` (row, 1), ``period`` (row, 1) and ``k`` (1, column): the share of the period that is over, the
#: number of turns, and the angle in radians.
FORMULA = Formula.of(
    harmonic="k // 2 + 1",
    wave="k % 2",
    share="value / period",
    turns="harmonic * share",
    angle="radians(360) * turns",
    pe="where(wave == 0, sin(angle), cos(angle))",
)


def _days_in_month(moment: datetime) -> int:
    return monthrange(moment.year, moment.month)[1]


def _days_in_year(moment: datetime) -> int:
    return 365 + isleap(moment.year)


def _day_of_year(moment: datetime) -> int:
    return moment.timetuple().tm_yday - 1


#: Choice → (states that are over, states of the period), both whole numbers.
FIELDS: Mapping[str, Field] = MappingProxyType(
    {
        "hour": lambda moment: (moment.hour, 24),
        "weekday": lambda moment: (moment.weekday(), 7),
        "month": lambda moment: (moment.month - 1, 12),
        "day-of-month": lambda moment: (moment.day - 1, _days_in_month(moment)),
        "day-of-year": lambda moment: (_day_of_year(moment), _days_in_year(moment)),
        "minute": lambda moment: (moment.minute, 60),
        "second": lambda moment: (moment.second, 60),
    }
)


def _since_midnight(moment: datetime) -> int:
    return microseconds(
        timedelta(hours=moment.hour, minutes=moment.minute, seconds=moment.second, microseconds=moment.microsecond)
    )


#: Day, hour, minute, second and microsecond, in microseconds.
_UNITS = (86_400_000_000, 3_600_000_000, 60_000_000, 1_000_000, 1)


def _over(days_over: Callable[[datetime], int], days: Callable[[datetime], int]) -> Field:
    """How much of a period of whole days is over, and all of it, as the clock on the wall counts.

    Both are in the largest unit in which they are whole: 6 of 24 hours, not 21,600,000,000 of 86,400,000,000.
    """

    def read(moment: datetime) -> tuple[int, int]:
        over, whole = days_over(moment) * _UNITS[0] + _since_midnight(moment), days(moment) * _UNITS[0]
        unit = next(unit for unit in _UNITS if over % unit == 0)
        return over // unit, whole // unit

    return read


def _days_of_quarter(moment: datetime) -> list[int]:
    first = (moment.month - 1) // 3 * 3 + 1
    return [monthrange(moment.year, month)[1] for month in range(first, first + 3)]


#: As statsmodels' CalendarFourier has it: the true share of the calendar period, to the microsecond.
FRACTIONS: Mapping[str, Field] = MappingProxyType(
    {
        "fraction-of-day": _over(lambda _: 0, lambda _: 1),
        "fraction-of-week": _over(datetime.weekday, lambda _: 7),
        "fraction-of-month": _over(lambda moment: moment.day - 1, _days_in_month),
        "fraction-of-quarter": _over(
            lambda moment: sum(_days_of_quarter(moment)[: (moment.month - 1) % 3]) + moment.day - 1,
            lambda moment: sum(_days_of_quarter(moment)),
        ),
        "fraction-of-year": _over(_day_of_year, _days_in_year),
    }
)
_CLOCK = ("timestamps", "utc_offset")


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """``value`` and ``period`` (row, 1) of the moment at each position, columns (1, column).

    Raises:
        UsageError: an odd width, a position without a moment, a parameter that the field does not read.
    """
    if d % 2:
        raise UsageError("time.even", d=d)
    found, field = dict(parameters), parameters["field"]
    if field == "number":
        for name in _CLOCK:
            if name in found:
                raise UsageError("time.unread", name=name, field=field)
        found["value"] = np.asarray(positions).reshape(-1, 1)
    else:
        unread = {"period": "period" in found, "counting": found["counting"] != "from-zero"}
        if field in FRACTIONS and any(unread.values()):
            raise UsageError("time.unread", name=next(name for name in unread if unread[name]), field=field)
        read = FIELDS.get(field) or FRACTIONS[field]
        pairs = np.array([read(moment) for moment in listed(found, positions)], dtype=np.int64).reshape(-1, 2)
        found["value"] = pairs[:, :1]
        found.setdefault("period", pairs[:, 1:])
    for name in ("timestamps", "start", "step", "utc_offset"):
        found.pop(name, None)
    return rows_and_columns(d, found, positions)


#: The moments at positions 0, 1, 2 …: listed, or every so many seconds from a start.
MOMENTS = (
    Parameter("timestamps", None, kind="times", unit="ISO 8601"),
    Parameter("start", START, kind="time", unit="ISO 8601"),
    Parameter("step", STEP, 1e-6, "seconds", most=1e11),
    Parameter("utc_offset", None, -23.99, "hours", most=23.99),
)

CALENDAR = Encoding(
    name="calendar",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=(*MOMENTS, Parameter("period", None, 1e-6, "states")),
    conventions=(
        Convention(
            "field",
            {name: {} for name in (*FIELDS, *FRACTIONS, "number")},
            needs=MappingProxyType({"number": ("period",)}),
        ),
        # Counting from one turns the whole circle by one state; skrub's months and weekdays are counted so.
        Convention("counting", {"from-zero": {}, "from-one": {"share": "(value + 1) / period"}}),
    ),
    source=(
        "sine and cosine of a cyclical feature, as in feature_engine 1.9.4, CyclicalFeatures; shares of true periods: "
        "statsmodels 0.15.0, CalendarFourier"
    ),
    slips="calendar_slips.toml",
)
