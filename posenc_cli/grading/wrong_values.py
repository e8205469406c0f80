"""What likely slips leave in single blanks: wrong numbers that people really write, for hints and for self-control."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.grading.fingerprints import likelihood
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.mistakes import forms_of, slips_of, worker_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet


@dataclass(frozen=True)
class WrongValues:
    """One slip, made all over a sheet.

    Attributes:
        slip: the slip.
        blanks: ids of those that go wrong by it and are no copies.
        texts: by the id of a blank what stands there, ASCII minus and decimal point; no number that is right somewhere
            on the sheet.
    """

    slip: Slip
    blanks: tuple[str, ...]
    texts: Mapping[str, str]


def wrong_values(sheet: Sheet) -> Iterator[WrongValues]:
    """Every slip that shows on a sheet, the likeliest first, each in the first of its forms that shows.

    Made one by one: who needs only some of them does not wait for all.
    """
    if not sheet.blanks:
        return
    low, high = accepted_ticks(sheet)
    worker = worker_of(sheet)
    for slip in sorted(slips_of(sheet), key=likelihood):
        for form in forms_of(sheet, slip):
            ticks = rounding.ticks(worker.answers(*form), sheet.decimals)
            shows = ~((low <= ticks) & (ticks <= high))
            wrong = [n for n, blank in enumerate(sheet.blanks) if blank.source is None and shows[n]]
            texts = {
                sheet.blanks[n].id: write_number(float(ticks[n]) / 10**sheet.decimals, slip.decimals(sheet.decimals))
                for n in wrong
                if np.isfinite(ticks[n]) and not ((low <= ticks[n]) & (ticks[n] <= high)).any()
            }
            if texts:
                yield WrongValues(slip, tuple(sheet.blanks[n].id for n in wrong), texts)
                break


def slip_values(sheet: Sheet) -> Mapping[str, frozenset[float]]:
    """By the id of every blank all numbers that any form of any slip makes there, also those that are right elsewhere.

    Copies and what is accepted at the blank itself are left out.
    """
    found: dict[str, set[float]] = {blank.id: set() for blank in sheet.blanks if blank.source is None}
    if not found:
        return {}
    low, high = accepted_ticks(sheet)
    worker = worker_of(sheet)
    for slip in slips_of(sheet):
        for form in forms_of(sheet, slip):
            ticks = rounding.ticks(worker.answers(*form), sheet.decimals)
            shows = np.isfinite(ticks) & ~((low <= ticks) & (ticks <= high))
            for at in np.flatnonzero(shows):
                if sheet.blanks[at].id in found:
                    found[sheet.blanks[at].id].add(float(ticks[at]) / 10**sheet.decimals)
    return {name: frozenset(values) for name, values in found.items()}
