"""Reads what is printed on the pages of PDFs, sign by sign; see :mod:`posenc_cli.files.guarded_child`."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Of one file: pages, and signs on each; a sheet has four pages at most, and some thousand signs.
MOST_PAGES, MOST_SIGNS = 12, 20_000


def answer(data: bytes) -> dict[str, object]:
    """What is said about a file: its ``pages``, or why there are none (``error``).

    Of a page: its ``signs``, each with left, lower, right and upper edge in points, and the edges of its ``fields`` by
    their names.
    """
    import pypdfium2

    try:
        fields = _fields(data)
        with pypdfium2.PdfDocument(data) as pdf:
            if len(pdf) > MOST_PAGES:
                return {"error": "too-large"}
            pages = [list(_signs(pypdfium2.raw, pdf[number])) for number in range(len(pdf))]
    except MemoryError:
        return {"error": "too-large"}
    except Exception:  # noqa: BLE001  (a broken object shows as an error of any kind)
        return {"error": "broken"}
    return {"pages": [{"signs": signs, "fields": mine} for signs, mine in zip(pages, fields, strict=True)]}


def _signs(raw: Any, page: Any) -> Iterator[tuple[str, float, float, float, float]]:  # noqa: ANN401
    text = page.get_textpage()
    for number in range(min(text.count_chars(), MOST_SIGNS)):
        sign = chr(raw.FPDFText_GetUnicode(text, number))
        left, lower, right, upper = text.get_charbox(number)
        yield sign, round(left, 2), round(lower, 2), round(right, 2), round(upper, 2)


def _fields(data: bytes) -> list[dict[str, list[float]]]:
    import pikepdf

    found = []
    with pikepdf.open(io.BytesIO(data)) as pdf:
        for page in list(pdf.pages)[:MOST_PAGES]:
            widgets = [one for one in page.get("/Annots", []) if one.get("/Subtype") == "/Widget" and "/T" in one]
            found.append({str(one.T): [float(edge) for edge in one.Rect] for one in widgets})
    return found
