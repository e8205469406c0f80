"""What must hold of an encoding besides its numbers: laws, and which encoding has which, in one table.

Every record has the laws of its kind, so that a further one is held to them by itself. A law is a function of a case
that fails with an AssertionError.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.attention import masked, softmax
from posenc_cli.encodings.rotate import rotate
from tests.contract.cases import COUNT, Case, comfortable, eighths, sides
from tests.encodings.shifted import rotation

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    Law = Callable[[Case], None]


def close(found: Any, wanted: Any, said: str = "") -> None:  # noqa: ANN401
    """The same numbers but for rounding."""
    np.testing.assert_allclose(found, wanted, rtol=1e-12, atol=1e-13, err_msg=said)


# Additive.


def a_row_is_its_own(case: Case) -> None:
    """A row is the same alone, among others and in another order."""
    d, result = comfortable(case), ENCODINGS[case.name].result
    order = [3, 0, 4, 1, 2]
    whole = case.computed(d)[result]
    assert (case.computed(d, order)[result] == whole[order]).all()
    if not {"attention_mask", "new_length"} & case.asked(d).keys():  # lists and lengths that a shorter case has shorter
        alone = case.computed(d, [2])[result]
        assert (alone[0] == whole[2]).all()


def a_shift_is_a_rotation(case: Case) -> None:
    """One orthogonal matrix a pair turns any row into the row so many positions further on."""
    if dict(case.chosen).get("form") == "graphmixer":
        return  # cosines alone: no pair to turn
    scheme = case.scheme(comfortable(case))
    run = scheme.computed(scheme.given(np.arange(2, 40)))
    rows = np.broadcast_to(run.values["pe"].to_float64(), (38, scheme.d))
    pairs, waves = (np.broadcast_to(run.values[name].to_float64(), (1, scheme.d))[0] for name in ("i", "wave"))
    for block, pair in zip(rotation(scheme, 7), np.unique(pairs[waves == 1]), strict=True):
        columns = [int(np.flatnonzero((pairs == pair) & (waves == wave))[0]) for wave in (0, 1)]
        close(block @ block.T, np.eye(2), "orthogonal")
        close(rows[:-7, columns] @ block.T, rows[7:, columns], f"pair {pair}")


def swapping_axes_permutes_blocks(case: Case) -> None:
    """A patch at (y, x) has the columns of the patch at (x, y) in another order, the same for all patches."""
    named = "height", "width"
    d, side = 24, 3
    # Of a square grid, token y · side + x and token x · side + y are each other's mirror image.
    tokens = np.arange(side * side)
    mirrored = tokens.reshape(side, side).T.ravel()
    grid: dict[str, Any] = dict.fromkeys(named, side)
    if case.name == "sinusoidal-3d":
        d, grid = 48, {**grid, "depth": 1}
    rows = case.computed(d, tokens, **grid)["pe"]
    before, after = ({tuple(column) for column in (table + 0.0).T.round(12)} for table in (rows, rows[mirrored]))
    assert before == after
    assert not np.allclose(rows, rows[mirrored]), "both axes have a part"


def pairs_lie_on_a_circle(case: Case) -> None:
    """Sine and cosine of one angle: every pair has length 1, and a whole period later stands the same row."""
    rows = case.computed(8, range(20))["pe"]
    close(np.hypot(rows[:, ::2], rows[:, 1::2]), 1)
    if dict(case.chosen)["field"] == "number":
        period = case.asked(8)["period"]
        close(rows[:-period], rows[period:])


def rows_are_those_of_the_table(case: Case) -> None:
    """Every number lies between those of the row that is read and the next one; without resizing it is the row."""
    table = eighths(COUNT, 8)
    found = case.computed(8, table=table)
    row = found["id"][:, 0].astype(int)
    first, second = table[row], table[np.minimum(row + 1, COUNT - 1)]
    rows = found["pe"]
    assert ((np.minimum(first, second) - 1e-15 <= rows) & (rows <= np.maximum(first, second) + 1e-15)).all()
    assert dict(case.chosen)["resize"] != "none" or (rows == first).all()


def a_constant_stays(case: Case) -> None:
    """Resizing a table whose vectors are all one gives that vector everywhere."""
    grid = {"old_height": 3, "old_width": 2, "height": 4, "width": 5, "num_prefix_tokens": 0}
    close(case.computed(8, range(20), table=np.full((6, 8), 0.375), **grid)["pe"], 0.375)


def features_stay_within_a_half(case: Case) -> None:
    """Scaled features lie between −1/2 and 1/2 and rise with what they count; integers are whole."""
    rows = case.computed(comfortable(case), range(2000))["pe"]
    if dict(case.chosen)["timeenc"] == "integers":
        assert (rows == np.rint(rows)).all()
    else:
        assert np.abs(rows).max() <= 0.5


def one_column_is_linear(case: Case) -> None:
    """Time itself in one column, waves in all others."""
    rows = case.computed(8, range(50))["pe"]
    place = 0 if dict(case.chosen)["linear_column"] == "first" else 7
    close(np.diff(rows[:, place]), 0.5)
    assert np.abs(np.delete(rows, place, axis=1)).max() <= 1


# Rotary.

#: A query and a key, and how far both are moved: on a grid of 14 columns no row is left on the way.
QUERY, KEY, BY = 32, 1, 47


def norms_are_kept(case: Case) -> None:
    """Every pair turns; cos² + sin² is the square of the attention factor."""
    found = case.computed(comfortable(case), range(12), **longer(case))
    close(np.hypot(found["cos"], found["sin"]), float(found["attention_factor"]))
    assert found["cos"].std() > 0, "something turns"


def scores_know_distances_only(case: Case) -> None:
    """Moving query and key alike changes no score; moving one of them does."""
    d = comfortable(case)
    scheme = case.scheme(d, **longer(case))
    q, k = (np.tile(vector, (3, 1)) for vector in eighths(2, d))
    queries = rotate(scheme, [QUERY, QUERY + BY, QUERY + 1], q, role="query")
    keys = rotate(scheme, [KEY, KEY + BY, KEY], k, role="key")
    here, moved, other = np.sum(queries * keys, axis=1)
    close(moved, here)
    assert abs(other - here) > 1e-6


def longer(case: Case) -> dict[str, Any]:
    """A length beyond the original one, where a scaling looks at it."""
    return {"seq_len": 200} if dict(case.chosen).get("scaling") in ("dynamic-ntk", "longrope") else {}


# Bias.


def _shares(case: Case, positions: Any, **asked: Any) -> Any:  # noqa: ANN401
    """Attention with equal scores: (head, query, key), keys after their query hidden."""
    at = np.asarray(positions)
    bias = case.computed(comfortable(case), at, **asked)["bias"]
    queries = at[len(at) - bias.shape[-2] :]
    return softmax(masked(bias, at[None, :] <= queries[:, None]))


def bias_knows_distances_only(case: Case) -> None:
    """Moving the whole sentence changes no share of attention, nor does moving all tokens alike within a grid."""
    if grid := dict.fromkeys(sides(case.name), 7):
        # Two neighbours and the two below them; two rows down and three columns right; beyond the edge of a row.
        block = np.array([0, 1, 7, 8])
        here, moved, torn = (_shares(case, block + by, **grid) for by in (0, 17, 6))
        close(moved, here)
        assert not np.allclose(torn, here), "rows and columns count, and not the numbers of tokens alone"
        return
    close(_shares(case, range(COUNT)), _shares(case, range(1000, 1000 + COUNT)))


def bias_falls_with_the_distance(case: Case) -> None:
    """A key farther back gets less, in every head."""
    if dict(case.chosen).get("form") == "falcon":
        return  # bfloat16 gives neighbours one bias: see the defects
    last = case.computed(comfortable(case), range(30))["bias"][:, -1]
    assert (np.diff(last, axis=-1) > 0).all()


def forms_are_equal_under_softmax(case: Case) -> None:
    """What code adds in place of the distance gives the last query the same shares of attention."""
    chosen = dict(case.chosen)
    if chosen["form"] == "falcon":
        return
    plain = Case(case.name, tuple((chosen | {"form": "distance", "mask": "causal"}).items()))
    close(_shares(case, range(9))[:, -1], _shares(plain, range(9))[:, -1])


def buckets_rise(case: Case) -> None:
    """A farther key has no lower bucket, on either side."""
    found = case.computed(comfortable(case), range(300))["bucket"]
    found = found.reshape(found.shape[-2:])
    assert (np.diff(found[-1]) <= 0).all()
    assert (np.diff(found[0, 1:]) >= 0).all()
    assert found.max() < 32


def far_keys_share_a_vector(case: Case) -> None:
    """Beyond the clip all distances are one, on either side."""
    index = case.computed(comfortable(case), range(60), clip=4)["index"]
    index = index.reshape(index.shape[-2:])
    assert set(index[-1, :-5].tolist()) in ({0.0}, {8.0})
    assert len(np.unique(index)) == 9


def the_ratio_stays_within_one(case: Case) -> None:
    """How far a key is, measured by how far it could be: from 0 to 1, farther back more, at any length."""
    scheme = case.scheme(4, L=3)
    run = scheme.computed(scheme.given(np.array([0, 1, 10, 10**6, 10**12])))
    ratio = run.values["ratio"].to_float64()[0, :, :, 0]
    assert ratio.min() >= 0
    assert ratio.max() <= 1
    assert (np.diff(ratio[-1]) < 0).all()


def distance_alone_without_vectors(case: Case) -> None:
    """Its table has a row a distance: sines and cosines, each pair of length 1, and 0 and 1 at distance 0."""
    if dict(case.chosen)["table"] == "given":
        return
    table = case.computed(8)["table"][0]
    close(np.hypot(table[:, :4], table[:, 4:]), 1)
    assert table[COUNT - 1].tolist() == [0] * 4 + [1] * 4


# No encoding.


def rows_average(case: Case) -> None:
    """Equal shares of what is seen, which sum to 1; what is read is their mean."""
    found = case.computed(4, v=eighths(COUNT, 3))
    shares = found["weight"].reshape(COUNT, COUNT)
    close(shares.sum(axis=1), 1)
    close(found["mean"].reshape(COUNT, 3), shares @ eighths(COUNT, 3))
    seen = np.tril(np.ones((COUNT, COUNT))) if dict(case.chosen)["mask"] != "none" else np.ones((COUNT, COUNT))
    close(shares, seen / seen.sum(axis=1, keepdims=True))


#: Kind or encoding → its laws.
LAWS: Mapping[str, tuple[Law, ...]] = {
    "additive": (a_row_is_its_own,),
    "sinusoidal": (a_shift_is_a_rotation,),
    "timestamps": (a_shift_is_a_rotation,),
    "sinusoidal-2d": (swapping_axes_permutes_blocks,),
    "sinusoidal-3d": (swapping_axes_permutes_blocks,),
    "calendar": (pairs_lie_on_a_circle,),
    "learned": (rows_are_those_of_the_table,),
    "learned-2d": (a_constant_stays,),
    "informer": (features_stay_within_a_half,),
    "time2vec": (one_column_is_linear,),
    "rotary": (norms_are_kept, scores_know_distances_only),
    "bias": (bias_knows_distances_only,),
    "alibi": (bias_falls_with_the_distance, forms_are_equal_under_softmax),
    "kerple": (bias_falls_with_the_distance,),
    "t5": (buckets_rise,),
    "shaw": (far_keys_share_a_vector,),
    "transformer-xl": (distance_alone_without_vectors,),
    "fire": (the_ratio_stays_within_one,),
    "none": (rows_average,),
}
#: Laws of a kind that do not hold of an encoding or of a choice, with the reason.
NOT_OF: Mapping[tuple[str, str], str] = {
    ("bias_knows_distances_only", "fire"): "it measures by the place of the query, so that it reaches any length",
    ("bias_knows_distances_only", "falcon"): "its places are rounded to bfloat16, far ones more coarsely",
}


def holds(law: Law, case: Case) -> bool:
    """Is the case held to the law?"""
    words = {case.name, *(choice for _, choice in case.chosen)}
    return not any((law.__name__, word) in NOT_OF for word in words)


def laws(case: Case) -> list[Law]:
    """Those of the kind and those of its own."""
    named = (*LAWS[ENCODINGS[case.name].kind], *LAWS.get(case.name, ()))
    return [law for law in named if holds(law, case)]
