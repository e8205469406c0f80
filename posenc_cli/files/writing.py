"""Files that appear whole or not at all, and overwrite nothing unless asked to."""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
import stat
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from threading import Lock
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.paths import is_folder, is_there

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from concurrent.futures import Future
    from pathlib import Path
    from typing import BinaryIO

_LONGEST_TEMPORARY_NAME = 60
#: A disk is full, or somebody's share of it.
_FULL = frozenset({errno.ENOSPC, errno.EDQUOT})
#: Files that are on their way to the disk.
_AT_ONCE = 16
#: Held by who writes at a place where the system cannot do both at once.
_PLACED = Lock()


def write_whole(path: Path, data: bytes, *, force: bool) -> Path:
    """Write one file whole or not at all.

    Args:
        path: where to; its folder must be there.
        data: the whole content.
        force: whether an existing file may be replaced.

    Returns:
        The full path.

    Raises:
        UsageError: the file exists and ``force`` is false.
        InputError: the path cannot be written (no such folder, a folder or link of that name, no permission …).
    """
    return write_all([(path, data)], force=force)[0]


def write_all(items: Iterable[tuple[Path, bytes]], *, force: bool, folders: Iterable[Path] = ()) -> list[Path]:
    """Write several files; nothing is written unless all of them can be.

    Every target is looked at first and every content is on the disk beside its target before the first file appears.
    ``folders`` are made first, with those above them, where they are not there.

    Raises:
        UsageError: a file exists and ``force`` is false, or two contents are meant for one file.
        InputError: a path cannot be written.
    """
    with made_folders(folders):
        return _write_all(list(items), force=force)


def _write_all(items: Sequence[tuple[Path, bytes]], *, force: bool) -> list[Path]:
    targets = [(_full(path), data) for path, data in items]
    seen: set[Path] = set()
    for target, _ in targets:
        if target in seen:
            raise UsageError("files.same-target", path=target)
        seen.add(target)
        _check_target(target, force=force)
    waiting: list[tuple[Path, Path]] = []
    try:
        for target, data in targets:
            waiting.append((_write_beside(target, partial(_write, data)), target))
        while waiting:
            temporary, target = waiting[0]
            _rename(temporary, target)
            del waiting[0]
    finally:
        for temporary, _ in waiting:
            _discard(temporary)
    return [target for target, _ in targets]


def write_each(items: Iterable[tuple[Path, bytes]], *, force: bool) -> None:
    """Write files as they come, each whole or not at all; while the disk is at some, the next are made.

    Raises:
        UsageError: a file exists and ``force`` is false; files before it may be there.
        InputError: a path cannot be written.
    """
    with ThreadPoolExecutor(_AT_ONCE) as pool:
        waiting: deque[Future[Path]] = deque()
        for path, data in items:
            waiting.append(pool.submit(write_whole, path, data, force=force))
            if len(waiting) > _AT_ONCE:
                waiting.popleft().result()
        for each in waiting:
            each.result()


