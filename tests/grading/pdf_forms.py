"""PDFs with the fields that posenc makes and without any page: what people hand in, for tests of what becomes of it."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf

from posenc_cli.worksheet import portable
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.sheet import Sheet


def right(sheet: Sheet) -> dict[str, str]:
    """Every blank filled with what is right."""
    return {one.blank.id: one.text for one in solve(sheet)}


def handed_in(
    sheet: Sheet, answers: Mapping[str, str], *, name: str = "", attached: bool = False, fields: bool = True
) -> bytes:
    """The sheet as somebody saved it: with all fields, or only with what is attached to it."""
    pdf = pikepdf.new()
    pdf.add_blank_page()
    values = {"_name": name, "_date": "", **{one.id: answers.get(one.id, "") for one in sheet.blanks}}
    values |= {"_copy_1": "7", "_sheet": sheet.form_name, "_code": shown(code_of(sheet))} if fields else {}
    made = [
        pdf.make_indirect(pikepdf.Dictionary({"/FT": pikepdf.Name.Tx, "/T": key} | ({"/V": text} if text else {})))
        for key, text in values.items()
    ]
    pdf.Root.AcroForm = pikepdf.Dictionary(Fields=pikepdf.Array(made))
    if attached and (packed := portable.attached(sheet)):
        pdf.attachments["posenc.txt"] = pikepdf.AttachedFileSpec(pdf, packed.encode(), filename="posenc.txt")
    stream = io.BytesIO()
    pdf.save(stream)
    return stream.getvalue()
