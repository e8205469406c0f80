"""Reads spreadsheets; see :mod:`posenc_cli.files.guarded_child`.

Calamine reads .xlsx, .xls and .ods. Two things get lost there, which are found here: a cell that shows an error comes
as nothing or as 0, and so does a formula whose result was never stored.
"""

from __future__ import annotations

import io
import re
import xml.etree.ElementTree as ET
import zipfile
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    #: Texts by row and column from 0.
    Cells = Mapping[tuple[int, int], str]

#: Tables of a workbook; cells of the rectangle around all that hold anything, and filled rows, of one table.
MOST_TABS, MOST_CELLS, MOST_ROWS = 50, 5_000_000, 200_000
#: Bytes of all parts when they are unpacked; a class set has some megabytes.
LARGEST = 256 * 2**20
#: A lost cell is repeated so often at most.
_MOST_REPEATED = 1000
_LOST_XLSX = re.compile(rb"\bt\s*=\s*[\"']e[\"']|<(?:\w+:)?f[\s/>]")
_LOST_ODS = re.compile(rb"[:\s]formula\s*=|value-type\s*=\s*[\"']error[\"']")
_REFERENCE = re.compile(r"([A-Z]{1,3})([0-9]{1,7})")


class TooLargeError(Exception):
    """Far more than any table of answers."""


def answer(data: bytes) -> dict[str, Any]:
    """What is said about a file: its ``tabs``, or why there are none (``error``).

    Of a tab: its ``name``, whether it is ``hidden``, its filled ``rows`` with their numbers from 1, and the cells with
    ``formulas`` that have no result.
    """
    import python_calamine as calamine

    try:
        if data.startswith(b"PK") and not _is_workbook(data):
            return {"error": "none"}
        return {"tabs": list(_tabs(calamine, data))}
    except calamine.PasswordError:
        return {"error": "locked"}
    except (MemoryError, TooLargeError):
        return {"error": "too-large"}
    except (KeyboardInterrupt, SystemExit):
        raise
    except BaseException:  # noqa: BLE001  (a damaged part shows as an error of any kind; a panic of Rust is no Exception)
        return {"error": "broken"}


def _is_workbook(data: bytes) -> bool:
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if sum(part.file_size for part in archive.infolist()) > LARGEST:
            raise TooLargeError
        return not {"xl/workbook.xml", "content.xml"}.isdisjoint(archive.namelist())


def _tabs(calamine: Any, data: bytes) -> Iterator[dict[str, object]]:  # noqa: ANN401
    book = calamine.load_workbook(io.BytesIO(data))
    lost = _lost(data)
    visible = calamine.SheetVisibleEnum.Visible
    for about in book.sheets_metadata[:MOST_TABS]:
        if about.typ != calamine.SheetTypeEnum.WorkSheet:
            continue
        sheet = book.get_sheet_by_name(about.name)
        cells = lost.get(about.name, {})
        rows = dict(_rows(sheet))
        for (row, column), text in cells.items():
            line = rows.setdefault(row, [])
            line += [""] * (column + 1 - len(line))
            line[column] = text
        yield {
            "name": about.name,
            "hidden": about.visible != visible,
            "rows": [[row + 1, line] for row, line in sorted(rows.items())],
            "formulas": [_named(*place) for place, text in cells.items() if text.startswith("=")],
        }


def _rows(sheet: Any) -> Iterator[tuple[int, list[str]]]:  # noqa: ANN401
    """The rows that hold anything, by their numbers from 0, as long as their last cell."""
    if sheet.end is None:
        return
    if (sheet.end[0] + 1) * (sheet.end[1] + 1) > MOST_CELLS:
        raise TooLargeError
    found = 0
    for row, cells in enumerate(sheet.to_python(skip_empty_area=False)):
        line = [cell if isinstance(cell, str) else _text(cell) for cell in cells]
        while line and not line[-1].strip():
            line.pop()
        if line:
            found += 1
            if found > MOST_ROWS:
                raise TooLargeError
            yield row, line


def _text(cell: object) -> str:
    """A number with as many digits as a spreadsheet shows; what became a date is no number any more."""
    if isinstance(cell, bool):
        return "TRUE" if cell else "FALSE"
    if isinstance(cell, int | float):
        return format(cell, ".15g")
    if isinstance(cell, datetime):
        return cell.isoformat(" ", "minutes")
    return cell.isoformat() if isinstance(cell, date) else str(cell)


def _named(row: int, column: int) -> str:
    """A cell as people call it: B2."""
    letters = ""
    column += 1
    while column:
        column, letter = divmod(column - 1, 26)
        letters = chr(ord("A") + letter) + letters
    return f"{letters}{row + 1}"


