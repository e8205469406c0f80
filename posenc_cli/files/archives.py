"""ZIP archives from outside: what lies in them is read from there, and nothing is ever unpacked onto the disk.

Few kilobytes can hold gigabytes, names can lead out of a folder, and a list of contents can be endless: a file is read
up to a limit, all files together up to another, and a name is a name and no path.
"""

from __future__ import annotations

import io
import stat
import struct
import zipfile
import zlib
from dataclasses import dataclass
from pathlib import PurePosixPath
from typing import TYPE_CHECKING, BinaryIO

from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

#: How archives begin, the second one where nothing is in them.
ARCHIVES = (b"PK\x03\x04", b"PK\x05\x06")
#: Bytes of a list of contents: of some ten thousand files.
_LARGEST_LIST = 4 * 2**20
#: Bytes that all files of an archive may have together.
LARGEST_ALL = 2**30
#: Bytes at the end of an archive where its last part is looked for, and what it begins with.
_END, _END_MARK, _LOCATOR_MARK = 65_536 + 22, b"PK\x05\x06", b"PK\x06\x07"
_PIECE = 2**16
_BROKEN = (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError, OSError, struct.error)


@dataclass(frozen=True)
class Member:
    """A file in an archive.

    Attributes:
        parts: its name, folder by folder; nothing of it leads anywhere.
        refused: why it is not read, a key of the catalogue, or "".
        info: where it lies.
    """

    parts: tuple[str, ...]
    refused: str
    info: zipfile.ZipInfo


class Archive:
    """An archive that is open for reading; close it.

    Args:
        source: its path, or its bytes.
        path: named in errors.

    Raises:
        InputError: it is damaged, or lists far too much.
    """

    def __init__(self, source: Path | bytes, *, path: Path) -> None:
        self.path = path
        self._left = LARGEST_ALL
        try:
            self._file: BinaryIO = io.BytesIO(source) if isinstance(source, bytes) else source.open("rb")
        except OSError as error:
            raise InputError("files.not-readable", path=path) from error
        try:
            self._archive = _listed(self._file, path)
        except (InputError, *_BROKEN) as error:
            self._file.close()
            known = error if isinstance(error, InputError) else InputError("inputs.broken-archive", path=path)
            raise known from error

    def close(self) -> None:
        """Let go of the file."""
        self._archive.close()
        self._file.close()

    def names(self) -> frozenset[str]:
        """All names in it, as they stand there."""
        return frozenset(self._archive.namelist())

    def members(self) -> list[Member]:
        """The files in it, in the order of their names; hidden ones and those of the system are left out."""
        found = [_member(info) for info in self._archive.infolist() if not info.filename.endswith("/")]
        seen = [
            one for one in found if not any(part.startswith((".", "__MACOSX")) for part in one.parts if part != "..")
        ]
        return sorted(seen, key=lambda one: one.parts)

    def read(self, member: Member, limit: int, *, path: Path) -> bytes:
        """What a file holds.

        Raises:
            InputError: it is damaged, locked, or larger than ``limit`` bytes, or all together are far too large.
        """
        if member.refused:
            raise InputError(member.refused, path=path)
        data = bytearray()
        try:
            with self._archive.open(member.info) as part:
                while piece := part.read(_PIECE):
                    data += piece
                    self._left -= len(piece)
                    if len(data) > limit:
                        raise InputError("files.too-large", path=path, megabytes=limit // 2**20)
                    if self._left < 0:
                        raise InputError("inputs.large-archive", path=self.path)
        except (*_BROKEN, RuntimeError) as error:
            raise InputError("inputs.broken-member", path=path) from error
        return bytes(data)


def _listed(file: BinaryIO, path: Path) -> zipfile.ZipFile:
    if _list_size(file) > _LARGEST_LIST:
        raise InputError("inputs.large-archive", path=path)
    return zipfile.ZipFile(file)


def _member(info: zipfile.ZipInfo) -> Member:
    name = info.filename
    parts = PurePosixPath(name.replace("\\", "/")).parts
    mode = info.external_attr >> 16
    if not parts:  # "" and "." are names of nothing
        return Member((repr(name),), "inputs.strange-name", info)
    if name.startswith(("/", "\\")) or ".." in parts or ":" in parts[0] or not name.isprintable():
        return Member(tuple(part for part in parts if part not in {"/", ".."}), "inputs.strange-name", info)
    if stat.S_ISLNK(mode):
        return Member(parts, "inputs.is-link", info)
    return Member(parts, "inputs.locked-member" if info.flag_bits & 1 else "", info)


def _list_size(file: BinaryIO) -> int:
    """Bytes of the list of contents, as the end of an archive says; the library would read it whole.

    Raises:
        zipfile.BadZipFile: there is no such end.
    """
    length = file.seek(0, io.SEEK_END)
    file.seek(max(0, length - _END))
    end = file.read()
    place = end.rfind(_END_MARK)
    if place < 0:
        raise zipfile.BadZipFile
    size = int(struct.unpack_from("<L", end, place + 12)[0])
    if end[place - 20 : place - 16] == _LOCATOR_MARK and place >= 20:
        file.seek(struct.unpack_from("<Q", end, place - 12)[0])
        size = max(int(struct.unpack_from("<Q", file.read(56), 40)[0]), size if size != 0xFFFFFFFF else 0)
    file.seek(0)
    return size
