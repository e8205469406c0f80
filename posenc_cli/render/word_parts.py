"""What python-docx has no words for: rows that stay whole, shaded cells, alternative texts, unbroken hyphens."""

from __future__ import annotations

from typing import Any


def drop(paragraph: Any) -> None:  # noqa: ANN401
    """Without a paragraph that a new cell begins with."""
    paragraph._element.getparent().remove(paragraph._element)  # noqa: SLF001


def kept_whole(row: Any, *, is_head: bool) -> None:  # noqa: ANN401
    """No page ends inside a row of a table; a head stands on every page of its table."""
    from docx.oxml import OxmlElement

    about = row._tr.get_or_add_trPr()  # noqa: SLF001  (python-docx has neither)
    about.append(OxmlElement("w:cantSplit"))
    if is_head:
        about.append(OxmlElement("w:tblHeader"))


def shade(cell: Any, colour: str) -> None:  # noqa: ANN401
    """Fill a cell with a colour, as six digits."""
    from docx.oxml import OxmlElement
    from docx.oxml.ns import qn

    filled = OxmlElement("w:shd")
    filled.set(qn("w:val"), "clear")
    filled.set(qn("w:fill"), colour)
    cell._tc.get_or_add_tcPr().append(filled)  # noqa: SLF001


def told(picture: Any, alt: str) -> None:  # noqa: ANN401
    """Give a picture the text that a blind reader is told; a file name says nothing."""
    about = picture._inline.docPr  # noqa: SLF001
    about.set("descr", alt)
    about.set("name", "")


def unbroken(run: Any) -> None:  # noqa: ANN401
    """Let no line end at a hyphen of a text."""
    from docx.oxml import OxmlElement

    first, *others = run.text.split("-")
    run.text = first
    for part in others:
        run._r.append(OxmlElement("w:noBreakHyphen"))  # noqa: SLF001
        run._r.add_t(part)  # noqa: SLF001
