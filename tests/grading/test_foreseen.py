"""What is foreseen for every blank is what marking says of it."""

from __future__ import annotations

import pytest

from posenc_cli.grading.foreseen import foreseen
from posenc_cli.worksheet.key import accepted_texts
from tests.grading.tools import marked_all, right, sheets


@pytest.mark.parametrize("name", ["katze-kurz", "nope", "alibi"])
def test_the_neighbours_of_right_answers_are_marked_as_foreseen(name: str) -> None:
    """Each alone, with right answers everywhere else: coarse, off by rounding, or neither."""
    sheet = sheets()[name]
    found = foreseen(sheet)
    for one, accepted in zip(found, accepted_texts(sheet), strict=True):
        assert one.accepted[0] == one.text
        assert sorted(one.accepted) == sorted(accepted)
    tried = [(number, text) for number, one in enumerate(found) for text in (*one.coarse, *one.rounding, *one.slips)]
    answers = [{**right(name)} | {found[number].blank.id: text} for number, text in tried]
    for (number, text), student in zip(tried, marked_all(sheet, answers), strict=True):
        verdict = student.blanks[number].verdict
        assert (verdict == "coarse") == (text in found[number].coarse)
        assert (verdict == "rounding") == (text in found[number].rounding)
