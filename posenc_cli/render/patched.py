"""Lay a page out once, and patch it for everybody who gets it: what differs is put into the finished PDF.

WeasyPrint draws every text by operators of its own. So one page, the *mould*, is laid out, and a document is *cast*
from it: digits, the marks below, and the QR code are drawn again, by WeasyPrint, in their places; all else stays, tags
and form fields too. A cast is what printing its page would give, or there is none: where a text has another width and
others would have to move, where a font of the mould lacks a sign, or where the mould looks other than expected (a newer
WeasyPrint, a template that draws in another way). Such a page is printed as any other.
"""

from __future__ import annotations

import math
import re
from functools import cache, lru_cache
from html import unescape
from typing import TYPE_CHECKING, Any, NamedTuple

from posenc_cli.errors import MachineError
from posenc_cli.render.pdf_objects import Objects, object_at, replaced, said, said_in, with_content, with_texts
from posenc_cli.render.redrawn import (
    BLANK,
    Page,
    Pen,
    boxes_of,
    broken,
    filled,
    letters,
    margin,
    matrix,
    room,
    symbol_lines,
    texts,
)
from posenc_cli.render.weasy import logged, pdf_by_weasyprint

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.files.pdf_casts import Casts

#: What stands on a mould for what is no digit and differs: whose it is, the end of its name, its code; and in what is
#: not printed but said (of fields, of the document): whose, and which sheet.
HOLDER, SHEET, CODE, WHO, FORM, _NARROW = MARKS = ("Xwhoseq", "Xseedq", "WWWW-WWWW", "Xwhoq", "Xformq", "IIII-IIII")
_CAPITALS = "-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x180), 0x2013, 0x2019)))
#: Signs that the font of such a text gets.
_SIGNS = {HOLDER: _LATIN, SHEET: _CAPITALS, CODE: _CAPITALS, _NARROW: _CAPITALS}
_MOULDS = 8  #: that are kept
_SAME = 1e-3  #: pixels
#: Digits, and what has some but is another letter to who reads HTML.
_TAG, _DIGIT = re.compile(r"(<[^>]*>)"), re.compile(r"&#?\w+;|([0-9])")
_LEVEL = str.maketrans("123456789", "0" * 9)
#: A QR code as ``qr.symbol`` draws it: rows of dark modules.
_SYMBOL = re.compile(r'<path d="(?:M\d+ \d+h\d+v1h-\d+z)+"')
_ANY_SYMBOL = "M0 0h1v1h-1zM2 1h3v1h-3z"
#: Whose digits stand elsewhere as well (in the outline), or are no text to WeasyPrint.
_FIXED = re.compile(r"<(title|style|svg|h1|h2)\b.*?</\1>", re.DOTALL)
_LETTERING = re.compile(r"<text\b.*?</text>", re.DOTALL)  #: of a drawing: it is drawn in another way
#: How it shows that something is other than expected.
_STRANGE = (AssertionError, AttributeError, LookupError, StopIteration, TypeError, ValueError)


class _OtherLinesError(Exception):
    """The foot of a page does not have as many lines as on its mould."""


class _Text(NamedTuple):
    """A text of a mould and where it is drawn.

    Attributes:
        page: counted from 0.
        at: the line of its matrix among those of the page; its glyphs follow.
        box: WeasyPrint's.
        named: does it name its font, or is that the one of the text before?
        room: the widest text for which nothing else moves; below 0 where only its own width will do.
        margin: the box in the margins of a page that it stands in.
    """

    page: int
    at: int
    box: Any
    named: bool
    room: float
    margin: str


def patched(
    page: str, marks: Mapping[str, str], attached: Mapping[str, str], *, varied: bool, fillable: bool = False
) -> bytes | None:
    """The PDF of a page from its mould, or None where only printing it gives it.

    It depends on the arguments alone, not on what was patched before.

    Args:
        page: HTML in which the marks stand.
        marks: what comes in their place; as text, not as HTML.
        attached: texts to attach, by their file names.
        varied: do pages share a mould that differ in digits and QR code? Else they are the same but for the marks.
        fillable: with a field wherever a person writes.
    """
    # What stands in the foot takes as many lines as the widest code makes of it, or the narrowest.
    for code in (CODE, _NARROW):
        marked = page.replace(CODE, code)
        like = _levelled(marked) if varied else marked
        mould = _mould(like, tuple(sorted(attached)), varied=varied, fillable=fillable)
        try:
            with logged() as lines:
                data = mould.cast(marked, {**marks, code: marks.get(CODE, "")}, attached) if mould else None
        except _OtherLinesError:
            continue
        except _STRANGE:
            return None
        return None if lines else data
    return None


