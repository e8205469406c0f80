"""Slips of RoPE; turned vectors and scores from a table that was worked out apart."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.encodings import slips
from posenc_cli.encodings.scheme import Scheme
from tests.encodings.slip_sheets import rounded, values

if TYPE_CHECKING:
    from numpy.typing import NDArray

    Array = NDArray[np.float64]

CAT, OTHER = (0.0, 0.9, 0.1, 0.2), (0.9, 0.1, 0.3, 0.2)

# --- RoPE: the vector of "Katze" at position 2 ------------------------------------------------------------------------

RIGHT = [-0.818, -0.375, 0.096, 0.202]
TURNED: dict[str, tuple[list[float], str]] = {
    "rope-direction-reversed": ([0.818, -0.375, 0.104, 0.198], "2"),
    "rope-half-pairing": ([-0.091, 0.896, -0.042, 0.218], ""),
    "rope-both-plus": ([0.818, -0.375, 0.104, 0.202], "24"),
    "rope-both-minus": ([-0.818, -0.375, 0.096, 0.198], "123"),
    "rope-sin-cos-swapped": ([0.375, 0.818, -0.198, 0.104], ""),
    "rope-not-zero-based": ([-0.018, 0.900, 0.100, 0.200], ""),
    "rope-index-minus-one": ([0.786, 0.438, -0.223, 0.008], ""),
    "rope-odd-numerator": ([-0.179, 0.882, 0.100, 0.200], ""),
    "rope-exponent-sign": ([-0.818, -0.375, 0.223, 0.010], "12"),
    "rope-same-angle": ([-0.818, -0.375, -0.223, 0.008], "12"),
    "rope-base-wrong": ([-0.818, -0.375, 0.099, 0.200], "12"),
    "rope-degrees": ([-0.031, 0.899, 0.100, 0.200], ""),
    "rope-added-instead": ([0.909, 0.484, 0.120, 1.200], ""),
    "rope-in-place": ([-0.818, -1.119, 0.096, 0.202], "134"),
    "rope-cos-only": ([0.000, -0.375, 0.100, 0.200], "2"),
    "rope-pos-from-one": ([-0.127, -0.891, 0.094, 0.203], ""),
}


def turned(name: str = "", x: tuple[float, ...] = CAT) -> Array:
    """A vector at position 2."""
    return np.asarray(values(Scheme.of("rope", d=4), name, x=np.array([x] * 6))["turned"][2])


def score(name: str = "", query: int = 2, key: int = 0) -> float:
    """The query "Katze" with a key, each at its position."""
    x = np.zeros((6, 4))
    x[query], x[key] = CAT, OTHER
    found = values(Scheme.of("rope", d=4), name, x=x, first=query, second=key)["dot"]
    return rounded(found)[0]


def test_the_right_vector() -> None:
    """The vectors without a slip are those of the table, and turning keeps their length."""
    assert rounded(turned()) == RIGHT
    assert rounded(turned(x=OTHER)) == [-0.465, 0.777, 0.296, 0.206]
    assert rounded([np.linalg.norm(turned()), np.linalg.norm(CAT)]) == [0.927, 0.927]


@pytest.mark.parametrize("name", TURNED)
def test_the_turned_vector(name: str) -> None:
    """A slip gives the four values of the table; those that are right by accident are just the ones it marks."""
    found, (expected, accidents) = rounded(turned(name)), TURNED[name]
    assert found == expected
    assert [k for k in range(4) if found[k] == RIGHT[k]] == [int(k) - 1 for k in accidents]


def test_the_table_has_every_slip_of_turning() -> None:
    """Of the slips on an unstretched head, all but those that need another sheet are in the table."""
    plain = {slip.id for slip in slips.load("rope") if not slip.under and slip.quantity == "turned"}
    assert plain - set(TURNED) == {"rope-neighbour-pairing", "rope-head-width-in-exponent"}


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("rope-direction-reversed", True),
        ("rope-half-pairing", True),
        ("rope-both-plus", False),
        ("rope-in-place", False),
    ],
)
def test_lengths(name: str, *, kept: bool) -> None:
    """Another direction or pairing is still a rotation; two equal signs are none."""
    assert bool(np.isclose(np.linalg.norm(turned(name)), np.linalg.norm(CAT))) == kept


def test_scores() -> None:
    """Only the difference counts: counting from one hides in every score, the other direction mirrors the offset."""
    assert (score(), score(query=5, key=3)) == (-0.705, -0.705)
    assert rounded(np.dot(CAT, OTHER)) == [0.160]
    assert score("rope-direction-reversed") == score(query=0, key=2) == 0.770
    assert [score("rope-pos-from-one", *places) for places in ((2, 0), (5, 3), (1, 4))] == [
        score("", *places) for places in ((2, 0), (5, 3), (1, 4))
    ]


def test_a_key_turned_backwards() -> None:
    """The score depends on the sum of the positions: it moves with both words, and is right for a key at 0."""
    assert score("rope-key-backwards") == score()
    assert score("rope-key-backwards", 3, 1) == score("rope-key-backwards", 4, 0) != score(query=3, key=1)


def test_values_stay_as_they_are() -> None:
    """A value is not turned; who turns it gets what the query would be."""
    np.testing.assert_array_equal(values(Scheme.of("rope", d=4))["valued"][2], OTHER)
    assert rounded(values(Scheme.of("rope", d=4), "rope-value-rotated")["valued"][2]) == rounded(turned(x=OTHER))


def test_conventions_are_no_slip_where_they_hold() -> None:
    """On a sheet in halves the pairing of halves changes nothing, and the other one does."""
    halves = Scheme.of("rope", d=4, layout="halves")
    right, half, neighbour = (
        values(halves, name)["turned"] for name in ("", "rope-half-pairing", "rope-neighbour-pairing")
    )
    np.testing.assert_array_equal(right, half)
    assert not np.allclose(right, neighbour)


# --- RoPE stretched ---------------------------------------------------------------------------------------------------

_LLAMA = 64 / (2 * math.pi)


@pytest.mark.parametrize(
    ("name", "quantity", "right", "wrong"),
    [
        ("rope-head-width-in-exponent", "inv_freq", [1, 10000**-0.5], [1, 10000**-0.25]),
        ("rope-pi-multiplied", "inv_freq", [0.25, 0.0025], [4, 0.04]),
        ("rope-pi-integer-division", "angle", [0.5, 0.005], [0, 0]),
        ("rope-ntk-exponent-inverted", "inv_freq", [1, 0.0025], [1, (10000 * 4**0.5) ** -0.5]),
        ("rope-ntk-exponent-missing", "inv_freq", [1, 0.0025], [1, 40000**-0.5]),
        (
            "rope-dynamic-exponent-inverted",
            "inv_freq",
            [(10000 * 3 ** (4 / 3)) ** (-i / 4) for i in range(4)],
            [(10000 * 3**0.75) ** (-i / 4) for i in range(4)],
        ),
        (
            "rope-dynamic-always-stretched",
            "inv_freq",
            [1, 0.1, 0.01, 0.001],
            [(10000 * 3 ** (4 / 3)) ** (-i / 4) for i in range(4)],
        ),
        ("rope-yarn-betas-swapped", "inv_freq", [1, 0.025, 0.0025, 0.00025], [1, 0.1, 0.01, 0.001]),
        ("rope-yarn-ramp-reversed", "inv_freq", [1, 0.025, 0.0025, 0.00025], [0.25, 0.1, 0.01, 0.001]),
        ("rope-yarn-log10", "attention_factor", [0.1 * math.log(4) + 1], [0.1 * math.log10(4) + 1]),
        ("rope-yarn-factor-forgotten", "attention_factor", [0.1 * math.log(4) + 1], [1]),
        (
            "rope-llama3-compared-with-length",
            "inv_freq",
            [1, 0.1 * ((0.1 * _LLAMA - 1) / 3 + (4 - 0.1 * _LLAMA) / 12), 0.0025, 0.00025],
            [1, 0.1, 0.0025, 0.00025],
        ),
        (
            "rope-llama3-unstretched",
            "inv_freq",
            [1, 0.1 * ((0.1 * _LLAMA - 1) / 3 + (4 - 0.1 * _LLAMA) / 12), 0.0025, 0.00025],
            [1, 0.1, 0.01, 0.001],
        ),
        (
            "rope-llama3-wavelength-blended",
            "inv_freq",
            [1, 0.1 * ((0.2 * _LLAMA - 1) / 3 + (4 - 0.2 * _LLAMA) / 12), 0.0025, 0.00025],
            [1, 1 / (10 * (0.2 * _LLAMA - 1) / 3 + 40 * (4 - 0.2 * _LLAMA) / 3), 0.0025, 0.00025],
        ),
        ("rope-longrope-at-the-limit", "inv_freq", [1, 0.005], [0.5, 0.00125]),
        ("rope-longrope-lists-swapped", "inv_freq", [1, 0.005], [0.5, 0.00125]),
    ],
)
def test_stretched(name: str, quantity: str, right: list[float], wrong: list[float]) -> None:
    """Frequencies and factors are those that a person gets who does it by hand."""
    found = slips.slip(name)
    asked = dict(found.example)
    rows = asked.pop("count", 6)
    scheme = Scheme.of("rope", **asked)
    for given, expected in (("", right), (name, wrong)):
        line = np.atleast_2d(values(scheme, given, rows=rows)[quantity])
        np.testing.assert_allclose(line[min(2, len(line) - 1)], expected, rtol=1e-12)


def test_the_square_of_the_factor() -> None:
    """A score carries the square of the attention factor; the slip leaves one of them out."""
    scheme = Scheme.of("rope", **slips.slip("rope-yarn-factor-not-squared").example)
    right, wrong = (values(scheme, name)["dot"].item() for name in ("", "rope-yarn-factor-not-squared"))
    assert right / wrong == pytest.approx(0.1 * math.log(4) + 1, rel=1e-12)
