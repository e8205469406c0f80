"""The options that say what a sheet is printed on and how it looks."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from posenc_cli.cli import options
from posenc_cli.errors import UsageError
from posenc_cli.render.style import SUFFIXES

if TYPE_CHECKING:
    from posenc_cli.cli.frame import Output
    from posenc_cli.worksheet.sheet import Sheet

_SMALLEST, _LARGEST = 9, 24


@dataclass(frozen=True)
class Look:
    """What was said on the command line; None where the worksheet's own holds."""

    paper: options.Paper = None
    font_size: options.FontSize = None
    grey: options.Grey = False
    templates: options.Templates = None
    fillable: options.Fillable = False
    interactive: options.Interactive = False
    link: options.Link = None

    def put_on(self, sheet: Sheet) -> Sheet:
        """The sheet with these instead of its own; its numbers stay.

        Raises:
            UsageError: letters that are too small or too large, or an address that is none.
            InputError: the folder of templates is not there, or holds none.
        """
        size = self.font_size
        if size is not None and not _SMALLEST <= size <= _LARGEST:
            raise UsageError("commands.font-size", given=f"{size:g}", least=_SMALLEST, most=_LARGEST)
        asked = {"paper": self.paper, "font_size": size, "grey": self.grey or None, "templates": self._folder()}
        asked |= {"link": self._address(sheet), "fillable": self.fillable or None}
        given = {key: value for key, value in asked.items() if value is not None}
        worksheet = sheet.spec.worksheet.model_copy(update=given)
        return replace(sheet, spec=sheet.spec.model_copy(update={"worksheet": worksheet}))

    def refuse_other_than_pdf(self, out: Output) -> None:
        """Refuse fields in what cannot have them.

        Raises:
            UsageError: another format is asked for.
        """
        kind = (SUFFIXES.get(out.path.suffix.lower()) if out.path else None) or out.format
        if self.fillable and kind not in (None, "pdf"):
            raise UsageError("commands.fillable-pdf", given=kind)

    def _address(self, sheet: Sheet) -> str | None:
        """Where the page to fill in lies, for the QR code."""
        from posenc_cli.worksheet.spec import LINK, MOST_OF_LINK

        if self.link is None:
            return None
        if not re.fullmatch(LINK, self.link) or not 0 < len(self.link) <= MOST_OF_LINK:
            raise UsageError("interactive.bad-link", given=self.link, limit=MOST_OF_LINK)
        if not sheet.spec.worksheet.qr:
            raise UsageError("interactive.link-without-qr")
        return self.link

    def _folder(self) -> str | None:
        from posenc_cli.render.own_templates import asked_folder

        return None if self.templates is None else asked_folder(self.templates)
