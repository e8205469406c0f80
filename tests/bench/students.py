"""Simulated classes over all built-in worksheets, 12,000 students: what is rejected, accepted and found again.

``python tests/bench/students.py [N [SEED]]``, N students a worksheet. Keeps a row a worksheet in ``students.json``,
which README.md shows, prints one line, and ends with 1 where a limit does not hold. Other students than those of seed
1, which nothing was made for, are only counted. English worksheets have the numbers of the German ones and are left
out.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from posenc_cli.grading.class_stress import ClassStress, class_stress
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import FAMILIES, find

STUDENTS, SEED = 1000, 1
ROWS = Path(__file__).resolve().parent / "students.json"
#: Shares that must be reached: of visible single slips, of pairs; and that must not be passed: noise called sure.
SINGLES, PAIRS, NOISE = 0.995, 0.95, 0.005


def row(found: ClassStress) -> dict[str, object]:
    """What came of one worksheet, as it is kept."""
    tallies = {name: getattr(found, name) for name in ("rejected", "accepted", "singles", "pairs", "noise")}
    return {name: [tally.hits, tally.of] for name, tally in tallies.items()}


def main() -> int:
    """Simulate all classes."""
    given = [int(one) for one in sys.argv[1:]]
    count, seed = (*given, *(STUDENTS, SEED)[len(given) :])
    total, rows = ClassStress(), {}
    for name in ("katze", "katze-kurz", *FAMILIES):
        found = class_stress(build(find(name)), count, seed=seed)
        rows[name] = row(found)
        total.add(found)
    rows["all"] = row(total)
    if seed == SEED:
        ROWS.write_text(json.dumps(rows, indent=2) + "\n", encoding="utf-8")
    shares = total.singles.share, total.pairs.share, total.noise.share
    print(
        f"{sum(total.students.values())} students on {len(rows) - 1} worksheets: right answers rejected "
        f"{total.rejected.hits}, wrong ones accepted {total.accepted.hits}; single slips named {100 * shares[0]:.2f} % "
        f"(at least {100 * SINGLES:g}), pairs {100 * shares[1]:.2f} % (at least {100 * PAIRS:g}), noise called sure "
        f"{100 * shares[2]:.2f} % (at most {100 * NOISE:g}); one wrong cell explained "
        f"{total.once.hits} of {total.once.of}"
    )
    fair = not (total.rejected.hits or total.accepted.hits)
    return int(not (fair and shares[0] >= SINGLES and shares[1] >= PAIRS and shares[2] <= NOISE))


if __name__ == "__main__":
    sys.exit(main())
