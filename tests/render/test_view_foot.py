"""The foot of a page: the sheet and its conventions on one line."""

from __future__ import annotations

import pytest

from posenc_cli.render.svg import text_width
from posenc_cli.render.view import sheet_view
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.spec import BUILTIN_NAMES

FOOT = 8.5 * 25.4 / 72  #: mm: its letters


@pytest.mark.parametrize(
    ("name", "foot"),
    [
        ("t5", "t5 · ab\u00a0Position\u00a00"),
        ("rope", "rope (interleaved) · ab\u00a0Position\u00a00"),
        ("rope-en", "rope-en · rope (interleaved) · from\u00a0position\u00a00"),
    ],
)
def test_a_sheet_called_as_its_encoding_is_named_once(name: str, foot: str) -> None:
    """The name of a file and that of an encoding are said both only where they differ."""
    assert sheet_view(sheet_of(name, None)).foot == foot


@pytest.mark.parametrize("name", sorted(BUILTIN_NAMES))
def test_the_foot_is_one_line(name: str) -> None:
    """It stands beside the number of the page on 167 mm."""
    shown = sheet_view(sheet_of(name, None))
    counted = "10".join(shown.page_of)
    assert (text_width(shown.foot) + text_width(counted)) * FOOT < 165
