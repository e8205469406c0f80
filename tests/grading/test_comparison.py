"""A report beside an earlier one."""

from __future__ import annotations

import pytest

from posenc_cli.grading.comparison import ChangedStudent, Comparison

CHANGED = ChangedStudent("Ada", 1.0, 2.0, ("", ""), ())


@pytest.mark.parametrize(
    ("students", "new", "gone", "changes"),
    [((), (), (), False), ((CHANGED,), (), (), True), ((), ("Zoe",), (), True), ((), (), ("Bo",), True)],
)
def test_any_of_three_is_a_change(
    students: tuple[ChangedStudent, ...], new: tuple[str, ...], gone: tuple[str, ...], *, changes: bool
) -> None:
    """A student marked otherwise, a new name, or one that is gone."""
    assert Comparison("old.json", students, new, gone).changes == changes
