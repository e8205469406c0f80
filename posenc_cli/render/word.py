"""A sheet or key as a Word document (.docx): to change, to mix with one's own, to hand on.

Real headings, lists and tables in styles that a person can restyle at once; powers are raised letters, drawings are
pictures with an alternative text. python-docx writes it, which comes with the extra ``office``.
"""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

from posenc_cli.errors import MachineError, installing
from posenc_cli.files.packed import packed, unpacked
from posenc_cli.render.outline import expected, outline
from posenc_cli.render.qr import symbol
from posenc_cli.render.raster import rasters
from posenc_cli.render.shapes import Frame, Image, Strip
from posenc_cli.render.word_styles import restyled
from posenc_cli.render.word_text import LINE, WordText

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from posenc_cli.render.blocks import ExerciseView, PageView
    from posenc_cli.render.raster import Raster
    from posenc_cli.render.shapes import Element


def document(view: PageView) -> bytes:
    """The whole page as a document; always the same bytes for the same view.

    Raises:
        MachineError: ``office.no-docx``: the library for it is not installed.
    """
    try:
        import docx
    except ImportError as error:
        raise MachineError("office.no-docx", install=installing("pypdfium2", "python-docx")) from error
    made = docx.Document()
    restyled(made, view)
    parts = _Parts.of(view)
    writer = WordText(made, view, parts.pictures)
    _head(writer, view)
    for exercise, elements in zip(view.exercises, parts.exercises, strict=True):
        _exercise(writer, exercise, elements)
    if view.closing:
        writer.rule()
        writer.write_all(parts.closing)
    if view.expectation:
        writer.heading(view.expectation.title, new_page=True)
        writer.write_all(expected(view.expectation))
    stream = io.BytesIO()
    made.save(stream)
    return packed(unpacked(stream.getvalue()))


class _Parts:
    """The shapes of a page, and pictures of its drawings."""

    def __init__(self, exercises: Sequence[Sequence[Element]], closing: Sequence[Element], code: str) -> None:
        self.exercises = exercises
        self.closing = closing
        whole = [element for part in (*exercises, closing) for element in part]
        drawings = list(dict.fromkeys([*([code] if code else []), *(image.svg for image in _images(whole))]))
        made = rasters(drawings)
        self.pictures: Mapping[str, Raster] = dict(zip(drawings, made, strict=True)) if made else {}

    @classmethod
    def of(cls, view: PageView) -> _Parts:
        exercises = [outline(view, exercise.blocks) for exercise in view.exercises]
        code = symbol(view.qr, view.qr_alt).svg if view.qr else ""
        return cls(exercises, outline(view, view.closing), code)


def _images(elements: Iterable[Element]) -> Iterator[Image]:
    for element in elements:
        if isinstance(element, Image):
            yield element
        elif isinstance(element, Strip):
            yield from element.images
        elif isinstance(element, Frame):
            yield from _images(element.inside)


def _head(writer: WordText, view: PageView) -> None:
    """Title, code, and lines for name, date, class and points."""
    key = [view.labels["key"]] if view.is_key else []
    if view.school:
        writer.paragraph(view.school, "Subtitle")
    if view.qr:
        svg = symbol(view.qr, view.qr_alt).svg
        writer.picture(Image(svg, view.qr_alt), right=True)
    writer.paragraph(" – ".join(filter(None, (view.title, view.variant, *key))), "Title")
    lines = [view.holder or 2 * LINE, *[LINE] * (len(view.fields) - 1)]
    fields = [f"{name}: {line}" for name, line in zip(view.fields, lines, strict=True)]
    points = [f"{view.labels['points']}: ____ / {view.max_points}"] if view.max_points else []
    writer.paragraph("\u2003".join((*fields, *points)))


def _exercise(writer: WordText, exercise: ExerciseView, elements: Sequence[Element]) -> None:
    writer.heading(f"{exercise.number}\u2003{exercise.title}", new_page=exercise.new_page)
    task = " · ".join(filter(None, (exercise.verb, exercise.points, exercise.minutes)))
    box = f"____ / {exercise.max_points}" if exercise.max_points else ""
    if task or box:
        writer.task(task, box)
    writer.write_all(elements)
