"""How long the program takes to start: ``python tests/bench/startup.py``.

``posenc table`` beside a Typer command that does nothing with the same imports; ``posenc --version`` and what a shell
waits for where Tab is pressed beside Python that imports Typer and no more. All run with this interpreter, one after
the other, so that a noisy machine disturbs all alike. Exit code 1 where a ratio of the medians is above its limit.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
import time

RUNS = 11
LIMIT, BARE_LIMIT = 1.25, 1.3

NOTHING = """
import numpy, rich.table, typer
app = typer.Typer()
@app.command()
def nothing(d: int = 4, n: int = 6) -> None:
    pass
app()
"""
IMPORTED = "import typer"
PROGRAM = "from posenc_cli.cli import main; main()"
#: What a shell says when Tab is pressed behind ``posenc table -e ``.
TAB = {"_POSENC_COMPLETE": "complete_bash", "COMP_WORDS": "posenc table -e ", "COMP_CWORD": "3"}
#: An installed program is compiled once, as its libraries are; without that ours alone would be compiled every time.
SURROUNDINGS = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
ASKED = ("--d", "4", "--n", "6")


def seconds(code: str, *arguments: str, **said: str) -> float:
    """The wall time of one run of ``code`` in a new process, to which the environment says something more."""
    start = time.perf_counter()
    command = [sys.executable, "-c", code, *arguments]
    subprocess.run(command, check=True, capture_output=True, env=SURROUNDINGS | said)
    return time.perf_counter() - start


def main() -> int:
    """Measure, print one line, and say by the exit code whether the limits hold."""
    runs = [
        (
            seconds(NOTHING, *ASKED),
            seconds(PROGRAM, "table", *ASKED),
            seconds(IMPORTED),
            seconds(PROGRAM, "--version"),
            seconds(PROGRAM, **TAB),
        )
        for _ in range(RUNS + 1)
    ]
    # The first fills caches.
    nothing, table, imported, version, tab = (1000 * statistics.median(each) for each in zip(*runs[1:], strict=True))
    ratio, bare, waited = table / nothing, version / imported, tab / imported
    print(
        f"table {table:.0f} ms, nothing {nothing:.0f} ms, ratio {ratio:.2f} (limit {LIMIT}); Typer alone"
        f" {imported:.0f} ms: --version {version:.0f} ms, ratio {bare:.2f}, names at Tab {tab:.0f} ms,"
        f" ratio {waited:.2f} (limit {BARE_LIMIT})"
    )
    return int(ratio > LIMIT or max(bare, waited) > BARE_LIMIT)


if __name__ == "__main__":
    sys.exit(main())
