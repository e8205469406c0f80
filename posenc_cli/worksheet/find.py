"""From a name to a sheet: built-in worksheets, files, and sheets with drawn numbers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import BUILTIN_NAMES, find

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet


def sheet_of(name: str, seed: int | None = None) -> Sheet:
    """The sheet that a person or an answer file names.

    Args:
        name: a built-in name, one with a seed behind it (``katze-7``), or a TOML file.
        seed: of drawn numbers; None for the fixed ones.

    Raises:
        UsageError: an unknown name.
        InputError: a spec that cannot be read.
    """
    drawn = re.fullmatch(r"(.+)-(\d{1,18})", name)
    if seed is None and drawn and name not in BUILTIN_NAMES and drawn[1] in BUILTIN_NAMES:
        name, seed = drawn[1], int(drawn[2])
    spec = find(name)
    if seed is None:
        return build(spec)
    from posenc_cli.worksheet.draw import vary

    return vary(spec, seed)
