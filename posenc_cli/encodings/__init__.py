"""The encodings: one frozen record each, in a module of its own.

``rope_2d.py`` holds ``ROPE_2D``, whose name is ``rope-2d``: that is all the registration there is. A module is imported
when its encoding is asked for; only a list of all imports all.
"""

from __future__ import annotations

import pkgutil
import re
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING

from posenc_cli.errors import UsageError, choices

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.encodings.record import Encoding

_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class _Registry(Mapping[str, "Encoding"]):
    """Every encoding by name, in the order of kinds and names."""

    def __getitem__(self, name: str) -> Encoding:
        found = _record(name)
        if found is None:
            raise KeyError(name)
        return found

    def __iter__(self) -> Iterator[str]:
        return iter(_names())

    def __len__(self) -> int:
        return len(_names())


def _record(name: str) -> Encoding | None:
    """The record in the module of that name; None where there is none."""
    if not _NAME.fullmatch(name):
        return None
    stem = name.replace("-", "_")
    if find_spec(f"{__name__}.{stem}") is None:
        return None
    found: object = getattr(import_module(f"{__name__}.{stem}"), stem.upper(), None)
    from posenc_cli.encodings.record import Encoding

    if not isinstance(found, Encoding):
        return None
    if found.name != name:
        raise RuntimeError(f"{stem}.py holds the encoding {found.name}")
    return found


@cache
def _names() -> tuple[str, ...]:
    kinds = ("additive", "rotary", "bias", "none")
    stems = (module.name for module in pkgutil.iter_modules(__path__))
    records = filter(None, (_record(stem.replace("_", "-")) for stem in stems))
    return tuple(each.name for each in sorted(records, key=lambda each: (kinds.index(each.kind), each.name)))


ENCODINGS: Mapping[str, Encoding] = _Registry()


def encoding(name: str) -> Encoding:
    """The record of an encoding.

    Raises:
        UsageError: for an unknown name, with the nearest known ones.
    """
    found = _record(name) if isinstance(name, str) else None
    if found is None:
        there = choices(str(name).lower(), ENCODINGS)
        raise UsageError("unknown-encoding-near" if "near" in there else "unknown-encoding", given=name, **there)
    return found
