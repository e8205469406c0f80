from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.formula import Formula
from posenc_cli.calculation.whole import whole
from posenc_cli.encodings.exercise import exercise, sheet
from posenc_cli.encodings.scheme import Scheme

GIVEN: dict[str, Any] = {
    "n": 4,
    "share": 0.5,
    "query": np.arange(4).reshape(4, 1),
    "key": np.arange(4).reshape(1, 4),
    "measured": np.array([[Decimal("1.0"), Decimal(2)]], dtype=object),
    "counted": np.array([[Decimal(1), Decimal(20)], [3, 4]], dtype=object),
    "table": np.array([[1.0, 2.0]]),
}


@pytest.mark.parametrize(
    "expression",
    [
        "3",
        "query - key",
        "-key",
        "n * query + 2",
        "larger(query - key, 0)",
        "smaller(abs(query - key), n)",
        "where(share < query, key, n)",
        "query // share",
        "query % n",
        "floor(query / 3)",
        "ceil(share)",
        "trunc(share)",
        "round(share, 0)",
        "take(counted, key % 2)",
        "row(counted, 1)",
        "roll(counted, 1)",
        "total(counted)",
        "summed(counted)",
        "transposed(counted)",
        "n / 2",
        "key // (n / 4)",
        "key % (n / 2)",
    ],
)
def test_counts_give_counts(expression: str) -> None:
    """Counting, cutting and picking lead from whole numbers to whole numbers."""
    assert "found" in whole(Formula.of(found=expression), GIVEN)


def test_a_quotient_of_all_leaves_may_be_a_count() -> None:
    """A half of the width 4, where there is nothing else."""
    assert "found" in whole(Formula.of(found="n / 2"), {"n": 4})


@pytest.mark.parametrize(
    "expression",
    [
        "3.0",
        "share",
        "query / 2",
        "n / 3",
        "n / 0",
        "n ** 2",
        "2 ** query",
        "n + share",
        "where(query < key, share, 1)",
        "where(query < key, 1, share)",
        "larger(key, share)",
        "query % share",
        "round(share, 1)",
        "round(share, n)",
        "take(table, key % 2)",
        "total(measured)",
        "take(measured, 1)",
        "sqrt(n)",
        "exp(0)",
        "cos(0)",
        "dots(counted, counted)",
    ],
)
def test_all_else_is_measured(expression: str) -> None:
    """What may have decimals is no count, even where it has none here."""
    assert "found" not in whole(Formula.of(found=expression), GIVEN)


def test_what_is_whole_goes_on() -> None:
    """A rule reads the rules before it; a quotient of rules is none of leaves; a rule may take the name of a leaf."""
    formula = Formula.of(a="query - key", b="total(a)", c="b * share", d="b / 1", n="share")
    assert whole(formula, GIVEN) == {"query", "key", "counted", "a", "b"}


def test_leaves() -> None:
    """Numbers of things are whole, switches too, a base whatever it was read as; written decimals count."""
    given = GIVEN | {"switch": np.True_, "base": 1e4, "odd": 0.1, "nothing": Decimal("NaN"), "missing": float("nan")}
    assert whole(Formula(()), given) == {"n", "query", "key", "counted", "switch", "base"}


@pytest.mark.parametrize(
    ("scheme", "counts", "measures"),
    [
        (Scheme.of("alibi", d=4, n_heads=4), {"distance", "exponent"}, {"slope", "bias", "score", "weight"}),
        (Scheme.of("alibi", d=4, n_heads=12), {"distance"}, {"exponent", "slope", "bias"}),
        (Scheme.of("t5", d=4), {"relative", "half", "exact", "side", "distance", "steps", "bucket"}, {"logarithm"}),
        (Scheme.of("shaw", d=4, clip=2), {"relative", "clipped", "index"}, {"content", "position", "bias"}),
        (Scheme.of("nope", d=4), {"visible", "count"}, {"weight", "mean"}),
        (Scheme.of("learned", d=4), {"place", "share", "id"}, {"pe", "x"}),
        (Scheme.of("calendar", d=2), {"harmonic", "wave"}, {"share", "turns", "angle", "pe"}),
        (Scheme.of("sinusoidal-2d", d=8), {"patch", "y", "x_at", "block", "axis", "i", "wave", "at"}, {"pe", "angle"}),
        (Scheme.of("rope", d=4), {"partner", "sign", "base"}, {"exponent", "inv_freq", "angle", "c", "s", "turned"}),
        (Scheme.of("sinusoidal"), {"i", "wave"}, {"exponent", "divisor", "angle", "pe", "x", "dot", "cosine"}),
    ],
    ids=lambda value: value.encoding.name if isinstance(value, Scheme) else "",
)
def test_quantities_of_encodings(scheme: Scheme, counts: set[str], measures: set[str]) -> None:
    """What a person counts is whole, and what a calculator shows is not."""
    found = whole(exercise(scheme), sheet(scheme, 2, [[0.5] * scheme.d], 5))
    assert counts <= found
    assert not measures & found
