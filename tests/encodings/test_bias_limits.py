from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE
from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.buckets import log_buckets
from posenc_cli.encodings.given import example
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.encodings.shaw import values
from posenc_cli.encodings.transformer_xl import rel_shift, rel_shift_both_ways, relative_table
from posenc_cli.errors import UsageError
from posenc_cli.i18n import LANGUAGES, text
from tests.contract.cases import sides

RELATIVE = [name for name, record in ENCODINGS.items() if record.kind in ("bias", "none")]
LEAST = {"transformer-xl": 2}
#: Those that do not go on for ever, and what they say: a grid ends, and R has a row for every distance.
ENDS = {"transformer-xl": r"compute\.too-many-cells"} | {name: r"additive\.grid" for name in RELATIVE if sides(name)}


def run(encoding: str, positions: Any, **asked: Any) -> dict[str, Any]:  # noqa: ANN401
    """What a table of an encoding holds at some positions."""
    scheme = Scheme.of(encoding, **asked)
    found = scheme.formula.run(scheme.given(np.asarray(positions, dtype=np.int64)), ACCURATE).values
    return {name: found[name].to_float64() for name in scheme.encoding.results}


@pytest.mark.parametrize("encoding", RELATIVE)
@pytest.mark.parametrize("positions", [[], [0], [7], [0, 10**13]], ids=str)
def test_every_number_of_positions(encoding: str, positions: list[int]) -> None:
    """No position, one, and two as far apart as positions go: finite numbers, or one sentence where there is an end."""
    count = len(positions)
    if encoding in ENDS and positions[-1:] == [10**13]:
        with pytest.raises(UsageError, match=ENDS[encoding]):
            run(encoding, positions)
        return
    found = run(encoding, positions, d=LEAST.get(encoding, 1))
    assert all(np.isfinite(value).all() for value in found.values())
    assert found[ENCODINGS[encoding].result].shape[1:] == (count, count)


@pytest.mark.parametrize("encoding", RELATIVE)
def test_queries_are_the_last_of_the_positions(encoding: str) -> None:
    """With query_length the table holds the last rows of the whole one."""
    given = {"q": example(2, 4)} if encoding in ("shaw", "transformer-xl") else {}
    whole = {"q": np.vstack([example(3, 4, 1), given["q"]])} if given else {}
    result = ENCODINGS[encoding].result
    some = run(encoding, range(5), query_length=2, **given)[result]
    np.testing.assert_array_equal(some, run(encoding, range(5), **whole)[result][:, -2:])


BAD: list[tuple[str, str, dict[str, Any]]] = [
    ("alibi", "compute.parameter", {"n_heads": 0}),
    ("alibi", "compute.parameter", {"n_heads": 1.5}),
    ("alibi", "compute.parameter", {"n_heads": 10**9}),
    ("alibi", "compute.parameter", {"alibi_bias_max": math.nan}),
    ("alibi", "bias.one-row", {"mask": "symmetric", "form": "key-position"}),
    ("alibi", "bias.attention-mask", {"attention_mask": [1, 1]}),
    ("alibi", "bias.attention-mask", {"attention_mask": [1, 0.5, 1]}),
    ("alibi", "bias.query-length", {"query_length": 4}),
    ("t5", "bias.buckets", {"num_buckets": 3}),
    ("t5", "compute.parameter", {"num_buckets": 1}),
    ("t5", "compute.parameter", {"num_buckets": 1025}),
    ("t5", "bias.max-distance", {"max_distance": 8}),
    ("t5", "bias.shape", {"table": [[1.0]] * 31}),
    ("t5", "bias.shape", {"table": [[1.0]] * 32, "n_heads": 2}),
    ("t5", "compute.parameter", {"table": [[math.nan]] * 32}),
    ("shaw", "bias.shape", {"table": [[1.0] * 4] * 4, "clip": 2}),
    ("shaw", "bias.shape", {"q": [[1.0] * 4] * 2}),
    ("shaw", "bias.shape", {"k": [[1.0] * 3] * 3}),
    ("transformer-xl", "bias.even-width", {"d": 3}),
    ("transformer-xl", "width-too-small", {"d": 1}),
    ("transformer-xl", "bias.shape", {"u": [1.0] * 3}),
    ("transformer-xl", "bias.distances", {"table": "given", "r": [[1.0] * 4] * 4}),
    ("transformer-xl", "bias.distances", {"furthest": 1}),
    ("transformer-xl", "compute.parameter-missing", {"table": "given"}),
    ("kerple", "bias.one-a-head", {"r1": [1.0, 2.0], "r2": [1.0, 2.0, 3.0]}),
    ("kerple", "compute.parameter", {"r1": [-1.0]}),
    ("fire", "bias.count", {"hidden_weight": [1.0]}),
    ("fire", "bias.count", {"out_weight": [1.0]}),
    ("fire", "compute.parameter", {"c": 0}),
    ("nope", "bias.shape", {"v": [[1.0]] * 2}),
]


def said(error: UsageError) -> None:
    """The error has its sentence in every language."""
    key = error.key if "." in error.key else f"errors.{error.key}"
    assert all(len(text(language, key, **error.values)) > 20 for language in LANGUAGES)


@pytest.mark.parametrize(("encoding", "key", "asked"), BAD)
def test_what_makes_no_bias_is_refused(encoding: str, key: str, asked: dict[str, Any]) -> None:
    """One sentence in either language, and never a wrong table."""
    with pytest.raises(UsageError) as refused:
        run(encoding, range(3), **asked)
    assert refused.value.key == key
    said(refused.value)


@pytest.mark.parametrize("encoding", RELATIVE)
def test_a_table_too_large_is_refused(encoding: str) -> None:
    """Ten thousand positions make more scores than a machine holds."""
    with pytest.raises(UsageError) as refused:
        run(encoding, range(10_000))
    assert refused.value.key == "compute.too-many-cells"


def test_a_window_with_too_many_heads_is_refused() -> None:
    """Ten thousand heads of 71 by 71 offsets are more than fifty million numbers."""
    with pytest.raises(UsageError, match=r"compute\.too-many-cells"):
        run("swin", range(4), height=36, width=36, n_heads=10_000)


def test_a_hidden_layer_too_large_is_refused() -> None:
    """Each unit takes as much room as all scores."""
    with pytest.raises(UsageError, match=r"compute\.too-many-cells"):
        run("fire", range(1000), hidden_weight=[1.0] * 100, hidden_bias=[0.0] * 100)


CALLS = [
    lambda: log_buckets([1], 3, 100),
    lambda: log_buckets([1], 16, 9),
    lambda: relative_table(3, [0]),
    lambda: rel_shift([1, 2]),
    lambda: rel_shift_both_ways([[1, 2]], 2),
    lambda: values([[1.0]], [[1.0]], [[1.0]], [[1]]),
    lambda: values([[1.0]], [[1.0]], [[1.0, 2.0]], [[0]]),
]


@pytest.mark.parametrize("call", CALLS)
def test_functions_refuse_what_does_not_fit(call: Any) -> None:  # noqa: ANN401
    """The functions beside the formulas say what is wrong as well."""
    with pytest.raises(UsageError) as refused:
        call()
    said(refused.value)
