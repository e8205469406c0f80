"""Filled PDFs as tables of one row: the answers by blank, who it was, and which sheet it is."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.attachments import attached_in
from posenc_cli.files.filled import fields_of
from posenc_cli.files.tables import Table, strip
from posenc_cli.worksheet.portable import PREFIX

if TYPE_CHECKING:
    from pathlib import Path

    from posenc_cli.files.guarded import Guarded

#: Fields that are no blanks begin so, in the PDFs that posenc makes.
_BESIDES = "_"
#: What of them is a column of the table, and its heading.
COLUMNS = {"_name": "name", "_sheet": "sheet", "_code": "sheet_code"}


def read_pdf(data: bytes, *, path: Path, guarded: Guarded) -> Table:
    """What was filled into a PDF.

    Raises:
        InputError: it cannot be read, has no fields, or nobody filled in any.
        MachineError: the library is missing.
    """
    fields = fields_of(data, path=path, guarded=guarded)
    told = {heading: strip(fields.get(field, "")) for field, heading in COLUMNS.items()}
    # What is attached is the whole worksheet; the field may only name its file.
    told["sheet"] = _attached(data) or told["sheet"]
    answers = {field: strip(value) for field, value in fields.items() if not field.startswith(_BESIDES)}
    if not any(answers.values()):
        raise InputError("check.empty-pdf", path=path)
    return Table([*told, *answers], [[*told.values(), *answers.values()]], lines=[1])


def _attached(data: bytes) -> str:
    """The text that a worksheet of one's own can be made from again; of a built-in one, its code says as much."""
    found = attached_in(data)
    texts = {each.decode("ascii", "replace").strip() for each in found if each.startswith(PREFIX.encode())}
    whole = [text for text in texts if text.count(":") > 1]
    return whole[0] if len(whole) == 1 else ""
