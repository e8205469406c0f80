"""How one fault is tried: in a process of its own, by the tests that reach it, the telling ones first."""

from __future__ import annotations

import inspect
import os
import signal
import sys
from importlib import import_module
from importlib.machinery import ModuleSpec, SourceFileLoader
from importlib.util import spec_from_loader
from pathlib import Path
from types import CodeType, FunctionType
from typing import TYPE_CHECKING

import pytest

from tests.bench.mutants.faults import mutated

if TYPE_CHECKING:
    import ast
    from collections.abc import Callable, Iterator, Sequence

    from tests.bench.mutants.faults import Fault

ROOT = Path(__file__).resolve().parents[3]
PACKAGE = ROOT / "posenc_cli"
LAYERS = ("calculation", "grading")
#: What came of a process by its exit code; any other is a fault of this tool.
CAME = {0: "survived", 1: "killed"}


class Quick:
    """Fewer examples than ever, the same ones every time, and nobody waits for the smallest one."""

    examples = 15

    def pytest_configure(self) -> None:
        """After the profile of the tests was made, before a test is read."""
        from hypothesis import Phase, settings

        usual, phases = settings.get_profile("posenc"), (Phase.explicit, Phase.generate)
        settings.register_profile(
            "mutants", usual, phases=phases, max_examples=self.examples, database=None, derandomize=True
        )
        settings.load_profile("mutants")


class Chosen(Quick):
    """Runs some tests in their order, after a fault was put in; says which one fails."""

    def __init__(self, names: Sequence[str], told: Path) -> None:
        self.names, self.told = names, told

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A fault that keeps the tests from being read is seen; without it they were read."""
        if report.failed:
            seen(self.told, "(reading the tests)")

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        """Keep what is to be run."""
        by_name = {item.nodeid: item for item in items}
        items[:] = [by_name[name] for name in self.names if name in by_name]

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """One test that fails is enough."""
        if report.failed:
            seen(self.told, report.nodeid)


class Pool(Quick):
    """Reads all tests once, and tries faults in copies of this process."""

    def __init__(self, work: Callable[[dict[str, pytest.Item]], None]) -> None:
        self.work = work

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Instead of running the tests."""
        self.work({item.nodeid: item for item in session.items})
        return True


def seen(told: Path, test: str) -> None:
    """End: a test has failed."""
    told.write_text(test, encoding="utf-8")
    os._exit(1)


def arguments(where: Sequence[str]) -> list[str]:
    """For pytest; everything that would change from run to run is off."""
    off = [part for name in ("randomly", "cacheprovider", "xdist", "terminal") for part in ("-p", f"no:{name}")]
    # Hypothesis is loaded before pytest could look at it.
    off += ["-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning"]
    return [*off, "-c", str(ROOT / "pyproject.toml"), "-o", "addopts=--import-mode=importlib", *where]


def in_child(act: Callable[[], int], seconds: float) -> int | None:
    """The exit code of a copy of this process that does something silently; None if it had to be stopped."""
    child = os.fork()
    if child:
        _, status = os.waitpid(child, 0)
        return None if os.WIFSIGNALED(status) else os.waitstatus_to_exitcode(status)
    try:
        signal.signal(signal.SIGALRM, signal.SIG_DFL)
        signal.alarm(round(seconds))
        silence = os.open(os.devnull, os.O_WRONLY)
        os.dup2(silence, 1)
        os.dup2(silence, 2)
        os._exit(act())
    except BaseException:  # noqa: BLE001  (whatever it is, this copy must end here)
        os._exit(70)


def run_in_place(items: Sequence[pytest.Item], told: Path) -> int:
    """Run tests that were read before."""
    items[0].config.pluginmanager.register(Chosen((), told))
    for item, following in zip(items, [*items[1:], None], strict=True):
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
    return 0


def run_anew(names: Sequence[str], told: Path) -> int:
    """Read the tests and run them."""
    if not names:
        return 0
    files = list(dict.fromkeys(name.partition("::")[0] for name in names))
    return int(pytest.main(arguments(files), plugins=[Chosen(names, told)]))


def put_in_place(fault: Fault) -> None:
    """Give a function that is there already the code with the fault."""
    path = PACKAGE / fault.module
    live: object = import_module(module_name(fault))
    code = compile(mutated(path, fault), str(path), "exec")
    for part in fault.owner.split("."):
        live = inspect.getattr_static(live, part)
    function = _function(live)
    function.__code__ = next(one for one in _codes(code) if _same(one, function.__code__))


def _function(live: object) -> FunctionType:
    """What runs, below what decorates it."""
    while not isinstance(live, FunctionType) or hasattr(live, "__wrapped__"):
        names = ("fget", "func", "__wrapped__", "__func__")
        live = next(getattr(live, name) for name in names if getattr(live, name, None) is not None)
    return live


def _same(one: CodeType, other: CodeType) -> bool:
    return (one.co_qualname, one.co_firstlineno) == (other.co_qualname, other.co_firstlineno)


def _codes(code: CodeType) -> Iterator[CodeType]:
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from _codes(constant)


def put_anew(fault: Fault, told: Path) -> None:
    """Have the module with the fault loaded instead of the right one; that this fails is seen."""
    path = PACKAGE / fault.module
    sys.meta_path.insert(0, _Finder(module_name(fault), path, mutated(path, fault)))
    try:
        for one in ("posenc_cli.cli", module_name(fault)):
            import_module(one)
    except Exception:  # noqa: BLE001  (however it fails)
        seen(told, "(import)")


def module_name(fault: Fault) -> str:
    """As it is imported."""
    return ".".join(("posenc_cli", *Path(fault.module).with_suffix("").parts))


class _Loader(SourceFileLoader):
    """A file as another would have written it."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        super().__init__(name, str(path))
        self.tree = tree

    def get_code(self, fullname: str) -> CodeType:  # noqa: ARG002
        """What is run."""
        return compile(self.tree, self.path, "exec")


class _Finder:
    """Finds one module."""

    def __init__(self, name: str, path: Path, tree: ast.Module) -> None:
        self.name, self.path, self.tree = name, path, tree

    def find_spec(self, name: str, path: object = None, target: object = None) -> ModuleSpec | None:  # noqa: ARG002
        """The module with its loader; None for all others."""
        return spec_from_loader(name, _Loader(name, self.path, self.tree)) if name == self.name else None
