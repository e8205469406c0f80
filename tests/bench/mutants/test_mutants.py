from __future__ import annotations

import ast
import json
import tomllib
from pathlib import Path

import pytest

from tests.bench.mutants.faults import faults, mutated
from tests.bench.mutants.run import left

#: Faults that a test could see and none does: to be killed, and this number with them.
LEFT = 0
HERE = Path(__file__).resolve().parent
SOURCE = '''"""At 3."""
import math

LIMIT = 2

class Sheet:
    @property
    def near(self, more: int = 1) -> int | None:
        """Within 1."""
        if self.size < LIMIT and not self.done:
            raise ValueError(1 + 1)
        return min(self.size + 1, LIMIT)
'''


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    """A module to put faults into."""
    path = tmp_path / "grading" / "sheet.py"
    path.parent.mkdir()
    path.write_text(SOURCE, encoding="utf-8")
    return path


def test_every_fault_of_a_module(sheet: Path) -> None:
    """What runs can be wrong: operators, numbers, sides and conditions; not texts, annotations or what is raised."""
    found = [fault.key.removeprefix("grading/sheet.py ") for fault in faults(sheet, sheet.parents[1])]
    condition = "self.size < LIMIT and (not self.done)"
    assert found == [
        "(module): 2 → 3",
        "(module): 1 → 2",
        f"Sheet.near: {condition} → not ({condition})",
        f"Sheet.near: {condition} → self.size < LIMIT or not self.done",
        "Sheet.near: self.size < LIMIT → self.size <= LIMIT",
        "Sheet.near: not self.done → self.done",
        "Sheet.near: min(self.size + 1, LIMIT) → max(self.size + 1, LIMIT)",
        "Sheet.near: self.size + 1 → self.size - 1",
        "Sheet.near: 1 → 2",
    ]


def test_a_module_has_one_fault_at_a_time(sheet: Path) -> None:
    """Every fault changes the module, and no two change it alike."""
    whole = ast.unparse(ast.parse(SOURCE))
    texts = [ast.unparse(mutated(sheet, fault)) for fault in faults(sheet, sheet.parents[1])]
    assert len({whole, *texts}) == len(texts) + 1


def test_faults_that_no_test_sees() -> None:
    """So many have no reason yet, and never more; no reason outlives its fault."""
    results = json.loads((HERE / "tried.json").read_text(encoding="utf-8"))
    explained = tomllib.loads((HERE / "explained.toml").read_text(encoding="utf-8"))
    assert len(left(results)) <= LEFT
    assert set(explained) <= {one["fault"] for some in results.values() for one in some["survived"]}