def _lost(data: bytes) -> dict[str, Cells]:
    """What calamine leaves out, by the names of tables."""
    if not data.startswith(b"PK"):
        return _lost_in_xls(data)
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        if "content.xml" in archive.namelist():
            content = archive.read("content.xml")
            return dict(_lost_in_ods(content)) if _LOST_ODS.search(content) else {}
        return dict(_lost_in_xlsx(archive))


def _lost_in_xls(data: bytes) -> dict[str, Cells]:
    """Cells that show an error, as a second library reads them; none where it reads nothing, for calamine did."""
    try:
        import xlrd

        book = xlrd.open_workbook(file_contents=data, logfile=io.StringIO(), on_demand=True, ragged_rows=True)
        return {sheet.name: dict(_errors(sheet, xlrd)) for sheet in book.sheets()[:MOST_TABS]}
    except MemoryError:
        raise
    except Exception:  # noqa: BLE001  (a damaged part shows as an error of any kind)
        return {}


def _errors(sheet: Any, xlrd: Any) -> Iterator[tuple[tuple[int, int], str]]:  # noqa: ANN401
    for row in range(sheet.nrows):
        for column, kind in enumerate(sheet.row_types(row)):
            if kind == xlrd.XL_CELL_ERROR:
                code = sheet.cell_value(row, column)
                yield (row, column), xlrd.error_text_from_code.get(code, "#?")


def _lost_in_xlsx(archive: zipfile.ZipFile) -> Iterator[tuple[str, Cells]]:
    targets = {
        one.get("Id"): one.get("Target", "")
        for one in ET.fromstring(archive.read("xl/_rels/workbook.xml.rels")).iter()  # noqa: S314  (guarded)
    }
    for sheet in ET.fromstring(archive.read("xl/workbook.xml")).iter():  # noqa: S314
        if not sheet.tag.endswith("}sheet"):
            continue
        number = next((value for key, value in sheet.items() if key.endswith("}id")), None)
        target = targets.get(number, "")
        content = archive.read(target.removeprefix("/") if target.startswith("/") else f"xl/{target}")
        if _LOST_XLSX.search(content):
            yield sheet.get("name", ""), dict(_lost_in_sheet(content))


def _lost_in_sheet(content: bytes) -> Iterator[tuple[tuple[int, int], str]]:
    row = column = -1
    for event, element in ET.iterparse(io.BytesIO(content), events=("start", "end")):  # noqa: S314
        tag = element.tag.rpartition("}")[2]
        if event == "start":
            if tag == "row":
                row, column = int(element.get("r", row + 2)) - 1, -1
            elif tag == "c":
                column += 1
                if found := _REFERENCE.fullmatch(element.get("r", "")):
                    row, column = int(found[2]) - 1, _column(found[1])
        elif tag == "c":
            inside = {child.tag.rpartition("}")[2]: child.text or "" for child in element}
            if element.get("t") == "e":
                yield (row, column), inside.get("v") or "#?"
            elif "f" in inside and not inside.get("v"):
                yield (row, column), f"={inside['f']}"
        elif tag == "row":
            element.clear()


def _column(letters: str) -> int:
    column = 0
    for letter in letters:
        column = 26 * column + ord(letter) - ord("A") + 1
    return column - 1


def _lost_in_ods(content: bytes) -> Iterator[tuple[str, Cells]]:
    name, cells = "", dict[tuple[int, int], str]()
    row = column = 0
    for event, element in ET.iterparse(io.BytesIO(content), events=("start", "end")):  # noqa: S314
        tag = element.tag.rpartition("}")[2]
        about = {key.rpartition("}")[2]: value for key, value in element.items()}
        if event == "start":
            if tag == "table":
                name, cells, row = about.get("name", ""), {}, 0
            elif tag == "table-row":
                column = 0
        elif tag in {"table-cell", "covered-table-cell"}:
            times = int(about.get("number-columns-repeated", "1"))
            if text := _lost_text(element, about):
                cells |= {(row, column + n): text for n in range(min(times, _MOST_REPEATED))}
            column += times
        elif tag == "table-row":
            times = int(about.get("number-rows-repeated", "1"))
            mine = {at: text for (line, at), text in cells.items() if line == row}
            cells |= {(row + n, at): text for n in range(min(times, _MOST_REPEATED)) for at, text in mine.items()}
            row += times
            element.clear()
        elif tag == "table":
            yield name, cells


def _lost_text(element: ET.Element, about: Mapping[str, str]) -> str:
    """What stands in a cell that shows an error, or in a formula without a result."""
    shown = "".join("".join(part.itertext()) for part in element if part.tag.endswith("}p")).strip()
    kinds = [value for key, value in element.items() if key.endswith("}value-type")]
    if "error" in kinds or ("formula" in about and shown.startswith(("#", "Err:"))):
        return shown or "#?"
    if "formula" in about and not shown and not any(about.get(key) for key in ("value", "string-value")):
        return "=" + about["formula"].partition("=")[2] if not kinds else ""
    return ""
