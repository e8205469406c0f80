"""Students whose work is right, by plain loops that use nothing of posenc but the names of the blanks.

A student works in the order of the sheet. Every intermediate result is kept as the calculator has it or rounded, to at
least the asked decimals and at least one significant digit more than those; every value that stands on the sheet is
used as it stands there, or as it was before it was written down.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import ROUND_HALF_UP, Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import random


def rounded(value: float, decimals: int) -> float:
    """Round as in school, on the decimal value."""
    return float(Decimal(format(value, ".13f")).quantize(Decimal(1).scaleb(-decimals), rounding=ROUND_HALF_UP))


def finest(value: float, decimals: int) -> int:
    """The fewest decimals to which an intermediate result may be rounded."""
    if not value:
        return decimals
    return max(decimals, decimals - math.floor(math.log10(abs(value)) + 1e-12))


@dataclass
class Task:
    """What a random sheet asks for, as plain numbers.

    Attributes:
        d: width.
        decimals: asked.
        first: first position.
        embeddings: a row a word.
        worked: positions whose encoding is printed.
        blank: positions whose encoding is asked for.
        sums: positions whose sum is asked for.
        pair: two row numbers.
        scaled: the embeddings are multiplied by the root of d.
    """

    d: int
    decimals: int
    first: int
    embeddings: list[list[float]]
    worked: list[int]
    blank: list[int]
    sums: list[int]
    pair: tuple[int, int]
    scaled: bool

    def spec(self) -> dict[str, Any]:
        """The spec of this sheet, as its file would hold it."""
        words = [f"w{number}" for number in range(len(self.embeddings))]
        table = {
            word: [Decimal(format(v, ".1f")) for v in row] for word, row in zip(words, self.embeddings, strict=True)
        }
        first, second = (words[row] for row in self.pair)
        return {
            "worksheet": {
                "title": "t",
                "name": "random",
                "d": self.d,
                "decimals": self.decimals,
                "sentence": " ".join(words),
                "first_pos": self.first,
                "scale": self.scaled,
            },
            "embeddings": {"table": table},
            "exercise": [
                {"kind": "calculator"},
                {"kind": "encode", "worked": self.worked, "blank": self.blank},
                {"kind": "add", "blank": self.sums},
                {"kind": "matrix"},
                {"kind": "pair", "pair": [first, second], "parts": ["cosine"]},
            ],
        }


def random_task(rng: random.Random, decimals: int = 3) -> Task:
    """A sheet with random numbers."""
    d, words = rng.choice((2, 4, 6, 8)), rng.randint(2, 6)
    first = rng.randint(0, 21 - words)
    positions = list(range(first, first + words))
    rng.shuffle(positions)
    blank = positions[: rng.randint(1, words)]
    worked = [position for position in positions if position not in blank and rng.random() < 0.5]
    sums = rng.sample(positions, rng.randint(1, words))
    embeddings = [[rng.randint(-10, 10) / 10 for _ in range(d)] for _ in range(words)]
    low, high = sorted(rng.sample(range(words), 2))
    return Task(d, decimals, first, embeddings, worked, sorted(blank), sorted(sums), (low, high), rng.random() < 0.25)


class Honest:
    """One student at work on one sheet."""

    def __init__(self, task: Task, rng: random.Random) -> None:
        self.task = task
        self.rng = rng
        self.answers: dict[str, str] = {}
        #: How often this student rounds, and how often a value is used as it stands on the sheet.
        self.rounds, self.reads = rng.choice((0.0, 0.5, 1.0)), rng.choice((0.0, 0.5, 1.0))

    def keep(self, value: float) -> float:
        """An intermediate result as the student goes on with it."""
        if self.rng.random() < self.rounds:
            return rounded(value, finest(value, self.task.decimals) + self.rng.choice((0, 0, 0, 1, 2)))
        return value

    def use(self, value: float) -> float:
        """A value that stands on the sheet as the student goes on with it."""
        return rounded(value, self.task.decimals) if self.rng.random() < self.reads else self.keep(value)

    def write(self, identifier: str, value: float) -> float:
        """Write an answer."""
        self.answers[identifier] = format(rounded(value, self.task.decimals) + 0.0, f".{self.task.decimals}f")
        return value

    def encoding(self, position: int, k: int) -> float:
        """One value of the encoding."""
        exponent = self.keep(2 * (k // 2) / self.task.d)
        angle = self.keep(position / self.keep(10000**exponent))
        return math.sin(angle) if k % 2 == 0 else math.cos(angle)

    def work(self) -> dict[str, str]:
        """All answers of the sheet."""
        task, d = self.task, self.task.d
        columns = range(d)
        self.write("rad", math.sin(1))
        positions = range(task.first, task.first + len(task.embeddings))
        # A printed row is exact before it was printed; the student may have worked it out as well.
        pe = {position: [self.encoding(position, k) for k in columns] for position in positions}
        for position in task.blank:
            for k in columns:
                self.write(f"pe{position}_d{k + 1}", pe[position][k])
        x = {}
        for row, position in enumerate(positions):
            scale = math.sqrt(d) if task.scaled else 1.0
            e = [scale * value for value in task.embeddings[row]]
            # An encoding that stands nowhere is an intermediate result like any other.
            stands = position in {*task.worked, *task.blank, *task.sums}
            x[position] = [self.use(e[k]) + (self.use if stands else self.keep)(pe[position][k]) for k in columns]
        for position in task.sums:
            for k in columns:
                self.write(f"x{position}_d{k + 1}", x[position][k])
                self.write(f"m{position}_d{k + 1}", x[position][k])
        self.pair(x)
        return self.answers

    def pair(self, x: dict[int, list[float]]) -> None:
        """Products, their sum, and the cosine."""
        task, columns = self.task, range(self.task.d)
        rows = [x[task.first + row] for row in task.pair]
        for row in task.pair:
            if task.first + row in task.sums:
                for k in columns:
                    self.write(f"w{row}_d{k + 1}", x[task.first + row][k])
        prod = [self.use(rows[0][k]) * self.use(rows[1][k]) for k in columns]
        for k in columns:
            self.write(f"prod_d{k + 1}", prod[k])
        dot = self.write("dot", sum(self.use(value) for value in prod))
        lengths = self.keep(self.length(rows[0]) * self.length(rows[1]))
        if lengths:
            self.write("cos", self.use(dot) / lengths)
        else:
            self.answers["cos"] = "Error"

    def length(self, row: list[float]) -> float:
        """The length of a vector, square by square."""
        squares = [self.keep(self.use(value) ** 2) for value in row]
        return self.keep(math.sqrt(self.keep(sum(squares))))
