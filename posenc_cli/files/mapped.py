"""Arrays of any shape from files, mapped and not read where the file allows it. Nothing in them is ever run."""

from __future__ import annotations

import zipfile
import zlib
from dataclasses import dataclass
from math import prod
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.errors import InputError
from posenc_cli.files import arrays, pickles
from posenc_cli.files.decoding import LARGEST_TABLE, cannot_read, decode, read_bytes
from posenc_cli.files.jsonfile import Json, Number, parse_json
from posenc_cli.files.paths import is_file, is_folder, is_there

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from posenc_cli.files.tables import Table

#: Files whose suffix alone says that they hold arrays.
SUFFIXES = frozenset({".npy", ".npz", ".safetensors"})
_MAGIC = b"\x93NUMPY"
_LONGEST_HEADER = 2**16
_LONGEST_TENSORS = 25 * 2**20
#: What safetensors calls its numbers → what numpy does; bfloat16 as its bits.
_KINDS = {"F64": "<f8", "F32": "<f4", "F16": "<f2", "BF16": "<u2", "C64": "<c8"}
_KINDS |= {"I64": "<i8", "I32": "<i4", "I16": "<i2", "U8": "u1"}
_BITS = "BF16"
_MOST_AXES = 8
#: Headings of a column that numbers the rows.
_NUMBERED = frozenset({"pos", "position", "n", ""})


@dataclass(frozen=True)
class Mapped:
    """An array of a file.

    Attributes:
        values: of any shape; a map of the file where it could be mapped.
        bits: they are the bits of bfloat16.
        name: of the array inside the file, or of the file without its ending.
    """

    values: NDArray[Any]
    bits: bool = False
    name: str = ""


def read_array(path: Path, tensor: str | None = None, usual: Sequence[str] = ()) -> Mapped:
    """An array of numbers from a .npy, .npz, safetensors, JSON or CSV file.

    Args:
        path: the file.
        tensor: the name of the array in a file of several.
        usual: ends of names; without a name the only array whose name ends so is taken.

    Raises:
        InputError: a file that cannot be read, is not safe, is damaged, or holds no such array.
    """
    if is_there(path) and not (is_file(path) or is_folder(path)):
        raise InputError("files.not-regular", path=path)  # a pipe cannot be mapped, and may never end
    suffix = path.suffix.lower()
    if suffix in pickles.SUFFIXES and path.is_file():
        raise InputError("files.pickle", path=path)
    if suffix == ".npy":
        values = _map_npy(path)
        return Mapped(values, arrays.are_bits(values), path.stem)
    if suffix == ".npz":
        return _npz(path, tensor, usual)
    if suffix == ".safetensors":
        return _tensors(path, tensor, usual)
    if suffix == ".json":
        return _json(path, tensor, usual)
    return Mapped(text_rows(path), name=path.stem)


def names_in(path: Path) -> list[str]:
    """The names of the arrays in a .npz or safetensors file; none of other files, which hold one.

    Raises:
        InputError: a file that cannot be read, or is damaged.
    """
    suffix = path.suffix.lower()
    if not is_file(path) or suffix not in (".npz", ".safetensors"):
        return []
    if suffix == ".safetensors":
        return [name for name in _tensor_header(path)[0] if name != "__metadata__"]
    try:
        with zipfile.ZipFile(path) as archive:
            return [name.removesuffix(".npy") for name in archive.namelist()]
    except (zipfile.BadZipFile, NotImplementedError, ValueError, OSError) as error:
        raise InputError("files.broken-array", path=path) from error


def _start(path: Path, length: int) -> tuple[bytes, int]:
    """The first bytes of a file, and how many there are in all."""
    try:
        with path.open("rb") as file:
            data = file.read(length)
        return data, path.stat().st_size
    except (OSError, ValueError) as error:
        raise cannot_read(path, error) from error


