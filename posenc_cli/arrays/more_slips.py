"""Slips that only programs make, in the same form as those beside the encodings: ``slips.toml`` in this package."""

from __future__ import annotations

import tomllib
from functools import cache
from importlib import resources
from typing import TYPE_CHECKING

from posenc_cli.encodings.slips import read

if TYPE_CHECKING:
    from posenc_cli.encodings.slips import Slip

#: Slips that no replaced rule says: where rows begin, which axis is which, in which order columns stand.
FURTHER = (
    "first-pos",
    "one-row-for-all",
    "never-filled",
    "columns-permuted",
    "weights-wrong-way",
    "weights-not-by-head",
    "video-time-forgotten",
)


@cache
def _all() -> tuple[Slip, ...]:
    source = resources.files(__package__).joinpath("slips.toml").read_text(encoding="utf-8")
    return tuple(one for part in tomllib.loads(source).values() for one in read(part))


def more_slips(encoding: str) -> tuple[Slip, ...]:
    """Those of one encoding."""
    return tuple(one for one in _all() if encoding in one.encodings)


def ids() -> frozenset[str]:
    """The ids of all."""
    return frozenset({one.id for one in _all()} | set(FURTHER))
