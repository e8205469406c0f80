"""What rotary encodings are, once more: 50 digits, plain loops, the steps of the code that defined them.

Shares nothing with posenc. Where two forms of a rule exist, this file takes the other one (Llama 3 by wavelengths, for
example).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import mpmath
import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable

MP = mpmath.MPContext()
MP.dps = 50
Number = Any


def plain(rotary_dim: int, theta: Number) -> list[Number]:
    """theta^(−2i/D)."""
    return [MP.mpf(theta) ** (-MP.mpf(2 * i) / rotary_dim) for i in range(rotary_dim // 2)]


def linear(rotary_dim: int, theta: Number, factor: Number) -> tuple[list[Number], Number]:
    """Position Interpolation."""
    return [w / MP.mpf(factor) for w in plain(rotary_dim, theta)], MP.one


def ntk(rotary_dim: int, theta: Number, factor: Number) -> tuple[list[Number], Number]:
    """NTK-aware: another base."""
    stretched = MP.mpf(theta) * MP.mpf(factor) ** (MP.mpf(rotary_dim) / (rotary_dim - 2))
    return plain(rotary_dim, stretched), MP.one


def dynamic(rotary_dim: int, theta: Number, factor: Number, original: int, seq_len: int) -> tuple[list[Number], Number]:
    """Dynamic NTK: nothing until the original length, then another base at each length."""
    if seq_len <= original:
        return plain(rotary_dim, theta), MP.one
    alpha = MP.mpf(factor) * seq_len / original - (MP.mpf(factor) - 1)
    return ntk(rotary_dim, theta, alpha)


def yarn(
    rotary_dim: int,
    theta: Number,
    factor: Number,
    original: int,
    *,
    fast: Number = 32,
    slow: Number = 1,
    truncate: bool = True,
) -> tuple[list[Number], Number]:
    """YaRN as github.com/jquesnelle/yarn and transformers compute it."""

    def correction(turns: Number) -> Number:
        return rotary_dim * MP.log(original / (MP.mpf(turns) * 2 * MP.pi)) / (2 * MP.log(theta))

    low, high = correction(fast), correction(slow)
    if truncate:
        low, high = MP.floor(low), MP.ceil(high)
    low, high = max(low, MP.zero), min(high, MP.mpf(rotary_dim - 1))
    if low == high:
        high += MP.mpf("0.001")
    found = []
    for i, w in enumerate(plain(rotary_dim, theta)):
        keep = 1 - min(MP.one, max(MP.zero, (i - low) / (high - low)))
        found.append(w / MP.mpf(factor) * (1 - keep) + w * keep)
    return found, MP.mpf("0.1") * MP.log(factor) + 1


def by_parts(
    rotary_dim: int, theta: Number, factor: Number, original: int, *, few: Number, many: Number
) -> list[Number]:
    """NTK-by-parts: the share that is kept grows with the number of turns in the original context."""
    found = []
    for w in plain(rotary_dim, theta):
        turns = original * w / (2 * MP.pi)
        gamma = min(MP.one, max(MP.zero, (turns - few) / (many - few)))
        found.append((1 - gamma) * w / MP.mpf(factor) + gamma * w)
    return found


def yarn_paper(rotary_dim: int, theta: Number, factor: Number, original: int) -> tuple[list[Number], Number]:
    """YaRN as the paper writes it."""
    return by_parts(rotary_dim, theta, factor, original, few=1, many=32), MP.mpf("0.1") * MP.log(factor) + 1


def llama3(
    rotary_dim: int, theta: Number, factor: Number, original: int, *, low: Number = 1, high: Number = 4
) -> tuple[list[Number], Number]:
    """Llama 3.1 by wavelengths, as its code does."""
    found = []
    for w in plain(rotary_dim, theta):
        wavelength = 2 * MP.pi / w
        if wavelength < MP.mpf(original) / high:
            found.append(w)
        elif wavelength > MP.mpf(original) / low:
            found.append(w / MP.mpf(factor))
        else:
            smooth = (original / wavelength - low) / (MP.mpf(high) - low)
            found.append((1 - smooth) * w / MP.mpf(factor) + smooth * w)
    return found, MP.one


def longrope(rotary_dim: int, theta: Number, extension: list[float], factor: Number, original: int) -> Any:  # noqa: ANN401
    """LongRoPE with the list that holds at the current length."""
    found = [w / MP.mpf(by) for w, by in zip(plain(rotary_dim, theta), extension, strict=True)]
    return found, MP.sqrt(1 + MP.log(factor) / MP.log(original))


def proportional(d: int, theta: Number, factor: Number, share: Number) -> tuple[list[Number], Number]:
    """Gemma 4: frequencies over the head, the first pairs only."""
    turning = int(share * d // 2)
    return [w / MP.mpf(factor) if i < turning else MP.zero for i, w in enumerate(plain(d, theta))], MP.one


def ulps(got: Iterable[Iterable[float]], truth: list[list[Number]]) -> float:
    """The largest distance from the truth, in units in the last place of the nearest float64."""
    worst = 0.0
    for row, true_row in zip(got, truth, strict=True):
        for value, true in zip(row, true_row, strict=True):
            unit = np.spacing(abs(float(true)))
            worst = max(worst, float(abs(MP.mpf(float(value)) - true) / MP.mpf(float(unit))))
    return worst
