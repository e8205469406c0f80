"""The interval reading against enumerated ways of rounding: nothing right is refused, nothing else is accepted."""

from __future__ import annotations

import math
import random

import pytest

from posenc_cli.calculation.algebras import WRITTEN
from posenc_cli.calculation.formula import Run
from posenc_cli.calculation.intervals import Interval
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.sheet import Sheet
from tests.worksheet.random_sheets import random_sheet
from tests.worksheet.ways import Values, Ways, fine, rounded

SHEETS = range(24)


def compared(seed: int, decimals: int) -> tuple[int, int, list[str]]:
    """How many cells a sheet has, how many of them accept a text that no way ends in, which refuse one that does."""
    sheet = random_sheet(seed, decimals=decimals)
    ways = Ways(sheet, decimals)
    loose, escaped = 0, []
    for blank, low, high in zip(sheet.blanks, *accepted_ticks(sheet), strict=True):
        place = blank.source or blank.place
        reached = ways.ticks(place.quantity, place.row, place.column)
        accepted = set(range(int(low), int(high) + 1))
        loose += bool(accepted - reached)
        if not reached <= accepted:
            escaped.append(f"{blank.id}: {sorted(reached - accepted)} beyond {sorted(accepted)}")
        assert {int(low), int(high)} <= reached, f"{blank.id} accepts an end that nobody reaches"
    return len(sheet.blanks), loose, escaped


@pytest.mark.parametrize("decimals", [2, 3])
def test_what_correct_work_reaches_is_accepted_and_nothing_else(decimals: int) -> None:
    """Every way of rounding as the rules allow ends in an accepted text; every accepted text is the end of some way.

    Between two ends a text may be out of reach (the ways have gaps); that is rarer than one cell in a hundred.
    """
    found = [compared(seed, decimals) for seed in SHEETS]
    assert [escaped for _, _, escaped in found if escaped] == []
    cells, loose = (sum(counts) for counts in list(zip(*found, strict=True))[:2])
    assert cells > 500
    assert loose <= 0.01 * cells


def test_a_narrower_reading_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """If what stands on the sheet had to be used as it is written there, right answers would be refused."""

    def narrow(sheet: Sheet) -> Run:
        found = sheet.formula.run(sheet.given, WRITTEN, on_sheet=sheet.on_sheet, decimals=sheet.decimals)
        return Run(written={name: Interval.point(value) for name, value in found.written.items()})

    monkeypatch.setattr(Sheet, "reachable", property(narrow))
    assert any(compared(seed, 3)[2] for seed in SHEETS)


def cosines(ways: Ways, rng: random.Random, picks: int) -> set[int]:
    """Ticks of the cosine that random ways end in: one value a cell, used wherever that cell is used."""
    sheet, decimals = ways.sheet, ways.decimals
    columns = range(sheet.spec.worksheet.d)
    sides = [
        [ways.side(side, sheet.given[row], column) for column in columns]
        for side, row in (("left", "first"), ("right", "second"))
    ]

    def length(vector: list[float]) -> float:
        return rng.choice(fine([math.hypot(*vector)], decimals))

    found = set()
    for pick in range(picks):

        def chosen(values: Values, *, ends: bool = pick % 2 == 0) -> float:
            return rng.choice((values[0], values[-1])) if ends else rng.choice(values)

        left, right = ([chosen(values) for values in side] for side in sides)
        pairs = enumerate(zip(left, right, strict=True))
        products = [rng.choice(ways.carried("prod", 0, column, (a * b,))) for column, (a, b) in pairs]
        dot = rng.choice(ways.carried("dot", 0, 0, (sum(products),)))
        found.add(round(rounded(dot / (length(left) * length(right)), decimals) * 10**decimals))
    return found


def test_cosine_is_never_refused_and_rarely_wide() -> None:
    """The cosine reads its vectors twice, so its interval is wider than the ways; mostly by one text at most."""
    rng = random.Random(7)  # noqa: S311  (the same ways every time)
    wider = []
    for seed in range(30):
        sheet = random_sheet(seed, cosine=True)
        number = [blank.id for blank in sheet.blanks].index("cos")
        low, high = (int(side[number]) for side in accepted_ticks(sheet))
        reached = cosines(Ways(sheet, 3), rng, 400)
        assert low <= min(reached)
        assert max(reached) <= high
        wider.append((high - low) - (max(reached) - min(reached)))
    assert sum(extra <= 1 for extra in wider) >= 0.8 * len(wider)
