"""Large tables as files: the same bytes as of small ones, written piece by piece."""

from __future__ import annotations

from contextlib import closing
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import UsageError
from posenc_cli.files.tensors import SIZES, bfloat16_bits, npy_header, safetensors_header
from posenc_cli.files.writing import write_at
from posenc_cli.render.results import metadata

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import BinaryIO

    from numpy.typing import NDArray

    from posenc_cli.encodings.large import Large

_KINDS = {"float64": "F64", "float32": "F32", "float16": "F16", "bfloat16": "BF16"}
_POSITIONS = "positions"


class LargeFile:
    """A table on its way into a file.

    Args:
        large: the table.
        kind: ``npy`` or ``safetensors``.

    Raises:
        UsageError: an .npy file of a table of several arrays.
    """

    def __init__(self, large: Large, kind: str) -> None:
        self._large = large
        short, rows = _KINDS[large.dtype], large.rows
        if kind == "npy":
            if len(large.widths) > 1:
                names = ", ".join((*large.fixed, *large.widths))
                raise UsageError("precision.several", encoding=large.scheme.encoding.name, names=names)
            ((name, width),) = large.widths.items()
            stored = np.dtype("<u2") if short == "BF16" else large.storage.newbyteorder("<")
            self._header = npy_header((rows, width), stored)
            self._starts = {name: len(self._header)}
            self._size = len(self._header) + rows * width * SIZES[short]
            return
        tensors: dict[str, tuple[tuple[int, ...], str]] = {_POSITIONS: ((rows,), "I64")}
        tensors |= {name: (values.shape, short) for name, values in large.fixed.items()}
        tensors |= {name: ((rows, width), short) for name, width in large.widths.items()}
        self._header, self._starts = safetensors_header(tensors, metadata(large.scheme))
        self._size = len(self._header) + sum(prod(shape) * SIZES[each] for shape, each in tensors.values())

    @property
    def size(self) -> int:
        """Bytes of the file."""
        return self._size

    def write(self, file: BinaryIO, advance: Callable[[int], None]) -> None:
        """Write everything.

        Args:
            file: an empty one.
            advance: is told how many rows more are done.
        """
        file.write(self._header)
        file.flush()
        for name, values in self._large.fixed.items():
            if name in self._starts:
                self._put(file, name, values)

        def take(row: int, first: int, piece: Mapping[str, NDArray[Any]]) -> None:
            rows = len(next(iter(piece.values())))
            if _POSITIONS in self._starts:
                self._put(file, _POSITIONS, np.arange(first, first + rows, dtype=np.int64), row)
            for name, values in piece.items():
                self._put(file, name, values, row)

        with closing(self._large.each(take)) as pieces:  # whoever stops waits for the threads that write
            for done in pieces:
                advance(done)

    def _put(self, file: BinaryIO, name: str, values: NDArray[Any], row: int = 0) -> None:
        """Numbers at their place, from a row of their array on."""
        if self._large.dtype == "bfloat16" and values.dtype == np.float32:
            values = bfloat16_bits(values)
        data = np.ascontiguousarray(values, dtype=values.dtype.newbyteorder("<"))
        before = row * (data.nbytes // len(data)) if row else 0
        write_at(file, data.reshape(-1).view(np.uint8).data, self._starts[name] + before)
