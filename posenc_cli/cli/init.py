"""``posenc init``: the files of a worksheet, to be changed."""

from __future__ import annotations

from typing import Annotated

import typer

from posenc_cli.cli import completing
from posenc_cli.cli.frame import Output, command
from posenc_cli.errors import UsageError
from posenc_cli.files.paths import user_path


@command("teach", "posenc init katze mein-blatt", "posenc init cat-short my-sheet --force")
def init(
    out: Output,
    *,
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="init-name",
            show_default=False,
            autocompletion=completing.builtin_worksheets,
        ),
    ] = None,
    folder: Annotated[
        str | None,
        typer.Argument(metavar="DIR", help="folder", show_default=False),
    ] = None,
) -> None:
    """Write the files of a built-in worksheet, commented, ready to edit."""
    from posenc_cli.worksheet.copies import files_of
    from posenc_cli.worksheet.find import Writing
    from posenc_cli.worksheet.spec import BUILTIN_NAMES

    if out.output is not None and folder is not None:
        raise UsageError("cli.not-together", first="DIR", second="--output")
    if out.output == "-":
        raise UsageError("worksheet.init-folder")
    if name is None:
        raise UsageError("worksheet.init-which", known=", ".join(BUILTIN_NAMES))
    files = files_of(name, Writing(out.decimals, out.mark))
    target = user_path(next(each for each in (folder, out.output, name) if each is not None))
    out.write_all([(target / file, data) for file, data in files], folders=[target])
