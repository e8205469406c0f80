"""From the bytes of a file to its text: the encoding is found, never forced, and a guess is said."""

from __future__ import annotations

import codecs
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.paths import is_folder, is_nowhere
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from pathlib import Path

LARGEST_TABLE = 64 * 2**20  #: bytes; a class set has some thousand rows, so this is far beyond any real answer file

_MARKS = (  # UTF-32 first: its little-endian mark begins like that of UTF-16
    (codecs.BOM_UTF32_LE, "utf-32-le"),
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
#: How archives (spreadsheets of today) and old office files begin.
WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1")
_KINDS = (
    *((start, "files.is-spreadsheet") for start in WORKBOOKS),
    (b"%PDF-", "files.is-pdf"),
    (b"\x1f\x8b", "files.is-compressed"),
    (b"\x93NUMPY", "files.is-array"),
    *((b"\x80" + bytes([protocol]), "inputs.pickle") for protocol in range(2, 6)),
    *((start, "inputs.picture") for start in (b"\xff\xd8\xff", b"\x89PNG\r\n", b"GIF8", b"RIFF")),
)
_WEB_PAGE = re.compile(
    r"\s*(?:<\?xml[^>]*>\s*)?(?:<!--.*?-->\s*)?<(?:!doctype html|html|head|body|title)\b", re.IGNORECASE | re.DOTALL
)
_SAMPLE = 4096


@dataclass(frozen=True)
class Decoded:
    """The text of a file, the encoding that gave it, and what is worth saying about it."""

    text: str
    encoding: str
    notices: tuple[Notice, ...] = ()


def read_bytes(path: Path, limit: int = LARGEST_TABLE) -> bytes:
    """The whole content of a file.

    Raises:
        InputError: there is no such file, it cannot be read, or it holds more than ``limit`` bytes.
    """
    try:
        with path.open("rb") as file:
            data = file.read(limit + 1)
    except (OSError, ValueError) as error:
        raise cannot_read(path, error) from error
    if len(data) > limit:
        raise InputError("files.too-large", path=path, megabytes=limit // 2**20)
    return data


def cannot_read(path: Path, error: Exception) -> InputError:
    """The sentence for a file that the system would not open or read."""
    if isinstance(error, FileNotFoundError | NotADirectoryError):
        return InputError("machine.nowhere") if is_nowhere(path) else InputError("files.not-found", path=path)
    if isinstance(error, IsADirectoryError) or is_folder(path):  # Windows says "permission" when a folder is opened
        return InputError("files.is-folder", path=path)
    if isinstance(error, PermissionError):
        return InputError("files.not-readable", path=path)
    if isinstance(error, OSError):
        return InputError("files.cannot-read", path=path, cause=error.strerror or type(error).__name__)
    return InputError("files.bad-name", path=repr(str(path)))


def decode(data: bytes, *, path: Path | str) -> Decoded:
    """Decode a text file: byte-order mark, then the pattern of UTF-16 without one, then UTF-8, then cp1252 as a guess.

    Args:
        data: the whole file.
        path: named in errors only.

    Raises:
        InputError: no text file (a spreadsheet, PDF, web page …), or one with NUL bytes or broken characters.
    """
    for start, key in _KINDS:
        if data.startswith(start):
            raise InputError(key, path=path)
    encoding, skip = _encoding(data)
    notices: tuple[Notice, ...] = ()
    try:
        text = data[skip:].decode(encoding)
    except UnicodeDecodeError as error:
        if encoding != "utf-8" or skip:
            raise InputError("files.broken-text", path=path, encoding=encoding.upper()) from error
        encoding, text = "cp1252", _decode_western(data, path)
        notices = (Notice("files.guessed-cp1252", {"path": path}),)
    if "\0" in text:
        raise InputError("files.nul-byte", path=path, line=text.count("\n", 0, text.index("\0")) + 1)
    if _WEB_PAGE.match(text[:_SAMPLE]):
        raise InputError("files.web-page", path=path)
    return Decoded(text, encoding, notices)


def _encoding(data: bytes) -> tuple[str, int]:
    """The encoding and how many bytes its mark takes."""
    for mark, encoding in _MARKS:
        if data.startswith(mark):
            return encoding, len(mark)
    sample = data[:_SAMPLE]
    even, odd = sample[::2].count(0), sample[1::2].count(0)
    if max(even, odd) * 4 > len(sample) and min(even, odd) * 10 < max(even, odd):  # half of plain text is NUL in UTF-16
        return ("utf-16-le" if odd > even else "utf-16-be"), 0
    return "utf-8", 0


def _decode_western(data: bytes, path: Path | str) -> str:
    try:
        return data.decode("cp1252")
    except UnicodeDecodeError as error:  # five bytes mean nothing there
        raise InputError("files.not-text", path=path) from error
