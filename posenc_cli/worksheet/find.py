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
        name: a built-in name, one with a seed behind it (``katze-7``), or a TOML file (``blatt.toml``, ``blatt.toml#7``).
        seed: of drawn numbers; None for the fixed ones.

    Raises:
        UsageError: an unknown name.
        InputError: a spec that cannot be read.
    """
    named, drawn = split_seed(name)
    if drawn is not None:
        name, seed = named, drawn if seed is None else seed
    spec = find(name)
    if seed is None:
        return build(spec)
    from posenc_cli.worksheet.draw import vary

    return vary(spec, seed)


def split_seed(name: str) -> tuple[str, int | None]:
    """A worksheet's name and the seed that an answer form put behind it."""
    found = re.fullmatch(r"(.+\.toml)#(\d{1,18})|(.+)-(\d{1,18})", name)
    if found is None or name in BUILTIN_NAMES or (found[3] and found[3] not in BUILTIN_NAMES):
        return name, None
    return found[1] or found[3], int(found[2] or found[4])
