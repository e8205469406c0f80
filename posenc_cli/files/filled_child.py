"""Reads the fields of PDFs, in a process of its own: run by :mod:`posenc_cli.files.filled`, which is what to import.

A PDF from outside may fill the memory or bring the library down. Here it takes along nothing but this process, which
has little memory and time, and says after each file what it found. Names come in as JSON on stdin, a line of JSON a
file goes out. Nothing of posenc is imported: it must start at once, and a crash must be no fault of ours.
"""

from __future__ import annotations

import contextlib
import json
import re
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Bytes of memory, and seconds of work on one file; beside them a real PDF needs next to nothing.
MEMORY, SECONDS = 600 * 2**20, 20
#: Of one file: fields, and how deep they lie in each other.
MOST_FIELDS, DEEPEST = 2000, 8
#: Letters of a value; a worksheet that the sheet carries with it is longer than any answer.
LONGEST, LONGEST_CARRIED = 1000, 200_000
_NAME = re.compile(r"[A-Za-z0-9_]{1,64}")
_CARRIED = "_sheet"


class UnreadableError(Exception):
    """Why a file is not read; the message is the key of a sentence."""


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


def fields(pikepdf: Any, path: str) -> dict[str, str]:  # noqa: ANN401
    """The values of all fields of a PDF by their names; "" where nothing is filled in.

    Raises:
        UnreadableError: it has no fields, or too many.
        Exception: whatever the library stumbles over.
    """
    with pikepdf.open(path) as pdf:
        form = pdf.Root.get("/AcroForm")
        if form is None or not form.get("/Fields", []):
            raise UnreadableError("pdf-no-fields")
        return dict(_values(pikepdf, form.Fields))


def _values(pikepdf: Any, listed: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Names and values; a field that holds itself is passed over."""
    waiting = [(field, 0, "") for field in reversed(list(_some(listed)))]
    seen: set[tuple[int, int]] = set()
    count = 0
    while waiting:
        field, depth, above = waiting.pop()
        count += 1
        if not isinstance(field, pikepdf.Dictionary) or (field.is_indirect and field.objgen in seen):
            continue
        seen.add(field.objgen)
        if count > MOST_FIELDS or depth > DEEPEST:
            raise UnreadableError("pdf-too-large")
        own = field.get("/T")
        name = str(own) if isinstance(own, pikepdf.String) else above
        if own is not None and _NAME.fullmatch(name):
            value = field.get("/V")
            said = str(value) if isinstance(value, pikepdf.String) else ""
            yield name, said[: LONGEST_CARRIED if name == _CARRIED else LONGEST]
        waiting += [(kid, depth + 1, name) for kid in reversed(list(_some(field.get("/Kids", []))))]


def _some(listed: Any) -> Iterator[Any]:  # noqa: ANN401
    for number, one in enumerate(listed):
        if number > MOST_FIELDS:
            raise UnreadableError("pdf-too-large")
        yield one


def answer(pikepdf: Any, path: str) -> dict[str, object]:  # noqa: ANN401
    """What is said about a file: its ``fields``, or why there are none (``error``)."""
    try:
        return {"fields": fields(pikepdf, path)}
    except UnreadableError as error:
        return {"error": str(error)}
    except pikepdf.PasswordError:
        return {"error": "pdf-locked"}
    except MemoryError:
        return {"error": "pdf-too-large"}
    except Exception:  # noqa: BLE001  (a broken object shows as an error of any kind)
        return {"error": "pdf-broken"}


def main() -> None:
    """Read names, and answer one after the other."""
    names = json.loads(sys.stdin.read())
    try:
        import pikepdf
    except ImportError:
        print(json.dumps({"error": "pdf-no-library"}), flush=True)  # noqa: T201  (to the process that started this)
        return
    for name in names:
        limit()
        print(json.dumps(answer(pikepdf, name)), flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
