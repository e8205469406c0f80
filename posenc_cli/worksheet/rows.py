"""Rows of answers: what somebody could copy from another sheet, and what is the same on all of them."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import WRITTEN
from posenc_cli.i18n import Notice
from posenc_cli.worksheet.draw import FIRST, drawable
from posenc_cli.worksheet.kinds import KINDS

if TYPE_CHECKING:
    from collections.abc import Collection, Hashable, Iterable, Mapping

    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

AnswerRow = tuple["Hashable", ...]


@dataclass(frozen=True)
class Rows:
    """Rows of one sheet, by quantity and what right work writes there.

    A whole row can be copied from any place; a number that stands alone only into its own blank.

    Attributes:
        asked: rows with blanks to calculate; of each, how many blanks every exercise has there.
        shown: rows of the same quantities that are printed.
    """

    asked: Mapping[AnswerRow, Counter[int]]
    shown: frozenset[AnswerRow]

    def tells(self, other: Rows) -> bool:
        """Does either of two sheets print a row that is asked on the other one?"""
        return not (self.shown.isdisjoint(other.asked) and other.shown.isdisjoint(self.asked))

    def shared(self, other: Rows, fixed: Collection[AnswerRow] = ()) -> set[AnswerRow]:
        """Rows that both ask for, without those that are the same everywhere."""
        return (self.asked.keys() & other.asked.keys()).difference(fixed)

    def but(self, fixed: Collection[AnswerRow]) -> Rows:
        """The same without rows that are no numbers of one sheet."""
        return Rows({row: blanks for row, blanks in self.asked.items() if row not in fixed}, self.shown)


def rows_of(sheet: Sheet) -> Rows:
    """The rows of a sheet that are asked for, and the printed ones of the same quantities."""
    run = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    blanks: dict[tuple[str, int], Counter[int]] = {}
    for one in sheet.blanks:
        if one.source is None:
            blanks.setdefault((one.place.quantity, one.place.row), Counter())[one.exercise] += 1
    asked: dict[AnswerRow, Counter[int]] = {}
    shown: set[AnswerRow] = set()
    for name in {name for name, _ in blanks}:
        mask = sheet.on_sheet[name]
        ticks = rounding.ticks(np.broadcast_to(run.written[name], mask.shape), sheet.decimals)
        for row in np.flatnonzero(mask.any(axis=1)).tolist():
            values = ticks[row][mask[row]].tolist()
            found: AnswerRow = (name, *values) if len(values) > 1 else (name, row, *values)
            if (name, row) in blanks:
                asked[found] = asked.get(found, Counter()) + blanks[name, row]
            else:
                shown.add(found)
    return Rows(asked, frozenset(shown))


def fixed_rows(found: Iterable[Rows]) -> frozenset[AnswerRow]:
    """Rows that all sheets ask for: nothing is drawn there."""
    every = [one.asked.keys() for one in found]
    return frozenset(every[0]).intersection(*every[1:]) if every else frozenset()


def same_for_all(spec: Spec, one: Rows, fixed: Collection[AnswerRow]) -> tuple[Notice, ...]:
    """Which answers are the same on all sheets of a worksheet, and what could be done about that.

    Args:
        spec: the worksheet.
        one: rows of any of the sheets.
        fixed: rows that all of them ask for.
    """
    every = sum(one.asked.values(), Counter[int]())
    alike = sum((blanks for row, blanks in one.asked.items() if row in fixed), Counter[int]())
    whole = [str(number) for number in sorted(alike) if alike[number] == every[number]]
    notices = [Notice("groups.same", {"exercises": ", ".join(whole)})] if whole else []
    notices += [
        Notice("groups.same-parts", {"exercise": number, "count": alike[number], "of": every[number]})
        for number in sorted(alike)
        if alike[number] < every[number]
    ]
    missing = [name for name in drawable(spec) if name not in spec.worksheet.vary]
    if alike and FIRST in missing and any(exercise.kind == "task" for exercise in spec.exercise):
        wanted = ", ".join(f'"{name}"' for name in (*spec.worksheet.vary, *missing))
        notices.append(Notice("groups.same-moved", {"known": wanted}))
    if spec.worksheet.control == "word":
        notices.append(Notice("groups.same-word"))
    if any(KINDS[exercise.kind].by_hand or _has_words(exercise.block) for exercise in spec.exercise):
        notices.append(Notice("groups.by-hand"))
    return tuple(notices)


def _has_words(blocks: Iterable[object]) -> bool:
    """Does a free task ask for a tick or a sentence?"""
    return any(getattr(block, "choice", None) or getattr(block, "question", None) for block in blocks)
