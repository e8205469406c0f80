"""The encodings: one frozen record each, in one registry."""

from __future__ import annotations

from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

from posenc_cli.encodings.alibi import ALIBI
from posenc_cli.encodings.calendar import CALENDAR
from posenc_cli.encodings.fire import FIRE
from posenc_cli.encodings.informer import INFORMER
from posenc_cli.encodings.kerple import KERPLE
from posenc_cli.encodings.learned import LEARNED
from posenc_cli.encodings.learned_2d import LEARNED_2D
from posenc_cli.encodings.mrope import MROPE
from posenc_cli.encodings.nope import NOPE
from posenc_cli.encodings.rope import ROPE
from posenc_cli.encodings.rope_2d import ROPE_2D
from posenc_cli.encodings.shaw import SHAW
from posenc_cli.encodings.sinusoidal import SINUSOIDAL
from posenc_cli.encodings.sinusoidal_2d import SINUSOIDAL_2D
from posenc_cli.encodings.sinusoidal_3d import SINUSOIDAL_3D
from posenc_cli.encodings.t5 import T5
from posenc_cli.encodings.time2vec import TIME2VEC
from posenc_cli.encodings.timestamps import TIMESTAMPS
from posenc_cli.encodings.transformer_xl import TRANSFORMER_XL
from posenc_cli.encodings.xpos import XPOS
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.encodings.record import Encoding

_RECORDS = (
    SINUSOIDAL,
    SINUSOIDAL_2D,
    SINUSOIDAL_3D,
    LEARNED,
    LEARNED_2D,
    CALENDAR,
    TIMESTAMPS,
    INFORMER,
    TIME2VEC,
    ROPE,
    ROPE_2D,
    MROPE,
    XPOS,
    ALIBI,
    T5,
    SHAW,
    TRANSFORMER_XL,
    KERPLE,
    FIRE,
    NOPE,
)

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
