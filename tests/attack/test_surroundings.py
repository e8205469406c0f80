"""A machine that lacks what others have: no home, nothing to type on, a language nobody knows, Ctrl+C at any moment."""

from __future__ import annotations

import errno
import os
import re
import signal
import sys
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.cli import main
from posenc_cli.cli.practising import typed_line
from posenc_cli.errors import InputError, Interrupted, MachineError, UsageError
from posenc_cli.files import state, writing
from posenc_cli.files.processes import deaf, processes
from posenc_cli.i18n import choose_language
from posenc_cli.render.sheets import Rendered
from posenc_cli.worksheet.spec import find

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path


def interrupt(*_: object, **__: object) -> None:
    """As Ctrl+C does."""
    raise KeyboardInterrupt


def interrupted_once(does: Callable[..., Any]) -> Callable[..., Any]:
    """As a call that Ctrl+C comes into, and that goes on to work after that."""
    pressed = [True]

    def does_or_not(*given: Any, **more: Any) -> Any:  # noqa: ANN401
        if pressed and pressed.pop():
            raise KeyboardInterrupt
        return does(*given, **more)

    return does_or_not


@pytest.mark.parametrize("moment", ["fsync", "open", "replace"])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_ctrl_c_leaves_nothing_half_written(
    moment: str, lang: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """While a file is on its way to the disk: the old one stays, nothing lies beside it, one sentence, 130."""
    target = tmp_path / "a.csv"
    target.write_text("old")
    owners = {"fsync": os, "open": type(target), "replace": type(target)}
    with monkeypatch.context() as patch:
        patch.setattr(owners[moment], moment, interrupted_once(getattr(owners[moment], moment)))
        assert main(["table", "-o", str(target), "--force", "--lang", lang]) == 130
    said = capsys.readouterr()
    assert [path.name for path in tmp_path.iterdir()] == ["a.csv"]
    assert target.read_text() == "old"
    assert said.out == ""
    assert re.fullmatch(r"posenc: (Interrupted; .*|Unterbrochen; .*)\.\n", said.err)


@pytest.mark.parametrize("name", ["SIGTERM", "SIGHUP"])
def test_who_is_told_to_end_leaves_nothing_half_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As after Ctrl+C; afterwards, and where somebody ignores such a signal, it means what it meant before."""
    number = getattr(signal, name)
    before = signal.signal(number, signal.SIG_DFL)

    def told(_: int) -> None:
        assert signal.getsignal(number) is signal.default_int_handler
        signal.raise_signal(number)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", told)
        assert main(["table", "-o", str(tmp_path / "a.csv"), "--lang", "en"]) == 130
    assert list(tmp_path.iterdir()) == []
    assert capsys.readouterr().err.startswith("posenc: Interrupted; ")
    assert signal.getsignal(number) is signal.SIG_DFL
    signal.signal(number, signal.SIG_IGN)
    monkeypatch.setattr(os, "fsync", lambda _: signal.raise_signal(number))
    assert main(["table", "-o", str(tmp_path / "a.csv")]) == 0
    signal.signal(number, before)


def test_ctrl_c_between_two_files_leaves_none(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """All are on the disk before the first one gets its name; who is interrupted before that finds none."""
    with monkeypatch.context() as patch:
        patch.setattr(writing, "_rename", interrupt)
        with pytest.raises(KeyboardInterrupt):
            writing.write_all([(tmp_path / name, b"x") for name in "ab"], force=False)
    assert list(tmp_path.iterdir()) == []


def test_a_second_ctrl_c_ends_it_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    """While it is being said that it was interrupted."""
    monkeypatch.setattr("posenc_cli.cli.boundary._run", interrupt)
    monkeypatch.setattr("posenc_cli.cli.boundary.say", interrupt)
    assert main(["table"]) == 130


@pytest.mark.parametrize("is_told", [True, False])
def test_without_a_home_nothing_is_kept_where_one_happens_to_be(
    is_told: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The path of a state folder then begins with "~", which would be a folder of that name here, or there is none."""

    def folder(*_: object, **__: object) -> Path:
        if is_told:
            raise RuntimeError("could not determine the home directory")
        return type(tmp_path)("~/.local/state/posenc")

    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("platformdirs.user_state_path", folder)
    assert not state.remember("practice", {"a": 1})
    assert list(tmp_path.iterdir()) == []
    somebodys = state.state_file("practice")
    somebodys.parent.mkdir(parents=True)
    somebodys.write_text('{"a": 1}', encoding="utf-8")
    assert state.remembered("practice") == {}
    assert not state.forget("practice")
    assert somebodys.exists()


@pytest.mark.parametrize(
    "words",
    [
        ["table", "--model", "~nobody-of-this-name/config.json"],
        ["table", "-e", "time2vec", "-p", "omega=@~nobody-of-this-name/a.json"],
        ["check", "~nobody-of-this-name/a.npy", "--model", "~nobody-of-this-name/config.json"],
    ],
)
def test_a_home_that_nobody_knows_is_a_file_that_is_not_there(
    words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    """A path in a home of somebody who has none."""
    assert main([*words, "--lang", "en"]) == 2
    assert "no file" in capsys.readouterr().err


def test_homes_are_looked_for_in_one_place(tracked: list[Path], root: Path) -> None:
    """``expanduser`` fails where no home is known; the one place that calls it knows that."""
    asking = [path for path in tracked if path.suffix == ".py" and path.is_relative_to(root / "posenc_cli")]
    assert [path.name for path in asking if "expanduser" in path.read_text(encoding="utf-8")] == ["paths.py"]


class Broken:
    """A keyboard that gives bytes which are no text, or nothing at all."""

    def __init__(self, error: Exception) -> None:
        self.error = error

    def readline(self) -> str:
        """Fails."""
        raise self.error


@pytest.mark.parametrize(
    "keyboard", [None, Broken(OSError("is a directory")), Broken(UnicodeDecodeError("utf-8", b"\xff", 0, 1, "start"))]
)
def test_nothing_to_type_on_is_the_end(keyboard: object, monkeypatch: pytest.MonkeyPatch) -> None:
    """``posenc practice <&-`` ends as if nobody typed any more."""
    monkeypatch.setattr("sys.stdin", keyboard)
    assert typed_line() is None


def test_practice_without_a_keyboard_ends(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """The same for a whole sitting."""
    monkeypatch.setattr("sys.stdin", None)
    assert main(["practice", "cat-short", "--lang", "en"]) == 0
    assert "another time" in capsys.readouterr().out


def test_a_locale_that_python_does_not_know_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    """Some systems accept any name."""

    def unknown() -> None:
        raise ValueError("unknown locale: tlh")

    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("locale.getlocale", unknown)
    assert choose_language() == "en"


@pytest.mark.parametrize("name", ["a\0.toml", "\ud800.toml", "a" * 5000 + ".toml"])
def test_a_name_that_no_file_can_have_is_one_sentence(name: str) -> None:
    """Names of worksheets come out of files too."""
    with pytest.raises((InputError, UsageError)):
        find(name)


def test_what_somebody_else_says_at_an_interruption_is_no_key(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A library may raise it with a word of its own; ours say which sentence."""

    def end(error: KeyboardInterrupt) -> str:
        def raised(*_: object) -> None:
            raise error

        monkeypatch.setattr("posenc_cli.cli.boundary._run", raised)
        assert main(["table", "--lang", "en"]) == 130
        return capsys.readouterr().err

    usual = end(KeyboardInterrupt())
    assert end(KeyboardInterrupt("SIGINT")) == usual
    assert end(Interrupted("classes.interrupted")) not in ("", usual)


def test_a_process_that_the_system_ended_is_one_sentence() -> None:
    """Where memory runs out, a system ends whatever takes most of it."""

    def killed() -> None:
        with processes(1) as pool:
            with deaf():
                ended = pool.submit(os._exit, 9)
            ended.result()

    with pytest.raises(MachineError, match=r"machine\.process-ended"):
        killed()


@pytest.mark.parametrize(
    "words",
    [
        ["table", "-o", "t.csv"],
        ["init", "cat", "mine"],
        ["worksheet", "cat-short"],
        ["worksheet", "cat-short", "-f", "html", "-o", "w.html"],
        ["check", "--d", "4", "--pos", "0", "0", "1", "0", "1", "-o", "r.json"],
        ["check", "a.csv"],
        ["check", "a.npy", "-e", "sinusoidal"],
        ["check", "a.csv", "--sheet", "b.toml"],
        ["worksheet", "b.toml"],
        ["worksheet", "cat", "--class", "a.csv"],
        ["add", "--embeddings", "a.csv"],
        ["table", "--model", "a.json"],
    ],
    ids=" ".join,
)
@pytest.mark.skipif(sys.platform == "win32", reason="a folder that is in use stays there")
def test_a_folder_that_is_gone_is_named_as_what_is_wrong(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Not the name of the file, and not the room on the disk."""
    gone = tmp_path / "gone"
    gone.mkdir()
    monkeypatch.chdir(gone)
    gone.rmdir()
    monkeypatch.setattr("posenc_cli.cli.printing.render", lambda *_, **__: Rendered(b"x", "html"))
    assert main([*words, "--lang", "en"]) == 2
    assert capsys.readouterr().err.splitlines()[-1].startswith("posenc: The folder that this was started in no longer")


def refuse_below(folder: Path, error: OSError, ways: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """As a disk does: these methods of a path fail for whatever lies there, for others they do not."""
    for way in ways:
        usual = getattr(type(folder), way)

        def refused(path: Path, *of: Any, usual: Callable[..., Any] = usual, **more: Any) -> Any:  # noqa: ANN401
            if path.absolute().is_relative_to(folder):
                raise error
            return usual(path, *of, **more)

        monkeypatch.setattr(type(folder), way, refused)


def test_a_disk_that_takes_nothing_is_said_to_take_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A disk for reading only refuses to take away as well what never came to be; it is still about writing."""
    refuse_below(tmp_path, OSError(errno.EROFS, "Read-only file system", "x"), ("open", "unlink"), monkeypatch)
    assert main(["table", "-o", str(tmp_path / "t.csv"), "--lang", "en"]) == 2
    assert "t.csv could not be written (Read-only file system); choose another place." in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "name"),
    [
        (["check", "answers"], "answers"),
        (["worksheet", "locked.toml"], "locked.toml"),
        (["check", "--d", "2", "--pos", "0", "0", "1", "--compare", "old.json"], "old.json"),
    ],
)
def test_what_may_not_be_read_is_not_said_to_be_something_else(
    words: list[str],
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """A folder, a worksheet and a report that belong to somebody else: no word about what they are."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "answers").mkdir()
    for each in ("locked.toml", "old.json"):
        (tmp_path / each).write_text("{}", encoding="utf-8")

    refuse_below(tmp_path, PermissionError(errno.EACCES, "Permission denied"), ("open", "iterdir"), monkeypatch)
    assert main([*words, "--lang", "en"]) == 2
    assert f"{name} may not be read" in capsys.readouterr().err
