"""Files from outside that large libraries read: in a guarded process of its own.

A PDF or a spreadsheet that brings the process down, fills its memory or lets it work for ever costs that process, and
one line; the files before and behind it are read all the same. One process reads all files of a class, one after the
other; only behind a bad one another begins.
"""

from __future__ import annotations

import contextlib
import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Literal, Self, TypeAlias

if TYPE_CHECKING:
    from collections.abc import Mapping

#: What is to be read.
Kind: TypeAlias = Literal["pdf", "print", "workbook"]
#: What is said of a file; ``error`` is why there is nothing else.
Told: TypeAlias = "Mapping[str, object]"

#: Seconds after which a file is given up, the start of the process included. A real one takes some milliseconds.
PATIENCE = 30.0
#: What is said of a file that ended the process.
ENDED = "ended"
_CHILD = Path(__file__).with_name("guarded_child.py")


class Guarded:
    """Reads files in another process, which begins with the first of them.

    Args:
        patience: seconds for one file.
    """

    def __init__(self, patience: float = PATIENCE) -> None:
        self._patience = patience
        self._process: subprocess.Popen[bytes] | None = None
        self._lines: queue.Queue[bytes] = queue.Queue()
        self._threads: list[threading.Thread] = []

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._end()

    def read(self, kind: Kind, data: bytes) -> Told:
        """What stands in a file; its ``error`` is :data:`ENDED` if it ended the process or took too long."""
        process = self._process or self._begin()
        self._threads = [one for one in self._threads if one.is_alive()]
        self._start(_tell, process, kind, data)
        try:
            said = json.loads(self._lines.get(timeout=self._patience))
        except (queue.Empty, ValueError):  # silent for too long, at its end, or cut off in the middle of a line
            said = None
        if isinstance(said, dict):
            return said
        self._end()
        return {"error": ENDED}

    def _begin(self) -> subprocess.Popen[bytes]:
        self._lines = queue.Queue()
        self._process = subprocess.Popen(  # noqa: S603  (no shell, and every word is ours)
            [sys.executable, "-P", str(_CHILD)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        self._start(_listen, self._process, self._lines)
        return self._process

    def _start(self, work: object, *about: object) -> None:
        thread = threading.Thread(target=work, args=about, daemon=True)  # type: ignore[arg-type]
        thread.start()
        self._threads.append(thread)

    def _end(self) -> None:
        if self._process is None:
            return
        process, self._process = self._process, None
        process.kill()
        for thread in self._threads:
            thread.join(self._patience)
        self._threads = []
        for stream in (process.stdin, process.stdout):
            with contextlib.suppress(OSError):  # it may still want to say something to a process that is gone
                if stream is not None:
                    stream.close()
        process.wait()


def _listen(process: subprocess.Popen[bytes], lines: queue.Queue[bytes]) -> None:
    """Pass on what the process says, line by line, and an empty one at its end."""
    for line in process.stdout or ():
        lines.put(line)
    lines.put(b"")


def _tell(process: subprocess.Popen[bytes], kind: str, data: bytes) -> None:
    """Hand a file over; a process that ends before does not listen."""
    with contextlib.suppress(OSError, ValueError):
        if process.stdin is not None:
            process.stdin.write(json.dumps({"kind": kind, "size": len(data)}).encode() + b"\n")
            process.stdin.write(data)
            process.stdin.flush()
