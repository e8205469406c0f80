"""Time2Vec: one linear column and periodic ones with learned frequencies and phases.

It is not free of scale: a model learns frequencies for the unit in which it is given the time, so rescale first.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.formula import Formula
from posenc_cli.encodings.leaves import rows_and_columns
from posenc_cli.encodings.record import Convention, Encoding, Parameter
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

#: Rules over ``t`` (row, 1) and, a column each, ``frequency``, ``phase`` and ``linear``, which is 1 in one column.
FORMULA = Formula.of(
    angle="frequency * t + phase",
    pe="where(linear == 1, angle, sin(angle))",
)


def leaves(d: int, parameters: Mapping[str, Any], positions: Any) -> dict[str, Any]:  # noqa: ANN401
    """Times (row, 1); ``frequency``, ``phase`` and ``linear`` (1, column), the linear column first or last.

    Without a list, the time is the position, the frequencies are 1, 2, 3 … and the phases 0: an example, for a model
    learns them.

    Raises:
        UsageError: a list of another length, or a position behind the list of times.
    """
    found = dict(parameters)
    times = found.pop("tau", None)
    omega = found.pop("omega", np.arange(1.0, d)[None, :])
    phi = found.pop("phi", np.zeros((1, d - 1)))
    for name, row in (("omega", omega), ("phi", phi)):
        if row.shape[1] != d - 1:
            raise UsageError("time.columns", name=name, given=row.shape[1], wanted=d - 1, d=d)
    place = 0 if found["linear_column"] == "first" else d - 1
    found["frequency"] = np.insert(omega, place, found.pop("omega0"), axis=1)
    found["phase"] = np.insert(phi, place, found.pop("phi0"), axis=1)
    found["linear"] = (np.arange(d) == place).astype(np.int64)[None, :]
    found["t"] = at_positions("tau", times, positions)
    return rows_and_columns(d, found, positions)


def at_positions(name: str, values: Any, positions: Any) -> Any:  # noqa: ANN401
    """Numbers of a list (1, number) at some positions, (row, 1); without a list the positions themselves.

    Raises:
        UsageError: a position behind the list.
    """
    rows = np.asarray(positions).reshape(-1, 1)
    if values is None:
        return rows
    count = values.shape[1]
    outside = rows[(rows < 0) | (rows >= count)]
    if outside.size:
        raise UsageError("time.number", name=name, position=outside[0], count=count, last=count - 1)
    return values[0][rows.astype(np.int64)]


TIME2VEC = Encoding(
    name="time2vec",
    kind="additive",
    formula=FORMULA,
    result="pe",
    results=("pe",),
    leaves=leaves,
    parameters=(
        Parameter("tau", None, unit="units of time", kind="numbers"),
        Parameter("omega", None, unit="radians per unit, a periodic column each", kind="numbers"),
        Parameter("phi", None, unit="radians, a periodic column each", kind="numbers"),
        Parameter("omega0", 0.5, unit="per unit"),
        Parameter("phi0", 0),
    ),
    conventions=(
        Convention("activation", {"sin": {}, "cos": {"pe": "where(linear == 1, angle, cos(angle))"}}),
        # The paper has the linear column first, ojus1/Time2Vec-PyTorch has it last.
        Convention("linear_column", {"first": {}, "last": {}}),
    ),
    source="Kazemi et al. 2019, arXiv 1907.05321, equation 1",
)
