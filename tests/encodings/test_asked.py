"""A scheme where not everything was said."""

from __future__ import annotations

from typing import Any

import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.asked import default_rows, scheme
from posenc_cli.errors import UsageError


@pytest.mark.parametrize("name", ENCODINGS)
def test_every_encoding_has_a_width_that_works(name: str) -> None:
    """Nobody must know a width to see an encoding; 4 is taken wherever it is possible."""
    found = scheme(name)
    found.given(found.rows(1))
    assert found.d == {"sinusoidal-3d": 6}.get(name, 4)


def test_the_width_of_a_table_is_taken() -> None:
    """A learned table says itself how wide it is."""
    assert scheme("learned", table=[[1.0, 2.0, 3.0]]).d == 3
    assert scheme("shaw", table=[[0.5] * 6] * 3).d == 6


def test_rows_of_several_lengths_have_no_width() -> None:
    """A table with a cell missing says nothing of the width, and is refused by its encoding."""
    with pytest.raises(UsageError):
        scheme("learned", table=[[1.0, 2.0], [3.0]])


def test_all_that_was_chosen_can_be_named() -> None:
    """Parameters, choices and the first position: what a result would be another one without."""
    named = scheme("sinusoidal", base=100, layout="halves", first_pos=1).conventions
    assert {name: named[name] for name in ("base", "layout", "first_pos")} == {
        "base": 100,
        "layout": "halves",
        "first_pos": 1,
    }


def test_the_first_fault_is_said() -> None:
    """Where no width helps, what was wrong is said of the usual one."""
    with pytest.raises(UsageError) as error:
        scheme("rope", scaling="linear")
    assert error.value.key == "compute.parameter-missing"


@pytest.mark.parametrize(
    ("name", "asked", "rows"),
    [
        ("rope", {}, 6),
        ("calendar", {"timestamps": ["2024-02-29T13:00", "2024-02-29T14:00"]}, 2),
        ("timestamps", {"t": [0, 0.5, 7]}, 3),
        ("mrope", {"position_ids": [[0, 1], [0, 1], [0, 2]]}, 2),
        ("nope", {"v": [[0.0], [1.0], [2.0], [3.0]]}, 4),
    ],
)
def test_a_list_says_how_many_rows_there_are(name: str, asked: dict[str, Any], rows: int) -> None:
    """A list with one entry a position makes the table as long as it is."""
    assert default_rows(scheme(name, **asked)) == rows
