"""How long it takes to mark and diagnose 10,000 students with 60 answers each, pairs of slips included.

``python tests/bench/diagnosed.py``: one process, no other; prints one line; exit code 1 beyond 5 s or 1 GB.
"""

from __future__ import annotations

import resource
import sys
from decimal import Decimal
from pathlib import Path
from time import perf_counter, process_time
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from posenc_cli.grading.answers import distinct
from posenc_cli.grading.class_stress import simulated
from posenc_cli.grading.diagnosis import diagnose
from posenc_cli.grading.marking import Marker
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.mistakes import slips_of
from posenc_cli.worksheet.spec import Spec

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

STUDENTS, BLANKS, SECONDS, MEGABYTES = 10_000, 60, 5.0, 1000


def sixty() -> Sheet:
    """A sheet of 60 blanks on which slips of all kinds show."""
    names = [f"w{number}" for number in range(7)]
    table = {name: [Decimal((7 * row + 4 * k) % 19 - 9).scaleb(-1) for k in range(4)] for row, name in enumerate(names)}
    exercises = [
        {"kind": "calculator"},
        {"kind": "encode", "worked": [1], "blank": [2, 3, 4]},
        {"kind": "add", "blank": [1, 2, 3, 4, 5]},
        {"kind": "matrix"},
        {"kind": "pair", "pair": ["w2", "w4"], "parts": ["cosine"]},
    ]
    head = {"title": "sixty", "name": "sixty", "d": 4, "sentence": " ".join(names)}
    return build(Spec.model_validate({"worksheet": head, "embeddings": {"table": table}, "exercise": exercises}))


def main() -> int:
    """Mark and diagnose, print one line."""
    sheet = sixty()
    answers = simulated(sheet, STUDENTS, seed=1).answers(sheet)
    start, work = perf_counter(), process_time()
    different, which = distinct(answers)
    marker = Marker(sheet, different)
    of_each = diagnose(marker, marker.verdicts(), slips_of(sheet), pairs=True)
    found = [of_each[row] for row in which.tolist()]
    seconds, work = perf_counter() - start, process_time() - work
    memory = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    together = sum(any(one.together for one in findings) for findings in found)
    print(
        f"{STUDENTS} students with {len(sheet.blanks)} answers ({len(of_each)} different sheets) "
        f"marked and diagnosed in {seconds:.1f} s "
        f"(at most {SECONDS:g}), {work:.1f} s of it at work; two slips together on {together} sheets; "
        f"{memory:.0f} MB (at most {MEGABYTES})"
    )
    return int(seconds > SECONDS or memory > MEGABYTES or len(sheet.blanks) < BLANKS)


if __name__ == "__main__":
    sys.exit(main())
