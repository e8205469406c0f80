"""Files as they were collected: tables, filled PDFs, whole archives, of which a bad one stops nobody's report."""

from __future__ import annotations

import os
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from queue import SimpleQueue
from threading import Lock
from typing import TYPE_CHECKING, TypeAlias

from posenc_cli.errors import InputError, MachineError, PosencError, UsageError
from posenc_cli.files.arrivals import arrivals
from posenc_cli.files.attachments import LARGEST_PDF
from posenc_cli.files.decoding import LARGEST_TABLE
from posenc_cli.files.guarded import Guarded
from posenc_cli.files.tables import Looking, parse_table
from posenc_cli.grading import handed_in
from posenc_cli.grading.belonging import doubts, sheet_of_all
from posenc_cli.grading.beside import by_class, class_at, without_own
from posenc_cli.grading.class_answers import check_class
from posenc_cli.grading.filled import Read, read_pdf
from posenc_cli.grading.handed_in import Handed
from posenc_cli.grading.headings import REPORTED, SHEET_CODE, find_column, fold, has_answers
from posenc_cli.grading.layouts import laid_out
from posenc_cli.grading.report import Report, check, together
from posenc_cli.grading.returned import told_once
from posenc_cli.grading.senders import named
from posenc_cli.grading.submission import NOBODY
from posenc_cli.i18n import Notice, said_once
from posenc_cli.worksheet.codes import code_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from posenc_cli.files.arrivals import Arrival
    from posenc_cli.files.tables import Table
    from posenc_cli.grading.belonging import Said
    from posenc_cli.grading.layouts import Layouts
    from posenc_cli.grading.settings import Credit
    from posenc_cli.grading.submission import Sender

#: Processes that read files at the same time; each may take as much memory as a hostile file wants, up to a limit.
WORKERS = 2
#: Of one table; a year of a school has some hundred.
MOST_LINES = 20_000
#: Name and code of a sheet, as a file names it.
Identity: TypeAlias = "tuple[str | None, str | None]"


def load(
    paths: Sequence[Path], looking: Looking | None = None, progress: Callable[[int, int], None] = lambda *_: None
) -> tuple[list[Handed], list[Notice]]:
    """Read all that was handed in, in its order; what cannot be read is told of.

    Args:
        paths: of files, folders, archives.
        looking: how tables are looked for.
        progress: told how many files are read, of how many.

    Raises:
        InputError: nothing can be read at all, or nothing but what posenc made itself lies there.
        UsageError: a tab is named, and there is no spreadsheet.
        MachineError: nothing can be read because a library is missing.
    """
    looking = looking or Looking()
    read: list[tuple[Arrival, Read]] = []
    wrong: list[PosencError] = []
    with ExitStack() as stack:
        listed = without_own(list(arrivals(paths, stack)))
        all_read = _read_all(listed, replace(looking, is_header=has_answers), stack)
        for number, (one, found) in enumerate(zip(listed, all_read, strict=True), 1):
            progress(number, len(listed))
            if isinstance(found, PosencError):
                wrong.append(found)
            else:
                read.append((one, found))
    wrong = told_once(wrong, [one.path for one, _ in read])
    if looking.tab is not None and not any(each.table.tab for _, each in read):
        raise next(
            (one for one in wrong if one.key == "inputs.no-tab"), UsageError("inputs.tab-unused", tab=looking.tab)
        )
    if not read:
        raise wrong[0]
    senders = named([one for one, _ in read])
    # A table of many people has their names in it, or they have none.
    handed = [
        Handed(one.path, each.table, sender if _is_of_one(each.table, sender) else NOBODY, each.pages)
        for (one, each), sender in zip(read, senders, strict=True)
    ]
    return handed, list(said_once(map(_told, wrong)))


def _read_all(listed: Sequence[Arrival], looking: Looking, stack: ExitStack) -> Iterator[Read | PosencError]:
    """What stands in each file, or what is wrong with it; a few processes read at the same time."""
    free: SimpleQueue[Guarded] = SimpleQueue()
    # Tables take memory of ours: one at a time.
    alone = Lock()
    workers = min(WORKERS, os.cpu_count() or 1, len(listed))
    for _ in range(workers):
        free.put(stack.enter_context(Guarded()))

    def read(one: Arrival) -> Read | PosencError:
        guarded = free.get()
        try:
            return _read(one, looking, guarded, alone)
        except (InputError, MachineError) as error:
            return error
        finally:
            free.put(guarded)

    pool = stack.enter_context(ThreadPoolExecutor(max(workers, 1)))
    return pool.map(read, listed)


def _is_of_one(table: Table, sender: Sender) -> bool:
    return len(table.rows) == 1 or bool(sender.folder)


