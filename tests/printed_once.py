"""A page is printed once in a run, though many tests in several processes look at it."""

from __future__ import annotations

import hashlib
import os
import pickle
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


def printed_once(prints: Callable[..., Any], folder: Path) -> Callable[..., Any]:
    """``prints``, which gives equal results for equal arguments, with all it has given kept as files of a folder."""

    def kept(*arguments: object, **named: object) -> Any:  # noqa: ANN401  (whatever it prints)
        key = hashlib.sha256(repr((prints.__name__, arguments, sorted(named.items()))).encode()).hexdigest()
        path = folder / key
        if path.is_file():
            return pickle.loads(path.read_bytes())  # noqa: S301  (written below)
        found = prints(*arguments, **named)
        own = folder / f"{key}.{os.getpid()}"
        own.write_bytes(pickle.dumps(found))
        own.replace(path)
        return found

    return kept
