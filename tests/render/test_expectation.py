"""The page of expectations of sheets of any encoding."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.render.blocks import Working
from posenc_cli.render.view import key_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import FAMILIES, find
from tests.render.viewing import every
from tests.worksheet.family_sheets import asking

if TYPE_CHECKING:
    from posenc_cli.render.expected import Expectation


def expected(name: str) -> Expectation:
    """The page of a built-in sheet."""
    sheet = build(find(name))
    found = key_view(sheet, solve(sheet)).expectation
    assert found is not None
    return found


@pytest.mark.parametrize("name", [*FAMILIES, *(f"{name}-en" for name in FAMILIES)])
def test_every_family_tells_its_mistakes(name: str) -> None:
    """The row is named with its exercise, and at least two slips are told with cause, hint and points."""
    found = expected(name)
    exercise = "Exercise" if name.endswith("-en") else "Aufgabe"
    assert f"{exercise} " in found.slips_intro
    assert len(found.slips) > 1
    for slip in found.slips:
        assert slip.cause
        assert slip.hint
        assert slip.points


def test_counts_are_shown_without_decimals() -> None:
    """Buckets are whole numbers, right ones and wrong ones."""
    found = expected("t5")
    assert "3 | 2 | 6 | 7" in found.slips_intro
    assert ("7", "6", "2", "3") in [slip.row for slip in found.slips]


def test_working_of_counts() -> None:
    """The working of a distance ends in a whole number, that of a bias in a written one."""
    sheet = asking("alibi", {"distance": [[4, 1]], "bias": [[4, 1]]}, given={"h": 2}, params={"n_heads": 4})
    (found,) = every(key_view(sheet, solve(sheet)), Working)
    assert [line.rpartition(" = ")[2] for line in found.lines] == ["3", "−0.188"]
