"""``posenc_cli/README.md`` walks one number through the package: what it names is there, what it shows is so."""

from __future__ import annotations

import doctest
import pkgutil
import re
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[2] / "posenc_cli"
PAGE = (PACKAGE / "README.md").read_text(encoding="utf-8")
LAYERS = sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").is_file())
NAMES = sorted(set(re.findall(rf"`((?:{'|'.join(LAYERS)})(?:\.\w+)+)`", PAGE)))
FILES = sorted(set(re.findall(r"`((?:\w+/)+(?:\w+\.\w+)?)`", PAGE)))


def test_the_page_was_read() -> None:
    """It names modules of every layer that a number goes through, and files; it is one page."""
    assert {name.split(".")[0] for name in NAMES} == set(LAYERS) - {"arrays"}
    assert len(NAMES) > 30
    assert FILES
    assert len(PAGE.splitlines()) < 100


@pytest.mark.parametrize("name", NAMES)
def test_what_it_names_is_there(name: str) -> None:
    """A module, or something in one."""
    assert pkgutil.resolve_name(f"posenc_cli.{name}") is not None


@pytest.mark.parametrize("name", FILES)
def test_the_files_that_it_names_are_there(name: str) -> None:
    """Below the package, or at the top of the tree."""
    assert (PACKAGE / name).exists() or (PACKAGE.parent / name).exists()


def test_the_number_goes_the_way_that_it_says() -> None:
    """Every line behind a prompt gives what stands below it."""
    walk = doctest.DocTestParser().get_doctest(re.sub(r"^```.*$", "", PAGE, flags=re.MULTILINE), {}, "walk", None, 0)
    said: list[str] = []
    found = doctest.DocTestRunner(verbose=False).run(walk, out=said.append)
    assert found.attempted > 10
    assert said == []
