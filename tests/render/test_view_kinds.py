from __future__ import annotations

import re
from functools import cache
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.i18n import LANGUAGES
from posenc_cli.render.blocks import (
    Calculation,
    CalculationLine,
    Cell,
    Choice,
    Dial,
    OpenQuestion,
    SumGrids,
    TableBlock,
    Working,
)
from posenc_cli.render.page import page_html
from posenc_cli.render.pdf import render_pdf
from posenc_cli.render.plain import page_text
from posenc_cli.render.program import Code
from posenc_cli.render.sheets import attached_to
from posenc_cli.render.view import key_exercises, key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.kinds_slip import PLANTED
from posenc_cli.worksheet.labels import column_name
from tests.page_texts import page_texts
from tests.render.viewing import encoding_row, every, numbers, paper, walk
from tests.worksheet.kinds_sheet import every_kind, every_kind_spec
from tests.worksheet.test_fading import sheet_of, spec_of

if TYPE_CHECKING:
    from types import ModuleType

    from posenc_cli.render.blocks import ExerciseView, PageView
    from posenc_cli.worksheet.sheet import Sheet


@cache
def views(language: str = "de") -> dict[bool, PageView]:
    """Sheet and key, by ``is_key``."""
    sheet = every_kind(language)
    return {False: sheet_view(sheet), True: key_view(sheet, solve(sheet))}


def both(sheet: Sheet) -> tuple[PageView, PageView]:
    """Sheet and key of any sheet."""
    return sheet_view(sheet), key_view(sheet, solve(sheet))


def exercise(kind: str, *, key: bool = False) -> ExerciseView:
    """The first exercise of a kind."""
    number = next(part.number for part in every_kind().parts if part.spec.kind == kind)
    return next(one for one in views()[key].exercises if one.number == str(number))


def spoken(step: Any) -> str:  # noqa: ANN401
    """A step with its cells in brackets."""
    pieces = (step,) if isinstance(step, str) else step
    return "".join(piece if isinstance(piece, str) else f"[{piece.text}]" for piece in pieces)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_kind_in_every_language(language: str) -> None:
    """Sheet and key have all they need, and no place is left open in a sentence."""
    for view in views(language).values():
        prose = [text for text in every(view, str) if "base" not in text]
        assert [text for text in prose if re.search(r"[{}]|\*\*", text)] == []
        assert len(view.exercises) == len(every_kind(language).parts)


def test_every_blank_is_there_once() -> None:
    """Each blank has one cell, in reading order, gaps within a calculation among them."""
    for is_key, view in views().items():
        cells = [cell for one in view.exercises for cell in every(one, Cell) if cell.blank]
        assert [cell.blank for cell in cells] == [blank.id for blank in every_kind().blanks]
        assert all(cell.filled is is_key and bool(cell.tooltip) for cell in cells)


def test_a_student_gets_no_answer() -> None:
    """Nothing is filled, ticked or told; of the numbers of an asked row none is printed elsewhere."""
    for seed in (None, 1, 2, 3):
        sheet = every_kind() if seed is None else vary(every_kind_spec(), seed)
        view = sheet_view(sheet)
        assert [cell for cell in every(view, Cell) if cell.filled or (cell.blank and cell.text)] == []
        assert [one for one in every(view, Choice) if one.right is not None] == []
        assert [one for one in every(view, OpenQuestion) if one.model] == []
        assert [one for one in every(view, Dial) if one.key_hands] == []
        assert every(view, Working) == []
        asked = {
            paper(encoding_row(int(str(blank.named["position"])), 4)[blank.place.column])
            for blank in sheet.blanks
            if blank.label in ("encoding", "aside")
        }
        given = {paper(value) for position in _printed(sheet) for value in encoding_row(position, 4)}
        given |= {paper(value) for row in sheet.given["embedding"] for value in row}
        assert numbers(view) & asked <= given


