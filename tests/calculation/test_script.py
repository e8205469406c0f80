from __future__ import annotations

from typing import Any

import pytest

from posenc_cli.calculation.algebras import SCRIPT
from posenc_cli.calculation.expression import evaluate, parse


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("where(a > 0.5, 2 * a, -a)", ["where", ["<", 0.5, "a"], ["*", 2, "a"], ["negate", "a"]]),
        ("where(a >= b, a, b)", ["where", ["<=", "b", "a"], "a", "b"]),
        ("sin(a / 1e2) ** 2.0", ["**", ["sin", ["/", "a", 100]], 2]),
    ],
)
def test_a_formula_as_data(text: str, expected: list[Any]) -> None:
    """A page computes with the same tree: operations before their arguments, whole numbers without a point."""
    names = {name: name for name in parse(text).names}
    found = evaluate(parse(text), names, SCRIPT)
    assert found == expected
    assert not isinstance(found[-1], float)
