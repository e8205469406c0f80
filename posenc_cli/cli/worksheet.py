"""``posenc worksheet``: a sheet to print and its key."""

from __future__ import annotations

from typing import Annotated

import typer

from posenc_cli.cli.frame import Output, Reply, command
from posenc_cli.errors import ExitCode, UsageError
from posenc_cli.i18n import Notice


@command(
    "teach",
    "posenc worksheet katze",
    "posenc worksheet katze --seed 7 --vary -o blatt.pdf --key loesung.pdf",
    formats=("text", "pdf", "html", "json", "csv"),
)
def worksheet(
    out: Output,
    *,
    spec: Annotated[str | None, typer.Argument(metavar="SPEC", help="A built-in name or a TOML file.")] = None,
    key: Annotated[str | None, typer.Option("--key", metavar="FILE", help="Write the key here.")] = None,
    seed: Annotated[int, typer.Option("--seed", metavar="N", min=0, help="Which numbers --vary draws.")] = 0,
    vary: Annotated[bool, typer.Option("--vary", help="Draw new positions and embeddings.")] = False,
    list_: Annotated[bool, typer.Option("--list", help="List the built-in worksheets.")] = False,
) -> Reply | ExitCode:
    """Write a worksheet with blanks and its key, as PDF to print or in other formats."""
    if list_:
        from posenc_cli.render import listing

        return Reply(listing.builtin(), listing.FORMATS)
    if spec is None:
        raise UsageError("cli.missing", option="SPEC", command="posenc worksheet")
    from posenc_cli.cli.printing import print_sheet
    from posenc_cli.worksheet.find import Writing, sheet_of

    if seed and not vary:
        out.notice(Notice("commands.seed-ignored", {"seed": seed}))
    return print_sheet(sheet_of(spec, seed if vary else None, Writing(out.decimals, out.mark)), key, out)
