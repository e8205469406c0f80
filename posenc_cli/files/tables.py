"""Tables of raw text from CSV, JSON and spreadsheet files, as programs, forms and people write them.

A cell stays text; what it says is decided elsewhere (``i18n.numbers``). Only the blanks around it go.
"""

from __future__ import annotations

import csv
import io
import re
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.decoding import LARGEST_TABLE, WORKBOOKS, Decoded, decode, read_bytes
from posenc_cli.files.jsontables import json_rows
from posenc_cli.i18n import Notice
from posenc_cli.i18n.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from posenc_cli.files.guarded import Guarded

INVISIBLE = "\u00ad\u200b\u200e\u200f\u2060\ufeff"
_SEPARATOR = r"[^\w\s\"'.+-]|[\t ]"
_SEPARATOR_LINE = re.compile(rf'\A"?sep=({_SEPARATOR})"?[ ;,\t]*(?:\r\n|\r|\n|\Z)', re.IGNORECASE)
_SPOKEN = {"tab": "\t", "\\t": "\t", "semicolon": ";", "comma": ","}
#: What is called so is no JSON that was damaged, even if it begins like some.
_NO_TEXT = frozenset({".zip", ".xlsx", ".xlsm", ".xls", ".ods", ".toml"})
_JSON = re.compile(r"\s*(?:\{|\[\s*[\[{])")
_LINE_ENDS = re.compile(r"\r\n|\r|\n")
#: Lines of a table; cells of all lines when they are filled up to one width, and of a text before it is parted.
MOST_LINES, MOST_CELLS = 500_000, 5_000_000
#: Of one line; no spreadsheet has more.
MOST_COLUMNS = 16_384
#: Lines in which headings are looked for.
_FIRST_LINES = 10


@dataclass(frozen=True)
class Table:
    """A rectangular table of raw text.

    Attributes:
        header: the heading of each column, or None if the first line already holds numbers.
        rows: the cells, without the blanks around them; short rows are filled up with "".
        lines: the line of the file (or the number of the JSON entry) where each row begins, from 1.
        separator: what parted the cells; "" for JSON and spreadsheets.
        refused: rows that were left out because they have too many cells: line, cells found, cells expected.
        notices: worth saying, stops nothing.
        tab: of a spreadsheet, which of its tables it is.
    """

    header: list[str] | None
    rows: list[list[str]]
    lines: list[int] = field(default_factory=list)
    separator: str = ""
    refused: tuple[tuple[int, int, int], ...] = ()
    notices: tuple[Notice, ...] = ()
    tab: str = ""

    @property
    def width(self) -> int:
        """The number of columns."""
        return len(self.header) if self.header is not None else len(self.rows[0]) if self.rows else 0


@dataclass(frozen=True)
class Looking:
    """How a table is looked for in a file.

    Attributes:
        separator: overrules the separator that the file seems to use.
        columns: the most cells that a row without a header can have.
        tab: the name of a spreadsheet's table.
        is_header: are these the headings that are wanted? Titles above them are passed over.
        guarded: the process that reads spreadsheets, if there is one already.
    """

    separator: str | None = None
    columns: int | None = None
    tab: str | None = None
    is_header: Callable[[Sequence[str]], bool] | None = None
    guarded: Guarded | None = None


@dataclass(frozen=True)
class Record:
    """The cells of one row and the line where it begins."""

    line: int
    cells: list[str]


def load_table(path: Path, looking: Looking | None = None) -> Table:
    """Read a table from a CSV, JSON, .xlsx, .xls or .ods file.

    Args:
        path: a spreadsheet if it begins like one, JSON if it says so or begins like an object, else separated text.
        looking: how it is looked for.

    Raises:
        InputError: the file cannot be read as a table.
    """
    return parse_table(read_bytes(path, LARGEST_TABLE), path=path, looking=looking)


