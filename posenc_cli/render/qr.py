"""The QR code of a sheet as inline SVG, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from posenc_cli.render.svg import INK, printable, short

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Of the symbol without its quiet zone, and of one module: what a phone reads from paper without trouble (mm).
LEAST_SIDE, LEAST_MODULE = 18.0, 0.4
#: A larger one takes more of a page than it gives.
LARGEST_VERSION = 20
#: Modules that stay empty around it.
QUIET = 4
#: A symbol up to this side (mm) stands beside the head of a sheet; for a wider one, the head makes room.
_BESIDE = 25.0


@dataclass(frozen=True)
class Symbol:
    """A drawing and its place.

    Attributes:
        svg: the drawing, with its quiet zone.
        side: of the drawing, as CSS.
        is_wide: too wide to stand beside the head.
    """

    svg: str
    side: str
    is_wide: bool


def fits(text: str) -> bool:
    """Is there a symbol of a readable size for this text?"""
    from segno import DataOverflowError, make_qr

    try:
        make_qr(text, error="m", version=LARGEST_VERSION, boost_error=False)
    except DataOverflowError:
        return False
    return True


def symbol(text: str, alt: str) -> Symbol:
    """The QR code of a text: error correction M, at least 18 mm wide."""
    from segno import make_qr

    modules = make_qr(text, error="m", boost_error=False).matrix
    size = len(modules) + 2 * QUIET
    module = max(LEAST_MODULE, LEAST_SIDE / len(modules))
    side = short(size * module)
    # One path: between shapes of their own, some printers leave a hairline.
    path = "".join(_runs(modules))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{side}mm" height="{side}mm" '
        f'viewBox="0 0 {size} {size}"><title>{escape(printable(alt))}</title><path d="{path}" fill="{INK}"/></svg>'
    )
    return Symbol(svg, f"{side}mm", size * module > _BESIDE)


def _runs(modules: Sequence[Sequence[int]]) -> Iterator[str]:
    """The dark modules of every row, side by side as one rectangle."""
    for y, row in enumerate(modules, QUIET):
        x = QUIET
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                yield f"M{x} {y}h{width}v1h-{width}z"
            x += width
