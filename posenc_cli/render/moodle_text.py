r"""The plain shapes of a page as HTML for Moodle: no style sheet, tables that its own style knows, nothing to read.

In its texts Moodle looks for ``{1:NM:…}``, ``{#1}``, ``@@PLUGINFILE@@``, ``$$`` and ``\(``. Words of a user must not be
taken for these: their signs are written as character references.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import singledispatchmethod
from html import escape
from typing import TYPE_CHECKING

from posenc_cli.render._templates import FONT_FAMILIES
from posenc_cli.render.shapes import (
    Bullets,
    Entry,
    Frame,
    Gap,
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

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

    from posenc_cli.render.shapes import Element, Text

_READ = str.maketrans({sign: f"&#{ord(sign)};" for sign in "{}@$\\"})
_TAGS = {"strong": "strong", "answer": "strong", "emphasis": "em", "raised": "sup", "lowered": "sub"}
_SIZE = re.compile(r'width="([\d.]+)mm" height="([\d.]+)mm"')
_FONTS = escape(FONT_FAMILIES, quote=True)
_PIXELS = 96 / 25.4  #: of a millimetre
_FRAME = "border: 1px solid #888; border-radius: 4px; padding: 0.5em 0.8em; margin: 0.6em 0"


def escaped(text: str) -> str:
    """A text in HTML, in which Moodle finds nothing to read."""
    return escape(text, quote=True).translate(_READ)


@dataclass(frozen=True)
class Answering:
    """What stands where a student answers.

    Attributes:
        gap: of a place to write, by the place; its own HTML.
        ticks: of boxes to tick, by the options as HTML.
        paper: what is said where Moodle cannot take an answer.
        draw: the same where something is to be drawn.
    """

    gap: Callable[[Gap], str]
    ticks: Callable[[list[str]], str]
    paper: str
    draw: str


class MoodleText:
    """Writes shapes as HTML, and keeps the drawings that belong to it.

    Attributes:
        files: the drawings by name, as SVG.
    """

    def __init__(self, answering: Answering, name: str) -> None:
        self._answering = answering
        self._name = name
        self.files: dict[str, str] = {}

    def html(self, elements: Iterable[Element]) -> str:
        """All of them, a line each."""
        return "\n".join(filter(None, map(self.write, elements)))

    def text(self, text: Text) -> str:
        """Running text."""
        return "".join(_run(part) if isinstance(part, Run) else self._gap(part) for part in text)

    def _gap(self, gap: Gap) -> str:
        number = f"<small>({escaped(gap.number)})</small> " if gap.number else ""
        return number + self._answering.gap(gap)

    @singledispatchmethod
    def write(self, element: Element) -> str:
        """One shape."""
        raise NotImplementedError(type(element).__name__)

    @write.register
    def _(self, element: Para) -> str:
        inside = self.text(element.text)
        if element.kind in {"quiet", "caption"}:
            inside = f"<small>{inside}</small>"
        return f"<p><strong>{inside}</strong></p>" if element.kind == "title" else f"<p>{inside}</p>"

    @write.register
    def _(self, element: Bullets) -> str:
        tag = "ol" if element.ordered else "ul"
        return f"<{tag}>{''.join(f'<li>{self.text(item)}</li>' for item in element.items)}</{tag}>"

    @write.register
    def _(self, element: Table) -> str:
        style = "table-borderless" if element.kind == "lines" else "table-bordered"
        rows = [
            "<tr>" + "".join(self._entry(entry, "col" if n < element.head_rows else "row") for entry in row) + "</tr>"
            for n, row in enumerate(element.rows)
        ]
        return f'<table class="table table-sm {style}" style="width: auto">\n' + "\n".join(rows) + "\n</table>"

    def _entry(self, entry: Entry, scope: str) -> str:
        inside = self.text(entry.text)
        if entry.head:
            return f'<th scope="{scope}">{inside}</th>'
        return f'<td style="background: #eee">{inside}</td>' if entry.minus else f"<td>{inside}</td>"

    @write.register
    def _(self, element: NewPage) -> str:  # noqa: ARG002  (there are no pages)
        return ""

    @write.register
    def _(self, element: Strip) -> str:
        shown = (
            f'<div style="display: inline-block; margin-right: 1em"><p>{self._picture(image)}</p>'
            f"<p><small>{self.text(caption)}</small></p></div>"
            for image, caption in zip(element.images, element.captions, strict=True)
        )
        to_draw = any(image.to_draw for image in element.images)
        return f"<div>{''.join(shown)}</div>{self._to_draw() if to_draw else ''}"

    @write.register
    def _(self, element: Image) -> str:
        return f"<p>{self._picture(element)}</p>{self._to_draw() if element.to_draw else ''}"

    def _picture(self, image: Image) -> str:
        name = f"{self._name}-{len(self.files) + 1}.svg"
        # A picture of a page cannot reach the fonts of that page, and none of ours is on a machine.
        self.files[name] = image.svg.replace(_FONTS, f"{_FONTS}, sans-serif")
        size = _SIZE.search(image.svg)
        width, height = (round(float(side) * _PIXELS) for side in (size.groups() if size else (0, 0)))
        sized = f' width="{width}" height="{height}"' if size else ""
        return f'<img src="@@PLUGINFILE@@/{name}" alt="{escaped(image.alt)}"{sized}>'

    def _to_draw(self) -> str:
        return f"<p><em>{escaped(self._answering.draw)}</em></p>"

    @write.register
    def _(self, element: Frame) -> str:
        title = f"<p><strong>{escaped(element.title)}</strong></p>\n" if element.title else ""
        return f'<div style="{_FRAME}">\n{title}{self.html(element.inside)}\n</div>'

    @write.register
    def _(self, element: Program) -> str:
        return "<pre>" + "\n".join(map(self.text, element.lines)) + "</pre>"

    @write.register
    def _(self, element: Ticks) -> str:
        options = [self.text(option) for option in element.options]
        return f"<p>{self.text(element.question)}</p>\n<div>{self._answering.ticks(options)}</div>"

    @write.register
    def _(self, element: Lines) -> str:
        return f"<p>{self.text(element.question)} <em>{escaped(self._answering.paper)}</em></p>"


def _run(run: Run) -> str:
    tag = _TAGS.get(run.style)
    inside = escaped(run.text)
    if run.style == "formula":  # a glossary of the course shall put no links into it
        return f'<span class="nolink">{inside}</span>'
    return f"<{tag}>{inside}</{tag}>" if tag else inside