def _mapped(path: Path, dtype: np.dtype[Any], shape: tuple[int, ...], start: int, order: str = "C") -> NDArray[Any]:
    if not prod(shape):
        return np.empty(shape, dtype)
    try:
        return np.memmap(path, dtype, "r", start, shape, "F" if order == "F" else "C")
    except (OSError, ValueError) as error:
        raise InputError("files.broken-array", path=path) from error


def _map_npy(path: Path) -> NDArray[Any]:
    data, size = _start(path, _LONGEST_HEADER)
    if pickles.is_pickle(data):
        raise InputError("files.pickle", path=path)
    if not data.startswith(_MAGIC) or len(data) < 12:
        raise InputError("files.broken-array", path=path)
    width = 2 if data[6] == 1 else 4
    start = 8 + width + int.from_bytes(data[8 : 8 + width], "little")
    if start > len(data):
        raise InputError("files.broken-array", path=path)
    kind, shape, fortran = arrays.npy_header(data[8 + width : start], path)
    dtype = arrays.npy_dtype(kind, path, may_be_complex=True)
    if dtype.kind == "U":
        raise InputError("files.array-kind", path=path, kind=dtype.str)
    if prod(shape) * dtype.itemsize != size - start:
        raise InputError("files.broken-array", path=path)
    return _mapped(path, dtype, shape, start, "F" if fortran else "C")


def _npz(path: Path, tensor: str | None, usual: Sequence[str]) -> Mapped:
    import io

    try:
        with zipfile.ZipFile(io.BytesIO(read_bytes(path, arrays.LARGEST_ARRAY_FILE))) as archive:
            sizes = {member.filename: member.file_size for member in archive.infolist()}
            names = {name.removesuffix(".npy"): name for name in sizes}
            chosen = _choose(list(names), tensor, path, usual)
            if sizes[names[chosen]] > arrays.LARGEST_ARRAY_FILE:
                raise InputError("files.too-large", path=path, megabytes=arrays.LARGEST_ARRAY_FILE // 2**20)
            data = archive.read(names[chosen])
    except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, RuntimeError, ValueError, OSError) as error:
        raise InputError("files.broken-array", path=path) from error
    values = arrays.npy_array(data, path=path, may_be_complex=True)
    return Mapped(values, arrays.are_bits(values), chosen)


def _tensor_header(path: Path) -> tuple[dict[str, Json], int, int]:
    """What the header says of each tensor, its length, and that of the file."""
    data, size = _start(path, 8)
    length = int.from_bytes(data, "little")
    if len(data) < 8 or length > min(_LONGEST_TENSORS, size - 8):
        raise InputError("files.broken-tensors", path=path)
    try:
        header = parse_json(_start(path, 8 + length)[0][8:].decode("utf-8"), path=path)
    except UnicodeDecodeError as error:
        raise InputError("files.broken-tensors", path=path) from error
    if not isinstance(header, dict):
        raise InputError("files.broken-tensors", path=path)
    return header, length, size


def _tensors(path: Path, tensor: str | None, usual: Sequence[str]) -> Mapped:
    header, length, size = _tensor_header(path)
    name = _choose([name for name in header if name != "__metadata__"], tensor, path, usual)
    entry = header[name]
    kind = entry.get("dtype") if isinstance(entry, dict) else None
    if not isinstance(entry, dict) or not isinstance(kind, str) or kind not in _KINDS:
        raise InputError("files.tensor-kind", path=path, kind=str(kind)[:20], known=", ".join(_KINDS))
    shape = arrays.whole_numbers(entry.get("shape"), path)
    offsets = arrays.whole_numbers(entry.get("data_offsets"), path)
    dtype = np.dtype(_KINDS[kind])
    end = 8 + length + (offsets[1] if len(offsets) == 2 else 0)
    if len(offsets) != 2 or end > size or offsets[1] - offsets[0] != prod(shape) * dtype.itemsize:
        raise InputError("files.broken-tensors", path=path)
    return Mapped(_mapped(path, dtype, tuple(shape), 8 + length + offsets[0]), kind == _BITS, name)


