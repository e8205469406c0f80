"""What may stand in every blank, and what it is worth: for systems that mark by a list, each blank by itself.

Nobody's own numbers are known there: nothing follows through, and a slip is told by what it leaves in one blank.
"""

from __future__ import annotations

from dataclasses import dataclass
from decimal import ROUND_CEILING, ROUND_FLOOR, Decimal
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.grading.answers import Answers, written_decimals
from posenc_cli.grading.fingerprints import likelihood
from posenc_cli.grading.marking import Marker
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.mistakes import forms_of, slips_of, worker_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.key import Solution
    from posenc_cli.worksheet.sheet import Blank, Sheet

#: Signs of the longest wrong number that is foreseen; nobody copies a longer one from a display.
_LONGEST = 14


@dataclass(frozen=True)
class Foreseen:
    """What is foreseen for one blank; numbers as texts with ASCII minus and decimal point, no text twice.

    Attributes:
        blank: which one.
        text: what a person gets.
        accepted: all texts with the asked decimals that are right, ``text`` first.
        coarse: right texts with one decimal too few.
        rounding: texts whose last decimal is one off, as they come of cutting or of rounding too early.
        slips: by a wrong text the slips that lead to it, in the order in which they are listed.
    """

    blank: Blank
    text: str
    accepted: tuple[str, ...]
    coarse: tuple[str, ...]
    rounding: tuple[str, ...]
    slips: Mapping[str, tuple[Slip, ...]]


def foreseen(sheet: Sheet) -> tuple[Foreseen, ...]:
    """What is foreseen for every blank of a sheet, in their order.

    Raises:
        InputError: a blank has no value, or nearly every answer would be right.
    """
    if not sheet.blanks:
        return ()
    solved = solve(sheet)
    verdicts = _verdicts(sheet, solved)
    slips = _slips(sheet)
    found = []
    for number, solution in enumerate(solved):
        judged = verdicts[number]
        coarse, near = (
            tuple(text for text, verdict in judged.items() if verdict == wanted) for wanted in ("coarse", "rounding")
        )
        known = {Decimal(text) for text in (*solution.accepted, *coarse, *near)}
        wrong = {text: alike for text, alike in slips[number].items() if Decimal(text) not in known}
        others = (text for text in solution.accepted if text != solution.text)
        found.append(Foreseen(solution.blank, solution.text, (solution.text, *others), coarse, near, wrong))
    return tuple(found)


def _verdicts(sheet: Sheet, solved: Sequence[Solution]) -> list[dict[str, str]]:
    """The verdicts on what is next to the right answers, by text, of each blank.

    A student tries something at all blanks of one quantity and has everything else right: none of these is made from
    another one.
    """
    tried = [_neighbours(one, sheet.decimals) for one in solved]
    right = [Decimal(one.text) for one in solved]
    rows, places = [], []
    for quantity in dict.fromkeys(one.blank.place.quantity for one in solved):
        inside = [number for number, one in enumerate(solved) if one.blank.place.quantity == quantity]
        for turn in range(max(len(tried[number]) for number in inside)):
            texts = {number: tried[number][turn] for number in inside if turn < len(tried[number])}
            rows.append([Decimal(texts[n]) if n in texts else value for n, value in enumerate(right)])
            places.append(texts)
    found: list[dict[str, str]] = [{} for _ in solved]
    for texts, row in zip(places, Marker(sheet, _answers(rows)).verdicts(), strict=True):
        for number, text in texts.items():
            found[number][text] = row[number]
    return found


def _neighbours(solution: Solution, decimals: int) -> list[str]:
    """One unit of the last decimal beside what is accepted, and what one decimal fewer may look like."""
    accepted = [Decimal(text) for text in solution.accepted]
    unit = Decimal(1).scaleb(-decimals)
    fewer = unit.scaleb(1)
    shorter = {one.quantize(fewer, mode) for one in accepted for mode in (ROUND_FLOOR, ROUND_CEILING)} - {*accepted}
    beside = {accepted[0] - unit, accepted[-1] + unit} - shorter
    return [
        *(write_number(one, decimals - 1) for one in sorted(shorter)),
        *(write_number(one, decimals) for one in sorted(beside)),
    ]


def _answers(rows: Sequence[Sequence[Decimal]]) -> Answers:
    """Numbers as answers of so many students."""
    decimals = [[written_decimals(value) for value in row] for row in rows]
    values = np.array([[float(value) for value in row] for row in rows])
    nothing = np.zeros(values.shape, dtype=bool)
    return Answers(values, np.array(decimals, dtype=np.int64), nothing, nothing)


def _slips(sheet: Sheet) -> list[dict[str, tuple[Slip, ...]]]:
    """What each slip leaves in every blank, in any of its forms: the slips by text, the likeliest texts first."""
    worker = worker_of(sheet)
    found: list[dict[str, dict[str, Slip]]] = [{} for _ in sheet.blanks]
    for slip in sorted(slips_of(sheet), key=likelihood):
        for form in forms_of(sheet, slip):
            ticks = rounding.ticks(worker.answers(*form), sheet.decimals)
            for number, text in enumerate(_texts(ticks, sheet.decimals)):
                if text is not None:
                    found[number].setdefault(text, {})[slip.id] = slip
    return [
        {text: tuple(sorted(alike.values(), key=lambda slip: slip.order)) for text, alike in texts.items()}
        for texts in found
    ]


def _texts(ticks: Any, decimals: int) -> list[str | None]:  # noqa: ANN401
    """Ticks as texts; None where a calculator shows an error or more than anybody writes."""
    written = [
        write_number(Decimal(int(tick)).scaleb(-decimals), decimals) if np.isfinite(tick) else "" for tick in ticks
    ]
    return [text if 0 < len(text) <= _LONGEST else None for text in written]
