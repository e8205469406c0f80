"""How long ``posenc table`` takes beside a Typer command that does nothing: ``python tests/bench/startup.py``.

Both run with this interpreter, one after the other, so that a noisy machine disturbs both alike. Exit code 1 where the
ratio of the medians is above the limit.
"""

from __future__ import annotations

import statistics
import subprocess
import sys
import time

RUNS = 11
LIMIT = 1.3

NOTHING = """
import numpy, rich.table, typer
app = typer.Typer()
@app.command()
def nothing(d: int = 4, n: int = 6) -> None:
    pass
app()
"""
TABLE = "from posenc_cli.cli import main; main()"


def seconds(code: str, *arguments: str) -> float:
    """The wall time of one run of ``code`` in a new process."""
    start = time.perf_counter()
    subprocess.run([sys.executable, "-c", code, *arguments], check=True, capture_output=True)
    return time.perf_counter() - start


def main() -> int:
    """Measure, print one line, and say by the exit code whether the limit holds."""
    pairs = [
        (seconds(NOTHING, "--d", "4", "--n", "6"), seconds(TABLE, "table", "--d", "4", "--n", "6"))
        for _ in range(RUNS + 1)
    ]
    nothing, table = (statistics.median(times) for times in zip(*pairs[1:], strict=True))  # the first fills caches
    ratio = table / nothing
    print(f"table {1000 * table:.0f} ms, nothing {1000 * nothing:.0f} ms, ratio {ratio:.2f} (limit {LIMIT})")
    return int(ratio > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
