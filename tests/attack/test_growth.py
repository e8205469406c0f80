"""Expressions of somebody else's worksheet: however they stand in each other, the work grows with what was written."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from posenc_cli.calculation.algebras import NUMBERS, Algebra
from posenc_cli.calculation.expression import evaluate, parse, substitute
from posenc_cli.calculation.formula import Formula
from posenc_cli.render.view import key_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import read

if TYPE_CHECKING:
    import pytest

    from posenc_cli.calculation.primitives import Primitive

DEEP = 6
WIDE = """
[worksheet]
title = "t"
n = 4
[given]
m = [[1, 2, 3, 4], [2, 3, 4, 5], [3, 4, 5, 6]]
[rules]
product = "dots(m, m)"
[[exercise]]
kind = "task"
title = "x"
[[exercise.block]]
table = "product"
blank = [0, 1, 2]
"""


def test_what_stands_many_times_in_an_expression_is_computed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A slip may name the step that it replaces as often as it likes, and another slip that one: check never ended."""
    start = found = parse("pos + 1")
    for _ in range(DEEP):
        found = substitute(parse("x * x + x - x * x"), "x", found)
    applied: list[str] = []
    apply = Algebra.apply

    def counted(self: Algebra, primitive: Primitive, arguments: list[Any]) -> Any:  # noqa: ANN401
        applied.append(primitive.name)
        return apply(self, primitive, arguments)

    monkeypatch.setattr(Algebra, "apply", counted)
    # x² + x − x² is x.
    given = {"pos": np.array(2.0)}
    assert evaluate(found, given, NUMBERS) == evaluate(start, given, NUMBERS) == 3
    # x · x stands twice in each step.
    assert len(applied) == 3 * DEEP + 2


def test_a_rule_is_said_once_for_all_its_cells(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key asks for it blank by blank, and a large table once took minutes."""
    said: list[str] = []
    say = Formula.say

    def counted(self: Formula, name: str, *of: Any) -> Any:  # noqa: ANN401
        said.append(name)
        return say(self, name, *of)

    monkeypatch.setattr(Formula, "say", counted)
    sheet = build(read(WIDE, "wide", None))
    assert len(sheet.blanks) == 9
    key_view(sheet, solve(sheet))
    assert said.count("product") == 1
