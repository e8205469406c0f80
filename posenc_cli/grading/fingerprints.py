"""Finger-prints: which row a likely slip leaves on a sheet, so that a teacher can diagnose by eye."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.grading.simulate import texts
from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.mistakes import forms_of, slips_of, worker_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.encodings.slips import Slip
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
    "rope-degrees",
    "calendar-degrees",
    "alibi-sign",
    "rel-direction-reversed",
    "rope-both-plus",
    "rope-both-minus",
    "learned-from-one",
    "nope-mask-forgotten",
)
Row = tuple[str, int]


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
    """A form of a slip, and what it leaves in every blank: numbers, and ticks."""

    slip: Slip
    written: NDArray[np.float64]
    ticks: NDArray[np.float64]


def fingerprints(sheet: Sheet, limit: int = 8) -> tuple[Row | None, tuple[Fingerprint, ...]]:
    """The row of blanks on which slips are shown, and the likeliest slips that show there; what they leave differs.

    The row is the first one of encodings that is asked for; where an exercise asks for none, that on which the most
    slips differ; None where no slip shows.

    Args:
        sheet: any.
        limit: of how many slips there is room.
    """
    trials = _trials(sheet)
    row = _encoded(sheet) or _telling(sheet, trials)
    if row is None:
        return None, ()
    inside = _rows(sheet)[row]
    alike = sorted(_alike(sheet, trials, inside).values(), key=lambda group: min(map(_rank, group)))[:limit]
    points = _points(sheet, [min(group, key=_rank) for group in alike])
    found = (
        Fingerprint(tuple(trial.slip for trial in group), _texts(group[0], inside, sheet.decimals), earned)
        for group, earned in zip(alike, points, strict=True)
    )
    return row, tuple(found)


def likelihood(slip: Slip) -> tuple[int, str, int]:
    """By which slips are sorted: the likeliest first."""
    likely = LIKELIEST.index(slip.id) if slip.id in LIKELIEST else len(LIKELIEST)
    return likely, slip.grade, slip.order


def _rank(trial: _Trial) -> tuple[int, str, int]:
    return likelihood(trial.slip)


def _texts(trial: _Trial, inside: list[int], asked: int) -> tuple[str | None, ...]:
    values, decimals = trial.ticks[inside] / 10**asked, trial.slip.decimals(asked)
    return tuple(None if np.isnan(value) else write_number(value, decimals) for value in values.tolist())


def _rows(sheet: Sheet) -> dict[Row, list[int]]:
    """Every row with blanks, and the numbers of its blanks."""
    found: dict[Row, list[int]] = {}
    for number, blank in enumerate(sheet.blanks):
        if blank.source is None:
            found.setdefault((blank.place.quantity, blank.place.row), []).append(number)
    return found


def _encoded(sheet: Sheet) -> Row | None:
    """The first row that an exercise on encodings asks for."""
    places = (blank.place for blank in sheet.blanks if blank.label == "encoding")
    return next(((place.quantity, place.row) for place in places), None)


def _telling(sheet: Sheet, trials: list[_Trial]) -> Row | None:
    """The row of several numbers on which the most slips differ from right work and from one another.

    A single number tells less to the eye; it is taken where no row of several shows anything.
    """
    rows = _rows(sheet)
    counts = {row: len(_alike(sheet, trials, inside)) for row, inside in rows.items()}
    shown = [row for row, count in counts.items() if count]
    return max(shown, key=lambda row: (len(rows[row]) > 1, counts[row]), default=None)


def _trials(sheet: Sheet) -> list[_Trial]:
    """Every slip, made all over the sheet, in each of its forms; what the sheet prints stays as printed."""
    if not sheet.blanks:
        return []
    # A row of encodings shows what goes wrong before it.
    shown = ("table",) if _encoded(sheet) else ("table", "add", "dot", "rotate", "score")
    worker, found = worker_of(sheet), []
    for slip in slips_of(sheet):
        for form in forms_of(sheet, slip) if slip.section in shown else ():
            written = worker.answers(*form)
            found.append(_Trial(slip, written, rounding.ticks(written, sheet.decimals)))
    return found


def _alike(sheet: Sheet, trials: list[_Trial], inside: list[int]) -> dict[tuple[float | None, ...], list[_Trial]]:
    """The slips that show in some blanks, each in the first form that does, by what they leave there."""
    low, high = (ends[inside] for ends in accepted_ticks(sheet))
    found: dict[tuple[float | None, ...], list[_Trial]] = {}
    known: set[str] = set()
    for trial in trials:
        ticks = trial.ticks[inside]
        if trial.slip.id not in known and not ((low <= ticks) & (ticks <= high)).all():
            known.add(trial.slip.id)
            found.setdefault(tuple(None if np.isnan(tick) else tick for tick in ticks.tolist()), []).append(trial)
    return found


def _points(sheet: Sheet, trials: list[_Trial]) -> list[float]:
    """Points of sheets on which one slip was made everywhere and nothing else went wrong."""
    submissions = [from_mapping(texts(sheet, trial.written)) for trial in trials]
    return [student.points for student in check(sheet, submissions, among=[trial.slip for trial in trials]).students]
