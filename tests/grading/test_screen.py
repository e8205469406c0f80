from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.grading.class_stress import simulated
from posenc_cli.grading.diagnosis import diagnose
from posenc_cli.grading.marking import Marker
from posenc_cli.grading.screen import Screen
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.mistakes import forms_of, slips_of
from posenc_cli.worksheet.spec import Spec
from tests.grading.tools import answers_with, marked, marked_all, named, right, sheets

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from posenc_cli.grading.ways import Way
    from posenc_cli.worksheet.sheet import Sheet


def test_a_gap_on_another_sheet_hides_nothing() -> None:
    """Distances the other way round in far buckets alone are found, also beside somebody who leaves out a logarithm."""
    sheet = sheets()["t5"]
    slip = next(one for one in slips_of(sheet) if one.id == "rel-direction-reversed")
    rules, other = next(iter(forms_of(sheet, slip)))
    reversed_ = answers_with(sheet, rules, other)
    few = dict(right("t5")) | {name: text for name, text in reversed_.items() if name.startswith("farbucket")}
    assert named(marked(sheet, few)) == {slip.id: "sure"}
    assert named(marked_all(sheet, [few, reversed_ | {"farlogarithm_1": ""}])[0]) == {slip.id: "sure"}


#: Of all pairs of a way and a student with a wrong answer how many are looked at, in percent.
LOOKED_AT = {
    "katze": 5,
    "t5": 11,
    "relative": 2,
    "interpolation": 7,
    "calendar": 7,
    "middle": 6,
    "nope": 21,
    "hidden": 50,
}


def looked_through(name: str) -> Sheet:
    """One of the sheets; on the hidden one dot products of all rows are asked for, and only the first row is there."""
    if name != "hidden":
        return sheets()[name]
    blocks = [{"table": "pe", "rows": [0], "blank": [0]}, {"table": "near", "blank": [1, 2, 3]}]
    about = {"title": "made", "name": "made", "d": 4, "n": 5}
    exercise = [{"kind": "task", "title": "made", "block": blocks}]
    return build(Spec.model_validate({"worksheet": about, "rules": {"near": "dots(pe, pe)"}, "exercise": exercise}))


@pytest.mark.parametrize("name", LOOKED_AT)
def test_who_is_passed_over_would_not_have_been_explained(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class that is looked at without a screen has the same findings; with it few are looked at."""
    sheet = looked_through(name)
    marker = Marker(sheet, simulated(sheet, 150, seed=3).answers(sheet))
    looked = np.zeros(2)

    def counted(screen: Screen, way: Way) -> NDArray[np.intp]:
        found = candidates(screen, way)
        looked[:] += len(found), len(screen.students)
        return found

    def everybody(screen: Screen, _way: Way) -> NDArray[np.intp]:
        return screen.students

    findings, candidates = [], Screen.candidates
    for looking in (counted, everybody):
        monkeypatch.setattr(Screen, "candidates", looking)
        findings.append(diagnose(marker, marker.verdicts(), slips_of(sheet), pairs=True))
    assert findings[0] == findings[1]
    assert 100 * looked[0] < LOOKED_AT[name] * looked[1]
