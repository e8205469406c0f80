from __future__ import annotations

import pytest

from posenc_cli.encodings import ENCODINGS
from tests.arrays.right import arrays_of
from tests.contract.cases import CASES, Case

#: Some cases, and of each one array in one precision, in turn; all of them are looked at by tests/bench/arrays.py.
STEP = 5


@pytest.mark.parametrize("number", range(0, len(CASES), STEP))
def test_right_arrays_are_never_called_wrong(number: int) -> None:
    """What posenc itself computes is exact, or rounded once, in every encoding, convention and precision."""
    every = list(arrays_of(CASES[number], (6,), ("float64", "float32", "bfloat16")))
    for one in every[number % len(every) :][:1] if every else ():
        found = one.diagnosis()
        assert found.verdict in ("exact", "rounded"), str(one)
        assert (found.cause, found.first_difference) == (None, None), str(one)
        assert found.verdict == "exact" or one.dtype != "float64", str(one)


def test_every_encoding_has_a_right_array() -> None:
    """They leave out only what makes no array of its own."""
    first: dict[str, Case] = {}
    for case in CASES:
        first.setdefault(case.name, case)
    assert {name for name, case in first.items() if not list(arrays_of(case, (6,), ("float64",)))} == {"nope"}
    assert set(first) == set(ENCODINGS)
