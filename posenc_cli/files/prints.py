"""PDFs that somebody "printed" after filling them in: no fields are left, but every sign stands where it was."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeAlias, cast

from posenc_cli.errors import InputError
from posenc_cli.files.filled import told_of

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from posenc_cli.files.guarded import Guarded

#: Left, lower, right and upper edge in points, from the lower left corner.
Edges: TypeAlias = tuple[float, float, float, float]
#: Signs below which there is no text, but a picture of one.
_FEWEST = 40


@dataclass(frozen=True)
class PrintedPage:
    """A page.

    Attributes:
        signs: in the order in which they were drawn, blanks between words included.
        fields: where somebody can still write, by name.
    """

    signs: tuple[tuple[str, Edges], ...]
    fields: Mapping[str, Edges]

    @property
    def text(self) -> str:
        """All signs."""
        return "".join(sign for sign, _ in self.signs)


def printed_pages(data: bytes, *, path: Path, guarded: Guarded) -> tuple[PrintedPage, ...]:
    """The pages of a PDF.

    Raises:
        InputError: it cannot be read, or holds pictures of pages and no text.
        MachineError: the library is missing.
    """
    said = told_of("print", data, path=path, guarded=guarded)
    pages = tuple(
        PrintedPage(
            tuple((sign, (left, lower, right, upper)) for sign, left, lower, right, upper in page["signs"]),
            {name: cast("Edges", tuple(edges)) for name, edges in page["fields"].items()},
        )
        for page in cast("list[dict[str, Any]]", said["pages"])
    )
    if sum(len(page.signs) for page in pages) < _FEWEST:
        raise InputError("inputs.print-picture", path=path)
    return pages
