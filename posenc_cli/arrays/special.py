"""Arrays that no formula makes: rows of weights in another order, ids of tokens."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from posenc_cli.arrays.candidates import Asked
    from posenc_cli.arrays.finding import Diagnosis
    from posenc_cli.arrays.subject import Subject


def special(subject: Subject, asked: Asked) -> Diagnosis | None:
    """What such an array is; None for all others."""
    return None
