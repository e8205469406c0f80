"""Every record under every choice: widths, shapes, numbers, and the same answer to the same question."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.results import results
from posenc_cli.encodings.scheme import Scheme
from posenc_cli.errors import UsageError
from tests.contract.cases import CASES, COUNT, EVERY, Case, comfortable, finite, refusal, sentences, smallest

KINDS = {"additive", "rotary", "bias", "none"}
#: What a table of a kind holds, besides what a single encoding adds.
HOLDS = {
    "additive": {"values"},
    "rotary": {"inv_freq", "attention_factor", "angles", "cos", "sin"},
    "bias": {"bias"},
    "none": {"visible", "weight", "mean"},
}


def test_every_pair_of_choices_occurs() -> None:
    """No choice of a convention is left out, beside any choice of any other convention."""
    for name, record in ENCODINGS.items():
        pairs = {
            frozenset({(one.name, first), (other.name, second)})
            for one in record.conventions
            for other in record.conventions
            for first in one.choices
            for second in other.choices
            if one.name != other.name or first == second
        }
        found = [set(case.chosen) for case in EVERY if case.name == name]
        assert [pair for pair in pairs if not any(pair <= chosen for chosen in found)] == [], name


@pytest.mark.parametrize("name", ENCODINGS)
def test_a_record_says_what_it_is(name: str) -> None:
    """Name, kind, source and results are there, and every result is a rule."""
    encoding = ENCODINGS[name]
    assert encoding.name == name
    assert encoding.kind in KINDS
    assert encoding.result in encoding.results
    assert all(name in encoding.formula for name in encoding.results)
    assert len(encoding.source) > 20
    names = [name for each in encoding.parameters for name in (each.name, *each.also)]
    assert len(names) == len(set(names)), "a name twice"


@pytest.mark.parametrize("case", [case for case in EVERY if case.refused], ids=str)
def test_choices_that_exclude_each_other(case: Case) -> None:
    """One sentence says so, and it is the declared one."""
    error = refusal(case, 4)
    assert error is not None
    assert error.key == case.refused
    sentences(error)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_smallest_width(case: Case) -> None:
    """There is one; every smaller width is refused in one sentence; at the next widths there are numbers or one.

    So it is at 2 and 3 columns, where other code divides by zero.
    """
    least = smallest(case)
    for d in range(1, max(least, 3) + 2):
        error = refusal(case, d)
        if error is not None:
            sentences(error)
            # NaN on the way would end in this sentence, which is about huge numbers.
            assert error.key != "compute.too-large"
        else:
            assert d >= least
            assert finite(case.computed(d)), d
            assert numbered(case, d), d


#: Quantities that number something.
NUMBERS = ("i", "wave", "axis", "column", "pair", "block", "index", "bucket", "id", "harmonic", "closest")


def numbered(case: Case, d: int) -> bool:
    """Is what numbers pairs, blocks and rows whole? A width that does not divide makes halves of them."""
    scheme = case.scheme(d)
    run = scheme.computed(scheme.given(np.arange(COUNT)))
    found = (run.values[name].to_float64() for name in NUMBERS if name in run.values)
    return all(bool((values == np.rint(values)).all()) for values in found)


@pytest.mark.parametrize("case", CASES, ids=str)
@pytest.mark.parametrize("count", [0, 1, COUNT])
def test_shapes_and_kinds_of_numbers(case: Case, count: int) -> None:
    """A table has a row a position, a pair of columns an angle, a head and a query and a key a bias; all float64."""
    d = comfortable(case)
    scheme = case.scheme(d, count)
    found = results(scheme, np.arange(count))
    kind = scheme.encoding.kind
    assert set(found.arrays) >= HOLDS[kind]
    for name, values in found.arrays.items():
        assert values.dtype == (np.int64 if name in ("buckets", "index", "visible") else np.float64), name
        seen = np.isfinite(values) | np.isneginf(values) if name in ("bias", "score") else np.isfinite(values)
        assert seen.all(), name
    shapes = {name: values.shape for name, values in found.arrays.items()}
    if kind == "additive":
        assert shapes == {"values": (count, d)}
    elif kind == "rotary":
        assert shapes["attention_factor"] == ()
        assert shapes["inv_freq"] == (d // 2,)
        by_row = set(shapes) - {"attention_factor", "inv_freq"}
        assert {shapes[name] for name in by_row} == {(count, d // 2)}
    elif kind == "bias":
        *heads, queries, keys = shapes["bias"]
        assert len(heads) == 1
        assert keys == count
        assert queries in (count, 1)  # a single row may serve all queries
    else:
        assert shapes["weight"] == (count, count)
        assert shapes["mean"] == (count, d)


@pytest.mark.parametrize("case", CASES, ids=str)
def test_the_same_question_has_the_same_answer(case: Case) -> None:
    """Twice the same bytes, whatever was asked in between."""
    d = comfortable(case)
    first = case.computed(d)
    case.computed(d, range(COUNT - 2))
    again = case.computed(d)
    assert {name: values.tobytes() for name, values in first.items()} == {
        name: values.tobytes() for name, values in again.items()
    }


@pytest.mark.parametrize("name", ENCODINGS)
def test_an_unknown_name_is_said(name: str) -> None:
    """A parameter or a choice that does not exist is not passed over."""
    case = next(case for case in CASES if case.name == name)
    error = refusal(case, comfortable(case), no_such_parameter=1)
    assert error is not None
    assert error.key == "compute.unknown-parameter"
    sentences(error)
    for convention in ENCODINGS[name].conventions:
        chosen: dict[str, Any] = {**dict(case.chosen), convention.name: "?"}
        with pytest.raises(UsageError) as raised:
            Scheme.of(name, d=comfortable(case), **chosen)
        sentences(raised.value)
