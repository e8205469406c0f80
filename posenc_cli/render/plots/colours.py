"""Scales of colours for matrices, and the colours of curves."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from posenc_cli.render.plots.figure import ScaleName

#: From the least value to the greatest, evenly spaced. ``safe`` is told apart without red and green, and its lightness
#: says how far from zero a value is; ``grey`` gets darker all the way, for a printer without colours.
SCALES: Mapping[ScaleName, tuple[str, ...]] = {
    "classic": ("#00008b", "#ffff00", "#8b0000"),
    "safe": ("#053061", "#4393c3", "#f7f7f7", "#d6604d", "#67001f"),
    "grey": ("#ffffff", "#1a1a1a"),
}
#: The same where there are letters only.
SHADES = " ░▒▓█"
#: The part of black that is the darkest grey beside pencil.
_PENCIL = 0.7
#: Of curves (Okabe and Ito 2008): told apart by everybody, and in grey by their lightness.
CURVES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#999999")


def pencil(share: float) -> str:
    """A grey of a field beside which others are shaded by hand: print never gets as dark as to hide pencil."""
    grey = round(255 * (1 - _PENCIL * share))
    return f"#{grey:02x}{grey:02x}{grey:02x}"


def rgb(hexadecimal: str) -> tuple[int, int, int]:
    """``#0072b2`` as red, green, blue of 255."""
    red, green, blue = bytes.fromhex(hexadecimal.removeprefix("#"))
    return red, green, blue


def coloured(values: NDArray[np.float64], limits: tuple[float, float], scale: ScaleName) -> NDArray[np.uint8]:
    """Colours (row, column, red-green-blue) of values (row, column); of what is not finite those of the nearest end."""
    anchors = np.array([rgb(each) for each in SCALES[scale]], dtype=np.float64)
    low, high = limits
    share = np.clip((np.nan_to_num(values, nan=low) - low) / (high - low or 1.0), 0.0, 1.0)
    places = np.linspace(0.0, 1.0, len(anchors))
    return np.stack([np.rint(np.interp(share, places, anchors[:, n])) for n in range(3)], axis=-1).astype(np.uint8)
