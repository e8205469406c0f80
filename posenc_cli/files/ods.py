"""The tables of an .ods workbook, as LibreOffice writes it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.files.workbooks import Tab, number_text
from posenc_cli.files.xml_parts import BrokenPartError, parse

if TYPE_CHECKING:
    from collections.abc import Mapping
    from zipfile import ZipFile

_CELLS = frozenset({"table-cell", "covered-table-cell"})
#: What a cell of another kind holds stands in an attribute.
_HELD = {"date": "date-value", "time": "time-value", "boolean": "boolean-value"}
#: A filled row or cell is repeated so often at most; empty ones up to the edge of the table are only counted.
_MOST_REPEATED = 10_000


def tabs(archive: ZipFile) -> list[Tab]:
    """All tables, in the order of their tabs.

    Raises:
        BrokenPartError: the content is missing or damaged.
    """
    reader = _Content()
    parse(archive, "content.xml", reader)
    return reader.tabs


class _Content:
    """Is told what stands in the content; notes beside cells are left out."""

    def __init__(self) -> None:
        self.tabs: list[Tab] = []
        self._row = self._column = 0
        self._rows = self._columns = 1
        self._filled: dict[int, str] = {}
        self._held = ""
        self._lines: list[str] = []
        self._depth = self._notes = 0
        self._kind = ""

    def start(self, name: str, attributes: Mapping[str, str]) -> None:
        """An element begins."""
        if name == "table":
            self.tabs.append(Tab(attributes.get("name", "")))
            self._row = 0
        elif name == "table-row":
            self._rows, self._column, self._filled = _count(attributes, "number-rows-repeated"), 0, {}
        elif name in _CELLS:
            self._columns = _count(attributes, "number-columns-repeated")
            self._kind, self._lines = attributes.get("value-type", ""), []
            self._held = attributes.get("value", attributes.get(_HELD.get(self._kind, ""), ""))
        elif name == "annotation":
            self._notes += 1
        elif name == "p" and not self._notes:
            self._depth += 1
            self._lines.append("")
        elif name == "s" and self._depth:  # several blanks
            self._lines[-1] += " " * min(_count(attributes, "c"), _MOST_REPEATED)

    def end(self, name: str) -> None:
        """An element ends."""
        if name in _CELLS:
            self._end_cell()
        elif name == "table-row":
            self._end_row()
        elif name == "annotation":
            self._notes -= 1
        elif name == "p" and not self._notes:
            self._depth -= 1

    def data(self, text: str) -> None:
        """Text inside the innermost element."""
        if self._depth and not self._notes:
            self._lines[-1] += text

    def _end_cell(self) -> None:
        text = "\n".join(self._lines)
        if self._kind in {"float", "currency", "percentage"}:
            text = number_text(self._held)
        elif self._kind in _HELD:
            text = self._held
        if text.strip():
            if self._columns > _MOST_REPEATED:
                raise BrokenPartError("cells")
            self._filled |= dict.fromkeys(range(self._column, self._column + self._columns), text)
        self._column += self._columns

    def _end_row(self) -> None:
        if self._filled and self.tabs:
            if self._rows > _MOST_REPEATED:
                raise BrokenPartError("rows")
            for row in range(self._row, self._row + self._rows):
                for column, text in self._filled.items():
                    self.tabs[-1].put(row, column, text)
        self._row += self._rows


def _count(attributes: Mapping[str, str], name: str) -> int:
    text = attributes.get(name, "1")
    if not text.isdecimal():
        raise BrokenPartError(text)
    return int(text)
