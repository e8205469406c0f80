from __future__ import annotations

from datetime import date, datetime, timedelta
from decimal import Decimal
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.encodings.calendar import FIELDS, FRACTIONS
from posenc_cli.encodings.informer import FREQUENCIES
from posenc_cli.encodings.scheme import Scheme
from tests.encodings.additive import refused, rows

MOMENTS = st.datetimes(datetime(1900, 1, 1), datetime(2200, 1, 1))  # noqa: DTZ001  (clocks without an offset)


def at(*moments: str | datetime, **asked: Any) -> Any:  # noqa: ANN401
    """Calendar rows of some moments."""
    return rows("calendar", range(len(moments)), timestamps=list(moments), **{"d": 2, **asked})


def test_hours_by_hand() -> None:
    """The worksheet's hours 0, 6 and 23."""
    found = rows("calendar", [0, 6, 23], d=2)
    np.testing.assert_allclose(found, np.array([[0, 1], [1, 0], [-0.2588, 0.9659]]), atol=5e-5)


@pytest.mark.parametrize("field", [*FIELDS, *FRACTIONS])
@given(moment=MOMENTS, d=st.sampled_from([2, 6]))
@settings(max_examples=40)
def test_fields_against_fifty_digits(field: str, moment: datetime, d: int) -> None:
    """Every field from Python's own calendar arithmetic: the share of the period that is over, on a circle."""
    midnight = moment.replace(hour=0, minute=0, second=0, microsecond=0)
    month = midnight.replace(day=1)
    year = month.replace(month=1)
    quarter = month.replace(month=(moment.month - 1) // 3 * 3 + 1)

    def after(start: datetime, months: int) -> datetime:
        return start.replace(
            year=start.year + (start.month - 1 + months) // 12, month=(start.month - 1 + months) % 12 + 1
        )

    week = midnight - timedelta(days=moment.isoweekday() - 1)
    periods = {
        "day": (midnight, midnight + timedelta(days=1)),
        "week": (week, week + timedelta(days=7)),
        "month": (month, after(month, 1)),
        "quarter": (quarter, after(quarter, 3)),
        "year": (year, after(year, 12)),
    }
    days = {name: ((midnight - start).days, (end - start).days) for name, (start, end) in periods.items()}
    states = {
        "hour": (moment.hour, 24),
        "weekday": (moment.isoweekday() - 1, 7),
        "month": (moment.month - 1, 12),
        "day-of-month": days["month"],
        "day-of-year": days["year"],
        "minute": (moment.minute, 60),
        "second": (moment.second, 60),
    }
    if field in states:
        over, period = states[field]
    else:
        start, end = periods[field.removeprefix("fraction-of-")]
        over, period = ((span // timedelta(microseconds=1)) for span in (moment - start, end - start))
    with mpmath.workdps(50):
        turn = 2 * mpmath.pi * mpmath.mpf(over) / period
        wanted = [[function(turn * h) for h in range(1, d // 2 + 1)] for function in (mpmath.sin, mpmath.cos)]
        flat = [float(value) for pair in zip(*wanted, strict=True) for value in pair]
    np.testing.assert_allclose(at(moment, field=field, d=d)[0], flat, rtol=3e-16, atol=1e-30)


def test_shares_are_whole_numbers_that_a_person_can_divide() -> None:
    """A quarter to six is 345 of 1440 minutes, and midnight 59 of 366 days."""
    for time, field, wanted in (("T05:45", "day", (345, 1440)), ("", "year", (59, 366))):
        scheme = Scheme.of("calendar", d=2, field=f"fraction-of-{field}", timestamps=[f"2024-02-29{time}"])
        given_leaves = scheme.given(np.array([0]))
        assert (given_leaves["value"][0, 0], given_leaves["period"][0, 0]) == wanted


def test_no_two_states_are_alike() -> None:
    """Hour 23 is not hour 0, day 31 is not day 1, and 31 December is not 1 January, in leap years too."""
    hours = at(*(f"2024-01-01T{hour:02}" for hour in range(24)), field="hour")
    assert len(np.unique(hours.round(9), axis=0)) == 24
    for field, count in (("day-of-month", 31), ("day-of-year", 366)):
        days = at(*(datetime(2024, 1, 1) + timedelta(days=day) for day in range(count)), field=field)  # noqa: DTZ001
        assert len(np.unique(days.round(9), axis=0)) == count


def test_a_wrong_period_can_be_had_by_name() -> None:
    """The trap of a learned period stays possible when it is asked for: with P = 23 the hours 23 and 0 are one."""
    first, last = at("2024-01-01T00", "2024-01-01T23", field="hour", period=23)
    np.testing.assert_allclose(first, last, atol=1e-15)


def test_counting_from_one_turns_the_circle() -> None:
    """Months counted from one are those counted from zero, turned by 30 degrees."""
    zero, one = (at("2024-04-01", field="month", counting=counting)[0] for counting in ("from-zero", "from-one"))
    np.testing.assert_allclose(complex(*one[::-1]) / complex(*zero[::-1]), np.exp(1j * np.pi / 6), atol=1e-15)


def test_clocks_can_be_moved() -> None:
    """With an offset from UTC a moment has an hour elsewhere; without one nobody can tell."""
    moved = at("2024-01-01T23:00+01:00", field="hour", utc_offset=-3)[0]
    np.testing.assert_allclose(moved, at("2024-01-01T19:00", field="hour")[0], atol=1e-16)
    refused("time.no-offset", "calendar", d=2, timestamps=["2024-01-01"], utc_offset=1)
    refused("time.reach", "calendar", d=2, timestamps=["0001-01-01T00:00+00:00"], utc_offset=-3)


HOSTILE: list[tuple[str, dict[str, Any]]] = [
    ("time.even", {"d": 3}),
    ("time.moment", {"timestamps": ["2024-02-30"]}),
    ("time.moment", {"timestamps": [float("nan")]}),
    ("time.moment", {"start": "yesterday"}),
    ("time.list", {"timestamps": []}),
    ("time.list", {"timestamps": 5}),
    ("time.list", {"timestamps": " , "}),
    ("time.mixed", {"timestamps": ["2024-01-01", "2024-01-01T00:00Z"]}),
    ("time.position", {"timestamps": ["2024-01-01"], "positions": [1]}),
    ("time.reach", {"positions": [10**9]}),
    ("time.reach", {"positions": [10**15]}),
    ("time.unread", {"field": "fraction-of-day", "period": 5}),
    ("time.unread", {"field": "fraction-of-day", "counting": "from-one"}),
    ("time.unread", {"field": "number", "period": 5, "utc_offset": 1}),
    ("compute.parameter-missing", {"field": "number"}),
    ("compute.parameter", {"period": 0}),
    ("compute.parameter", {"step": 0}),
    ("unknown-choice", {"field": "fortnight"}),
]


@pytest.mark.parametrize(("key", "asked"), HOSTILE)
def test_what_is_no_time_is_refused(key: str, asked: dict[str, Any]) -> None:
    """One clear sentence for moments, lists, steps and widths that cannot be."""
    refused(
        key, "calendar", asked.get("positions", [0]), **{"d": 2} | {k: v for k, v in asked.items() if k != "positions"}
    )


def test_dates_and_texts_say_the_same() -> None:
    """A date, a datetime, an ISO text and a list in one text are one moment."""
    day = date(2024, 2, 29)
    spoken = [[day], [datetime(2024, 2, 29)], ["2024-02-29 00:00"], "2024-02-29T00:00:00"]  # noqa: DTZ001
    found = {rows("calendar", [0], d=2, timestamps=value, field="day-of-year").tobytes() for value in spoken}
    assert len(found) == 1


# --- Informer ---------------------------------------------------------------------------------------------------------


def test_features_of_a_moment() -> None:
    """29 February 2024, 13:00, as everybody prints it; a week and a month as well."""
    found = rows("informer", [0], timestamps=["2024-02-29T13:00"])
    np.testing.assert_allclose(found, [[0.0652, 0, 0.4333, -0.3384]], atol=5e-5)
    week = rows("informer", [0], timestamps=["2024-02-29"], freq="W", d=2)
    np.testing.assert_allclose(week, [[28 / 30 - 0.5, 8 / 52 - 0.5]], rtol=1e-15)
    assert rows("informer", [0], timestamps=["2024-12-01"], freq="M", d=1).tolist() == [[0.5]]


@pytest.mark.parametrize("freq", FREQUENCIES)
@given(moment=MOMENTS)
@settings(max_examples=30)
def test_features_stay_in_bounds(freq: str, moment: datetime) -> None:
    """No feature of any moment leaves −0.5 … 0.5."""
    d = len(FREQUENCIES[freq][0])
    assert (np.abs(rows("informer", [0], d=d, freq=freq, timestamps=[moment])) <= 0.5).all()


def test_a_width_that_is_not_the_number_of_features() -> None:
    """The sentence names the features and the right width."""
    assert "d must be 5" in refused("time.features", "informer", d=4, freq="min")
    assert "month, day, weekday" in refused("time.features", "informer", d=4, freq="D", timeenc="integers")


# --- Time2Vec ---------------------------------------------------------------------------------------------------------


def test_time2vec_by_hand() -> None:
    """With w = (0.5, 1), f = (0, 0), t = 2."""
    np.testing.assert_allclose(rows("time2vec", [2], d=2), [[1, 0.9093]], atol=5e-5)


def test_the_linear_column_moves() -> None:
    """The paper has it first, the usual code last; the columns are the same."""
    asked: dict[str, Any] = {"d": 3, "tau": [0.5, 7], "omega": [1, -2], "phi": [0.1, 0.2], "activation": "cos"}
    first, last = (rows("time2vec", [0, 1], linear_column=place, **asked) for place in ("first", "last"))
    assert (np.roll(first, -1, axis=1) == last).all()
    np.testing.assert_allclose(first[1], [3.5, np.cos(7.1), np.cos(-13.8)], rtol=1e-14)


def test_lists_that_do_not_fit_time2vec() -> None:
    """Too few frequencies, too few times and an empty list get a sentence; one column is the linear one."""
    refused("time.columns", "time2vec", d=3, omega=[1])
    refused("time.columns", "time2vec", d=3, phi=[])
    refused("time.number", "time2vec", [2], d=2, tau=[1, 2])
    refused("compute.parameter-infinite", "time2vec", d=2, tau=[float("inf")])
    assert rows("time2vec", [4], d=1).tolist() == [[2.0]]


# --- Continuous time --------------------------------------------------------------------------------------------------


@given(d=st.integers(2, 9), step=st.integers(1, 10**6), layout=st.sampled_from(["interleaved", "halves"]))
@settings(max_examples=40)
def test_equal_spacing_is_the_table_of_whole_positions(d: int, step: int, layout: str) -> None:
    """Moments that lie a unit apart give the sinusoidal table, bit by bit."""
    start = datetime(2024, 3, 30, 12)  # noqa: DTZ001
    moments = [start + timedelta(seconds=step) * number for number in range(4)]
    found = rows("timestamps", range(4), d=d, layout=layout, timestamps=moments, unit=step)
    np.testing.assert_allclose(found, rows("sinusoidal", range(4), d=d, layout=layout), rtol=3e-16)


@given(first=MOMENTS, later=st.integers(0, 10**15))
@settings(max_examples=60)
def test_the_origin_is_subtracted_exactly(first: datetime, later: int) -> None:
    """Microseconds after an origin of any age count as they do after zero."""
    span = timedelta(microseconds=later)
    found = rows("timestamps", [1], d=4, timestamps=[first, first + span], unit=Decimal("0.000001"))
    np.testing.assert_allclose(found, rows("sinusoidal", [later], d=4), rtol=3e-16, atol=1e-30)


def test_unix_seconds_lose_nothing() -> None:
    """A tenth of a second after an origin in 2024 is a tenth; float32 would make 0 or 128 of it."""
    found = rows("timestamps", [0], d=2, t=[1_709_164_800.5], t0=1_709_164_800)
    np.testing.assert_allclose(found, [[np.sin(0.5), np.cos(0.5)]], rtol=1e-16)


def test_true_time_passes_when_clocks_change() -> None:
    """Between 01:30+01:00 and 03:30+02:00 there is one hour and not two."""
    times = ["2024-03-31T01:30+01:00", "2024-03-31T03:30+02:00"]
    found = rows("timestamps", [1], d=2, timestamps=times, unit=3600)
    np.testing.assert_allclose(found, [[np.sin(1), np.cos(1)]], rtol=2e-16)
    refused("time.mixed", "timestamps", d=2, timestamps=times, origin="2024-01-01")


def test_graphmixer_begins_with_the_fastest_cosine() -> None:
    """Frequencies from 1 to d^(−√d/2), in a plain loop; one column is cos t."""
    found = rows("timestamps", [3], d=5, form="graphmixer")[0]
    np.testing.assert_allclose(found, [np.cos(3 * 5 ** (-k * np.sqrt(5) / 4 / 2)) for k in range(5)], rtol=1e-14)
    assert rows("timestamps", [3], d=1, form="graphmixer")[0, 0] == np.cos(3)


def test_times_that_do_not_go_together() -> None:
    """Two lists, an origin without moments, a position behind the list, a spacing without a width."""
    refused("time.two-lists", "timestamps", t=[1], timestamps=["2024-01-01"])
    refused("time.unread", "timestamps", t=[1], origin="2024-01-01")
    refused("time.number", "timestamps", [1], t=[1])
    refused("time.position", "timestamps", [1], timestamps=["2024-01-01"])
    refused("additive.spacing", "timestamps", d=3, spacing="endpoint", odd_width="zero-column")
    refused("compute.parameter", "timestamps", unit=0)
