from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import posenc_cli as posenc
from posenc_cli.encodings.rotate import reordered, rotate, to_halves, to_interleaved
from posenc_cli.encodings.scheme import Scheme

if TYPE_CHECKING:
    from numpy.typing import NDArray

TABLE = np.array(posenc.table(d=16, n=24)["values"], dtype=np.float32)
ZEROS = np.zeros((2, 16), dtype=np.float32)
ROPE = posenc.table("rope", d=16, n=24)
RNG = np.random.default_rng(9)


@pytest.mark.parametrize(
    ("values", "read"),
    [
        (TABLE[None], ()),
        (TABLE[:, None], ()),
        (np.stack([TABLE, TABLE, TABLE]), ("batch",)),
        (TABLE.T, ("transposed",)),
        (np.concatenate([TABLE, ZEROS]), ("padded",)),
        (np.concatenate([ZEROS, TABLE]), ("class-rows",)),
        (np.concatenate([ZEROS[:1], TABLE, ZEROS]), ("padded", "class-rows")),
    ],
    ids=["batch of one", "tokens first", "batch", "transposed", "padded", "class rows", "both"],
)
def test_tables_of_every_shape(values: NDArray[Any], read: tuple[str, ...]) -> None:
    """A table is read however code keeps it, and it is said how."""
    found = posenc.diagnose(values)
    assert (found.verdict, found.what) == ("rounded", "table")
    assert set(read) <= set(found.also)


@pytest.mark.parametrize("name", ["inv_freq", "angles", "cos", "sin"])
def test_rotary_arrays_are_known_by_name_or_range(name: str) -> None:
    """Frequencies, angles, cosines and sines are told apart; a cache repeats each pair in one of two orders."""
    assert posenc.diagnose(ROPE[name], name=f"model.rotary_emb.{name}").what == name
    assert posenc.diagnose(ROPE[name], "rope", what=name).verdict == "exact"
    if name in ("cos", "sin"):
        twice = np.concatenate([ROPE[name], ROPE[name]], axis=1)[None, None]
        assert posenc.diagnose(twice, "rope", what=name, layout="halves").verdict == "exact"
        assert posenc.diagnose(twice, "rope", what=name).cause == "layout=halves"


def test_grids_are_found() -> None:
    """A table of an image needs nobody to say how high it is; channels may come first."""
    table = np.asarray(posenc.table("sinusoidal-2d", d=16, n=12, height=3, width=4)["values"])
    found = posenc.diagnose(table, name="pos_embed")
    assert found.verdict == "exact"
    assert {"height=3", "width=4"} <= set(found.also)
    image = table.reshape(3, 4, 16).transpose(2, 0, 1)
    assert "channels-first" in posenc.diagnose(image, "sinusoidal-2d", height=3, width=4).also


@pytest.mark.parametrize("first", [1, 2, 77, 100_000])
def test_rows_may_begin_anywhere(first: int) -> None:
    """The first position is found from the numbers; from 1 it is a mistake, from elsewhere a convention."""
    table = posenc.table(d=32, n=40, first_pos=first, dtype="float32")["values"]
    found = posenc.diagnose(table)
    assert (found.verdict, found.cause) == (
        ("slip", "pos-from-one") if first == 1 else ("convention", f"first-pos={first}")
    )
    assert posenc.diagnose(table, first_pos=first).verdict == "rounded"


@pytest.mark.parametrize("theta", [500000, 1234567])
def test_bases_are_found(theta: float) -> None:
    """Another base than the usual one is read from the slowest wave."""
    found = posenc.diagnose(posenc.table("rope", d=64, n=50, theta=theta)["cos"], name="cos")
    assert (found.verdict, found.cause) == ("convention", f"theta={theta:g}")


