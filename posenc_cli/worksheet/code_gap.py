"""Ten lines of Python that build the table of a sinusoidal encoding, with three gaps and what may stand in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

#: What the ten lines can do, by convention; every other one must be as usual.
_KNOWN = {"layout": ("interleaved", "halves"), "spacing": ("paper", "endpoint")}
_USUAL = {"odd_width": "lone-sine", "order": "sin-first", "padding": "none", "magnitude": "plain"}
#: The number of the pair, and the columns of the cosine.
_PAIRS = {
    "interleaved": ("k // 2", "int(k / 2)", "k >> 1", "math.floor(k / 2)", "(k - k % 2) // 2"),
    "halves": ("k % ((d + 1) // 2)", "k - (d + 1) // 2 * (k >= (d + 1) // 2)"),
}
_COSINES = {
    "interleaved": ("k % 2 == 1", "k % 2", "k % 2 != 0", "k % 2 > 0", "k & 1"),
    "halves": ("k >= (d + 1) // 2", "k > (d - 1) // 2", "not k < (d + 1) // 2"),
}
_DIVISORS = {
    "paper": ("base ** (2 * i / d)", "pow(base, 2 * i / d)", "math.pow(base, 2 * i / d)", "base ** (i / (d / 2))"),
    "endpoint": ("base ** (i / ((d + 1) // 2 - 1))", "pow(base, i / ((d + 1) // 2 - 1))"),
}


@dataclass(frozen=True)
class Gap:
    """A gap in a line of code; ``accepted`` are the spellings that are right, the usual one first."""

    accepted: tuple[str, ...]


Line = tuple["str | Gap", ...]


def fits(chosen: Mapping[str, str]) -> str:
    """The first chosen convention that the ten lines do not have; empty if they have all."""
    for name, choice in chosen.items():
        known = _KNOWN.get(name, (_USUAL.get(name, choice),))
        if choice not in known:
            return f"{name} = {choice}"
    return ""


def told(chosen: Mapping[str, str], *, is_odd: bool) -> str:
    """The first chosen convention of which the formula does not tell that is printed for a layout and a spacing.

    It counts pairs as d/2, which an odd width has not, and tells of no way to treat the last column of one.
    """
    for name, usual in (("layout", "interleaved"), ("spacing", "paper")):
        if is_odd and chosen[name] != usual:
            return f"{name} = {chosen[name]}"
    return fits({**chosen, "spacing": "paper"} | ({} if is_odd else {"odd_width": _USUAL["odd_width"]}))


def listing(chosen: Mapping[str, str], base: float) -> tuple[Line, ...]:
    """The lines for a layout and a spacing; a base of 10000 is written without a point."""
    layout, spacing = chosen["layout"], chosen["spacing"]
    return (
        ("import math",),
        (f"def table(n, d, base={base:.15g}):",),
        ("    rows = [[0.0] * d for pos in range(n)]",),
        ("    for pos in range(n):",),
        ("        for k in range(d):",),
        ("            i = ", Gap(_PAIRS[layout])),
        ("            angle = pos / ", Gap(_DIVISORS[spacing])),
        ("            wave = math.cos if ", Gap(_COSINES[layout]), " else math.sin"),
        ("            rows[pos][k] = wave(angle)",),
        ("    return rows",),
    )
