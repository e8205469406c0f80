"""What names a sheet on paper: its code, and the text of its QR code."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.i18n import text as sentence
from posenc_cli.render.qr import fits
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.portable import PREFIX, in_qr

if TYPE_CHECKING:
    from posenc_cli.render.view_writer import Writer


@dataclass(frozen=True)
class Code:
    """The code of a sheet, ready to be printed.

    Attributes:
        said: in the foot ("Code CDG9-K4XX").
        qr: text of the QR code; empty for none.
        alt: what a blind reader is told of it.
    """

    said: str
    qr: str
    alt: str


def code(writer: Writer) -> Code:
    """The code of a writer's sheet; its whole worksheet is in the QR code only where that stays readable."""
    sheet = writer.sheet
    found = code_of(sheet)
    text = ""
    if (link := sheet.spec.worksheet.link) and sheet.spec.worksheet.qr:
        named = shown(found)
        said = sentence(writer.language, "interactive.qr", code=named)
        return Code(writer.label("code", code=named), f"{link}#{named}", said)
    if (sheet.origin or sheet.spec).worksheet.qr:
        text = in_qr(sheet)
        text = text if fits(text) else f"{PREFIX}{found}"
    named = shown(found)
    return Code(writer.label("code", code=named), text, writer.label("qr", code=named))
