"""How tables of answers are looked for in files: options of ``posenc check``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import typer


@dataclass(frozen=True)
class TableOptions:
    """What was said on the command line about tables."""

    sep: Annotated[str | None, typer.Option(metavar="SIGN", help="sep")] = None
    tab: Annotated[str | None, typer.Option(metavar="NAME", help="tab")] = None
