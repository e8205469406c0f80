"""Tables in JSON: a list of objects or of lists, one object, or an object of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.jsonfile import Json, parse_json

if TYPE_CHECKING:
    from pathlib import Path

#: Values of a document, each of which takes far more room than its signs.
MOST_VALUES = 2_000_000
_LISTS = ("students", "answers", "rows")  #: keys under which a document may keep its rows
NAME = "name"  #: the heading of the first column where an object names its rows by key


def json_rows(text: str, *, path: Path | str) -> tuple[list[str] | None, list[list[str]]]:
    """Header (None for lists without one) and rows of raw text.

    ``null`` is an empty cell; an object inside a row (``{"name": "Anna", "answers": {"dot": "0,728"}}``) adds its own
    columns; numbers keep their text.

    Raises:
        InputError: not strict JSON, or nothing that is a table.
    """
    if text.count(",") > MOST_VALUES:
        raise InputError("inputs.too-many-cells", path=path, limit=MOST_VALUES)
    document = parse_json(text, path=path)
    if isinstance(document, dict):
        document = _rows_of(document)
    if not isinstance(document, list) or not document:
        raise InputError("files.no-json-table", path=path)
    if not any(isinstance(row, dict | list) for row in document):
        document = [document]
    if all(isinstance(row, dict) for row in document):
        flat = [_flat(row, f"[{index}]", path) for index, row in enumerate(document) if isinstance(row, dict)]
        header = list(dict.fromkeys(name for row in flat for name in row))
        return header, [[row.get(name, "") for name in header] for row in flat]
    if all(isinstance(row, list) for row in document):
        return None, [[_cell(cell) for cell in row] for row in document if isinstance(row, list)]
    raise InputError("files.no-json-table", path=path)


def _rows_of(document: dict[str, Json]) -> list[Json]:
    """The rows of an object: kept under a known key, one row a key, or the object itself as the only row."""
    for key in _LISTS:
        if isinstance(rows := document.get(key), list):
            return rows
    if document and all(isinstance(row, list) for row in document.values()):
        return [[name, *row] for name, row in document.items() if isinstance(row, list)]
    if document and all(isinstance(row, dict) for row in document.values()):
        return [{NAME: name, **row} for name, row in document.items() if isinstance(row, dict)]
    return [document] if document else []


def _flat(row: dict[str, Json], place: str, path: Path | str) -> dict[str, str]:
    cells: dict[str, str] = {}
    for name, value in row.items():
        inner = _flat(value, f"{place}.{name}", path) if isinstance(value, dict) else {name: _cell(value)}
        for key, cell in inner.items():
            if key in cells:
                raise InputError("files.double-key", path=path, key=key, place=place)
            cells[key] = cell
    return cells


def _cell(value: Json) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, list):
        return "[" + ", ".join(_cell(inner) for inner in value) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{name}: {_cell(inner)}" for name, inner in value.items()) + "}"
    return str(value).strip()
