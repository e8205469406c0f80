"""PDFs that somebody filled in: the texts of their fields."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, MachineError, installing
from posenc_cli.files.attachments import LARGEST_PDF
from posenc_cli.files.guarded import ENDED

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from posenc_cli.files.guarded import Guarded, Kind

#: Where a PDF says that it is one; some programs write something before it.
HEAD = 1024


def fields_of(data: bytes, *, path: Path, guarded: Guarded) -> Mapping[str, str]:
    """The fields of a PDF by name, in its order; "" in fields that nobody filled.

    Raises:
        InputError: it is none, broken, locked, far too large, or has no fields (``files.pdf-no-fields``, with its
            ``title``).
        MachineError: the library is missing.
    """
    fields = told_of("pdf", data, path=path, guarded=guarded).get("fields")
    return {str(name): str(value) for name, value in fields.items()} if isinstance(fields, dict) else {}


def told_of(kind: Kind, data: bytes, *, path: Path, guarded: Guarded) -> Mapping[str, object]:
    """What is said of a PDF.

    Raises:
        InputError: as for :func:`fields_of`.
        MachineError: the library is missing.
    """
    if not data:
        raise InputError("files.empty", path=path)
    if b"%PDF-" not in data[:HEAD]:
        raise InputError("files.no-pdf", path=path)
    if len(data) > LARGEST_PDF:
        raise InputError("files.too-large", path=path, megabytes=LARGEST_PDF // 2**20)
    said = guarded.read(kind, data)
    error = said.get("error")
    if error == "no-library":
        if kind == "print":
            raise MachineError("inputs.print-no-library", path=path, install=installing("pypdfium2"))
        raise MachineError("files.pdf-no-library", install=installing("pikepdf"))
    if error is not None:
        about = {"title": said["title"]} if "title" in said else {}
        raise InputError(f"files.pdf-{'broken' if error == ENDED else error}", path=path, **about)
    return said
