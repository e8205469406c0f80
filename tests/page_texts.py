"""The text of the pages of a PDF."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pypdfium2

if TYPE_CHECKING:
    from pathlib import Path


def page_texts(pdf: bytes | Path | None) -> tuple[str, ...]:
    """What PDFium reads on every page; it is thirty times as fast as readers in Python.

    It says U+FFFE for a hyphen at the end of a line.
    """
    document = pypdfium2.PdfDocument(pdf)
    try:
        return tuple(page.get_textpage().get_text_range().replace("\ufffe", "-") for page in document)
    finally:
        document.close()
