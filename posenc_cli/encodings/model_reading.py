"""What was read from a model's configuration."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.encodings.scheme import Scheme


@dataclass(frozen=True)
class Found:
    """One encoding of a model, ready to be computed.

    Attributes:
        scheme: the encoding with the width of a head (additive ones: of the model), parameters and conventions.
        said: what it is, in a sentence.
        part: the layers that it is for, by the name they have in the file: ``full_attention``, ``encoder`` …; empty
            if it is for all.
        layers: their numbers from 0; None if the file does not tell them.
    """

    scheme: Scheme
    said: Notice
    part: str = ""
    layers: tuple[int, ...] | None = None


@dataclass(frozen=True)
class ModelReading:
    """What a configuration says about positions.

    Attributes:
        model_type: as in the file; empty if it names none.
        found: the encodings, in the order of the file.
        said: how it was read, sentence by sentence.
        unknown: places of keys about positions that were not understood.
        traps: what goes wrong with such a configuration elsewhere, and what was computed here.
    """

    model_type: str
    found: tuple[Found, ...]
    said: tuple[Notice, ...]
    unknown: tuple[str, ...]
    traps: tuple[Notice, ...]

    @property
    def notices(self) -> tuple[Notice, ...]:
        """All sentences: what was found, how it was read, the traps, the keys that were not understood."""
        unknown = (Notice("model.unknown", {"keys": ", ".join(self.unknown)}),) if self.unknown else ()
        return (*(each.said for each in self.found), *self.said, *self.traps, *unknown)


@dataclass
class Report:
    """Sentences while a configuration is read, each once.

    Attributes:
        said: how it was read.
        traps: what goes wrong elsewhere.
    """

    said: list[Notice] = field(default_factory=list)
    traps: list[Notice] = field(default_factory=list)

    def say(self, key: str, /, **values: object) -> None:
        """Add a sentence ``model.said.<key>``."""
        _add(self.said, Notice(f"model.said.{key}", values))

    def warn(self, key: str, /, **values: object) -> None:
        """Add a sentence ``model.trap.<key>``."""
        _add(self.traps, Notice(f"model.trap.{key}", values))


def _add(notices: list[Notice], notice: Notice) -> None:
    if notice not in notices:
        notices.append(notice)


def spans(numbers: Sequence[int]) -> str:
    """Numbers in short: ``0–2, 4–6, 8``."""
    parts: list[list[int]] = []
    for number in sorted(numbers):
        if parts and number == parts[-1][-1] + 1:
            parts[-1] = [parts[-1][0], number]
        else:
            parts.append([number])
    return ", ".join("–".join(map(str, part)) for part in parts)
