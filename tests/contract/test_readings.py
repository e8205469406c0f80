"""One formula, every reading: arrays, cell by cell, two float64 a number, fifty digits, and in words."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from posenc_cli.calculation.algebras import ACCURATE, NUMBERS, PROOF, in_words
from tests.contract.cases import CASES, Case, comfortable
from tests.contract.readings import Cells

COUNT = 3
#: Relative and absolute tolerance: plain float64, in which angles of a few radians lose a few digits, and pairs of
#: float64, given as one.
PLAIN = (1e-12, 1e-13)
EXACT = (3e-16, 1e-30)


def readings(case: Case) -> tuple[dict[str, Any], dict[str, Any], dict[str, Any], Cells]:
    """Every rule on arrays, in pairs and in fifty digits, and the means to compute its cells."""
    scheme = case.scheme(comfortable(case), COUNT)
    given = scheme.given(np.arange(COUNT))
    numbers, accurate, proof = (scheme.formula.run(given, algebra).values for algebra in (NUMBERS, ACCURATE, PROOF))
    names = [rule.name for rule in scheme.formula.rules]
    return (
        {name: np.asarray(numbers[name]) for name in names},
        {name: accurate[name].to_float64() for name in names},
        {name: np.asarray(proof[name], dtype=np.float64) for name in names},
        Cells(scheme.formula, given),
    )


@pytest.mark.parametrize("case", CASES, ids=str)
def test_arrays_cells_and_fifty_digits_agree(case: Case) -> None:
    """Every rule, not the results only: a difference shows where it begins."""
    numbers, accurate, proof, cells = readings(case)
    for name, truth in proof.items():
        np.testing.assert_allclose(numbers[name], truth, *PLAIN, err_msg=f"{name} on arrays")
        np.testing.assert_allclose(accurate[name], truth, *EXACT, err_msg=f"{name} in pairs")
        alone = cells.array(name)
        assert alone.shape == truth.shape, name
        np.testing.assert_allclose(alone, truth, *PLAIN, err_msg=f"{name} cell by cell")


@pytest.mark.parametrize("case", CASES, ids=str)
def test_every_rule_can_be_said(case: Case) -> None:
    """Every step has words, and what is said has the value that was computed."""
    scheme = case.scheme(comfortable(case), 1)
    run = scheme.formula.run(scheme.given(np.arange(1)), ACCURATE)
    values: dict[str, Any] = {name: value.to_float64() for name, value in run.values.items()}
    for rule in scheme.formula.rules:
        said = scheme.formula.say(rule.name, values, in_words(lambda value: f"{value:.3f}"))
        assert all(each.text.strip() for each in np.ravel(said)), rule.name
        meant = np.vectorize(lambda each: each.value, otypes=[float])(said)
        np.testing.assert_allclose(
            meant, np.broadcast_to(values[rule.name], meant.shape), rtol=1e-9, atol=1e-9, err_msg=rule.name
        )
