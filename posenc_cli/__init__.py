"""posenc: worksheets, keys, exact tables and checking for positional encodings computed by hand.

In Python: ``import posenc_cli as posenc``, then ``posenc.table("rope", d=128, n=8192, theta=500000)["cos"]`` and
``print(posenc.explain("alibi", pos=5, key=3))``; in a test ``posenc.assert_matches(my_table)``.
A table of any size goes into an array of yours: ``posenc.fill(my_array)``.
See :mod:`posenc_cli.api`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

__version__ = "0.1.0"

if TYPE_CHECKING:
    from posenc_cli.api import EncodingError, Explanation, assert_matches, diagnose, explain, fill, table

#: All but the version are imported when they are asked for: ``posenc --version`` must not wait for numpy.
__all__ = ["EncodingError", "Explanation", "__version__", "assert_matches", "diagnose", "explain", "fill", "table"]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from posenc_cli import api

    return getattr(api, name)


def __dir__() -> list[str]:
    return sorted(__all__)
