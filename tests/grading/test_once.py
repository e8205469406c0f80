from __future__ import annotations

import numpy as np
import pytest

from posenc_cli.grading.answers import collect
from posenc_cli.grading.explaining import numbers
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.marking import Marker
from posenc_cli.grading.once import left_over
from tests.grading.tools import katze, right


@pytest.mark.parametrize(
    ("wrong", "telling", "left"),
    [
        (0b110, 0b010, 0b110),
        (0b110, 0b000, 0b000),
        (0b110, 0b001, 0b000),
        (0b1110, 0b1110, 0b0000),
        (0b000, 0b111, 0b000),
    ],
    ids=["one is a zero", "zeros and ones", "another one tells", "too many", "nothing"],
)
def test_what_is_left_over_to_be_explained(wrong: int, telling: int, left: int) -> None:
    """At most two, of which one is neither zero nor one, of the second of two students; bits are blanks."""
    marker = Marker(katze(), collect(katze(), [from_mapping(right())] * 2))
    tells = np.array([[bool(telling >> number & 1) for number in range(len(katze().blanks))]] * 2)
    found = left_over(marker, [0, wrong], {0: [], 1: []}, tells)
    assert found.shape == tells.shape
    assert [np.flatnonzero(one).tolist() for one in found] == [[], list(numbers(left))]
