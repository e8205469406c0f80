"""Arrays as bytes: .npy, .npz and safetensors, the same bytes for the same numbers on every machine.

A safetensors file is eight bytes with the length of a JSON header (little-endian), the header, and the numbers.
"""

from __future__ import annotations

import io
import json
import zipfile
from typing import TYPE_CHECKING, Any

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

#: numpy's kind → what safetensors calls it.
_KINDS = {"<f8": "F64", "<f4": "F32", "<f2": "F16", "<i8": "I64", "<u2": "U16"}
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
    header: dict[str, Any] = {"__metadata__": dict(metadata)}
    blocks: list[bytes] = []
    start = 0
    for name, array in arrays.items():
        plain = _plain(array)
        kind = _KINDS[plain.dtype.str]
        if bfloat16 and kind == "F32":
            plain, kind = bfloat16_bits(plain), "BF16"
        data = plain.tobytes()
        header[name] = {"dtype": kind, "shape": list(plain.shape), "data_offsets": [start, start + len(data)]}
        blocks.append(data)
        start += len(data)
    text = json.dumps(header, separators=(",", ":"), ensure_ascii=True).encode()
    text += b" " * (-len(text) % _ALIGNED)
    return b"".join([len(text).to_bytes(8, "little"), text, *blocks])


def bfloat16_bits(array: NDArray[Any]) -> NDArray[np.uint16]:
    """The 16 bits of each number of bfloat16 that a float32 array holds."""
    bits: NDArray[np.uint32] = np.ascontiguousarray(array, dtype="<f4").view("<u4")
    return (bits >> np.uint32(16)).astype("<u2")


def _plain(array: NDArray[Any]) -> NDArray[Any]:
    """In memory row by row, little-endian; no array loses its shape by that."""
    return np.ascontiguousarray(array).reshape(array.shape).astype(array.dtype.newbyteorder("<"), copy=False)
