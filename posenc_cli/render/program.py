"""The view block of a program with gaps. Frozen data, as in ``blocks``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from posenc_cli.render.blocks import Cell


@dataclass(frozen=True)
class Code:
    """Lines of a program in letters of one width, blanks at their beginning kept; gaps are cells."""

    lines: tuple[tuple[str | Cell, ...], ...]
