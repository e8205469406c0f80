"""Tables of what a model's configuration says: of all its encodings, or of one of its parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.encodings.model_reading import Found, ModelReading
    from posenc_cli.encodings.results import Results


@dataclass(frozen=True)
class ModelTables:
    """What a configuration says, computed.

    Attributes:
        reading: what it says.
        names: of the encodings that are shown, see :func:`part_names`.
        tables: one an encoding; the first is the model's main one.
    """

    reading: ModelReading
    names: tuple[str, ...]
    tables: tuple[Results, ...]


def part_names(reading: ModelReading) -> dict[str, Found]:
    """The encodings of a model by the name of their part, or by their own where they are for all layers."""
    return {each.part or each.scheme.encoding.name: each for each in reading.found}


def chosen_parts(reading: ModelReading, part: str | None) -> dict[str, Found]:
    """One part, or all.

    Raises:
        UsageError: there is no such part.
    """
    parts = part_names(reading)
    if part is None:
        return parts
    if part not in parts:
        raise UsageError("model.part", given=part, known=", ".join(parts))
    return {part: parts[part]}


def changed(scheme: Scheme, first_pos: int, given: Mapping[str, Any]) -> Scheme:
    """A scheme of a model with some parameters or conventions said otherwise.

    Args:
        scheme: as the configuration says.
        first_pos: the position of the first word.
        given: by any of their names.

    Raises:
        UsageError: values for which the encoding is not defined.
    """
    kinds = {each.name: each for each in scheme.encoding.parameters}
    kept = {
        name: np.ravel(value).tolist() if kinds[name].kind == "numbers" else value
        for name, value in scheme.parameters.items()
        if not {name, *kinds[name].also} & given.keys()
    }
    asked = {**kept, **scheme.chosen, **given}
    return Scheme.of(scheme.encoding.name, d=scheme.d, first_pos=first_pos, **asked)
