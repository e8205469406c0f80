"""Arrays as bytes: .npy, .npz and safetensors, the same bytes for the same numbers on every machine.

A safetensors file is eight bytes with the length of a JSON header (little-endian), the header, and the numbers.
"""

from __future__ import annotations

import io
import json
import zipfile
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

#: numpy's kind → what safetensors calls it.
_KINDS = {"<f8": "F64", "<f4": "F32", "<f2": "F16", "<i8": "I64", "<u2": "U16"}
#: Bytes of each of these, and of bfloat16.
SIZES = {"F64": 8, "F32": 4, "F16": 2, "BF16": 2, "I64": 8, "U16": 2}
_ALIGNED = 8


def npy_bytes(array: NDArray[Any]) -> bytes:
    """One array as an .npy file."""
    buffer = io.BytesIO()
    np.save(buffer, _plain(array), allow_pickle=False)
    return buffer.getvalue()


def npz_bytes(arrays: Mapping[str, NDArray[Any]]) -> bytes:
    """Several arrays as an .npz archive; nothing in it tells when it was made."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, array in arrays.items():
            archive.writestr(zipfile.ZipInfo(f"{name}.npy"), npy_bytes(array), zipfile.ZIP_DEFLATED)
    return buffer.getvalue()


def safetensors_bytes(
    arrays: Mapping[str, NDArray[Any]], *, metadata: Mapping[str, str], bfloat16: bool = False
) -> bytes:
    """Several arrays as a safetensors file.

    Args:
        arrays: by name; float64, float32, float16, or whole numbers of 64 bits.
        metadata: texts that travel with them.
        bfloat16: float32 arrays hold numbers of bfloat16 and are stored as such.
    """
    blocks = {name: _plain(array) for name, array in arrays.items()}
    short = {name for name, block in blocks.items() if bfloat16 and block.dtype == np.float32}
    blocks |= {name: bfloat16_bits(blocks[name]) for name in short}
    told = {name: (block.shape, "BF16" if name in short else _KINDS[block.dtype.str]) for name, block in blocks.items()}
    header, _ = safetensors_header(told, metadata)
    return b"".join([header, *(block.tobytes() for block in blocks.values())])


def safetensors_header(
    tensors: Mapping[str, tuple[tuple[int, ...], str]], metadata: Mapping[str, str]
) -> tuple[bytes, dict[str, int]]:
    """The beginning of a safetensors file, and where in the file each tensor begins.

    Args:
        tensors: by name, in the order of their numbers, the shape and what safetensors calls such numbers (``F32``).
        metadata: texts that travel with them.
    """
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    starts, end = {}, 0
    for name, (shape, kind) in tensors.items():
        starts[name], end = end, end + prod(shape) * SIZES[kind]
        header[name] = {"dtype": kind, "shape": list(shape), "data_offsets": [starts[name], end]}
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=True).encode()
    text += b" " * (-len(text) % _ALIGNED)
    begin = len(text).to_bytes(8, "little") + text
    return begin, {name: len(begin) + start for name, start in starts.items()}


def npy_header(shape: tuple[int, ...], dtype: np.dtype[Any]) -> bytes:
    """The beginning of an .npy file whose numbers follow row by row."""
    buffer = io.BytesIO()
    told = {"descr": np.lib.format.dtype_to_descr(dtype), "fortran_order": False, "shape": shape}
    np.lib.format.write_array_header_1_0(buffer, told)
    return buffer.getvalue()


def bfloat16_bits(array: NDArray[Any]) -> NDArray[np.uint16]:
    """The 16 bits of each number of bfloat16 that a float32 array holds."""
    bits: NDArray[np.uint32] = np.ascontiguousarray(array, dtype="<f4").view("<u4")
    return (bits >> np.uint32(16)).astype("<u2").reshape(np.shape(array))


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """In memory row by row, little-endian; no array loses its shape by that."""
    return np.ascontiguousarray(array).reshape(array.shape).astype(array.dtype.newbyteorder("<"), copy=False)