def parse_table(data: bytes, *, path: Path | str = "-", looking: Looking | None = None) -> Table:
    """Read a table from the bytes of a file; see `load_table`. ``path`` is named in errors."""
    looking = looking or Looking()
    if data.startswith(WORKBOOKS):
        from posenc_cli.files.workbooks import choose_tab, read_workbook

        tabs = read_workbook(data, path=path, guarded=looking.guarded)
        tab, notices = choose_tab(tabs, looking.tab, looking.is_header, path=path)
        lines = [Record(line, [strip(cell) for cell in cells]) for line, cells in tab.rows]
        header, lines = _headed([line for line in lines if any(line.cells)], looking)
        table = _table(header, lines, "", tuple(notices), columns=looking.columns, path=path)
        return replace(table, tab=tab.name)
    decoded = _text_of(data, path)
    if looking.separator is None and (str(path).lower().endswith(".json") or _JSON.match(decoded.text)):
        try:
            header, cells = json_rows(decoded.text, path=path)
        except InputError as error:
            kind = Path(path).suffix.lower()
            if error.key != "files.broken-json" or kind not in _NO_TEXT:
                raise
            raise InputError("files.no-kind", path=path, kind=kind[1:].upper()) from error
        records = [Record(number, row) for number, row in enumerate(cells, start=1)]
        if header is None and not any(read_number(cell).status == "number" for cell in cells[0]):
            header, records = cells[0], records[1:]
        return _table(header, records, "", decoded.notices, columns=None, path=path)
    separator, records = read_records(decoded.text, path=path, separator=looking.separator)
    header, records = _headed(records, looking)
    return _table(header, records, separator, decoded.notices, columns=looking.columns, path=path)


def _headed(records: list[Record], looking: Looking) -> tuple[list[str] | None, list[Record]]:
    """The headings, if one of the first rows holds those that are wanted, or the first one holds some; and the rest."""
    if looking.is_header is not None:
        for number, record in enumerate(records[:_FIRST_LINES]):
            if looking.is_header(record.cells):
                return record.cells, records[number + 1 :]
    return (None, records) if _is_data(records[0].cells) else (records[0].cells, records[1:])


def read_records(text: str, *, path: Path | str, separator: str | None = None) -> tuple[str, list[Record]]:
    """The separator and all rows that hold anything; cells may span lines if they are quoted.

    Raises:
        InputError: nothing in the file, a quote that is never closed, a cell without end.
    """
    if separator is not None:
        separator = _check_separator(separator)
    if said := _SEPARATOR_LINE.match(text):
        text, separator, skipped = text[said.end() :], separator or said[1], 1
    else:
        skipped = 0
    _refuse_endless(text, path)
    separator = separator or _find_separator(text)
    _check_quotes(text, separator, path, skipped)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, skipinitialspace=separator not in "\t ")
    try:
        records = [record for record in _records(reader, skipped) if any(record.cells)]
    except csv.Error as error:
        raise InputError("files.broken-table", path=path, line=reader.line_num + skipped) from error
    if not records:
        raise InputError("files.empty", path=path)
    if max(len(record.cells) for record in records) > MOST_COLUMNS:
        raise InputError("inputs.too-many-columns", path=path, limit=MOST_COLUMNS)
    return separator, records


def _refuse_endless(text: str, path: Path | str) -> None:
    """Every line and every cell takes far more room than its signs."""
    if text.count("\n") + text.count("\r") > 2 * MOST_LINES:
        raise InputError("inputs.too-many-lines", path=path, limit=MOST_LINES)
    if max(map(text.count, ";,\t|")) > MOST_CELLS:
        raise InputError("inputs.too-many-cells", path=path, limit=MOST_CELLS)


def strip(text: str) -> str:
    """Without the blanks around it, the ones that cannot be seen included."""
    if text.isascii():
        return text.strip()
    previous = ""
    while previous != text:
        previous, text = text, text.strip().strip(INVISIBLE)
    return text


def _records(reader: Iterator[list[str]], skipped: int) -> Iterator[Record]:
    start = 1 + skipped
    for cells in reader:
        yield Record(start, [strip(cell) for cell in cells])
        start = reader.line_num + 1 + skipped  # type: ignore[attr-defined]


def _text_of(data: bytes, path: Path | str) -> Decoded:
    """What stands in a file; one that is no text may at least be called like a spreadsheet."""
    try:
        return decode(data, path=path)
    except InputError as error:
        kind = Path(path).suffix.lower()
        if kind not in _NO_TEXT or error.key not in {"files.not-text", "files.nul-byte"}:
            raise
        raise InputError("files.no-kind", path=path, kind=kind[1:].upper()) from error


