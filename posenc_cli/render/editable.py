"""Files that somebody goes on working with: in a program, a spreadsheet, a learning platform."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.render import forms
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

SHEET_KINDS = ("docx", "md", "json", "csv", "xlsx", "moodle")
KEY_KINDS = ("docx", "md", "json")
#: Those that are a teacher's although they are no key: they hold the answers.
TEACHERS = frozenset({"moodle"})


def editable(sheet: Sheet, kind: str, *, key: bool) -> bytes:
    """The file of a sheet, or of its key.

    Args:
        sheet: what to write.
        kind: one of the kinds above.
        key: the key instead of the sheet.
    """
    if kind == "csv":
        return forms.answer_form(sheet).encode()
    if kind == "xlsx":
        return forms.answer_workbook(sheet)
    if kind == "json":
        return (forms.key_json(sheet, solve(sheet)) if key else forms.sheet_json(sheet)).encode()
    if kind == "moodle":
        from posenc_cli.render.moodle import moodle_xml

        return moodle_xml([sheet])
    view = key_view(sheet, solve(sheet)) if key else sheet_view(sheet)
    if kind == "md":
        from posenc_cli.render.markdown import page_markdown

        return page_markdown(view).encode()
    from posenc_cli.render.word import document

    return document(view)
