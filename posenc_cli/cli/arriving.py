"""How tables of answers are looked for in files: options of ``posenc check``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer


@dataclass(frozen=True)
class TableOptions:
    """What was said on the command line about tables."""

    sep: Annotated[str | None, typer.Option(metavar="SIGN", help="Separator of the cells, if it is guessed wrong.")] = (
        None
    )
    tab: Annotated[
        str | None, typer.Option(metavar="NAME", help="Tab of a spreadsheet; else the first with answers.")
    ] = None
