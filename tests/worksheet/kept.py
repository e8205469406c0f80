"""Ten sheets with their keys, in short: ``python -m tests.worksheet.kept`` keeps what they are now.

``numbers`` change only under "Changed values" in CHANGELOG.md: printed sheets would lose their keys. ``sheet`` and
``key`` change with every word of the prose; look at what changed, then keep it.
"""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from posenc_cli.render.sheets import render
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.compose import Wish, compose
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.find import sheet_of
from tests.worksheet.twins import numbers

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Sheet

KEPT = Path(__file__).with_name("data") / "kept.json"
#: Built-in sheets, fixed and drawn.
NAMES = ("katze", "cat-7", "katze-kurz-12345", "alibi-3", "rope-en-0", "nope", "learned-1", "overview-en-999999999999")


def sheets() -> dict[str, Sheet]:
    """The ten of them by name; two are about sentences."""
    found = {name: sheet_of(name) for name in NAMES}
    german = compose(Wish("Über den Wolken, so heißt es, 12 % [unk] 漢字 über den Wolken", "de", minutes=40), Path())
    english = compose(Wish("the cat sees the cat", "en", minutes=17, d=6, decimals=2), Path())
    return {**found, "sentence-de": build(german.spec), "sentence-en-4": vary(english.spec, 4)}


def digests(sheet: Sheet) -> dict[str, str]:
    """Of its numbers, and of its text and that of its key."""
    texts = {
        "numbers": numbers(sheet).encode(),
        "sheet": render(sheet, "text", key=False).data,
        "key": render(sheet, "text", key=True).data,
    }
    return {name: hashlib.sha256(text).hexdigest()[:16] for name, text in texts.items()}


def document() -> str:
    """All of it as it is kept."""
    return json.dumps({name: digests(sheet) for name, sheet in sheets().items()}, indent=1) + "\n"


if __name__ == "__main__":
    if sys.argv[1:] == ["--show"]:
        sys.stdout.write(document())
    else:
        KEPT.write_text(document(), encoding="utf-8")
