"""The QR code of a sheet as inline SVG, in millimetres."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from html import escape
from itertools import groupby
from typing import TYPE_CHECKING

from posenc_cli.render.svg import INK, printable, short

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

#: Of the symbol without its quiet zone, and of one module: what a phone reads from paper without trouble (mm).
LEAST_SIDE, LEAST_MODULE = 18.0, 0.4
#: A larger one takes more of a page than it gives. It holds so many bytes of any text; of capitals and digits more.
LARGEST_VERSION, _HELD = 20, 666
#: Modules that stay empty around it.
QUIET = 4
#: A symbol up to this side (mm) stands above the lines for name and date; beside a larger one, they are shorter.
_ABOVE = 20.0


@dataclass(frozen=True)
class Symbol:
    """A drawing and its place.

    Attributes:
        svg: the drawing, without its quiet zone.
        room: its side with the quiet zone, as CSS.
        is_wide: does it reach down to the lines for name and date?
    """

    svg: str
    room: str
    is_wide: bool


@lru_cache(maxsize=64)
def fits(text: str) -> bool:
    """Is there a symbol of a readable size for this text?"""
    if len(text.encode()) <= _HELD:
        return True
    from segno import DataOverflowError, make_qr

    try:
        make_qr(text, error="m", version=LARGEST_VERSION, boost_error=False, mask=0)  # any: only the size matters
    except DataOverflowError:
        return False
    return True


def symbol(text: str, alt: str) -> Symbol:
    """The QR code of a text: error correction M, at least 18 mm wide. The page keeps a quiet zone empty around it."""
    from segno import make_qr

    modules = make_qr(text, error="m", boost_error=False).matrix
    count = len(modules)
    module = max(LEAST_MODULE, LEAST_SIDE / count)
    side = short(count * module)
    # One path: between shapes of their own, some printers leave a hairline.
    path = "".join(_runs(modules))
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" role="img" width="{side}mm" height="{side}mm" '
        f'viewBox="0 0 {count} {count}"><title>{escape(printable(alt))}</title><path d="{path}" fill="{INK}"/></svg>'
    )
    return Symbol(svg, f"{short((count + QUIET) * module)}mm", count * module > _ABOVE)


def _runs(modules: Sequence[Sequence[int]]) -> Iterator[str]:
    """The dark modules of every row, side by side as one rectangle."""
    for y, row in enumerate(modules):
        x = 0
        for dark, run in groupby(row):
            width = len(list(run))
            if dark:
                yield f"M{x} {y}h{width}v1h-{width}z"
            x += width
