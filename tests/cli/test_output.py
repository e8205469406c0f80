"""Where results go: files, pipes, terminals, and what stands on them."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.cli.conftest import Ran

    Process = Callable[..., subprocess.CompletedProcess[bytes]]


@pytest.mark.parametrize(
    ("name", "start"),
    [("t.txt", "pos "), ("t.md", "| pos |"), ("t.csv", "pos,d1"), ("t.JSON", '{\n  "schema"'), ("t.npy", "\x93NUMPY")],
)
def test_the_suffix_is_the_format(posenc: Callable[..., Ran], tmp_path: Path, name: str, start: str) -> None:
    """-o writes the format of its suffix and names the file with its full path on the error channel."""
    ran = posenc("table", "-o", name, quiet=False)
    assert ran.out == ""
    assert ran.err == f"posenc: wrote {tmp_path / name}\n"
    assert (tmp_path / name).read_bytes().decode("latin-1").startswith(start)


def test_format_overrules_the_suffix(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """-f says the format, whatever the file is called."""
    posenc("table", "-f", "csv", "-o", "table.data", quiet=False)
    assert (tmp_path / "table.data").read_text(encoding="utf-8").startswith("pos,")


def test_nothing_is_overwritten(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A file that exists stays as it is without --force."""
    (tmp_path / "t.csv").write_text("mine", encoding="utf-8")
    assert "--force" in posenc("table", "-o", "t.csv", code=2).error
    assert (tmp_path / "t.csv").read_text(encoding="utf-8") == "mine"
    posenc("table", "-o", "t.csv", "--force", quiet=False)
    assert (tmp_path / "t.csv").read_text(encoding="utf-8").startswith("pos")


def test_an_unknown_suffix_lists_the_known(posenc: Callable[..., Ran]) -> None:
    """A suffix that is no format is refused before anything is computed."""
    assert ".csv" in posenc("table", "-o", "t.xlsx", code=2).error


def test_a_dash_is_stdout(posenc: Callable[..., Ran]) -> None:
    """-o - prints."""
    assert posenc("table", "-o", "-", "-f", "csv").out == posenc("table", "-f", "csv").out


def test_a_file_is_utf_8_whatever_the_screen(process: Process, tmp_path: Path) -> None:
    """A text file keeps d₁ where the console has only ASCII."""
    process("table", "-o", "t.txt", PYTHONIOENCODING="ascii")
    assert "d₁" in (tmp_path / "t.txt").read_text(encoding="utf-8")


def test_numpy_through_a_pipe(process: Process) -> None:
    """A program can read an array from the pipe."""
    ran = process("table", "--d", "6", "--n", "3", "-f", "npy")
    assert np.load(io.BytesIO(ran.stdout), allow_pickle=False).shape == (3, 6)


