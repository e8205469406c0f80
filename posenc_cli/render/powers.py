"""Powers in ready strings: which part of ``10000^(2i/d)`` stands raised."""

from __future__ import annotations

import re
from dataclasses import dataclass

#: A power in a ready string: 10000^(2i/d), 10000^0.5, x^2.
POWER = re.compile(
    r"(?P<base>[\w.,]*)\^(?:\((?P<long>[^()]+)\)|(?P<short>[−-]?[0-9]+(?:[.,][0-9]+)?|[A-Za-z](?![A-Za-z])))"
)
#: An exponent that needs no brackets where nothing can be raised.
BARE_POWER = re.compile(r"[−-]?[0-9]+(?:[.,][0-9]+)?|[A-Za-z]")


@dataclass(frozen=True)
class Piece:
    """A stretch of a string that stands on the line, or raised; a raised one may be written with brackets around it."""

    text: str
    raised: bool = False


def pieces(text: str) -> tuple[Piece, ...]:
    """A ready string in stretches; the signs that stand for raising (``^``, brackets) are in none of them."""
    found, end = [], 0
    for power in POWER.finditer(text):
        before = text[end : power.start()] + power["base"]
        found += [*([Piece(before)] if before else []), Piece(power["long"] or power["short"], raised=True)]
        end = power.end()
    return (*found, Piece(text[end:])) if text[end:] else tuple(found)


def on_a_line(exponent: str) -> str:
    """An exponent where nothing can be raised: ``^2``, ``^(2i/d)``."""
    return f"^{exponent}" if BARE_POWER.fullmatch(exponent) else f"^({exponent})"
