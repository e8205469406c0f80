"""From a name to a sheet: built-in worksheets, files, and sheets with drawn numbers."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.errors import UsageError
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import BUILTIN_NAMES, MOST_DECIMALS, find

if TYPE_CHECKING:
    from posenc_cli.i18n.numbers import Mark
    from posenc_cli.worksheet.sheet import Sheet
    from posenc_cli.worksheet.spec import Spec


@dataclass(frozen=True)
class Writing:
    """How numbers are to be written where it is not as the worksheet says itself; None where it is."""

    decimals: int | None = None
    decimal_mark: Mark | None = None

    def put_into(self, spec: Spec) -> Spec:
        """The spec with these instead of its own.

        Raises:
            UsageError: more decimals than a sheet can ask for, or none.
        """
        if self.decimals is not None and not 1 <= self.decimals <= MOST_DECIMALS:
            raise UsageError("check.limit", option="--decimals", given=self.decimals, limit=MOST_DECIMALS)
        asked = {"decimals": self.decimals, "decimal_mark": self.decimal_mark}
        given = {key: value for key, value in asked.items() if value is not None}
        return spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update=given)})


def sheet_of(name: str, seed: int | None = None, writing: Writing | None = None) -> Sheet:
    """The sheet that a person or an answer file names.

    Args:
        name: a built-in name or a TOML file, with a seed behind it if there is one (``katze-7``, ``blatt.toml#7``).
        seed: of drawn numbers; None for the fixed ones.
        writing: of its numbers, if another than its own.

    Raises:
        UsageError: an unknown name, or a way of writing that no sheet has.
        InputError: a spec that cannot be read.
    """
    named, drawn = split_seed(name)
    if drawn is not None:
        name, seed = named, drawn if seed is None else seed
    spec = (writing or Writing()).put_into(find(name))
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
