"""Tables on a terminal and in a file say the same."""

from __future__ import annotations

import re

import pytest

from posenc_cli.render.layout import grid
from posenc_cli.render.style import Screen

HEADINGS = ["pos", "word", "d₁\nsin(pos/1)", "d₂\ncos(pos/1)", "d₃"]
ROWS = [
    ["0", "[unk]", "0.000", "-1.000", "12345.678"],
    ["17", "日本", "0.841", "0.540", "0.010"],
    [],
    ["2", ":cat:", "", "1", "[/mask]"],
]


def _bare(text: str) -> str:
    return re.sub(r"\x1b\[[0-9;]*m", "", text)


@pytest.mark.parametrize("width", [200, 40, 25, 8])
@pytest.mark.parametrize("colour", [True, False])
def test_a_terminal_shows_what_a_file_holds(width: int, colour: bool) -> None:
    """Bold and dim are all that rich adds; blocks of columns hold every cell whole, and words are no markup."""
    shown = _bare(grid(HEADINGS, ROWS, Screen(width, colour=colour), labels=2, left=(1,)))
    if width == 200:
        lines = [line.rstrip() for line in shown.splitlines()]
        assert lines == grid(HEADINGS, ROWS, Screen(), labels=2, left=(1,)).splitlines()
    for cell in (cell for row in ROWS for cell in row):
        assert cell in shown


def test_headings_are_bold_where_there_is_colour() -> None:
    """Rich draws the terminal's table; without colour there is no code in it."""
    assert "\x1b[1m" in grid(HEADINGS, ROWS, Screen(80, colour=True))
    assert "\x1b" not in grid(HEADINGS, ROWS, Screen(80))
