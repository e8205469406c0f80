"""A practice sheet: the exercises of a worksheet on which some slips show, with other numbers, and one planted slip."""

from __future__ import annotations

from itertools import product
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.calculation import rounding
from posenc_cli.calculation.algebras import WRITTEN
from posenc_cli.calculation.formula import Cells
from posenc_cli.encodings.slips import OTHER
from posenc_cli.errors import InputError, UsageError
from posenc_cli.i18n import text
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.dump import dump
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.kinds_slip import PLANTED
from posenc_cli.worksheet.mistakes import forms_of, slips_of, worker_of
from posenc_cli.worksheet.seen import seen
from posenc_cli.worksheet.spec import Exercise, read

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: Slips that one sheet is aimed at.
MOST_SLIPS = 2
#: Seeds among which one is looked for whose numbers show the slips.
_SEEDS = 12
_PLANTING = "planted-slip"


def practice(spec: Spec, slips: Sequence[str], seed: int, folder: Path | None) -> Sheet:
    """A sheet to practise on.

    Args:
        spec: the worksheet on which the slips were made.
        slips: their ids, the most important first.
        seed: from which on numbers are drawn; those are taken that show the slips.
        folder: where the sheet's own worksheet will be kept.

    Raises:
        UsageError: no such slip can be made on the worksheet.
    """
    sheet = build(spec)
    known = {slip.id: slip for slip in slips_of(sheet) if slip.variants}
    wanted = [known[name] for name in slips if name in known][:MOST_SLIPS]
    if not wanted:
        raise UsageError("practice.no-slip", name=spec.worksheet.name, given=", ".join(slips) or "–")
    aimed = _aimed(spec, sheet, wanted, folder)
    best: tuple[int, Sheet] | None = None
    for number in range(seed, seed + _SEEDS):
        try:
            found = vary(aimed, number)
        except InputError:
            continue
        (there,) = seen([found])
        shown = sum(slip.id in there.visible for slip in wanted)
        if best is None or shown > best[0]:
            best = shown, found
        if shown == len(wanted):
            break
    return build(aimed) if best is None else best[1]


def _aimed(spec: Spec, sheet: Sheet, wanted: Sequence[Slip], folder: Path | None) -> Spec:
    """The worksheet with just the exercises on which the slips show, and those that they need before them."""
    numbers = [part.number for part in sheet.parts]
    touched = {numbers.index(sheet.blanks[blank].exercise) for slip in wanted for blank in _shown(sheet, slip)}
    asked = sorted(touched) or list(range(len(numbers)))
    planted = next((slip.id for slip in wanted if slip.id in PLANTED), None)
    parts = [sorted({*range(start, asked[0]), *asked}) for start in reversed(range(asked[0] + 1))]
    tries = product([*parts, range(len(numbers))], dict.fromkeys((planted, None)))
    return next((made for kept, slip in tries if _can_be_built(made := _with(spec, kept, slip, folder))), spec)


def _can_be_built(spec: Spec) -> bool:
    try:
        build(spec)
    except InputError:
        return False
    return True


def _shown(sheet: Sheet, slip: Slip) -> list[int]:
    """The blanks that a slip makes wrong with everything before them right, in the first form that does."""
    low, high = accepted_ticks(sheet)
    right = worker_of(sheet).right.written
    cells = {name: Cells(right[name], mask) for name, mask in sheet.on_sheet.items() if name in right}
    for rules, other in forms_of(sheet, slip):
        given = sheet.given if other is None else {**sheet.given, OTHER: other}
        run = sheet.formula.but(**rules).run(
            given, WRITTEN, answers=cells, on_sheet=sheet.on_sheet, decimals=sheet.decimals
        )
        wrong = []
        for number, blank in enumerate(sheet.blanks):
            place = blank.place
            values = np.broadcast_to(run.written[place.quantity], sheet.on_sheet[place.quantity].shape)
            tick = rounding.ticks(values[place.row, place.column], sheet.decimals)
            wrong += [number] if not low[number] <= tick <= high[number] else []
        if wrong:
            return wrong
    return []


def _with(spec: Spec, kept: Sequence[int], planted: str | None, folder: Path | None) -> Spec:
    language = spec.worksheet.language
    exercises = [spec.exercise[number] for number in kept]
    if planted:
        exercises.insert(0, Exercise(kind=_PLANTING, slip=planted))
    about = spec.worksheet.model_copy(
        update={
            "name": f"{spec.worksheet.name[:48]}-{text(language, 'practice.name')}",
            "minutes": 0,
            "title": text(language, "practice.title", title=spec.worksheet.title)[:200],
        }
    )
    file = spec.embeddings.file
    vectors = spec.embeddings
    if file is not None and spec.folder is not None:
        vectors = vectors.model_copy(update={"file": str((spec.folder / file).resolve())})
    changed = spec.model_copy(update={"worksheet": about, "exercise": tuple(exercises), "embeddings": vectors})
    return read(dump(changed), about.name, folder or spec.folder)
