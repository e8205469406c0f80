from __future__ import annotations

import builtins
from types import FunctionType
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Iterable


def added(values: Iterable[float], start: float) -> float:
    """What is put into a module of the package."""
    return sum(values, start)


def test_floats_are_not_added_with_sum() -> None:
    """In the package; whole numbers there, and anything elsewhere, may be."""
    inside = FunctionType(added.__code__, {"__name__": "posenc_cli.render.page", "__builtins__": builtins})
    assert inside(iter([1, 2]), 3) == 6
    assert added([0.5, 0.25], 1) == 1.75
    for values, start in ([1, 0.5], 0), ([1], 0.5):
        with pytest.raises(AssertionError, match=r"math\.fsum"):
            inside(values, start)
