from __future__ import annotations

import json

import numpy as np
import pytest

from tests.samples import code


@pytest.mark.parametrize("name", code.NAMES)
def test_faulty_code_is_named(name: str) -> None:
    """A script still makes its array, and posenc says of it what lies beside it."""
    made, stored = code.bug(name).made, code.stored(name)
    np.testing.assert_allclose(made, stored, rtol=0, atol=2e-3 if name == "float32-angles" else 1e-6)
    text, found = code.said(name, stored)
    assert text == (code.FOLDER / f"{name}.txt").read_text(encoding="utf-8"), "make samples, and look at the difference"
    summary = json.loads((code.FOLDER / code.SAID).read_text(encoding="utf-8"))[name]
    assert {key: found[key] for key in summary} == summary
    assert found["cause"] is not None


def test_the_gallery_is_rich() -> None:
    """At least fifteen scripts tell the repository and the number of a public report, each cause once or twice."""
    reports = [code.bug(name).report for name in code.NAMES]
    assert sum("#" in report.split(":")[0] for report in reports) >= 15
    assert sorted(code.NAMES) == sorted(json.loads((code.FOLDER / code.SAID).read_text(encoding="utf-8")))
