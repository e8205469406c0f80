"""The plain shapes of a page as paragraphs, tables and pictures of a Word document."""

from __future__ import annotations

import io
from functools import singledispatchmethod
from itertools import zip_longest
from typing import TYPE_CHECKING, Any

from posenc_cli.render.paper import INK, KEY_INK
from posenc_cli.render.shapes import (
    Bullets,
    Entry,
    Frame,
    Image,
    Lines,
    NewPage,
    Para,
    Program,
    Run,
    Strip,
    Table,
    Ticks,
)
from posenc_cli.render.svg import printable
from posenc_cli.render.word_parts import drop, kept_whole, shade, told
from posenc_cli.render.word_styles import measure
from posenc_cli.render.word_widths import fit

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from posenc_cli.render.blocks import PageView
    from posenc_cli.render.raster import Raster
    from posenc_cli.render.shapes import Element, Gap, RunStyle, Text

#: A line to write on, inside a line and of its own.
LINE, _GAP, _WHOLE = 14 * "_", 8 * "_", 80
_QUIET = 0.85  #: of running text
_SHADE = "E8E8E8"  #: of negative numbers, as on paper
_ROW, _CARD = 7.5, 18.0  #: mm: least heights of a row to write into, and of cards
_FRAME, _BETWEEN = 6.0, 5.3  #: mm: of a frame around what is inside, and between drawings
_POINT = 25.4 / 72  #: mm
_SHORT = 8  #: rows
_BOXES = {True: "☒", False: "☐"}
_CODE = "Consolas"


