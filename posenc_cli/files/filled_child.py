"""Reads the fields of PDFs; see :mod:`posenc_cli.files.guarded_child`."""

from __future__ import annotations

import io
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

#: Of one file: fields, and how deep they lie in each other.
MOST_FIELDS, DEEPEST = 2000, 8
#: Pages whose fields are looked for one by one.
MOST_PAGES = 50
#: Letters of a value; a worksheet that the sheet carries with it is longer than any answer.
LONGEST, LONGEST_CARRIED = 1000, 200_000
_NAME = re.compile(r"[A-Za-z0-9_]{1,64}")
_CARRIED = "_sheet"


class UnreadableError(Exception):
    """Why a file is not read: the key of a sentence, and what else is known of the file."""

    def __init__(self, key: str, **about: str) -> None:
        super().__init__(key)
        self.about = about


def answer(data: bytes) -> dict[str, object]:
    """What is said about a file: its ``fields``, "" where nothing is filled in, or why there are none (``error``)."""
    import pikepdf

    try:
        return {"fields": _fields(pikepdf, data)}
    except UnreadableError as error:
        return {"error": str(error), **error.about}
    except pikepdf.PasswordError:
        return {"error": "locked"}
    except MemoryError:
        return {"error": "too-large"}
    except Exception:  # noqa: BLE001  (a broken object shows as an error of any kind)
        return {"error": "broken"}


def _fields(pikepdf: Any, data: bytes) -> dict[str, str]:  # noqa: ANN401
    with pikepdf.open(io.BytesIO(data)) as pdf:
        form = pdf.Root.get("/AcroForm")
        listed = [] if form is None else form.get("/Fields", [])
        found = dict(_values(pikepdf, listed or list(_on_pages(pikepdf, pdf))))
        if not found and not listed:
            raise UnreadableError("no-fields", title=str(pdf.docinfo.get("/Title", ""))[:LONGEST])
        return found


def _on_pages(pikepdf: Any, pdf: Any) -> Iterator[Any]:  # noqa: ANN401
    """Fields as they lie on the pages: programs that put pages together lose the list of them."""
    for page in list(pdf.pages)[:MOST_PAGES]:
        for one in _some(page.get("/Annots", [])):
            if isinstance(one, pikepdf.Dictionary) and one.get("/Subtype") == "/Widget":
                yield one if "/T" in one else one.get("/Parent")


def _values(pikepdf: Any, listed: Any) -> Iterator[tuple[str, str]]:  # noqa: ANN401
    """Names and values; a field that holds itself is passed over."""
    waiting = [(field, 0, "") for field in reversed(list(_some(listed)))]
    seen: set[tuple[int, int]] = set()
    count = 0
    while waiting:
        field, depth, above = waiting.pop()
        count += 1
        if not isinstance(field, pikepdf.Dictionary) or (field.is_indirect and field.objgen in seen):
            continue
        seen.add(field.objgen)
        if count > MOST_FIELDS or depth > DEEPEST:
            raise UnreadableError("too-large")
        own = field.get("/T")
        name = str(own) if isinstance(own, pikepdf.String) else above
        if own is not None and _NAME.fullmatch(name):
            yield name, _text(pikepdf, field)[: LONGEST_CARRIED if name == _CARRIED else LONGEST]
        waiting += [(kid, depth + 1, name) for kid in reversed(list(_some(field.get("/Kids", []))))]


def _text(pikepdf: Any, field: Any) -> str:  # noqa: ANN401
    """The value of a field as text; some programs write a name or a number where a text belongs."""
    value = field.get("/V")
    if isinstance(value, pikepdf.String):
        return str(value)
    if field.get("/FT") != "/Tx":
        return ""
    if isinstance(value, pikepdf.Name):
        return str(value).removeprefix("/")
    return str(value) if isinstance(value, int | Decimal) and not isinstance(value, bool) else ""


def _some(listed: Any) -> Iterator[Any]:  # noqa: ANN401
    for number, one in enumerate(listed):
        if number > MOST_FIELDS:
            raise UnreadableError("too-large")
        yield one
