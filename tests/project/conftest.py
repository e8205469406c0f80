"""The files of the project as the tests about it see them."""

from __future__ import annotations

import subprocess
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture(scope="session")
def tracked(root: Path) -> list[Path]:
    """Every file that git tracks and that is there, as absolute paths; a skip outside a checkout."""
    try:
        listed = subprocess.run(["git", "ls-files", "-z"], cwd=root, capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError):
        pytest.skip("this is no git checkout")
    names = [name for name in listed.decode().split("\0") if name]
    return [path for path in map(root.joinpath, names) if path.is_file()]
