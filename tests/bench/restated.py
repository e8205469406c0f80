"""How many of 20,000 random sheets the slow restatement of the marking rules marks otherwise.

``python tests/bench/restated.py [N [FILE]]``: half of them random worksheets, whose formulas are restated as well, the
other half all built-in ones with drawn numbers; some students a worksheet, no two of whom wrote the same. What is done
is kept in FILE, a line a worksheet, and not done again. Prints one line; exit code 1 where the two markings differ.
"""

from __future__ import annotations

import json
import os
import sys
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


def marked(worksheet: tuple[str, int]) -> str:
    """One worksheet, marked twice: a line of JSON."""
    name, seed = worksheet
    found, seen = of_built_in(name, seed, STUDENTS) if name else of_random_sheet(seed, STUDENTS)
    return json.dumps([name, seed, seen.total(), found])


def main() -> int:
    """Mark all sheets twice and print one line."""
    count, *kept = sys.argv[1:] or [str(SHEETS)]
    wanted = list(islice(worksheets(), int(count) // STUDENTS))
    file = Path(kept[0]) if kept else None
    lines = file.read_text(encoding="utf-8").splitlines() if file and file.is_file() else []
    done = {(name, seed) for name, seed, *_ in map(json.loads, lines)}
    with ProcessPoolExecutor(len(os.sched_getaffinity(0))) as pool:
        for line in pool.map(marked, [one for one in wanted if one not in done]):
            lines.append(line)
            if file:
                file.write_text("\n".join(lines) + "\n", encoding="utf-8")
    results = [one for one in map(json.loads, lines) if (one[0], one[1]) in set(wanted)]
    built_in = [name for name, *_ in results if name]
    found = [line for *_, some in results for line in some]
    print(
        f"{STUDENTS * len(results)} random sheets, {STUDENTS * len(built_in)} of them of {len({*built_in})} built-in "
        f"worksheets, {sum(answers for _, _, answers, _ in results)} answers marked twice, {len(found)} otherwise",
        *found[:3],
    )
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
