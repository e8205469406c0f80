"""Imports run down only: cli, render, grading, worksheet, encodings, calculation; files, i18n and errors are leaves."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "posenc_cli"
LAYERS = ("calculation", "encodings", "worksheet", "grading", "render", "cli")
#: Beside worksheets and grading: what it may see, and render and cli may see it.
BESIDE = {"arrays": {"calculation", "encodings"}}
LEAVES = {"errors": set[str](), "i18n": {"errors"}, "files": {"errors", "i18n"}}
#: What may see everything: the public Python API and ``python -m``; nobody below imports them.
TOP = ("__init__", "__main__", "api")
#: What everybody may read from the top: ``from posenc_cli import __version__``.
PLAIN_NAMES = {"__version__"}


def allowed(part: str) -> set[str]:
    """The parts of the package that ``part`` may import from, itself included."""
    if part in TOP:
        return {*LAYERS, *BESIDE, *LEAVES, *TOP}
    if part in BESIDE:
        return {part, *BESIDE[part], *LEAVES}
    if part in LEAVES:
        return {part} | LEAVES[part]
    beside = set(BESIDE) if part in ("render", "cli") else set[str]()
    return {*LAYERS[: LAYERS.index(part) + 1], *beside, *LEAVES}


def part_of(path: Path) -> str:
    """The layer or leaf that a module belongs to."""
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imported_parts(source: str, package: str) -> set[str]:
    """The parts of posenc that a module imports, late and type-only imports included."""
    names = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            start = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            names |= {f"{base}.{alias.name}" for alias in node.names} if base == "posenc_cli" else {base}
    ours = (name.split(".") for name in names if name == "posenc_cli" or name.startswith("posenc_cli."))
    return {parts[1] if len(parts) > 1 else "__init__" for parts in ours} - PLAIN_NAMES


def test_imports_run_down_only() -> None:
    """A module imports from its own layer, the layers below and the leaves, and from nothing above."""
    upwards = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        package = ".".join(path.relative_to(PACKAGE.parent).parent.parts)
        above = imported_parts(path.read_text(encoding="utf-8"), package) - allowed(part_of(path))
        if above:
            upwards[path.relative_to(PACKAGE).as_posix()] = above
    assert upwards == {}


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        ("import posenc_cli.render.view", {"render"}),
        ("from posenc_cli.cli import main", {"cli"}),
        ("from posenc_cli import errors, grading", {"errors", "grading"}),
        ("from posenc_cli import __version__", set()),
        ("import posenc_cli", {"__init__"}),
        ("def f():\n    from posenc_cli.files import text", {"files"}),
        ("from . import view", {"render"}),
        ("from .. import grading", {"grading"}),
        ("from ..worksheet.spec import Spec", {"worksheet"}),
        ("import numpy\nfrom posenc_client import cli", set()),
    ],
)
def test_every_form_of_import_is_seen(source: str, expected: set[str]) -> None:
    """The reader of imports misses no way of writing one."""
    assert imported_parts(source, "posenc_cli.render") == expected


def test_every_part_has_a_place() -> None:
    """A new folder or module at the top of the package must be given its layer here."""
    found = {part_of(path) for path in PACKAGE.rglob("*.py")} | {
        path.name for path in PACKAGE.iterdir() if path.is_dir()
    }
    assert found - {*LAYERS, *BESIDE, *LEAVES, *TOP, "data", "__pycache__"} == set()  # data: the sample, no code
