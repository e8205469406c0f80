"""Filled PDFs as tables of one row: the answers by blank, who it was, and which sheet it is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.attachments import attached_in
from posenc_cli.files.filled import fields_of
from posenc_cli.files.prints import printed_pages
from posenc_cli.files.tables import Table, strip
from posenc_cli.grading.prints import code_on
from posenc_cli.grading.returned import refuse_feedback
from posenc_cli.worksheet.portable import PREFIX

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from posenc_cli.files.guarded import Guarded
    from posenc_cli.files.prints import PrintedPage

#: Fields that are no blanks begin so, in the PDFs that posenc makes.
_BESIDES = "_"
#: What of them is a column of the table, and its heading.
COLUMNS = {"_name": "name", "_sheet": "sheet", "_code": "sheet_code"}


@dataclass(frozen=True)
class Read:
    """What a PDF holds.

    Attributes:
        table: one row.
        pages: of one without fields, everything that is printed; the table says only which sheet it is.
    """

    table: Table
    pages: tuple[PrintedPage, ...] = ()


def read_pdf(data: bytes, *, path: Path, guarded: Guarded) -> Read:
    """What was filled into a PDF.

    Raises:
        InputError: it cannot be read, is a picture or our own feedback, or nobody filled in any field.
        MachineError: the library is missing.
    """
    try:
        fields = fields_of(data, path=path, guarded=guarded)
    except InputError as error:
        if error.key != "files.pdf-no-fields":
            raise
        refuse_feedback(str(error.values.get("title", "")), path)
        pages = printed_pages(data, path=path, guarded=guarded)
        told = {"sheet": _attached(data), "sheet_code": code_on(pages)}
        return Read(Table([*told], [[*told.values()]]), pages)
    return Read(table_of(fields, _attached(data), path=path))


def table_of(fields: Mapping[str, str], attached: str, *, path: Path) -> Table:
    """Fields as a row.

    Args:
        fields: what was written, by name.
        attached: the whole worksheet; the field may only name its file.
        path: named in errors.

    Raises:
        InputError: nobody filled in any.
    """
    told = {heading: strip(fields.get(field, "")) for field, heading in COLUMNS.items()}
    told["sheet"] = attached or told["sheet"]
    answers = {field: strip(value) for field, value in fields.items() if not field.startswith(_BESIDES)}
    if not any(answers.values()):
        raise InputError("check.empty-pdf", path=path)
    return Table([*told, *answers], [[*told.values(), *answers.values()]])


def _attached(data: bytes) -> str:
    """The text that a worksheet of one's own can be made from again; of a built-in one, its code says as much."""
    found = attached_in(data)
    texts = {each.decode("ascii", "replace").strip() for each in found if each.startswith(PREFIX.encode())}
    whole = [text for text in texts if text.count(":") > 1]
    return whole[0] if len(whole) == 1 else ""
