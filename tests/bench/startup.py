"""How long ``posenc table`` takes beside a Typer command that does nothing: ``python tests/bench/startup.py``.

And how long a shell waits for names where Tab is pressed, beside Python that imports Typer and no more. All run with
this interpreter, one after the other, so that a noisy machine disturbs both alike. Exit code 1 where the
ratio of the medians is above the limit.
"""

from __future__ import annotations

import os
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


IMPORTED = "import typer"
#: What a shell says when Tab is pressed behind ``posenc table -e ``.
TAB = {"_POSENC_COMPLETE": "complete_bash", "COMP_WORDS": "posenc table -e ", "COMP_CWORD": "3"}


def seconds(code: str, *arguments: str, **said: str) -> float:
    """The wall time of one run of ``code`` in a new process, to which the environment says something more."""
    start = time.perf_counter()
    command = [sys.executable, "-c", code, *arguments]
    subprocess.run(command, check=True, capture_output=True, env=os.environ | said)
    return time.perf_counter() - start


def main() -> int:
    """Measure, print one line, and say by the exit code whether the limit holds."""
    runs = [
        (
            seconds(NOTHING, "--d", "4", "--n", "6"),
            seconds(TABLE, "table", "--d", "4", "--n", "6"),
            seconds(IMPORTED),
            seconds(TABLE, **TAB),
        )
        for _ in range(RUNS + 1)
    ]
    # The first fills caches.
    nothing, table, imported, tab = (statistics.median(times) for times in zip(*runs[1:], strict=True))
    ratio, waited = table / nothing, tab / imported
    print(
        f"table {1000 * table:.0f} ms, nothing {1000 * nothing:.0f} ms, ratio {ratio:.2f} (limit {LIMIT}); "
        f"names at Tab {1000 * tab:.0f} ms, Typer alone {1000 * imported:.0f} ms, ratio {waited:.2f} (limit {LIMIT})"
    )
    return int(max(ratio, waited) > LIMIT)


if __name__ == "__main__":
    sys.exit(main())
