"""Many PDFs that differ in few objects: what they share is packed once.

A file holds its own objects and nothing of another one: it is put together anew, not appended to.
"""

from __future__ import annotations

import struct
import zlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_HEADER = b"%PDF-1.7\n%\xf0\x9f\x96\xa4\n"
#: Of the table of places: what kind, where or in which stream, as which.
_ENTRY = struct.Struct(">BIH")
_LOOSE, _PACKED = 1, 2
#: Levels of zlib: of what is packed once, and of the rest, where the next ones take twice the time to save a tenth.
_ONCE, _QUICK = 9, 3


class Casts:
    """PDFs that share objects.

    Args:
        streams: objects that all files have and that are streams, by their numbers, as they stand in a file.
        others: such objects that are none, in groups that are packed together: who reads one object unpacks its group.
        size: one more than the highest number of an object, those that differ too.
        root: number of the catalogue.
        info: number of the information on a document.
    """

    def __init__(
        self, streams: Mapping[int, bytes], others: Sequence[Mapping[int, bytes]], *, size: int, root: int, info: int
    ) -> None:
        self._size, self._ends = size + len(others) + 1, b"/Root %d 0 R/Info %d 0 R" % (root, info)
        table = bytearray(_ENTRY.size * self._size)
        front = [_HEADER]
        at = len(_HEADER)
        for number, data in (*streams.items(), *enumerate(map(_packed, others), start=size)):
            front.append(_object(number, data))
            _ENTRY.pack_into(table, _ENTRY.size * number, _LOOSE, at, 0)
            at += len(front[-1])
        for group, objects in enumerate(others, start=size):
            for place, number in enumerate(objects):
                _ENTRY.pack_into(table, _ENTRY.size * number, _PACKED, group, place)
        self._front, self._table = b"".join(front), bytes(table)

    def written(self, own: Mapping[int, bytes]) -> bytes:
        """One whole file.

        Args:
            own: the objects that only this file has, by their numbers; they win over shared ones.
        """
        table, parts, at = bytearray(self._table), [self._front], len(self._front)
        for number, data in own.items():
            parts.append(_object(number, data))
            _ENTRY.pack_into(table, _ENTRY.size * number, _LOOSE, at, 0)
            at += len(parts[-1])
        last = self._size - 1
        _ENTRY.pack_into(table, _ENTRY.size * last, _LOOSE, at, 0)
        about = b"/Type/XRef/W[1 4 2]/Size %d%s" % (self._size, self._ends)
        parts += [_object(last, stream(about, bytes(table))), b"startxref\n%d\n%%%%EOF\n" % at]
        return b"".join(parts)


def stream(about: bytes, content: bytes, *, once: bool = False) -> bytes:
    """A stream as it stands in a file.

    Args:
        about: entries of its dictionary.
        content: what is packed in it.
        once: is it for many files?
    """
    packed = zlib.compress(content, _ONCE if once else _QUICK)
    return b"<<%s/Filter/FlateDecode/Length %d>>\nstream\n%s\nendstream" % (about, len(packed), packed)


def _packed(objects: Mapping[int, bytes]) -> bytes:
    """Objects in a stream."""
    places, at = [], 0
    for number, data in objects.items():
        places.append(b"%d %d " % (number, at))
        at += len(data) + 1
    head = b"".join(places)
    about = b"/Type/ObjStm/N %d/First %d" % (len(objects), len(head))
    return stream(about, head + b"\n".join(objects.values()), once=True)


def _object(number: int, data: bytes) -> bytes:
    return b"%d 0 obj\n%s\nendobj\n" % (number, data)
