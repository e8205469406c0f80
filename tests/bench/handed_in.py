"""How long 200 filled PDFs take, read and marked: ``python tests/bench/handed_in.py``.

Each has one wrong answer. Prints one line, the best of some runs; exit code 1 beyond two seconds, or if a fault is
missed.
"""

from __future__ import annotations

import sys
import tempfile
import time
from pathlib import Path
from resource import RUSAGE_CHILDREN, RUSAGE_SELF, getrusage

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from posenc_cli.grading import collected
from posenc_cli.grading.belonging import Said
from posenc_cli.worksheet.find import Writing, sheet_of
from tests.grading.pdf_forms import right
from tests.render.filling import by_pikepdf, fillable

FILES, RUNS, LIMIT = 200, 5, 2.0


def work() -> float:
    """Seconds of processors, of this process and those that it started."""
    return sum(used.ru_utime + used.ru_stime for used in map(getrusage, (RUSAGE_SELF, RUSAGE_CHILDREN)))


def timed(folder: Path) -> tuple[float, float, float, int]:
    """Seconds to read and to mark, of processors for both, and how many have something wrong."""
    start, before = time.perf_counter(), work()
    files, _ = collected.load([folder])
    read = time.perf_counter()
    report = collected.check_collected(files, Said(None, None, Writing()), {})
    end = time.perf_counter()
    wrong = sum(any(blank.verdict != "correct" for blank in one.blanks) for one in report.students)
    return read - start, end - read, work() - before, wrong


def main() -> int:
    """Fill in the forms, then read and mark them."""
    answers, form = right(sheet_of("katze")), fillable("katze")
    names = list(answers)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for number in range(FILES):
            wrong = {names[number % len(names)]: "0,5", "_name": f"Student {number}"}
            (folder / f"{number}.pdf").write_bytes(by_pikepdf(form, answers | wrong))
        read, marked, worked, found = min((timed(folder) for _ in range(RUNS)), key=lambda one: one[0] + one[1])
    print(
        f"{FILES} filled PDFs read in {read:.1f} s and marked in {marked:.1f} s, together {read + marked:.1f} s "
        f"(at most {LIMIT:g}), {worked:.1f} s of processors; {found} of {FILES} faults found"
    )
    return int(read + marked > LIMIT or found != FILES)


if __name__ == "__main__":
    sys.exit(main())
