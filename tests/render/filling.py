"""Fillable PDFs made once, and people who fill them in with different programs."""

from __future__ import annotations

import io
from functools import cache
from typing import TYPE_CHECKING, Any

import pikepdf
import pypdf
import pypdfium2
import pypdfium2.raw as pdfium

from posenc_cli.cli.looking import Look
from posenc_cli.render.sheets import render
from posenc_cli.worksheet.find import sheet_of
from tests.render.structure import opened
from tests.worksheet.kinds_sheet import every_kind

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from posenc_cli.worksheet.sheet import Sheet

#: A sheet that everybody can print in a moment, and one with ticks, lines to write on and gaps in a program.
SHORT, KINDS = "katze-kurz", "every kind"


@cache
def sheet(name: str) -> Sheet:
    """A sheet that is to be filled in."""
    return Look(fillable=True).put_on(every_kind() if name == KINDS else sheet_of(name))


@cache
def fillable(name: str) -> bytes:
    """Its PDF."""
    return render(sheet(name), "pdf", key=False).data


@cache
def printed(name: str) -> bytes:
    """The same sheet to print."""
    plain = every_kind() if name == KINDS else sheet_of(name)
    return render(plain, "pdf", key=False).data


def fields(pdf: pikepdf.Pdf) -> dict[str, Any]:
    """The fields of a PDF by their names."""
    found = {str(field.T): field for field in pdf.Root.AcroForm.Fields}
    assert len(found) == len(pdf.Root.AcroForm.Fields)
    return found


def by_pikepdf(data: bytes, values: Mapping[str, str]) -> bytes:
    """Filled in as qpdf's library does it."""
    with opened(data) as pdf:
        found = fields(pdf)
        for name, value in values.items():
            found[name].V = pikepdf.String(value)
        stream = io.BytesIO()
        pdf.save(stream)
    return stream.getvalue()


def by_pypdf(data: bytes, values: Mapping[str, str]) -> bytes:
    """Filled in as pypdf does it, which draws what is written as well."""
    writer = pypdf.PdfWriter(clone_from=io.BytesIO(data))
    for page in writer.pages:
        writer.update_page_form_field_values(page, dict(values), auto_regenerate=False)
    stream = io.BytesIO()
    writer.write(stream)
    return stream.getvalue()


def by_pdfium(data: bytes, values: Mapping[str, str]) -> bytes:
    """Typed into the fields with the keyboard, as the viewer of a browser does it."""
    with opened(data) as pdf:
        places = {
            str(field.T): (number, [float(side) for side in field.Rect])
            for number, page in enumerate(pdf.pages)
            for field in page.get("/Annots", [])
            if "/T" in field
        }
    document = pypdfium2.PdfDocument(data)
    document.init_forms()
    pages = [document[number] for number in range(len(document))]
    for name, value in values.items():
        number, (left, low, right, high) = places[name]
        page, x, y = pages[number].raw, (left + right) / 2, (low + high) / 2
        pdfium.FORM_OnLButtonDown(document.formenv.raw, page, 0, x, y)
        pdfium.FORM_OnLButtonUp(document.formenv.raw, page, 0, x, y)
        for sign in value:
            pdfium.FORM_OnChar(document.formenv.raw, page, ord(sign), 0)
        pdfium.FORM_ForceToKillFocus(document.formenv.raw)
    stream = io.BytesIO()
    document.save(stream)
    return stream.getvalue()


HANDS: Mapping[str, Callable[[bytes, Mapping[str, str]], bytes]] = {
    "pikepdf": by_pikepdf,
    "pypdf": by_pypdf,
    "pdfium": by_pdfium,
}