def _read(one: Arrival, looking: Looking, guarded: Guarded, alone: Lock) -> Read:
    """What stands in a file."""
    if one.wrong is not None:
        raise one.wrong
    is_pdf = one.path.suffix.lower() == ".pdf"
    data = one.read(LARGEST_PDF if is_pdf else LARGEST_TABLE)
    if is_pdf or data.startswith(b"%PDF-"):
        return read_pdf(data, path=one.path, guarded=guarded)
    with alone:
        table = parse_table(data, path=one.path, looking=replace(looking, guarded=guarded))
    if len(table.rows) > MOST_LINES:
        raise InputError("check.too-many-lines", path=one.path, given=len(table.rows), limit=MOST_LINES)
    if find_column([fold(heading) for heading in table.header or ()], REPORTED) is not None:
        raise InputError("inputs.own-report", path=one.path)
    return Read(table)


def check_collected(files: Sequence[Handed], said: Said, credit: Credit, layouts: Layouts | None = None) -> Report:
    """Mark all files: each with the sheet that it names, or all with the one that a person names.

    Of a class in which everybody has other numbers, every row is marked with its own sheet.

    Args:
        files: as they were handed in.
        said: what a person said of the sheet.
        credit: as for :func:`posenc_cli.grading.report.check`.
        layouts: how the sheet is shown; without it, only tables with a column for every blank can be read.

    Raises:
        InputError: files of different worksheets, of none, or nothing that belongs to the sheet.
    """
    reports, wrong = list[Report](), list[PosencError]()
    shared = by_class(files, said)
    wrong += shared.wrong
    for place, mine in shared.of_class.items():
        try:
            reports.append(check_class(mine, *class_at(place), credit=credit, layouts=layouts))
        except PosencError as error:
            wrong.append(error)
    by_sheet, unclear = _by_sheet(shared.others, said)
    wrong += unclear
    for part in by_sheet:
        try:
            report, strange = _check(part, said, credit, layouts)
        except PosencError as error:
            wrong.append(error)
        else:
            reports.append(report)
            wrong += strange
    if not reports:
        raise wrong[0]
    names = sorted({report.sheet.spec.worksheet.name for report in reports})
    if len(names) > 1:
        raise InputError("check.other-sheets", given=", ".join(names))
    report = together(reports)
    return replace(report, notices=(*report.notices, *(_told(error) for error in wrong)))


def _by_sheet(files: Sequence[Handed], said: Said) -> tuple[list[list[Handed]], list[PosencError]]:
    """Files that belong together; one that says less than another goes with it if there is no other."""
    if said.name is not None:
        return [list(files)] if files else [], []
    found: dict[Identity, list[int]] = defaultdict(list)
    alone: list[int] = []
    wrong: list[PosencError] = []
    for number, one in enumerate(files):
        try:
            said_here = one.sheet_name(), one.sheet_code()
            # What has a place for the code, and nothing in it, may be of any sheet.
            unknown = said_here == (None, None) and one.column(SHEET_CODE) is not None
            (alone if unknown else found[said_here]).append(number)
        except InputError as error:
            wrong.append(error)
    for less in sorted(found, key=lambda identity: sum(map(bool, identity)), reverse=True):
        more = [other for other in found if other != less and _says_more(other, less)]
        if len(more) == 1:
            found[more[0]] += found.pop(less)
    parts = sorted(sorted(numbers) for numbers in (*found.values(), alone) if numbers)
    return [[files[number] for number in numbers] for numbers in parts], wrong


def _says_more(one: Identity, other: Identity) -> bool:
    """Does it say all that the other one says?"""
    return all(its in (None, mine) for mine, its in zip(one, other, strict=True))


def _check(
    files: Sequence[Handed], said: Said, credit: Credit, layouts: Layouts | None
) -> tuple[Report, list[InputError]]:
    """The report on files of one sheet, and what is wrong with those that do not belong to it."""
    sheet = sheet_of_all(files, said)
    if not sheet.blanks:
        raise InputError("check.no-blanks", sheet=sheet.name)
    code = code_of(sheet)
    found, notices, wrong = [], list[Notice](), list[InputError]()
    for one in files:
        try:
            mine, more = handed_in.of_file(laid_out(one, sheet, layouts), sheet)
        except InputError as error:
            wrong.append(error)
        else:
            found += mine
            notices += [*more, *doubts(one, sheet, said, code)]
    if not found:
        raise wrong[0]
    found = handed_in.told_apart(found)
    notices += [*handed_in.dashes(found), *handed_in.repeated_names(found)]
    return check(sheet, found, credit=credit, notices=notices), wrong


def _told(error: PosencError) -> Notice:
    """An error that stops nothing: the same sentence."""
    values = {name: _told(value) if isinstance(value, PosencError) else value for name, value in error.values.items()}
    return Notice(error.key, values)