def test_numpy_and_a_terminal(posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch) -> None:
    """An array is not poured over a terminal."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    assert "--output" in posenc("table", "-f", "npy", code=2).error


def test_open(posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """--open opens what was written, and a machine that cannot is no failure."""
    opened: list[str] = []

    def launch(path: str) -> int:
        opened.append(path)
        return len(opened) - 1

    monkeypatch.setattr("posenc_cli.cli.opening.launch", launch)
    posenc("table", "-o", "a.csv", "--open", quiet=False)
    assert "open it yourself" in posenc("table", "-o", "b.csv", "--open", quiet=False).err
    assert opened == [str(tmp_path / "a.csv"), str(tmp_path / "b.csv")]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="xdg-open is of Linux")
@pytest.mark.parametrize(("does", "said"), [("exit 3", True), ("exit 0", False), ("sleep 1", False)])
def test_the_machines_chatter_is_not_passed_on(
    posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch, tmp_path: Path, does: str, *, said: bool
) -> None:
    """Without a browser xdg-open writes six lines; posenc says one sentence, and does not wait for a viewer to end."""
    opener = tmp_path / "bin" / "xdg-open"
    opener.parent.mkdir()
    opener.write_text(f"#!/bin/sh\necho /usr/bin/xdg-open: no method available >&2\n{does}\n", encoding="utf-8")
    opener.chmod(0o755)
    monkeypatch.setenv("PATH", f"{opener.parent}:{os.environ['PATH']}")
    monkeypatch.setattr("posenc_cli.cli.opening.PATIENCE", 0.3)
    err = posenc("table", "-o", "a.csv", "--open", quiet=False).err
    assert ("open it yourself" in err) is said
    assert "no method" not in err


@pytest.mark.skipif(os.name != "posix", reason="needs a shell")
@pytest.mark.parametrize("ending", ["| head -1", ">&-", "2>&- | head -1", ">&- 2>&-"])
def test_closed_channels_are_quiet(ending: str) -> None:
    """A reader who has seen enough, or a closed channel, makes no noise."""
    line = f"{sys.executable} -W error -m posenc_cli table --n 20000 {ending}"
    ran = subprocess.run(["sh", "-c", line], capture_output=True, check=False, timeout=60)
    assert ran.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_is_said(tmp_path: Path) -> None:
    """Output that cannot be written is an error in one line, not a fault of posenc."""
    line = f"{sys.executable} -W error -m posenc_cli table > /dev/full"
    ran = subprocess.run(["sh", "-c", line], cwd=tmp_path, capture_output=True, check=False, timeout=60)
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"posenc: The output could not be written")
    assert ran.stderr.count(b"\n") == 1


@pytest.mark.skipif(os.name != "posix", reason="needs a shell that limits how much is written")
@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_disk_that_fills_up_is_said(tmp_path: Path, unbuffered: str) -> None:
    """However Python writes: nothing ends halfway without a word."""
    line = f"ulimit -f 1; {sys.executable} -W error -m posenc_cli table --d 64 > out"
    more = {"PYTHONUNBUFFERED": unbuffered, "PYTHONPATH": os.pathsep.join(sys.path)}
    ran = subprocess.run(["sh", "-c", line], cwd=tmp_path, env=os.environ | more, capture_output=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith(b"posenc: The output could not be written")


def test_decimals_and_marks(posenc: Callable[..., Ran]) -> None:
    """People get the asked decimals and mark; programs all digits and the point, unless decimals are asked for."""
    german = posenc("table", "--pos", "2", "--lang", "de", "--decimals", "4").out
    assert " 0,9093 " in german
    assert "-0,4161" in german
    assert " 0.909 " in posenc("table", "--pos", "2", "--lang", "de", "--decimal-mark", "point").out
    assert "0.9092974268256817" in posenc("table", "--pos", "2", "--lang", "de", "-f", "csv").out
    assert (
        "2,0.91,-0.42,0.02,1.00\n" in posenc("table", "--pos", "2", "--lang", "de", "-f", "csv", "--decimals", "2").out
    )
    assert json.loads(posenc("table", "--pos", "2", "-f", "json", "--decimals", "2").out)["values"] == [
        [0.91, -0.42, 0.02, 1]
    ]


def test_no_exponent_form_in_a_table(posenc: Callable[..., Ran]) -> None:
    """Tiny values are written out."""
    out = posenc("table", "--pos", "1", "--base", "1000000000000", "--d", "8", "-f", "csv").out
    assert "e-" not in out
    assert "0.000000001" in out


def test_what_cannot_be_seen_is_shown(posenc: Callable[..., Ran]) -> None:
    """What cannot be seen in a word is shown as its code; right-to-left words are isolated."""
    out = posenc("table", "--sentence", "a\x1b[31mb x\u00ady \u202eab שלום 👨‍👩‍👧").out
    assert "\x1b" not in out
    assert r"a\x1b[31mb" in out
    assert r"x\xady" in out
    assert r"\u202eab" in out
    assert "\u2068שלום\u2069" in out
    assert "👨‍👩‍👧" in out


def test_wide_characters_keep_the_columns_straight(posenc: Callable[..., Ran]) -> None:
    """A word of two wide characters takes four columns."""
    from rich.cells import cell_len

    lines = posenc("table", "--sentence", "日本 abcd e\u0308").out.splitlines()[3:6]
    assert len({cell_len(line) for line in lines}) == 1


def test_words_are_safe_in_a_spreadsheet(posenc: Callable[..., Ran]) -> None:
    """A word that a spreadsheet would take for a formula is guarded; a lone sign and a number column are not."""
    out = posenc("table", "--d", "1", "--sentence", '=1+1 - a;b x"y,z', "-f", "csv").out.splitlines()
    assert [line.rsplit(",", 1)[0] for line in out[1:]] == ["0,'=1+1", "1,-", "2,a;b", '3,"x""y,z"']
    assert out[4].endswith(",0.1411200080598672")
