"""The options that say what a sheet is printed on and how it looks."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from posenc_cli.cli import options
from posenc_cli.errors import UsageError

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

_SMALLEST, _LARGEST = 9, 24


@dataclass(frozen=True)
class Look:
    """What was said on the command line; None where the worksheet's own holds."""

    paper: options.Paper = None
    font_size: options.FontSize = None
    grey: options.Grey = False
    templates: options.Templates = None

    def put_on(self, sheet: Sheet) -> Sheet:
        """The sheet with these instead of its own; its numbers stay.

        Raises:
            UsageError: letters that are too small or too large.
            InputError: the folder of templates is not there, or holds none.
        """
        size = self.font_size
        if size is not None and not _SMALLEST <= size <= _LARGEST:
            raise UsageError("commands.font-size", given=f"{size:g}", least=_SMALLEST, most=_LARGEST)
        asked = {"paper": self.paper, "font_size": size, "grey": self.grey or None, "templates": self._folder()}
        given = {key: value for key, value in asked.items() if value is not None}
        worksheet = sheet.spec.worksheet.model_copy(update=given)
        return replace(sheet, spec=sheet.spec.model_copy(update={"worksheet": worksheet}))

    def _folder(self) -> str | None:
        from posenc_cli.render.own_templates import asked_folder

        return None if self.templates is None else asked_folder(self.templates)
