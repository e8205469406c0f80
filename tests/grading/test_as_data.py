"""What a page is given to mark a sheet with."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.calculation.expression import parse
from posenc_cli.grading.as_data import leaf, marking_data, tree
from tests.grading.tools import katze, sheets

if TYPE_CHECKING:
    from collections.abc import Iterator


def read_by(expression: Any) -> Iterator[str]:  # noqa: ANN401
    """The names that stand in an expression as data."""
    if isinstance(expression, str):
        yield expression
    if isinstance(expression, list):
        for part in expression[1:]:
            yield from read_by(part)


@pytest.mark.parametrize("name", ["katze", "alibi", "rope", "learned"])
def test_a_page_has_what_its_rules_read_and_nothing_else(name: str) -> None:
    """Every leaf that the formula reads or a slip in its place, and no other."""
    sheet = sheets()[name]
    data = marking_data(sheet)
    trees = [expression for _, expression in data["formula"]["rules"]] + [data["formula"]["write"]]
    trees += [expression for slip in data["slips"] for rules, _ in slip["forms"] for expression in rules.values()]
    named = {one for expression in trees for one in read_by(expression)}
    assert set(data["given"]) == named & sheet.given.keys()


def test_a_slip_is_the_rules_that_it_replaces() -> None:
    """Of every form its own rules alone; writing is one of them, and a slip of it replaces no other."""
    told = {one["id"]: one for one in marking_data(katze())["slips"]}
    degrees = {"angle": ["radians", ["/", "pos", "divisor"]], "check": ["sin", ["radians", "one"]]}
    assert told["angle-degrees"]["forms"][0] == [degrees, None]
    assert [list(rules) for rules, _ in told["angle-degrees"]["forms"]] == [["angle", "check"], ["pe", "check"]]
    assert [told[name]["rule"] for name in ("angle-degrees", "sign-lost", "dot-added-instead")] == [
        "angle",
        "pe",
        "prod",
    ]
    (truncated,) = told["round-truncated"]["forms"]
    assert list(truncated[0]) == ["write"]
    assert told["round-truncated"]["rule"] == "write"


def test_what_counts_things_is_told_where_it_stands_on_the_sheet() -> None:
    """Distances are whole, biases are not; a number of heads that only the formula knows is left out."""
    assert marking_data(sheets()["alibi"])["whole"] == ["distance", "far"]


def test_a_mask_is_a_string_of_its_cells() -> None:
    """Rows, columns, and a 1 for every cell that is printed."""
    sheet = sheets()["alibi"]
    for name, (rows, columns, cells) in marking_data(sheet)["printed"].items():
        mask = sheet.printed[name]
        assert (rows, columns) == mask.shape
        assert [cell == "1" for cell in cells] == mask.ravel().tolist()


def test_blanks_and_leaves_are_short_data() -> None:
    """A number that is copied has its source; whole numbers have no point, and what is no number is null."""
    data = marking_data(katze())
    blanks = {one["id"]: one for one in data["blanks"]}
    sources = {one.id: one.source for one in katze().blanks}
    assert {name for name, one in blanks.items() if one["source"]} == {name for name, one in sources.items() if one}
    assert json.dumps(leaf(np.array([[2.0, 0.5], [np.nan, -3.0]]))) == "[[2, 0.5], [null, -3]]"
    assert tree(parse("2*i / d")) == ["/", ["*", 2, "i"], "d"]
