"""All that a table of an encoding holds, whatever its kind: arrays by name, every digit of float64 right.

=========  ==========================================================================================================
additive   ``values`` (row, column)
rotary     ``inv_freq`` (pair), ``attention_factor`` (), ``angles``, ``cos``, ``sin`` (row, pair); xPos: ``scale`` too
bias       ``slopes`` (head) or ``buckets`` (query, key), ``bias`` (head, query, key); what is compared: ``score``
none       ``visible``, ``weight`` (query, key), ``mean`` (query, column)
=========  ==========================================================================================================
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.rope_scaling import at_length
from posenc_cli.encodings.table import BLOCK, Table, table
from posenc_cli.i18n import text

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import DTypeLike, NDArray

    from posenc_cli.encodings.scheme import Scheme

#: Quantity → name in a table, and how many axes it has there, counted from the last.
NAMES: Mapping[str, tuple[str, int]] = {
    "pe": ("values", 2),
    "inv_freq": ("inv_freq", 1),
    "attention_factor": ("attention_factor", 0),
    "angle": ("angles", 2),
    "cos": ("cos", 2),
    "sin": ("sin", 2),
    "scale": ("scale", 2),
    "slope": ("slopes", 1),
    "bucket": ("buckets", 2),
    "index": ("index", 2),
    "table": ("table", 2),
    "bias": ("bias", 3),
    "score": ("score", 3),
    "visible": ("visible", 2),
    "weight": ("weight", 2),
    "mean": ("mean", 2),
}
#: Quantities that are whole numbers.
WHOLE = frozenset({"bucket", "index", "visible"})
#: What a key that is not seen adds to its score.
_UNSEEN = frozenset({"bias", "score"})
_ROWS = frozenset({"angle", "cos", "sin", "scale"})


@dataclass(frozen=True, eq=False, repr=False)
class Results(Mapping[str, "NDArray[Any]"]):
    """What was computed: arrays by name. To numpy it is its main array, if it has one.

    Attributes:
        scheme: what they are values of.
        positions: (row), or of the keys.
        words: what stands there, one a position; None if nobody said.
        arrays: by name, in order, float64 or whole numbers; a score that a causal mask hides is −∞.
        table: the same with its columns, for additive encodings.
        dtype: what the numbers were cast to.
    """

    scheme: Scheme
    positions: NDArray[np.int64]
    words: tuple[str, ...] | None
    arrays: Mapping[str, NDArray[Any]]
    table: Table | None = None
    dtype: str = "float64"

    __eq__, __hash__ = object.__eq__, object.__hash__  # arrays have no single answer to that

    def __getitem__(self, name: str) -> NDArray[Any]:
        """One array by name."""
        if name not in self.arrays:
            raise KeyError(self._text("no-array", given=name))
        return self.arrays[name]

    def __iter__(self) -> Iterator[str]:
        return iter(self.arrays)

    def __len__(self) -> int:
        return len(self.arrays)

    def __array__(self, dtype: DTypeLike | None = None, copy: bool | None = None) -> NDArray[Any]:  # noqa: FBT001  (numpy's)
        if self.main is None:
            raise TypeError(self._text("several-arrays"))
        values = np.asarray(self[self.main], dtype)
        return values.copy() if copy else values

    def __repr__(self) -> str:
        shapes = ", ".join(f"{name} {values.shape}" for name, values in self.items())
        at = f"{self.positions[0]} to {self.positions[-1]}" if len(self.positions) else "none"
        return f"<{self.scheme.encoding.name}, d = {self.scheme.d}, positions {at}, {self.dtype}: {shapes}>"

    def _text(self, key: str, **values: object) -> str:
        name = self.scheme.encoding.name
        return text("en", f"compute.{key}", name=name, known=", ".join(self.arrays), **values)

    @property
    def kind(self) -> str:
        """How the encoding acts: additive, rotary, bias, none."""
        return self.scheme.encoding.kind

    @property
    def main(self) -> str | None:
        """The array that says it all, if one does: what a file of a single array holds."""
        return {"additive": "values", "bias": "bias", "none": "weight"}.get(self.kind)

    @property
    def queries(self) -> NDArray[np.int64]:
        """Positions of the queries: the last of the keys, as many as there are rows of biases."""
        rows = self.arrays[self.main or ""].shape[-2]
        return self.positions[len(self.positions) - rows :]


def results(scheme: Scheme, positions: NDArray[np.int64], words: tuple[str, ...] | None = None) -> Results:
    """Compute everything that a table of the encoding holds.

    Args:
        scheme: the encoding with its width, parameters and conventions.
        positions: (row), whole numbers from 0; of biases the positions of the keys.
        words: what stands there, one a position.

    Raises:
        UsageError: too many cells, a position too far out, or values for which the encoding is not defined.
    """
    if scheme.encoding.kind == "additive":
        found = table(scheme, positions, words)
        return Results(scheme, found.positions, words, {"values": found.values}, found)
    positions = scheme.checked(positions)
    scheme = at_length(scheme, positions)
    if scheme.encoding.kind == "rotary":
        return Results(scheme, positions, words, _rotary(scheme, positions))
    return Results(scheme, positions, words, _scores(scheme, positions))


def _rotary(scheme: Scheme, positions: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    """Row by row in blocks: the parts of a computation stay in the processor's cache."""
    wanted = scheme.encoding.results
    by_row = [name for name in wanted if name in _ROWS]
    run = scheme.computed(scheme.given(positions[:1]))
    first = {name: _shaped(name, run.values[name].to_float64(), scheme.d // 2) for name in wanted}
    pairs = first["angle"].shape[-1]
    rows = {name: np.empty((len(positions), pairs)) for name in by_row}
    step = max(1, BLOCK // max(1, pairs))
    for start in range(0, len(positions), step):
        run = scheme.computed(scheme.given(positions[start : start + step]))
        for name in by_row:
            rows[name][start : start + step] = run.values[name].to_float64() + 0.0
    return {NAMES[name][0]: rows.get(name, first[name]) for name in wanted}


def _shaped(name: str, values: NDArray[np.float64], pairs: int) -> NDArray[np.float64]:
    """Without the axes that a quantity has only one entry along."""
    axes = NAMES.get(name, (name, values.ndim))[1]
    found = np.atleast_1d(values)
    while found.ndim > axes and found.shape[0] == 1:
        found = found[0]
    if axes == 1 and found.shape == (1,):
        found = np.broadcast_to(found, (pairs,)) if pairs else found
    return np.asarray(found + 0.0)


def _scores(scheme: Scheme, positions: NDArray[np.int64]) -> dict[str, NDArray[Any]]:
    given = scheme.given(positions)
    run = scheme.computed(given)
    unseen = hidden(scheme, given, run.values)
    found: dict[str, NDArray[Any]] = {}
    for name in scheme.encoding.results:
        values = run.values[name].to_float64()
        if NAMES.get(name, (name, 0))[1] == 1:  # a head each
            values = np.moveaxis(values, 0, -1)
        values = _shaped(name, values, 0)
        if name in _UNSEEN and unseen is not None:
            values = np.where(unseen, -np.inf, values)
        found[NAMES.get(name, (name, 0))[0]] = values.astype(np.int64) if name in WHOLE else values
    return found


def hidden(scheme: Scheme, given: Mapping[str, Any], values: Mapping[str, Any]) -> NDArray[np.bool_] | None:
    """Which keys their queries do not see, (query, key); None if there is no such thing.

    An encoding hides the keys after a query if it gives them no distance of their own.

    Args:
        scheme: the encoding.
        given: its leaves.
        values: what a run of it found.
    """
    if "distance" not in scheme.formula or "query" not in given:
        return None
    query, key = (np.asarray(given[name]).ravel() for name in ("query", "key"))
    ahead: NDArray[np.bool_] = key[None, :] > query[:, None]
    distance = values["distance"].to_float64()
    distance = np.broadcast_to(distance.reshape(distance.shape[1:3]), ahead.shape)
    return ahead if ahead.any() and not distance[ahead].any() else None
