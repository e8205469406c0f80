"""``CONTRIBUTING.md`` leads to files that are there, and names what is in them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

FILE = re.compile(r"`((?:posenc_cli|tests|docs)/[\w./-]+)`")


def test_every_file_of_a_recipe_is_there(root: Path) -> None:
    """Names with placeholders in them stand for files to be written."""
    page = (root / "CONTRIBUTING.md").read_text(encoding="utf-8")
    tests = re.findall(r"tests/[\w/]+(?:\.\w+)?", page)
    named = {*FILE.findall(page), *tests} - {"posenc_cli/encodings/my_bias.py"}
    assert len(named) > 25
    assert [name for name in sorted(named) if "…" not in name and not (root / name).exists()] == []


def test_what_is_to_be_changed_stands_where_it_says(root: Path) -> None:
    """A name in capitals beside the file in brackets behind it, or before it with ``of`` or ``in``, is in that file."""
    page = " ".join((root / "CONTRIBUTING.md").read_text(encoding="utf-8").split())
    pairs = re.findall(r"`([A-Z_]{4,})`,? (?:of|in|\() ?`(posenc_cli/[\w/]+\.py)`", page)
    assert len(pairs) >= 3
    assert [(name, file) for name, file in pairs if name not in (root / file).read_text(encoding="utf-8")] == []
