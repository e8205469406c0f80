"""Names of files as people write them, and whether something is there: nothing here ever fails."""

from __future__ import annotations

import stat
from pathlib import Path


def user_path(name: str) -> Path:
    """A path with ``~`` put in full; where no home is known for it, ``~`` stays as it is, as in a shell."""
    path = Path(name)
    try:
        return path.expanduser()
    except RuntimeError:
        return path


def is_there(path: Path) -> bool:
    """Is there anything of this name? A name that the system would not take is that of nothing."""
    return _mode(path) is not None


def is_file(path: Path) -> bool:
    """Is it an ordinary file: no folder, pipe or device?"""
    return stat.S_ISREG(_mode(path) or 0)


def is_folder(path: Path) -> bool:
    """Is it a folder?"""
    return stat.S_ISDIR(_mode(path) or 0)


def is_nowhere(path: Path) -> bool:
    """Does it lie below the folder that the program was started in, and is that gone?"""
    if path.is_absolute():
        return False
    try:
        Path.cwd()
    except OSError:
        return True
    return False


def _mode(path: Path) -> int | None:
    # Path.exists() and its like raise for a name that is too long.
    try:
        return path.stat().st_mode
    except (OSError, ValueError):
        return None
