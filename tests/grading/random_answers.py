"""Answers as a class hands them in: mostly right, whole sheets with a slip, and all that people type besides."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.i18n.numbers import write_number
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.mistakes import Worker, forms_of, slips_of

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

#: What is no number, or one that is written in another way.
ODD = (
    *("", "?", "abc", "1,2,3", "0.5 m", "sin(2)", "1e-2", "2·10^-2", "12%", "Error", "E", "-", "1.234,5", "0,909 0,2"),
    *("3/4", "1 000", "½", "Math error", "=0.5", "0.50", "٣", "-,5", "+.5", "5-", "#DIV/0!", "x", "1.000.000", "0.9E"),
    *("12.3.2024", "ca. 0,9", "#REF!", "undefined", "2⋅10⁻²", "k.A.", "0.909\u200b", "1'000", "9" * 41, "1e100"),
)


def random_answers(sheet: Sheet, count: int, seed: int = 0) -> list[dict[str, str]]:
    """Answers of so many people, by the ids of the blanks."""
    dice = random.Random(f"{sheet.name}/{seed}")  # noqa: S311  (no secret)
    worker, solutions = Worker(sheet), solve(sheet)
    forms = [form for slip in slips_of(sheet) for form in forms_of(sheet, slip)]
    found = []
    for _ in range(count):
        texts = [one.text for one in solutions]
        if forms and dice.random() < 0.5:
            texts = [_text(value, sheet.decimals) for value in worker.answers(*dice.choice(forms))]
        noise = dice.choice((0.0, 0.1, 0.3, 1.0))
        answers = {}
        for plain, one in zip(texts, solutions, strict=True):
            is_odd = dice.random() < noise
            answers[one.blank.id] = _spelled(
                _typed(plain, texts, one.value, sheet.decimals, dice) if is_odd else plain, dice
            )
        found.append(answers)
    return found


def _text(value: float, decimals: int) -> str:
    return write_number(float(value), decimals) if np.isfinite(value) else "Error"


def _typed(text: str, row: list[str], right: float, decimals: int, dice: random.Random) -> str:
    unit = 10.0**-decimals
    ways = (
        lambda: "",
        lambda: dice.choice(ODD),
        lambda: f"{right:.{decimals - 1}f}",
        lambda: f"{right + dice.choice((-1, 1)) * unit:.{decimals}f}",
        lambda: text.removeprefix("-") if text.startswith("-") else f"-{text}",
        lambda: f"{right:.{decimals + dice.randint(1, 4)}f}",
        lambda: dice.choice(("0", "1", "0.0", "1.000", "-0")),
        lambda: dice.choice(row),
        lambda: f"{dice.uniform(-2, 2):.{decimals}f}",
    )
    return dice.choice(ways)()


def _spelled(text: str, dice: random.Random) -> str:
    """With a comma or with the minus of paper, as some write it."""
    found = text.replace(".", ",") if dice.random() < 0.3 else text
    return found.replace("-", "\u2212") if dice.random() < 0.2 else found
