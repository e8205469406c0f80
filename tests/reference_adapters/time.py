"""Reference files of encodings of time: how the parameters of a case are said to posenc."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings.scheme import Scheme

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Params = Mapping[str, Any]
    Adapter = Callable[[Params, Params], Any]

#: statsmodels' names of periods.
PERIODS = {"D": "day", "W": "week", "ME": "month", "QE": "quarter", "YE": "year"}
#: Names of one frequency in Informer and in pandas.
FREQUENCIES = {"t": "min"}
#: skrub: field, its fixed period; days, months and weekdays are counted from one.
SKRUB = (
    ("month", 12, "from-one"),
    ("day-of-month", 30, "from-one"),
    ("hour", 24, "from-zero"),
    ("weekday", 7, "from-one"),
)


def rows(scheme: Scheme, positions: Any) -> Any:  # noqa: ANN401
    """The encoding (row, column) at some positions."""
    run = scheme.formula.run(scheme.given(np.asarray(positions)), ACCURATE)
    return np.broadcast_to(run.values["pe"].to_float64(), (len(positions), scheme.d))


def calendar(params: Params, case: Params) -> Any:  # noqa: ANN401
    """Sines and cosines (row, column) of numbers, or of fields or shares of moments."""
    if "values" in params:
        period = params.get("period") or params["effective_period"]
        return rows(Scheme.of("calendar", d=2, field="number", period=period), params["values"])
    times = params["timestamps"]
    if "freq" in params:
        field = f"fraction-of-{PERIODS[params['freq']]}"
        return rows(Scheme.of("calendar", d=2 * params["order"], field=field, timestamps=times), range(len(times)))
    blocks = [
        rows(Scheme.of("calendar", d=2, field=field, period=period, counting=counting, timestamps=times), range(3))
        for field, period, counting in SKRUB
    ]
    assert case["producer"].startswith("skrub")
    return np.concatenate(blocks, axis=1)


def informer(params: Params, case: Params) -> Any:  # noqa: ANN401
    """Features (row, feature)."""
    timeenc = "integers" if "enc0" in case["case"] else "scaled"
    asked: dict[str, Any] = {"freq": FREQUENCIES.get(params["freq"], params["freq"]), "timeenc": timeenc}
    times = params["timestamps"]
    return rows(Scheme.of("informer", d=len(params["features"]), timestamps=times, **asked), range(len(times)))


def time2vec(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Columns as ojus1/Time2Vec-PyTorch orders them."""
    own = {name: params[name] for name in ("tau", "omega0", "phi0", "omega", "phi", "activation")}
    scheme = Scheme.of("time2vec", d=len(params["omega"]) + 1, linear_column="last", **own)
    return rows(scheme, range(len(params["tau"])))


def continuous(params: Params, _case: Params) -> Any:  # noqa: ANN401
    """Rows at real times; rotary-embedding-torch repeats every angle twice."""
    times = params["t"]
    if "theta" in params:
        scheme = Scheme.of("rope", d=params["dim"], theta=params["theta"])
        angles = scheme.formula.run(scheme.given(np.array(times)), ACCURATE).values["angle"].to_float64()
        return np.repeat(angles, 2, axis=1)
    if "formula" in params:
        return rows(Scheme.of("timestamps", d=params["d"], t=times, form="graphmixer"), range(len(times)))
    asked = {"base": params["base"], "layout": params["layout"]}
    return rows(Scheme.of("timestamps", d=params["d_model"], t=times, **asked), range(len(times)))


CASES: dict[str, Adapter] = {
    "calendar": calendar,
    "informer_time": informer,
    "time2vec": time2vec,
    "continuous_time": continuous,
}
