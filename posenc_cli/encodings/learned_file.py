"""Reading the table of a learned encoding from a file."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray

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
    from posenc_cli.files.mapped import text_rows

    suffix = path.suffix.lower()
    if suffix in pickles.SUFFIXES:
        raise InputError("files.pickle", path=path)
    if suffix == ".npy":
        return arrays.read_npy(read_bytes(path, arrays.LARGEST_ARRAY_FILE), path=path).rows
    if suffix in (".npz", ".safetensors"):
        read = arrays.read_npz if suffix == ".npz" else arrays.read_safetensors
        return read(read_bytes(path, arrays.LARGEST_ARRAY_FILE), path=path, tensor=tensor, endings=TENSORS).rows
    return text_rows(path)
