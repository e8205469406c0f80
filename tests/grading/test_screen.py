from __future__ import annotations

from posenc_cli.worksheet.mistakes import forms_of, slips_of
from tests.grading.tools import answers_with, marked, marked_all, named, right, sheets


def test_a_gap_on_another_sheet_hides_nothing() -> None:
    """Distances the other way round in far buckets alone are found, also beside somebody who leaves out a logarithm."""
    sheet = sheets()["t5"]
    slip = next(one for one in slips_of(sheet) if one.id == "rel-direction-reversed")
    rules, other = next(iter(forms_of(sheet, slip)))
    reversed_ = answers_with(sheet, rules, other)
    few = dict(right("t5")) | {name: text for name, text in reversed_.items() if name.startswith("farbucket")}
    assert named(marked(sheet, few)) == {slip.id: "sure"}
    assert named(marked_all(sheet, [few, reversed_ | {"farlogarithm_1": ""}])[0]) == {slip.id: "sure"}
