"""A sheet or its key in a format: one function for all media."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from posenc_cli.errors import UsageError
from posenc_cli.render import raster
from posenc_cli.render.editable import KEY_KINDS, SHEET_KINDS, editable
from posenc_cli.render.fillable import with_identity, without_field
from posenc_cli.render.own_templates import own_folder
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import fillable_pdf, render_pdf, self_contained
from posenc_cli.render.plain import page_text
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet import portable
from posenc_cli.worksheet.codes import rebuilds
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.portable import code_in

if TYPE_CHECKING:
    from posenc_cli.i18n import Notice
    from posenc_cli.worksheet.sheet import Sheet

SHEET_FORMATS = ("pdf", "html", "text", *SHEET_KINDS)
KEY_FORMATS = ("pdf", "html", "text", *KEY_KINDS)
#: The text in a PDF that it can be made again from.
ATTACHED = "posenc.txt"


@dataclass(frozen=True)
class Rendered:
    """A document.

    Attributes:
        data: its bytes.
        format: what it became: ``html`` where no PDF can be made on this machine.
        notices: worth saying.
    """

    data: bytes
    format: str
    notices: tuple[Notice, ...] = ()


def render(sheet: Sheet, kind: str, *, key: bool) -> Rendered:
    """The student's sheet or its key.

    Args:
        sheet: what to write.
        kind: the format.
        key: the key instead of the sheet.

    Raises:
        UsageError: a format that the document does not have.
        MachineError: the worksheet asks for a PDF with fields, which cannot be made here.
    """
    known = KEY_FORMATS if key else SHEET_FORMATS
    if kind not in known:
        raise UsageError("commands.no-such-format", given=kind, known=", ".join(known))
    if kind in SHEET_KINDS:
        return Rendered(editable(sheet, kind, key=key), kind, raster.notices() if kind == "docx" else ())
    view = key_view(sheet, solve(sheet)) if key else sheet_view(sheet)
    if kind == "text":
        return Rendered(page_text(view).encode(), kind)
    html = page_html(view, own_folder(sheet.spec))
    if kind == "html":
        return Rendered(self_contained(html).encode(), kind)
    attached = attached_to(sheet, key=key)
    if sheet.spec.worksheet.fillable and not key:
        made = fillable_pdf(with_identity(html, sheet), title=view.title, language=view.language, attached=attached)
        made = replace(made, notices=(*made.notices, *without_field(html, sheet)))
    else:
        made = render_pdf(html, title=view.title, language=view.language, attached=attached)
    if made.data is None:
        return Rendered(self_contained(html).encode(), "html", made.notices)
    return Rendered(made.data, kind, made.notices)


def attached_to(sheet: Sheet, *, key: bool) -> dict[str, str]:
    """What a PDF carries so that its sheet can be made again from it; in a key, the worksheet can be read as well.

    A student's file holds it packed: a worksheet may contain model answers.
    """
    packed = portable.attached(sheet)
    if packed is None:
        return {}
    of_own = key and not rebuilds(code_in(packed))
    return {ATTACHED: packed} | ({portable.file_name(sheet): portable.as_given(sheet)} if of_own else {})
