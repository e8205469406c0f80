"""Right arrays of all encodings, cast to every precision: what must never be called wrong."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

import posenc_cli as posenc
from posenc_cli.encodings.precision import DTYPES, cast_array
from posenc_cli.encodings.results import results
from posenc_cli.errors import PosencError
from tests.contract.cases import CASES, Case, comfortable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray

    from posenc_cli.arrays.finding import Diagnosis
    from posenc_cli.encodings.precision import Dtype

#: What an array of a table is called → what it is.
WHATS = {
    "values": "table",
    "inv_freq": "inv_freq",
    "angles": "angles",
    "cos": "cos",
    "sin": "sin",
    "slopes": "slopes",
    "bias": "bias",
    "buckets": "buckets",
    "index": "index",
}
COUNTS = (5, 16, 40)


@dataclass(frozen=True)
class Right:
    """One right array.

    Attributes:
        case: the encoding and its conventions.
        what: it is.
        d: width.
        dtype: what it was cast to.
        values: it.
    """

    case: Case
    what: str
    d: int
    dtype: Dtype
    values: NDArray[Any]

    def __str__(self) -> str:
        return f"{self.case} {self.what} {self.values.shape} {self.dtype}"

    def diagnosis(self) -> Diagnosis:
        """What posenc says, if it is told what is expected."""
        asked = self.case.asked(self.d, _rows(self))
        return posenc.diagnose(self.values, self.case.name, what=self.what, d=self.d, **asked)


def _rows(one: Right) -> int:
    return int(one.values.shape[-1] if one.what in ("bias", "buckets", "index") else one.values.shape[0])


def right_arrays(counts: tuple[int, ...] = COUNTS, dtypes: tuple[Dtype, ...] = DTYPES) -> Iterator[Right]:
    """Every array of every case, for so many positions, in every precision."""
    for case in CASES:
        yield from arrays_of(case, counts, dtypes)


def arrays_of(case: Case, counts: tuple[int, ...], dtypes: tuple[Dtype, ...]) -> Iterator[Right]:
    """The arrays of one case."""
    d = comfortable(case)
    for count in counts:
        try:
            found = results(case.scheme(d, count), np.arange(count)).arrays
        except PosencError:  # a grid or a table that has fewer positions
            continue
        for name, values in found.items():
            # A single angle is no array of its own; of one row nothing can be said.
            if name in WHATS and values.size >= 4 and np.isfinite(values[values > -np.inf]).all():
                for dtype in dtypes if values.dtype.kind == "f" else dtypes[:1]:
                    yield Right(case, WHATS[name], d, dtype, cast_array(values, dtype))
