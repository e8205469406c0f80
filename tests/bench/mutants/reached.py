"""Which tests reach which line, and how long each of them takes: what a fault is tried with."""

from __future__ import annotations

import json
import time
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.bench.mutants.trying import LAYERS, PACKAGE, ROOT, Quick, arguments

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from tests.bench.mutants.faults import Fault

#: Where it is kept from one run to the next; remove it where lines have moved much.
DATA, NOTED = ROOT / ".coverage-reached", ROOT / ".coverage-reached.json"
#: Where fewer tests than these reach a line, a cache may keep what the first one made: all of its module are run.
_FEW = 4


class Reached(Quick):
    """Notes which test reaches which line, how long it takes, and what fails without any fault."""

    examples = 5

    def __init__(self) -> None:
        from coverage import Coverage

        layers = [str(PACKAGE / layer) for layer in LAYERS]
        self.cover = Coverage(config_file=False, data_file=str(DATA), source=layers)
        self.seconds: dict[str, float] = {}
        self.fixtures: dict[str, list[str]] = {}
        self.failed: list[str] = []
        self.test = ""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Function) -> Iterator[None]:
        """One test."""
        self.test, start = item.nodeid, time.perf_counter()
        definitions = item._fixtureinfo.name2fixturedefs.values()
        self.fixtures[item.nodeid] = [_fixture(one) for some in definitions for one in some]
        self.cover.switch_context(item.nodeid)
        found = yield
        self.cover.switch_context("")
        self.seconds[item.nodeid] = time.perf_counter() - start
        return found

    @pytest.hookimpl(wrapper=True)
    def pytest_fixture_setup(self, fixturedef: pytest.FixtureDef[object]) -> Iterator[None]:
        """What is set up once is reached by all tests that ask for it."""
        if fixturedef.scope != "function":
            self.cover.switch_context(_fixture(fixturedef))
        found = yield
        self.cover.switch_context(self.test)
        return found

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Nothing may fail here."""
        if report.failed:
            self.failed.append(report.nodeid)

    def run(self, folders: Sequence[str]) -> int:
        """Run all tests of some folders, and keep what is found."""
        self.cover.erase()
        self.cover.start()
        code = int(pytest.main(arguments(folders), plugins=[self]))
        self.cover.stop()
        self.cover.save()
        NOTED.write_text(
            json.dumps({"seconds": self.seconds, "fixtures": self.fixtures, "failed": self.failed}), encoding="utf-8"
        )
        return code


def _fixture(definition: pytest.FixtureDef[object]) -> str:
    return f"@{definition.baseid}::{definition.argname}"


class Map:
    """Which tests a fault is tried with."""

    def __init__(self) -> None:
        from coverage import CoverageData

        noted = json.loads(NOTED.read_text(encoding="utf-8"))
        self.failed: list[str] = noted["failed"]
        self.seconds: dict[str, float] = noted["seconds"]
        self._asking: dict[str, list[str]] = {}
        for test, fixtures in noted["fixtures"].items():
            for fixture in fixtures:
                self._asking.setdefault(fixture, []).append(test)
        data = CoverageData(str(DATA))
        data.read()
        # All of it now: in a copy of this process coverage would begin with an empty file.
        self._lines = {
            path.relative_to(PACKAGE).as_posix(): data.contexts_by_lineno(str(path))
            for layer in LAYERS
            for path in (PACKAGE / layer).glob("*.py")
        }

    def at_import(self, fault: Fault) -> bool:
        """Has what it stands in run before any test?"""
        lines = self._lines[fault.module]
        first, last = fault.body
        return not fault.body[1] or any("" in lines.get(line, ()) for line in range(first, last + 1))

    def tests(self, fault: Fault, seconds: float) -> list[str]:
        """The tests that reach a fault, for so long: those named like its module first, one case of each before all."""
        lines = self._lines[fault.module]
        contexts = {context for line in {fault.line, fault.statement} for context in lines.get(line, ())}
        if self.at_import(fault) or len(contexts) < _FEW:
            contexts |= {context for some in lines.values() for context in some}
        tests = {test for context in contexts for test in (self._asking.get(context) or [context]) if test}
        if self.at_import(fault):
            # What a table holds is used without a line of its module.
            tests |= {test for test in self.seconds if _is_named(test, fault)}
        turn: Counter[str] = Counter()
        turns = {}
        for test in sorted(tests, key=lambda one: self.seconds.get(one, 0.0)):
            function = test.partition("[")[0]
            turns[test] = turn[function]
            turn[function] += 1
        ranked = sorted(tests, key=lambda one: (not _is_named(one, fault), turns[one], self.seconds.get(one, 0.0)))
        chosen: list[str] = []
        left = seconds
        for test in ranked:
            left -= self.seconds.get(test, 0.0)
            if left < 0 and len(chosen) >= 3:
                break
            chosen.append(test)
        return chosen


def _is_named(test: str, fault: Fault) -> bool:
    layer, _, name = fault.module.removesuffix(".py").partition("/")
    return test.startswith(f"tests/{layer}/test_{name}")
