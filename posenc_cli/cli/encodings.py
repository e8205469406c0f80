"""``posenc encodings``: which encodings there are, who uses them, what they cost; and one of them in full."""

from __future__ import annotations

from typing import Annotated

import typer

from posenc_cli.cli import completing
from posenc_cli.cli.frame import Output, Reply, command


@command("see", "posenc encodings", "posenc encodings rope", formats=("text", "json"))
def encodings(
    _out: Output,
    *,
    name: Annotated[
        str | None, typer.Argument(metavar="NAME", help="name", autocompletion=completing.encodings)
    ] = None,
) -> Reply:
    """List all encodings with their models and costs, or tell everything about one."""
    from posenc_cli.encodings import ENCODINGS, encoding
    from posenc_cli.render import known

    if name is not None:
        return Reply(encoding(name), known.ONE)
    return Reply(tuple(ENCODINGS.values()), known.ALL)
