"""One, one too many, no number, far too many: a number or one clear sentence, and never anything else.

No position at all and the widths 2 and 3, where other code divides by zero, are among the shapes.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.encodings.results import results
from posenc_cli.encodings.scheme import MAX_CELLS, MAX_POSITION, Scheme
from posenc_cli.errors import UsageError
from tests.contract.cases import CASES, Case, comfortable, each_choice, finite, refusal, sentences, sides, smallest

FEW = [case for name in ENCODINGS for case in each_choice(name)]
#: Encodings that have a place for whatever whole number; the others have grids, tables, calendars or lists.
ENDLESS = ("sinusoidal", "time2vec", "timestamps", "rope", "mrope", "alibi", "kerple", "fire", "shaw", "t5", "nope")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_one_position_in_the_smallest_width(case: Case) -> None:
    """One row of numbers, at position 0 and elsewhere."""
    d = smallest(case)
    assert finite(case.computed(d, [0]))
    error = refusal(case, d, [3])
    if error is not None:
        sentences(error)


@pytest.mark.parametrize("case", [case for case in FEW if ENCODINGS[case.name].kind == "bias"], ids=str)
def test_one_head(case: Case) -> None:
    """A single head is a head."""
    heads = {each.name for each in ENCODINGS[case.name].parameters} & {"n_heads"}
    found = case.computed(comfortable(case), **dict.fromkeys(heads, 1))
    assert found["bias"].shape[0] == 1
    assert finite(found)


@pytest.mark.parametrize("case", FEW, ids=str)
def test_the_farthest_position_and_the_next_one(case: Case) -> None:
    """Up to the limit there are numbers or a sentence; beyond it and before 0 there is a sentence."""
    d = comfortable(case)
    for position in (MAX_POSITION, MAX_POSITION + 1, 2**62, -1):
        error = refusal(case, d, [position])
        if error is None:
            assert position == MAX_POSITION
            assert finite(case.computed(d, [position]))
        else:
            sentences(error)


@pytest.mark.parametrize("name", ENDLESS)
def test_far_positions_are_no_excuse(name: str) -> None:
    """What has no limit of its own is computed as far as positions go."""
    case = next(case for case in CASES if case.name == name)
    assert finite(case.computed(comfortable(case), [MAX_POSITION]))


def grids() -> list[tuple[str, dict[str, Any], int]]:
    """Every encoding of a grid, with sides of 2, 3 and 4 and nothing before it, and its last token."""
    found = []
    for name in filter(sides, ENCODINGS):
        lengths = dict(zip(sides(name), (2, 3, 4), strict=False))
        before = {each.name for each in ENCODINGS[name].parameters} & {"num_prefix_tokens"}
        found.append((name, lengths | dict.fromkeys(before, 0), math.prod(lengths.values()) - 1))
    return found


@pytest.mark.parametrize(
    ("name", "asked", "last"),
    [
        *grids(),
        ("learned", {"rows": 6}, 5),
        ("learned", {"rows": 514, "offset": 2}, 511),
        ("learned-2d", {"num_prefix_tokens": 1}, 196),
        ("mrope", {"position_ids": [[0, 1, 2]] * 3}, 2),
        ("time2vec", {"tau": [0.5, 1.5, 9.0]}, 2),
        ("timestamps", {"t": [0.5, 1.5, 9.0]}, 2),
        ("calendar", {"timestamps": ["2024-02-29", "2024-03-01"]}, 1),
        ("informer", {"timestamps": ["2024-02-29", "2024-03-01"]}, 1),
    ],
)
def test_the_last_position_and_the_next_one(name: str, asked: dict[str, Any], last: int) -> None:
    """Where a table, a grid or a list ends, the last entry is there and the next one is refused with its number."""
    case = next(case for case in CASES if case.name == name)
    d = comfortable(case)
    assert finite(case.computed(d, [last], **asked))
    error = refusal(case, d, [last + 1], **asked)
    assert error is not None
    assert all(str(last + 1) in said or str(last) in said for said in sentences(error))


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("d", [0, -1, -(2**70), MAX_CELLS + 1, 2**31, 10**30])
def test_absurd_widths(name: str, d: int) -> None:
    """No columns, fewer than none, more than a machine holds."""
    with pytest.raises(UsageError) as raised:
        Scheme.of(name, d=d)
    sentences(raised.value)


@pytest.mark.parametrize("case", FEW, ids=str)
def test_absurdly_many_positions(case: Case) -> None:
    """A table that no machine holds is refused before it is begun, also where every key meets every query."""
    scheme = case.scheme(comfortable(case))
    several = [np.broadcast_to(np.int64(0), (MAX_CELLS // scheme.d + 1,))]  # takes no room
    if scheme.encoding.kind in ("bias", "none") and dict(case.chosen).get("form", "distance") == "distance":
        several.append(np.arange(10_000))
    for positions in several:
        with pytest.raises(UsageError) as raised:
            scheme.given(scheme.checked(positions))
        assert raised.value.key == "compute.too-many-cells"
        sentences(raised.value)


@pytest.mark.parametrize("name", ENCODINGS)
@pytest.mark.parametrize("positions", [[math.nan], [0.0, math.inf], [0.5]], ids=str)
def test_positions_that_are_no_whole_numbers(name: str, positions: list[float]) -> None:
    """A place between two words, or none at all, is said and not rounded to another place."""
    case = next(case for case in CASES if case.name == name)
    with pytest.raises(UsageError) as raised:
        results(case.scheme(comfortable(case)), np.array(positions))
    sentences(raised.value)
