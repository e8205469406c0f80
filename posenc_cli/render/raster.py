"""Drawings as PNG pictures, for files whose readers do not know SVG.

WeasyPrint lays all of them out in one go, a page each, and pdfium draws the pages; both know our fonts. Where one of
them is missing there are no pictures, and a medium tells its drawings with letters.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import MachineError
from posenc_cli.i18n import Notice
from posenc_cli.render._templates import font_faces
from posenc_cli.render.png import png
from posenc_cli.render.weasy import import_weasyprint, pdf_by_weasyprint

if TYPE_CHECKING:
    from collections.abc import Sequence

_SIZE = re.compile(r'width="([\d.]+)mm" height="([\d.]+)mm"')
_DOTS = 300  #: an inch
_POINTS = 72  #: of a page of a PDF, an inch


@dataclass(frozen=True)
class Raster:
    """A picture: PNG, and how large it is on paper in mm."""

    png: bytes
    width: float
    height: float


def rasters(drawings: Sequence[str]) -> tuple[Raster, ...]:
    """The drawings as pictures, in their order; none at all where this machine cannot make them.

    Args:
        drawings: SVG with its size in mm, as :func:`posenc_cli.render.svg.drawing` writes it.
    """
    sizes = [tuple(map(float, found.groups())) for each in drawings if (found := _SIZE.search(each))]
    if not drawings or len(sizes) < len(drawings):
        return ()
    try:
        pages = _pages(_document(drawings, sizes))
    except (ImportError, MachineError):
        return ()
    return tuple(Raster(png, *size) for png, size in zip(pages, sizes, strict=True))


def notices() -> tuple[Notice, ...]:
    """What is to be said of a document where no pictures can be made for it."""
    try:
        import pypdfium2  # noqa: F401

        import_weasyprint()
    except (ImportError, MachineError):
        return (Notice("office.no-pictures"),)
    return ()


def _document(drawings: Sequence[str], sizes: Sequence[tuple[float, ...]]) -> str:
    """A page for each drawing, as large as it is."""
    rules = "".join(
        f"@page p{n} {{ size: {width}mm {height}mm; margin: 0 }} #p{n} {{ page: p{n} }}"
        for n, (width, height) in enumerate(sizes)
    )
    shapes = "".join(f'<div id="p{n}">{each}</div>' for n, each in enumerate(drawings))
    style = f"{font_faces()}{rules} body {{ margin: 0 }} svg {{ display: block }} div {{ overflow: hidden }}"
    head = f"<head><title>–</title><style>{style}</style></head>"
    return f'<!doctype html><html lang="en">{head}<body>{shapes}</body></html>'


def _pages(html: str) -> list[bytes]:
    """All pages of a document as PNG."""
    import pypdfium2

    data, _ = pdf_by_weasyprint(html)
    document = pypdfium2.PdfDocument(data)
    try:
        seen = (page.render(scale=_DOTS / _POINTS, grayscale=False).to_numpy() for page in document)
        return [png(pixels[:, :, 2::-1], _DOTS) for pixels in seen]
    finally:
        document.close()
