"""The reading as data: an expression as nested lists, which ``templates/script/evaluate.js`` works out on a page.

A number stands for itself, a text is the name of a quantity, and a list is an operation by its short name, followed by
what it is applied to: ``2*i / d`` is ``["/", ["*", 2, "i"], "d"]``.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable


def number(value: Any) -> int | float:  # noqa: ANN401  (an int, a float or a Decimal)
    """A number of an expression; whole ones without a point, so that the text is short."""
    found = float(value)
    return int(found) if found.is_integer() else found


def call(name: str) -> Callable[..., list[Any]]:
    """An operation of the page's script."""
    return lambda *arguments: [name, *arguments]


def turned(name: str) -> Callable[..., list[Any]]:
    """The same with its two arguments exchanged: a > b is b < a."""
    return lambda left, right: [name, right, left]
