"""The documents of a class set, several at once, in processes that are replaced before they grow.

Sheets come from moulds where they can (:mod:`posenc_cli.render.class_pages`); all others are printed one by one.
"""

from __future__ import annotations

import csv
import io
from collections import defaultdict, deque
from concurrent.futures import as_completed
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias

from posenc_cli.errors import MachineError, PosencError
from posenc_cli.files.processes import UNTIL_REPLACED, deaf, processes
from posenc_cli.files.writing import write_each, write_whole
from posenc_cli.i18n import Notice, text
from posenc_cli.i18n.numbers import separator_of
from posenc_cli.render.class_pages import cast, casts
from posenc_cli.render.forms import BYTE_ORDER_MARK
from posenc_cli.render.layout import csv_word
from posenc_cli.render.sheets import render
from posenc_cli.worksheet.classes import sheet_for
from posenc_cli.worksheet.draw import FIRST_POSITIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.classes import Entry, Student
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: What is said of a document, or why there is none.
Said = tuple[Notice, ...] | PosencError
#: Sheets that one process casts before it says so: of fixed numbers, and of numbers of one's own.
_TOGETHER, _VARIED_TOGETHER = 250, 25


@dataclass(frozen=True)
class Task:
    """One document to be made.

    Attributes:
        spec: the worksheet.
        seed: of its numbers; None for the fixed ones.
        student: whose it is.
        dress: puts a look on the sheet.
        path: where it goes.
        key: is it the key?
    """

    spec: Spec
    seed: int | None
    student: Student
    dress: Callable[[Sheet], Sheet]
    path: Path
    key: bool

    @property
    def sheet(self) -> Sheet:
        """What is printed."""
        return self.dress(sheet_for(self.spec, self.seed, self.student))

    def printed(self) -> Said:
        """Print it, and write it whole."""
        try:
            made = render(self.sheet, "pdf", key=self.key)
            if made.format != "pdf":
                return MachineError("classes.no-pdf")
            write_whole(self.path, made.data, force=True)
        except PosencError as error:
            # Handed back, for not every process can be asked what it raised.
            return error
        return made.notices


#: What is said of documents, and which of them must be printed.
_Done: TypeAlias = tuple[list[Said], list[Task]]


def run(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Notice, ...]]:
    """Do all tasks, in any order; what is worth saying of each, as soon as it is done.

    Raises:
        PosencError: of the first task that failed; those that are done stay.
    """
    batches = list(_batches(tasks))
    if min(jobs, len(tasks)) <= 1:
        for batch in batches:
            said, left = _done(batch)
            yield from map(_right, said)
            for task in left:
                yield _right(task.printed())
        return
    count = min(jobs, len(tasks))
    work: deque[tuple[Callable[[Any], _Done], Any]] = deque((_done, batch) for batch in batches)
    while work:
        some = [work.popleft() for _ in range(min(len(work), UNTIL_REPLACED * count))]
        with processes(count) as pool:
            with deaf():
                running = [pool.submit(do, of) for do, of in some]
            for future in as_completed(running):
                said, left = future.result()
                work += [(_printed, task) for task in left]
                yield from map(_right, said)


def _batches(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Documents that are likely to have moulds in common, so many that somebody who waits is told how far it is."""
    alike: dict[int | None, list[Task]] = defaultdict(list)
    for task in tasks:
        if not task.key:
            # Most moulds differ by the first position, and that is drawn by the seed.
            alike[None if task.seed is None else task.seed % len(FIRST_POSITIONS)].append(task)
    for seed, batch in alike.items():
        count = _TOGETHER if seed is None else _VARIED_TOGETHER
        yield from (batch[n : n + count] for n in range(0, len(batch), count))
    yield from ([task] for task in tasks if task.key)


def _done(tasks: Sequence[Task]) -> _Done:
    """Do a batch: what is said of them, and which of them must be printed."""
    if tasks[0].key:
        return _printed(tasks[0])
    left: list[Task] = []

    def made() -> Iterator[tuple[Path, bytes]]:
        for task, data in zip(tasks, _casts(tasks), strict=True):
            if data is None:
                left.append(task)
            else:
                yield task.path, data

    try:
        # What lies there was made by another run at the same moment.
        write_each(made(), force=True)
    except PosencError as error:
        return [error], []
    return [()] * (len(tasks) - len(left)), left


def _casts(tasks: Sequence[Task]) -> Iterator[bytes | None]:
    if tasks[0].seed is None:
        return casts(tasks[0].sheet, [task.student.holder for task in tasks])
    return (cast(task.sheet) for task in tasks)


def _printed(task: Task) -> _Done:
    return [task.printed()], []


def _right(found: Said) -> tuple[Notice, ...]:
    if isinstance(found, PosencError):
        raise found
    return found


def index(entries: Sequence[Entry], language: Language) -> str:
    """Who has which sheet, as a spreadsheet of that language opens it."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=separator_of(language), lineterminator="\r\n")
    columns = ("place", "name", "number", "sheet", "code", "file")
    writer.writerow([text(language, f"classes.column-{name}") for name in columns])
    for one in entries:
        writer.writerow([one.place, csv_word(one.name), csv_word(one.number), one.sheet, one.code, one.file])
    return BYTE_ORDER_MARK + stream.getvalue()
