"""An encoding at one width under chosen conventions: what a table, a sum or an explanation starts from."""

from __future__ import annotations

import math
import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings import encoding
from posenc_cli.errors import UsageError
from posenc_cli.files.words import split_words

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.calculation.formula import Formula
    from posenc_cli.encodings.record import Encoding

#: More cells than this are a slip of the keyboard and not a table.
MAX_CELLS = 50_000_000
#: Whole numbers up to here are exact in float64, and so are the positions in an answer.
MAX_POSITION = 10**15


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
    parameters: Mapping[str, float]
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
        if d < 1:
            raise UsageError("compute.width", d=d)
        if d > MAX_CELLS:
            raise UsageError("compute.too-many-cells", cells=d, limit=MAX_CELLS)
        if first_pos < 0:
            raise UsageError("compute.position", given=first_pos, limit=MAX_POSITION)
        chosen = {each.name: str(asked.pop(each.name, each.default)) for each in record.conventions}
        parameters = {each.name: asked.pop(each.name, each.default) for each in record.parameters}
        for each in record.parameters:
            value = parameters[each.name]
            if not each.least <= value < math.inf:
                raise UsageError("compute.parameter", name=each.name, given=value, least=each.least)
        if asked:
            raise UsageError(
                "compute.unknown-parameter", given=", ".join(asked), known=", ".join([*chosen, *parameters])
            )
        return cls(record, d, parameters, chosen, first_pos, record.under(d, chosen))

    @property
    def conventions(self) -> dict[str, Any]:
        """All that must be named beside a result, for programs."""
        return {**self.parameters, **self.chosen, "odd_width": "lone-sine", "first_pos": self.first_pos}

    def given(self, positions: NDArray[np.int64], columns: NDArray[np.int64] | None = None) -> dict[str, Any]:
        """The leaves of the formula: positions (row, 1), columns (1, column), width and parameters."""
        k = np.arange(self.d) if columns is None else columns
        return {"pos": positions[:, None], "k": k[None, :], "d": self.d, **self.parameters}

    def rows(self, count: int) -> NDArray[np.int64]:
        """The positions of so many words."""
        self._bounded(count)  # before memory is taken for them
        return self.checked(np.arange(self.first_pos, self.first_pos + count))

    def checked(self, positions: NDArray[np.int64]) -> NDArray[np.int64]:
        """The positions, if there are not too many of them and none is too far out.

        Raises:
            UsageError: otherwise.
        """
        self._bounded(len(positions))
        if len(positions) and not 0 <= positions.min() <= positions.max() <= MAX_POSITION:
            raise UsageError("compute.position", given=int(positions.max()), limit=MAX_POSITION)
        return positions

    def _bounded(self, count: int) -> None:
        if count * self.d > MAX_CELLS:
            raise UsageError("compute.too-many-cells", cells=count * self.d, limit=MAX_CELLS)


def sentence_words(sentence: str) -> tuple[str, ...]:
    """The words of a sentence: what stands between blanks, whatever it is made of.

    Raises:
        UsageError: there are none.
    """
    words = split_words(sentence)
    if not words:
        raise UsageError("compute.no-words")
    return tuple(re.sub("[\ud800-\udfff]", "\ufffd", word) for word in words)
