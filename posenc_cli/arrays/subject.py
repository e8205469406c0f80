"""An array as what it was taken for: rows and columns of a table, of angles, of biases …, read block by block."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal, get_args

import numpy as np

from posenc_cli.arrays.storage import FLOAT64, Storage, storage_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]
    Places = NDArray[np.int64]

What = Literal[
    "table",
    "sum",
    "inv_freq",
    "angles",
    "cos",
    "sin",
    "cis",
    "rotated",
    "weights",
    "slopes",
    "bias",
    "buckets",
    "index",
    "ids",
]
WHATS: tuple[What, ...] = get_args(What)
#: A score that low hides its key.
_HIDDEN = -1e9
#: Rows and columns that are looked at first.
_FIRST, _SPREAD = 8, 16
_COLUMNS = 48
_QUERIES = 24


@dataclass(frozen=True)
class Subject:
    """An array that was taken for something.

    Attributes:
        what: it was taken for.
        values: (row, column), of biases (head, query, key), of turned vectors (vector, row, column), of cosines with
            their sines (part, row, pair); read late, so that a file may be mapped.
        bits: they are the bits of bfloat16.
        storage: how its numbers are stored; what is read is float64.
        doubled: cosines or sines of a pair stand there twice.
        read_as: how it was turned into this, for people: ``transposed``, ``batch`` …
        before: vectors as they were before, of the same shape.
        skipped: rows of zeros before the first one that counts.
    """

    what: What
    values: NDArray[Any]
    bits: bool = False
    storage: Storage = FLOAT64
    doubled: bool = False
    read_as: tuple[str, ...] = ()
    before: NDArray[Any] | None = field(default=None, repr=False)
    skipped: int = 0

    @property
    def rows(self) -> int:
        """How many: positions, or queries."""
        return int(self.values.shape[-2])

    @property
    def columns(self) -> int:
        """How many: columns of a vector, pairs, heads of slopes, or keys."""
        return int(self.values.shape[-1])

    def block_shape(self, rows: Places, columns: Places) -> tuple[int, ...]:
        """The shape of what :meth:`block` gives."""
        return (*self.values.shape[:-2], len(rows), len(columns))

    def block(self, rows: Places, columns: Places) -> Array:
        """The numbers at some rows and columns; a score that hides its key is -inf."""
        found = widened(_cut(self.values, rows, columns), bits=self.bits)
        if self.what == "bias":
            return np.where(found <= _HIDDEN, -np.inf, found)
        return found

    def before_block(self, rows: Places, columns: Places) -> Array:
        """The same of the vectors as they were before."""
        if self.before is None:
            raise RuntimeError("no vectors were given")
        return np.asarray(_cut(self.before, rows, columns), dtype=np.float64)

    def sample(self) -> tuple[Places, Places]:
        """Rows and columns that tell all ways apart: the first, the last, and some between of either parity."""
        if self.what in ("bias", "buckets", "index"):
            if self.values.size <= 200_000:
                return np.arange(self.rows), np.arange(self.columns)
            return _spread(self.rows, _QUERIES), _spread(self.columns, _QUERIES)
        if self.what == "rotated":
            return _spread(self.rows, _QUERIES), np.arange(self.columns)
        return _spread(self.rows, _QUERIES), _spread(self.columns, _COLUMNS)


def _cut(values: NDArray[Any], rows: Places, columns: Places) -> NDArray[Any]:
    """Rows, then columns: one read of a mapped file a row."""
    picked = values[..., rows, :] if len(rows) < values.shape[-2] else values
    return picked[..., columns] if len(columns) < values.shape[-1] else np.asarray(picked)


def widened(values: NDArray[Any], *, bits: bool) -> Array:
    """As float64; the bits of bfloat16 as the numbers that they stand for."""
    if bits:
        values = (values.astype(np.uint32) << np.uint32(16)).view(np.float32)
    return np.asarray(values, dtype=np.float64)


def _spread(count: int, wanted: int) -> Places:
    """Numbers from 0: the first, the last, and between them ever wider apart, even and odd."""
    if count <= wanted:
        return np.arange(count)
    few = np.arange(min(_FIRST, wanted // 2))
    apart = np.geomspace(len(few), count - 1, wanted - len(few) - 4).astype(np.int64)
    apart += np.arange(len(apart)) % 2
    middle = np.array([count // 2 - 1, count // 2, count // 2 + 1, count - 2, count - 1])
    found = np.unique(np.concatenate([few, apart, middle]))
    return found[(found >= 0) & (found < count)]


def with_storage(subject: Subject, kind: np.dtype[Any] | str) -> Subject:
    """The subject with the storage that its sample shows."""
    from dataclasses import replace

    rows, columns = subject.sample()
    return replace(subject, storage=storage_of("bfloat16" if subject.bits else kind, subject.block(rows, columns)))
