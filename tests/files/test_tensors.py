"""Arrays as files: other readers get back what was written, and the same numbers make the same bytes."""

from __future__ import annotations

import io
import json
import struct
from typing import Any

import numpy as np
import pytest

from posenc_cli.files.arrays import read_npy_list, read_safetensors
from posenc_cli.files.tensors import bfloat16_bits, npy_bytes, npz_bytes, safetensors_bytes

ARRAYS = {
    "cos": np.linspace(-1, 1, 6).reshape(2, 3),
    "factor": np.array(1.5),
    "short": np.linspace(-1, 1, 6, dtype=np.float32).reshape(2, 3),
    "half": np.array([[1.5, -2.5]], dtype=np.float16),
    "buckets": np.arange(6).reshape(2, 3).T,
}


def tensors(data: bytes) -> tuple[dict[str, Any], dict[str, bytes]]:
    """A safetensors file taken apart by its specification alone."""
    (length,) = struct.unpack("<Q", data[:8])
    header = json.loads(data[8 : 8 + length])
    body = data[8 + length :]
    return header, {
        name: body[slice(*entry["data_offsets"])] for name, entry in header.items() if name != "__metadata__"
    }


def test_safetensors_by_the_specification() -> None:
    """Kinds, shapes and little-endian numbers, one after the other without a gap."""
    header, blocks = tensors(safetensors_bytes(ARRAYS, metadata={"encoding": "rope"}))
    assert header["__metadata__"] == {"encoding": "rope"}
    kinds = {"cos": "F64", "factor": "F64", "short": "F32", "half": "F16", "buckets": "I64"}
    end = 0
    for name, array in ARRAYS.items():
        assert header[name]["dtype"] == kinds[name]
        assert header[name]["shape"] == list(array.shape)
        assert header[name]["data_offsets"][0] == end
        end = header[name]["data_offsets"][1]
        assert blocks[name] == array.tobytes()


def test_the_header_is_aligned() -> None:
    """Numbers begin at a multiple of eight bytes, so that a file can be mapped into memory."""
    for name in ("a", "ab", "abc", "ä"):
        data = safetensors_bytes({name: np.ones(1)}, metadata={})
        assert struct.unpack("<Q", data[:8])[0] % 8 == 0


def test_bfloat16_is_stored_as_such() -> None:
    """Two bytes a number, which our own reader widens again; integers stay integers."""
    numbers = np.array([[1.0, -0.5, 257.0 - 1]], dtype=np.float32)
    data = safetensors_bytes({"x": numbers, "n": np.arange(2)}, metadata={}, bfloat16=True)
    header, blocks = tensors(data)
    assert header["x"]["dtype"] == "BF16"
    assert header["n"]["dtype"] == "I64"
    assert blocks["x"] == bytes.fromhex("803f00bf8043")
    assert read_safetensors(data, path="x", tensor="x").rows.tolist() == numbers.tolist()
    assert bfloat16_bits(numbers).dtype == np.uint16


def test_npz_holds_all_and_no_date() -> None:
    """Numpy reads every array back; two files of the same arrays are the same."""
    data = npz_bytes(ARRAYS)
    assert data == npz_bytes(ARRAYS)
    with np.load(io.BytesIO(data), allow_pickle=False) as archive:
        assert archive.files == list(ARRAYS)
        for name, array in ARRAYS.items():
            assert np.array_equal(archive[name], array)
            assert archive[name].dtype == array.dtype


@pytest.mark.parametrize("array", list(ARRAYS.values()), ids=list(ARRAYS))
def test_npy_reads_back(array: np.ndarray[Any, Any]) -> None:
    """Shape, kind and numbers are those that were written."""
    found = np.load(io.BytesIO(npy_bytes(array)), allow_pickle=False)
    assert found.shape == array.shape
    assert found.dtype == array.dtype
    assert np.array_equal(found, array)


def test_lists_of_numbers() -> None:
    """A list is one-dimensional, or has one row or one column; a table is no list."""
    for array in (np.array([1.0, 2.0]), np.array([[1.0, 2.0]]), np.array([[1.0], [2.0]])):
        assert read_npy_list(npy_bytes(array), path="x").tolist() == [1.0, 2.0]
    for wrong in (np.ones((2, 2)), np.array(1.0), np.ones((1, 1, 2))):
        with pytest.raises(Exception, match="array-shape"):
            read_npy_list(npy_bytes(wrong), path="x")
