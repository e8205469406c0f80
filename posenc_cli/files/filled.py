"""PDFs that somebody filled in: the texts of their fields, read in a guarded process of its own.

PDFs come from outside and are read by a large library. One that brings the process down, fills its memory or lets it
work for ever costs that process, and one line; the others are read all the same.
"""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from posenc_cli.errors import InputError, MachineError
from posenc_cli.files.attachments import LARGEST_PDF
from posenc_cli.files.decoding import read_bytes

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

#: Of one file: its fields by name, or why they are not read.
Fields: TypeAlias = "Mapping[str, str] | InputError"

#: Seconds after which a file is given up, the start of the process included. A real one takes some milliseconds.
PATIENCE = 30.0
#: Where a PDF says that it is one; some programs write something before it.
_HEAD = 1024
_CHILD = Path(__file__).with_name("filled_child.py")


def fields_of(paths: Sequence[Path], *, patience: float = PATIENCE) -> list[Fields]:
    """The fields of PDFs.

    Args:
        paths: of files.
        patience: seconds for one file.

    Returns:
        What each file holds, in the order of the paths; "" in fields that nobody filled.

    Raises:
        MachineError: ``files.pdf-no-library``: the library is missing.
    """
    found: dict[Path, Fields] = {path: error for path in paths if (error := _refused(path))}
    waiting = [path for path in dict.fromkeys(paths) if path not in found]
    while waiting:
        said = _read(waiting, patience)
        for path, one in zip(waiting, said, strict=False):
            found[path] = _said(path, one)
        if len(said) < len(waiting):
            # This one ended the process: the next process begins behind it.
            lost = waiting[len(said)]
            found[lost] = InputError("files.pdf-broken", path=lost)
        waiting = waiting[len(said) + 1 :]
    return [found[path] for path in paths]


def _refused(path: Path) -> InputError | None:
    """Why a file is not even given to the library."""
    try:
        data = read_bytes(path, LARGEST_PDF)
    except InputError as error:
        return error
    if not data:
        return InputError("files.empty", path=path)
    return None if b"%PDF-" in data[:_HEAD] else InputError("files.no-pdf", path=path)


def _said(path: Path, said: Mapping[str, object]) -> Fields:
    if said.get("error") == "pdf-no-library":
        raise MachineError("files.pdf-no-library")
    if "error" in said:
        return InputError(f"files.{said['error']}", path=path)
    fields = said.get("fields")
    return {str(name): str(value) for name, value in fields.items()} if isinstance(fields, dict) else {}


def _read(paths: Sequence[Path], patience: float) -> list[Mapping[str, object]]:
    """What a process says about files, until the last one or until it ends or falls silent."""
    command = [sys.executable, "-P", str(_CHILD)]
    with subprocess.Popen(  # noqa: S603  (no shell, and every word is ours)
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, encoding="ascii"
    ) as process:
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=_listen, args=(process, lines), daemon=True).start()
        threading.Thread(target=_tell, args=(process, json.dumps([str(path) for path in paths])), daemon=True).start()
        found: list[Mapping[str, object]] = []
        try:
            while len(found) < len(paths) and (line := lines.get(timeout=patience)):
                found.append(json.loads(line))
                if found[-1].get("error") == "pdf-no-library":
                    break
        except (queue.Empty, ValueError):
            pass  # silent for too long, or cut off in the middle of a line
        finally:
            process.kill()
    return found


def _listen(process: subprocess.Popen[str], lines: queue.Queue[str]) -> None:
    """Pass on what the process says, line by line, and an empty one at its end."""
    for line in process.stdout or ():
        lines.put(line)
    lines.put("")


def _tell(process: subprocess.Popen[str], names: str) -> None:
    """Say which files to read; a process that ends before does not listen."""
    try:
        if process.stdin is not None:
            process.stdin.write(names)
            process.stdin.close()
    except OSError:
        pass
