"""Spreadsheets (.xlsx, .ods) as raw text, cell by cell: what was typed, not how it is shown.

Read with the standard library alone. The libraries for it that were tried reserve room for every cell up to the last
one, so that a file of six kilobytes with one cell in the far corner ends the program. Here only cells that hold
anything take room.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date, timedelta
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.decoding import WORKBOOKS
from posenc_cli.files.xml_parts import BrokenPartError, opened
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from pathlib import Path
    from zipfile import ZipFile

_, _OLD = WORKBOOKS
#: Cells of the rectangle around all that hold anything; a class of 2000 with 500 blanks has a million.
MOST_CELLS = 5_000_000
_DAY_ZERO = {False: date(1899, 12, 30), True: date(1904, 1, 1)}


@dataclass
class Tab:
    """One table of a workbook: cells with anything in them, by row and column from 0."""

    name: str
    cells: dict[int, dict[int, str]] = field(default_factory=dict)

    def put(self, row: int, column: int, text: str) -> None:
        """Fill a cell.

        Raises:
            BrokenPartError: there are too many.
        """
        if text and text.strip():
            line = self.cells.setdefault(row, {})
            line[column] = text
            if len(self.cells) * len(line) > MOST_CELLS:
                raise BrokenPartError("cells")

    @property
    def width(self) -> int:
        """Columns up to the last that holds anything."""
        return max((max(line) + 1 for line in self.cells.values()), default=0)


@dataclass(frozen=True)
class Workbook:
    """What is read of a workbook.

    Attributes:
        rows: those that hold anything, with their numbers from 1; as long as their last cell.
        notices: worth saying.
    """

    rows: tuple[tuple[int, list[str]], ...]
    notices: tuple[Notice, ...] = ()


def read_workbook(data: bytes, *, path: Path | str) -> Workbook:
    """The first table of a workbook that can be seen and holds anything.

    Raises:
        InputError: an old or locked workbook, another archive, a damaged one, too many cells, or none.
    """
    if data.startswith(_OLD):
        raise InputError("files.old-workbook", path=path)
    try:
        with opened(data) as archive:
            tabs = [tab for tab in _tabs(archive, path) if tab.cells]
    except BrokenPartError as error:
        raise InputError("files.broken-workbook", path=path) from error
    if not tabs:
        raise InputError("files.empty", path=path)
    first, *others = tabs
    if len(first.cells) * first.width > MOST_CELLS:
        raise InputError("files.large-workbook", path=path, limit=MOST_CELLS)
    rows = tuple(
        (row + 1, [line.get(column, "") for column in range(max(line) + 1)])
        for row, line in sorted(first.cells.items())
    )
    values: dict[str, object] = {"path": path, "tab": first.name, "others": ", ".join(tab.name for tab in others)}
    return Workbook(rows, (Notice("files.first-tab", values),) if others else ())


def _tabs(archive: ZipFile, path: Path | str) -> list[Tab]:
    names = set(archive.namelist())
    if "xl/workbook.xml" in names:
        from posenc_cli.files.xlsx import tabs

        return tabs(archive)
    if "content.xml" in names:
        from posenc_cli.files.ods import tabs as open_tabs

        return open_tabs(archive)
    raise InputError("files.no-workbook", path=path)


def number_text(value: str) -> str:
    """A stored number with as many digits as a spreadsheet shows: 0.30000000000000004 is 0.3.

    Raises:
        BrokenPartError: it is none.
    """
    try:
        return format(float(value), ".15g")
    except ValueError as error:
        raise BrokenPartError(value) from error


def day_text(value: str, *, from_1904: bool) -> str:
    """A date as it is stored, in days: what a program has made of 1.2 is no number any more, nor must it look so."""
    try:
        return (_DAY_ZERO[from_1904] + timedelta(days=float(value))).isoformat()
    except (ValueError, OverflowError):
        return value
