"""Floats are added with math.fsum: from Python 3.12 on, sum() gives other last digits, and a sheet would be another."""

from __future__ import annotations

import builtins
import sys
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable


def exact_sum(values: Iterable[Any], /, start: Any = 0) -> Any:  # noqa: ANN401
    """What sum() gives; of floats, asked for in the package, a failure."""
    if str(sys._getframe(1).f_globals.get("__name__")).startswith("posenc_cli"):
        values = list(values)
        assert not any(isinstance(each, float) for each in [*values, start]), "add floats with math.fsum"
    return _SUM(values, start)


_SUM = builtins.sum
