"""The tags of a PDF put right before it is written: what readers for the blind need and WeasyPrint leaves out.

WeasyPrint tags a page by its HTML. Left over are headings of tables that do not say what they head, tables that only
arrange, running lines that are read aloud on every page, empty elements, and places of pictures in the wrong unit.
All happens on the objects of pydyf, in the ``finisher`` that WeasyPrint offers: nothing is parsed again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

#: A point is so much of a pixel of CSS.
_POINT = 0.75
_PRINTED = 4  #: flag of an annotation that is printed, too
#: Elements that keep a place though they hold nothing; others go.
_CELLS = {"/TD", "/TH", "/TR"}
#: What the parts of a table are that has no headings, and therefore only arranges.
_NO_TABLE = {"/Table": "/Div", "/THead": "/Div", "/TBody": "/Div", "/TR": "/P", "/TH": "/Span", "/TD": "/Span"}


def put_right(document: Any, pdf: Any) -> None:  # noqa: ANN401
    """Complete the tags of a laid-out document; for ``write_pdf(finisher=…)``.

    Args:
        document: WeasyPrint's.
        pdf: pydyf's, all its objects there.
    """
    del document
    if "StructTreeRoot" not in pdf.catalog:
        return
    root = _at(pdf, pdf.catalog["StructTreeRoot"])
    reached: set[int] = set()
    for reference in list(root["K"]):
        _element(pdf, _at(pdf, reference), reached, scope="/Row")
    _running_lines(pdf, _at(pdf, root["ParentTree"]), reached)
    for each in pdf.objects:
        if _is(each, "Subtype", "/Link"):
            each["F"] = _PRINTED


def _at(pdf: Any, reference: bytes) -> Any:  # noqa: ANN401
    return pdf.objects[int(reference.split()[0])]


def _is(thing: Any, key: str, value: str) -> bool:  # noqa: ANN401
    return isinstance(thing, dict) and thing.get(key) == value


def _kids(pdf: Any, element: Any) -> Iterator[tuple[Any, Any]]:  # noqa: ANN401
    """Elements below an element, with their references; marked content and annotations are none."""
    for reference in list(element["K"]):
        if isinstance(reference, bytes) and "S" in (kid := _at(pdf, reference)):
            yield reference, kid


def _element(pdf: Any, element: Any, reached: set[int], *, scope: str) -> None:  # noqa: ANN401
    """Put an element right and all below it."""
    reached.add(element.number)
    kind = element["S"]
    if kind == "/Table" and not any(each["S"] == "/TH" for each in _all_below(pdf, element)):
        _arrangement(pdf, element)
    elif kind == "/Figure":
        _place(pdf, element)
    elif kind in ("/TH", "/TD"):
        # A heading names its direction; so it need not be listed at every cell.
        element.pop("ID", None)
        element["A"].pop("Headers", None)
        element["A"] |= {"Scope": scope} if kind == "/TH" else {}
    scope = {"/THead": "/Column", "/Table": "/Row"}.get(kind, scope)
    for reference, kid in _kids(pdf, element):
        _element(pdf, kid, reached, scope=scope)
        if not kid["K"] and kid["S"] not in _CELLS and "Alt" not in kid:
            element["K"].remove(reference)
            reached.discard(kid.number)


def _all_below(pdf: Any, element: Any) -> Iterator[Any]:  # noqa: ANN401
    for _, kid in _kids(pdf, element):
        yield kid
        yield from _all_below(pdf, kid)


def _arrangement(pdf: Any, table: Any) -> None:  # noqa: ANN401
    """A table without headings stands for two columns that meet at "=": its rows are paragraphs."""
    for part in (table, *_all_below(pdf, table)):
        if part["S"] in _NO_TABLE:
            part["S"] = _NO_TABLE[part["S"]]
            part.pop("A", None)


def _place(pdf: Any, figure: Any) -> None:  # noqa: ANN401
    """Where a picture is, in points from the lower left corner; WeasyPrint says pixels from the upper left."""
    height = _at(pdf, figure["Pg"])["MediaBox"][3]
    left, top, right, bottom = figure["A"]["BBox"]
    figure["A"]["BBox"][:] = (left * _POINT, height - bottom * _POINT, right * _POINT, height - top * _POINT)


def _running_lines(pdf: Any, places: Any, reached: set[int]) -> None:  # noqa: ANN401
    """What stands in the margins of pages belongs to no element: it is marked as a by-work (artifact) of printing."""
    pages = {_at(pdf, reference)["StructParents"]: _at(pdf, reference) for reference in pdf.page_references}
    for number, elements in zip(places["Nums"][::2], places["Nums"][1::2], strict=True):
        if number not in pages:
            continue
        lost = {mark for mark, each in enumerate(elements) if int(each.split()[0]) not in reached}
        for mark in lost:
            _at(pdf, elements[mark]).clear()
            elements[mark] = b"null"
        content = _at(pdf, pages[number]["Contents"]).stream
        for at, piece in enumerate(content):
            if isinstance(piece, dict) and piece.get("MCID") in lost:
                content[at - 1] = "/Artifact"
                del piece["MCID"]
                piece["Type"] = "/Pagination"
    for each in pdf.objects:
        if _is(each, "Type", "/StructElem") and each.number not in reached:
            each.clear()
