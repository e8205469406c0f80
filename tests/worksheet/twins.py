"""What twins share."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet


def numbers(sheet: Sheet) -> str:
    """All numbers of a sheet and its key, without a word; the same text from every version of every library."""
    given = {name: np.asarray(value).tolist() for name, value in sorted(sheet.given.items())}
    solved = [
        (one.text, one.accepted, float(one.blank.points), place.quantity, place.row, place.column)
        for one in solve(sheet)
        for place in [one.blank.place]
    ]
    return json.dumps([sheet.positions, given, solved], default=str)
