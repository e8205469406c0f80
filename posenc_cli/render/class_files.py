"""The documents of a class set, several at once, in processes that are replaced before they grow.

Sheets come from moulds where they can (:mod:`posenc_cli.render.class_pages`); all others are printed one by one.
"""

from __future__ import annotations

import contextlib
import csv
import io
import os
import signal
import threading
from collections import defaultdict
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context, resource_tracker
from typing import TYPE_CHECKING

from posenc_cli.errors import MachineError, PosencError
from posenc_cli.files.writing import write_each, write_whole
from posenc_cli.i18n import Notice, text
from posenc_cli.render.class_pages import cast, casts
from posenc_cli.render.forms import BYTE_ORDER_MARK, plain_cell
from posenc_cli.render.sheets import render
from posenc_cli.worksheet.classes import sheet_for
from posenc_cli.worksheet.draw import FIRST_POSITIONS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection
    from pathlib import Path

    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.classes import Entry, Student
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: What is said of a document, or why there is none.
Said = tuple[Notice, ...] | PosencError
#: Documents that one process makes: setting pages lets it grow slowly.
_UNTIL_REPLACED = 50
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
    # A copy of this process (fork) could hold locks of its threads for ever.
    context = get_context("spawn")
    line, held = context.Pipe(duplex=False)
    with _deaf():
        pool = ProcessPoolExecutor(
            min(jobs, len(tasks)),
            mp_context=context,
            initializer=_end_with,
            initargs=(line,),
            max_tasks_per_child=_UNTIL_REPLACED,
        )
        running = {pool.submit(_done, batch) for batch in batches}
    try:
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                said, left = future.result()
                running |= {pool.submit(_printed, task) for task in left}
                yield from map(_right, said)
    except KeyboardInterrupt:
        held.close()
        raise
    finally:
        pool.shutdown(cancel_futures=True)
        held.close()
        line.close()


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


def _done(tasks: Sequence[Task]) -> tuple[list[Said], list[Task]]:
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


def _printed(task: Task) -> tuple[list[Said], list[Task]]:
    return [task.printed()], []


def _right(found: Said) -> tuple[Notice, ...]:
    if isinstance(found, PosencError):
        raise found
    return found


@contextlib.contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl+C reaches all processes of a terminal; those that are started here leave it to this one, from the start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    # Python's own tracker would end the deafness as it starts.
    resource_tracker.ensure_running()
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _end_with(line: Connection) -> None:
    """See to it that no process outlives the one that holds the other end, or works on when that one gives up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def wait() -> None:
        with contextlib.suppress(EOFError, OSError):
            line.recv_bytes()
        # What it writes at the moment has another name until it is whole.
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def index(entries: Sequence[Entry], language: Language) -> str:
    """Who has which sheet, as a spreadsheet of that language opens it."""
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, delimiter=";" if language == "de" else ",", lineterminator="\r\n")
    columns = ("place", "name", "number", "sheet", "code", "file")
    writer.writerow([text(language, f"classes.column-{name}") for name in columns])
    for one in entries:
        writer.writerow([one.place, plain_cell(one.name), plain_cell(one.number), one.sheet, one.code, one.file])
    return BYTE_ORDER_MARK + stream.getvalue()
