"""The right answers of a class in which everybody has other numbers: a few lines a student."""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from posenc_cli.errors import MachineError
from posenc_cli.i18n import lookup
from posenc_cli.render.blocks import LABELS, Cell, ExerciseView, PageView, Paragraph, TableBlock
from posenc_cli.render.inline import inline
from posenc_cli.render.own_templates import own_folder
from posenc_cli.render.page import page_html
from posenc_cli.render.paper import Paper
from posenc_cli.render.pdf import render_pdf
from posenc_cli.render.view import VIEWS
from posenc_cli.render.view_key import by_eye
from posenc_cli.render.view_writer import Writer
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.labels import is_of_task, row_label
from posenc_cli.worksheet.labels import shown as as_read

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from posenc_cli.worksheet.sheet import Blank, Part, Sheet

#: Between the numbers of a row, and between the texts that are right for one of them.
_NEXT, _OR = " \u00a0|\u00a0 ", "/"


def key_list(sheets: Sequence[Sheet], names: Sequence[str]) -> bytes:
    """All of it as one PDF.

    Args:
        sheets: of the students, one at least, each with its look.
        names: of the students, as they are printed.

    Raises:
        MachineError: no PDF can be made here.
    """
    view = list_view(sheets, names)
    made = render_pdf(page_html(view, own_folder(sheets[0].spec)), title=view.title, language=view.language)
    if made.data is None:
        raise MachineError("classes.no-pdf")
    return made.data


def list_view(sheets: Sequence[Sheet], names: Sequence[str]) -> PageView:
    """The same as a page: a section a student, a line an exercise."""
    writer = Writer(sheets[0], {})
    about = writer.sheet.spec.worksheet
    labels = lookup(writer.language, "sheet.labels")
    sections = [_section(number, *each) for number, each in enumerate(zip(sheets, names, strict=True), 1)]
    return PageView(
        language=writer.language,
        title=about.title,
        school=about.school,
        is_key=True,
        fields=(),
        page_of=(writer.label("page"), writer.label("of"), ""),
        foot=about.name,
        exercises=tuple(sections),
        expectation=None,
        labels={name: str(labels[name]) for name in LABELS},
        paper=Paper.of(about),
        closing=(Paragraph(inline(str(lookup(writer.language, "classes.keys-behind")), name=names[0])),),
    )


def _section(number: int, sheet: Sheet, name: str) -> ExerciseView:
    writer = Writer(sheet, {one.blank.id: one for one in solve(sheet)}, is_key=True)
    rows = ((Cell(str(part.number)), Cell(said)) for part in sheet.parts if (said := _answers(writer, part)))
    head = ((writer.label("labels.exercise"),), (str(lookup(writer.language, "classes.keys-right")),))
    return ExerciseView(
        anchor=str(number),
        number=str(number),
        title=name,
        verb="",
        points=shown(code_of(sheet)),
        minutes="",
        blocks=(TableBlock(head, tuple(rows), kind="words"),),
    )


def _answers(writer: Writer, part: Part) -> str:
    """The right numbers of an exercise row by row, and what else a person looks for in it."""
    asked = [blank for blank in part.blanks if blank.source is None]
    rows = [
        f"{row}: " * bool(row) + _NEXT.join(_right(writer, blank) for blank in blanks)
        for row, blanks in groupby(asked, lambda blank: _row(writer, blank))
    ]
    return "; ".join([*rows, *_by_eye(writer, part)])


def _row(writer: Writer, blank: Blank) -> str:
    """What a row is called below the number of its exercise."""
    return str(blank.named.get("row", "")) if is_of_task(blank) else row_label(blank, writer.language)


def _right(writer: Writer, blank: Blank) -> str:
    accepted = writer.solutions[blank.id].accepted
    return _OR.join(writer.paper(as_read(writer.sheet, blank.place.quantity, one)) for one in accepted)


def _by_eye(writer: Writer, part: Part) -> Iterator[str]:
    """Ticks, hands and gaps, where everybody may have others; models of sentences are the same for all."""
    kind = KINDS[part.spec.kind]
    if kind.by_hand and kind.name != "open":
        yield from (said.rstrip(".") for said in by_eye(writer, VIEWS[kind.name](writer, part)))