class WordText:
    """Writes shapes into a document, or into a cell of it.

    Args:
        into: the document.
        view: the page.
        pictures: of its drawings, by their SVG; one that is missing is told with letters.
        is_inside: is it a cell, which is narrower than the page?
    """

    def __init__(
        self,
        into: Any,  # noqa: ANN401
        view: PageView,
        pictures: Mapping[str, Raster],
        *,
        is_inside: bool = False,
    ) -> None:
        self._into = into
        self._view = view
        self._pictures = pictures
        self._is_inside = is_inside

    def write_all(self, elements: Iterable[Element]) -> None:
        """All of them, in their order; no page ends between a sentence and the table that it speaks of."""
        listed = list(elements)
        for element, following in zip_longest(listed, listed[1:]):
            self.write(element)
            if isinstance(element, Para) and isinstance(following, Table | Strip | Image):
                self._into.paragraphs[-1].paragraph_format.keep_with_next = True

    def paragraph(self, text: str, style: str | None = None) -> Any:  # noqa: ANN401
        """A paragraph of plain text."""
        return self._into.add_paragraph(printable(text), style=style)

    def heading(self, text: str, *, new_page: bool = False) -> None:
        """A heading of the first level."""
        self.paragraph(text, "Heading 1").paragraph_format.page_break_before = new_page

    def task(self, task: str, box: str) -> None:
        """What to do, and at the right margin a place for points."""
        from docx.enum.text import WD_TAB_ALIGNMENT
        from docx.shared import Mm

        paragraph = self._into.add_paragraph()
        paragraph.add_run(printable(task)).italic = True
        if box:
            paragraph.paragraph_format.tab_stops.add_tab_stop(Mm(measure(self._view)), WD_TAB_ALIGNMENT.RIGHT)
            paragraph.add_run(f"\t{box}")
        paragraph.paragraph_format.keep_with_next = True

    def rule(self) -> None:
        """A line across the page."""
        self.paragraph("* * *").alignment = 1

    @singledispatchmethod
    def write(self, element: Element) -> None:
        """One shape."""
        raise NotImplementedError(type(element).__name__)

    @write.register
    def _(self, element: Para) -> None:
        from docx.shared import Pt

        paragraph = self._into.add_paragraph()
        is_small = element.kind in {"quiet", "caption"}
        self._runs(paragraph, element.text, scale=_QUIET if is_small else 1.0)
        if is_small:
            paragraph.paragraph_format.space_after = Pt(3)
        if element.kind == "title":
            paragraph.paragraph_format.keep_with_next = True
            for run in paragraph.runs:
                run.bold = True

    @write.register
    def _(self, element: Bullets) -> None:
        for number, item in enumerate(element.items, 1):
            # Numbers of a list would go on counting from exercise to exercise.
            paragraph = self._into.add_paragraph(style=None if element.ordered else "List Bullet")
            if element.ordered:
                paragraph.add_run(f"{number}. ")
            self._runs(paragraph, item)

    @write.register
    def _(self, element: Table) -> None:
        rows = [row for row in element.rows if row]
        if not rows:
            return
        from docx.enum.table import WD_ROW_HEIGHT_RULE
        from docx.shared import Mm

        table = self._into.add_table(len(rows), len(rows[0]))
        table.autofit = False
        if element.kind != "lines":
            table.style = self._document_styles()["Table Grid"]
        room = measure(self._view) - (_FRAME if self._is_inside else 0)
        fitted = fit(element, self._view.paper.font_size * _POINT, room)
        for number, (row, filled) in enumerate(zip(table.rows, rows, strict=True)):
            kept_whole(row, is_head=number < element.head_rows)
            is_open = any(not isinstance(part, Run) for entry in filled for part in entry.text)
            if is_open or element.kind == "cards":
                row.height_rule = WD_ROW_HEIGHT_RULE.AT_LEAST
                row.height = Mm(_CARD if element.kind == "cards" else _ROW)
            for cell, entry, width in zip(row.cells, filled, fitted.columns, strict=True):
                cell.width = Mm(width)
                self._entry(cell, entry, element, fitted.scale)
                # A short table is not divided between two pages.
                cell.paragraphs[0].paragraph_format.keep_with_next = number < len(rows) - 1 and len(rows) <= _SHORT
        for column, width in zip(table.columns, fitted.columns, strict=True):
            column.width = Mm(width)
        self._behind_table()

    def _entry(self, cell: Any, entry: Entry, table: Table, scale: float) -> None:  # noqa: ANN401
        from docx.shared import Pt

        cell.vertical_alignment = 1
        paragraph = cell.paragraphs[0]
        paragraph.paragraph_format.space_after = Pt(0)
        is_alone = table.kind != "lines" and len(entry.text) == 1
        # A cell to write into is a place by itself.
        for part in entry.text:
            if not (is_alone and not isinstance(part, Run) and not part.number):
                self._runs(paragraph, (part,), scale=scale)
        for run in paragraph.runs if entry.head else ():
            run.bold = True
        if table.kind == "cards" or (table.kind == "values" and not entry.head):
            paragraph.alignment = 1
        for run in paragraph.runs if table.kind == "cards" else ():
            run.font.size = Pt(1.5 * self._view.paper.font_size)
        if entry.minus:
            shade(cell, _SHADE)

    @write.register
    def _(self, element: NewPage) -> None:  # noqa: ARG002  (it says all by being there)
        self._into.add_paragraph().paragraph_format.page_break_before = True

    @write.register
    def _(self, element: Strip) -> None:
        if not all(image.svg in self._pictures for image in element.images):
            self._fixed(element.images[0].lines)
            return
        from docx.shared import Mm, Pt

        room = measure(self._view) - (_FRAME if self._is_inside else 0)
        widest = max(self._pictures[image.svg].width for image in element.images) + _BETWEEN
        fits = max(1, int(room / widest))
        for start in range(0, len(element.images), fits):
            images, captions = element.images[start : start + fits], element.captions[start : start + fits]
            table = self._into.add_table(1, len(images))
            table.autofit = False
            for number, image in enumerate(images):
                cell = table.rows[0].cells[number]
                cell.width = table.columns[number].width = Mm(min(widest, room))
                inside = WordText(cell, self._view, self._pictures, is_inside=True)
                drop(cell.paragraphs[0])
                inside.picture(image)
                self._runs(cell.add_paragraph(), captions[number], scale=_QUIET)
                cell.paragraphs[0].paragraph_format.space_after = Pt(0)
            self._behind_table()

    @write.register
    def _(self, element: Image) -> None:
        if element.svg in self._pictures:
            self.picture(element)
        else:
            self._fixed(element.lines)

    def picture(self, image: Image, *, right: bool = False) -> None:
        """A drawing as a picture, if there is one of it; at the left, or at the right margin."""
        from docx.shared import Mm

        raster = self._pictures.get(image.svg)
        if raster is None:
            return
        paragraph = self._into.add_paragraph()
        paragraph.alignment = 2 if right else 0
        paragraph.paragraph_format.keep_with_next = True
        width = min(raster.width, measure(self._view))
        shape = paragraph.add_run().add_picture(io.BytesIO(raster.png), width=Mm(width))
        told(shape, printable(image.alt))

    @write.register
    def _(self, element: Frame) -> None:
        table = self._into.add_table(1, 1)
        table.style = self._document_styles()["Table Grid"]
        cell = table.rows[0].cells[0]
        inside = WordText(cell, self._view, self._pictures, is_inside=True)
        first = cell.paragraphs[0]
        if element.title:
            first.add_run(printable(element.title)).bold = True
            first.paragraph_format.keep_with_next = True
        inside.write_all(element.inside)
        if not element.title:
            drop(first)
        self._behind_table()

    @write.register
    def _(self, element: Program) -> None:
        self._fixed(["".join(part.text if isinstance(part, Run) else _GAP for part in line) for line in element.lines])

    @write.register
    def _(self, element: Ticks) -> None:
        from docx.shared import Mm, Pt

        question = self._into.add_paragraph()
        self._runs(question, element.question)
        question.paragraph_format.keep_with_next = True
        for number, option in enumerate(element.options):
            paragraph = self._into.add_paragraph()
            paragraph.paragraph_format.left_indent, paragraph.paragraph_format.space_after = Mm(6), Pt(2)
            is_right = number == element.right
            paragraph.add_run(f"{_BOXES[is_right]} ")
            self._runs(paragraph, option)
            for run in paragraph.runs if is_right else ():
                self._answered(run)

    @write.register
    def _(self, element: Lines) -> None:
        question = self._into.add_paragraph()
        self._runs(question, element.question)
        if element.model:
            self._runs(self._into.add_paragraph(), element.model)
        for _ in range(0 if element.model else element.count):
            self.paragraph("_" * _WHOLE)

    def _runs(self, paragraph: Any, text: Text, *, scale: float = 1.0) -> None:  # noqa: ANN401
        from docx.shared import Pt

        for part in text:
            run = paragraph.add_run(part.text if isinstance(part, Run) else _gap(part))
            if scale < 1:
                run.font.size = Pt(round(2 * scale * self._view.paper.font_size) / 2)
            if isinstance(part, Run):
                self._styled(run, part.style)

    def _styled(self, run: Any, style: RunStyle) -> None:  # noqa: ANN401
        if style == "strong":
            run.bold = True
        elif style == "emphasis":
            run.italic = True
        elif style == "raised":
            run.font.superscript = True
        elif style == "lowered":
            run.font.subscript = True
        elif style == "answer":
            self._answered(run)

    def _answered(self, run: Any) -> None:  # noqa: ANN401
        from docx.shared import RGBColor

        run.bold = True
        run.font.color.rgb = RGBColor.from_string(_six(INK if self._view.paper.grey else KEY_INK))

    def _fixed(self, lines: Iterable[str]) -> None:
        """Lines in letters of one width."""
        from docx.shared import Pt

        paragraph = self._into.add_paragraph()
        run = paragraph.add_run("\n".join(lines))
        run.font.name, run.font.size = _CODE, Pt(9)

    def _behind_table(self) -> None:
        """Two tables without anything between them would become one."""
        from docx.shared import Pt

        format_ = self._into.add_paragraph().paragraph_format
        format_.space_after = format_.space_before = Pt(0)
        format_.line_spacing = Pt(6)

    def _document_styles(self) -> Any:  # noqa: ANN401
        return self._into.part.document.styles


def _gap(gap: Gap) -> str:
    return (f"({gap.number}) " if gap.number else "") + _GAP


def _six(colour: str) -> str:
    """#111 as 111111."""
    digits = colour.removeprefix("#")
    return digits if len(digits) == 6 else "".join(2 * digit for digit in digits)
