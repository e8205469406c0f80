"""The working of a number like the one that is asked for: same steps, other numbers, never its answer."""

from __future__ import annotations

import math
import re
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.i18n.numbers import write_number
from posenc_cli.render.view_key import calculation
from posenc_cli.render.view_writer import Writer
from posenc_cli.worksheet.key import Solution
from posenc_cli.worksheet.sheet import READ_OFF
from posenc_cli.worksheet.similar import similar_sheets

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from posenc_cli.worksheet.sheet import Blank, Sheet

#: The calculator's self-test is not varied: the sine of another number would be no test.
_UNVARIED = READ_OFF | {"check"}
#: Sheets that are worked out at most: with fifty digits, one takes its time.
_MOST = 24
#: Results that look as if nothing had been worked out, sin(11) for one; for so many sheets others are waited for.
_FLAT, _PATIENT = frozenset({"0", "1", "−1"}), 6


def similar_workings(sheet: Sheet, solutions: Sequence[Solution]) -> dict[str, str]:
    """By the id of a blank the calculation of a similar number, where there is one to be calculated.

    Args:
        sheet: whose blanks they are.
        solutions: of all its blanks.
    """
    own = {one.blank.id: one for one in solutions}
    wanted = {blank.id: blank for blank in sheet.blanks if blank.source is None and blank.label not in _UNVARIED}
    found: dict[str, str] = {}
    spare: dict[str, str] = {}
    tried = 0
    for changed, other in similar_sheets(sheet):
        missing = [one for name, one in wanted.items() if name not in found and one.place.quantity in changed]
        tried += bool(missing)
        if tried > _MOST:
            break
        writer = _worked(other, missing) if missing else None
        for blank in missing if writer else ():
            said = _said(writer, blank) if writer and blank.id in writer.solutions else ""
            if not said or _tells(said, writer, [own[blank.id]]):
                continue
            spare.setdefault(blank.id, said)
            if tried < _PATIENT and _plain(said.rpartition("= ")[2]) in _FLAT:
                continue
            # Another number of the same kind is better where it is none that is asked for elsewhere.
            alike = [one for one in own.values() if one.blank.place.quantity == blank.place.quantity]
            if not _tells(said, writer, alike):
                found[blank.id] = said
    return spare | found


def _worked(sheet: Sheet, blanks: Iterable[Blank]) -> Writer | None:
    """A sheet worked out by who rounds what is written; None where its numbers make no sense."""
    solutions: dict[str, Solution] = {}
    writer = Writer(sheet, solutions, is_key=True)
    try:
        values = writer.values
    except (InputError, ValueError, ArithmeticError, LookupError):
        return None
    for blank in blanks:
        value = float(values[blank.place.quantity][blank.place.row, blank.place.column])
        if math.isfinite(value):
            text = write_number(value, sheet.decimals)
            solutions[blank.id] = Solution(blank, value, text, (text,))
    return writer


def _said(writer: Writer, blank: Blank) -> str:
    try:
        said = calculation(writer, blank)
    except (InputError, ValueError, ArithmeticError, LookupError):
        return ""
    return "" if "–" in said else said


def _tells(said: str, writer: Writer | None, answers: Iterable[Solution]) -> bool:
    """Is a right number of these the result, with or without its noughts behind?"""
    results = {_plain(writer.paper(text)) for one in answers for text in one.accepted} if writer else set()
    return _plain(said.rpartition("= ")[2]) in results


def _plain(number: str) -> str:
    """A number without the noughts behind its decimals."""
    return number.rstrip("0").rstrip(".,") if re.search("[.,]", number) else number
