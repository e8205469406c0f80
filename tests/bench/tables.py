"""Large tables beside the usual recipe and the memory itself: ``python tests/bench/tables.py``.

131072 x 4096 numbers of float32, in memory and in a file; all ways by turns, so that a noisy machine disturbs them
alike, and the best of five after a warm-up. The recipe is PyTorch's, with two threads, in the Python that
``POSENC_BENCH_TORCH`` names (``python -m pip install torch`` in an environment of its own). Then 10 million rows of 64
written by the program, and a slice far out. Prints one line; exit code 1 where a limit does not hold.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

from posenc_cli.encodings.large import Large
from posenc_cli.encodings.results import results
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.files.writing import write_stream
from posenc_cli.render.large import LargeFile

if TYPE_CHECKING:
    from collections.abc import Callable

    from numpy.typing import NDArray

SHAPE = (131_072, 4096)
STREAMED = 10_000_000, 64
ROUNDS = 6
#: Times as fast as the recipe, at least; times as long as copying, times as long as saving, at most; exact ones.
FASTER, COPYING, SAVING, EXACT = 8, 2.5, 1.5, 3
ERROR, MEGABYTES, SLICE = 1.5e-7, 150, 1.5

#: What people write; one table for each line that comes in.
RECIPE = """
import math, sys, time, torch
torch.set_num_threads(2)
rows, d = map(int, sys.argv[1:])
print("ready", flush=True)
for line in sys.stdin:
    torch.ones(3 * rows, d)  # memory that the machine has at hand, as for all others
    start = time.perf_counter()
    pe = torch.zeros(rows, d)
    position = torch.arange(rows, dtype=torch.float32).unsqueeze(1)
    div = torch.exp(torch.arange(0, d, 2).float() * (-math.log(10000.0) / d))
    pe[:, 0::2] = torch.sin(position * div)
    pe[:, 1::2] = torch.cos(position * div)
    print(time.perf_counter() - start, flush=True)
    del pe
