"""Arrays that code made, all of them: ``python tests/bench/arrays.py``.

Right tables of all encodings and precisions, of which none may be called wrong; slips of grade A and conventions at
widths and lengths that models have, each of which must be named; and how long a table of two gigabytes takes, and how
much memory beside the map of its file. Prints one line; exit code 1 where something is called wrong, or is not named.
"""

from __future__ import annotations

import resource
import sys
import tempfile
import time
from pathlib import Path
from typing import TYPE_CHECKING

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from posenc_cli.arrays.candidates import Asked
from posenc_cli.arrays.diagnose import diagnose
from posenc_cli.arrays.recognised import Raw
from posenc_cli.files.mapped import read_array
from tests.arrays.right import right_arrays
from tests.arrays.wrong import Wrong, wrong_arrays

if TYPE_CHECKING:
    from collections.abc import Iterator

RIGHT = 1000
WIDTHS, LENGTHS = (8, 64, 512, 768), (16, 512)
LARGE = (131_072, 4096)
MOST_SECONDS, MOST_MEGABYTES = 3.0, 200


def wrong(widths: tuple[int, ...], lengths: tuple[int, ...]) -> Iterator[Wrong]:
    """Slips and conventions of tables, cosines and turned vectors at every width and length, and of biases."""
    for n in lengths:
        for d in widths:
            yield from wrong_arrays("sinusoidal", "table", (n, d), d=d)
            yield from wrong_arrays("rope", "cos", (n, d // 2), d=d)
            yield from wrong_arrays("rope", "rotated", (1, n, d), ("float32",), d=d)
        yield from wrong_arrays("alibi", "bias", (12, n, n), n_heads=12)


def large(folder: Path) -> tuple[float, float]:
    """Seconds and megabytes for a large table, exact when it was cast, in a file that the system has in memory."""
    path, (rows, columns) = folder / "large.npy", LARGE
    table = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=LARGE)
    turn = 10000.0 ** (-np.arange(0, columns, 2) / columns)
    for start in range(0, rows, 512):
        angle = np.arange(start, min(start + 512, rows))[:, None] * turn
        table[start : start + 512, 0::2], table[start : start + 512, 1::2] = np.sin(angle), np.cos(angle)
    del table
    small = Raw(np.asarray(read_array(path).values[:64]))
    diagnose(small, Asked())
    best, most = float("inf"), 0.0
    for _ in range(3):
        mapped = read_array(path)
        before, started = anonymous(), time.perf_counter()
        found = diagnose(Raw(mapped.values, mapped.bits, mapped.name), Asked())
        best = min(best, time.perf_counter() - started)
        most = max(most, anonymous(peak=True) - before)
        if not found.right:
            return float("inf"), most
    return best, most


def anonymous(*, peak: bool = False) -> float:
    """Megabytes of memory that are no pages of a file; ``peak`` as much as the process ever had, less the map."""
    status = Path("/proc/self/status")
    if not status.is_file():
        return float(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss) / 1024
    lines = dict(line.split(":", 1) for line in status.read_text(encoding="ascii").splitlines() if ":" in line)
    anonymous = float(lines["RssAnon"].split()[0]) / 1024
    return max(anonymous, float(lines["VmData"].split()[0]) / 1024) if peak else anonymous


def main() -> int:
    """Look at all and print one line; ``quick`` as an argument looks at few and small ones."""
    quick = sys.argv[1:] == ["quick"]
    right = list(right_arrays())
    right = right[:: max(1, len(right) // (RIGHT // 10 if quick else RIGHT))]
    false = [one for one in right if not one.diagnosis().right]
    widths, lengths = ((8, 64), (16,)) if quick else (WIDTHS, LENGTHS)
    mistakes = 0
    unnamed = []
    for one in wrong(widths, lengths):
        mistakes += 1
        unnamed += [] if one.is_named() else [one]
    for each in (*false, *unnamed):
        print(each, file=sys.stderr)
    with tempfile.TemporaryDirectory() as folder:
        seconds, megabytes = large(Path(folder))
    print(
        f"{len(right)} right arrays, {len(false)} called wrong; {mistakes} with a mistake or another convention,"
        f" widths {', '.join(map(str, widths))}, {len(unnamed)} not named;"
        f" a float32 table of {LARGE[0]} × {LARGE[1]} in {seconds:.1f} s (at most {MOST_SECONDS:g})"
        f" and {megabytes:.0f} MB beside the map (at most {MOST_MEGABYTES})"
    )
    slow = seconds > MOST_SECONDS or megabytes > MOST_MEGABYTES
    return int(bool(false or unnamed or slow))


if __name__ == "__main__":
    sys.exit(main())
