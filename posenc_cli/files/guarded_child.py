"""Reads files in a process of its own: run by :mod:`posenc_cli.files.guarded`, which is what to import.

Something from outside may fill the memory or bring a library down. Here it takes along nothing but this process, which
has little memory and time, and says after each file what it found. A line of JSON (``kind`` and ``size``) and the file
come in on stdin, a line of JSON goes out. Nothing of posenc but the readers beside is imported: it must start at once,
and a crash must be no fault of ours.
"""

from __future__ import annotations

import contextlib
import json
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

#: Bytes of memory, and seconds of work on one file; beside them a real one needs next to nothing.
MEMORY, SECONDS = 600 * 2**20, 20
#: Who reads what: modules beside this one, each with a function ``answer``.
READERS = {"pdf": "filled_child", "print": "print_child", "workbook": "workbook_child"}


def limit() -> None:
    """Take this process what the next file does not need; a system without limits leaves it to the other's patience."""
    try:
        import resource
    except ImportError:
        return
    used = resource.getrusage(resource.RUSAGE_SELF)
    until = int(used.ru_utime + used.ru_stime) + 1 + SECONDS
    for kind, most in ((resource.RLIMIT_AS, MEMORY), (resource.RLIMIT_CPU, until)):
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(kind, (most, resource.getrlimit(kind)[1]))


def answer(kind: str, data: bytes) -> dict[str, Any]:
    """What is said about a file: what its reader found, or why that is nothing (``error``)."""
    try:
        return dict(import_module(READERS[kind]).answer(data))
    except ImportError:
        return {"error": "no-library"}
    except MemoryError:
        return {"error": "too-large"}


def main() -> None:
    """Read files, and answer one after the other."""
    sys.path.append(str(Path(__file__).parent))
    while line := sys.stdin.buffer.readline():
        asked = json.loads(line)
        limit()
        said = answer(asked["kind"], sys.stdin.buffer.read(asked["size"]))
        print(json.dumps(said), flush=True)  # noqa: T201  (to the process that started this)


if __name__ == "__main__":
    main()
