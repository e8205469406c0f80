"""Run what stands beside and keep what it says: ``python tests/bench/measure.py`` (or ``make bench``).

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


def main() -> int:
    """Measure all, write the results, and end with 0 if every limit holds."""
    results = {
        "date": dt.datetime.now(tz=dt.UTC).date().isoformat(),
        "machine": f"{platform.system()}, {os.cpu_count()} processors, Python {platform.python_version()}",
    }
    failed = 0
    for script in sorted(HERE.glob("*.py")):
        if script.name == Path(__file__).name:
            continue
        command = [sys.executable, str(script)]
        done = subprocess.run(command, cwd=HERE.parents[1], stdout=subprocess.PIPE, encoding="utf-8", check=False)
        failed |= done.returncode
        results[script.stem] = (done.stdout.strip().splitlines() or ["nothing was said"])[-1]
        print(f"{script.stem}: {results[script.stem]}", flush=True)
    RESULTS.write_text(json.dumps(results, indent=2) + "\n", encoding="utf-8")
    return int(failed != 0)


if __name__ == "__main__":
    sys.exit(main())
