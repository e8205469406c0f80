"""Every way into posenc, as a function of bytes: it gives a result or an error of our own, whatever the bytes are."""

from __future__ import annotations

import os
import time
import tomllib
from dataclasses import dataclass
from pathlib import Path
from tempfile import mkdtemp
from typing import TYPE_CHECKING

from posenc_cli.cli.boundary import sentence
from posenc_cli.errors import PosencError
from posenc_cli.i18n import LANGUAGES

if TYPE_CHECKING:
    from collections.abc import Callable

ROOT = Path(__file__).resolve().parents[2]
#: Seconds that anything may take, and what is slow; a real file of this size takes a thousandth.
PATIENCE, SLOW = 1.0, 5.0
#: Signs of a sentence.
LONGEST_LINE = 5000
_SAID: set[str] = set()


@dataclass(frozen=True)
class Reader:
    """A way in.

    Attributes:
        read: gives anything, or raises an error of ours.
        seeds: good inputs, to start from.
        pieces: what such inputs are made of.
        slow: takes so long that a million are too many.
    """

    read: Callable[[bytes], object]
    seeds: tuple[bytes, ...]
    pieces: tuple[bytes, ...] = ()
    slow: bool = False


def attack(reader: Reader, data: bytes, *, patience: float | None = None) -> str:
    """Read, and look at what comes: the key of the error that was said, "" if something was read.

    Raises:
        AssertionError: no sentence, one of several lines, or it took too long; anything else is a fault of posenc.
    """
    begun = time.process_time()
    said = ""
    try:
        reader.read(data)
    except PosencError as error:
        said = error.key
        # A sentence that was said is said again in one language only, for the sake of what stands in it.
        for language in LANGUAGES[said in _SAID :]:
            line = sentence(error, language)
            assert 0 < len(line) < LONGEST_LINE, error  # noqa: PT017
        _SAID.add(said)
    taken = time.process_time() - begun
    assert taken < (patience or (SLOW if reader.slow else PATIENCE)), f"took {taken:.1f} s"
    return said


def text_of(data: bytes) -> str:
    """As a command line gives it: what is no UTF-8 is half a character."""
    return data.decode("utf-8", "surrogateescape")


_FOLDER: list[Path] = []


def in_file(name: str, data: bytes) -> Path:
    """A file with that content, in a folder of this process, in memory where the system has such folders."""
    if not _FOLDER or not _FOLDER[0].name.endswith(f"-{os.getpid()}"):
        memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
        _FOLDER[:] = [Path(mkdtemp(prefix="posenc-attack-", suffix=f"-{os.getpid()}", dir=memory))]
    path = _FOLDER[0] / name
    path.write_bytes(data)
    return path


def clean() -> None:
    """Remove the folder."""
    import shutil

    for folder in _FOLDER:
        shutil.rmtree(folder, ignore_errors=True)
    _FOLDER.clear()


def pieces(*texts: str) -> tuple[bytes, ...]:
    """Texts as bytes."""
    return tuple(text.encode() for text in texts)


def _pieces() -> dict[str, tuple[bytes, ...]]:
    found = tomllib.loads(Path(__file__).with_name("pieces.toml").read_text(encoding="utf-8"))
    binary = found.pop("bytes")
    return {
        name: (*pieces(*texts), *(each.encode("latin-1") for each in binary.get(name, ())))
        for name, texts in found.items()
    }


#: What inputs are made of.
PIECES = _pieces()


def sample(*names: str) -> tuple[bytes, ...]:
    """Files of the tree."""
    return tuple((ROOT / name).read_bytes() for name in names)
