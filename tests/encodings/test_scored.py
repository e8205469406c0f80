"""What encodings do to scores: against plain loops, and that relative ones keep them when all positions move."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.asked import scheme
from posenc_cli.encodings.scheme import MAX_CELLS
from posenc_cli.encodings.scored import scored
from posenc_cli.errors import UsageError

WORDS = ("a", "b", "c", "d")
VECTORS = [[0.9, 0.1, 0.0, 0.1], [0.0, 0.9, 0.1, 0.2], [0.0, 0.1, 0.9, 0.0], [0.5, 0.0, 0.3, 0.4]]
PLACES = np.arange(4)
#: Scores depend on the distance alone.
RELATIVE = ("rope", "mrope", "xpos", "alibi", "t5", "shaw", "transformer-xl", "kerple", "nope")


@pytest.mark.parametrize("name", RELATIVE)
def test_relative_methods_keep_their_scores(name: str) -> None:
    """Moved by 3 positions, every score stays."""
    found = scored(scheme(name, d=4), WORDS, VECTORS, PLACES, shift=3)
    assert found.positions.tolist() == [3, 4, 5, 6]
    assert found.unmoved


@pytest.mark.parametrize("name", ["sinusoidal", "learned", "fire", "calendar", "time2vec"])
def test_others_do_not(name: str) -> None:
    """Absolute methods change scores, and so does FIRE, which divides by the query's position."""
    asked = {"L": 1} if name == "fire" else {}
    found = scored(scheme(name, d=4, **asked), WORDS, VECTORS, PLACES, shift=3)
    assert not found.unmoved
    assert found.change is not None
    assert found.change > 1e-4


@pytest.mark.parametrize("name", [name for name in ENCODINGS if name != "sinusoidal-3d"])
@pytest.mark.parametrize("causal", [False, True])
def test_weights_are_shares(name: str, causal: bool) -> None:
    """Every row of weights sums to 1 and takes nothing of a key that is not seen."""
    found = scored(scheme(name, d=4), WORDS, VECTORS, PLACES, causal=causal)
    assert found.weights.sum(axis=1) == pytest.approx(np.ones(4), abs=1e-15)
    assert (found.weights[np.isneginf(found.scores)] == 0).all()
    if causal:
        assert np.isneginf(found.scores[np.triu_indices(4, 1)]).all()


def test_alibi_in_a_plain_loop() -> None:
    """q·k/√d plus bias, masked and put through softmax, cell by cell."""
    found = scored(scheme("alibi", n_heads=2), WORDS, VECTORS, PLACES, head=2)
    slope = 2.0**-8
    for query in range(4):
        row = [
            sum(a * b for a, b in zip(VECTORS[query], VECTORS[key], strict=True)) / 2 - slope * (query - key)
            for key in range(query + 1)
        ]
        total = sum(math.exp(each) for each in row)
        assert found.scores[query, : query + 1] == pytest.approx(row, abs=1e-15)
        assert found.weights[query, : query + 1] == pytest.approx([math.exp(each) / total for each in row], abs=1e-15)


def test_rope_in_complex_numbers() -> None:
    """The score is the real part of q times k turned back by the distance."""
    found = scored(scheme("rope"), WORDS, VECTORS, PLACES)
    for query in range(4):
        for key in range(4):
            wanted = 0.0
            for i, frequency in enumerate((1.0, 0.01)):
                q, k = (complex(*VECTORS[row][2 * i : 2 * i + 2]) for row in (query, key))
                wanted += (q * k.conjugate() * np.exp(1j * frequency * (query - key))).real
            assert found.products[query, key] == pytest.approx(wanted / 2, abs=1e-15)


def test_t5_is_not_divided() -> None:
    """T5 takes q·k as it is."""
    found = scored(scheme("t5"), WORDS, VECTORS, PLACES)
    assert found.scale == 1
    assert found.products[0, 0] == pytest.approx(0.83, abs=1e-15)


def test_shaw_compares_the_words_themselves() -> None:
    """Its bias comes from the words' own vectors: changing one changes its row of biases and no other."""
    first = scored(scheme("shaw"), WORDS, VECTORS, PLACES)
    other = scored(scheme("shaw"), WORDS, [[1.0, 1.0, 1.0, 1.0], *VECTORS[1:]], PLACES)
    assert first.bias is not None
    assert other.bias is not None
    assert not np.allclose(first.bias[0], other.bias[0])
    assert np.array_equal(first.bias[1:], other.bias[1:])


def test_nope_with_and_without_its_mask() -> None:
    """The causal mask is all there is; without it every query sees all keys."""
    masked, plain = (scored(scheme("nope", mask=mask), WORDS, VECTORS, PLACES) for mask in ("causal", "none"))
    assert np.isneginf(masked.scores).sum() == 6
    assert np.isfinite(plain.scores).all()
    assert masked.bias is None


@pytest.mark.parametrize(
    ("name", "asked"),
    [("alibi", {"query_length": 2}), ("shaw", {"q": [[1, 2, 3, 4]]}), ("transformer-xl", {"k": [[1]]})],
)
def test_what_the_words_say_cannot_be_given(name: str, asked: dict[str, Any]) -> None:
    """Queries and keys are the words; others are refused and not passed over."""
    with pytest.raises(UsageError) as error:
        scored(scheme(name, d=4, **asked), WORDS, VECTORS, PLACES)
    assert error.value.key == "parameters.from-words"


def test_more_words_than_can_be_compared() -> None:
    """Eight thousand words make more scores than a machine holds; that is said before anything is computed."""
    count = math.isqrt(MAX_CELLS) + 1
    with pytest.raises(UsageError) as error:
        scored(scheme("rope"), ["a"] * count, [[1.0] * 4], np.arange(count))
    assert error.value.key == "compute.too-many-cells"


@pytest.mark.parametrize(("name", "head"), [("alibi", 9), ("rope", 2), ("nope", 2)])
def test_heads_that_are_not_there(name: str, head: int) -> None:
    """Only biases have several heads, and only so many."""
    with pytest.raises(UsageError) as error:
        scored(scheme(name), WORDS, VECTORS, PLACES, head=head)
    assert error.value.key == "parameters.head"
