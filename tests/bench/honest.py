"""How many of 10,000 random sheets of right work are not marked as right: ``python tests/bench/honest.py``.

An argument is another number of sheets. Prints one line; exit code 1 where a sheet was rejected.
"""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.grading.test_honest import unfair

SHEETS = 10_000


def main() -> int:
    """Mark all sheets and print one line."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else SHEETS
    rejected = [found for seed in range(count) if (found := unfair(seed))]
    print(
        f"{count} sheets of right work, {len(rejected)} rejected", *(line for found in rejected for line in found[:1])
    )
    return int(bool(rejected))


if __name__ == "__main__":
    sys.exit(main())
