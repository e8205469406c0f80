from __future__ import annotations

import pytest

from posenc_cli.render.paper import ORDINARY
from posenc_cli.render.room import blank_widths, written_width
from posenc_cli.render.weasy import laid_out
from posenc_cli.render.whole import layout, outside
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.spec import BUILTIN_NAMES, Spec, find
from tests.worksheet.family_sheets import asking


def test_a_hand_writes_digits_wider_than_marks() -> None:
    """−0.416 is five signs and a mark."""
    assert written_width("-0.416") == pytest.approx(5 * 2.4 + 1.2)
    assert written_width("12") == pytest.approx(4.8)


@pytest.mark.parametrize("name", [name for name in BUILTIN_NAMES if find(name).worksheet.language == "en"])
def test_every_blank_has_a_width(name: str) -> None:
    """Whatever an exercise puts its blanks into, the rule finds them, and no cell is narrower than the style allows."""
    widths = blank_widths(build(find(name)))
    assert min(widths) >= 11
    assert max(widths) < ORDINARY.measure


def test_columns_share_the_width_of_a_table() -> None:
    """The more columns, the less room; a line of a calculation is as wide as its line."""
    two, eight = (blank_widths(asking("sinusoidal", {"pe": [2]}, d=d))[0] for d in (2, 8))
    assert two > 40
    assert 11 <= eight < 20
    block = {"working": "pe", "cells": [[2, 0]], "blank": [[2, 0]]}
    about = {"title": "t", "d": 2, "n": 4}
    spec = Spec.model_validate({"worksheet": about, "exercise": [{"kind": "task", "title": "t", "block": [block]}]})
    assert blank_widths(build(spec)) == (24.0,)


def test_large_letters_have_larger_cells() -> None:
    """Everything grows with the letters."""
    ordinary = find("cat-short")
    large = ordinary.model_copy(update={"worksheet": ordinary.worksheet.model_copy(update={"font_size": 18.0})})
    pairs = zip(blank_widths(build(ordinary)), blank_widths(build(large)), strict=True)
    assert sum(big > small for small, big in pairs) >= 8


def test_a_sheet_comes_out_whole() -> None:
    """Two pages, nothing beyond their margins, no complaint."""
    found = layout(build(find("cat-short")))
    assert (found.pages, found.outside, found.said) == (2, (), ())


def test_what_stands_outside_is_named() -> None:
    """A line that cannot break, and a text that was pushed below the page; what stands in a margin may."""
    page = """<style>@page { margin: 20mm; @bottom-left { content: "foot" } }</style>
    <p>inside</p><p style="white-space: nowrap">{}</p><p style="position: absolute; top: 300mm">below</p>"""
    pages, _ = laid_out(page.replace("{}", "wide " * 60))
    found = [text for one in pages for text in outside(one)]
    assert [text[:5] for text in found] == ["wide ", "below"]