def _check_separator(separator: str) -> str:
    separator = _SPOKEN.get(separator.lower(), separator)
    if not re.fullmatch(_SEPARATOR, separator):
        raise UsageError("files.bad-separator", separator=repr(separator))
    return separator


def _quoted(separators: str) -> re.Pattern[str]:
    """A quoted cell; possessive, so that a hostile file costs no more than a friendly one."""
    return re.compile(rf'(?:(?<=[{re.escape(separators)}\n\r])|\A) *+"(?:[^"]++|"")*+"')


def _find_separator(text: str) -> str:
    """Semicolon, tab or bar if every line has equally many, else what most lines have of the first two, else the comma.

    A generic sniffer would take the decimal commas of ``0,000;1,000`` for separators.
    """
    lines = [line for line in _LINE_ENDS.split(_quoted(";,\t|").sub("", text)) if line.strip()]
    for separator in (";", "\t", "|"):
        counts = {line.count(separator) for line in lines}
        if len(counts) == 1 and counts != {0}:
            return separator
    for separator in (";", "\t"):
        if sum(separator in line for line in lines) * 2 > len(lines):
            return separator
    return ","


def _check_quotes(text: str, separator: str, path: Path | str, skipped: int) -> None:
    """An open quote would swallow the rest of the file as one cell."""
    masked = _quoted(separator).sub(lambda cell: "\n" * len(_LINE_ENDS.findall(cell[0])) + "x", text)
    if found := re.search(rf'(?:\A|[\r\n]|{re.escape(separator)}) *"', masked):
        line = len(_LINE_ENDS.findall(masked[: found.end()])) + 1 + skipped
        raise InputError("files.open-quote", path=path, line=line)


def _is_data(cells: list[str]) -> bool:
    """Whether a first line is no header: only numbers, or among them one with decimals or one that comes twice."""
    readings = [reading for reading in map(read_number, cells) if reading.status != "blank"]
    numbers = [reading for reading in readings if reading.status == "number"]
    twice = len({reading.value for reading in numbers}) < len(numbers)
    return bool(numbers) and (len(numbers) == len(readings) or twice or any(reading.decimals for reading in numbers))


def _table(  # noqa: PLR0913  (all that a table is made of)
    header: list[str] | None,
    records: list[Record],
    separator: str,
    notices: tuple[Notice, ...],
    *,
    columns: int | None,
    path: Path | str,
) -> Table:
    """Fill up short rows, drop empty columns at the end, leave out rows whose commas are both mark and separator."""
    header = None if header is None else _without_empty_end(header)
    rows = [(record.line, _without_empty_end(record.cells)) for record in records]
    expected = len(header) if header is not None else columns
    refused: list[tuple[int, int, int]] = []
    if separator == "," and expected:
        refused = [(line, len(cells), expected) for line, cells in rows if len(cells) > expected]
        rows = [(line, cells) for line, cells in rows if len(cells) <= expected]
    if refused and not rows:
        line, found, wanted = refused[0]
        raise InputError("files.too-many-fields", path=path, line=line, found=found, expected=wanted)
    said = [
        Notice("files.line-left-out", {"path": path, "line": line, "found": found, "expected": wanted})
        for line, found, wanted in refused
    ]
    longer = [(line, len(cells)) for line, cells in rows if header is not None and len(cells) > len(header)]
    if longer and header is not None:
        values: dict[str, object] = {"path": path, "line": longer[0][0], "found": longer[0][1], "expected": len(header)}
        said.append(Notice("files.longer-line", values))
    width = max([len(cells) for _, cells in rows] + [len(header or [])])
    if len(rows) * width > MOST_CELLS:
        raise InputError("inputs.too-many-cells", path=path, limit=MOST_CELLS)
    return Table(
        header=None if header is None else header + [""] * (width - len(header)),
        rows=[cells + [""] * (width - len(cells)) for _, cells in rows],
        lines=[line for line, _ in rows],
        separator=separator,
        refused=tuple(refused),
        notices=(*notices, *said),
    )


def _without_empty_end(cells: list[str]) -> list[str]:
    width = max((index for index, cell in enumerate(cells, start=1) if cell), default=0)
    return cells[:width]
