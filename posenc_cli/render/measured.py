"""How large is a value of a template, and what would be made of it? Looked at without making anything."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from jinja2.exceptions import SecurityError
from jinja2.utils import Namespace

if TYPE_CHECKING:
    from collections.abc import Iterator

#: The largest exponent, and a hundredth of the bits of a number.
MOST_POWER = 1000
#: What a place of a format may be wide, or have decimals.
_MOST_PLACES = 1000
#: Elements at which looking ends; more are refused anyway.
_MOST = 5_000_000
_MANY_SIGNS = 256
_HOLDING = (tuple, list, dict, set, frozenset, range, Namespace)
_PLACE = re.compile(r"\d{4,}")
_STAR = re.compile(r"%(?:\([^)]*\))?[-+ #0]*(?:\*|\d*\.\*)")
_NESTED = re.compile(r"\{[^{}]*:[^{}]*\{")


def refuse(too_much: bool, reason: str) -> None:  # noqa: FBT001
    """Refuse what a template wants."""
    if too_much:
        raise SecurityError(reason)


def elements(value: Any, most: int) -> int:  # noqa: ANN401
    """How many elements a value has, those of lists in lists as often as they stand there; long texts count as some.

    Args:
        value: anything.
        most: more are not looked at.
    """
    if isinstance(value, str | bytes):
        return len(value) // _MANY_SIGNS
    if not isinstance(value, _HOLDING):
        return 0
    found = -1
    for part in _parts(value, most):
        found += len(part) // _MANY_SIGNS + 1 if isinstance(part, str | bytes) else 1
    return found


def size(value: Any) -> int:  # noqa: ANN401
    """How long a value makes what it is put into: signs and elements, and a number as it is."""
    if isinstance(value, str | bytes):
        return len(value)
    if isinstance(value, int | float):
        return int(abs(value))
    return text_size(value)


def text_size(value: Any) -> int:  # noqa: ANN401
    """About how many signs a value has as a text."""
    if isinstance(value, str | bytes):
        return len(value)
    return sum(len(part) + 4 if isinstance(part, str | bytes) else 4 for part in _parts(value, _MOST))


def is_large_number(value: Any) -> bool:  # noqa: ANN401
    """Is it a whole number of more than three thousand digits?"""
    return isinstance(value, int) and value.bit_length() > MOST_POWER * 10


def has_wide_place(text: str) -> bool:
    """Does a format ask for very many places, or for as many as a value says?"""
    return any(int(found[0][:9]) > _MOST_PLACES for found in _PLACE.finditer(text)) or bool(
        _STAR.search(text) or _NESTED.search(text)
    )


def _parts(value: Any, most: int) -> Iterator[Any]:  # noqa: ANN401
    """A value and all that stands in it; a list that stands there twice is walked twice."""
    waiting, seen = [value], 0
    while waiting:
        part = waiting.pop()
        refuse(isinstance(part, Namespace), "a namespace can only be asked for what it holds")
        yield part
        if isinstance(part, _HOLDING):
            seen += len(part)
            refuse(seen > most, "too large: lists in lists")
            waiting += part
            if isinstance(part, dict):
                waiting += part.values()
