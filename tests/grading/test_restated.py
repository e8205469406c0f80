from __future__ import annotations

import math
import random
from collections import Counter
from decimal import Decimal

import numpy as np
import pytest

from posenc_cli.grading.answers import collect
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.marking import Marker
from posenc_cli.i18n.numbers import read_number
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import Spec
from tests.grading.honest import Honest, Task, random_task, rounded
from tests.grading.restated import Marking

SHEETS = 300
#: So that several processes can share them.
PARTS = 6


class Slipping(Honest):
    """A student who takes a wrong way in the encodings or the sums and goes on rightly."""

    def __init__(self, task: Task, rng: random.Random) -> None:
        super().__init__(task, rng)
        self.way = rng.choice(("right", "right", "degrees", "swapped", "from one", "zeros", "ones"))

    def encoding(self, position: int, k: int) -> float:
        """One value of the encoding, by this student's way; what the sheet prints is not changed by it."""
        if position not in self.task.blank:
            return super().encoding(position, k)
        angle = position / 10000 ** (2 * (k // 2) / self.task.d)
        ways = {
            "degrees": (math.sin, math.cos)[k % 2](math.radians(angle)),
            "swapped": (math.cos, math.sin)[k % 2](angle),
            "zeros": 0.0,
            "ones": 1.0,
        }
        if self.way == "from one":
            return super().encoding(position + 1, k)
        return ways[self.way] if self.way in ways else super().encoding(position, k)


def spoilt(answers: dict[str, str], rng: random.Random, decimals: int) -> dict[str, str]:
    """Some answers left out, mistyped, cut, coarse, with further digits, or not a number."""
    share, found = rng.choice((0.0, 0.1, 0.4)), dict(answers)
    for name, text in answers.items():
        if rng.random() >= share:
            continue
        value, unit = float(text), 10.0**-decimals
        found[name] = rng.choice(
            (
                "",
                "Error",
                "1.000,5",
                f"{value + rng.choice((-2, -1, 1, 2)) * unit:.{decimals}f}",
                f"{value + rng.choice((-1, 1)) * unit:.{decimals}f}",
                f"{rounded(value, decimals - 1):.{decimals - 1}f}",
                f"{rounded(value, decimals - 1) + unit * 10:.{decimals - 1}f}",
                f"{text}{rng.randint(0, 9)}",
                f"{text}{rng.randint(0, 99):02}",
                f"{-value:.{decimals}f}",
                f"{rng.uniform(-1.5, 1.5):.{decimals}f}",
                rng.choice(list(answers.values())),
                "0",
            )
        )
    return found


def disagreements(seed: int) -> tuple[list[str], Counter[str]]:
    """Where the two markings differ on one random sheet with one student, and how often each verdict was given."""
    rng = random.Random(seed)  # noqa: S311  (the same sheets every time)
    task = random_task(rng, decimals=rng.choice((2, 3, 3, 4)))
    sheet = build(Spec.model_validate(task.spec()))
    answers = spoilt(Slipping(task, rng).work(), rng, task.decimals)
    places, numbers = [], {}
    for blank in sheet.blanks:
        place = (blank.place.quantity, blank.place.row, blank.place.column)
        source = (blank.source.quantity, blank.source.row, blank.source.column) if blank.source else None
        places.append((place, source))
        reading = read_number(answers[blank.id])
        numbers[place] = {"blank": None, "unreadable": ""}.get(reading.status, reading.value)
    slow = Marking(task, places, numbers).verdicts()
    fast = Marker(sheet, collect(sheet, [from_mapping(answers)])).verdicts()[0]
    return [
        f"{seed} {blank.id} {answers[blank.id]}: {one} is restated as {other}"
        for blank, one, other in zip(sheet.blanks, fast, slow, strict=True)
        if one != other
    ], Counter(str(one) for one in np.asarray(fast))


@pytest.mark.parametrize("part", range(PARTS))
def test_the_marking_is_the_one_that_is_restated(part: int) -> None:
    """Plain loops over decimals mark 300 random sheets alike, right ones, slips, noise, blanks and error words."""
    found, seen = [], Counter[str]()
    for seed in range(part, SHEETS, PARTS):
        lines, verdicts = disagreements(seed)
        found += lines
        seen += verdicts
    assert found == []
    expected = ("blank", "unreadable", "correct", "follow-through", "coarse", "rounding", "wrong")
    assert {name: seen[name] >= 10 for name in expected} == dict.fromkeys(expected, True)


def test_decimals_are_read_as_written() -> None:
    """The restatement works on the very decimals of the answers."""
    assert read_number("0,9090").value == Decimal("0.9090")
