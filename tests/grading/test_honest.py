from __future__ import annotations

import random

import pytest

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import Spec
from tests.grading.honest import Honest, finest, random_task, rounded

SHEETS, BLOCKS = 600, 12


def unfair(seed: int) -> list[str]:
    """What is not marked as correct on one random sheet that was answered by right work."""
    rng = random.Random(seed)  # noqa: S311  (the same sheets every time)
    task = random_task(rng)
    sheet = build(Spec.model_validate(task.spec()))
    answers = Honest(task, rng).work()
    assert set(answers) == {blank.id for blank in sheet.blanks}
    student = check(sheet, [from_mapping(answers)]).students[0]
    found = [f"{seed} {one.blank.id}: {one.answer} {one.verdict}" for one in student.blanks if one.verdict != "correct"]
    return found if found or student.points == student.max_points else [f"{seed}: {student.points} points"]


@pytest.mark.parametrize("block", range(BLOCKS))
def test_right_work_gets_full_points(block: int) -> None:
    """Whatever is rounded on the way, as the rules allow it, every answer of right work is correct."""
    assert [line for seed in range(block, SHEETS, BLOCKS) for line in unfair(seed)] == []


def test_the_students_differ() -> None:
    """The simulated students really round: on some sheets two of them write different answers."""
    different = 0
    for seed in range(40):
        task = random_task(random.Random(seed))  # noqa: S311
        works = [Honest(task, random.Random(student)).work() for student in range(4)]  # noqa: S311
        different += any(work != works[0] for work in works)
    assert different > 30


def test_the_rounding_of_the_simulator() -> None:
    """Half away from zero on the decimal value, and one significant digit more for small numbers."""
    assert [rounded(value, 3) for value in (0.0625, -0.0625, 0.4995, 1.0005)] == [0.063, -0.063, 0.5, 1.001]
    assert [finest(value, 3) for value in (0.0, 12.0, 1.0, 0.5, 0.1, 0.02)] == [3, 3, 3, 4, 4, 5]
