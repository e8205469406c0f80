"""How WeasyPrint draws: what of its insides is needed to draw a text of a finished document again, all in one place.

Nothing of this is promised by WeasyPrint (its version is pinned). So whoever calls it compares: a text whose own
letters, drawn again, are not what stands in the document is left alone.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import defaultdict
from functools import cache, cached_property, lru_cache
from itertools import accumulate, product
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

from posenc_cli.files.pdf_casts import stream
from posenc_cli.render.weasy import import_weasyprint

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

#: Rows of dark modules, as ``qr.symbol`` draws them.
_RUN = re.compile(r"M(\d+) (\d+)h(\d+)v1h-\d+z")
_GLYPHS = re.compile(rb"<([0-9a-f]+)>")
BLANK = re.compile(r"[ \t\n\r\f]+")
#: Every digit behind every digit.
_PAIRS = "".join(map("".join, product("0123456789", repeat=2)))
_TEXTS = 20_000  #: drawn ones that are kept
Look = tuple[str, ...]


@cache
def library() -> SimpleNamespace:
    """What of WeasyPrint is called here."""
    names = {"boxes": "formatting_structure.boxes", "inline": "layout.inline", "text": "draw.text"}
    names |= {"stream": "pdf.stream", "matrix": "matrix", "lines": "text.line_break"}
    found = {name: import_weasyprint(f"weasyprint.{module}") for name, module in names.items()}
    return SimpleNamespace(**found, pydyf=import_weasyprint("pydyf"))


def texts(document: Any) -> Iterator[tuple[int, Any, tuple[Any, ...]]]:  # noqa: ANN401
    """All texts: the number of the page, the text, and the boxes around it, from the outside."""

    def below(box: Any, around: tuple[Any, ...]) -> Iterator[tuple[Any, tuple[Any, ...]]]:  # noqa: ANN401
        if isinstance(box, library().boxes.TextBox):
            yield box, around
        for child in getattr(box, "children", ()):
            yield from below(getattr(child, "_box", child), (*around, box))

    for number, page in enumerate(document.pages):
        for box, around in below(page._page_box, ()):  # noqa: SLF001
            yield number, box, around


def letters(box: Any) -> str:  # noqa: ANN401
    """What is drawn of a text: with the blank at the end of a line."""
    text: str = box.pango_layout.text
    return text


class Pen:
    """Draws texts of a document again, with other letters.

    Args:
        document: WeasyPrint's.
        is_new: is it not yet drawn? Then its fonts get whatever is drawn with this pen; else nothing is drawn that they
            lack.
    """

    def __init__(self, document: Any, *, is_new: bool = False) -> None:  # noqa: ANN401
        self._is_new = is_new
        self._fonts: dict[Any, Any] = document.fonts if is_new else {}
        self._glyphs: dict[bytes, set[int]] = defaultdict(set)
        for font in document.fonts.values():
            self._glyphs[b"/" + font.hash.encode()] |= font.to_unicode.keys()
        self._looks: dict[int, Look] = {}
        self._boxes: dict[Look, Any] = {}
        self._drawn, self._cut = lru_cache(_TEXTS)(self._drawing), lru_cache(_TEXTS)(self._cutting)

    def draw(self, box: Any, text: str) -> tuple[tuple[bytes, ...], float]:  # noqa: ANN401
        """How WeasyPrint draws a text in the place of another, line by line behind the matrix; its width in pixels.

        Raises:
            ValueError: a sign that the fonts of the document lack, or a picture of one.
        """
        return self._drawn(self._look(box), text)

    def around_digits(self, box: Any) -> tuple[list[bytes], dict[str, bytes]]:  # noqa: ANN401
        """What draws the letters of a text whose digits are zeros, without these, and what draws each digit.

        Raises:
            ValueError: not all digits are drawn alike, or one letter is not one glyph.
        """
        return self._cut(self._look(box), letters(box))

    def _look(self, box: Any) -> Look:  # noqa: ANN401
        look = self._looks.get(id(box))
        if look is None:
            look = self._looks[id(box)] = _look(box)
            self._boxes.setdefault(look, box)
        return look

    def _drawing(self, look: Look, text: str) -> tuple[tuple[bytes, ...], float]:
        inside, box = library(), self._boxes[look].copy_with_text(text)
        layout = box.pango_layout = inside.lines.create_layout(text, box.style, None, None, 0)
        line, rest = layout.get_first_line()
        width, _ = inside.lines.line_size(line, box.style)
        drawing = inside.stream.Stream(self._fonts, (0, 0, 0, 0), {}, {}, None, {}, None)
        emojis = inside.text.draw_first_line(drawing, box, "clip", "none", inside.matrix.Matrix())
        layout.deactivate()
        lines = tuple(drawing.stream[1:])
        if emojis or rest is not None or box.justification_spacing or not (self._is_new or self._has_all(lines)):
            raise ValueError(text)
        return lines, width

    def _has_all(self, lines: Iterable[bytes]) -> bool:
        """Are all glyphs in the fonts of the document?"""
        needed, font = set(), b""
        for line in lines:
            font = line.split()[0] if line.endswith(b" Tf") else font
            needed |= {(font, int(line[at : at + 4], 16)) for at in _places(line)}
        return all(glyph in self._glyphs[font] for font, glyph in needed)

    def _cutting(self, look: Look, text: str) -> tuple[list[bytes], dict[str, bytes]]:
        """What draws a text, without its zeros, and the glyphs of digits."""
        parts, zeros = self._without_zeros(look, text), "0" * len(_PAIRS)
        glyphs = {}
        for digit in "0123456789":
            (line,) = self._drawn(look, digit)[0][1:]
            (at,) = _places(line)
            glyphs[digit] = line[at : at + 4]
        trials = [(parts, text, text.replace("0", digit)) for digit in glyphs]
        for cut, plain, trial in (*trials, (self._without_zeros(look, zeros), zeros, _PAIRS)):
            (lines, width), (_, wide) = self._drawn(look, trial), self._drawn(look, plain)
            digits = [sign for sign in trial if sign in glyphs]
            if b"\n".join(lines) != filled(cut, glyphs, digits) or width != wide:
                raise ValueError(text)
        return parts, glyphs

    def _without_zeros(self, look: Look, text: str) -> list[bytes]:
        lines, edges = b"\n".join(self._drawn(look, text)[0]), [0]
        for at, sign in zip(_places(lines), text, strict=True):
            edges += [at, at + 4] if sign == "0" else []
        return [lines[start:stop] for start, stop in zip(edges[::2], [*edges[1::2], len(lines)], strict=True)]


def _places(lines: bytes) -> list[int]:
    """Where glyphs stand."""
    return [run.start(1) + n for run in _GLYPHS.finditer(lines) for n in range(0, len(run[1]), 4)]


def filled(parts: Sequence[bytes], glyphs: Mapping[str, bytes], digits: Iterable[str]) -> bytes:
    """What draws a text with these digits."""
    pieces = [b""] * (2 * len(parts) - 1)
    pieces[::2], pieces[1::2] = parts, [glyphs[digit] for digit in digits]
    return b"".join(pieces)


def _look(box: Any) -> Look:  # noqa: ANN401
    """What decides how the letters of a text are drawn."""
    names = ("family", "size", "weight", "style", "stretch", "kerning", "variant_numeric", "feature_settings")
    spacing = (str(box.style[name]) for name in ("letter_spacing", "word_spacing"))
    return (*(str(box.style[f"font_{name}"]) for name in names), *spacing)


def matrix(box: Any, right: float = 0.0) -> bytes:  # noqa: ANN401
    """The line that says where a text is, so many pixels moved to the right."""
    drawing = library().pydyf.Stream()
    drawing.set_text_matrix(1, 0, 0, -1, box.position_x + right, box.position_y + box.baseline)
    line: bytes = drawing.stream[0]
    return line


def room(box: Any, around: tuple[Any, ...]) -> float:  # noqa: ANN401
    """The widest text for which nothing else moves; below 0 where only its own width will do."""
    boxes = library().boxes
    at = max(n for n, each in enumerate(around) if isinstance(each, boxes.LineBox))
    block, last = around[at - 1], around[at]
    while seen := [each for each in getattr(last, "children", ()) if getattr(each, "text", "x").strip()]:
        last = seen[0] if len(seen) == 1 else None
    keeps_left = block.style["text_align_all"] in ("start", "left") and block.style["direction"] == "ltr"
    is_line = isinstance(block, boxes.InlineBlockBox) and block.width == block.style["min_width"].value
    return block.width if last is box and len(block.children) == 1 and keeps_left and is_line else -1.0


def margin(around: tuple[Any, ...]) -> str:
    """Which box in the margins of a page these are in: ``@bottom-right``; empty for the page itself."""
    kind = library().boxes.MarginBox
    return next((each.at_keyword for each in around if isinstance(each, kind)), "")


def broken(box: Any, text: str, width: float) -> list[str]:  # noqa: ANN401
    """Another text in the place of one, broken into lines so wide (pixels)."""
    whole, lines = box.copy_with_text(text), []
    skip: int | None = 0
    while skip is not None:
        line, skip, _ = library().inline.split_text_box(None, whole, width, skip)
        lines.append(letters(line))
    return lines


def symbol_lines(path: str) -> list[bytes]:
    """How WeasyPrint draws a QR code."""
    found = [b"0 0 m"]
    for x, y, width in (map(int, run.groups()) for run in _RUN.finditer(path)):
        corners = ((x, y, "m"), (x + width, y, "l"), (x + width, y + 1, "l"), (x, y + 1, "l"))
        found += [*(f"{right} {down} {way}".encode() for right, down, way in corners), b"h"]
    return found


def boxes_of(said: Mapping[int, str], document: Any) -> dict[int, list[Any]]:  # noqa: ANN401
    """The boxes that draw each text of a page, in their order.

    It is told by the element that a text stands in. What is not drawn as it stands there is left out.

    Args:
        said: the texts of the page, in their order.
        document: WeasyPrint's of that page.

    Raises:
        ValueError: WeasyPrint has read another page.
    """
    told = [(n, solid) for n, text in said.items() if (solid := BLANK.sub("", text))]
    heard = [(element, solid) for element, text in _heard(document) if (solid := BLANK.sub("", text))]
    owned, shown = defaultdict(list), defaultdict(list)
    # A style more was put in front of the page.
    for (n, text), (element, same) in zip(told, heard[-len(told) :], strict=True):
        if text != same:
            raise ValueError(text)
        owned[element].append((n, text))
    for _, box, _ in texts(document):
        if "::" not in (box.element_tag or "") and (solid := BLANK.sub("", box.text)):
            shown[box.element].append((box, solid))
    found: dict[int, list[Any]] = defaultdict(list)
    for element, own in owned.items():
        if "".join(text for _, text in own) == "".join(solid for _, solid in shown[element]):
            starts, at = list(accumulate((len(text) for _, text in own), initial=0)), 0
            for box, solid in shown[element]:
                which = bisect_right(starts, at) - 1
                if at + len(solid) > starts[which + 1]:
                    raise ValueError(solid)
                found[own[which][0]].append(box)
                at += len(solid)
    return found


def _heard(document: Any) -> Iterator[tuple[Any, str]]:  # noqa: ANN401
    """The texts of a page as WeasyPrint read it, each with the element that it stands in."""

    def below(element: Any) -> Iterator[tuple[Any, str]]:  # noqa: ANN401
        yield element, element.text or ""
        for child in element:
            if isinstance(child.tag, str):
                yield from below(child)
            yield element, child.tail or ""

    return below(document._html.etree_element)  # noqa: SLF001


class Page:
    """What draws a page, line by line, and which lines can be changed."""

    def __init__(self, content: Any) -> None:  # noqa: ANN401
        self.number: int = content.number
        items = (getattr(item, "data", item) for item in content.stream)
        self.lines = [item if isinstance(item, bytes) else str(item).encode() for item in items]
        self._ends: dict[int, int] = {}
        self._matrices: dict[bytes, list[int]] = defaultdict(list)
        for at, line in enumerate(self.lines):
            if line.endswith(b" Tm"):
                self._matrices[line].append(at)

    def text(self, matrix: bytes) -> tuple[int, int] | None:
        """The lines of a text, from its matrix on; None if there is not the one."""
        found = self._matrices.get(matrix, ())
        if len(found) != 1:
            return None
        behind = range(found[0] + 1, len(self.lines))
        return found[0], next(n for n in behind if self.lines[n] == b"ET" or self.lines[n].endswith(b" Tm"))

    def open(self, *places: tuple[int, int]) -> None:
        """Let these lines be changed."""
        self._ends.update(places)

    @cached_property
    def _parts(self) -> tuple[list[bytes], dict[int, int]]:
        parts, places, end = [], {}, 0
        for start, stop in sorted(self._ends.items()):
            parts += [b"\n".join(self.lines[end:start])] if end < start else []
            places[start], end = len(parts), stop
            parts.append(b"\n".join(self.lines[start:stop]))
        return [*parts, b"\n".join(self.lines[end:])], places

    @cached_property
    def unchanged(self) -> bytes:
        """As it stands in a file."""
        return stream(b"", b"\n".join(self._parts[0]), once=True)

    def changed(self, new: Mapping[int, bytes]) -> bytes:
        """As it stands in a file, with other lines where these begin."""
        parts, places = list(self._parts[0]), self._parts[1]
        for start, lines in new.items():
            parts[places[start]] = lines
        return stream(b"", b"\n".join(parts))