"""


class Recipe:
    """The recipe in a process of its own."""

    def __init__(self, shape: tuple[int, int]) -> None:
        python = os.environ.get("POSENC_BENCH_TORCH", sys.executable)
        command = [python, "-c", RECIPE, *map(str, shape)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, encoding="utf-8")
        if self._said() != "ready":
            raise SystemExit("no PyTorch: name a Python that has it in POSENC_BENCH_TORCH")

    def _said(self) -> str:
        assert self._process.stdout is not None
        return self._process.stdout.readline().strip()

    def seconds(self) -> float:
        """One table."""
        assert self._process.stdin is not None
        self._process.stdin.write("\n")
        self._process.stdin.flush()
        return float(self._said())

    def close(self) -> None:
        """Let it end."""
        self._process.communicate()


@dataclass
class Ways:
    """Ways to a table, and how long each takes at best."""

    shape: tuple[int, int]
    folder: Path
    best: dict[str, list[float]] = field(default_factory=dict)

    def timed(self, name: str, work: Callable[[], object]) -> None:
        """Once more, where all find the same: no file of before, nothing on its way to the disk, memory at hand.

        What a machine that shares its memory with others takes to hand it out is ten times what using it does.
        """
        for path in self.folder.iterdir():
            path.unlink()
        os.sync()
        np.ones((2, *self.shape), np.float32)
        start = time.perf_counter()
        work()
        self.best.setdefault(name, []).append(time.perf_counter() - start)

    def large(self, *, exact: bool) -> Large:
        """The table from its name on: nothing is prepared."""
        rows, d = self.shape
        return Large.of(Scheme.of(d=d), [(0, rows - 1)], "float32", exact=exact)

    def filled(self, *, exact: bool) -> NDArray[np.float32]:
        """In memory."""
        out = np.empty(self.shape, np.float32)
        self.large(exact=exact).fill({"values": out})
        return out

    def streamed(self) -> None:
        """In a file."""
        file = LargeFile(self.large(exact=False), "npy")
        write_stream(self.folder / "ours.npy", file.size, lambda opened: file.write(opened, lambda _: None), force=True)

    def copied(self, source: NDArray[np.float32]) -> None:
        """What memory takes at least."""
        np.copyto(np.empty(self.shape, np.float32), source)

    def seconds(self, name: str) -> float:
        """The best after the warm-up."""
        return min(self.best[name][1:])


def compared(ways: Ways) -> tuple[float, bool]:
    """Everything by turns; the largest error of rows here and there, and whether the exact table is exact there."""
    recipe = Recipe(ways.shape)
    exact = ways.filled(exact=True)
    for _ in range(ROUNDS):
        ways.timed("copy", lambda: ways.copied(exact))
        ways.best.setdefault("recipe", []).append(recipe.seconds())
        ways.timed("fast", lambda: ways.filled(exact=False))
        ways.timed("exact", lambda: ways.filled(exact=True))
        ways.timed("save", lambda: np.save(ways.folder / "saved.npy", exact))
        ways.timed("file", ways.streamed)
    recipe.close()
    rows = np.unique(np.linspace(0, ways.shape[0] - 1, 200).astype(np.int64))
    truth = results(Scheme.of(d=ways.shape[1]), rows)["values"]
    written: NDArray[Any] = np.load(ways.folder / "ours.npy", mmap_mode="r")
    error = float(np.abs(written[rows].astype(np.float64) - truth).max())
    return error, bool(np.array_equal(exact[rows], truth.astype(np.float32)))


#: The program, and then how many kilobytes it had at most (Linux counts those of its parent in ``ru_maxrss``).
WATCHED = """
import sys
from posenc_cli.cli import main
assert main(sys.argv[1:]) == 0
print(next(line.split()[1] for line in open("/proc/self/status") if line.startswith("VmHWM")))
"""


def program(*arguments: str) -> tuple[float, float]:
    """Seconds and megabytes that the program takes."""
    start = time.perf_counter()
    command = [sys.executable, "-c", WATCHED, "table", *arguments, "--dtype", "float32", "--force"]
    root = Path(__file__).resolve().parents[2]
    done = subprocess.run(command, check=True, capture_output=True, encoding="utf-8", cwd=root)
    return time.perf_counter() - start, float(done.stdout) / 1024


def sliced(folder: Path) -> float:
    """How much longer a far slice takes than a near one."""
    times = {"0-1000": [0.0], "5000000-5001000": [0.0]}
    for _ in range(ROUNDS):
        for pos, found in times.items():
            found.append(program("--d", "512", "--pos", pos, "-o", str(folder / "slice.npy"))[0])
    near, far = (min(found[2:]) for found in times.values())
    return far / near


def main() -> int:
    """Measure all and print one line; ``quick`` as an argument takes small tables."""
    quick = sys.argv[1:] == ["quick"]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        ways = Ways((8192, 4096) if quick else SHAPE, folder)
        error, right = compared(ways)
        for path in folder.iterdir():
            path.unlink()
        n, d = (100_000, 64) if quick else STREAMED
        streaming, megabytes = program("--d", str(d), "--n", str(n), "-o", str(folder / "streamed.npy"))
        longer = sliced(folder)
    fast, exact = (ways.seconds("recipe") / ways.seconds(way) for way in ("fast", "exact"))
    copying, saving = ways.seconds("fast") / ways.seconds("copy"), ways.seconds("file") / ways.seconds("save")
    print(
        f"{ways.shape[0]} x {ways.shape[1]} in memory {ways.seconds('fast'):.2f} s: {fast:.1f} times as fast as the"
        f" recipe of PyTorch (at least {FASTER}), {copying:.2f} times copying it (at most {COPYING}), off by"
        f" {error:.2g} (at most {ERROR:g}); exact {exact:.1f} times the recipe (at least {EXACT}); into a file"
        f" {saving:.2f} times np.save (at most {SAVING}); {n} x {d} streamed in {streaming:.1f} s"
        f" and {megabytes:.0f} MB (at most {MEGABYTES}); 1001 rows at position 5000000 {longer:.2f} times those at 0"
        f" (at most {SLICE})"
    )
    speed = fast >= FASTER and exact >= EXACT and copying <= COPYING and saving <= SAVING
    return int(not (speed and error <= ERROR and right and megabytes <= MEGABYTES and longer <= SLICE))


if __name__ == "__main__":
    sys.exit(main())
