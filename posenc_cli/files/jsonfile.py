"""Strict JSON: no double keys, no NaN or infinity, and every number keeps the text that it was written with."""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

LONGEST_NUMBER = 400
DEEPEST = 32


class Number(str):
    """A number as it stands in the file: ``1.000`` stays ``1.000``."""

    __slots__ = ()


@dataclass(frozen=True)
class _DoubleKey:
    """Stands where an object was that names a key twice, until its place in the document is known."""

    name: str


#: str covers Number; float never occurs
Json = dict[str, "Json"] | list["Json"] | str | bool | None


def parse_json(text: str, *, path: Path | str) -> Json:
    """Parse a JSON document strictly.

    Raises:
        InputError: nothing, not JSON, nested too deeply, a key twice in one object, or a number that no float64 holds;
            the sentence names the place as ``students[2].pe2_d1``.
    """
    if not text.strip():
        raise InputError("files.empty", path=path)
    try:
        document = json.loads(
            text,
            parse_float=Number,
            parse_int=Number,
            parse_constant=Number,  # NaN and infinities; refused below, where their place is known
            object_pairs_hook=_object,
        )
        for place, found, depth in _walk(document, "", 0):
            if depth > DEEPEST:
                raise InputError("files.deep-json", path=path)
            _check(found, place, path)
    except json.JSONDecodeError as error:
        raise InputError("files.broken-json", path=path, line=error.lineno, column=error.colno) from error
    except RecursionError as error:
        raise InputError("files.deep-json", path=path) from error
    return document  # type: ignore[no-any-return]


def _object(pairs: list[tuple[str, object]]) -> object:
    seen = dict(pairs)
    if len(seen) == len(pairs):
        return seen
    names = [name for name, _ in pairs]
    return _DoubleKey(next(name for name in names if names.count(name) > 1))


def _check(found: object, place: str, path: Path | str) -> None:
    if isinstance(found, _DoubleKey):
        sentence = "files.double-key" if place else "files.double-key-top"
        raise InputError(sentence, path=path, key=found.name, place=place)
    if isinstance(found, Number) and (len(found) > LONGEST_NUMBER or not math.isfinite(float(found))):
        raise InputError("files.json-number", path=path, place=place or "–", text=found[:40])


def _walk(found: object, place: str, depth: int) -> Iterator[tuple[str, object, int]]:
    yield place, found, depth
    if isinstance(found, dict):
        for name, inner in found.items():
            yield from _walk(inner, f"{place}.{name}" if place else name, depth + 1)
    elif isinstance(found, list):
        for index, inner in enumerate(found):
            yield from _walk(inner, f"{place}[{index}]", depth + 1)
