"""What twins share."""

from __future__ import annotations

from typing import TYPE_CHECKING

from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet


def numbers(sheet: Sheet) -> str:
    """All numbers of a sheet and its key, without a word."""
    given = {name: str(value) for name, value in sheet.given.items()}
    solved = [(one.text, one.accepted, one.blank.points, one.blank.place) for one in solve(sheet)]
    return repr((sheet.positions, given, solved))
