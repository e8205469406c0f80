from __future__ import annotations

import pytest

from posenc_cli.encodings import ENCODINGS
from tests.arrays.right import Right, right_arrays

#: A right array of each encoding, kind and precision in turn; all of them are looked at by tests/bench/arrays.py.
EVERY = list(right_arrays((6,), ("float64", "float32", "bfloat16")))
STEP = 83


@pytest.mark.parametrize("one", EVERY[::STEP], ids=str)
def test_right_arrays_are_never_called_wrong(one: Right) -> None:
    """What posenc itself computes is exact, or rounded once, in every encoding, convention and precision."""
    found = one.diagnosis()
    assert found.verdict in ("exact", "rounded")
    assert (found.cause, found.first_difference) == (None, None)
    if one.dtype == "float64":
        assert found.verdict == "exact"


def test_every_encoding_has_a_right_array() -> None:
    """The list above leaves out only what makes no array of its own."""
    named = {one.case.name for one in EVERY}
    assert set(ENCODINGS) - named == {"nope"}
