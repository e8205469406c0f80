"""How a Word document looks: paper, letters, headings and foot; all of it in styles that a person can change."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from posenc_cli.i18n import text
from posenc_cli.render.svg import printable
from posenc_cli.render.word_parts import unbroken

if TYPE_CHECKING:
    from posenc_cli.render.blocks import PageView

#: Width and height in mm, by name; margins in mm: top, right, bottom, left.
_PAPER = {"A4": (210.0, 297.0), "letter": (215.9, 279.4)}
_MARGINS = (18.0, 20.0, 18.0, 22.0)
_FONT = "Calibri"
#: Sizes beside that of running text, and points before and behind.
_HEADINGS = {"Title": (1.7, 0, 6), "Heading 1": (1.25, 14, 3), "Heading 2": (1.1, 8, 2), "Subtitle": (0.9, 0, 0)}
#: A date of its own would alter every file.
_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def restyled(document: Any, view: PageView) -> None:  # noqa: ANN401
    """Give a new document the paper, the letters and the foot of a page, and let it say what it is."""
    from docx.shared import Mm, Pt

    section = document.sections[0]
    section.page_width, section.page_height = map(Mm, _PAPER[view.paper.size])
    section.top_margin, section.right_margin, section.bottom_margin, section.left_margin = map(Mm, _MARGINS)
    size = view.paper.font_size
    _plain(document.styles["Normal"], size)
    document.styles["Normal"].paragraph_format.space_after = Pt(6)
    _speaks(document, text(view.language, "language.tag"))
    for name, (scale, before, after) in _HEADINGS.items():
        style = document.styles[name]
        _plain(style, scale * size)
        style.font.bold, style.font.italic = name != "Subtitle", False
        style.paragraph_format.space_before, style.paragraph_format.space_after = Pt(before), Pt(after)
        style.paragraph_format.keep_with_next = True
        for border in style.element.iter(_name("pBdr")):
            border.getparent().remove(border)
    _foot(section, view, 0.8 * size)
    _named(document, view)


def measure(view: PageView) -> float:
    """Millimetres between the margins of a page."""
    return _PAPER[view.paper.size][0] - _MARGINS[1] - _MARGINS[3]


def _plain(style: Any, size: float) -> None:  # noqa: ANN401
    """One font in black, whatever the theme says."""
    from docx.shared import Pt, RGBColor

    style.font.name, style.font.size, style.font.color.rgb = _FONT, Pt(round(2 * size) / 2), RGBColor(0x11, 0x11, 0x11)
    fonts = style.element.get_or_add_rPr().get_or_add_rFonts()
    for theme in [name for name in fonts.attrib if "Theme" in name]:
        del fonts.attrib[theme]
    for script in ("ascii", "hAnsi", "cs", "eastAsia"):
        fonts.set(_name(script), _FONT)


def _speaks(document: Any, language: str) -> None:  # noqa: ANN401
    """The language in which words are spelled and read aloud."""
    for found in document.styles.element.iter(_name("lang")):
        found.set(_name("val"), language)


def _foot(section: Any, view: PageView, size: float) -> None:  # noqa: ANN401
    """Name and conventions of the sheet, its code, and the page."""
    from docx.shared import Pt

    paragraph = section.footer.paragraphs[0]
    before, between, after = view.page_of
    for said in filter(None, (view.foot, view.code)):
        # A code is typed as it stands there: no line ends at its hyphen, and a copy of it has the plain one.
        unbroken(paragraph.add_run(printable(said)))
        paragraph.add_run("\u2003")
    paragraph.add_run(f"{before} ")
    _field(paragraph, "PAGE")
    paragraph.add_run(f" {between} ")
    _field(paragraph, "NUMPAGES")
    paragraph.add_run(after)
    for run in paragraph.runs:
        run.font.size = Pt(round(2 * size) / 2)


def _field(paragraph: Any, code: str) -> None:  # noqa: ANN401
    """A number that the word processor fills in."""
    from docx.oxml import OxmlElement

    for kind in ("begin", "", "end"):
        run = paragraph.add_run()
        if kind:
            mark = OxmlElement("w:fldChar")
            mark.set(_name("fldCharType"), kind)
        else:
            mark = OxmlElement("w:instrText")
            mark.text = code
        run._r.append(mark)  # noqa: SLF001  (python-docx has no fields of its own)


def _named(document: Any, view: PageView) -> None:  # noqa: ANN401
    """What a document says of itself: its title and language, and nothing of who made it when."""
    about = document.core_properties
    about.title, about.language = printable(view.title)[:255], text(view.language, "language.tag")
    about.author = about.comments = about.last_modified_by = about.keywords = about.subject = ""
    about.created = about.modified = _DAY
    about.revision = 1


def _name(local: str) -> str:
    from docx.oxml.ns import qn

    return str(qn(f"w:{local}"))
