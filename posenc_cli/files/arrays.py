"""Arrays of numbers from .npy, .npz and safetensors files. Nothing in them is ever run: our own readers, no pickle.

Only this module of ``files`` needs numpy; it is imported when such a file is read.
"""

from __future__ import annotations

import ast
import io
import re
import warnings
import zipfile
import zlib
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import InputError
from posenc_cli.files.jsonfile import Number, parse_json

if TYPE_CHECKING:
    from pathlib import Path

    from numpy.typing import NDArray

LARGEST_ARRAY_FILE = 2**30
_LONGEST_NPY_HEADER = 10_000
_LONGEST_TENSOR_HEADER = 25 * 2**20
_MOST_AXES = 8
#: Numbers that show whether they are bits of bfloat16, and the share of them that must.
_LOOKED_AT, _MOSTLY = 4096, 0.25
_KIND = re.compile(r"[<>|=]?([a-zA-Z?])(\d{0,6})", re.ASCII)
_TENSOR_KINDS = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2"}


@dataclass(frozen=True)
class Array:
    """A table of numbers (rows × width, float64), the words if the file has them, and whether 16 bits held each."""

    rows: NDArray[np.float64]
    words: list[str] | None = None
    sixteen_bit: bool = False


def read_npy(data: bytes, *, path: Path | str) -> Array:
    """A two-dimensional .npy array of numbers.

    Raises:
        InputError: objects (they are pickled), complex numbers, another shape, or a damaged file.
    """
    return _rows(npy_array(data, path=path), path)


def read_npy_list(data: bytes, *, path: Path | str) -> NDArray[np.float64]:
    """The numbers of a one-dimensional .npy array, or of one that has a single row or column.

    Raises:
        InputError: as for `read_npy`.
    """
    array = npy_array(data, path=path)
    if array.ndim != 1 and not (array.ndim == 2 and 1 in array.shape):
        raise InputError("files.array-shape", path=path, shape=" × ".join(map(str, array.shape)) or "0")
    found: NDArray[np.float64] = _rows(array.reshape(1, -1), path).rows[0]
    return found


