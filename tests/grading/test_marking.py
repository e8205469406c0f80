"""Digits that nobody asked for."""

from __future__ import annotations

import pytest

from tests.grading.tools import katze, marked, right


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("0.8415", "correct"),
        ("0.84147", "correct"),
        ("0.8414", "correct"),
        ("0.841471", "correct"),
        ("0.84149", "rounding"),
        ("0.842", "wrong"),
        ("0.8416", "wrong"),
    ],
)
def test_further_digits_are_fine_if_they_are_rounded_rightly(text: str, verdict: str) -> None:
    """The sine of 1 is 0.84147: with four digits it is 0.8415, though 0.842 is not what three digits say."""
    found = marked(katze(), dict(right()) | {"rad": text})
    assert {one.blank.id: one.verdict for one in found.blanks}["rad"] == verdict
