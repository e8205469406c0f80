"""Files as they were collected: tables of a class, and filled PDFs, of which a bad one stops nobody's report."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import replace
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError, PosencError
from posenc_cli.files.attachments import is_pdf
from posenc_cli.files.paths import is_folder
from posenc_cli.grading import handed_in
from posenc_cli.grading.belonging import doubts, sheet_of_all
from posenc_cli.grading.class_answers import check_class
from posenc_cli.grading.report import Report, check, together
from posenc_cli.i18n import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from posenc_cli.grading.belonging import Said
    from posenc_cli.grading.handed_in import Handed
    from posenc_cli.grading.settings import Credit
    from posenc_cli.worksheet.classes import Manifest
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: What of a folder is read: what people hand in, each a file, else the tables of a class.
SUFFIXES = ((".pdf",), (".csv", ".json", ".xlsx", ".ods"))
#: Files of a folder; a year of a school has some hundred.
MOST_FILES = 2000
#: A folder for everybody, as learning platforms make them, is the deepest.
_DEPTH = 2


def opened(paths: Sequence[Path]) -> list[Path]:
    """Files, with what lies in folders in their place: all PDFs, or if there is none, all tables.

    Raises:
        InputError: there is nothing in a folder that can be read, or far too much.
    """
    return [file for path in paths for file in (_inside(path) if is_folder(path) else [path])]


def _inside(folder: Path) -> list[Path]:
    try:
        names = [path for depth in range(1, _DEPTH + 1) for path in folder.glob("/".join("*" * depth))]
    except OSError as error:
        raise InputError("files.not-readable", path=folder) from error
    seen = [path for path in names if not any(part.startswith(".") for part in path.relative_to(folder).parts)]
    for suffixes in SUFFIXES:
        found = sorted(path for path in seen if path.suffix.lower() in suffixes and not is_folder(path))
        if len(found) > MOST_FILES:
            raise InputError("files.too-many-files", path=folder, given=len(found), limit=MOST_FILES)
        if found:
            return found
    known = ", ".join(suffix for suffixes in SUFFIXES for suffix in suffixes)
    raise InputError("files.nothing-in-folder", path=folder, known=known)


def load(paths: Sequence[Path], *, separator: str | None = None) -> tuple[list[Handed], list[Notice]]:
    """Read all files, in their order; a PDF that cannot be read is told of.

    Raises:
        InputError: a table cannot be read, or no file at all.
        MachineError: PDFs cannot be read here.
    """
    pdfs = [path for path in paths if not is_folder(path) and is_pdf(path)]
    read: list[Handed] = []
    wrong: list[InputError] = []
    if pdfs:
        from posenc_cli.grading.filled import handed_pdfs

        read, wrong = handed_pdfs(pdfs)
    of_pdf = {one.path: one for one in read}
    found = []
    for path in paths:
        if path in of_pdf:
            found.append(of_pdf[path])
        elif path not in pdfs:
            found += handed_in.load([path], separator=separator)
    if not found:
        raise wrong[0]
    return found, [_told(error) for error in wrong]


def check_collected(files: Sequence[Handed], said: Said, credit: Credit) -> Report:
    """Mark all files: those of one sheet together, filled PDFs of a worksheet's groups each with its own.

    Raises:
        InputError: files of different worksheets, of none, or as :func:`posenc_cli.grading.handed_in.submissions`.
    """
    by_sheet: dict[tuple[str | None, str | None], list[Handed]] = defaultdict(list)
    apart = said.name is None and all(one.lone for one in files)
    for one in files:
        by_sheet[(one.sheet_name(), one.sheet_code()) if apart else (None, None)].append(one)
    reports, wrong = [], []
    for part in by_sheet.values():
        try:
            reports.append(_check(part, said, credit))
        except PosencError as error:
            if not apart:
                raise
            wrong.append(error)
    if not reports:
        raise wrong[0]
    if len({report.sheet.spec.worksheet.name for report in reports}) > 1:
        # Says which, and that one can be named.
        sheet_of_all(files, said)
    report = together(reports)
    return replace(report, notices=(*report.notices, *(_told(error) for error in wrong)))


def _check(files: Sequence[Handed], said: Said, credit: Credit) -> Report:
    sheet = sheet_of_all(files, said)
    if not sheet.blanks:
        raise InputError("check.no-blanks", sheet=sheet.name)
    files, notices = _sound(files, sheet)
    found, more = handed_in.submissions(files, sheet)
    notices += [*more, *(notice for one in files for notice in doubts(one, sheet, said))]
    return check(sheet, found, credit=credit, notices=notices)


def _sound(files: Sequence[Handed], sheet: Sheet) -> tuple[list[Handed], list[Notice]]:
    """Without files of single persons that do not belong to the sheet, and what is wrong with those."""
    found: list[Handed] = []
    wrong: list[InputError] = []
    for one in files:
        try:
            if one.lone:
                handed_in.submissions([one], sheet)
            found.append(one)
        except InputError as error:
            wrong.append(error)
    if not found:
        raise wrong[0]
    return found, [_told(error) for error in wrong]


def check_each(files: Sequence[Handed], of_class: Manifest, spec: Spec, credit: Credit) -> Report:
    """Mark every row with the sheet of whoever wrote it, as :func:`check_class` does.

    Raises:
        InputError: as :func:`check_class`, but of one person's file only if there is no other.
    """
    reports, wrong = [], []
    parts: dict[tuple[bool, str | None], list[Handed]] = defaultdict(list)
    for one in files:
        parts[(True, one.sheet_code()) if one.lone else (False, None)].append(one)
    for (lone, _), part in parts.items():
        try:
            reports.append(check_class(part, of_class, spec, credit=credit))
        except InputError as error:
            if not lone:
                raise
            wrong.append(error)
    if not reports:
        raise wrong[0]
    report = together(reports)
    return replace(report, notices=(*report.notices, *(_told(error) for error in wrong)))


def _told(error: PosencError) -> Notice:
    """An error that stops nothing: the same sentence."""
    return Notice(error.key, dict(error.values))