def _choose(names: list[str], asked: str | None, path: Path, usual: Sequence[str]) -> str:
    if asked in names:
        return str(asked)
    if not names:
        raise InputError("files.no-arrays", path=path)
    fitting = [name for name in names if _ends(name.lower(), usual)] if usual and len(names) > 1 else names
    if asked is None and len(fitting) == 1:
        return fitting[0]
    raise InputError("arrays.tensor", path=path, names=", ".join(sorted(names)[:20]))


def _ends(name: str, usual: Sequence[str]) -> bool:
    """Is a usual name the last of the words of this one? ``shape`` does not end with ``pe``."""
    return any(name.endswith(one) and not name.removesuffix(one)[-1:].isalnum() for one in usual)


def _json(path: Path, tensor: str | None, usual: Sequence[str]) -> Mapped:
    """Lists in lists, alone or under a name."""
    document = parse_json(decode(read_bytes(path, LARGEST_TABLE), path=path).text, path=path)
    name = path.stem
    if isinstance(document, dict):
        lists = {key: value for key, value in document.items() if isinstance(value, list)}
        name = _choose(list(lists), tensor, path, usual)
        document = lists[name]
    try:
        found = np.array(_numbers(document), dtype=np.float64)
    except (TypeError, ValueError) as error:
        raise InputError("arrays.json", path=path) from error
    if found.ndim == 0 or found.ndim > _MOST_AXES:
        raise InputError("arrays.json", path=path)
    return Mapped(found, name=name)


def _numbers(document: Json) -> Any:  # noqa: ANN401
    if isinstance(document, list):
        return [_numbers(each) for each in document]
    if isinstance(document, Number):
        return float(document)
    raise ValueError(document)


def text_rows(path: Path) -> NDArray[np.float64]:
    """Rows of numbers of a CSV or JSON file; a first column of positions is no part of them.

    Raises:
        InputError: a cell that is no number, or none at all.
    """
    from posenc_cli.files.tables import load_table
    from posenc_cli.files.vectors import Mark, vector_number

    table = load_table(path)
    if table.width == 1 and (spaced := _spaced(table)) is not None:
        return spaced
    # A comma is the decimal mark of a file that has any in its cells.
    mark: Mark = "comma" if any("," in cell for row in table.rows for cell in row) else "point"
    header, rows, lines = table.header, table.rows, table.lines
    if header is None and len(rows) > 1 and [""] + [str(column) for column in range(table.width - 1)] == rows[0]:
        header, rows, lines = rows[0], rows[1:], lines[1:]  # pandas numbers columns and rows
    skipped = int(bool(header) and header is not None and header[0].casefold() in _NUMBERED)
    found = np.empty((len(rows), table.width - skipped))
    for line, row, cells in zip(lines, found, rows, strict=True):
        for column, cell in enumerate(cells[skipped:]):
            number = vector_number(cell, mark)
            if number is None:
                place = column + 1 + skipped
                raise InputError("additive.table-cell", path=path, line=line, column=place, given=cell[:20])
            row[column] = float(number)
    if not found.size:
        raise InputError("files.no-vectors", path=path)
    return found


def _spaced(table: Table) -> NDArray[np.float64] | None:
    """Numbers with blanks between them, as ``numpy.savetxt`` writes them; None where there are no such rows."""
    from posenc_cli.files.vectors import vector_number

    lines = [cells[0].split() for cells in ([] if table.header is None else [table.header]) + table.rows]
    if not lines or len(lines[0]) < 2 or len({len(line) for line in lines}) > 1:
        return None
    numbers = [[vector_number(cell, "point") for cell in line] for line in lines]
    if any(number is None for line in numbers for number in line):
        return None
    return np.array(numbers, dtype=np.float64)
