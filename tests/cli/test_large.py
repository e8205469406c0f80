"""Large tables go into their file piece by piece: the same bytes as of small ones, and nothing if they are stopped."""

from __future__ import annotations

import io
import sys
from contextlib import closing
from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.cli import streaming
from posenc_cli.encodings import large
from posenc_cli.encodings.large import Large
from posenc_cli.encodings.results import results
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.files import writing

if TYPE_CHECKING:
    from collections.abc import Callable, Generator
    from pathlib import Path

    from tests.cli.conftest import Ran

ASKED = ("--d", "8", "--pos", "0-40,5000000-5000100")


@pytest.fixture
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every table counts as large, and has several pieces."""
    monkeypatch.setattr(streaming, "_SMALL", 0)
    monkeypatch.setattr(large, "_PIECE", 200)
    monkeypatch.setattr(large, "_SLOW_PIECE", 200)


@pytest.mark.parametrize("dtype", ["float64", "float32", "float16", "bfloat16"])
@pytest.mark.parametrize(
    ("suffix", "asked"),
    [
        ("npy", ASKED),
        ("safetensors", ASKED),
        ("safetensors", ("-e", "rope", "--d", "8", "--n", "300")),
        ("safetensors", ("-e", "xpos", "--d", "8", "--n", "60", "--first-pos", "3")),
    ],
    ids=["npy", "safetensors", "rope", "xpos"],
)
def test_the_bytes_are_those_of_a_small_table(
    posenc: Callable[..., Ran], tmp_path: Path, suffix: str, asked: tuple[str, ...], dtype: str
) -> None:
    """Whether a table is computed first or written as it is computed, nobody can tell."""
    posenc("table", *asked, "--dtype", dtype, "-o", f"small.{suffix}", quiet=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(streaming, "_SMALL", 0)
        patch.setattr(large, "_PIECE", 200)
        patch.setattr(large, "_SLOW_PIECE", 200)
        ran = posenc("table", *asked, "--dtype", dtype, "-o", f"large.{suffix}", quiet=False)
    assert f"wrote {tmp_path / 'large'}.{suffix}" in ran.err
    assert (tmp_path / f"large.{suffix}").read_bytes() == (tmp_path / f"small.{suffix}").read_bytes()


@pytest.mark.usefixtures("small")
def test_several_arrays_need_a_file_for_several(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """RoPE does not fit into .npy, and nothing is left behind."""
    assert ".safetensors" in posenc("table", "-e", "rope", "--n", "300", "-o", "r.npy", code=2).error
    assert not list(tmp_path.iterdir())


def test_what_is_not_exact_says_so(posenc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Above the limit the error is named, unless --exact leaves none; what is then written is right."""
    monkeypatch.setattr(large, "MAX_CELLS", 1000)
    monkeypatch.setattr(streaming, "_SMALL", 1000)
    asked = ("table", "--d", "8", "--n", "300", "--dtype", "float32", "-o", "t.npy", "--force")
    assert "3.0e-08; --exact" in posenc(*asked, quiet=False).err
    assert "--exact" not in posenc(*asked, "--exact", quiet=False).err
    right = results(Scheme.of(d=8), np.arange(300))["values"].astype(np.float32)
    assert np.array_equal(np.load(tmp_path / "t.npy"), right)
    assert "--exact" not in posenc(*asked[:5], "-o", "t.npy", "--force", quiet=False).err


@pytest.mark.usefixtures("small")
def test_an_interruption_leaves_nothing(
    posenc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ctrl-C in the middle: the old file stays, and no part of the new one."""
    (tmp_path / "t.npy").write_bytes(b"old")
    each = Large.each

    def stopped(self: Large, take: Callable[..., object]) -> Generator[int, None, None]:
        with closing(each(self, take)) as pieces:
            yield next(pieces)
            raise KeyboardInterrupt

    monkeypatch.setattr(Large, "each", stopped)
    posenc("table", *ASKED, "-o", "t.npy", "--force", code=130)
    assert [path.name for path in tmp_path.iterdir()] == ["t.npy"]
    assert (tmp_path / "t.npy").read_bytes() == b"old"


@pytest.mark.usefixtures("small")
@pytest.mark.parametrize(("language", "said"), [("en", "there are 0 MB free"), ("de", "frei sind 0 MB")])
def test_a_full_disk_is_noticed_before(
    posenc: Callable[..., Ran], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, language: str, said: str
) -> None:
    """Where there is no room, that is said before anything is computed."""
    monkeypatch.setattr(writing, "free_bytes", lambda _: 100)
    ran = posenc("table", *ASKED, "-o", "t.npy", "--lang", language, code=2)
    assert said.replace(",", ".") in ran.error
    assert not list(tmp_path.iterdir())


@pytest.mark.usefixtures("small")
def test_a_bar_moves_on_a_terminal(posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """A person at a terminal sees how far it is; a file gets nothing of it."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = Terminal()
    monkeypatch.setattr(sys, "stderr", screen)
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.delenv("CI", raising=False)
    monkeypatch.setattr("posenc_cli.cli.progress.PATIENCE", 0.0)
    posenc("table", *ASKED, "-o", "t.npy")
    assert "142 of 142 rows" in screen.getvalue()
    assert (tmp_path / "t.npy").stat().st_size == 128 + 142 * 8 * 8


@pytest.mark.usefixtures("small")
def test_a_far_slice_costs_the_slice(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A thousand rows at position five million are a thousand rows and nothing before them."""
    posenc("table", "--d", "4", "--pos", "5000000-5001000", "--dtype", "float32", "-o", "far.npy", quiet=False)
    assert np.load(tmp_path / "far.npy").shape == (1001, 4)


def test_more_than_fifty_million_numbers_need_a_file(posenc: Callable[..., Ran]) -> None:
    """On a screen they are a slip of the keyboard, as before."""
    assert "50000000" in posenc("table", "--n", "20000000", code=2).error
