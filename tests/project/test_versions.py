"""Versions: each stands in one place, or in two that agree."""

from __future__ import annotations

import re
import tomllib
from typing import TYPE_CHECKING, Any

import pytest
from packaging.requirements import Requirement
from packaging.version import Version

import posenc_cli
from posenc_cli.render.health import LEAST_PYTHON

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

#: What measures posenc beside others needs no oldest version.
UNTRIED = "bench"


@pytest.fixture
def settings(root: Path) -> Mapping[str, Any]:
    """The whole of ``pyproject.toml``."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def requirements(project: Mapping[str, Any]) -> list[Requirement]:
    """What posenc and its extras need, apart from that of the extra which nothing tries."""
    extras = (names for extra, names in project["optional-dependencies"].items() if extra != UNTRIED)
    return [Requirement(text) for names in (project["dependencies"], *extras) for text in names]


def pinned(path: Path) -> dict[str, Version]:
    """The versions of a file with constraints, by the name in small letters."""
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return {name.lower(): Version(version) for name, version in (line.split("==") for line in lines)}


def test_the_oldest_versions_are_the_lower_bounds(root: Path, settings: Mapping[str, Any]) -> None:
    """``constraints-lowest.txt`` tries exactly what ``pyproject.toml`` promises."""
    bounds = {
        (one.name.lower(), Version(bound.version))
        for one in requirements(settings["project"])
        for bound in one.specifier
        if bound.operator == ">="
    }
    assert len(bounds) > 25
    assert bounds == set(pinned(root / "constraints-lowest.txt").items())


def test_the_versions_of_the_tests_are_allowed(root: Path, settings: Mapping[str, Any]) -> None:
    """``constraints.txt`` names everything that posenc and its extras need, within the bounds."""
    pins = pinned(root / "constraints.txt")
    needed = requirements(settings["project"])
    assert [one.name for one in needed if one.name.lower() not in pins] == []
    assert [str(one) for one in needed if pins[one.name.lower()] not in one.specifier] == []


def test_posenc_has_its_version_in_one_place(root: Path, settings: Mapping[str, Any]) -> None:
    """The package says it; metadata read it there, and the newest release of the changelog is no newer."""
    assert "version" in settings["project"]["dynamic"]
    assert settings["tool"]["hatch"]["version"] == {"path": "posenc_cli/__init__.py"}
    written = [
        path.relative_to(root).as_posix()
        for path in (root / "posenc_cli").rglob("*.py")
        if f'"{posenc_cli.__version__}"' in path.read_text(encoding="utf-8")
    ]
    assert written == ["posenc_cli/__init__.py"]
    released = re.findall(r"^## \[(\d[\w.]*)\]", (root / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert max(map(Version, released), default=Version("0")) <= Version(posenc_cli.__version__)


def test_the_oldest_python_is_the_same_everywhere(settings: Mapping[str, Any]) -> None:
    """What pip asks for, what ruff and mypy read the source as, what the doctor and the classifiers say."""
    least = ".".join(map(str, LEAST_PYTHON))
    project, tools = settings["project"], settings["tool"]
    named = re.findall(r"Python :: (3\.\d+)", "\n".join(project["classifiers"]))
    assert project["requires-python"] == f">={least}"
    assert tools["mypy"]["python_version"] == least
    assert tools["ruff"]["target-version"] == f"py{least.replace('.', '')}"
    assert min(named, key=Version) == least