def _printed(sheet: Sheet) -> list[int]:
    """Positions whose rows are printed: worked ones, and those of exercises that go back from them."""
    worked = [sheet.positions[row] for part in sheet.parts for row in part.data.get("worked", ())]
    shown = [part.data["position"] for part in sheet.parts if "position" in part.data]
    which = [one[0] for part in sheet.parts if part.spec.kind == "which-position" for one in part.data["items"]]
    return [*worked, *shown, *which]


def test_lines_fade() -> None:
    """What is left to the student is a gap, what is not is printed; the key shows it all."""
    for d, first in ((4, "sin(2 / 100)"), (6, "sin(2 / 21.5443)")):
        sheet = sheet_of({"kind": "encode", "fading": [2, 2, 2, 3, 4]}, d=d)
        for is_key, view in enumerate(both(sheet)):
            rows = every(view, Calculation)
            angle = spoken(rows[2].lines[2].steps[1])
            assert spoken(rows[2].lines[2].steps[0]) == first
            assert re.fullmatch(r"sin\(\[0\.0(2|93)\]\)" if is_key else r"sin\(\[\]\)", angle)
            divisor = spoken(rows[3].lines[0].steps[0])
            assert divisor == ("sin(3 / [1])" if is_key else "sin(3 / [])")
            empty = [spoken(step) for step in rows[4].lines[0].steps]
            assert empty == (["sin(4 / 1)", "sin(4)"] if is_key else ["_" * 24])


def test_sums_fade() -> None:
    """The pattern, then the embedding are left out; the last grid has no names but that of the sum."""
    sheet = sheet_of({"kind": "add", "fading": [0, 1, 2, 3, 4]})
    view, key = both(sheet)
    grids = [grid for block in every(view, SumGrids) for grid in block.grids]
    printed = [[all(cell.text for cell in cells) for _, cells in grid.rows] for grid in grids]
    assert printed == [[True, True, True], [True, True, False], [True, False, False], [False] * 3, [False] * 3]
    assert [name for name, _ in grids[4].rows[:2]] == ["", ""]
    filled = [grid for block in every(key, SumGrids) for grid in block.grids]
    assert all(cell.text for grid in filled for _, cells in grid.rows for cell in cells)
    table = next(block for block in every(view, TableBlock))
    assert [[cell.text for cell in row[1:]] for row in table.rows] == [
        [cell.text for cell in filled[n].rows[0][1]] for n in (3, 4)
    ]


def test_a_planted_line_is_the_only_wrong_one() -> None:
    """All printed values but one are those of the formula; key and ticks name that line, and the step."""
    for name in PLANTED:
        sheet = build(spec_of({"kind": "planted-slip", "slip": name, "positions": [9]}, d=8))
        planted = sheet.parts[0].data["planted"]
        view, key = sheet_view(sheet), key_exercises(sheet, solve(sheet))
        lines = every(view, Calculation)[0].lines
        right = [paper(value) for value in encoding_row(9, 8)]
        wrong = [k for k, line in enumerate(lines) if line.result.text != right[k]]
        assert wrong == [planted.column]
        which, step = every(key, Choice)
        assert which.options[which.right or 0] == column_name(planted.column)
        assert step.right is not None
        shown = [str(one) for one in lines[planted.column].steps]
        worked = [str(one) for one in _right_line(sheet, planted.column)]
        assert (shown == worked) is (planted.step == "value")
        assert "(9 + 1)" not in shown[0]


def _right_line(sheet: Sheet, column: int) -> tuple[object, ...]:
    """How the line would read without its slip."""
    spec = sheet.spec.model_copy(
        update={
            "exercise": (
                sheet.spec.exercise[0].model_copy(
                    update={"kind": "encode", "positions": (), "slip": "", "fading": (0,), "rows": (9,)}
                ),
            ),
            "worksheet": sheet.spec.worksheet.model_copy(update={"sentence": "", "n": 10}),
        }
    )
    return every(sheet_view(build(spec)), CalculationLine)[column].steps


