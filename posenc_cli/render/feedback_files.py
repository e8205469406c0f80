"""Feedback for a whole class: a file a student, packed as a learning platform takes it back, or one file to print."""

from __future__ import annotations

import re
from collections import Counter, deque
from itertools import chain, islice
from typing import TYPE_CHECKING, TypeAlias

from posenc_cli.errors import MachineError, PosencError
from posenc_cli.files.processes import UNTIL_REPLACED, deaf, processes
from posenc_cli.i18n import text
from posenc_cli.render.feedback import feedback_page
from posenc_cli.render.pdf import render_pdf
from posenc_cli.worksheet.classes import Student, file_stem

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from concurrent.futures import Future

    from posenc_cli.grading.report import Report, StudentReport
    from posenc_cli.i18n import Notice
    from posenc_cli.render.feedback import Page

#: A PDF and what is worth saying of it, or why there is none.
Made: TypeAlias = "tuple[bytes, tuple[Notice, ...]] | PosencError"
#: A folder's name that is one on every system, and leads nowhere else.
_FOLDER = re.compile(r"""[^\s./\\:*?"<>|\x00-\x1f][^/\\:*?"<>|\x00-\x1f]{0,150}""")
#: What Moodle itself calls the folder of somebody whose name is not to be seen.
_NAMELESS = "Participant_{number}_assignsubmission_file_"
#: More at once, and their start costs more than they save.
_WORTH = 3


def feedback_files(
    seen: Report, known: Report, *, teacher: bool, jobs: int, progress: Callable[[int, int], None]
) -> tuple[dict[str, bytes], tuple[Notice, ...]]:
    """The feedback for every student as PDFs by name, folders with a slash, and what is worth saying of them.

    Args:
        seen: the report as it is to be read; names may be left out.
        known: the same report with what a platform knows people by.
        teacher: with right values and every cause?
        jobs: processes.
        progress: called with how many are done, of how many.

    Raises:
        MachineError: no PDF can be made here.
        InputError: a template of one's own has a fault.
    """
    total = len(seen.students)
    pages = (feedback_page(seen, one, number, teacher=teacher) for number, one in enumerate(seen.students, 1))
    made: list[bytes] = []
    notices: list[Notice] = []
    for result in _printed(pages, jobs if total > _WORTH else 1):
        if isinstance(result, PosencError):
            raise result
        made.append(result[0])
        notices += [notice for notice in result[1] if notice not in notices]
        progress(len(made), total)
    return dict(zip(_names(seen, known), made, strict=True)), tuple(notices)


def _printed(pages: Iterator[Page], jobs: int) -> Iterator[Made]:
    """All pages as PDFs, in their order; while some are set, the next are written."""
    if jobs <= 1:
        yield from map(_print, pages)
        return
    for first in pages:
        with processes(jobs) as pool:
            waiting: deque[Future[Made]] = deque()
            for page in chain([first], islice(pages, UNTIL_REPLACED * jobs - 1)):
                with deaf():
                    waiting.append(pool.submit(_print, page))
                if len(waiting) > 2 * jobs:
                    yield waiting.popleft().result()
            yield from (each.result() for each in waiting)


def _print(page: Page) -> Made:
    """One PDF; an error is handed back, for not every process can be asked what it raised."""
    made = render_pdf(page.html, title=page.title, language=page.language)
    return MachineError("outcomes.no-pdf") if made.data is None else (made.data, made.notices)


def _names(seen: Report, known: Report) -> list[str]:
    """What the files are called: in the folders of a platform if they came in such, else by place and name."""
    language = seen.sheet.spec.worksheet.language
    file = text(language, "outcomes.feedback.file")
    by_answers = {_same(one): one for one in known.students}
    names, counts = [], Counter[str]()
    for place, one in enumerate(seen.students, 1):
        origin = by_answers[_same(one)]
        folder = _folder(origin, hidden=not one.sender.folder)
        stem = f"{folder}/{file}" if folder else file_stem(Student(place, one.name or ""), len(seen.students))
        counts[stem] += 1
        names.append(f"{stem}-{counts[stem]}.pdf" if counts[stem] > 1 else f"{stem}.pdf")
    return names


def _same(one: StudentReport) -> int:
    """Tells a student whose name was left out: the judged blanks are the same objects."""
    return id(one.blanks)


def _folder(one: StudentReport, *, hidden: bool) -> str:
    """The folder that this student's files came in; empty if there was none."""
    sender = one.sender
    if sender.folder and not hidden and _FOLDER.fullmatch(sender.folder):
        return sender.folder
    return _NAMELESS.format(number=sender.participant) if sender.participant.isdecimal() else ""