def write_stream(path: Path, size: int, write: Callable[[BinaryIO], object], *, force: bool) -> Path:
    """Write one large file whole or not at all, as it is computed.

    Once it is whole it is there, whatever becomes of the program; nobody waits until the disk has all of it, as for
    small files, since that takes many times as long as computing it again.

    Args:
        path: where to; its folder must be there.
        size: how many bytes it will have.
        write: puts them into a file that may be written at any place.
        force: whether an existing file may be replaced.

    Returns:
        The full path.

    Raises:
        UsageError: the file exists and ``force`` is false.
        InputError: the path cannot be written, or there is no room for so many bytes.
    """
    target = _full(path)
    _check_target(target, force=force)
    free = free_bytes(target.parent)
    if free < size:
        raise InputError("large.no-room", path=target, needed=-(-size // 10**6), free=free // 10**6)

    def reserved(file: BinaryIO) -> None:
        _reserve(file, size)
        write(file)

    temporary = _write_beside(target, reserved, sync=False)
    try:
        _rename(temporary, target)
    finally:
        _discard(temporary)
    return target


def _reserve(file: BinaryIO, size: int) -> None:
    """Take room on the disk at once, where that can be: it cannot be gone halfway, and is written to faster."""
    if size and hasattr(os, "posix_fallocate"):
        try:
            os.posix_fallocate(file.fileno(), 0, size)
        except OSError as error:
            if error.errno in _FULL:
                raise


def write_at(file: BinaryIO, data: memoryview, place: int) -> None:
    """Bytes into a file at a place, from any thread; nothing of the file is buffered."""
    if not hasattr(os, "pwrite"):
        with _PLACED:
            file.seek(place)
            file.write(data)
            file.flush()
        return
    while data:
        count = os.pwrite(file.fileno(), data, place)
        data, place = data[count:], place + count


def free_bytes(folder: Path) -> int:
    """How much more the disk of a folder can take."""
    return shutil.disk_usage(folder).free


def _write(data: bytes, file: BinaryIO) -> None:
    file.write(data)


def _nothing(_file: BinaryIO) -> None:
    pass


def refuse_existing(path: Path, *, force: bool) -> None:
    """Look at a target before the work for it begins.

    Raises:
        UsageError: the file exists and ``force`` is false.
        InputError: the path cannot be written.
    """
    target = _full(path)
    _check_target(target, force=force)
    _discard(_write_beside(target, _nothing))


def refuse_unwritable(folders: Iterable[Path]) -> None:
    """Look at folders that are to be made or filled before the work for them begins.

    Raises:
        InputError: one cannot be made, or nothing can be written there.
    """
    for folder in map(_full, folders):
        there = next((one for one in (folder, *folder.parents) if is_there(one)), folder)
        if not is_folder(there):
            raise InputError("files.folder-is-file", folder=there)
        _discard(_write_beside(there / (folder.name or "posenc"), _nothing))


@contextlib.contextmanager
def made_folders(folders: Iterable[Path]) -> Iterator[None]:
    """Make folders, with those above them, where they are not there; new ones go again if nothing comes into them.

    Raises:
        InputError: one cannot be made.
    """
    made: list[Path] = []
    try:
        for folder in map(_full, folders):
            made = [one for one in (folder, *folder.parents) if not is_there(one)] + made
            _make_folder(folder)
        yield
    except BaseException:
        for each in made:
            with contextlib.suppress(OSError):
                each.rmdir()
        raise


def _make_folder(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except FileExistsError:
        raise InputError("files.folder-is-file", folder=folder) from None
    except (OSError, ValueError) as error:
        cause = getattr(error, "strerror", None) or type(error).__name__
        raise InputError("files.cannot-make-folder", folder=folder, cause=cause) from error


def _full(path: Path) -> Path:
    # Only the folder is resolved: a link of the file's own name must still be seen as one.
    try:
        return path.parent.resolve() / path.name
    except FileNotFoundError:
        raise InputError("machine.nowhere") from None
    except (OSError, RuntimeError, ValueError) as error:
        raise InputError("files.bad-name", path=repr(str(path))) from error


def _check_target(target: Path, *, force: bool) -> None:
    if not target.name or "\0" in str(target):
        raise InputError("files.bad-name", path=repr(str(target)))
    try:
        mode = target.lstat().st_mode
    except FileNotFoundError:
        if not target.parent.is_dir():
            raise InputError("files.no-folder", path=target, folder=target.parent) from None
        return
    except OSError as error:
        raise _cannot_write(target, error) from error
    if stat.S_ISDIR(mode):
        raise InputError("files.target-is-folder", path=target)
    if stat.S_ISLNK(mode):
        raise InputError("files.target-is-link", path=target)
    if not stat.S_ISREG(mode):
        raise InputError("files.target-is-special", path=target)
    if not force:
        raise UsageError("files.exists", path=target)
    if not os.access(target, os.W_OK):  # renaming would replace even a file that is protected against writing
        raise InputError("files.no-permission", path=target)


def _write_beside(target: Path, write: Callable[[BinaryIO], object], *, sync: bool = True) -> Path:
    name = f".{target.name[:_LONGEST_TEMPORARY_NAME]}.{secrets.token_hex(4)}.tmp"
    temporary = target.with_name(name)
    try:
        with temporary.open("xb") as file:  # "x": never through a link that somebody put there
            write(file)
            file.flush()
            if sync:
                os.fsync(file.fileno())
    except BaseException as error:
        _discard(temporary)
        if isinstance(error, OSError):
            raise _cannot_write(target, error) from error
        raise
    return temporary


def _discard(temporary: Path) -> None:
    """Take it away; where that cannot be, why it is not wanted is worth more than that."""
    with contextlib.suppress(OSError):
        temporary.unlink()


def _rename(temporary: Path, target: Path) -> None:
    try:
        temporary.replace(target)
    except OSError as error:
        raise _cannot_write(target, error) from error


def _cannot_write(target: Path, error: OSError) -> InputError:
    if isinstance(error, PermissionError):
        return InputError("files.no-permission", path=target)
    if isinstance(error, NotADirectoryError):
        return InputError("files.no-folder", path=target, folder=target.parent)
    key = "files.no-room" if error.errno in _FULL else "files.cannot-write"
    return InputError(key, path=target, cause=error.strerror or type(error).__name__)
