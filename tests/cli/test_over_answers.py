"""What was handed in outlives every call, whatever it is told to replace."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

ROW = "name;sheet;rad;pe2_d1\nAda;katze-kurz;0.841;0.909\n"


@pytest.mark.parametrize(
    "arguments",
    [
        ("a.csv", "-o", "a.csv"),
        ("a.csv", "-o", "same/../a.csv"),
        ("same", "-o", "same/b.csv"),
        ("a.csv", "same", "--feedback", "same/c.zip"),
        ("a.csv", "--compare", "old.json", "-o", "old.json"),
    ],
)
def test_answers_are_never_written_over(arguments: tuple[str, ...], posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """--force replaces earlier results, and nothing that is read in the same call."""
    folder = tmp_path / "same"
    folder.mkdir()
    (tmp_path / "a.csv").write_text(ROW, encoding="utf-8")
    (folder / "b.csv").write_text(ROW, encoding="utf-8")
    posenc("check", "a.csv", "-o", "old.json", quiet=False)
    shutil.make_archive(str(folder / "c"), "zip", tmp_path, "a.csv")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*.*")}
    ran = posenc("check", *arguments, "--force", "--lang", "en", code=2)
    assert "not written over, so that nothing is lost" in ran.error
    assert {path: path.read_bytes() for path in tmp_path.rglob("*.*")} == before


def test_earlier_results_beside_the_answers_may_be_replaced(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A page about the class is no answer, and --force renews it where it lies."""
    folder = tmp_path / "class"
    folder.mkdir()
    (folder / "a.csv").write_text(ROW, encoding="utf-8")
    for _ in range(2):
        posenc("check", "class", "-o", "class/class.html", "--force", quiet=False)
