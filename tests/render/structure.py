"""The tags of a PDF, read with another library than the one that wrote them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

import pikepdf

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence


def opened(data: bytes | None) -> pikepdf.Pdf:
    """A PDF, opened."""
    return pikepdf.open(io.BytesIO(data or b""))


def elements(pdf: pikepdf.Pdf) -> list[tuple[Sequence[str], Any]]:
    """All elements in reading order, with their tags from the document down."""

    def below(element: Any, above: Sequence[str]) -> Iterator[tuple[Sequence[str], Any]]:  # noqa: ANN401
        path = (*above, str(element.S)[1:])
        yield path, element
        for kid in kids(element):
            if isinstance(kid, pikepdf.Dictionary) and "/S" in kid:
                yield from below(kid, path)

    return [each for top in pdf.Root.StructTreeRoot.K for each in below(top, ())]


def kids(element: Any) -> list[Any]:  # noqa: ANN401
    """What an element holds: elements, numbers of content, annotations."""
    found = element.get("/K", [])
    return list(found) if isinstance(found, pikepdf.Array) else [found]


def contents(page: Any) -> list[tuple[str, int | None, int]]:  # noqa: ANN401
    """Tag, number, and count of drawn texts and paths of every marked part of a page.

    What has no mark has the tag "", what belongs to the page and not to its text "Artifact" or "Artifact/Pagination".
    """
    found: list[tuple[str, int | None, int]] = []
    open_parts: list[list[Any]] = [["", None, 0]]
    for instruction in pikepdf.parse_content_stream(page):
        assert isinstance(instruction, pikepdf.ContentStreamInstruction)
        operands, name = instruction.operands, str(instruction.operator)
        if name in ("BDC", "BMC"):
            about: Any = operands[1] if name == "BDC" else {}
            kind = str(operands[0])[1:] + str(about.get("/Type", ""))
            open_parts.append([kind, int(about["/MCID"]) if "/MCID" in about else None, 0])
        elif name == "EMC":
            tag, number, count = open_parts.pop()
            found.append((tag, number, count))
        elif name in ("TJ", "Tj", "f", "f*", "S", "B", "B*", "b", "Do", "sh"):
            open_parts[-1][2] += 1
    return [*found, ("", None, open_parts[0][2])]
