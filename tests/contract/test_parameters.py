"""Every parameter of every record: some value of it changes something, and no value of it makes nonsense."""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from posenc_cli.encodings import ENCODINGS
from posenc_cli.errors import UsageError
from tests.contract.cases import (
    CASES,
    COUNT,
    PARAMETERS,
    TIMES,
    Case,
    comfortable,
    each_choice,
    eighths,
    finite,
    refusal,
    sentences,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from posenc_cli.encodings.record import Parameter

    Results = Mapping[str, np.ndarray[Any, Any]]

_SMALL_GRID = {"old_height": 2, "old_width": 2, "height": 3, "width": 3}
#: Parameters that say something only beside others: (encoding, parameter) → what else is asked.
BESIDE: Mapping[tuple[str, str], Mapping[str, Any]] = {
    ("timestamps", "origin"): {"timestamps": TIMES},
    ("calendar", "utc_offset"): {"timestamps": TIMES},
    ("informer", "utc_offset"): {"timestamps": TIMES},
    # A table of 197 rows would be no example; its size must fit the grid.
    ("learned-2d", "table"): _SMALL_GRID,
    ("learned-2d", "old_height"): _SMALL_GRID,
    ("learned-2d", "old_width"): _SMALL_GRID,
    ("learned-2d", "num_prefix_tokens"): _SMALL_GRID,
    # Without an offset there is no row that padding could read.
    ("learned", "attention_mask"): {"offset": 2},
    # A ramp that lies within eight columns.
    ("rope", "beta_fast"): {"beta_slow": 0.05},
    ("rope", "truncate"): {"beta_fast": 1.5, "beta_slow": 0.05},
    # Only both together mean anything.
    ("rope", "mscale"): {"mscale_all_dim": 1},
    ("rope", "mscale_all_dim"): {"mscale": 1},
    ("rope", "long_factor"): {"seq_len": 500},
    # Text turns alike in all sections.
    ("mrope", "mrope_section"): {"position_ids": [[0, 1, 2, 3, 4], [5, 6, 7, 8, 9], [4, 3, 2, 1, 0]]},
    # Distances beyond those that have a bucket each.
    ("t5", "max_distance"): {"num_buckets": 8},
}
#: Parameters that change nothing, each with the reason why it is there.
WITHOUT_EFFECT: Mapping[tuple[str, str], str] = {
    ("sinusoidal-3d", "depth"): "the outermost side of a grid only says where it ends, and so what lies outside",
}

NUMBERS = (0.5, 2, 3, 1.5, 5, 17, 100, 5000, 10**6)
WHOLE = (1, 2, 3, 0, 5, 8, 20, 200, 5000)


def values(parameter: Parameter, d: int) -> Iterator[Any]:
    """Values of the kind of a parameter; which of them are legal is found by asking."""
    match parameter.kind:
        case "number":
            yield from NUMBERS
        case "whole":
            yield from WHOLE
        case "switch":
            yield from (True, False)
        case "numbers":
            for length in (COUNT, d // 2, d, d - 1, 1, 2, 3, 16):
                yield [(3 * place + 2) / 4 for place in range(length)]
                yield [int(place % 3 != 1) for place in range(length)]
            yield [1, 1, d // 2 - 2]
        case "matrix":
            for shape in ((COUNT, d), (2 * COUNT - 1, d), (3, COUNT), (32, 8), (5, d), (7, d)):
                yield np.abs(np.rint(8 * eighths(*shape)))
        case "time":
            yield from ("2020-02-29T12:34:56", "2020-02-29T12:34:56+01:00")
        case "times":
            yield TIMES


def differ(before: Results, after: Results, kind: str) -> bool:
    """Is any result another? Of a list or a table its numbers must count, not its length alone."""
    if any(values.shape != after[name].shape for name, values in before.items()):
        return kind not in ("numbers", "matrix")
    return any(not np.allclose(values, after[name], rtol=1e-9, atol=1e-12) for name, values in before.items())


def wanted(case: Case, parameter: Parameter, before: Results, beside: Mapping[str, Any]) -> Iterator[Any]:
    """Tables of the sizes that the case itself says it wants, with as many columns as its results have anywhere."""
    if parameter.kind != "matrix":
        return
    for columns in sorted({size for values in before.values() for size in values.shape}):
        error = refusal(case, comfortable(case), **{**beside, parameter.name: np.zeros((1, columns))})
        if error is not None and error.key == "bias.shape":
            rows, needed = map(int, str(error.values["wanted"]).split(" × "))
            yield eighths(rows, needed)


def has_effect(case: Case, parameter: Parameter) -> bool:
    """Does some legal value of a parameter change some result of the case?"""
    d, beside = comfortable(case), dict(BESIDE.get((case.name, parameter.name), {}))
    try:
        before = case.computed(d, **beside)
    except UsageError:
        return False
    for value in (*values(parameter, d), *wanted(case, parameter, before, beside)):
        try:
            after = case.computed(d, **{**beside, parameter.name: value})
        except UsageError:
            continue
        assert finite(after), value
        if differ(before, after, parameter.kind):
            return True
    return False


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS, ids=lambda each: getattr(each, "name", each))
def test_every_parameter_has_an_effect(name: str, parameter: Parameter) -> None:
    """Under some choice some value of it changes a number or a shape."""
    found = any(has_effect(case, parameter) for case in CASES if case.name == name)
    assert found != ((name, parameter.name) in WITHOUT_EFFECT)


def legal(parameter: Parameter, value: Any) -> bool:  # noqa: ANN401
    """Is a value of the kind of the parameter and within its bounds?"""
    try:
        parameter.leaf(value)
    except UsageError:
        return False
    return True


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS, ids=lambda each: getattr(each, "name", each))
def test_other_names_mean_the_same(name: str, parameter: Parameter) -> None:
    """What a configuration calls otherwise is the same parameter, and both names at once are refused."""
    case = next(case for case in CASES if case.name == name)
    d = comfortable(case)
    value = next(value for value in values(parameter, d) if legal(parameter, value))
    for other in parameter.also:
        with pytest.raises(UsageError) as raised:
            case.scheme(d, **{parameter.name: value, other: value})
        assert raised.value.key == "compute.parameter-twice"
        sentences(raised.value)
        assert parameter.name in case.scheme(d, **{other: value}).parameters


HOSTILE: tuple[Any, ...] = (
    *(math.nan, math.inf, -math.inf, -1, 0, -0.0, 1e-300, 2.5, 1e18, 1e308, 10**30, True),
    *("abc", "", "nan", "2024-13-01", "9999-12-31T23:59:59", [], [math.nan], [0.0], [[]], [[math.nan]], [[1, 2], [3]]),
    *([1e308] * COUNT, [-1] * COUNT, [[1e300] * 8] * COUNT, {}, b"x", object, 1j),
)


@pytest.mark.parametrize(("name", "parameter"), PARAMETERS, ids=lambda each: getattr(each, "name", each))
def test_no_value_makes_nonsense(name: str, parameter: Parameter) -> None:
    """Whatever is given for a parameter: numbers, or one sentence in every language."""
    for case in each_choice(name):
        d = comfortable(case)
        for value in HOSTILE:
            try:
                found = case.computed(d, **{parameter.name: value})
            except UsageError as error:
                sentences(error)
            else:
                assert finite(found), (case, value)


def test_every_exception_is_about_a_parameter() -> None:
    """The tables of this file name parameters that exist."""
    known = {(name, each.name) for name, each in PARAMETERS}
    assert {*BESIDE, *WITHOUT_EFFECT} <= known
    assert {name for name, _ in known} <= set(ENCODINGS)
