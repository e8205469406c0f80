"""Where a person can type on a laid-out page: blanks, places to copy into, lines to write on, boxes to tick, the head.

A page is printed the same with fields and without: they are laid over what is there anyway, found by the classes of the
templates. What a field is called and what to enter stands there, too: the id and the title of a blank.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Literal

from posenc_cli.i18n import choose_language, text

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Names of fields that are no blanks begin so; no id of a blank does.
BESIDES = "_"
NAME = f"{BESIDES}name"
#: The lines in the head, by the number in their class.
_HEAD = {"field-1": NAME, "field-2": f"{BESIDES}date", "field-3": f"{BESIDES}class"}
_POINT = 0.75  #: a point is so much of a pixel of CSS
_DIGIT = 0.58  #: how wide a digit is, in sizes of letters
#: A number of four digits with sign and mark, and a little more: so much shall be seen without scrolling.
_SEEN = 7.5
_SMALLEST = 6.0
#: Of the height of a field; and how high a line of the head is, in sizes of letters: above it, there is room.
_LINE, _ROOM = 0.8, 1.4


@dataclass(frozen=True)
class Place:
    """A field on a page.

    Attributes:
        name: of the field: the id of a blank, or a name of ours for all else.
        tooltip: what to enter.
        kind: ``number`` stands centred, ``line`` does not, ``text`` has several lines, ``tick`` is a box to tick.
        page: its number, from 0.
        box: of WeasyPrint, to which the field belongs.
        rect: left, lower, right and upper edge in points, from the lower left corner of the page.
        size: of letters, in points.
    """

    name: str
    tooltip: str
    kind: Literal["number", "line", "text", "tick"]
    page: int
    box: Any = field(repr=False, compare=False)
    rect: tuple[float, float, float, float]
    size: float


def places(document: Any) -> list[Place]:  # noqa: ANN401
    """All fields of a laid-out document, in reading order."""
    language = choose_language(document.metadata.lang)
    finder = _Finder(text(language, "pdf.fields.own"))
    for number, page in enumerate(document.pages):
        finder.look(page._page_box, number, page.height)  # noqa: SLF001  (WeasyPrint shows no boxes else)
    return finder.found


class _Finder:
    """Looks at one box after the other, and remembers what it has seen."""

    def __init__(self, own: str) -> None:
        self.found: list[Place] = []
        self._own = own
        self._seen: set[int] = set()
        self._counts: dict[str, int] = {}

    def look(self, box: Any, page: int, height: float, around: tuple[Any, ...] = ()) -> None:  # noqa: ANN401
        """Find the fields of a box and of all boxes in it.

        Args:
            box: where to look.
            page: its number, from 0.
            height: of the page in pixels.
            around: elements of HTML around it, from the outside.
        """
        element = box.element
        # An element may have several boxes; the outermost is the whole of it.
        if element is not None and id(element) not in self._seen and hasattr(box, "children"):
            self._seen.add(id(element))
            self._field(box, page, height, around)
            around = (*around, element)
        for child in getattr(box, "children", ()):
            self.look(getattr(child, "_box", child), page, height, around)

    def _field(self, box: Any, page: int, height: float, around: tuple[Any, ...]) -> None:  # noqa: ANN401
        element, classes = box.element, _classes(box.element)
        rect = _rect(box, height)
        size = box.style["font_size"] * _POINT
        if "blank" in classes and element.get("id"):
            about = element.get("title") or element.get("id")
            self.found.append(_number(Place(element.get("id"), about, "number", page, box, rect, size)))
        elif "copy" in classes:
            self.found.append(_number(Place(self._next("copy"), self._own, "number", page, box, rect, size)))
        elif "field-line" in classes and "whose" not in classes:
            self._head(Place("", "", "line", page, box, rect, size), around)
        elif "writing-line" in classes:
            self._line(Place("", _told(around, "open") or self._own, "text", page, box, rect, size), around)
        elif "tick" in classes:
            name = self._counted("choice", around)
            self.found.append(Place(name, _told(around, "choice"), "tick", page, box, rect, size))

    def _head(self, place: Place, around: tuple[Any, ...]) -> None:
        """A line of the head is called by the words before it."""
        for name in _classes(around[-1]) if around else ():
            if name in _HEAD:
                said = _text(around[-1]).strip().rstrip(":").strip()
                left, low, right, high = place.rect
                rect = left, low, right, max(high, low + place.size * _ROOM)
                self.found.append(replace(place, name=_HEAD[name], tooltip=said, rect=rect))

    def _line(self, place: Place, around: tuple[Any, ...]) -> None:
        """Lines below each other are one field."""
        name = self._counted("open", around)
        above = self.found[-1] if self.found else None
        if above is not None and (above.name, above.page) == (name, place.page):
            left, _, right, high = above.rect
            self.found[-1] = replace(above, rect=(left, place.rect[1], right, high))
        elif above is None or above.name != name:
            self.found.append(replace(place, name=name))

    def _next(self, kind: str) -> str:
        self._counts[kind] = self._counts.get(kind, 0) + 1
        return f"{BESIDES}{kind}_{self._counts[kind]}"

    def _counted(self, kind: str, around: tuple[Any, ...]) -> str:
        """One name for all that stands in the same element of a class."""
        whole = next((id(each) for each in reversed(around) if kind in _classes(each)), 0)
        if self._counts.get(f"{kind} of") != whole:
            self._counts[f"{kind} of"] = whole
            return self._next(kind)
        return f"{BESIDES}{kind}_{self._counts[kind]}"


def _classes(element: Any) -> list[str]:  # noqa: ANN401
    return str(element.get("class") or "").split()


def _text(element: Any) -> str:  # noqa: ANN401
    return " ".join("".join(element.itertext()).split())


def _told(around: tuple[Any, ...], kind: str) -> str:
    """The question that stands first in a block of this class."""
    block = next((each for each in reversed(around) if kind in _classes(each)), None)
    question = next(iter(block), None) if block is not None else None
    return "" if question is None else _text(question)


def _rect(box: Any, height: float) -> tuple[float, float, float, float]:  # noqa: ANN401
    """What is inside the border of a box; of a number in a circle before the blank, what is right of it."""
    left, top = box.padding_box_x(), box.padding_box_y()
    right, bottom = left + box.padding_width(), top + box.padding_height()
    left = max([left, *(each.border_box_x() + each.border_width() for each in _marks(box))])
    return left * _POINT, (height - bottom) * _POINT, right * _POINT, (height - top) * _POINT


def _marks(box: Any) -> Iterator[Any]:  # noqa: ANN401
    for child in getattr(box, "children", ()):
        inner = getattr(child, "_box", child)
        if inner.element is not None and "place" in _classes(inner.element) and hasattr(inner, "children"):
            yield inner
        else:
            yield from _marks(inner)


def _number(place: Place) -> Place:
    """Letters as on paper, or smaller ones where a usual number would not be seen whole."""
    left, low, right, high = place.rect
    fits = min(place.size, (right - left) / (_SEEN * _DIGIT), (high - low) * _LINE)
    return replace(place, size=max(fits, _SMALLEST))
