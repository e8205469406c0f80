"""The files of a class set: a sheet for every student, all sheets to print, all keys, a list, and the manifest.

What is there already is kept, so an interrupted run goes on where it stopped: the manifest is written first and says
what belongs together; every file is whole or not there; what is put together from others comes last.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from posenc_cli import __version__
from posenc_cli.errors import InputError, UsageError
from posenc_cli.files.decoding import LARGEST_TABLE, read_bytes
from posenc_cli.files.paths import is_file, is_folder, is_there
from posenc_cli.files.pdfs import joined
from posenc_cli.files.tables import parse_table
from posenc_cli.files.writing import made_folders, write_whole
from posenc_cli.i18n import Notice, said_once, text
from posenc_cli.render.class_files import Task, index, run
from posenc_cli.render.forms import BYTE_ORDER_MARK, answer_form, long_form, with_answers
from posenc_cli.render.key_list import key_list
from posenc_cli.worksheet import portable
from posenc_cli.worksheet.build import build, stored_vectors
from posenc_cli.worksheet.classes import MANIFEST, Entry, Manifest, file_stem, fingerprint, row_names, sheet_for
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.neighbours import deal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from posenc_cli.worksheet.classes import Student
    from posenc_cli.worksheet.neighbours import Dealt
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: Where keys wait until all are there.
_PARTS = ".parts"
_LEFT_OVER = re.compile(r"\..+\.[0-9a-f]{8}\.tmp")


@dataclass(frozen=True)
class Order:
    """What a class is to get.

    Attributes:
        spec: the worksheet.
        students: in the order of the roster.
        seed: which numbers they get, where everybody has other ones.
        personal: has everybody other numbers?
        folder: of all files.
        dress: puts the look that was asked for on a sheet; can be sent to another process.
        look: the same as values, for the manifest.
        jobs: how many sheets are made at once.
    """

    spec: Spec
    students: tuple[Student, ...]
    seed: int
    personal: bool
    folder: Path
    dress: Callable[[Sheet], Sheet]
    look: Mapping[str, object]
    jobs: int

    @property
    def names(self) -> dict[str, str]:
        """What the files for everybody are called, by what they are for."""
        language = self.spec.worksheet.language
        return {kind: text(language, f"classes.file-{kind}") for kind in ("print", "keys", "index", "form")}

    @property
    def about(self) -> dict[str, Any]:
        """What decides what all files hold, but for the students."""
        sheet = build(self.spec)
        return {
            "posenc": __version__,
            "worksheet": portable.attached(sheet) or sheet.form_name,
            "fingerprint": fingerprint(self.spec, stored_vectors(self.spec)),
            "seed": self.seed if self.personal else None,
            "decimals": self.spec.worksheet.decimals,
            "decimal_mark": self.spec.worksheet.decimal_mark,
            "look": dict(self.look),
            "files": self.names,
        }


@dataclass(frozen=True)
class Made:
    """What a run did.

    Attributes:
        manifest: of the whole set.
        new: how many sheets were made now.
        notices: worth saying about them.
    """

    manifest: Manifest
    new: int
    notices: tuple[Notice, ...]


def make(order: Order, *, force: bool, progress: Callable[[int, int], None]) -> Made:
    """Make whatever is not there yet.

    Args:
        order: what is wanted.
        force: may files of another class set in that folder be replaced?
        progress: called with how many documents are done, of how many; with 0 of all students before numbers are
            looked for that are as hard for everybody.

    Raises:
        UsageError: the folder holds another set, and ``force`` is false.
        InputError: a file cannot be written, or the folder holds something else of these names.
        MachineError: no PDF can be made here.
    """
    with made_folders([order.folder]):
        old = _found(order.folder)
        if old and not force:
            _refuse_lost(order, old)
        manifest, said = _manifest(order, old, progress)
        if old is None and not force:
            _refuse_unknown(order.folder, manifest)
        form = _kept_form(order, manifest, force=force) if old and old.about == manifest.about else None
        _make_way(order, old, manifest, keep_form=form is not None)
        _write(order.folder / MANIFEST, manifest.text.encode(), force=True)
        notices, new = _documents(order, manifest, progress)
        _put_together(order, manifest, form)
    return Made(manifest, new, (*said, *notices))


def _found(folder: Path) -> Manifest | None:
    path = folder / MANIFEST
    return Manifest.of(read_bytes(path, LARGEST_TABLE).decode("utf-8", "replace"), path) if is_there(path) else None


def _manifest(
    order: Order, old: Manifest | None, progress: Callable[[int, int], None]
) -> tuple[Manifest, tuple[Notice, ...]]:
    """The manifest of what is wanted; who is known already keeps what was found out about the sheet."""
    about = order.about
    olds = old.entries if old and old.about == about else ()
    known = {entry.student: entry for entry in olds}
    drawn: dict[Student, int] = {}
    said: list[Notice] = []
    if order.personal and any(student not in known for student in order.students):
        progress(0, len(order.students))
        dealt = deal(order.spec, order.seed, order.students, _kept(order.students, olds))
        drawn = dict(zip(order.students, dealt.seeds, strict=True))
        said = list(_about_numbers(dealt))
    fixed = None if order.personal else build(order.spec)
    entries = [
        known.get(student)
        or _entry(student, fixed or sheet_for(order.spec, drawn[student], student), len(order.students))
        for student in order.students
    ]
    return Manifest(about, tuple(entries)), tuple(said)


def _kept(students: Sequence[Student], olds: Sequence[Entry]) -> dict[Student, int]:
    """Seeds of those who had one before, wherever they stand in the roster now."""
    seeds: dict[tuple[str, str], list[int]] = {}
    for entry in olds:
        if entry.seed is not None:
            seeds.setdefault((entry.name, entry.number), []).append(entry.seed)
    found = {}
    for student in students:
        if left := seeds.get((student.name, student.number)):
            found[student] = left.pop(0)
    return found


def _about_numbers(dealt: Dealt) -> Iterator[Notice]:
    """What is worth saying about numbers of a class."""
    if dealt.odd:
        yield Notice("classes.odd", {"names": ", ".join(student.holder.said for student in dealt.odd)})
    if dealt.near:
        pairs = ", ".join(" – ".join(student.holder.said for student in pair) for pair in dealt.near)
        yield Notice("classes.near", {"pairs": pairs})
    yield from dealt.same


def _entry(student: Student, sheet: Sheet, count: int) -> Entry:
    folder, stem = text(sheet.spec.worksheet.language, "classes.folder"), file_stem(student, count)
    seed, code = sheet.seed if sheet.varied else None, shown(code_of(sheet))
    return Entry(student.place, student.name, student.number, seed, sheet.name, code, f"{folder}/{stem}.pdf")


def _kept_form(order: Order, manifest: Manifest, *, force: bool) -> bytes | None:
    """The form for answers with what somebody has entered; None if there is none.

    Raises:
        UsageError: it holds answers for which there is no row any more, and ``force`` is false.
    """
    path = order.folder / order.names["form"]
    if not is_there(path):
        return None
    data = read_bytes(path, LARGEST_TABLE)
    if not data.removeprefix(BYTE_ORDER_MARK.encode()).strip():
        return None
    try:
        merged, lost = with_answers(_form(order, manifest), parse_table(data, path=path))
    except InputError:
        merged, lost = _form(order, manifest), True
    if lost and merged is not None and not force:
        raise UsageError("classes.form-filled", path=path)
    return data if merged is None else merged.encode()


def _make_way(order: Order, old: Manifest | None, new: Manifest, *, keep_form: bool) -> None:
    """Take away what no longer holds and what a run that was killed left behind."""
    folder = order.folder
    kept = set(old.entries) & set(new.entries) if old and old.about == new.about else set()
    valid = {entry.file for entry in kept}
    for entry in (*(old.entries if old else ()), *new.entries):
        if entry.file not in valid:
            (folder / entry.file).unlink(missing_ok=True)
    olds = old.about.get("files", {}).values() if old else ()
    kept_names = {order.names["form"]} if keep_form else set()
    together = [folder / name for name in {*order.names.values(), *olds} - kept_names]
    for path in (*together, *_inside(folder / _PARTS)) if old != new else ():
        path.unlink(missing_ok=True)
    for each in {folder, *((folder / entry.file).parent for entry in new.entries), folder / _PARTS}:
        for path in _inside(each):
            if _LEFT_OVER.fullmatch(path.name):
                path.unlink(missing_ok=True)


def _refuse_lost(order: Order, old: Manifest) -> None:
    """Refuse to take away sheets of another set; at once, for numbers for everybody take their time."""
    is_other = order.about != old.about
    gone = [entry for entry in old.entries if is_other or entry.student not in order.students]
    if gone:
        key = "classes.other-set" if is_other else "classes.other-students"
        raise UsageError(key, folder=order.folder, name=gone[0].name or gone[0].number)


def _refuse_unknown(folder: Path, new: Manifest) -> None:
    """Refuse to take away files that nobody knows."""
    for name in (*new.about["files"].values(), *(entry.file for entry in new.entries)):
        if is_there(folder / name):
            raise UsageError("files.exists", path=folder / name)


def _inside(folder: Path) -> list[Path]:
    return [path for path in folder.iterdir() if is_file(path)] if is_folder(folder) else []


def _documents(
    order: Order, manifest: Manifest, progress: Callable[[int, int], None]
) -> tuple[tuple[Notice, ...], int]:
    """Make the sheets that are missing, and the keys while their common file is."""
    folder = order.folder
    keys = () if is_there(folder / order.names["keys"]) else _with_keys(manifest)
    sheets = [entry for entry in manifest.entries if not is_there(folder / entry.file)]
    wanted = [(entry, folder / entry.file, False) for entry in sheets]
    wanted += [(entry, path, True) for entry in keys if not is_there(path := _part(folder, entry))]
    tasks = [
        Task(order.spec, entry.seed, _named(entry, manifest, key=key), order.dress, path, key)
        for entry, path, key in wanted
    ]
    found: list[Notice] = []
    with made_folders({task.path.parent for task in tasks}):
        for done, said in enumerate(run(tasks, order.jobs), start=1):
            found += said
            progress(done, len(tasks))
    return said_once(found), len(sheets)


def _with_keys(manifest: Manifest) -> tuple[Entry, ...]:
    """Whose whole key is printed: the first one's, which has the numbers of all, or shows how all are reached."""
    return manifest.entries[:1]


