"""What a model type says about positions where its configuration is silent (``model_families.toml``)."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any


@dataclass(frozen=True)
class Rotary:
    """How a family turns.

    Attributes:
        layout: which columns make a pair.
        share: of a head's columns that turn, if the file does not say; None for all.
        theta: the base, if the file does not say.
        known: whether the family is one that posenc knows.
    """

    layout: str = "halves"
    share: float | None = None
    theta: float = 10000
    known: bool = True


def rotary(model_type: str) -> Rotary:
    """How a model type turns; for one that is not known, as most do."""
    for entry in _families()["rotary"]:
        if model_type in entry["types"].split():
            return Rotary(**{name: value for name, value in entry.items() if name != "types"})
    return Rotary(known=False)


def table_offset(model_type: str) -> int | None:
    """Rows of a trained table before the first token's; None if the type has no such table."""
    for entry in _families()["table"]:
        if model_type in entry["types"].split():
            return int(entry["offset"])
    return None


def is_family(name: str, model_type: str) -> bool:
    """Whether a model type is one of ``t5``, ``after_padding`` or ``sliding_only``."""
    return model_type in _families()[name]["types"].split()


@cache
def _families() -> dict[str, Any]:
    source = resources.files(__package__).joinpath("model_families.toml")
    return tomllib.loads(source.read_text(encoding="utf-8"))
