"""Finger-prints: which row a likely slip leaves on a sheet, so that a teacher can diagnose by eye."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import WRITTEN, reachable
from posenc_cli.calculation.formula import Cells
from posenc_cli.encodings import encoding
from posenc_cli.encodings.slips import OTHER, WRITE, Slip, load
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.key import accepted_ticks

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.sheet import Sheet

#: The likeliest slips of people with a pocket calculator, before all others; the rest follows by grade.
LIKELIEST = (
    "angle-degrees",
    "pos-from-one",
    "func-swapped",
    "exp-dimension-index",
    "exp-two-missing",
    "sign-lost",
    "order-halves",
    "round-truncated",
    "pos-row-above",
    "div-multiplied",
    "pos-same-for-all",
)
#: Slips of writing that have a share of the points of their own.
_CREDITS = {"round-truncated": "rounding", "round-two-decimals": "coarse"}


@dataclass(frozen=True)
class Fingerprint:
    """What a slip leaves behind.

    Attributes:
        slips: the slip, and others that leave the same row, in catalogue order.
        row: what is written in the row, ASCII minus and decimal point; None where the calculator shows an error.
        points: of a sheet on which nothing else went wrong, follow-through counted.
    """

    slips: tuple[Slip, ...]
    row: tuple[str | None, ...]
    points: float


@dataclass(frozen=True)
class _Trial:
    slip: Slip
    variant: Mapping[str, str]
    ticks: Any


def fingerprint_row(sheet: Sheet) -> int | None:
    """The row on which slips are shown: the first whose encoding is asked for; None without such a row."""
    return next((blank.place.row for blank in sheet.blanks if blank.place.quantity == "pe"), None)


def fingerprints(sheet: Sheet, limit: int = 8) -> tuple[Fingerprint, ...]:
    """The likeliest slips that show on the first row of encodings, the likeliest first; rows differ from each other."""
    target = fingerprint_row(sheet)
    if target is None:
        return ()
    places = [(blank.place.quantity, blank.place.row) for blank in sheet.blanks]
    inside = np.array([place == ("pe", target) for place in places])
    low, high = accepted_ticks(sheet)
    alike: dict[tuple[float | None, ...], list[_Trial]] = {}
    for trial in _trials(sheet):
        row = tuple(None if np.isnan(tick) else float(tick) for tick in trial.ticks[inside])
        right = (low[inside] <= trial.ticks[inside]) & (trial.ticks[inside] <= high[inside])
        known = {one.slip.id for trials in alike.values() for one in trials}
        if not right.all() and trial.slip.id not in known:
            alike.setdefault(row, []).append(trial)
    ordered = sorted(alike.items(), key=lambda item: min(_rank(trial.slip) for trial in item[1]))
    return tuple(
        Fingerprint(tuple(trial.slip for trial in trials), _texts(row, sheet.decimals), _points(sheet, trials))
        for row, trials in ordered[:limit]
    )


def _rank(slip: Slip) -> tuple[int, str, int]:
    likely = LIKELIEST.index(slip.id) if slip.id in LIKELIEST else len(LIKELIEST)
    return likely, slip.grade, slip.order


def _texts(row: tuple[float | None, ...], decimals: int) -> tuple[str | None, ...]:
    return tuple(None if tick is None else write_number(tick / 10**decimals, decimals) for tick in row)


def _trials(sheet: Sheet) -> list[_Trial]:
    """Every table slip, answered all over the sheet, in each of its forms; what the sheet prints stays as printed."""
    slips = load(encoding(sheet.spec.worksheet.encoding).slips)
    right = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    printed = {name: Cells(right.written[name], mask) for name, mask in sheet.printed.items() if mask.any()}
    asked = {blank.place.quantity: sheet.on_sheet[blank.place.quantity] for blank in sheet.blanks}
    found = []
    for slip in slips:
        for variant, other in (
            slip.forms(len(sheet.positions), sheet.spec.worksheet.d) if slip.section == "table" else ()
        ):
            run = sheet.formula.but(**variant).run(
                {**sheet.given, OTHER: other or 0},
                WRITTEN,
                answers=printed,
                on_sheet=sheet.on_sheet,
                decimals=sheet.decimals,
            )
            written = {name: np.broadcast_to(run.written[name], mask.shape) for name, mask in asked.items()}
            answers = [written[b.place.quantity][b.place.row, b.place.column] for b in sheet.blanks]
            found.append(_Trial(slip, variant, rounding.ticks(np.array(answers, dtype=np.float64), sheet.decimals)))
    return found


def _points(sheet: Sheet, trials: list[_Trial]) -> float:
    """Points of a sheet with the likeliest of some slips and no other fault."""
    trial = min(trials, key=lambda one: _rank(one.slip))
    low, high = accepted_ticks(sheet)
    own_low, own_high = _followed(sheet, trial.ticks)
    credit = sheet.spec.worksheet.credit
    writing = getattr(credit, _CREDITS.get(trial.slip.id, ""), 0.0) if set(trial.variant) == {WRITE} else 0.0
    guarded = _guarded(sheet, trial.ticks, low, high)
    total = 0.0
    for number, blank in enumerate(sheet.blanks):
        tick = trial.ticks[number]
        follows = own_low[number] <= tick <= own_high[number] and not guarded
        right = low[number] <= tick <= high[number]
        total += blank.points * max(float(right), credit.follow_through if follows else 0.0, writing)
    return total


def _followed(sheet: Sheet, ticks: Any) -> tuple[Any, Any]:  # noqa: ANN401
    """What is right for the student's own earlier cells."""
    values: dict[str, Any] = {}
    masks: dict[str, Any] = {}
    for blank, tick in zip(sheet.blanks, ticks, strict=True):
        name, cell = blank.place.quantity, (blank.place.row, blank.place.column)
        mask = sheet.on_sheet[name]
        values.setdefault(name, np.zeros(mask.shape))[cell] = tick / 10.0**sheet.decimals
        masks.setdefault(name, np.zeros(mask.shape, dtype=bool))[cell] = np.isfinite(tick)
    algebra = reachable(sheet.decimals)
    answers = {name: Cells(algebra.leaf(values[name]), masks[name]) for name in values}
    run = sheet.formula.run(sheet.given, algebra, answers=answers, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    return accepted_ticks(sheet, run)


def _guarded(sheet: Sheet, ticks: Any, low: Any, high: Any) -> bool:  # noqa: ANN401
    """Is a wrong row made of zeros and ones, or copied from a printed one? Nothing follows from such a row."""
    rows: dict[tuple[str, int], list[int]] = {}
    for number, blank in enumerate(sheet.blanks):
        rows.setdefault((blank.place.quantity, blank.place.row), []).append(number)
    right = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
    for (name, _row), numbers in rows.items():
        mine = ticks[numbers]
        if bool(((low[numbers] <= mine) & (mine <= high[numbers])).all()) or len(numbers) == 1:
            continue
        whole = sheet.printed[name].all(axis=1)
        printed = rounding.ticks(right.written[name][whole], sheet.decimals)
        trivial = np.isin(mine, (0.0, 10.0**sheet.decimals)).all()
        if trivial or (printed.shape[-1] == len(mine) and (printed == mine).all(axis=1).any()):
            return True
    return False