def _named(entry: Entry, manifest: Manifest, *, key: bool) -> Student:
    """Whose name stands on a document: nobody's on a key for all."""
    is_common = key and not manifest.is_personal
    return replace(entry.student, name="", number="") if is_common else entry.student


def _part(folder: Path, entry: Entry) -> Path:
    return folder / _PARTS / f"{entry.place}.pdf"


def _put_together(order: Order, manifest: Manifest, form: bytes | None) -> None:
    """All that is made of the single files; one that is there is kept, the form for answers with them."""
    folder, names, about = order.folder, order.names, order.spec.worksheet
    said = text(about.language, "sheet.labels.key")
    documents: dict[str, Callable[[], bytes]] = {
        "print": lambda: joined(
            [folder / entry.file for entry in manifest.entries], title=about.title, language=about.language
        ),
        "keys": lambda: joined(
            [*_list(order, manifest), *(_part(folder, entry) for entry in _with_keys(manifest))],
            title=f"{about.title} – {said}",
            language=about.language,
            even=False,
        ),
        "index": lambda: index(manifest.entries, about.language).encode(),
    }
    documents["form"] = lambda: _form(order, manifest).encode()
    for name, content in documents.items():
        if not is_there(folder / names[name]):
            _write(folder / names[name], content(), force=False)
    if form is not None:
        _write(folder / names["form"], form, force=True)
    for path in _inside(folder / _PARTS):
        path.unlink(missing_ok=True)
    if is_folder(folder / _PARTS):
        (folder / _PARTS).rmdir()


def _list(order: Order, manifest: Manifest) -> list[bytes]:
    """The right answers of everybody, where they are not the same for all."""
    if not order.personal:
        return []
    sheets = [order.dress(sheet_for(order.spec, entry.seed, entry.student)) for entry in manifest.entries]
    return [key_list(sheets, row_names(order.students))]


def _form(order: Order, manifest: Manifest) -> str:
    """A row a student, or where everybody has other blanks, a row a blank."""
    if not order.personal:
        return answer_form(build(order.spec), row_names(order.students))
    sheets = [sheet_for(order.spec, entry.seed, entry.student) for entry in manifest.entries]
    return long_form(sheets, row_names(order.students))


def _write(path: Path, content: bytes, *, force: bool) -> None:
    if not (is_file(path) and path.read_bytes() == content):
        write_whole(path, content, force=force)
