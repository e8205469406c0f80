"""What is handed in, file by file: what was named, and what lies in folders and archives, each with a way to read it.

A folder or an archive may hold a folder a person, as learning platforms pack them; and a person may hand in an archive.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.archives import ARCHIVES, Archive
from posenc_cli.files.decoding import LARGEST_TABLE, cannot_read, read_bytes
from posenc_cli.files.paths import is_file, is_folder, is_there

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from contextlib import ExitStack
    from pathlib import Path

#: What of a folder is read.
SUFFIXES = frozenset({".pdf", ".csv", ".tsv", ".json", ".xlsx", ".xlsm", ".xls", ".ods", ".zip"})
#: What people hand in though nobody can read it here: said, so that nobody is forgotten.
UNREAD = frozenset(
    {".jpg", ".jpeg", ".png", ".heic", ".heif", ".webp", ".tif", ".tiff", ".doc", ".docx", ".odt", ".rtf", ".pages"}
)
#: Files of a folder or an archive; a year of a school has some hundred.
MOST_FILES = 2000
#: How deep a folder is looked into: platforms pack an exercise, a team, a person.
_DEPTH = 4
#: What office programs of today write is an archive too.
_OFFICE = ("xl/workbook.xml", "content.xml", "word/document.xml", "ppt/presentation.xml")
_TORCH = (".pkl", ".pickle")


@dataclass(frozen=True)
class Arrival:
    """A file that was handed in.

    Attributes:
        path: as it is called in sentences; in an archive behind that.
        read: gives its bytes, or refuses if there are more than so many.
        above: the folders it lies in, below what was named.
        named: it was named itself.
        wrong: why it is not even tried.
    """

    path: Path
    read: Callable[[int], bytes]
    above: tuple[str, ...] = ()
    named: bool = False
    wrong: InputError | None = None


def arrivals(paths: Sequence[Path], stack: ExitStack) -> Iterator[Arrival]:
    """All files, in the order of what was named, and by their names where that is a folder or an archive.

    Args:
        paths: of files, folders, archives.
        stack: closes the archives, once everything is read.

    Raises:
        InputError: a folder holds nothing that can be read, or far too much.
    """
    for path in paths:
        if is_folder(path):
            for file, above in _inside(path):
                yield from _opened(_file(file, above), stack)
        else:
            yield from _opened(_file(path, (), named=True), stack)


def _inside(folder: Path) -> list[tuple[Path, tuple[str, ...]]]:
    """What can be read in a folder, and what ought to be."""
    found: list[tuple[Path, tuple[str, ...]]] = []
    waiting: list[tuple[Path, tuple[str, ...]]] = [(folder, ())]
    while waiting:
        where, above = waiting.pop()
        try:
            listed = sorted(where.iterdir(), key=lambda one: one.name)
        except PermissionError as error:
            raise InputError("files.not-readable", path=where) from error
        except OSError as error:
            raise cannot_read(where, error) from error
        seen = [one for one in listed if not one.name.startswith((".", "~$", "__MACOSX"))]
        # A link is a file to be refused, never a folder to go into.
        inner = [one for one in seen if is_folder(one) and not one.is_symlink()]
        waiting += [(one, (*above, one.name)) for one in reversed(inner) if len(above) < _DEPTH]
        found += [(one, above) for one in seen if one not in inner and one.suffix.lower() in SUFFIXES | UNREAD]
        if len(found) > MOST_FILES:
            raise InputError("files.too-many-files", path=folder, given=len(found), limit=MOST_FILES)
    if not found:
        raise InputError("files.nothing-in-folder", path=folder, known=", ".join(sorted(SUFFIXES)))
    return found


def _file(path: Path, above: tuple[str, ...], *, named: bool = False) -> Arrival:
    wrong = None
    if path.is_symlink() and not named:
        wrong = InputError("inputs.is-link", path=path)
    elif is_there(path) and not is_file(path):
        wrong = InputError("files.is-folder" if is_folder(path) else "files.not-regular", path=path)
    elif not named and path.suffix.lower() in UNREAD:
        wrong = InputError("inputs.unread-kind", path=path, known=", ".join(sorted(SUFFIXES)))
    return Arrival(path, partial(read_bytes, path), above, named, wrong)


def _opened(one: Arrival, stack: ExitStack) -> Iterator[Arrival]:
    """A file, or what lies in it if it is an archive of files."""
    archive = None
    try:
        if one.wrong is None and _begins_as_archive(one.path):
            archive = Archive(one.path, path=one.path)
    except InputError as error:
        yield _refused(one, error)
        return
    if archive is None:
        yield one
        return
    stack.callback(archive.close)
    yield from _packed(one, archive, stack)


def _packed(one: Arrival, archive: Archive, stack: ExitStack, depth: int = 0) -> Iterator[Arrival]:
    names = archive.names()
    if not names.isdisjoint(_OFFICE):
        yield one
        return
    if any(name.endswith(_TORCH) for name in names):
        yield _refused(one, InputError("inputs.pickle", path=one.path))
        return
    members = archive.members()
    if not members or len(members) > MOST_FILES:
        key, values = ("inputs.nothing-in-archive", {}) if not members else ("files.too-many-files", _too_many(members))
        yield _refused(one, InputError(key, path=one.path, **values))
        return
    for member in members:
        path = one.path.joinpath(*member.parts)
        above = (*one.above, *member.parts[:-1])
        read = partial(archive.read, member, path=path)
        inner = Arrival(path, read, above, wrong=_wrong_member(path, member.refused))
        if inner.wrong is not None or path.suffix.lower() != ".zip":
            yield inner
        elif depth:
            yield _refused(inner, InputError("inputs.archive-in-archive", path=path))
        else:
            yield from _unpacked(inner, stack)


def _unpacked(one: Arrival, stack: ExitStack) -> Iterator[Arrival]:
    """What somebody handed in as an archive."""
    try:
        archive = Archive(one.read(LARGEST_TABLE), path=one.path)
    except InputError as error:
        yield _refused(one, error)
        return
    stack.callback(archive.close)
    yield from _packed(one, archive, stack, 1)


def _wrong_member(path: Path, refused: str) -> InputError | None:
    if refused:
        return InputError(refused, path=path)
    if path.suffix.lower() not in SUFFIXES:
        return InputError("inputs.unread-kind", path=path, known=", ".join(sorted(SUFFIXES)))
    return None


def _too_many(members: Sequence[object]) -> dict[str, object]:
    return {"given": len(members), "limit": MOST_FILES}


def _refused(one: Arrival, error: InputError) -> Arrival:
    return Arrival(one.path, one.read, one.above, one.named, error)


def _begins_as_archive(path: Path) -> bool:
    if not is_file(path):
        return False
    try:
        with path.open("rb") as file:
            return file.read(4) in ARCHIVES
    except OSError as error:
        raise cannot_read(path, error) from error
