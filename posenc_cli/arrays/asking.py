"""From what was said about an array to what it is compared with."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.arrays.candidates import Asked
from posenc_cli.files.paths import user_path

if TYPE_CHECKING:
    from collections.abc import Mapping
    from os import PathLike

    import numpy as np
    from numpy.typing import NDArray


def asked(  # noqa: PLR0913  (all that can be known about an array)
    encoding: str | None,
    model: str | PathLike[str] | None,
    d: int | None,
    first_pos: int,
    parameters: Mapping[str, Any],
    *,
    positions: NDArray[np.int64] | None = None,
    part: str | None = None,
) -> Asked:
    """What was said: an encoding with its parameters, or a model's configuration in their place.

    Args:
        encoding: its name, or None.
        model: a model's ``config.json`` or its folder; its first encoding counts, or that of the ``part``.
        d: the width, where the array does not tell it.
        first_pos: the position of the first row.
        parameters: by name; beside a model what it says otherwise.
        positions: of the rows.
        part: of a model.

    Raises:
        InputError: a configuration that cannot be read.
        UsageError: an unknown part.
    """
    if model is None:
        return Asked(encoding, dict(parameters), d, first_pos, positions)
    from posenc_cli.encodings.model_config import read_model
    from posenc_cli.encodings.model_tables import chosen_parts
    from posenc_cli.files.configs import read_config

    document, _ = read_config(user_path(str(model)))
    first = next(iter(chosen_parts(read_model(document), part).values()))
    return Asked(None, dict(parameters), None, first_pos, positions, first.scheme)
