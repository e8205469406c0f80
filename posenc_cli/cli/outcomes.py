"""What ``posenc check`` gives besides a report: feedback for every student, grades for a learning platform."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from posenc_cli.cli import options
from posenc_cli.cli.output import Output, Reply
from posenc_cli.cli.progress import progress
from posenc_cli.cli.sparing import spare
from posenc_cli.errors import ExitCode, MachineError, UsageError
from posenc_cli.files.paths import user_path
from posenc_cli.i18n import Notice, text

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from posenc_cli.grading.report import Report
    from posenc_cli.render.style import Renderer

_MOST_JOBS = 8


@dataclass(frozen=True)
class Outcomes:
    """What was said on the command line."""

    feedback: Annotated[str | None, typer.Option(metavar="FILE", help="feedback")] = None
    grades: Annotated[
        str | None,
        typer.Option(metavar="CSV", help="grades"),
    ] = None
    anonymous: options.Anonymous = False
    excel_de: Annotated[bool, typer.Option("--excel-de", help="excel-de")] = False


def deliver(report: Report, asked: Outcomes, out: Output, read: Sequence[Path], *, teacher: bool) -> ExitCode:
    """Write all that was asked for, or nothing; never over what was read.

    Raises:
        UsageError: options that do not go together, a file that is there, or one that was read.
        InputError: a worksheet for grades that is none, or a file that cannot be written.
        MachineError: no PDF can be made here, so there is no feedback; all else is written.
    """
    from posenc_cli.files.writing import refuse_unwritable

    out = out.about(report.sheet.spec)
    code = ExitCode.FINE if report.all_correct else ExitCode.INCORRECT
    grades_only = _takes_output(asked, out)
    here = replace(out, output=None) if grades_only else out
    kind = here.chosen_format()
    if asked.excel_de and kind != "csv":
        raise UsageError("outcomes.excel-de")
    spare(read, [here.path] if here.path else [])
    if asked.feedback is not None:
        # Said before somebody waits for it.
        targets = [path for path in (out.path, user_path(asked.feedback)) if path is not None]
        spare(read, targets)
        _refuse([path for path in targets if path.suffix], out)
        refuse_unwritable([path for path in targets if not path.suffix])
    seen = _seen(report, asked, out)
    reply = Reply(_shown(seen, kind, teacher=teacher), _views(asked), seen.notices, code)
    files, notices, lacking = _files(report, seen, asked, out, teacher=teacher)
    _give(reply, files, notices, asked, out=out, here=here, read=read)
    if lacking is not None:
        raise lacking
    return code


def _give(
    reply: Reply,
    files: dict[Path, bytes],
    notices: Sequence[Notice],
    asked: Outcomes,
    *,
    out: Output,
    here: Output,
    read: Sequence[Path],
) -> None:
    """Write the report and what belongs to it; ``here`` is where the report itself goes."""
    if not files and here is out:
        out.finish(reply)
        return
    if here.path is not None:
        data = reply.views[here.chosen_format()](reply.data, here.style(file=True))
        files[here.path] = data.encode() if isinstance(data, str) else data
    spare(read, list(files))
    _write(files, asked, out)
    out.notice(*notices)
    if here.path is None:
        replace(here, open=False).finish(reply)
    else:
        out.notice(*reply.notices)


def _takes_output(asked: Outcomes, out: Output) -> bool:
    """Is ``--output`` where the grades go, and not the report?"""
    return bool(asked.grades and out.path and out.format is None and out.path.suffix.lower() == ".csv")


def _seen(report: Report, asked: Outcomes, out: Output) -> Report:
    from posenc_cli.grading.anonymous import anonymous

    return anonymous(report, out.language) if asked.anonymous else report


def _shown(report: Report, kind: str, *, teacher: bool) -> object:
    from posenc_cli.render.report_text import TeacherView

    return TeacherView(report) if teacher and kind in ("text", "html") else report


def _views(asked: Outcomes) -> Mapping[str, Renderer]:
    from posenc_cli.render.mark_book import report_csv
    from posenc_cli.render.report import FORMATS

    return {**FORMATS, "csv": partial(report_csv, excel_de=True)} if asked.excel_de else FORMATS


def _files(
    report: Report, seen: Report, asked: Outcomes, out: Output, *, teacher: bool
) -> tuple[dict[Path, bytes], list[Notice], MachineError | None]:
    """What is written besides the report, what is worth saying about it, and why a part of it is not there."""
    files: dict[Path, bytes] = {}
    notices: list[Notice] = []
    lacking: MachineError | None = None
    if asked.grades is not None:
        from posenc_cli.grading.grades import fill_grades

        worksheet = user_path(asked.grades)
        made = fill_grades(worksheet, report)
        beside = worksheet.with_stem(f"{worksheet.stem}-{text(out.language, 'outcomes.filled-file')}")
        files[(out.path if _takes_output(asked, out) else None) or beside] = made.data
        notices += made.notices
    if asked.feedback is not None:
        try:
            given, said = _feedback(report, seen, user_path(asked.feedback), out, teacher=teacher)
        except MachineError as error:
            lacking = error
        else:
            files |= given
            notices += said
    return files, notices, lacking


def _feedback(
    report: Report, seen: Report, target: Path, out: Output, *, teacher: bool
) -> tuple[dict[Path, bytes], tuple[Notice, ...]]:
    from posenc_cli.files.packed import packed
    from posenc_cli.files.pdfs import joined
    from posenc_cli.render.feedback_files import feedback_files

    kind = target.suffix.lower()
    if kind not in ("", ".zip", ".pdf"):
        raise UsageError("outcomes.feedback-kind", given=target)
    jobs = min(os.cpu_count() or 1, _MOST_JOBS)
    files, notices = feedback_files(
        seen, report, teacher=teacher, jobs=jobs, progress=progress(out.language, "classes.progress")
    )
    if kind == ".zip":
        return {target: packed(files)}, notices
    if kind == ".pdf":
        about = report.sheet.spec.worksheet
        title = f"{about.title} – {text(about.language, 'outcomes.feedback.title')}"
        return {target: joined(list(files.values()), title=title, language=about.language)}, notices
    return {target / name: data for name, data in files.items()}, notices


def _refuse(paths: Sequence[Path], out: Output) -> None:
    from posenc_cli.files.writing import refuse_existing

    for path in paths:
        refuse_existing(path, force=out.force)


def _write(files: Mapping[Path, bytes], asked: Outcomes, out: Output) -> None:
    """All of them or none; each is told of, but of a folder of many only the folder."""
    from posenc_cli.files.paths import is_folder
    from posenc_cli.files.writing import write_all

    _refuse([path for path in files if is_folder(path.parent)], out)
    written = write_all(files.items(), force=out.force, folders={path.parent for path in files})
    folder = user_path(asked.feedback or "").absolute()
    for full in dict.fromkeys(folder if asked.feedback and path.is_relative_to(folder) else path for path in written):
        out.notice(Notice("cli.written", {"path": full}))
        if out.open:
            out.show_file(full)
