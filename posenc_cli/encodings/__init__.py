"""The encodings: one frozen record each, in one registry."""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

from posenc_cli.encodings.sinusoidal import SINUSOIDAL
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.encodings.record import Encoding

_RECORDS = (SINUSOIDAL,)

ENCODINGS: Mapping[str, Encoding] = MappingProxyType({record.name: record for record in _RECORDS})
if len(ENCODINGS) != len(_RECORDS):
    raise RuntimeError("two encodings share a name")


def encoding(name: str) -> Encoding:
    """The record of an encoding.

    Raises:
        UsageError: for an unknown name, with the nearest known ones.
    """
    if name not in ENCODINGS:
        near = get_close_matches(name, ENCODINGS) or list(ENCODINGS)
        raise UsageError("unknown-encoding", given=name, known=", ".join(near))
    return ENCODINGS[name]
