"""What a block of a free task may hold, and the texts and expressions in it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.worksheet.spec import Block

#: What makes a block, and what else it may hold.
CONTENTS: Mapping[str, frozenset[str]] = {
    "box": frozenset({"title", "text", "formula", "list", "ordered"}),
    "table": frozenset(
        {"id", "rows", "columns", "row_names", "column_names", "corner", "blank", "fading", "asked", "hide", "caption"}
        | {"via"}
    ),
    "working": frozenset({"id", "cells", "via", "names", "blank", "title"}),
    "choice": frozenset({"options", "right"}),
    "question": frozenset({"lines", "model"}),
    "picture": frozenset(
        {"alt", "caption", "of", "names", "marks", "cells", "marked", "row_names", "column_names", "arrows", "draw"}
        | {"turns", "hand_names", "method", "d", "n", "head", "colours"}
    ),
    "list": frozenset({"ordered"}),
    "formula": frozenset(),
    "text": frozenset({"quiet"}),
}
#: Numbers in running text stand in braces: an expression over the sheet's quantities.
BRACES = re.compile(r"\{([^{}]*)\}")


def texts(block: Block) -> list[str]:
    """Every text of a block that may hold numbers in braces."""
    lists = (block.items, block.formula, block.options, block.names, block.row_names, block.column_names, *block.cells)
    singles = (block.text or "", block.choice or "", block.question or "", block.model, block.title, block.caption)
    return [*singles, block.alt, block.corner, *(one for several in lists for one in several if isinstance(one, str))]


def expressions(block: Block) -> list[str]:
    """The expressions of a block that are no comparison: in braces in its texts, and what a picture shows."""
    return [inner for one in texts(block) for inner in BRACES.findall(one)] + ([block.of] if block.of else [])
