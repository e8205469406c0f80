"""Answers of a "printed" PDF, found by their places: what stands where the sheet has its fields.

The page may come smaller, moved or turned, as printers do it. Words that stand once on it and once on the sheet as
posenc prints it say how it lies.
"""

from __future__ import annotations

import re
from collections import Counter
from typing import TYPE_CHECKING

import numpy as np

from posenc_cli.worksheet.codes import looks_like_code

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from posenc_cli.files.prints import Edges, PrintedPage

    #: Of a map of the plane: rows of factors and a shift.
    Lie = NDArray[np.float64]

_CODE = re.compile(r"\b[0-9A-Z]{4}-[0-9A-Z]{4}\b")
#: Words that must say the same of how a page lies, their share of all that stand on both, and how far one may be off,
#: in points.
_FEWEST, _SHARE, _OFF = 8, 0.9, 2.5
#: Letters of a word that says where it stands.
_SHORTEST = 2
#: How near two signs are that are the same one, in points.
_NEAR = 1.5


def code_on(pages: Sequence[PrintedPage]) -> str:
    """The code of the sheet that is printed on it; "" if there is none, or several."""
    codes = {code for page in pages for code in _CODE.findall(page.text) if looks_like_code(code)}
    return codes.pop() if len(codes) == 1 else ""


def written_on(pages: Sequence[PrintedPage], sheet: Sequence[PrintedPage]) -> dict[str, str] | None:
    """What stands in the fields of a sheet, by their names; None if the pages are not those of this sheet.

    Args:
        pages: as they came back.
        sheet: the same sheet with fields, and nobody has written on it.
    """
    found: dict[str, str] = {}
    for blank in sheet:
        if not blank.fields:
            continue
        lies = [(page, lie) for page in pages if (lie := _lie(page, blank)) is not None]
        if not lies:
            return None
        page, lie = lies[0]
        found |= _in_fields(page, blank, lie)
    return found


def _words(page: PrintedPage) -> dict[str, tuple[float, float]]:
    """Where words begin that stand on the page once."""
    words: list[tuple[str, tuple[float, float]]] = []
    inside = False
    for sign, (left, lower, _, upper) in page.signs:
        if sign.isspace() or not sign.isprintable():
            inside = False
        elif inside:
            words[-1] = words[-1][0] + sign, words[-1][1]
        else:
            words.append((sign, (left, (lower + upper) / 2)))
            inside = True
    counts = Counter(word for word, _ in words)
    return {word: place for word, place in words if counts[word] == 1 and len(word) >= _SHORTEST}


def _lie(page: PrintedPage, blank: PrintedPage) -> Lie | None:
    """The map from a page to the sheet, or None if too few words agree on one."""
    here, there = _words(page), _words(blank)
    both = sorted(here.keys() & there.keys())
    source = np.array([(*here[word], 1.0) for word in both]).reshape(-1, 3)
    target = np.array([there[word] for word in both]).reshape(-1, 2)
    # Somebody may have written a word of the sheet; those far off are left out, and again.
    while len(source) >= max(_FEWEST, _SHARE * len(there)):
        lie = np.linalg.lstsq(source, target, rcond=None)[0]
        off = np.hypot(*(source @ lie - target).T)
        good = off <= max(_OFF, 2 * float(np.median(off)))
        if good.all():
            return lie if off.max() <= _OFF else None
        source, target = source[good], target[good]
    return None


def _in_fields(page: PrintedPage, blank: PrintedPage, lie: Lie) -> dict[str, str]:
    own: dict[str, list[tuple[float, float]]] = {}
    for sign, edges in blank.signs:
        own.setdefault(sign, []).append(_middle(edges))
    texts = dict.fromkeys(blank.fields, "")
    gap = ""
    for sign, edges in page.signs:
        if sign.isspace() or not sign.isprintable():
            gap = " "
            continue
        x, y = np.array([*_middle(edges), 1.0]) @ lie
        if any(abs(x - left) < _NEAR and abs(y - lower) < _NEAR for left, lower in own.get(sign, ())):
            continue
        for name, (left, lower, right, upper) in blank.fields.items():
            if left <= x <= right and lower <= y <= upper:
                texts[name] += (gap if texts[name] else "") + sign
                gap = ""
                break
    return texts


def _middle(edges: Edges) -> tuple[float, float]:
    left, lower, right, upper = edges
    return (left + right) / 2, (lower + upper) / 2
