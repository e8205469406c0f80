from __future__ import annotations

import re
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

REGISTRY = re.compile(
    r"(--|\b)(extra-)?index-url\b|--find-links|--trusted-host|pythonhosted\.org|registry\.npmjs|/simple/\b"
    r"|https?://[\w.-]*(artifactory|nexus|devpi)",
    re.IGNORECASE,
)
MACHINE_PATH = re.compile(
    r"(file://|(?<![\w.$}/-]))/(home|Users|root|work|workspace)/[\w.-]+|[A-Z]:\\\\?Users\\", re.ASCII
)


def text_of(path: Path) -> str:
    """The text of a file, or nothing where it is not text."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        return ""


@pytest.mark.parametrize("pattern", [REGISTRY, MACHINE_PATH], ids=["registry", "machine path"])
def test_no_tracked_file_names_a_machine(pattern: re.Pattern[str], tracked: list[Path], root: Path) -> None:
    """A clone works anywhere: no address of a package registry, no path of the machine it was written on.

    This file alone holds such texts, to show that they are found.
    """
    found = {
        path.relative_to(root).as_posix(): match.group()
        for path in tracked
        if path.name != "test_tidy.py" and (match := pattern.search(text_of(path)))
    }
    assert found == {}


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        (REGISTRY, "pip install --index" + "-url https://example.org"),
        (REGISTRY, "https://files.pythonhosted.org/packages/x.whl"),
        (MACHINE_PATH, 'open("/home/anna/katze.csv")'),
        (MACHINE_PATH, "url(file:///home/anna/font.ttf)"),
        (MACHINE_PATH, "C:\\Users\\anna"),
    ],
)
def test_the_patterns_find_what_they_are_for(pattern: re.Pattern[str], text: str) -> None:
    """Each pattern finds the address or path that it is there for."""
    assert pattern.search(text)


@pytest.mark.parametrize("name", ["constraints.txt", "constraints-lowest.txt"])
def test_constraints_are_plain_pins(root: Path, name: str) -> None:
    """A file of constraints holds a name and a version a line and nothing about where they come from."""
    lines = (root / name).read_text(encoding="utf-8").splitlines()
    pins = [line for line in lines if line and not line.startswith("#")]
    assert pins
    assert [line for line in pins if not re.fullmatch(r"[A-Za-z0-9._-]+==[0-9][0-9A-Za-z.]*", line)] == []
