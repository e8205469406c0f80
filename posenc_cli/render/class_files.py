"""The documents of a class set, several at once, in processes that are replaced before they grow.

Sheets come from moulds where they can (:mod:`posenc_cli.render.class_pages`); all others are printed one by one.
"""

from __future__ import annotations

import csv
import io
import os
import threading
from concurrent.futures import FIRST_COMPLETED, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING

from posenc_cli.errors import MachineError, PosencError
from posenc_cli.files.writing import write_each, write_whole
from posenc_cli.i18n import Notice, text
from posenc_cli.render.class_pages import cast, casts
from posenc_cli.render.forms import BYTE_ORDER_MARK, plain_cell
from posenc_cli.render.sheets import Rendered, render
from posenc_cli.worksheet.classes import sheet_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from posenc_cli.i18n import Language
    from posenc_cli.worksheet.classes import Entry, Student
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: What is said of a document, or why there is none.
Said = tuple[Notice, ...] | PosencError
#: Documents that one process makes: setting pages lets it grow slowly.
_UNTIL_REPLACED = 50
#: Sheets that one process casts before it says so.
_TOGETHER = 250


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

    def done(self) -> Said:
        """Write it, whole; a fault of a person's is handed back, for not every process can be asked what it raised."""
        try:
            sheet = self.sheet
            # No key is like another; and sheets with fixed numbers were tried together.
            data = cast(sheet) if self.seed is not None and not self.key else None
            made = render(sheet, "pdf", key=self.key) if data is None else Rendered(data, "pdf")
            if made.format != "pdf":
                return MachineError("classes.no-pdf")
            # What lies there was made by another run at the same moment.
            write_whole(self.path, made.data, force=True)
        except PosencError as error:
            return error
        return made.notices


def run(tasks: Sequence[Task], jobs: int) -> Iterator[tuple[Notice, ...]]:
    """Do all tasks, in any order; what is worth saying of each, as soon as it is done.

    Raises:
        PosencError: of the first task that failed; those that are done stay.
    """
    alike = [task for task in tasks if task.seed is None and not task.key]
    batches = [alike[n : n + _TOGETHER] for n in range(0, len(alike), _TOGETHER)] if len(alike) > 1 else []
    others = [task for task in tasks if not batches or task not in alike]
    if min(jobs, len(tasks)) <= 1:
        for batch in batches:
            said, left = _cast_together(batch)
            yield from map(_right, said)
            others = [*left, *others]
        for task in others:
            yield _right(task.done())
        return
    pool = ProcessPoolExecutor(
        min(jobs, len(tasks)),
        # A copy of this process (fork) could hold locks of its threads for ever.
        mp_context=get_context("spawn"),
        initializer=_end_with_parent,
        max_tasks_per_child=_UNTIL_REPLACED,
    )
    try:
        running = {pool.submit(_cast_together, batch) for batch in batches}
        running |= {pool.submit(_alone, task) for task in others}
        while running:
            done, running = wait(running, return_when=FIRST_COMPLETED)
            for future in done:
                said, left = future.result()
                running |= {pool.submit(_alone, task) for task in left}
                yield from map(_right, said)
    finally:
        pool.shutdown(cancel_futures=True)


def _alone(task: Task) -> tuple[list[Said], list[Task]]:
    return [task.done()], []


def _cast_together(tasks: Sequence[Task]) -> tuple[list[Said], list[Task]]:
    """Write sheets that differ by whose they are, and nothing else: what is said of them, and which must be printed."""
    left: list[Task] = []

    def made() -> Iterator[tuple[Path, bytes]]:
        found = casts(tasks[0].sheet, [task.student.holder for task in tasks])
        for task, data in zip(tasks, found, strict=True):
            if data is None:
                left.append(task)
            else:
                yield task.path, data

    try:
        write_each(made(), force=True)
    except PosencError as error:
        return [error], []
    return [()] * (len(tasks) - len(left)), left


def _right(found: Said) -> tuple[Notice, ...]:
    if isinstance(found, PosencError):
        raise found
    return found


def _end_with_parent() -> None:
    """See to it that no process outlives the one that was killed."""
    parent = parent_process()

    def wait() -> None:
        if parent is not None:
            parent.join()
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
