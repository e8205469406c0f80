"""The text of a built-in worksheet with one place changed, so that its comments stay."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable


def rewritten(text: str, place: str, new: Callable[[str], str]) -> str:
    """The text with something else at a place.

    Args:
        text: of the worksheet.
        place: a pattern, in which ``^`` and ``$`` are the ends of lines.
        new: what stands there then, from what stands there now.

    Raises:
        RuntimeError: there is no such place, or several: the worksheet has been written otherwise.
    """
    found, count = re.subn(place, lambda there: new(there[0]), text, flags=re.MULTILINE)
    if count != 1:
        raise RuntimeError(f"{count} places of a built-in worksheet are {place!r}, and not one")
    return found
