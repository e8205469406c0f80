"""JSON that posenc wrote itself and somebody may have changed since: nothing of it is taken unless its shape is right.

A shape is a type; None; a pattern that a text matches as a whole; a tuple of shapes, one of which fits; a list of one
shape for all its entries; ``{str: shape}`` for all values of an object; or an object's keys, those with a question mark
behind them left out at will. Other keys are passed over.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any, TypeAlias

#: Digits of a whole number; ours are places, seeds and counts.
_MOST_DIGITS = 18
Shape: TypeAlias = "type | re.Pattern[str] | tuple[Shape, ...] | list[Shape] | dict[Any, Shape] | None"


def own_json(text: str, shape: Shape) -> Any:  # noqa: ANN401
    """The document: numbers are finite and whole ones not negative, texts can be written again.

    Raises:
        ValueError: it is no JSON, or has another shape.
    """
    try:
        found = json.loads(text, parse_int=_whole, parse_float=_number, parse_constant=_number)
        found_again = json.dumps(found, ensure_ascii=False)
    except RecursionError as error:
        raise ValueError(text[:1]) from error
    found_again.encode()  # half a character is a text of JSON, but of no file
    if not fits(found, shape):
        raise ValueError(shape)
    return found


def fits(value: object, shape: Shape) -> bool:  # noqa: PLR0911  (one for each kind of shape)
    """Has a value this shape?"""
    if shape is None:
        return value is None
    if isinstance(shape, tuple):
        return any(fits(value, one) for one in shape)
    if isinstance(shape, re.Pattern):
        return isinstance(value, str) and shape.fullmatch(value) is not None
    if isinstance(shape, list):
        return isinstance(value, list) and all(fits(each, shape[0]) for each in value)
    if isinstance(shape, dict):
        return isinstance(value, dict) and _fits_object(value, shape)
    if isinstance(value, bool):
        return shape is bool
    return isinstance(value, int | float) if shape is float else isinstance(value, shape)


def _fits_object(value: dict[str, object], shape: dict[Any, Shape]) -> bool:
    if str in shape:
        return all(fits(each, shape[str]) for each in value.values())
    return all(
        fits(value[name.removesuffix("?")], each) if name.removesuffix("?") in value else name.endswith("?")
        for name, each in shape.items()
    )


def _whole(text: str) -> int:
    if len(text) > _MOST_DIGITS or text.startswith("-"):
        raise ValueError(text)
    return int(text)


def _number(text: str) -> float:
    found = float(text)
    if not math.isfinite(found):
        raise ValueError(text)
    return found
