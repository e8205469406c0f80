"""The documents of a class set, several at once, each in a process of its own that is replaced before it grows."""

from __future__ import annotations

import csv
import io
import os
import threading
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import get_context, parent_process
from typing import TYPE_CHECKING

from posenc_cli.errors import MachineError, PosencError
from posenc_cli.files.writing import write_whole
from posenc_cli.i18n import text
from posenc_cli.render.forms import BYTE_ORDER_MARK, plain_cell
from posenc_cli.render.sheets import render
from posenc_cli.worksheet.classes import sheet_for

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from posenc_cli.i18n import Language, Notice
    from posenc_cli.worksheet.classes import Entry, Student
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec

#: Documents that one process makes: setting pages lets it grow slowly.
_UNTIL_REPLACED = 50


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

    def done(self) -> tuple[Notice, ...] | PosencError:
        """Write it, whole; a fault of a person's is handed back, for not every process can be asked what it raised."""
        try:
            made = render(self.dress(sheet_for(self.spec, self.seed, self.student)), "pdf", key=self.key)
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
    if min(jobs, len(tasks)) <= 1:
        for task in tasks:
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
        for future in as_completed([pool.submit(Task.done, task) for task in tasks]):
            yield _right(future.result())
    finally:
        pool.shutdown(cancel_futures=True)


def _right(found: tuple[Notice, ...] | PosencError) -> tuple[Notice, ...]:
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
