from __future__ import annotations

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import pytest

from posenc_cli.files.writing import made_folders, write_all, write_whole

if TYPE_CHECKING:
    from collections.abc import Callable
    from contextlib import AbstractContextManager

    Make = Callable[[str, str | bytes], Path]
    Refuses = Callable[..., AbstractContextManager[None]]


def names(folder: Path) -> list[str]:
    """What is in a folder."""
    return sorted(path.name for path in folder.iterdir())


def test_whole_file_with_its_full_path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file holds the bytes, the full path comes back, and nothing else is left in the folder."""
    monkeypatch.chdir(tmp_path)
    assert write_whole(Path("a.csv"), b"1;2\r\n", force=False) == tmp_path.resolve() / "a.csv"
    assert (tmp_path / "a.csv").read_bytes() == b"1;2\r\n"
    assert names(tmp_path) == ["a.csv"]


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such permissions")
def test_permissions_are_those_of_any_new_file(tmp_path: Path) -> None:
    """A temporary file must not leave its narrow permissions behind."""
    (tmp_path / "plain").write_bytes(b"")
    written = write_whole(tmp_path / "ours", b"", force=False)
    assert written.stat().st_mode == (tmp_path / "plain").stat().st_mode


def test_nothing_is_overwritten_unasked(make: Make, refuses: Refuses) -> None:
    """Without force the old content stays; with force the new one is there."""
    path = make("a.csv", "old")
    with refuses("exists", path=path.resolve()):
        write_whole(path, b"new", force=False)
    assert path.read_bytes() == b"old"
    write_whole(path, b"new", force=True)
    assert path.read_bytes() == b"new"


def test_several_are_checked_before_the_first_is_written(tmp_path: Path, make: Make, refuses: Refuses) -> None:
    """If the key exists already, the sheet is not written either."""
    key = make("key.pdf", "old")
    with refuses("exists", path=key.resolve()):
        write_all([(tmp_path / "sheet.pdf", b"1"), (key, b"2")], force=False)
    assert names(tmp_path) == ["key.pdf"]
    assert write_all([(tmp_path / "sheet.pdf", b"1"), (key, b"2")], force=True)[1].read_bytes() == b"2"


def test_one_file_for_two_contents(tmp_path: Path, refuses: Refuses) -> None:
    """Sheet and key cannot share a name, however it is written."""
    with refuses("same-target"):
        write_all([(tmp_path / "a.pdf", b"1"), (tmp_path / "." / "a.pdf", b"2")], force=True)
    assert names(tmp_path) == []


def test_targets_that_are_no_file(tmp_path: Path, make: Make, refuses: Refuses) -> None:
    """Folders, links, missing folders, files as folders and odd names get a sentence each."""
    (tmp_path / "folder").mkdir()
    plain = make("plain", "kept")
    for name in ("link", "dangling"):
        (tmp_path / name).symlink_to(plain if name == "link" else tmp_path / "nowhere")
    cases: list[tuple[Path, str]] = [
        (tmp_path / "folder", "target-is-folder"),
        (tmp_path / "link", "target-is-link"),
        (tmp_path / "dangling", "target-is-link"),
        (tmp_path / "missing" / "a.csv", "no-folder"),
        (plain / "a.csv", "no-folder"),
        (tmp_path / "a\0b", "bad-name"),
        (Path("/"), "bad-name"),
    ]
    for path, key in cases:
        with refuses(key):
            write_whole(path, b"new", force=True)
    assert plain.read_bytes() == b"kept"
    assert names(tmp_path) == ["dangling", "folder", "link", "plain"]


@pytest.mark.skipif(not Path("/dev/null").exists(), reason="no devices here")
def test_devices_are_never_replaced(refuses: Refuses) -> None:
    """Renaming a file to /dev/null would break the machine."""
    with refuses("target-is-special"):
        write_whole(Path("/dev/null"), b"new", force=True)


def test_protected_file_stays(make: Make, refuses: Refuses, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that is protected against writing is not replaced by force."""
    path = make("a.csv", "old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with refuses("no-permission"):
        write_whole(path, b"new", force=True)
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize(
    ("error", "key"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), "no-room"),
        (OSError(errno.EDQUOT, "Disk quota exceeded"), "no-room"),
        (OSError(errno.EROFS, "Read-only file system"), "cannot-write"),
        (PermissionError(errno.EACCES, "Permission denied"), "no-permission"),
    ],
)
@pytest.mark.parametrize("where", ["fsync", "replace"])
def test_failure_leaves_nothing_behind(
    tmp_path: Path, *, refuses: Refuses, monkeypatch: pytest.MonkeyPatch, error: OSError, key: str, where: str
) -> None:
    """A full or protected disk, or a refused rename, leaves neither a file nor a temporary one, nor a new folder."""
    (tmp_path / "there").mkdir()

    def fail(*_: object) -> NoReturn:
        raise error

    monkeypatch.setattr(os if where == "fsync" else Path, where, fail)
    folders = [tmp_path / "there", tmp_path / "new" / "deep"]
    with refuses(key):
        write_all([(folder / "a", b"1") for folder in folders], force=False, folders=folders)
    assert [path.name for path in tmp_path.rglob("*")] == ["there"]


def test_interruption_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C while the second file is on its way: no file appears."""
    real: Callable[[int], None] = os.fsync
    calls = []

    def interrupt(number: int) -> None:
        calls.append(number)
        if len(calls) == 2:
            raise KeyboardInterrupt
        real(number)

    monkeypatch.setattr(os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_all([(tmp_path / "a", b"1"), (tmp_path / "b", b"2")], force=False)
    assert names(tmp_path) == []


def test_folders_are_made_where_they_are_missing(tmp_path: Path) -> None:
    """Also those above them; what has something in it stays, whatever happens later."""
    deep = tmp_path / "new" / "deep"
    write_all([(deep / "a", b"1")], force=False, folders=[deep, tmp_path])
    with pytest.raises(RuntimeError), made_folders([deep, tmp_path / "new" / "other"]):
        raise RuntimeError
    assert sorted(path.name for path in tmp_path.rglob("*")) == ["a", "deep", "new"]


def test_long_names(tmp_path: Path) -> None:
    """The temporary name is not longer than the file system allows."""
    assert write_whole(tmp_path / ("ä" * 120 + ".csv"), b"x", force=False).read_bytes() == b"x"
