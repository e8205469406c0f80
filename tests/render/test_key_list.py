from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

import pytest

from posenc_cli.render.blocks import Paragraph, TableBlock
from posenc_cli.render.key_list import list_view
from posenc_cli.worksheet.codes import code_of, shown
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.sheet import Holder
from posenc_cli.worksheet.spec import Spec, find

if TYPE_CHECKING:
    from posenc_cli.render.blocks import ExerciseView

_NUMBER = re.compile(r"−?\d+(?:[.,]\d+)?")


def answers(section: ExerciseView) -> dict[str, str]:
    """Of a student, by the number of the exercise."""
    (table,) = section.blocks
    assert isinstance(table, TableBlock)
    return {number.text: said.text for number, said in table.rows}


@pytest.mark.parametrize("name", ["katze-kurz", "alibi", "t5-en"])
def test_all_right_numbers_of_everybody_are_listed(name: str) -> None:
    """Those of the keys, in their order, with the code of the sheet; those behind a bar are numbers, not labels."""
    sheets = [replace(vary(find(name), seed), holder=Holder(name=f"Name {seed}")) for seed in (3, 4)]
    view = list_view(sheets, ["Anna", "Ben (2)"])
    assert [section.title for section in view.exercises] == ["Anna", "Ben (2)"]
    assert [section.points for section in view.exercises] == [shown(code_of(sheet)) for sheet in sheets]
    for sheet, section in zip(sheets, view.exercises, strict=True):
        said = answers(section)
        for one in solve(sheet):
            if one.blank.source is None:
                found = [
                    number.replace("−", "-").replace(",", ".")
                    for number in _NUMBER.findall(said[str(one.blank.exercise)])
                ]
                assert any(float(text) in map(float, found) for text in one.accepted)
    (behind,) = view.closing
    assert isinstance(behind, Paragraph)
    assert "Anna" in str(behind.text)


def test_ticks_and_gaps_of_everybody_are_listed() -> None:
    """Where they are drawn, a person needs them as well."""
    exercises = [{"kind": "true-false", "items": 3}, {"kind": "encode", "blank": [1]}]
    spec = Spec.model_validate({"worksheet": {"name": "n", "title": "t", "n": 3}, "exercise": exercises})
    first, second = (answers(list_view([vary(spec, seed)], ["A"]).exercises[0])["1"] for seed in (1, 2))
    assert first
    assert first != second