@lru_cache(maxsize=4)
def _levelled(page: str) -> str:
    """The page with every digit that may differ as 0, and one QR code for all."""
    parts, end = [], 0
    for found in _FIXED.finditer(page):
        parts += [_zeros(page[end : found.start()]), _SYMBOL.sub(f'<path d="{_ANY_SYMBOL}"', found[0])]
        end = found.end()
    return "".join([*parts, _zeros(page[end:])])


def _zeros(markup: str) -> str:
    return "".join([part if n % 2 else _zero(part) for n, part in enumerate(_TAG.split(markup))])


def _zero(text: str) -> str:
    return _DIGIT.sub(lambda found: "0" if found[1] else found[0], text) if "&" in text else text.translate(_LEVEL)


@lru_cache(maxsize=_MOULDS)
def _mould(page: str, names: tuple[str, ...], *, varied: bool, fillable: bool) -> _Mould | None:
    made: list[_Mould] = []

    def take(document: Any, pdf: Any) -> None:  # noqa: ANN401
        made.append(_Mould(page, document, pdf, varied=varied))

    try:
        _, log = pdf_by_weasyprint(page, dict.fromkeys(names, "-"), fillable=fillable, before=_dye, after=take)
    except MachineError:
        return None
    return None if log else made[0]


def _dye(document: Any) -> None:  # noqa: ANN401
    """Let the fonts of a mould hold every sign that may come."""
    pen = Pen(document, is_new=True)
    for _, box, _ in texts(document):
        for mark, signs in _SIGNS.items():
            if mark in box.text:
                pen.draw(box, signs)
        if any(digit in box.text for digit in "0123456789"):
            pen.draw(box, "0123456789")


def _is_marked(text: str) -> bool:
    return any(mark in text for mark in MARKS)


