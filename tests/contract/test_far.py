"""Far out, where float64 angles have lost their last digits: every kind of value within two units in the last place.

Of wide tables some pairs are looked at; ``tests/bench/far.py`` looks at all of them.
"""

from __future__ import annotations

import numpy as np
import pytest

from posenc_cli.encodings import ENCODINGS
from tests.bench import far
from tests.encodings.rotary_witness import ulps

TABLES = list(far.tables(brief=True))
#: Of each table.
PAIRS = 5


@pytest.mark.parametrize("asked", TABLES, ids=str)
def test_two_units_in_the_last_place(asked: far.Asked) -> None:
    """Angles, cosines and sines at all four positions, the fastest and the slowest pair among them."""
    error, count = far.worst(asked, PAIRS)
    assert count >= 2 * len(far.POSITIONS) * 2
    assert error <= far.LIMIT


def test_every_rotary_encoding_is_among_them() -> None:
    """A further one must be added to the tables of the measurement."""
    rotary = {name for name, record in ENCODINGS.items() if record.kind == "rotary"}
    assert rotary | {"sinusoidal"} <= {asked.name for asked in TABLES}


def test_one_unit_of_a_frequency_is_seen() -> None:
    """The comparison is not blind: angles from rounded frequencies are thousands of units off."""
    asked = far.Asked("rope", 64, 10_000)
    frequencies, _ = far.frequencies(asked)
    rounded = np.array(far.POSITIONS)[:, None] * np.array([float(each) for each in frequencies])
    assert ulps(np.cos(rounded), far.waves(asked, range(32))["cos"]) > 1000
