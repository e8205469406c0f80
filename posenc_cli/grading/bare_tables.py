"""Tables without a worksheet: rows of numbers, one a position, with or without names."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.grading import headings as known_headings
from posenc_cli.grading.handed_in import Handed, Rounds
from posenc_cli.grading.headings import Names, find_column, fold
from posenc_cli.i18n.numbers import read_number

if TYPE_CHECKING:
    from collections.abc import Sequence

    from posenc_cli.grading.submission import Submission


def rows_by_position(
    handed: Handed, d: int, positions: Sequence[int] | None, first: int
) -> list[tuple[str | None, int, list[str]]]:
    """A bare table: (name, position, cells) of each row.

    Args:
        handed: with headings ``pos``, ``d1`` … (and a name), or rows without a header.
        d: cells that a row must have.
        positions: of the rows of each student, where the file does not say.
        first: position of the first row where nobody says.

    Raises:
        InputError: a row of another width, a position that is no whole number, or more rows than positions.
    """
    rows = [_plain_row(handed, number, d) for number in range(len(handed.table.rows))]
    counts: Counter[str] = Counter()
    found = []
    for number, (name, told, cells) in enumerate(rows):
        key = fold(name) if name is not None else ""
        if told is not None:
            position = _position(told, handed, number)
        elif positions is None:
            position = first + counts[key]
        elif name is None and counts[key] >= len(positions):
            raise InputError("check.more-rows", path=handed.path, given=len(positions))
        else:
            # A named student who has used up all positions starts the next attempt.
            position = positions[counts[key] % len(positions)]
        counts[key] += 1
        found.append((name, position, cells))
    return found


def _plain_row(handed: Handed, number: int, d: int) -> tuple[str | None, str | None, list[str]]:
    """Name, position as it stands there, and cells of one row."""
    row, headings = handed.table.rows[number], handed.headings
    if handed.table.header is None:
        before, cells = row[:-d], row[-d:]
        names = [cell for cell in before if read_number(cell).status != "number"]
        told = [cell for cell in before if read_number(cell).status == "number"]
    else:
        name, pos = Names.of(headings), find_column(headings, known_headings.POSITION)
        wanted = [find_column(headings, (f"d{k}", f"d{_lowered(k)}")) for k in range(1, d + 1)]
        if None in wanted:
            about = (known_headings.SHEET, known_headings.SHEET_CODE)
            other = {pos, *name.columns, *(find_column(headings, each) for each in about)}
            wanted = [column for column in range(len(row)) if column not in other]
        cells = [row[column] for column in wanted if column is not None]
        names = [name(row) or ""]
        told = [] if pos is None else [row[pos]]
    if len(cells) != d or len(told) > 1 or len(names) > 1:
        raise InputError("check.row-width", path=handed.path, line=handed.line(number), given=len(row), d=d)
    return (names[0] if names else "") or None, told[0] if told else None, cells


def by_rows(rows: Sequence[tuple[str | None, int, list[str]]]) -> list[Submission]:
    """Submissions for the sheet of a table (:mod:`posenc_cli.grading.quick`); a position again is an attempt."""
    rounds = Rounds()
    for name, position, cells in rows:
        rounds.add(name, {f"pe{position}_d{k}": read_number(cell) for k, cell in enumerate(cells, start=1)})
    return rounds.submissions()


def _position(text: str, handed: Handed, number: int) -> int:
    value = read_number(text).value
    if value is None or value != int(value) or value < 0:
        raise InputError("check.bad-position", path=handed.path, line=handed.line(number), given=text)
    return int(value)


def _lowered(number: int) -> str:
    return str(number).translate(str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉"))
