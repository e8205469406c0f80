"""The rotation from one position to another."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.asked import scheme
from posenc_cli.encodings.moved import moved
from posenc_cli.errors import UsageError

MOVING = ("sinusoidal", "rope", "xpos")


@given(st.sampled_from(MOVING), st.integers(1, 12), st.integers(0, 10**6), st.integers(0, 10**4))
def test_by_hand_is_the_formula(name: str, pairs: int, pos: int, offset: int) -> None:
    """The rotation times a pair is the pair so many positions further on."""
    found = moved(scheme(name, d=2 * pairs), pos, offset)
    assert len(found.pairs) == pairs
    for pair in found.pairs:
        assert pair.by_hand(sine_first=found.sine_first) == pytest.approx(pair.after, abs=1e-15)


def test_the_rotation_is_the_same_everywhere() -> None:
    """It depends on the distance and not on the position."""
    near, far = (moved(scheme("rope", d=8), pos, 3) for pos in (0, 1000))
    assert [(pair.cos, pair.sin) for pair in near.pairs] == [(pair.cos, pair.sin) for pair in far.pairs]


@pytest.mark.parametrize("layout", ["interleaved", "halves"])
def test_sinusoidal_pairs_in_every_layout(layout: str) -> None:
    """Three positions are 3 and 0.03 radians for d = 4, wherever the columns are."""
    found = moved(scheme("sinusoidal", d=4, layout=layout), 2, 3)
    assert [pair.angle for pair in found.pairs] == [3.0, 0.03]
    assert found.pairs[0].after == pytest.approx((-0.9589242746631385, 0.28366218546322625), abs=1e-16)


def test_it_goes_back_too() -> None:
    """A negative offset leads to an earlier position."""
    found = moved(scheme("rope"), 5, -3)
    assert found.pairs[0].after == pytest.approx((-0.4161468365471424, 0.9092974268256817), abs=1e-15)


@pytest.mark.parametrize("name", sorted(set(ENCODINGS) - set(MOVING) - {"mrope"}))
def test_others_have_no_such_rotation(name: str) -> None:
    """Grids, tables and biases say so instead of showing something."""
    with pytest.raises(UsageError) as error:
        moved(scheme(name), 1, 1)
    assert error.value.key == "parameters.shift-kind"


def test_nothing_lies_before_position_0() -> None:
    """Moving there is refused."""
    with pytest.raises(UsageError):
        moved(scheme("rope"), 1, -2)
