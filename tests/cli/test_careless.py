"""What careless and hostile people type: one sentence each, and nothing hangs or falls over."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from posenc_cli.encodings import results
from posenc_cli.worksheet.spec import BUILTIN_NAMES

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran

LONG = "x" * 400
FULL = "/dev/full"


@pytest.mark.parametrize(
    "call",
    [
        ["table", "-o", "~nobody-of-this-name/x.csv"],
        ["init", "cat", "~nobody-of-this-name/blatt/" + LONG],
        ["add", "--embeddings", "~nobody-of-this-name/x.csv"],
        ["add", "--embeddings", f"{LONG}.csv"],
        ["add", "--embeddings", f"{LONG}.npy"],
    ],
)
def test_a_path_that_cannot_be_is_one_sentence(posenc: Callable[..., Ran], call: list[str]) -> None:
    """A home that nobody has, or a name that no disk takes, is refused and never a traceback."""
    assert posenc(*call, code=2).error


@pytest.mark.skipif(not os.path.exists(FULL), reason="needs a device that is always full")  # noqa: PTH110
@pytest.mark.parametrize("call", [["--version"], ["--help"], ["table", "--help"], [], ["table"]])
def test_a_full_disk_is_said_whatever_is_printed(call: list[str]) -> None:
    """Help and version reach a full disk like a table: one sentence, exit code 2."""
    with open(FULL, "wb") as full:  # noqa: PTH123
        ran = subprocess.run(
            [sys.executable, "-m", "posenc_cli", *call], stdout=full, stderr=subprocess.PIPE, check=False
        )
    assert ran.returncode == 2
    assert ran.stderr.count(b"\n") == 1
    assert b"could not be written" in ran.stderr or b"nicht" in ran.stderr


def test_too_little_memory_is_what_the_machine_lacks(
    posenc: Callable[..., Ran], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A table that does not fit into memory is one sentence and exit code 3."""

    def greedy(*_: object) -> None:
        raise MemoryError

    monkeypatch.setattr(results, "table", greedy)
    assert "memory" in posenc("table", "--lang", "en", code=3).error


@pytest.mark.parametrize("option", ["--n", "--first-pos"])
def test_endless_tables_are_refused_before_memory_is_taken(posenc: Callable[..., Ran], option: str) -> None:
    """A billion rows are counted and not made; a number of 23 digits is too large and not "no number"."""
    if option == "--n":
        assert "4000000000" in posenc("table", "--n", "1000000000", code=2).error
    assert "999999999999999999" in posenc("table", option, "9" * 23, "--lang", "en", code=2).error


@pytest.mark.parametrize("given", ["10.000", "10,000", "12.500"])
def test_a_base_with_a_grouping_mark_is_asked_back(posenc: Callable[..., Ran], given: str) -> None:
    """10.000 is ten or ten thousand; neither is guessed. What only one person writes is read."""
    error = posenc("table", "--base", given, code=2).error
    assert given.replace(".", "").replace(",", "") in error
    for plain in ("2.718", "10000", "10,5", "10.0", "0.5e3"):
        posenc("table", "--base", plain)


def test_a_sentence_about_a_long_word_stays_short(posenc: Callable[..., Ran]) -> None:
    """What was given is quoted as far as a line can bear it."""
    assert len(posenc("add", "--sentence", "x" * 5000, code=2).error) < 600


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_while_loading_leaves_quietly() -> None:
    """Ctrl+C before the first line of the program's own work shows no traceback."""
    script = (
        "import builtins, sys\n"
        "from posenc_cli.cli import main\n"
        "real = builtins.__import__\n"
        "def stop(name, *rest, **named):\n"
        "    if name == 'typer':\n"
        "        raise KeyboardInterrupt\n"
        "    return real(name, *rest, **named)\n"
        "builtins.__import__ = stop\n"
        "sys.exit(main(['table']))\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (128 + signal.SIGINT, b"")


def test_init_names_what_it_can_copy(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A file is no name of a built-in worksheet, and the sentence does not advise to give one."""
    (tmp_path / "mine.toml").write_text("", encoding="utf-8")
    error = posenc("init", "mine.toml", "there", code=2).error
    assert "katze-kurz" in error
    assert ".toml file" not in error


def test_init_without_a_folder_makes_one_of_that_name(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """As the documents say; without any name it tells which there are."""
    posenc("init", "alibi", quiet=False)
    assert (tmp_path / "alibi" / "alibi.toml").is_file()
    error = posenc("init", code=2).error
    assert all(name in error for name in BUILTIN_NAMES)


@pytest.mark.parametrize("encoding", ["cp1252", "ascii", "cp437"])
def test_a_sheet_through_a_narrow_channel_has_no_codes(
    process: Callable[..., subprocess.CompletedProcess[bytes]], encoding: str
) -> None:
    """Rules, bars and bullets of a sheet have a plain stand-in where the channel lacks them."""
    ran = process("worksheet", "katze", "-f", "text", PYTHONIOENCODING=encoding)
    assert ran.returncode == 0
    assert b"\\u" not in ran.stdout


def test_the_key_goes_to_standard_output_too(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """--key - prints the key and makes no file called "-"; sheet and key do not fit into one channel."""
    ran = posenc("worksheet", "cat-short", "--key", "-", "-f", "json")
    assert '"value"' in ran.out
    assert posenc("worksheet", "cat-short", "-o", "s.json", "--key", "-", quiet=False).out
    assert {path.name for path in tmp_path.iterdir()} == {"s.json"}
    assert "--key -" in posenc("worksheet", "cat-short", "-o", "-", "--key", "-", code=2).error


def test_a_key_that_cannot_be_written_stops_the_sheet(posenc: Callable[..., Ran]) -> None:
    """Nothing is printed before everything that goes into files is there."""
    assert posenc("worksheet", "cat-short", "-o", "-", "--key", "nowhere/key.json", code=2).error


@pytest.mark.parametrize("d", ["1", "2", "3"])
def test_a_slip_is_explained_at_every_width(posenc: Callable[..., Ran], d: str) -> None:
    """A row of one number is a row too."""
    assert "d₁" in posenc("explain", "--slip", "exp-dimension-index", "--d", d).out


def test_too_much_to_explain_is_refused(posenc: Callable[..., Ran]) -> None:
    """Steps of a hundred thousand columns are no explanation, those of one of them are; a slip has no column."""
    assert "--dim" in posenc("explain", "--d", "100000", code=2).error
    posenc("explain", "--d", "100000", "--dim", "99999")
    assert "--dim" in posenc("explain", "--slip", "exp-dimension-index", "--dim", "2", code=2).error
