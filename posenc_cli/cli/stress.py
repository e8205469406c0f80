"""``posenc stress``: the sheets of many seeds, looked at before anybody prints them."""

from __future__ import annotations

from typing import Annotated

import typer

from posenc_cli.cli import options
from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.errors import ExitCode


@command("teach", "posenc stress cat", "posenc stress cat --seeds 12 --jobs 2", formats=("text", "json", "csv"))
def stress(
    out: Output,
    *,
    spec: options.Stressed,
    seeds: Annotated[int | None, typer.Option("--seeds", metavar="N", min=1, max=100_000, help="seeds")] = None,
    pages: Annotated[int, typer.Option("--pages", metavar="N", min=0, help="pages")] = 0,
    students: Annotated[
        int | None, typer.Option("--students", metavar="N", min=10, max=100_000, help="students")
    ] = None,
    jobs: options.Jobs = 1,
) -> ExitCode:
    """Say what a worksheet is like: is its key right, do answers fit, which mistakes show."""
    from posenc_cli.cli.sparing import named, spare
    from posenc_cli.cli.stressing import class_stressed, stressed
    from posenc_cli.render.stress_text import FORMATS
    from posenc_cli.worksheet.find import Writing, sheet_of

    spare(named(spec), named(out.output))
    sheet = sheet_of(spec, writing=Writing(out.decimals, out.mark))
    here = out.about(sheet.spec)
    if students is not None:
        return here.finish(class_stressed(sheet, students, seeds, pages))
    found, notices = stressed(sheet, seeds, pages, jobs, here.language)
    return here.finish(Reply(found, FORMATS, notices, ExitCode.INCORRECT if found.findings else ExitCode.FINE))
