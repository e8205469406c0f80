"""A sheet or key as Markdown: for a wiki, a notebook, a repository. Tables and lists of tasks are those of GitHub.

Words of a user are never markup. Drawings are told with letters: a file alone brings no pictures along.
"""

from __future__ import annotations

import re
from functools import singledispatchmethod
from typing import TYPE_CHECKING

from posenc_cli.render.outline import expected, outline
from posenc_cli.render.shapes import Bullets, Frame, Image, Lines, NewPage, Para, Program, Run, Strip, Table, Ticks
from posenc_cli.render.svg import printable

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.render.blocks import ExerciseView, PageView
    from posenc_cli.render.shapes import Element, Entry, Gap, Text

_GAP = r"\_\_\_\_\_\_"
_LINE = r"\_" * 40
_MARKUP = re.compile(r"[\\`*_\[\]<>#|~$&]")
#: What begins a list or a heading where it begins a line.
_FIRST = re.compile(r"^(\s*\d*)([-+.)](?=\s|$)|=+$)")
_AROUND = {
    "strong": ("**", "**"),
    "answer": ("**", "**"),
    "emphasis": ("_", "_"),
    "raised": ("<sup>", "</sup>"),
    "lowered": ("<sub>", "</sub>"),
}


def page_markdown(view: PageView) -> str:
    """The whole page; its code stands at the end."""
    parts = [*_head(view), *(part for exercise in view.exercises for part in _exercise(view, exercise))]
    parts += ["---", *_written(outline(view, view.closing))] if view.closing else []
    if view.expectation:
        parts += [f"## {_word(view.expectation.title)}", *_written(expected(view.expectation))]
    parts += [_word(view.code)] if view.code else []
    return "\n\n".join(parts) + "\n"


def _head(view: PageView) -> list[str]:
    key = [view.labels["key"]] if view.is_key else []
    title = " – ".join(_word(each) for each in (view.title, view.variant, *key) if each)
    lines = [_word(view.holder) if view.holder else _GAP * 3, *[_GAP * 2] * (len(view.fields) - 1)]
    fields = "  ".join(f"{_word(name)}: {line}" for name, line in zip(view.fields, lines, strict=True))
    points = [f"{_word(view.labels['points'])}: {_GAP} / {view.max_points}"] if view.max_points else []
    return [*([_word(view.school)] if view.school else []), f"# {title}", fields, *points]


def _exercise(view: PageView, exercise: ExerciseView) -> list[str]:
    task = " · ".join(_word(part) for part in (exercise.verb, exercise.points, exercise.minutes) if part)
    box = f"{_GAP} / {exercise.max_points}" if exercise.max_points else ""
    line = "  ".join(filter(None, (f"_{task}_" if task else "", box)))
    heading = f"## {exercise.number}  {_word(exercise.title)}"
    return [heading, *([line] if line else []), *_written(outline(view, exercise.blocks))]


def _written(elements: Iterable[Element]) -> list[str]:
    """Each as a paragraph; what stands below a drawing is told in its letters already."""
    writer, found, is_drawn = _Markdown(), [], False
    for element in elements:
        is_drawing = isinstance(element, Image | Strip)
        is_drawn = is_drawing or (is_drawn and isinstance(element, Para) and element.kind == "caption")
        if is_drawing or not is_drawn:
            found.append(writer.write(element))
    return [text for text in found if text]


class _Markdown:
    """Writes shapes, each as a paragraph of its own; an empty text for one that says nothing."""

    @singledispatchmethod
    def write(self, element: Element) -> str:
        """One shape."""
        raise NotImplementedError(type(element).__name__)

    @write.register
    def _(self, element: Para) -> str:
        inside = _text(element.text)
        return {"title": f"**{inside}**", "caption": f"_{inside}_"}.get(element.kind, inside)

    @write.register
    def _(self, element: Bullets) -> str:
        marks = (f"{number}." if element.ordered else "-" for number in range(1, len(element.items) + 1))
        return "\n".join(f"{mark} {_text(item)}" for mark, item in zip(marks, element.items, strict=True))

    @write.register
    def _(self, element: Table) -> str:
        if element.kind == "lines":
            # Two blanks at the end of a line break it.
            return "  \n".join(" ".join(filter(None, map(_entry, row))) for row in element.rows)
        rows = [[_entry(entry) for entry in row] for row in element.rows]
        head, body = (rows[0], rows[1:]) if element.head_rows else ([""] * len(rows[0]), rows)
        return "\n".join(map(_row, [head, ["---"] * len(head), *body]))

    @write.register
    def _(self, element: Image) -> str:
        return _fenced(element.lines) if element.lines else ""

    @write.register
    def _(self, element: Strip) -> str:
        return self.write(element.images[0]) if element.images else ""

    @write.register
    def _(self, element: NewPage) -> str:  # noqa: ARG002  (there are no pages)
        return ""

    @write.register
    def _(self, element: Frame) -> str:
        title = [f"**{_word(element.title)}**"] if element.title else []
        lines = "\n\n".join([*title, *_written(element.inside)]).splitlines()
        return "\n".join(f"> {line}".rstrip() for line in lines)

    @write.register
    def _(self, element: Program) -> str:
        return _fenced(
            ["".join(part.text if isinstance(part, Run) else "____" for part in line) for line in element.lines]
        )

    @write.register
    def _(self, element: Ticks) -> str:
        boxes = (f"- [{'x' if number == element.right else ' '}] " for number in range(len(element.options)))
        options = (f"{box}{_text(option)}" for box, option in zip(boxes, element.options, strict=True))
        return "\n".join([_text(element.question), "", *options])

    @write.register
    def _(self, element: Lines) -> str:
        below = [_text(element.model)] if element.model else [_LINE] * element.count
        return "\n\n".join([_text(element.question), *below])


def _text(text: Text) -> str:
    return "".join(_run(part) if isinstance(part, Run) else _gap(part) for part in text)


def _run(run: Run) -> str:
    """Blanks at both ends stand outside: marks beside one mean nothing."""
    text = run.text.replace("\u00a0", " ")
    inside = text.strip()
    before, after = _AROUND.get(run.style, ("", "")) if inside else ("", "")
    first, last = text.partition(inside)[::2] if inside else (text, "")
    return f"{first}{before}{_word(inside)}{after}{last}"


def _gap(gap: Gap) -> str:
    return (f"({_word(gap.number)}) " if gap.number else "") + _GAP


def _entry(entry: Entry) -> str:
    return _text(entry.text)


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _word(text: str) -> str:
    """A text in which nothing is markup; signs that are markup nowhere here stay as they are."""
    escaped = _MARKUP.sub(r"\\\g<0>", printable(text).replace("\u00a0", " "))
    return _FIRST.sub(r"\g<1>\\\g<2>", escaped).replace("\n", " ")


def _fenced(lines: Sequence[str]) -> str:
    """Lines that nothing in them can end."""
    fence = "```"
    while any(fence in line for line in lines):
        fence += "`"
    return "\n".join([fence, *lines, fence])
