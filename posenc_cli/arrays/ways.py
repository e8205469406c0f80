"""A way to make an array: a definition at its width, what its code does otherwise, and where its rows begin."""

from __future__ import annotations

from dataclasses import dataclass, field
from types import MappingProxyType
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS
from posenc_cli.encodings.rotate import ROTATE
from posenc_cli.errors import PosencError, UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.arrays.subject import Subject
    from posenc_cli.calculation.formula import Formula
    from posenc_cli.encodings.scheme import Scheme

    Array = NDArray[np.float64]
    Places = NDArray[np.int64]

#: What an array is → the quantity that it holds.
QUANTITIES: Mapping[str, str] = MappingProxyType(
    {
        "table": "pe",
        "sum": "x",
        "inv_freq": "inv_freq",
        "angles": "angle",
        "cos": "cos",
        "sin": "sin",
        "cis": "sin",  # beside its cosines
        "rotated": "turned",
        "slopes": "slope",
        "bias": "bias",
        "buckets": "bucket",
        "index": "index",
    }
)
#: Rules that follow the encoding where vectors were given beside it.
_BEHIND: Mapping[str, Mapping[str, str]] = MappingProxyType(
    {"sum": MappingProxyType({"e": "embedding", "x": "e + pe"}), "rotated": ROTATE}
)
#: What a quantity's logarithm is taken from, to know what its power loses.
_POWERS = ("divisor", "inv_freq", "slope")


@dataclass(frozen=True)
class Computed:
    """Values of a way at some rows and columns.

    Attributes:
        values: as the array has them there.
        angle: of each, where they are waves; else None.
        powers: the size of the logarithm of what turns them, see :func:`~posenc_cli.arrays.storage.rounding_errors`.
    """

    values: Array
    angle: Array | None
    powers: Array | float


@dataclass(frozen=True, eq=False)
class Way:
    """One way.

    Attributes:
        scheme: the definition, with conventions and parameters.
        rules: those that a slip replaces.
        slip: its id, or empty.
        changed: conventions and parameters in which it differs from what was asked for: name → what it has.
        first: the position of the first row.
        still: every row is that of the first position.
        permuted: columns of the vectors were put into another order before they were turned: ``halves`` or
            ``interleaved``; or empty.
        positions: of each row, where they do not just count on.
    """

    scheme: Scheme
    rules: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    slip: str = ""
    changed: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    first: int = 0
    still: bool = False
    permuted: str = ""
    positions: Places | None = None

    @property
    def name(self) -> str:
        """Of the encoding."""
        return self.scheme.encoding.name

    def at(self, rows: Places) -> Places:
        """The positions of rows."""
        if self.positions is not None:
            return self.positions[rows]
        return np.full(len(rows), self.first) if self.still else rows + self.first

    def formula(self, what: str) -> Formula:
        """The rules, the slip's among them, up to what the array holds."""
        return self.scheme.formula.then(**_BEHIND.get(what, {})).but(**self.rules)

    def computed(self, subject: Subject, rows: Places, columns: Places, *, accurate: bool = False) -> Computed:
        """The values at some rows and columns of the array.

        Args:
            subject: the array: its shape, and vectors that were given beside it.
            rows: their numbers, from 0.
            columns: their numbers, from 0.
            accurate: with 30 digits on the way; else in float64.

        Raises:
            PosencError: the encoding is not defined there.
        """
        given, pick = self._leaves(subject, rows, columns)
        algebra = ACCURATE if accurate else NUMBERS
        try:
            run = self.formula(subject.what).run(given, algebra)
        except KeyError as error:  # a stored table has no rule for what is not stored
            raise UsageError("arrays.not-so-long", shape=" × ".join(map(str, subject.values.shape))) from error

        def plain(name: str) -> Array:
            found = run.values[name]
            return np.asarray(found.to_float64() if accurate else found, dtype=np.float64)

        shape = subject.block_shape(rows, columns)
        values = plain(QUANTITIES[subject.what])
        if subject.what == "cis":
            values = np.stack(np.broadcast_arrays(plain("cos"), values))
        if "write" in self.rules:
            values = self._written(values, subject)
        angle = _broadcast(plain("angle"), shape, pick) if _is_wave(subject.what, run.values) else None
        power = next((name for name in _POWERS if name in run.values), None)
        powers: Array | float = 8.0
        if power is not None and subject.what not in ("bias", "rotated", "buckets"):
            with np.errstate(divide="ignore", invalid="ignore"):
                sizes = np.abs(np.nan_to_num(np.log(np.abs(plain(power))), posinf=0.0, neginf=0.0))
            powers = _broadcast(sizes, shape, pick)
        return Computed(_broadcast(values, shape, pick), angle, powers)

    def _written(self, values: Array, subject: Subject) -> Array:
        from posenc_cli.calculation.expression import evaluate

        given = {"value": values, "decimals": np.float64(subject.storage.decimals)}
        return np.asarray(evaluate(self.scheme.formula.but(**self.rules).write, given, NUMBERS))

    def _leaves(self, subject: Subject, rows: Places, columns: Places) -> tuple[dict[str, Any], Places | None]:
        """The leaves of the formula at these places, and which of the computed columns are wanted."""
        if subject.what in ("bias", "buckets", "index", "slopes"):
            return self._scores(subject, rows, columns), None
        positions = self.at(rows)
        given = {**self.scheme.given(positions), "n": subject.rows}
        if subject.what in ("table", "sum"):
            given = _narrowed(given, "k", columns)
            if subject.what == "sum":
                given["embedding"] = subject.before_block(rows, columns)
            return given, None
        if subject.what == "rotated":
            x = subject.before_block(rows, np.arange(subject.columns))
            given |= {"x": x if not self.permuted else x[..., self._order()], "k": np.arange(subject.columns)[None, :]}
            return given, columns
        pairs = self._pairs(subject, columns)
        return _narrowed(given, "i", pairs), None

    def _order(self) -> Places:
        from posenc_cli.encodings.rotate import to_halves, to_interleaved

        order = to_halves if self.permuted == "halves" else to_interleaved
        return order(self.scheme.d, self.scheme.parameters.get("rotary_dim"))

    def _pairs(self, subject: Subject, columns: Places) -> Places:
        """The pair of each column: where cosines stand there twice, in the order of the layout."""
        if not subject.doubled:
            return columns
        half = subject.columns // 2
        return columns % half if self.scheme.chosen.get("layout") == "halves" else columns // 2

    def _scores(self, subject: Subject, rows: Places, columns: Places) -> dict[str, Any]:
        if subject.what == "slopes":
            return {**self.scheme.given(np.arange(2)), "n": 2}
        keys = np.arange(subject.columns) + self.first
        small = subject.values.size <= _SMALL
        scheme = self.scheme if small or "query_length" in self.scheme.parameters else _one_query(self.scheme)
        given = scheme.given(keys)
        behind = subject.columns - subject.rows
        query = given["query"] if small else (rows + behind + self.first).reshape(1, -1, 1)
        found = {}
        for name, value in {**given, "query": query}.items():
            array = np.asarray(value)
            if array.ndim == 3 and array.shape[-1] == subject.columns and array.shape[-2] == 1 and name in _ALONG_KEYS:
                value = array[..., columns]  # noqa: PLW2901
            if small and name == "query" and array.shape[1] == subject.rows:
                value = array[:, rows]  # noqa: PLW2901
            found[name] = value
        return {**found, "n": subject.columns}


