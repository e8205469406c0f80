from __future__ import annotations

import re

import pytest

from posenc_cli.render.blocks import Cell, Choice, OpenQuestion, PageView, Working
from posenc_cli.render.view import key_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find
from tests.render.viewing import every, teacher_view


@pytest.fixture(scope="module")
def key() -> PageView:
    """The key of the long German sheet."""
    sheet = build(find("katze"))
    return key_view(sheet, solve(sheet))


def test_blanks_are_filled_and_alternatives_stand_beside(key: PageView) -> None:
    """Each blank has its answer; only the dot product has a second one."""
    cells = {cell.blank: cell for cell in every(key, Cell) if cell.blank}
    assert all(cell.filled and cell.text for cell in cells.values())
    assert cells["pe2_d2"].text == "−0.416"
    assert {name: cell.alternatives for name, cell in cells.items() if cell.alternatives} == {"dot": ("0.729",)}


def test_working_is_said_in_steps(key: PageView) -> None:
    """The working puts numbers into the rules, as a person writes them."""
    lines = [line for working in every(key, Working) for line in working.lines]
    assert "Position 2, d₃: 2 / 100 = 0.02; sin(0.02) = 0.020" in lines
    assert "sitzt (Position 2), Summe, d₂: 0.100 + (−0.416) = −0.316" in lines
    assert "Skalarprodukt: 0.129 + (−0.609) + 0.000 + 1.209 = 0.728 | 0.729" in lines


@pytest.mark.parametrize("name", ["nope", "t5", "learned"])
def test_what_is_looked_up_has_no_working(name: str) -> None:
    """What a word sees, or a number that is taken from a table, is no calculation; what is counted up is one."""
    lines = [line for working in every(teacher_view(name), Working) for line in working.lines]
    assert lines
    assert [line for line in lines if re.search(r": −?[\d.]+ = −?[\d.]+$", line)] == []


def test_right_ticks(key: PageView) -> None:
    """The same cards; the fast pair changes more; no number of the table changes with the word."""
    assert [one.options[one.right or 0] for one in every(key, Choice)] == [
        "Es sind genau dieselben Karten.",
        "d₁ (Teiler 1)",
        "keine einzige Zahl",
    ]


def test_open_questions_have_model_sentences(key: PageView) -> None:
    """Each open question has a model answer, in the exercise and on the page of expectations."""
    models = [one.model for one in every(key, OpenQuestion)]
    assert len(models) == 2
    assert "von 1.000 auf 0.327" in models[0]
    assert key.expectation is not None
    row = next(row for row in key.expectation.rows if row.exercise == "9")
    assert all(model in row.model for model in models)


def test_the_page_of_expectations(key: PageView) -> None:
    """One line an exercise with verb, level, points and minutes, a sum, eight finger-prints, and the rules."""
    page = key.expectation
    assert page is not None
    assert [row.exercise for row in page.rows[:-1]] == [str(n) for n in range(11)]
    assert (page.rows[4].verb, page.rows[4].level, page.rows[4].points, page.rows[4].minutes) == (
        "Berechne",
        "II",
        "4",
        "10 min",
    )
    assert (page.rows[-1].points, page.rows[-1].minutes) == ("25", "90 min")
    assert page.head[2] == "AFB"
    assert len(page.slips) == 8
    assert all(len(slip.row) == 4 and slip.cause and slip.hint for slip in page.slips)
    assert page.slips[0].row == ("0.035", "0.999", "0.000", "1.000")
    assert page.slips[0].points == "22 von 25"
    assert any("keine Folgepunkte" in rule for rule in page.rules)


def test_drawn_hands_and_shades_are_expected(key: PageView) -> None:
    """What is to be drawn and to be shaded stands with the other answers."""
    assert key.expectation is not None
    clock, shades = (key.expectation.rows[n].model.replace("\u00a0", " ") for n in (3, 4))
    assert "pos = 2, im Uhrzeigersinn von oben: d₁ und d₂ um 115°, d₃ und d₄ um 1°." in clock
    assert "Schattiert ist pos 2: d₂ hell, d₃ mittel, d₁ und d₄ dunkel." in shades


def test_shares_of_points_are_those_of_the_spec() -> None:
    """A teacher who gives half for rounding reads so below."""
    spec = find("cat-short")
    credit = spec.worksheet.credit.model_copy(update={"rounding": 0.5})
    sheet = build(spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update={"credit": credit})}))
    page = key_view(sheet, solve(sheet)).expectation
    assert page is not None
    assert any("50\u00a0%" in rule for rule in page.rules)
    truncated = next(slip for slip in page.slips if slip.row == ("0.909", "−0.416", "0.019", "0.999"))
    assert truncated.points != "12 of 12"
