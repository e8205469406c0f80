"""The options that make a practice sheet from a report."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.files.paths import user_path

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.cli.frame import Output
    from posenc_cli.cli.looking import Look
    from posenc_cli.worksheet.find import Writing


@dataclass(frozen=True)
class PracticeOptions:
    """What was said on the command line."""

    for_: Annotated[Path | None, typer.Option("--for", metavar="FILE", help="for")] = None
    student: Annotated[str | None, typer.Option("--student", metavar="NAME", help="student")] = None

    @property
    def asked(self) -> bool:
        """Is a practice sheet asked for?

        Raises:
            UsageError: a student without a report.
        """
        if self.student is not None and self.for_ is None:
            raise UsageError("practice.needs-report")
        return self.for_ is not None


def print_practice(
    asked: PracticeOptions,
    spec: str | None,
    look: Look,
    out: Output,
    *,
    key: str | None,
    seed: int,
    writing: Writing,
    show: Callable[..., ExitCode],
) -> ExitCode:
    """Write the sheet and its key, and its worksheet beside them: it is what ``posenc check`` reads.

    Raises:
        UsageError: no such student, nothing found in the report, or no slip that the worksheet knows.
        InputError: the file is no report.
    """
    from posenc_cli.grading.comparison import EarlierReport
    from posenc_cli.worksheet.dump import dump
    from posenc_cli.worksheet.find import worksheet_of
    from posenc_cli.worksheet.practice import practice

    path = asked.for_ or Path()
    report = EarlierReport.read(path)
    students = [one for one in report.students if asked.student in (None, one["name"])]
    if not students:
        known = ", ".join(sorted(str(one["name"]) for one in report.students if one["name"])) or "–"
        raise UsageError("practice.no-student", given=asked.student, known=known)
    counts = Counter(slip for one in students for slip in one["slips"])
    if not counts:
        raise UsageError("practice.nothing-found", path=path)
    paths = [user_path(name) for name in (out.output, key) if name not in (None, "-")]
    folder = paths[0].parent if paths else Path()
    worksheet = worksheet_of(spec or report.worksheet, writing)
    sheet = practice(worksheet, [name for name, _ in counts.most_common()], seed, folder.resolve())
    origin = sheet.origin or sheet.spec
    kept = (folder / f"{origin.worksheet.name}.toml", dump(origin).encode())
    return show(look.put_on(sheet), key, replace(out, decimals=None, mark=None), beside=[kept])
