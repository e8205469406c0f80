"""Reading the table of a learned encoding from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

    from posenc_cli.files.vectors import Mark

#: How models call their table, at the end of its full name.
TENSORS = ("wpe.weight", "position_embeddings.weight", "embed_positions.weight", "position_embeddings", "pos_embed")


def read_table(path: Path, tensor: str | None = None) -> NDArray[np.float64]:
    """The table of a file: .npy, .npz, safetensors, or rows of numbers as CSV or JSON.

    Args:
        path: the file; arrays may be (row, column) or (1, row, column), in 16, 32 or 64 bits.
        tensor: the name of the array; without it the only one, or the one that is called as models call their table.

    Returns:
        (row, column), float64.

    Raises:
        InputError: a file that cannot be read, is not safe, or holds no table of numbers.
    """
    from posenc_cli.files import arrays, pickles
    from posenc_cli.files.decoding import read_bytes

    suffix = path.suffix.lower()
    if suffix in pickles.SUFFIXES:
        raise InputError("files.pickle", path=path)
    if suffix == ".npy":
        return arrays.read_npy(read_bytes(path, arrays.LARGEST_ARRAY_FILE), path=path).rows
    if suffix in (".npz", ".safetensors"):
        read = arrays.read_npz if suffix == ".npz" else arrays.read_safetensors
        return read(read_bytes(path, arrays.LARGEST_ARRAY_FILE), path=path, tensor=tensor, endings=TENSORS).rows
    return _text_rows(path)


def _text_rows(path: Path) -> NDArray[np.float64]:
    from posenc_cli.files.tables import load_table
    from posenc_cli.files.vectors import vector_number

    table = load_table(path)
    # A comma is the decimal mark of a file that has any in its cells.
    mark: Mark = "comma" if any("," in cell for row in table.rows for cell in row) else "point"
    found = np.empty((len(table.rows), table.width))
    for line, row, cells in zip(table.lines, found, table.rows, strict=True):
        for column, cell in enumerate(cells):
            number = vector_number(cell, mark)
            if number is None:
                raise InputError("additive.table-cell", path=path, line=line, column=column + 1, given=cell[:20])
            row[column] = float(number)
    if not found.size:
        raise InputError("files.no-vectors", path=path)
    return found
