"""Answer files come from outside: nothing in them is a path, and nothing in them makes posenc fall over."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran


@pytest.mark.parametrize(
    "named", ["/etc/passwd", "/dev/zero", "secret", "sub/cat", "x" * 400, "x" * 400 + ".toml", ".", "~"]
)
def test_a_sheet_named_in_an_answer_file_is_never_opened_as_a_path(
    posenc: Callable[..., Ran], tmp_path: Path, named: str
) -> None:
    """What a student writes into the column "sheet" is a built-in name or a file beside the answers, nothing else."""
    (tmp_path / "secret").write_text("password = hunter2", encoding="utf-8")
    (tmp_path / "a.csv").write_text(f"name;sheet;rad\nEve;{named};0,841\n", encoding="utf-8")
    error = posenc("check", "a.csv", code=2).error
    assert "a.csv" in error
    assert "hunter2" not in error


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs named pipes")
def test_a_worksheet_is_read_from_ordinary_files_only(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A pipe or a device without an end is refused before anything is read from it."""
    os.mkfifo(tmp_path / "pipe.toml")
    assert "pipe.toml" in posenc("worksheet", "pipe.toml", "-f", "text", code=2).error
    assert "/dev/zero" in posenc("worksheet", "/dev/zero", "-f", "text", code=2).error


@pytest.mark.parametrize("call", [["check", "x" * 400], ["worksheet", "x" * 400], ["check", "x" * 400 + ".csv"]])
def test_a_name_that_no_disk_takes_is_one_sentence(posenc: Callable[..., Ran], call: list[str]) -> None:
    """Too long for a file is no file."""
    assert posenc(*call, code=2).error


@pytest.mark.parametrize("kind", ["text", "json", "csv"])
def test_half_a_character_is_shown_as_its_code(posenc: Callable[..., Ran], tmp_path: Path, kind: str) -> None:
    """A lone surrogate, from JSON or from a command line that is no UTF-8, reaches no encoder."""
    answers = '[{"name": "E\\ud800ve", "sheet": "cat-short", "rad": "0.841"}]'
    (tmp_path / "a.json").write_text(answers, encoding="utf-8")
    assert "E\\ud800ve" in posenc("check", "a.json", "-f", kind).out
    assert posenc("check", "a.json", "-f", kind, "-o", "report", quiet=False).err.count("\n") == 1
    assert "E\\ud800ve" in (tmp_path / "report").read_text(encoding="utf-8")
    assert posenc("check", "--d", "2", "--pos", "2", "\udcff", "-0.416", "-f", kind, code=1).out
