"""Moments in time: texts in ISO 8601, exact to the microsecond, with or without an offset from UTC.

A clock with an offset and one without cannot be compared, so a list has one kind only. Fields of the calendar (hour,
weekday, …) are those that the clock shows where the text was written; differences of clocks with offsets are true ones.
"""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_SHOWN = 40
_MICROSECOND = timedelta(microseconds=1)
#: Where regularly spaced moments begin and how many seconds lie between them, if nothing else is said.
START, STEP = "2024-01-01T00:00:00", 3600


def moment_texts(name: str, value: object, *, several: bool) -> str | tuple[str, ...]:
    """Moments as texts in one way of writing.

    Args:
        name: of the parameter, for the sentence of an error.
        value: a text, a date or a datetime; a list of them if several are wanted.
        several: is a list wanted?

    Raises:
        UsageError: something else, a moment that does not exist, or clocks with and without offset in one list.
    """
    if not several:
        return _moment(name, value).isoformat()
    if isinstance(value, str):
        value = [part for part in value.split(",") if part.strip()]
    if not isinstance(value, list | tuple | np.ndarray) or len(value) == 0:
        raise UsageError("time.list", name=name, given=str(value)[:_SHOWN])
    found = [_moment(name, each) for each in value]
    if len({each.tzinfo is None for each in found}) > 1:
        raise UsageError("time.mixed", name=name)
    return tuple(each.isoformat() for each in found)


def _moment(name: str, value: object) -> datetime:
    try:
        if isinstance(value, datetime):
            return value
        if isinstance(value, date):
            return datetime(value.year, value.month, value.day)  # noqa: DTZ001  (a date has no time zone)
        if isinstance(value, str):
            return datetime.fromisoformat(value.strip())
    except ValueError as error:
        raise UsageError("time.moment", name=name, given=value[:_SHOWN] if isinstance(value, str) else value) from error
    raise UsageError("time.moment", name=name, given=str(value)[:_SHOWN])


def listed(parameters: Mapping[str, Any], positions: Any) -> list[datetime]:  # noqa: ANN401
    """The moments at some positions: the listed ones, or regularly spaced ones from ``start`` every ``step`` seconds.

    Raises:
        UsageError: a position behind the list, or a moment that the calendar does not reach.
    """
    numbers = [int(position) for position in np.ravel(positions)]
    if "timestamps" not in parameters:
        start = datetime.fromisoformat(parameters["start"])
        step = Decimal(str(parameters["step"]))
        return [_shown(_later(start, step * number), parameters) for number in numbers]
    texts: Sequence[str] = parameters["timestamps"]
    outside = [number for number in numbers if not 0 <= number < len(texts)]
    if outside:
        raise UsageError("time.position", position=outside[0], count=len(texts), last=len(texts) - 1)
    return [_shown(datetime.fromisoformat(texts[number]), parameters) for number in numbers]


def _later(start: datetime, seconds: Decimal) -> datetime:
    try:
        return start + timedelta(microseconds=int(seconds * 1_000_000))
    except OverflowError as error:
        raise UsageError("time.reach", start=start.isoformat(), seconds=seconds) from error


def _shown(moment: datetime, parameters: Mapping[str, Any]) -> datetime:
    """What the clock shows: as written, or at the asked offset from UTC."""
    hours = parameters.get("utc_offset")
    if hours is None:
        return moment
    if moment.tzinfo is None:
        raise UsageError("time.no-offset", given=moment.isoformat())
    try:
        return moment.astimezone(timezone(timedelta(hours=float(hours))))
    except OverflowError as error:
        raise UsageError("time.reach", start=moment.isoformat(), seconds=0) from error


def elapsed(moment: datetime, origin: datetime) -> Decimal:
    """Seconds from one moment to another, exactly.

    Raises:
        UsageError: one has an offset from UTC and the other has not.
    """
    if (moment.tzinfo is None) != (origin.tzinfo is None):
        raise UsageError("time.mixed", name="origin")
    # Across a change of the clocks, the difference of two wall clocks of one zone is not the time between them.
    if moment.tzinfo is not None:
        moment, origin = moment.astimezone(UTC), origin.astimezone(UTC)
    # In microseconds all is whole; the seconds are then exact in decimals.
    return Decimal((moment - origin) // _MICROSECOND) / 1_000_000


def microseconds(length: timedelta) -> int:
    """A length of time as a whole number."""
    return length // _MICROSECOND
