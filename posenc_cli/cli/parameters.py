"""``-p NAME=VALUE``: parameters and conventions of an encoding, each read as its record says."""

from __future__ import annotations

from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from posenc_cli.encodings import encoding
from posenc_cli.errors import UsageError
from posenc_cli.files.paths import user_path
from posenc_cli.i18n.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from posenc_cli.encodings.record import Encoding, Parameter
    from posenc_cli.files.jsonfile import Json

_TRUE = frozenset({"true", "yes", "on", "1", "ja", "wahr", "an"})
_FALSE = frozenset({"false", "no", "off", "0", "nein", "falsch", "aus"})
_SHOWN = 40
#: Between the numbers of a list and between the rows of a matrix.
_ITEMS, _ROWS = ";", "|"


def read(name: str, given: Sequence[str]) -> dict[str, Any]:
    """The parameters and conventions that were given, by name.

    Args:
        name: of the encoding.
        given: ``NAME=VALUE`` each. A value is a number with point or comma, a whole number, true or false, a list
            ``1;1,2;1.5`` (rows of a matrix are divided by ``|``) or JSON, a file ``@factors.json`` or ``@table.npy``, a
            moment in ISO 8601, or a choice.

    Raises:
        UsageError: something else, an unknown or repeated name.
        InputError: a file that cannot be read.
    """
    record = encoding(name)
    found: dict[str, Any] = {}
    for word in given:
        key, sign, value = word.partition("=")
        key = key.strip().replace("-", "_")
        if not sign or not key:
            raise UsageError("parameters.form", given=word[:_SHOWN])
        if key in found:
            raise UsageError("parameters.twice", name=key)
        found[key] = _value(record, key, value.strip())
    return found


def _value(record: Encoding, key: str, value: str) -> Any:  # noqa: ANN401
    if any(key == convention.name for convention in record.conventions):
        return value
    for parameter in record.parameters:
        if key in (parameter.name, *parameter.also):
            return _READERS[parameter.kind](parameter, value)
    known = [*(each.name for each in record.conventions), *(each.name for each in record.parameters)]
    if not known:
        raise UsageError("parameters.none", name=key, encoding=record.name)
    near = get_close_matches(key, known) or known
    raise UsageError("parameters.unknown", name=key, encoding=record.name, known=", ".join(near))


def _refused(parameter: Parameter, value: str) -> UsageError:
    return UsageError(f"parameters.{parameter.kind}", name=parameter.name, given=value[:_SHOWN])


def _number(parameter: Parameter, value: str) -> float:
    found = read_number(value).value
    if found is None:
        raise _refused(parameter, value)
    return int(found) if found == found.to_integral_value() else float(found)


def _whole(parameter: Parameter, value: str) -> int:
    found = _number(parameter, value)
    if not isinstance(found, int):
        raise _refused(parameter, value)
    return found


def _switch(parameter: Parameter, value: str) -> bool:
    if value.lower() not in _TRUE | _FALSE:
        raise _refused(parameter, value)
    return value.lower() in _TRUE


def _numbers(parameter: Parameter, value: str) -> list[float]:
    if value.startswith("@"):
        found: list[float] = _from_file(parameter, value)
        return found
    if value.startswith("["):
        return _json_numbers(parameter, _json(value), value)
    return [_number(parameter, item) for item in value.split(_ITEMS)]


def _matrix(parameter: Parameter, value: str) -> Any:  # noqa: ANN401
    if value.startswith("@"):
        return _from_file(parameter, value)
    if value.startswith("["):
        rows = _json(value)
        found = [_json_numbers(parameter, row, value) for row in rows] if isinstance(rows, list) else []
    else:
        found = [[_number(parameter, item) for item in row.split(_ITEMS)] for row in value.split(_ROWS)]
    if not found or len({len(row) for row in found}) > 1:
        raise _refused(parameter, value)
    return found


def _moments(parameter: Parameter, value: str) -> list[str]:
    if value.startswith("@"):
        value = _file_text(value)
    if not value.lstrip().startswith("["):
        return [each.strip() for each in value.replace("\n", _ITEMS).split(_ITEMS) if each.strip()]
    found = _json(value)
    if not isinstance(found, list) or not all(isinstance(each, str) for each in found):
        raise _refused(parameter, value)
    return [str(each) for each in found]


def _json(value: str, path: Path | str = "--param") -> Json:
    from posenc_cli.files.jsonfile import parse_json

    return parse_json(value, path=path)


def _json_numbers(parameter: Parameter, found: Json, value: str) -> list[float]:
    from posenc_cli.files.jsonfile import Number

    if not isinstance(found, list) or not found or not all(isinstance(each, Number) for each in found):
        raise _refused(parameter, value)
    return [_number(parameter, str(each)) for each in found]


def _file_text(value: str) -> str:
    from posenc_cli.files.decoding import decode, read_bytes

    path = user_path(value[1:])
    return decode(read_bytes(path), path=path).text


def _from_file(parameter: Parameter, value: str) -> Any:  # noqa: ANN401
    """A list or a matrix from a file: JSON, or any table of numbers."""
    path = user_path(value[1:])
    if path.suffix.lower() == ".json":
        text = _file_text(value)
        rows = _json(text, path)
        if parameter.kind == "numbers":
            return _json_numbers(parameter, rows, value)
        return (
            [_json_numbers(parameter, row, value) for row in rows]
            if isinstance(rows, list)
            else _fail(parameter, value)
        )
    if path.suffix.lower() == ".npy" and parameter.kind == "numbers":
        from posenc_cli.files.arrays import LARGEST_ARRAY_FILE, read_npy_list
        from posenc_cli.files.decoding import read_bytes

        return read_npy_list(read_bytes(path, LARGEST_ARRAY_FILE), path=path).tolist()
    from posenc_cli.encodings.learned_file import read_table

    table = read_table(path)
    if parameter.kind == "matrix":
        return table
    if 1 not in table.shape:
        raise _refused(parameter, value)
    return table.ravel().tolist()


def _fail(parameter: Parameter, value: str) -> Any:  # noqa: ANN401
    raise _refused(parameter, value)


_READERS: dict[str, Callable[[Parameter, str], Any]] = {
    "number": _number,
    "whole": _whole,
    "switch": _switch,
    "numbers": _numbers,
    "matrix": _matrix,
    "time": lambda _parameter, value: value,
    "times": _moments,
}
