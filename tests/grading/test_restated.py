from __future__ import annotations

import math
import random
from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.answers import collect
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.marking import Marker
from posenc_cli.i18n.numbers import read_number
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.spec import FAMILIES, Spec, find
from tests.grading.honest import Honest, Task, random_task, rounded
from tests.grading.random_answers import random_answers
from tests.grading.restated import TaskPaper
from tests.grading.restated_marks import Marking
from tests.grading.restated_rules import AnyPaper

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from posenc_cli.worksheet.sheet import Sheet
    from tests.grading.restated_marks import Paper, R
    from tests.grading.restated_ranges import Place

SHEETS, STUDENTS = 36, 6
#: So that several processes can share them.
PARTS = 6
#: The English ones have the same numbers.
GERMAN = ("katze", "katze-kurz", *FAMILIES)


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
        # What a calculator cannot work out is written as it says it.
        if rng.random() >= share or text == "Error":
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


def _placed(sheet: Sheet) -> list[tuple[Place, Place | None]]:
    """Where each blank is, and what it copies."""
    whole = [(blank.place, blank.source) for blank in sheet.blanks]
    return [
        ((place.quantity, place.row, place.column), (source.quantity, source.row, source.column) if source else None)
        for place, source in whole
    ]


def _compared(
    sheet: Sheet, paper: Paper[R], students: Sequence[Mapping[str, str]], name: str
) -> tuple[list[str], Counter[str]]:
    """Where the two markings differ, and how often each verdict was given."""
    places = _placed(sheet)
    all_fast = Marker(sheet, collect(sheet, [from_mapping(answers) for answers in students])).verdicts()
    found, seen = [], Counter[str]()
    for number, (answers, fast) in enumerate(zip(students, all_fast, strict=True)):
        readings = [read_number(answers[blank.id]) for blank in sheet.blanks]
        numbers = {
            place: {"blank": None, "unreadable": ""}.get(reading.status, reading.value)
            for (place, _), reading in zip(places, readings, strict=True)
        }
        slow = Marking(paper, places, numbers).verdicts()
        seen.update(slow)
        found += [
            f"{name} student {number}: {blank.id} {answers[blank.id]}: {one} is restated as {other}"
            for blank, one, other in zip(sheet.blanks, fast, slow, strict=True)
            if one != other
        ]
    return found, seen


def different(students: Iterable[dict[str, str]], count: int) -> list[dict[str, str]]:
    """So many students, no two of whom wrote the same."""
    found: dict[tuple[str, ...], dict[str, str]] = {}
    for answers in students:
        found.setdefault(tuple(answers.values()), answers)
        if len(found) == count:
            return list(found.values())
    raise AssertionError(f"{len(found)} of {count}")


def of_random_sheet(seed: int, students: int) -> tuple[list[str], Counter[str]]:
    """A random sheet and so many students, marked twice; its formulas are restated too."""
    rng = random.Random(seed)  # noqa: S311  (the same sheets every time)
    task = random_task(rng, decimals=rng.choice((2, 3, 3, 4)))
    sheet = build(Spec.model_validate(task.spec()))
    handed = (spoilt(Slipping(task, rng).work(), rng, task.decimals) for _ in range(50 * students))
    return _compared(sheet, TaskPaper(task), different(handed, students), f"random {seed}")


def of_built_in(name: str, seed: int, students: int) -> tuple[list[str], Counter[str]]:
    """A built-in worksheet with drawn numbers (0: its own) and so many students, marked twice by its formulas."""
    spec = find(name)
    is_drawn = bool(spec.worksheet.vary) or all(exercise.kind != "task" for exercise in spec.exercise)
    sheet = vary(spec, seed) if seed and is_drawn else build(spec)
    handed = (one for more in range(50) for one in random_answers(sheet, students, seed=100 * seed + more))
    return _compared(sheet, AnyPaper(sheet), different(handed, students), f"{name} {seed}")


@pytest.mark.parametrize("part", range(PARTS))
def test_the_marking_is_the_one_that_is_restated(part: int) -> None:
    """Plain loops over decimals mark random sheets alike, right ones, slips, noise, blanks and error words."""
    found, seen = [], Counter[str]()
    for seed in range(part, SHEETS, PARTS):
        lines, verdicts = of_random_sheet(seed, STUDENTS)
        found += lines
        seen += verdicts
    assert found == []
    expected = ("blank", "unreadable", "correct", "follow-through", "coarse", "rounding", "wrong")
    assert {name: seen[name] >= 10 for name in expected} == dict.fromkeys(expected, True)


@pytest.mark.parametrize("name", [*GERMAN])
def test_built_in_worksheets_are_marked_as_restated(name: str) -> None:
    """Their rules, read cell by cell from their text, lead to the same marks."""
    for seed in (0, 7):
        found, seen = of_built_in(name, seed, STUDENTS)
        assert found == []
        assert min(seen["correct"], seen["wrong"]) > 10


def test_decimals_are_read_as_written() -> None:
    """The restatement works on the very decimals of the answers."""
    assert read_number("0,9090").value == Decimal("0.9090")
