from __future__ import annotations

import pytest

from posenc_cli.grading.headings import has_answers


@pytest.mark.parametrize(
    ("headings", "expected"),
    [
        (["Name", "pe2_d1"], True),
        (["Name", "Position 2 [pe2_d1]"], True),
        (["Name", "Antwort 1"], True),
        (["Lücke", "Wert"], True),
        (["Name", "Wert"], False),
        (["Lücke", "Name"], False),
        (["Klasse 9b"], False),
    ],
)
def test_which_headings_are_those_of_answers(headings: list[str], expected: bool) -> None:
    """A column for a blank or a question, or one for blanks and one for what was answered."""
    assert has_answers(headings) is expected
