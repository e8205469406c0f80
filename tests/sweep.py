"""A plugin: of tests that go over much that is alike, a run takes some cases, ``make sweep`` takes all."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import settings

if TYPE_CHECKING:
    from collections.abc import Sequence

ROOT = Path(__file__).resolve().parent.parent


def shares() -> dict[str, int]:
    """How many cases every run takes, by the beginning of the tests' names: a file, or a function in it."""
    table = tomllib.loads((ROOT / "tests" / "sweep.toml").read_text(encoding="utf-8"))
    return {f"{folder}/{name}": share for folder, tests in table.items() for name, share in tests.items()}


def spread(cases: Sequence[str], share: int) -> list[str]:
    """``share`` of the cases, the first and the last among them where there are two, as far apart as can be."""
    if share >= len(cases):
        return list(cases)
    return [cases[round(n * (len(cases) - 1) / max(share - 1, 1))] for n in range(share)]


def left_out(names: Sequence[str]) -> set[str]:
    """The tests, out of all that were found, that a run leaves to the sweep."""
    cases: dict[str, list[str]] = {name: [] for name in shares()}
    for each in sorted(names):
        for name in (each.partition("[")[0], each.partition("::")[0]):
            if name in cases:
                cases[name].append(each)
    return {each for name, share in shares().items() for each in {*cases[name]} - {*spread(cases[name], share)}}


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--sweep``: take all cases."""
    parser.addoption("--sweep", action="store_true", help="take all cases of the tests in tests/sweep.toml")


def pytest_configure(config: pytest.Config) -> None:
    """A sweep tries more examples of every law as well."""
    if config.getoption("sweep"):
        settings.load_profile("sweep")


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what is left to the sweep; a single test or file that is named is taken whole."""
    if config.getoption("sweep") or any("::" in each or each.endswith(".py") for each in config.args):
        return
    out = left_out([item.nodeid for item in items])
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid in out])
    items[:] = [item for item in items if item.nodeid not in out]
