"""``posenc init``: the files of a worksheet, to be changed."""

from __future__ import annotations

from typing import Annotated

import typer

from posenc_cli.cli.frame import Output, command
from posenc_cli.errors import UsageError
from posenc_cli.files.paths import user_path


@command("teach", "posenc init katze mein-blatt", "posenc init cat-short my-sheet --force")
def init(
    out: Output,
    *,
    name: Annotated[str, typer.Argument(metavar="NAME", help="A built-in worksheet.")],
    folder: Annotated[str, typer.Argument(metavar="DIR", help="Folder to write to; made if it is not there.")],
) -> None:
    """Write the files of a built-in worksheet, commented, ready to edit."""
    from posenc_cli.worksheet.copies import files_of

    if out.output is not None:
        raise UsageError("cli.not-together", first="DIR", second="--output")
    target = user_path(folder)
    out.write_all([(target / file, data) for file, data in files_of(name)], make_folder=target)
