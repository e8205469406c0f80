"""An encoding at one width under chosen conventions: what a table, a sum or an explanation starts from."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from operator import index
from typing import TYPE_CHECKING, Any, SupportsIndex

import numpy as np

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import encoding
from posenc_cli.errors import UsageError
from posenc_cli.files.words import split_words

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from numpy.typing import ArrayLike, NDArray

    from posenc_cli.calculation.formula import Formula, Run
    from posenc_cli.encodings.record import Encoding

#: More cells than this are a slip of the keyboard and not a table.
MAX_CELLS = 50_000_000
#: Up to here every number is right to the last digit of a float64, however it is computed.
MAX_POSITION = 10**13
#: Radians. The parts of a larger angle, 32 digits together, leave its sine fewer digits than a float64 has.
MAX_ANGLE = 2**46


@dataclass(frozen=True)
class Scheme:
    """An encoding at one width.

    Attributes:
        encoding: its record.
        d: the width, 1 or more.
        parameters: numbers it takes, by name, all of them.
        chosen: conventions by name, all of them.
        first_pos: the position of the first word.
        formula: its rules under these conventions.
    """

    encoding: Encoding
    d: int
    parameters: Mapping[str, Any]
    chosen: Mapping[str, str]
    first_pos: int
    formula: Formula = field(repr=False)

    @classmethod
    def of(cls, name: str = "sinusoidal", *, d: int = 4, first_pos: int = 0, **asked: Any) -> Scheme:  # noqa: ANN401
        """A scheme from a name and what was asked for; what was not is the default.

        Raises:
            UsageError: an unknown name, parameter or choice, or a value for which the encoding is not defined.
        """
        record = encoding(name)
        d = whole(d, 1, "compute.width")
        if d > MAX_CELLS:
            raise UsageError("compute.too-many-cells", cells=d, limit=MAX_CELLS)
        first_pos = position(first_pos)
        chosen = {each.name: str(asked.pop(each.name, each.default)) for each in record.conventions}
        parameters = _parameters(record, asked, chosen)
        if asked:
            raise UsageError(
                "compute.unknown-parameter", given=", ".join(asked), known=", ".join([*chosen, *parameters])
            )
        return cls(record, d, parameters, chosen, first_pos, record.under(d, chosen))

    @property
    def conventions(self) -> dict[str, Any]:
        """All that must be named beside a result, for programs."""
        return {**self.parameters, **self.chosen, "first_pos": self.first_pos}

    def given(self, positions: NDArray[np.int64], columns: NDArray[np.int64] | None = None) -> dict[str, Any]:
        """The leaves of the formula: positions (row, 1), columns (1, column), width and parameters."""
        found = self.encoding.leaves(self.d, {**self.chosen, **self.parameters}, positions)
        # Conventions have done their work in the rules and in what the leaves are; they are no numbers themselves.
        found = {name: value for name, value in found.items() if name not in self.chosen}
        return found if columns is None else {**found, "k": columns[None, :]}

    def computed(self, given: Mapping[str, Any]) -> Run:
        """Every quantity from leaves (see :meth:`given`), two float64 a number.

        Raises:
            UsageError: a result that float64 does not hold, or an angle of which too few digits would be left.
        """
        run = self.formula.run(given, ACCURATE)
        for name in ("angle", *self.encoding.results):
            if name in run.values:
                size = np.abs(run.values[name].to_float64())
                limit = MAX_ANGLE if name == "angle" else np.inf
                if not (size < limit).all():
                    raise UsageError("compute.too-large", name=self.encoding.name, quantity=name)
        return run

    def rows(self, count: int) -> NDArray[np.int64]:
        """The positions of so many words."""
        self._bounded(count)  # before memory is taken for them
        return self.checked(np.arange(self.first_pos, self.first_pos + count))

    def checked(self, positions: ArrayLike) -> NDArray[np.int64]:
        """The positions, if there are not too many of them and each is a whole number within reach.

        Raises:
            UsageError: otherwise.
        """
        at = np.asarray(positions)
        self._bounded(at.size)
        if not at.size:
            return np.empty(0, dtype=np.int64)
        outside = at if at.dtype.kind not in "iufO" else at[~_within_reach(at)]
        if outside.size:
            raise UsageError("compute.position", given=outside[0], limit=MAX_POSITION)
        return at.astype(np.int64)

    def columns(self, asked: Sequence[SupportsIndex] | SupportsIndex) -> tuple[int, ...]:
        """Columns, if there are such.

        Raises:
            UsageError: there is one that is not there.
        """
        last = self.d - 1
        return tuple(
            whole(k, 0, "compute.dimension", last, last=last, d=self.d) for k in np.ravel(np.asarray(asked, object))
        )

    def _bounded(self, count: int) -> None:
        if count * self.d > MAX_CELLS:
            raise UsageError("compute.too-many-cells", cells=count * self.d, limit=MAX_CELLS)


def whole(given: SupportsIndex, least: float, key: str, most: float = math.inf, **more: object) -> int:
    """A whole number from ``least`` to ``most``; true and false are none.

    Raises:
        UsageError: ``key``, if it is none; with the number as ``given``, and what else the sentence names.
    """
    try:
        number = math.nan if isinstance(given, bool | np.bool_) else index(given)
    except TypeError:
        number, given = math.nan, repr(given)  # type: ignore[assignment]
    if not least <= number <= most:
        raise UsageError(key, given=given, **more)
    return int(number)


def position(given: SupportsIndex) -> int:
    """A position.

    Raises:
        UsageError: it is no whole number within reach.
    """
    return whole(given, 0, "compute.position", MAX_POSITION, limit=MAX_POSITION)


def _within_reach(at: NDArray[Any]) -> NDArray[np.bool_]:
    with np.errstate(invalid="ignore"):  # the remainder of infinity
        is_whole = True if at.dtype.kind in "iu" else at % 1 == 0
        return np.asarray((at >= 0) & (at <= MAX_POSITION) & is_whole, dtype=bool)


def _parameters(record: Encoding, asked: dict[str, Any], chosen: Mapping[str, str]) -> dict[str, Any]:
    """Every parameter that has a value; what is asked for is taken out of ``asked``."""
    found: dict[str, Any] = {}
    for each in record.parameters:
        given = [name for name in (each.name, *each.also) if asked.get(name) is not None]
        if len(given) > 1:
            raise UsageError("compute.parameter-twice", first=given[0], second=given[1])
        value = asked[given[0]] if given else each.default
        for name in (each.name, *each.also):
            asked.pop(name, None)
        if value is not None:
            found[each.name] = each.leaf(value)
    for convention in record.conventions:
        choice = chosen[convention.name]
        for name in convention.needs.get(choice, ()):
            if name not in found:
                raise UsageError("compute.parameter-missing", name=name, option=convention.name, choice=choice)
    return found


def sentence_words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence: what stands between blanks, whatever it is made of.

    Raises:
        UsageError: there are none.
    """
    words = split_words(sentence)
    if not words:
        raise UsageError("compute.no-words")
    return tuple(re.sub("[\ud800-\udfff]", "\ufffd", word) for word in words)
