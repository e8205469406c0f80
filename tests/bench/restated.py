"""How many of 20,000 random sheets the slow restatement of the marking rules marks otherwise.

``python tests/bench/restated.py [N]``: half of them random worksheets, whose formulas are restated as well, the other
half all built-in ones with drawn numbers; some students a worksheet, no two of whom wrote the same. How far it is goes
to stderr, one line comes at the end; exit code 1 where the two markings differ.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.grading.test_restated import GERMAN, of_built_in, of_random_sheet

if TYPE_CHECKING:
    from collections.abc import Iterator

SHEETS = 20_000
#: Of one worksheet.
STUDENTS = 20


def worksheets() -> Iterator[tuple[str, int]]:
    """A built-in worksheet after every random one, always with other numbers."""
    seed = 0
    while True:
        for name in GERMAN:
            seed += 1
            yield "", seed
            yield name, seed


def marked(worksheet: tuple[str, int]) -> tuple[str, list[str], Counter[str]]:
    """One worksheet, marked twice."""
    name, seed = worksheet
    return name, *(of_built_in(name, seed, STUDENTS) if name else of_random_sheet(seed, STUDENTS))


def main() -> int:
    """Mark all sheets twice and print one line."""
    count = (int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS) // STUDENTS
    found, seen, names = [], Counter[str](), Counter[str]()
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for number, (name, lines, verdicts) in enumerate(pool.map(marked, islice(worksheets(), count), chunksize=4), 1):
            found += lines
            seen += verdicts
            names[name] += STUDENTS
            if lines or number % 20 == 0:
                print(f"{number * STUDENTS} sheets, {seen.total()} answers", *lines, file=sys.stderr, flush=True)
    print(
        f"{names.total()} random sheets, {names.total() - names['']} of them of {len(names) - 1} built-in worksheets, "
        f"{seen.total()} answers marked twice, {len(found)} otherwise",
        *found[:3],
    )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
