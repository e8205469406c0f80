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
BLACK = "#000000"
CURVES = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", BLACK, "#999999")
#: Of a terminal with 256 colours: a cube with six levels a side, and greys.
_LEVELS = (0, 95, 135, 175, 215, 255)
_GREYS = range(8, 239, 10)


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


def of_256(colours: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The colours of a terminal with 256 that look most like some (row, column, red-green-blue)."""
    cube = np.stack(np.meshgrid(_LEVELS, _LEVELS, _LEVELS, indexing="ij"), axis=-1).reshape(-1, 3)
    there = np.concatenate([cube, np.repeat(np.array(_GREYS)[:, None], 3, axis=1)]).astype(np.uint8)
    wanted, back = np.unique(colours.reshape(-1, 3), axis=0, return_inverse=True)
    apart = np.square(_seen(wanted)[:, None, :] - _seen(there)[None, :, :]).sum(axis=-1)
    nearest = there[apart.argmin(axis=1)]
    return np.asarray(nearest[back.reshape(-1)].reshape(colours.shape), dtype=np.uint8)


def _seen(colours: NDArray[np.uint8]) -> NDArray[np.float64]:
    """Colours as eyes tell them apart: lightness, green to red, blue to yellow (Oklab, Ottosson 2020)."""
    share = colours / 255.0
    light = np.where(share <= 0.04045, share / 12.92, ((share + 0.055) / 1.055) ** 2.4)
    cones = np.array(
        [
            [0.4122214708, 0.5363325363, 0.0514459929],
            [0.2119034982, 0.6806995451, 0.1073969566],
            [0.0883024619, 0.2817188376, 0.6299787005],
        ]
    )
    opponents = np.array(
        [
            [0.2104542553, 0.7936177850, -0.0040720468],
            [1.9779984951, -2.4285922050, 0.4505937099],
            [0.0259040371, 0.7827717662, -0.8086757660],
        ]
    )
    return np.asarray(np.cbrt(light @ cones.T) @ opponents.T, dtype=np.float64)