def read_npz(data: bytes, *, path: Path | str, tensor: str | None = None, endings: tuple[str, ...] = ()) -> Array:
    """The array of numbers of a .npz archive; an array of text in it names the rows.

    Args:
        data: of the file.
        path: named in errors.
        tensor: the name of the array.
        endings: without a name, the only one of several arrays whose name ends so.

    Raises:
        InputError: as for `read_npy`; several arrays and ``tensor`` names none of them.
    """
    arrays: dict[str, NDArray[Any]] = {}
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            if sum(member.file_size for member in archive.infolist()) > LARGEST_ARRAY_FILE:
                raise InputError("files.too-large", path=path, megabytes=LARGEST_ARRAY_FILE // 2**20)
            for name in archive.namelist():
                with archive.open(name) as member:
                    arrays[name.removesuffix(".npy")] = npy_array(member.read(LARGEST_ARRAY_FILE), path=path)
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise InputError("files.broken-array", path=path) from error
    texts = [array for array in arrays.values() if array.dtype.kind == "U" and array.ndim == 1]
    numbers = {name: array for name, array in arrays.items() if array.dtype.kind != "U"}
    found = _rows(numbers[_choose(list(numbers), tensor, path, endings)], path)
    return Array(found.rows, [str(word) for word in texts[0]] if len(texts) == 1 else None, found.sixteen_bit)


def read_safetensors(
    data: bytes, *, path: Path | str, tensor: str | None = None, endings: tuple[str, ...] = ()
) -> Array:
    """One tensor (rows × width) of a safetensors file: F64, F32, F16 or BF16.

    Args:
        data: of the file.
        path: named in errors.
        tensor: the name of the tensor.
        endings: without a name, the only one of several tensors whose name ends so.

    Raises:
        InputError: a damaged header, another kind of number, several tensors and ``tensor`` names none of them.
    """
    length = int.from_bytes(data[:8], "little")
    if len(data) < 8 or length > min(_LONGEST_TENSOR_HEADER, len(data) - 8):
        raise InputError("files.broken-tensors", path=path)
    try:
        header = parse_json(data[8 : 8 + length].decode("utf-8"), path=path)
    except UnicodeDecodeError as error:
        raise InputError("files.broken-tensors", path=path) from error
    if not isinstance(header, dict):
        raise InputError("files.broken-tensors", path=path)
    name = _choose([name for name in header if name != "__metadata__"], tensor, path, endings)
    return _tensor(header[name], data[8 + length :], path)


def _tensor(entry: object, buffer: bytes, path: Path | str) -> Array:
    if not isinstance(entry, dict):
        raise InputError("files.broken-tensors", path=path)
    kind = entry.get("dtype")
    if not isinstance(kind, str) or kind not in _TENSOR_KINDS:
        raise InputError("files.tensor-kind", path=path, kind=str(kind)[:20], known=", ".join(_TENSOR_KINDS))
    shape, offsets = whole_numbers(entry.get("shape"), path), whole_numbers(entry.get("data_offsets"), path)
    dtype = np.dtype(_TENSOR_KINDS[kind])
    if len(offsets) != 2 or offsets[1] > len(buffer) or offsets[1] - offsets[0] != prod(shape) * dtype.itemsize:
        raise InputError("files.broken-tensors", path=path)
    flat = np.frombuffer(buffer[offsets[0] : offsets[1]], dtype)
    if kind == "BF16":
        flat = (flat.astype(np.uint32) << np.uint32(16)).view(np.float32)
    found = _rows(flat.reshape(shape), path)
    return Array(found.rows, sixteen_bit=dtype.itemsize == 2)


def whole_numbers(values: object, path: Path | str) -> list[int]:
    """Shapes and offsets: digits only, few of them."""
    if not isinstance(values, list) or len(values) > _MOST_AXES:
        raise InputError("files.broken-tensors", path=path)
    if not all(
        isinstance(value, Number) and value.isascii() and value.isdigit() and len(value) < 16 for value in values
    ):
        raise InputError("files.broken-tensors", path=path)
    return [int(value) for value in values]


def _choose(names: list[str], asked: str | None, path: Path | str, endings: tuple[str, ...]) -> str:
    if asked in names:
        return str(asked)
    fitting = [name for name in names if name.endswith(endings)] if endings and len(names) > 1 else names
    if asked is None and len(fitting) == 1:
        return fitting[0]
    if not names:
        raise InputError("files.no-arrays", path=path)
    raise InputError("files.several-arrays", path=path, names=", ".join(sorted(names)[:20]))


def npy_array(data: bytes, *, path: Path | str, may_be_complex: bool = False) -> NDArray[Any]:
    """The array behind a .npy header, of any shape. The header is a literal; objects are refused before their data.

    Args:
        data: of the file.
        path: named in errors.
        may_be_complex: complex numbers are welcome.

    Raises:
        InputError: objects, complex numbers that are not welcome, or a damaged file.
    """
    if not data.startswith(b"\x93NUMPY") or len(data) < 10:
        raise InputError("files.broken-array", path=path)
    size = 2 if data[6] == 1 else 4
    start = 8 + size
    length = int.from_bytes(data[8:start], "little")
    if length > _LONGEST_NPY_HEADER:
        raise InputError("files.broken-array", path=path)
    kind, shape, fortran = npy_header(data[start : start + length], path)
    dtype = npy_dtype(kind, path, may_be_complex=may_be_complex)
    rest = memoryview(data)[start + length :]
    count = prod(shape)
    if count * dtype.itemsize != len(rest):
        raise InputError("files.broken-array", path=path)
    return np.frombuffer(rest, dtype, count).reshape(shape, order="F" if fortran else "C")


def npy_header(header: bytes, path: Path | str) -> tuple[object, tuple[int, ...], bool]:
    """Kind, shape, and whether columns come first, from the literal at the start of a .npy file.

    Raises:
        InputError: a damaged header.
    """
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # odd escapes in a hostile header
            said = ast.literal_eval(header.decode("utf-8").strip())
        kind, shape, fortran = said["descr"], said["shape"], said["fortran_order"]
    except (ValueError, SyntaxError, TypeError, KeyError, MemoryError, RecursionError) as error:
        raise InputError("files.broken-array", path=path) from error
    whole = isinstance(shape, tuple) and all(type(length) is int and 0 <= length < 2**40 for length in shape)
    if not whole or len(shape) > _MOST_AXES:
        raise InputError("files.broken-array", path=path)
    return kind, shape, fortran is True


def npy_dtype(kind: object, path: Path | str, *, may_be_complex: bool = False) -> np.dtype[Any]:
    """The kind of numbers, or of text.

    Args:
        kind: as the header says it.
        path: named in errors.
        may_be_complex: complex numbers are welcome.

    Raises:
        InputError: objects, complex numbers that are not welcome, or an unknown kind.
    """
    found = _KIND.fullmatch(kind) if isinstance(kind, str) else None
    if found is None:
        raise InputError("files.array-kind", path=path, kind=str(kind)[:40])
    if found[1] == "O":
        raise InputError("files.object-array", path=path)
    if found[1] == "c" and not may_be_complex:
        raise InputError("files.complex-array", path=path)
    sizes = {"f": ("2", "4", "8"), "c": ("8", "16")}
    if found[1] not in "fciuU" or found[2] not in sizes.get(found[1], (found[2],)):
        raise InputError("files.array-kind", path=path, kind=kind)
    try:
        dtype = np.dtype(str(kind))
    except (TypeError, ValueError) as error:
        raise InputError("files.array-kind", path=path, kind=kind) from error
    if not dtype.itemsize:
        raise InputError("files.array-kind", path=path, kind=kind)
    return dtype


def are_bits(array: NDArray[Any]) -> bool:
    """Are whole numbers of 16 bits the bits of bfloat16? Read so they lie around 0, as they stand they are huge."""
    if array.dtype.kind != "u" or array.dtype.itemsize != 2 or not array.size:
        return False
    some = np.asarray(array.reshape(-1)[:_LOOKED_AT] if array.flags.c_contiguous else array).reshape(-1)
    sizes = some & np.uint16(0x7FFF)
    # Between 2**-96 and 2**8, or 0; as a bucket or a position nobody has such numbers throughout.
    return bool(((sizes == 0) | ((sizes >= 0x0F80) & (sizes < 0x4380))).all() and (sizes > 0x3000).mean() > _MOSTLY)


def _rows(array: NDArray[Any], path: Path | str) -> Array:
    """Widened to float64 after looking at shape and values."""
    if array.dtype.kind == "U":
        raise InputError("files.array-kind", path=path, kind=array.dtype.str)
    if array.ndim == 3 and array.shape[0] == 1:
        # Position tables are often stored as a batch of one.
        array = array[0]
    if array.ndim != 2 or 0 in array.shape:
        raise InputError("files.array-shape", path=path, shape=" × ".join(map(str, array.shape)) or "0")
    rows = array.astype(np.float64)
    if not np.isfinite(rows).all():
        row, column = (int(index[0]) for index in np.nonzero(~np.isfinite(rows)))
        raise InputError("files.not-finite", path=path, row=row, column=column)
    return Array(rows, sixteen_bit=array.dtype.kind == "f" and array.dtype.itemsize == 2)
