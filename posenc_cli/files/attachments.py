"""Files attached to a PDF, found without a library.

An attached file is a stream of its own, which no program puts into another one; so it can be found by its mark
wherever it stands. What is encrypted or broken is passed over.
"""

from __future__ import annotations

import re
import zlib
from typing import TYPE_CHECKING

from posenc_cli.files.decoding import read_bytes
from posenc_cli.files.paths import is_file

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LARGEST_PDF = 20 * 2**20
#: Of one attached file, unpacked, and of how many.
LARGEST, MOST = 2**20, 100
_MARK = re.compile(rb"/EmbeddedFile\b")
#: Letters that the description of a stream takes at most.
_DESCRIPTION = 4096


def is_pdf(path: Path) -> bool:
    """Does it look like a PDF: by its name, or by how it begins?"""
    if path.suffix.lower() == ".pdf":
        return True
    if not is_file(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(5) == b"%PDF-"
    except OSError:
        return False


def attachments(path: Path) -> list[bytes]:
    """What is attached to a PDF, each file as it was before packing, cut off behind :data:`LARGEST` bytes.

    Raises:
        InputError: there is no such file, it cannot be read, or it is far too large.
    """
    return attached_in(read_bytes(path, LARGEST_PDF))


def attached_in(data: bytes) -> list[bytes]:
    """The same of the bytes of a PDF."""
    return list(_found(data))


def _found(data: bytes) -> Iterator[bytes]:
    for number, mark in enumerate(_MARK.finditer(data)):
        if number >= MOST:
            return
        before = data.rfind(b"obj", max(0, mark.start() - _DESCRIPTION), mark.start())
        start = re.compile(rb"stream(?:\r\n|\n)").search(data, mark.end(), mark.end() + _DESCRIPTION)
        if before < 0 or start is None or b"endobj" in data[mark.end() : start.start()]:
            continue
        content = _content(data, start.end(), packed=b"/FlateDecode" in data[before : start.start()])
        if content is not None:
            yield content


def _content(data: bytes, start: int, *, packed: bool) -> bytes | None:
    if not packed:
        end = data.find(b"endstream", start)
        return None if end < 0 else data[start : min(end, start + LARGEST)]
    try:
        return zlib.decompressobj().decompress(memoryview(data)[start:], LARGEST)
    except zlib.error:
        return None
