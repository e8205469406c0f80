"""Pixels as a PNG file; always the same bytes for the same pixels."""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_INCH = 25.4  #: mm


def png(pixels: NDArray[np.uint8], dots: int = 0) -> bytes:
    """Pixels (row, column, red-green-blue) as a PNG.

    Args:
        pixels: of the picture.
        dots: how many lie on an inch of paper; 0 if nobody says.
    """
    height, width = pixels.shape[:2]
    raw = b"".join(b"\0" + row.tobytes() for row in pixels)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = [(b"IHDR", head), (b"IDAT", zlib.compress(raw, 9)), (b"IEND", b"")]
    if dots:
        parts.insert(1, (b"pHYs", struct.pack(">IIB", *(round(dots / _INCH * 1000),) * 2, 1)))
    return b"\x89PNG\r\n\x1a\n" + b"".join(_chunk(kind, data) for kind, data in parts)


def _chunk(kind: bytes, data: bytes) -> bytes:
    body = kind + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))
