"""Figures over several sheets, from what was found on each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from posenc_cli.grading.stress import Layout, Tried
from posenc_cli.grading.stressed import summary
from posenc_cli.worksheet.difficulty import Difficulty
from posenc_cli.worksheet.seen import Seen

ONE = Tried(
    seed=1,
    seen=Seen(np.zeros(1), ("a", "b", "c"), ("d",), (), (("b", "c"),)),
    difficulty=Difficulty(frozenset("abc"), 3, 2, 1),
    asked=1,
    copies=4,
    accepted=2,
    fullest=0.5,
    seconds=1.0,
    layout=Layout(2),
    findings=(),
)
OTHER = replace(
    ONE,
    seed=2,
    seen=Seen(np.zeros(1), ("a", "b"), (), ("c", "d"), ()),
    difficulty=Difficulty(frozenset("ab"), 0, 5, 0),
    asked=3,
    accepted=1,
    fullest=0.75,
    seconds=3.0,
    layout=None,
)


def test_least_and_most_of_two_sheets() -> None:
    """Whatever is told as a range has both ends, and the most of one sheet is that of any."""
    found = summary([ONE, OTHER])
    assert (found.sheets, found.asked, found.copies, found.accepted, found.fullest) == (2, (1, 3), (4, 4), 2, 0.75)
    assert (found.trivial, found.negative, found.tiny) == ((0, 1), (0, 3), (2, 5))
    assert (found.share, found.pages, found.seconds) == (0.25, (2, 2), (2.0, 3.0))


def test_what_some_sheets_show_and_others_do_not() -> None:
    """A slip that all sheets tell from the others is not one of those that some do."""
    found = summary([ONE, OTHER])
    assert (found.always, found.sometimes) == (("a",), {"b": 1})
    assert (found.twins, found.hidden, found.absent) == ({("b", "c"): 1}, {"d": 1}, {"c": 1, "d": 1})


def test_a_share_of_one_blank_and_of_none() -> None:
    """One trivial blank is all of one, and nothing is a share of nothing."""
    assert summary([ONE]).share == 1.0
    assert summary([replace(OTHER, asked=0)]).share == 0.0
    assert summary([OTHER]).pages is None