def test_turned_vectors() -> None:
    """Queries beside themselves before tell layout, turned columns, and columns that came permuted."""
    q = RNG.normal(size=(2, 3, 20, 16)).astype(np.float32)
    halves, part = Scheme.of("rope", d=16, layout="halves"), Scheme.of("rope", d=16, rotary_dim=8)
    at = np.arange(20)
    assert posenc.diagnose(rotate(halves, at, q), "rope", before=q, layout="halves").verdict == "exact"
    assert posenc.diagnose(rotate(halves, at, q), before=q).cause == "layout=halves"
    assert "rotary_dim=8" in posenc.diagnose(rotate(part, at, q), before=q).also
    permuted = rotate(halves, at, q[..., to_interleaved(16)])
    assert posenc.diagnose(permuted, "rope", before=q, layout="halves").cause == "columns-permuted"
    by_token = np.swapaxes(rotate(halves, at, q), 1, 2)
    found = posenc.diagnose(by_token, "rope", before=np.swapaxes(q, 1, 2), layout="halves")
    assert (found.verdict, found.also) == ("exact", ("positions-before-heads",))


def test_permuted_weights() -> None:
    """Rows of weights in the order of halves are right, in the other order they are named."""
    weights = RNG.normal(size=(64, 5))
    right, wrong = reordered(weights, 4, to_halves(16)), reordered(weights, 4, to_interleaved(16))
    assert posenc.diagnose(right, "rope", what="weights", before=weights).verdict == "exact"
    assert posenc.diagnose(wrong, "rope", what="weights", before=weights).cause == "weights-wrong-way"
    one_head = posenc.diagnose(right, "rope", what="weights", before=weights, d=32)
    assert one_head.cause == "weights-not-by-head"
    assert posenc.diagnose(weights[::-1].copy(), "rope", what="weights", before=weights).verdict == "unknown"


def test_ids_of_tokens_behind_a_video() -> None:
    """Ids that forget the time of a video are named, as ids and as the cosines that they make."""
    grid = np.indices((5, 2, 2)).reshape(3, -1)
    text = np.tile(np.arange(3), (3, 1))
    right, wrong = (np.concatenate([text, grid + 3, text + next_id], axis=1) for next_id in (8, 5))
    given = right.tolist()
    assert posenc.diagnose(right, "mrope", what="ids", position_ids=given).verdict == "exact"
    assert posenc.diagnose(wrong, "mrope", what="ids", position_ids=given).cause == "video-time-forgotten"
    cosines = posenc.table("mrope", d=16, n=26, position_ids=wrong.tolist())["cos"]
    assert posenc.diagnose(cosines, "mrope", what="cos", position_ids=given).cause == "video-time-forgotten"


def test_hidden_keys_of_a_causal_bias() -> None:
    """Minus infinity or the smallest float hides a key and is no difference."""
    bias = np.array(posenc.table("alibi", n_heads=4, n=9)["bias"])
    lowest = np.where(np.isneginf(bias), np.finfo(np.float32).min, bias)
    for values in (bias, lowest, np.where(np.isneginf(bias), 0.0, bias)):
        assert posenc.diagnose(values, "alibi").right


@pytest.mark.parametrize(
    ("values", "asked"),
    [
        (np.array(["a"]), {}),
        (np.zeros((0, 4)), {}),
        (np.zeros((2, 3, 4, 5, 6)), {}),
        (np.zeros((4, 4)), {"what": "nothing"}),
        (np.zeros((4, 4)), {"encoding": "rope", "what": "table"}),
        (np.zeros((4, 6)), {"encoding": "sinusoidal", "d": 8}),
        (np.zeros((4, 6)), {"encoding": "nothing"}),
        (np.zeros((4, 6)), {"before": np.zeros((4, 5))}),
    ],
    ids=["text", "empty", "five axes", "unknown kind", "no such array", "width", "unknown encoding", "other shape"],
)
def test_what_is_no_such_array_is_refused(values: NDArray[Any], asked: dict[str, Any]) -> None:
    """One sentence says what was given and what would work."""
    with pytest.raises(posenc.EncodingError, match=r"\.$"):
        posenc.diagnose(values, **asked)
