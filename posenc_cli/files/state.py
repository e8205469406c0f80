"""What posenc remembers between two calls on this machine: small JSON files in the user's state folder, never sent."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.ownjson import own_json
from posenc_cli.files.writing import write_all

#: No file of ours is longer.
_LARGEST = 10_000_000


def state_file(name: str) -> Path:
    """Where a file of that name is kept; a path that is not absolute where no home is known."""
    import platformdirs

    try:
        folder = Path(platformdirs.user_state_path("posenc", appauthor=False))
    except RuntimeError:
        folder = Path("~")
    return folder / f"{name}.json"


def remembered(name: str) -> dict[str, Any]:
    """What a file holds; nothing if it is not there or was damaged."""
    path = state_file(name)
    if not path.is_absolute():
        return {}
    try:
        if path.stat().st_size > _LARGEST:
            return {}
        found: dict[str, Any] = own_json(path.read_text(encoding="utf-8"), dict)
    except (OSError, ValueError):
        return {}
    return found


def remember(name: str, content: dict[str, Any]) -> bool:
    """Keep a file, whole or not at all; whether it could be kept."""
    path = state_file(name)
    if not path.is_absolute():
        return False
    try:
        kept = json.dumps(content, ensure_ascii=False, indent=1).encode()
        write_all([(path, kept)], force=True, folders=[path.parent])
    except (InputError, UsageError):
        return False
    return True


def forget(name: str) -> bool:
    """Delete a file; whether there was one.

    Raises:
        InputError: it is there and cannot be deleted.
    """
    path = state_file(name)
    if not path.is_absolute():
        return False
    try:
        path.unlink()
    except FileNotFoundError:
        return False
    except OSError as error:
        raise InputError("practice.not-forgotten", path=path, cause=error.strerror or type(error).__name__) from error
    return True
