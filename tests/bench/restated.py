"""How many of 20,000 random sheets the slow restatement of the marking rules marks otherwise.

``python tests/bench/restated.py [N]`` prints one line; exit code 1 where the two markings differ.
"""

from __future__ import annotations

import os
import sys
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.grading.test_restated import disagreements

SHEETS = 20_000


def main() -> int:
    """Mark all sheets twice and print one line."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS
    found, seen = [], Counter[str]()
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for lines, verdicts in pool.map(disagreements, range(count), chunksize=50):
            found += lines
            seen += verdicts
    print(f"{count} random sheets, {seen.total()} answers marked twice, {len(found)} otherwise", *found[:3])
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
