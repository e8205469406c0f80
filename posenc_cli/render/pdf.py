"""A PDF on every machine: the ladder WeasyPrint, browser, else the page itself.

One HTML serves all three. What both engines honour stands in ``templates/print-notes.md``.
"""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Literal

from posenc_cli.errors import MachineError
from posenc_cli.i18n import Notice
from posenc_cli.render import glyphs
from posenc_cli.render._templates import fonts_folder
from posenc_cli.render.browser import pdf_by_browser
from posenc_cli.render.weasy import install_command, into_head, pdf_by_weasyprint

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

Engine = Literal["weasyprint", "browser", "html"]

#: The notice of who gets a page and no PDF.
OPEN_AND_PRINT = "pdf.open-and-print"
_ABSENT = {"pdf.no-weasyprint", "pdf.no-browser"}  #: an engine that is not here is no news; one that failed is
_STYLE = re.compile(r"(<style\b[^>]*>)(.*?)(</style>)", re.IGNORECASE | re.DOTALL)
_FONT = re.compile(r"""url\(\s*["']?(?:file:[^"')]*/)?fonts/([A-Za-z0-9._-]+\.ttf)["']?\s*\)""")
# Browsers drop grey cells to save ink unless told otherwise; WeasyPrint never does, and logs the property as unknown.
_KEEP_GREY = "<style>* { -webkit-print-color-adjust: exact; print-color-adjust: exact }</style>"


@dataclass(frozen=True)
class PdfResult:
    """What the ladder made.

    Attributes:
        data: the PDF, or ``None``: then the caller writes ``self_contained(html)`` as .html.
        engine: who made it; ``"html"`` where nobody could.
        notices: what the user should hear.
        log: what WeasyPrint said about the page; empty for every page of ours (a test holds that).
    """

    data: bytes | None
    engine: Engine
    notices: tuple[Notice, ...] = ()
    log: tuple[str, ...] = ()


def render_pdf(
    html: str,
    *,
    title: str,
    language: str,
    engine: Literal["auto", "weasyprint", "browser"] = "auto",
    attached: Mapping[str, str] | None = None,
) -> PdfResult:
    """Print one complete page.

    Args:
        html: the page, its style inside; fonts as ``_templates.font_faces()`` gives them, or as
            ``url(fonts/NAME.ttf)``, which counts from the templates' folder.
        title: what the PDF is called, where the page has no ``<title>``.
        language: of the text, where ``<html>`` names none.
        engine: one engine only, or the ladder.
        attached: texts by their file names, to be attached; a browser cannot.

    Raises:
        MachineError: the one engine asked for is missing or failed. The ladder itself never raises.
    """
    page = _named(html, title, language)
    if engine != "auto":
        return _print(page, engine, attached)
    notices: list[Notice] = []
    for rung in ("weasyprint", "browser"):
        try:
            made = _print(page, rung, attached)
        except MachineError as error:
            if error.key not in _ABSENT:
                notices.append(Notice(error.key, dict(error.values)))
        else:
            return PdfResult(made.data, made.engine, (*notices, *made.notices), made.log)
    notices.append(Notice(OPEN_AND_PRINT, {"install": install_command()}))
    return PdfResult(None, "html", tuple(notices))


def _print(page: str, engine: str, attached: Mapping[str, str] | None) -> PdfResult:
    if engine == "weasyprint":
        return _by_weasyprint(page, attached)
    notice = glyphs.foreign(page)
    return PdfResult(pdf_by_browser(self_contained(page)), "browser", (notice,) if notice else ())


def _by_weasyprint(page: str, attached: Mapping[str, str] | None, *, fillable: bool = False) -> PdfResult:
    data, log = pdf_by_weasyprint(page, attached, fillable=fillable)
    if not (signs := glyphs.missing(log, page)):
        return PdfResult(data, "weasyprint", log=log)
    data, log = pdf_by_weasyprint(glyphs.replaced(page, signs), attached, fillable=fillable)
    return PdfResult(data, "weasyprint", (glyphs.not_printed(signs),), log)


def fillable_pdf(html: str, *, title: str, language: str, attached: Mapping[str, str] | None = None) -> PdfResult:
    """Print one complete page as above, with a field wherever a person writes.

    Raises:
        MachineError: ``pdf.not-fillable``: WeasyPrint is missing or failed. Nobody could fill in what others make.
    """
    try:
        return _by_weasyprint(_named(html, title, language), attached, fillable=True)
    except MachineError as error:
        reason = error.values.get("reason", "")
        raise MachineError("pdf.not-fillable", install=install_command(), reason=reason) from error


def self_contained(html: str) -> str:
    """The page with its fonts inside and its greys kept: what a browser prints, and what is written as .html."""

    def face(found: re.Match[str]) -> str:
        font = fonts_folder() / found[1]
        return _embedded(font) if font.is_file() else found[0]

    def style(found: re.Match[str]) -> str:
        return found[1] + _FONT.sub(face, found[2]) + found[3]

    return into_head(_STYLE.sub(style, html), _KEEP_GREY)


@cache
def _embedded(font: Path) -> str:
    data = base64.b64encode(font.read_bytes()).decode("ascii")
    return f"url(data:font/ttf;base64,{data})"


def css_string(text: str) -> str:
    """``text`` as a quoted CSS string that can leave neither its quotes nor the ``<style>`` element.

    A title from outside that is to run at the head of every page goes through here into ``content:``.
    """
    # The space ends a code; without one of its own, it would swallow a space of the text.
    safe = "".join(sign if sign.isalnum() or sign in " .,:;!?-–—()/·" else f"\\{ord(sign):06x} " for sign in text)
    return f'"{safe}"'


def _named(html: str, title: str, language: str) -> str:
    """The page with a title and a language: a reader announces the first and speaks the second."""
    page = html
    if not re.search(r"<title\b", page, re.IGNORECASE):
        page = into_head(page, f"<title>{escape(title)}</title>")
    root = re.search(r"<html\b([^>]*)>", page, re.IGNORECASE)
    if root and not re.search(r"\blang\s*=", root[1], re.IGNORECASE):
        page = page[: root.end(1)] + f' lang="{escape(language)}"' + page[root.end(1) :]
    return page
