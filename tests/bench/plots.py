"""How long pictures take beside what they are made with: ``python tests/bench/plots.py``.

A heatmap of 1000 positions × 512 columns as PNG beside a bare script that computes the table and calls ``imshow``; a
heatmap in the terminal beside ``posenc table``. All run one after the other; exit code 1 where a ratio of the medians
is above its limit.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

RUNS = 7
FILE_LIMIT, SCREEN_LIMIT = 3.0, 1.6
BARE = """
import sys
import matplotlib
matplotlib.use("agg")
import matplotlib.pyplot as plt
import numpy as np
pos, k = np.arange(1000)[:, None], np.arange(512)[None, :]
angle = pos / 10000 ** (2 * (k // 2) / 512)
plt.imshow(np.where(k % 2 == 0, np.sin(angle), np.cos(angle)), aspect="auto")
plt.colorbar()
plt.savefig(sys.argv[1], dpi=150)
"""
POSENC = "from posenc_cli.cli import main; raise SystemExit(main())"


def seconds(code: str, *arguments: str) -> float:
    """The wall time of one run of ``code`` in a new process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> int:
    """Measure, print one line, and say by the exit code whether the limits hold."""
    with tempfile.TemporaryDirectory() as folder:
        bare, ours = (str(Path(folder, name)) for name in ("bare.png", "ours.png"))
        runs = [
            (
                seconds(BARE, bare),
                seconds(POSENC, "plot", "heatmap", "--d", "512", "--n", "1000", "-o", ours, "--force"),
                seconds(POSENC, "table", "--d", "4", "--n", "6"),
                seconds(POSENC, "plot", "heatmap"),
            )
            for _ in range(RUNS + 1)
        ]
    imshow, file, table, screen = (statistics.median(times) for times in zip(*runs[1:], strict=True))
    print(
        f"heatmap of 1000 × 512 as PNG {file:.2f} s, imshow alone {imshow:.2f} s, ratio {file / imshow:.2f} (limit "
        f"{FILE_LIMIT:g}); in a terminal {screen:.2f} s, posenc table {table:.2f} s, ratio {screen / table:.2f} (limit "
        f"{SCREEN_LIMIT:g})"
    )
    return int(file / imshow > FILE_LIMIT or screen / table > SCREEN_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
