"""What has to be known of the way a sheet is shown, to read what comes back from it."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from posenc_cli.errors import InputError
from posenc_cli.files.guarded import Guarded
from posenc_cli.files.prints import printed_pages
from posenc_cli.grading.filled import COLUMNS, table_of
from posenc_cli.grading.moodle_responses import is_responses, unfolded
from posenc_cli.grading.prints import written_on
from posenc_cli.i18n import Notice
from posenc_cli.worksheet.codes import code_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from posenc_cli.files.prints import PrintedPage
    from posenc_cli.grading.handed_in import Handed
    from posenc_cli.grading.moodle_responses import AskedThere
    from posenc_cli.worksheet.sheet import Sheet


@dataclass(frozen=True)
class Layouts:
    """Asked only where something came back that needs it.

    Attributes:
        moodle: the questions of a sheet in Moodle.
        fillable: the PDF of a sheet with fields, and nobody has written on it.
    """

    moodle: Callable[[Sheet], Sequence[AskedThere]]
    fillable: Callable[[Sheet], bytes]
    _pages: dict[str, tuple[PrintedPage, ...]] = field(default_factory=dict)

    def pages(self, sheet: Sheet, path: Path) -> tuple[PrintedPage, ...]:
        """The pages of a sheet as they are printed; made once."""
        code = code_of(sheet)
        if code not in self._pages:
            with Guarded() as guarded:
                self._pages[code] = printed_pages(self.fillable(sheet), path=path, guarded=guarded)
        return self._pages[code]


def laid_out(handed: Handed, sheet: Sheet, layouts: Layouts | None) -> Handed:
    """A file with a column for every blank, whatever form it came in.

    Raises:
        InputError: it is not of this sheet.
    """
    if layouts is None:
        return handed
    if handed.pages:
        return _from_pages(handed, layouts.pages(sheet, handed.path))
    return unfolded(handed, layouts.moodle(sheet)) if is_responses(handed) else handed


def _from_pages(handed: Handed, sheet: Sequence[PrintedPage]) -> Handed:
    found = written_on(handed.pages, sheet)
    if found is None:
        raise InputError("inputs.print-elsewhere", path=handed.path)
    table = table_of(found, "", path=handed.path)
    count = sum(map(bool, table.rows[0][len(COLUMNS) :]))
    said = Notice("inputs.by-position", {"path": handed.path, "count": count})
    return replace(handed, table=replace(table, notices=(said,)), pages=())
