"""The tables of an .xlsx workbook."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from posenc_cli.files.workbooks import Tab, day_text, number_text
from posenc_cli.files.xml_parts import BrokenPartError, parse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from zipfile import ZipFile

_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")
#: Built-in formats of dates and times.
_DATES = frozenset({*range(14, 23), *range(27, 37), *range(45, 48), *range(50, 59)})
#: What in a format is text, a colour or a sign of its own.
_QUOTED = re.compile(r'"[^"]*"|\[[^\]]*\]|\\.|_.')
_MOST_TABS = 100


def tabs(archive: ZipFile) -> list[Tab]:
    """All tables that can be seen, in the order of their tabs.

    Raises:
        BrokenPartError: a part is missing or damaged.
    """
    book, targets, styles, strings = _Book(), _Targets(), _Styles(), _Strings()
    parse(archive, "xl/workbook.xml", book)
    parse(archive, "xl/_rels/workbook.xml.rels", targets)
    names = set(archive.namelist())
    for name, handler in (("styles", styles), ("sharedStrings", strings)):
        if (target := targets.by_kind.get(name)) in names and target is not None:
            parse(archive, target, handler)
    found = []
    for name, number in book.tabs[:_MOST_TABS]:
        reader = _Cells(Tab(name), styles.dates, strings.texts, from_1904=book.from_1904)
        parse(archive, targets.by_number.get(number, ""), reader)
        found.append(reader.tab)
    return found


class _Quiet:
    """Is told what stands in a part, and looks at elements only."""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""

    def end(self, name: str) -> None:
        """An element ends."""

    def data(self, text: str) -> None:
        """Text inside the innermost element."""


class _Book(_Quiet):
    """Names of the visible tables and the numbers of their parts."""

    def __init__(self) -> None:
        self.tabs: list[tuple[str, str]] = []
        self.from_1904 = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "sheet" and attributes.get("state", "visible") == "visible":
            self.tabs.append((attributes.get("name", ""), attributes.get("id", "")))
        elif name == "workbookPr":
            self.from_1904 = attributes.get("date1904") in {"1", "true"}


class _Targets(_Quiet):
    """Where parts lie, by their number and by what they are."""

    def __init__(self) -> None:
        self.by_number: dict[str, str] = {}
        self.by_kind: dict[str, str] = {}

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "Relationship":
            target = attributes.get("Target", "")
            whole = target.removeprefix("/") if target.startswith("/") else f"xl/{target}"
            self.by_number[attributes.get("Id", "")] = whole
            self.by_kind[attributes.get("Type", "").rpartition("/")[2]] = whole


class _Styles(_Quiet):
    """Which styles of cells show dates."""

    def __init__(self) -> None:
        self.dates: list[bool] = []
        self._own: dict[int, bool] = {}
        self._in_cells = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "numFmt":
            code = _QUOTED.sub("", attributes.get("formatCode", "")).lower()
            self._own[_whole(attributes.get("numFmtId", ""))] = any(sign in code for sign in "dmyhs")
        elif name == "cellXfs":
            self._in_cells = True
        elif name == "xf" and self._in_cells:
            number = _whole(attributes.get("numFmtId", "0"))
            self.dates.append(self._own.get(number, number in _DATES))

    def end(self, name: str) -> None:
        self._in_cells &= name != "cellXfs"


class _Strings(_Quiet):
    """Texts that cells share; how they are spoken (``rPh``) is left out."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self._inside = 0
        self._spoken = 0

    def start(self, name: str, attributes: Mapping[str, str]) -> None:  # noqa: ARG002
        self._inside += name == "t"
        self._spoken += name == "rPh"
        if name == "si":
            self.texts.append("")

    def end(self, name: str) -> None:
        self._inside -= name == "t"
        self._spoken -= name == "rPh"

    def data(self, text: str) -> None:
        if self._inside and not self._spoken and self.texts:
            self.texts[-1] += text


class _Cells(_Quiet):
    """The cells of one table."""

    def __init__(self, tab: Tab, dates: list[bool], texts: list[str], *, from_1904: bool) -> None:
        self.tab = tab
        self._dates, self._texts, self._from_1904 = dates, texts, from_1904
        self._row = self._column = -1
        self._kind = self._style = self._held = ""
        self._holds = False

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        if name == "row":
            self._row = _whole(attributes["r"]) - 1 if "r" in attributes else self._row + 1
            self._column = -1
        elif name == "c":
            self._kind, self._style, self._held = attributes.get("t", "n"), attributes.get("s", "0"), ""
            self._move(attributes.get("r"))
        elif name in {"v", "t"}:
            self._holds = True

    def _move(self, reference: str | None) -> None:
        if reference is None:
            self._column += 1
            return
        found = _REFERENCE.fullmatch(reference)
        if not found:
            raise BrokenPartError(reference)
        self._column = 0
        for letter in found[1]:
            self._column = 26 * self._column + ord(letter) - ord("A") + 1
        self._column, self._row = self._column - 1, int(found[2]) - 1

    def end(self, name: str) -> None:
        if name in {"v", "t"}:
            self._holds = False
        elif name == "c" and self._held.strip():
            self.tab.put(self._row, self._column, self._text())

    def data(self, text: str) -> None:
        if self._holds:
            self._held += text

    def _text(self) -> str:
        if self._kind == "s":
            number = _whole(self._held)
            if not 0 <= number < len(self._texts):
                raise BrokenPartError(self._held)
            return self._texts[number]
        if self._kind == "b":
            return "TRUE" if self._held == "1" else "FALSE"
        if self._kind != "n":
            return self._held
        style = _whole(self._style)
        if 0 <= style < len(self._dates) and self._dates[style]:
            return day_text(self._held, from_1904=self._from_1904)
        return number_text(self._held)


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError as error:
        raise BrokenPartError(text) from error
