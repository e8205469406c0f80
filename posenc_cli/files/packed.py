"""Archives that hold the parts of an office file: always the same bytes for the same parts."""

from __future__ import annotations

import io
import zipfile
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

#: The first day that an archive can tell; a date of its own would alter every file.
_DAY = (1980, 1, 1, 0, 0, 0)
_UNIX = 3  #: what wrote it, whatever the machine is


def packed(parts: Mapping[str, bytes]) -> bytes:
    """An archive of some parts, in their order."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in parts.items():
            about = zipfile.ZipInfo(name, _DAY)
            about.create_system, about.compress_type = _UNIX, zipfile.ZIP_DEFLATED
            archive.writestr(about, data)
    return stream.getvalue()


def unpacked(data: bytes) -> dict[str, bytes]:
    """The parts of an archive of ours, in their order."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        return {name: archive.read(name) for name in archive.namelist()}