def test_the_code_keeps_its_shape() -> None:
    """Indentation stays in every medium; the key fills the gaps and lists what else is right."""
    view, key = exercise("code-gap"), exercise("code-gap", key=True)
    (code,), (filled,) = every(view, Code), every(key, Code)
    gaps = [[piece for line in one.lines for piece in line if isinstance(piece, Cell)] for one in (code, filled)]
    assert [cell.text for cell in gaps[0]] == [""] * 3
    assert [cell.text for cell in gaps[1]] == ["k // 2", "base ** (2 * i / d)", "k % 2 == 1"]
    assert any("k >> 1" in text for text in every(key, str))
    text = page_text(views()[True])
    assert "\n            for k in range(d):\n" in text
    assert "angle = pos / [base ** (2 * i / d)]" in text
    assert "base ** (2 * i / d)" in page_html(views()[True])
    assert "            wave = math.cos if " in page_html(views()[False])


def test_dials_and_their_choices() -> None:
    """The right reading is among four different ones, wherever it stands."""
    sheet = build(spec_of({"kind": "read-dial", "positions": [1, 2, 3, 4, 5, 6]}, sentence="", n=1))
    _, key = both(sheet)
    places = set()
    for position, choice in zip(range(1, 7), every(key, Choice), strict=True):
        sine, cosine = (paper(value, 2) for value in _pair(position))
        assert choice.right is not None
        assert choice.options[choice.right] == f"sin {sine} and cos {cosine}"
        assert len(set(choice.options)) == 4
        places.add(choice.right)
    assert len(places) > 1


def _pair(position: int) -> tuple[float, float]:
    import math

    return math.sin(position), math.cos(position)


def test_only_what_is_calculated_has_a_working() -> None:
    """A place in an order and a position that is read off have no calculation; angles and divisors have one."""
    lines = {
        kind: [line for block in every(exercise(kind, key=True), Working) for line in block.lines] for kind in KINDS
    }
    assert lines["order"] == lines["read-dial"] == []
    assert lines["find-divisor"][0].endswith(("= 1", "= 100"))
    assert "π − " in lines["which-position"][1]
    assert lines["formula-gap"][-1] == "Exponent von d₃: 2 · 1 / 4 = 0.5"


KINDS = ("order", "read-dial", "find-divisor", "which-position", "formula-gap")


def test_words_of_questions_are_data() -> None:
    """Questions and model answers of the author's own come out as they went in."""
    hostile = ["{x} **b** _q_", "<i> {{7*7}} 10^(2)"]
    sheet = sheet_of({"kind": "open", "sentences": hostile, "models": hostile})
    view, key = both(sheet)
    assert [question.question[0].text for question in every(view, OpenQuestion)] == hostile
    assert [question.model for question in every(key, OpenQuestion)] == hostile
    assert "&lt;i&gt; {{7*7}}" in page_html(view)


def test_a_comma_stands_in_every_number() -> None:
    """The decimal mark of the sheet holds for angles, divisors and printed rows."""
    spec = every_kind_spec()
    spec = spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"decimal_mark": "comma"})})
    for view in both(build(spec)):
        code = {id(text) for block in every(view, Code) for text in walk(block)}
        assert [text for text in every(view, str) if re.search(r"\d\.\d", text) and id(text) not in code] == []


@pytest.mark.pdf
def test_it_prints_in_silence(weasyprint: ModuleType) -> None:
    """Both documents become PDFs without a word of complaint, and the code is in them line by line."""
    assert weasyprint
    for view in views("de").values():
        attached = attached_to(every_kind(), key=view.is_key)
        made = render_pdf(page_html(view), title=view.title, language=view.language, attached=attached)
        assert made.data is not None
        assert (made.log, made.notices) == ((), ())
        assert "for pos in range(n):" in "\n".join(page_texts(made.data))