class _Mould:
    """A page that is laid out, and what of it can be changed."""

    def __init__(self, page: str, document: Any, pdf: Any, *, varied: bool) -> None:  # noqa: ANN401
        if any(map(_is_marked, _LETTERING.findall(page))):
            raise ValueError(page)
        self._tokens, self._pen = _TAG.split(page), Pen(document)
        self._pages = [Page(object_at(pdf, object_at(pdf, each)["Contents"])) for each in pdf.page_references]
        self._texts: dict[int, _Text] = {}
        for number, box, around in texts(document):
            side = margin(around)
            is_marked = _is_marked(box.text) or (varied and side != "")
            if is_marked or (varied and "0" in box.text):
                text = self._text(number, box, room(box, around) if is_marked else -1.0, side)
                if text is not None:
                    self._texts[id(box)] = text
                elif is_marked:
                    raise ValueError(box.text)
        self._marked = [one for one in self._texts.values() if not one.margin and _is_marked(one.box.text)]
        self._feet = [
            [one for one in self._texts.values() if one.margin and one.page == n] for n in range(len(self._pages))
        ]
        plain = {n: unescape(token) for n, token in enumerate(self._tokens) if not n % 2}
        self._boxes, self._slots = boxes_of(plain, document) if varied else {}, cache(self._find_slots)
        self._symbol = self._find_symbol() if _ANY_SYMBOL in page else (0, -1)
        self._casts = self._shared(pdf)

    def _text(self, number: int, box: Any, wide: float, side: str) -> _Text | None:  # noqa: ANN401
        """A text, if it can be changed: that is known only if its own letters, drawn again, look the same."""
        page = self._pages[number]
        place = page.text(matrix(box))
        if place is None:
            return None
        at, end = place
        lines, named = page.lines[at + 1 : end], page.lines[at + 1].endswith(b" Tf")
        if lines != list(self._pen.draw(box, letters(box))[0][not named :]):
            return None
        page.open((at, at + 1), (at + 1, end))
        return _Text(number, at, box, named, wide, side)

    def _find_symbol(self) -> tuple[int, int]:
        """The page of the QR code and the line at which it begins."""
        lines = symbol_lines(_ANY_SYMBOL)
        for number, page in enumerate(self._pages):
            for at, line in enumerate(page.lines):
                if line == lines[0] and page.lines[at : at + len(lines)] == lines:
                    page.open((at, at + len(lines)))
                    return number, at
        raise ValueError(_ANY_SYMBOL)

    def _shared(self, pdf: Any) -> Casts:  # noqa: ANN401
        """What every document has; what each has of its own is kept as it is on the mould."""
        objects = Objects.of(pdf)
        self._said = [each for each in (*pdf.objects[1:], pdf.info) if any(map(_is_marked, said_in(each)))]
        described = [each for each in pdf.objects[1:] if isinstance(each, dict) and each.get("Type") == "/Filespec"]
        self._files = {said(each["UF"]): object_at(pdf, each["EF"]["F"]) for each in described}
        return objects.casts(each.number for each in (*self._pages, *self._files.values(), *self._said))

    def cast(self, page: str, marks: Mapping[str, str], attached: Mapping[str, str]) -> bytes:
        """A document; it raises whatever shows that printing its page would give another."""
        new: list[dict[int, bytes]] = [{} for _ in self._pages]
        for n, (mine, other) in enumerate(zip(self._tokens, _TAG.split(page), strict=True)):
            if mine != other and n % 2:
                number, at = self._symbol
                new[number][at] = b"\n".join(symbol_lines(other))
            elif mine != other:
                self._put_digits(new, n, other)
        values = {mark: BLANK.sub(" ", value).strip() for mark, value in marks.items()}
        for text in self._marked:
            self._put(new, text, replaced(letters(text.box), values))
        for foot in self._feet:
            self._put_foot(new, foot, values)
        drawn = zip(self._pages, new, strict=True)
        own = {each.number: each.changed(lines) if lines else each.unchanged for each, lines in drawn}
        own |= {each.number: with_texts(each, values) for each in self._said}
        own |= {each.number: with_content(each, attached[name]) for name, each in self._files.items()}
        return self._casts.written(own)

    def _put_digits(self, new: list[dict[int, bytes]], n: int, now: str) -> None:
        """Put other digits into what is drawn of a text of the page."""
        digits = [digit for digit in _DIGIT.findall(now) if digit]
        for page, at, parts, glyphs in self._slots(n):
            count = len(parts) - 1
            new[page][at] = filled(parts, glyphs, digits[:count])
            del digits[:count]
        if digits:
            raise ValueError(now)

    def _find_slots(self, n: int) -> list[tuple[int, int, list[bytes], dict[str, bytes]]]:
        """Where the digits of a text of the page are drawn: the page, the line, and what goes around them."""
        found = []
        for box in self._boxes[n]:
            if "0" in letters(box):
                text, (parts, glyphs) = self._texts[id(box)], self._pen.around_digits(box)
                first = parts[0] if text.named else parts[0].partition(b"\n")[2]
                found.append((text.page, text.at + 1, [first, *parts[1:]], glyphs))
        return found

    def _put(self, new: list[dict[int, bytes]], text: _Text, now: str, *, pull: int | None = None) -> float:
        """Put a text in, which may move to the right by its share of what it gets narrower; how much that is."""
        (before, wide), (lines, width) = (self._pen.draw(text.box, each) for each in (letters(text.box), now))
        if [line for line in lines if line.endswith(b" Tf")] != [line for line in before if line.endswith(b" Tf")]:
            raise ValueError(now)
        if abs(wide - width) > _SAME:
            if pull is None and width > text.room:
                raise ValueError(now)
            new[text.page][text.at] = matrix(text.box, (wide - width) * (pull or 0))
        new[text.page][text.at + 1] = b"\n".join(lines[not text.named :])
        return wide - width

    def _put_foot(self, new: list[dict[int, bytes]], foot: list[_Text], values: Mapping[str, str]) -> None:
        """The lines at the foot of a page: the right one ends at the margin, the left ones take what it leaves them."""
        left, right = ([one for one in foot if one.margin == f"@bottom-{side}"] for side in ("left", "right"))
        if len(left) + len(right) < len(foot) or len(right) > 1:
            raise ValueError(foot)
        free = math.fsum(self._put(new, text, replaced(letters(text.box), values), pull=1) for text in right)
        if left:
            width = right[0].box.position_x - left[0].box.position_x if right else left[0].box.width
            whole = replaced(" ".join(letters(text.box).strip() for text in left), values)
            is_short = self._pen.draw(left[0].box, whole)[1] <= width + free
            lines = [whole] if is_short else broken(left[0].box, whole, width + free)
            if len(lines) != len(left):
                raise _OtherLinesError
            for text, line in zip(left, lines, strict=True):
                self._put(new, text, line, pull=0)
