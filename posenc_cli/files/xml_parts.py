"""XML files inside a zip archive, read piece by piece and never larger than they may be.

Whoever sends a spreadsheet may be hostile: a few kilobytes can unpack to gigabytes, and entities multiply. Nothing is
unpacked beyond a limit, and a document type is refused, for no office program writes one.
"""

from __future__ import annotations

import io
import zipfile
import zlib
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol
from xml.parsers import expat

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

#: Bytes of one part when it is unpacked; a class set has some megabytes.
LARGEST_PART = 128 * 2**20
_PIECE = 2**16


class BrokenPartError(Exception):
    """A part that is not what it should be, or too much of it."""


class Handler(Protocol):
    """What is told of a part, in its order; names are without namespaces."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text inside the innermost element."""


@contextmanager
def opened(data: bytes) -> Iterator[zipfile.ZipFile]:
    """The archive in some bytes.

    Raises:
        BrokenPartError: no archive, a damaged one, or one with a password; also for what goes wrong while it is open.
    """
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            yield archive
    except (zipfile.BadZipFile, zlib.error, OSError, EOFError, RuntimeError, NotImplementedError, ValueError) as error:
        raise BrokenPartError(str(error)) from error


def parse(archive: zipfile.ZipFile, name: str, handler: Handler) -> None:
    """Tell a handler what stands in a part.

    Raises:
        BrokenPartError: it is not there, no XML, or larger than :data:`LARGEST_PART`.
    """
    parser = expat.ParserCreate(namespace_separator=" ")
    parser.buffer_text = True
    parser.StartElementHandler = lambda tag, found: handler.start(
        _local(tag), {_local(key): value for key, value in found.items()}
    )
    parser.EndElementHandler = lambda tag: handler.end(_local(tag))
    parser.CharacterDataHandler = handler.data
    parser.StartDoctypeDeclHandler = _refuse
    read = 0
    try:
        with archive.open(name) as part:
            while piece := part.read(_PIECE):
                read += len(piece)
                if read > LARGEST_PART:
                    raise BrokenPartError(name)
                parser.Parse(piece, False)  # noqa: FBT003  (expat takes it by place only)
        parser.Parse(b"", True)  # noqa: FBT003
    except (expat.ExpatError, KeyError) as error:
        raise BrokenPartError(name) from error


def _local(name: str) -> str:
    return name.rpartition(" ")[2]


def _refuse(*_: object) -> None:
    raise BrokenPartError("doctype")
