"""Moodle's report on a quiz: a row a try, a column a question, and all places of a question in one cell.

``Teil 1: 0,909; Teil 2: -0,416`` is what was answered in the first and second place; ``-`` is a question nobody
answered. The report names questions by their numbers in the quiz only. Which of them is which exercise is told by its
text, if the teacher asked for it in the report, and else by how many places it has, in the order of the sheet.
"""

from __future__ import annotations

import html
import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.grading.headings import QUESTION, RESPONSE
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.grading.handed_in import Handed

_PART = re.compile(r"(?:\A|;\s*)(?P<label>[^\W\d_]+) (?P<number>\d{1,3}):[ \t]?")
#: Our questions begin with the number of their exercise.
_NUMBER = re.compile(r"\s*(\d{1,3})\s")
_MARKED = re.compile(r"\[([a-z0-9]+(?:_[a-z0-9]+)*)\]")


@dataclass(frozen=True)
class AskedThere:
    """A question that Moodle makes of an exercise.

    Attributes:
        number: of the exercise, as the question's text begins.
        places: ids of its blanks in their order; "" for a place that nobody marks here.
    """

    number: str
    places: tuple[str, ...]


def is_responses(handed: Handed) -> bool:
    """Is it such a report?"""
    return any(map(RESPONSE.fullmatch, handed.headings))


def unfolded(handed: Handed, asked: Sequence[AskedThere]) -> Handed:
    """The same answers with a column for every blank.

    Args:
        handed: the report.
        asked: the questions that Moodle has of the sheet, in the order of the sheet.

    Raises:
        InputError: no column can be a question of the sheet.
    """
    columns = {int(found[1]): at for at, found in enumerate(map(RESPONSE.fullmatch, handed.headings)) if found}
    texts = {int(found[1]): at for at, found in enumerate(map(QUESTION.fullmatch, handed.headings)) if found}
    rows = handed.table.rows
    cells = {number: [parts_of(row[at]) for row in rows] for number, at in sorted(columns.items())}
    said = {number: next((row[at] for row in rows if row[at]), "") for number, at in texts.items()}
    places = _places(cells, said, asked)
    if not places:
        raise InputError("inputs.moodle-other", path=handed.path, found=len(columns), expected=len(asked))
    kept = [at for at in range(handed.table.width) if at not in columns.values() and at not in texts.values()]
    wanted = [(number, at, name) for number, names in places.items() for at, name in enumerate(names) if name]
    header = handed.table.header or []
    answers = [[_at(cells[number][row], at) for number, at, _ in wanted] for row in range(len(rows))]
    table = replace(
        handed.table,
        header=[*(header[at] for at in kept), *(f"[{name}]" for _, _, name in wanted)],
        rows=[[*(cells[at] for at in kept), *mine] for cells, mine in zip(rows, answers, strict=True)],
        notices=(*handed.table.notices, *_doubts(handed, columns, places, asked)),
    )
    return replace(handed, table=table)


def parts_of(cell: str) -> list[str] | None:
    """What was answered in each place, or None if nobody answered anything."""
    text = html.unescape(cell).strip()
    if text in {"", "-"}:
        return None
    found: list[re.Match[str]] = []
    for part in _PART.finditer(text):
        # A label inside an answer is no label.
        if int(part["number"]) == len(found) + 1 and part["label"] == (found or [part])[0]["label"]:
            found.append(part)
    if not found or found[0].start():
        return [text]
    ends = [*(part.start() for part in found[1:]), len(text)]
    return [text[part.end() : end].strip() for part, end in zip(found, ends, strict=True)]


def _at(parts: list[str] | None, at: int) -> str:
    return parts[at] if parts is not None and at < len(parts) else ""


def _places(
    cells: Mapping[int, list[list[str] | None]], said: Mapping[int, str], asked: Sequence[AskedThere]
) -> dict[int, tuple[str, ...]]:
    """The blanks of a question by its number in the quiz."""
    found: dict[int, tuple[str, ...]] = {}
    open_ = list(asked)
    by_number = {one.number: one for one in asked}
    for number, text in said.items():
        if number not in cells:  # a question without its column of answers
            continue
        names = tuple(_MARKED.findall(text.casefold()))
        begin = _NUMBER.match(text)
        if names:
            found[number] = names
        elif begin and begin[1] in by_number and by_number[begin[1]] in open_:
            found[number] = by_number[begin[1]].places
            open_.remove(by_number[begin[1]])
    for number, answers in cells.items():
        if number in found:
            continue
        sizes = {len(parts) for parts in answers if parts is not None}
        fits = [at for at, one in enumerate(open_) if sizes <= {len(one.places)}]
        if fits:
            found[number] = open_[fits[0]].places
            # The order is that of the sheet: what was passed over is not in the quiz, or comes under its own number.
            del open_[: fits[0] + 1]
    return found


def _doubts(
    handed: Handed, columns: Mapping[int, int], places: Mapping[int, tuple[str, ...]], asked: Sequence[AskedThere]
) -> list[Notice]:
    """What was passed over; and which column was taken for what, where nothing but the number of places says it."""
    found = []
    if strange := [str(number) for number in columns if number not in places]:
        found.append(Notice("inputs.moodle-left-out", {"path": handed.path, "given": ", ".join(strange)}))
    if len(columns) != len(asked) and not any(map(QUESTION.fullmatch, handed.headings)):
        numbers = {one.places: one.number for one in asked}
        taken = ", ".join(f"{number} = {numbers[names]}" for number, names in places.items() if names in numbers)
        found.append(Notice("inputs.moodle-guessed", {"path": handed.path, "taken": taken}))
    return found