#: Scores up to here are computed with all their leaves at once.
_SMALL = 1_000_000
_ALONG_KEYS = frozenset({"key", "place"})
_WAVES = frozenset({"table", "sum", "cos", "sin", "cis", "rotated"})


def _is_wave(what: str, values: Mapping[str, Any]) -> bool:
    return what in _WAVES and "angle" in values


def _one_query(scheme: Scheme) -> Scheme:
    from dataclasses import replace

    return replace(scheme, parameters={**scheme.parameters, "query_length": 1})


def _narrowed(given: dict[str, Any], axis: str, columns: Places) -> dict[str, Any]:
    """Leaves along the columns, at some of them."""
    width = np.shape(given[axis])[-1]
    found = {}
    for name, value in given.items():
        shape = np.shape(value)
        along = name == axis or (len(shape) == 2 and shape[0] == 1 and shape[1] == width and name != "pos")
        found[name] = np.asarray(value)[:, columns] if along else value
    return found


def _broadcast(values: Array, shape: tuple[int, ...], pick: Places | None) -> Array:
    if pick is not None and values.ndim and values.shape[-1] > 1:
        if values.shape[-1] < int(pick.max(initial=0)) + 1:  # angles have a column a pair
            values = np.max(np.abs(values), axis=-1, keepdims=True)
        else:
            values = values[..., pick]
    while values.ndim > len(shape) and values.shape[0] == 1:
        values = values[0]
    if values.ndim == 3 and len(shape) == 2 and values.shape[1:] == (1, 1):  # a head each
        values = values.reshape(1, -1)
    try:
        return np.asarray(np.broadcast_to(values, shape))
    except ValueError as error:
        raise UsageError("arrays.not-so-long", shape=" × ".join(map(str, shape))) from error


__all__ = ["QUANTITIES", "Computed", "PosencError", "Way"]
