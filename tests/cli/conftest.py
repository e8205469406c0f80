"""Running the program: inside this process for most tests, as a process of its own where channels matter."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from posenc_cli.cli import main

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True)
class Ran:
    """What a call left behind."""

    code: int
    out: str
    err: str

    @property
    def error(self) -> str:
        """The one line on the error channel, and nothing on the other."""
        assert self.out == ""
        assert self.err.startswith("posenc: ")
        assert self.err.endswith("\n")
        assert self.err.count("\n") == 1, self.err
        return self.err.removeprefix("posenc: ").rstrip("\n")


@pytest.fixture
def empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The program runs in an empty folder."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def posenc(capsys: pytest.CaptureFixture[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Ran]:
    """Run posenc in an empty folder; exit code 0 and no word on the error channel unless told otherwise."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: str, code: int = 0, quiet: bool = True) -> Ran:
        capsys.readouterr()
        found = main(arguments)
        ran = Ran(found, *capsys.readouterr())
        assert ran.code == code, ran.err
        assert code or not quiet or ran.err == "", ran.err
        return ran

    return run


@pytest.fixture
def process(tmp_path: Path) -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run posenc as a process of its own in an empty folder."""

    def run(*arguments: str, **surroundings: str) -> subprocess.CompletedProcess[bytes]:
        command = [sys.executable, "-W", "error", "-m", "posenc_cli", *arguments]
        return subprocess.run(
            command, cwd=tmp_path, env=os.environ | surroundings, capture_output=True, check=False, timeout=60
        )

    return run
