"""What has to be known of the way a sheet is shown, to read what comes back from it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from posenc_cli.grading.moodle_responses import is_responses, unfolded

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from posenc_cli.grading.handed_in import Handed
    from posenc_cli.grading.moodle_responses import AskedThere
    from posenc_cli.worksheet.sheet import Sheet


@dataclass(frozen=True)
class Layouts:
    """Asked only where something came back that needs it.

    Attributes:
        moodle: the questions of a sheet in Moodle.
    """

    moodle: Callable[[Sheet], Sequence[AskedThere]]


def laid_out(handed: Handed, sheet: Sheet, layouts: Layouts | None) -> Handed:
    """A file with a column for every blank, whatever form it came in.

    Raises:
        InputError: it is not of this sheet.
    """
    if layouts is not None and is_responses(handed):
        return unfolded(handed, layouts.moodle(sheet))
    return handed
