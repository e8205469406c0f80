"""Does a sheet come out whole on paper? Its pages, and every text that stands outside of their margins."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from posenc_cli.grading.stress import Layout
from posenc_cli.render.own_templates import own_folder
from posenc_cli.render.page import page_html
from posenc_cli.render.view import sheet_view
from posenc_cli.render.weasy import laid_out

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.worksheet.sheet import Sheet

#: CSS pixels: what rounding may add to a line.
_SLACK = 1.0


def layout(sheet: Sheet) -> Layout:
    """Lay a sheet out as it is printed.

    Raises:
        MachineError: WeasyPrint cannot be used on this machine.
    """
    pages, said = laid_out(page_html(sheet_view(sheet), own_folder(sheet.spec)))
    return Layout(len(pages), tuple(text for page in pages for text in outside(page)), said)


def outside(page: Any) -> Iterator[str]:  # noqa: ANN401  (WeasyPrint has no types)
    """Texts of a page that leave the area between its margins; what stands in the margins by itself is none of them."""
    root = page._page_box  # noqa: SLF001  (the only way to the boxes)
    left, top = root.content_box_x() - _SLACK, root.content_box_y() - _SLACK
    right, bottom = left + root.width + 2 * _SLACK, top + root.height + 2 * _SLACK
    for child in root.children:
        if type(child).__name__ == "MarginBox":
            continue
        for box in _inside(child):
            text = getattr(box, "text", "")
            if not isinstance(text, str) or not text.strip():
                continue
            x, y = box.position_x, box.position_y
            if x < left or x + box.width > right or y < top or y + box.height > bottom:
                yield text.strip()


def _inside(box: Any) -> Iterator[Any]:  # noqa: ANN401
    """A box and all boxes in it, those too that were taken out of the flow."""
    yield box
    for child in getattr(box, "children", ()):
        yield from _inside(child)
