"""Put small faults into calculation and grading, one at a time, and see whether a test fails: ``make mutants``.

``python -m tests.bench.mutants.run [--count N] [--seconds S] [--again] [MODULE …]`` tries N faults of every module, or
of those that are named (``grading/guard``), the same ones every time as long as they can be written; ``--again`` only
those that no test saw the last time. What came of them is kept in ``tried.json``, and ``explained.toml`` says why no
test can see some of them. Ends with 0 if no other is left.

First all tests are run without a fault, to note which of them reach which line. A fault inside a function is put into a
process that has read everything, one in what runs at import into a process that has read nothing of posenc. Only a test
that fails counts, and in the end each of these tests must pass without a fault by itself.
"""

from __future__ import annotations

import argparse
import datetime as dt
import json
import os
import sys
import tempfile
import tomllib
from collections import Counter
from functools import partial
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from tests.bench.mutants.faults import Fault, faults
from tests.bench.mutants.reached import DATA, Map, Reached
from tests.bench.mutants.trying import (
    CAME,
    LAYERS,
    PACKAGE,
    Pool,
    arguments,
    in_child,
    put_anew,
    put_in_place,
    run_anew,
    run_in_place,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    import pytest

HERE = Path(__file__).resolve().parent
TRIED, EXPLAINED = HERE / "tried.json", HERE / "explained.toml"
FOLDERS = ("tests/calculation", "tests/encodings", "tests/contract", "tests/grading")
COUNT, SECONDS = 30, 20.0
#: Loaded before processes are copied, so that no copy does it again.
LOADED = ("coverage", "hypothesis", "mpmath", "numpy", "pydantic", "pytest", "rich", "typer")


class Trial:
    """Tries faults and notes what came of each: killed, survived, timeout or broken, and by which test."""

    def __init__(self, reached: Map, seconds: float, folder: Path, say: int) -> None:
        self.reached, self.seconds, self.told, self.say = reached, seconds, folder / "told", say
        self.notes, self._new = folder / "notes.jsonl", folder / "new.json"

    def anew(self, some: Sequence[Fault]) -> None:
        """Faults in what runs at import."""
        for fault in some:
            names = self._tests(fault)
            self._note(fault, in_child(partial(self._put_and_run, fault, names), self._limit), len(names))

    def _tests(self, fault: Fault) -> list[str]:
        """Those of its layer that are new since lines were noted, and those that reach it."""
        layer = fault.module.partition("/")[0]
        new = [name for name in json.loads(self._new.read_text(encoding="utf-8")) if name.startswith(f"tests/{layer}/")]
        return [*new, *self.reached.tests(fault, self.seconds)]

    def _put_and_run(self, fault: Fault, names: Sequence[str]) -> int:
        put_anew(fault, self.told)
        return run_anew(names, self.told)

    def in_place(self, some: Sequence[Fault], items: dict[str, pytest.Item]) -> None:
        """Faults in functions."""
        self._new.write_text(json.dumps([name for name in items if name not in self.reached.seconds]), encoding="utf-8")
        for fault in some:
            chosen = [items[name] for name in self._tests(fault) if name in items]
            self._note(fault, in_child(partial(self._place_and_run, fault, chosen), self._limit), len(chosen))

    def _place_and_run(self, fault: Fault, chosen: Sequence[pytest.Item]) -> int:
        put_in_place(fault)
        return run_in_place(chosen, self.told) if chosen else 0

    @property
    def _limit(self) -> float:
        return 60 + 5 * self.seconds

    def _note(self, fault: Fault, code: int | None, tests: int) -> None:
        came = "timeout" if code is None else CAME.get(code, "broken")
        by = self.told.read_text(encoding="utf-8") if came == "killed" else ""
        with self.notes.open("a", encoding="utf-8") as notes:
            notes.write(json.dumps({"key": fault.key, "came": came, "by": by, "line": fault.line}) + "\n")
        os.write(self.say, f"{came:9} {fault.line:4} {fault.key}  [{by or f'{tests} tests'}]\n".encode())


def tried(some: Sequence[Fault], reached: Map, seconds: float) -> list[dict[str, Any]]:
    """What came of some faults, after a look at the tests that saw them."""
    with tempfile.TemporaryDirectory() as name:
        trial = Trial(reached, seconds, Path(name), os.dup(1))
        inside = [fault for fault in some if not reached.at_import(fault)]

        def work(items: dict[str, pytest.Item]) -> None:
            trial.in_place(inside, items)

        def pool() -> int:
            import pytest

            return int(pytest.main(arguments(FOLDERS), plugins=[Pool(work)]))

        if in_child(pool, 24 * 3600) != 0:
            sys.exit("The tests could not be read.")
        trial.anew([fault for fault in some if fault not in inside])
        if not some:
            return []
        notes = [json.loads(line) for line in trial.notes.read_text(encoding="utf-8").splitlines()]
        killers = sorted({note["by"] for note in notes} - {""})
        tests = [test for test in killers if test.startswith("tests/")]
        while tests and in_child(partial(run_anew, tests, trial.told), 3600) != 0:
            wrong = trial.told.read_text(encoding="utf-8")
            print(f"fails without a fault: {wrong}", flush=True)
            tests = [test for test in tests if test != wrong]
            for note in notes:
                note["came"] = "broken" if note["by"] == wrong else note["came"]
    return notes


def kept(
    notes: Sequence[dict[str, Any]], every: Sequence[Fault], old: dict[str, Any], *, again: bool
) -> dict[str, Any]:
    """The figures of every module, with those that were found before of what was not tried now."""
    found = dict(old)
    lines = {fault.key: fault.line for fault in every}
    for module in dict.fromkeys(note["key"].partition(" ")[0] for note in notes):
        came = {note["key"]: note["came"] for note in notes if note["key"].startswith(f"{module} ")}
        before: dict[str, Any] = old[module] if again else {"killed": 0, "survived": [], "timeout": []}
        entry: dict[str, Any] = {"date": dt.datetime.now(tz=dt.UTC).date().isoformat()}
        entry["possible"] = sum(fault.module == module for fault in every)
        entry["killed"] = before["killed"] + sum(one == "killed" for one in came.values())
        for what in ("survived", "timeout"):
            keys = [one["fault"] for one in before[what] if one["fault"] in lines.keys() - came.keys()]
            keys += [key for key, one in came.items() if one == what]
            entry[what] = [{"line": lines[key], "fault": key} for key in sorted(keys, key=lambda key: lines[key])]
        found[module] = entry
    return found


def left(results: dict[str, Any]) -> list[str]:
    """The faults that no test saw and nothing explains."""
    explained = tomllib.loads(EXPLAINED.read_text(encoding="utf-8"))
    return [one["fault"] for some in results.values() for one in some["survived"] if one["fault"] not in explained]


def main() -> int:
    """Try faults, keep what came of them, and say by the exit code whether all that was not seen is explained."""
    parser = argparse.ArgumentParser(description="Put faults into calculation and grading.")
    parser.add_argument("modules", nargs="*")
    parser.add_argument("--count", type=int, default=COUNT)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--again", action="store_true")
    asked = parser.parse_args()
    os.environ |= {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
    for name in LOADED:
        import_module(name)
    paths = [path for layer in LAYERS for path in sorted((PACKAGE / layer).glob("*.py"))]
    every = [fault for path in paths for fault in faults(path, PACKAGE)]
    results = json.loads(TRIED.read_text(encoding="utf-8")) if TRIED.is_file() else {}
    before = {one["fault"] for some in results.values() for one in some["survived"]} if asked.again else None
    some: list[Fault] = []
    for module in dict.fromkeys(fault.module for fault in every):
        if not asked.modules or module.removesuffix(".py") in asked.modules:
            drawn = sorted((fault for fault in every if fault.module == module), key=lambda fault: fault.lot)
            some += drawn[: asked.count] if before is None else [fault for fault in drawn if fault.key in before]
    if not DATA.is_file() and in_child(lambda: Reached().run(FOLDERS), 24 * 3600) is None:
        return 2
    reached = Map()
    if reached.failed:
        print("These fail without a fault:", *reached.failed, sep="\n")
        return 2
    notes = tried(some, reached, asked.seconds)
    results = kept(notes, every, results, again=asked.again)
    TRIED.write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    counts = Counter(note["came"] for note in notes)
    print(", ".join(f"{number} {came}" for came, number in counts.items()), f"{len(left(results))} left", sep="; ")
    return 2 if counts["broken"] else int(bool(left(results)))


if __name__ == "__main__":
    sys.exit(main())
