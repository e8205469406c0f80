"""``posenc check``: what was right, and which step went wrong."""

from __future__ import annotations

from typing import Annotated

import typer

from posenc_cli.cli import options
from posenc_cli.cli.arriving import TableOptions
from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.cli.looking_at import ArrayOptions, look
from posenc_cli.cli.marking_options import MarkingOptions
from posenc_cli.cli.outcomes import Outcomes, deliver
from posenc_cli.errors import ExitCode


@command(
    "teach",
    "posenc check samples/answers/grad.csv",
    "posenc check --d 4 --pos 2 0.909 -0,416 0.020 1.000",
    formats=("text", "json", "csv", "xlsx", "html", "svg"),
)
def check(
    out: Output,
    *,
    answers: Annotated[list[str], typer.Argument(metavar="ANSWERS...", help="answers")],
    sheet: options.SheetOfAnswers = None,
    seed: Annotated[int | None, typer.Option(metavar="N", min=0, help="seed")] = None,
    teacher: Annotated[bool, typer.Option("--teacher", help="teacher")] = False,
    marking: MarkingOptions,
    tables: TableOptions,
    d: options.OptionalWidth = None,
    pos: options.Positions = None,
    base: options.OptionalBase = None,
    layout: options.SheetLayout = None,
    spacing: options.SheetSpacing = None,
    first_pos: options.FirstPos = 0,
    outcomes: Outcomes,
    array: ArrayOptions,
) -> Reply | ExitCode:
    """Check answers of students, a few numbers or an array that code made, and say which step went wrong."""
    from posenc_cli.cli.checking import Asked, checked
    from posenc_cli.worksheet.find import Writing

    writing, lang = Writing(out.decimals, out.mark if d is None and pos is None else out.style().mark), out.language
    asked = Asked(answers, sheet, seed, marking, tables, d, pos, base, layout, spacing, first_pos, writing, lang)
    if array.asked(answers):
        return look(array, asked, outcomes, out, teacher=teacher)
    return deliver(marking.beside_earlier(checked(asked)), outcomes, out, asked.read, teacher=teacher)
