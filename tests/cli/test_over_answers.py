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


VECTORS = "word,d1,d2,d3,d4\na,0.1,0.2,0.3,0.4\nb,0.5,0.1,0.2,0.3\n"
OWN = """
[worksheet]
title = "own"
name = "own"
d = 4
sentence = "a b"
[embeddings]
file = "v.csv"
[[exercise]]
kind = "encode"
blank = [1]
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ("worksheet", "own.toml", "-o", "v.csv"),
        ("worksheet", "own.toml", "--key", "v.csv"),
        ("worksheet", "katze-kurz", "--class", "roster.csv", "-o", "roster.csv"),
        ("worksheet", "--for", "report.json", "-o", "report.json"),
        ("worksheet", "--sentence", "a b", "--embeddings", "v.csv", "-o", "v.csv"),
        ("add", "--embeddings", "v.csv", "--sentence", "a b", "-o", "v.csv"),
        ("scores", "--embeddings", "v.csv", "--sentence", "a b", "-o", "v.csv"),
        ("scores", "-e", "kerple", "-p", "bias=@p.json", "-o", "p.json"),
        ("add", "-e", "learned", "-p", "table=@p.json", "-o", "p.json"),
        ("explain", "-e", "learned", "-p", "table=@p.json", "-o", "p.json"),
        ("plot", "heatmap", "-e", "learned", "-p", "table=@p.json", "-f", "text", "-o", "p.json"),
        ("table", "-e", "learned", "-p", "table=@p.json", "-o", "p.json"),
        ("table", "--model", "config.json", "-o", "config.json"),
        ("table", "--model", ".", "-o", "config.json"),
        ("stress", "own.toml", "-f", "text", "-o", "own.toml"),
        ("check", "p.json", "-e", "learned", "-o", "p.json"),
        ("check", "v.csv", "--before", "p.json", "-o", "p.json"),
        ("check", "v.csv", "--model", "config.json", "-o", "config.json"),
        ("check", "v.csv", "-e", "learned", "-p", "table=@p.json", "-o", "p.json"),
    ],
)
def test_what_is_read_is_never_written_over(
    arguments: tuple[str, ...], posenc: Callable[..., Ran], tmp_path: Path
) -> None:
    """A sheet, a key or a table in the place of vectors, of a report or of a roster is refused, also with --force."""
    files = {"own.toml": OWN, "v.csv": VECTORS, "report.json": "{}", "roster.csv": "name\nAda\n"}
    files |= {"p.json": "[[0.1, 0.2], [0.3, 0.4]]", "config.json": '{"model_type": "llama"}'}
    for name, text in files.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    ran = posenc(*arguments, "--force", "--lang", "en", code=2)
    assert "not written over, so that nothing is lost" in ran.error
    assert {name: (tmp_path / name).read_text(encoding="utf-8") for name in files} == files


@pytest.mark.parametrize(
    "target",
    [("--feedback", "there.csv/x"), ("--feedback", "/proc/x.zip"), ("--feedback", "f.zip", "-o", "/proc/x.html")],
)
def test_where_nothing_can_be_written_no_feedback_is_made(
    target: tuple[str, ...], posenc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A folder that cannot be made or written is told of before any PDF is set."""
    monkeypatch.setattr("posenc_cli.cli.outcomes._feedback", lambda *_args, **_more: pytest.fail("made too early"))
    (tmp_path / "there.csv").write_text(ROW, encoding="utf-8")
    ran = posenc("check", "there.csv", *target, code=2)
    assert len(ran.error.strip().splitlines()) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["there.csv"]
