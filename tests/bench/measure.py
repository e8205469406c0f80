"""Run what stands beside and keep what it says: ``python tests/bench/measure.py [NAME …]`` (or ``make bench``).

Each script prints its figures as its last line and ends with 0 if its limit holds. README.md shows ``results.json``.
"""

from __future__ import annotations

import datetime as dt
import json
import os
import platform
import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
RESULTS = HERE / "results.json"
SCRIPTS = {
    path.stem: path for path in sorted(HERE.glob("*.py")) if path.stem not in {"measure", "test_results", "two_pages"}
}


def measured(script: Path) -> tuple[int, dict[str, str]]:
    """The exit code of a script, and what it said on which day on what machine."""
    command = [sys.executable, str(script)]
    done = subprocess.run(command, cwd=HERE.parents[1], stdout=subprocess.PIPE, encoding="utf-8", check=False)
    said = (done.stdout.strip().splitlines() or ["nothing"])[-1]
    machine = f"{platform.system()}, {os.cpu_count()} processors, Python {platform.python_version()}"
    return done.returncode, {"said": said, "date": dt.datetime.now(tz=dt.UTC).date().isoformat(), "machine": machine}


def main(names: list[str]) -> int:
    """Measure all, or what is named; keep the results; end with 0 if every limit holds."""
    results = json.loads(RESULTS.read_text(encoding="utf-8")) if RESULTS.is_file() else {}
    failed = False
    for name in names or SCRIPTS:
        code, results[name] = measured(SCRIPTS[name])
        failed = failed or code != 0
        print(f"{name}: {results[name]['said']}", flush=True)
    RESULTS.write_text(json.dumps(results, indent=2, sort_keys=True) + "\n", encoding="utf-8")
    return int(failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
