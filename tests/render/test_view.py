from __future__ import annotations

import re
from decimal import Decimal
from typing import TYPE_CHECKING

import pytest

from posenc_cli.render.blocks import (
    LABELS,
    CalculationLine,
    Cell,
    Choice,
    Dial,
    Heatmap,
    OpenQuestion,
    Span,
    SumGrids,
    TableBlock,
    Working,
)
from posenc_cli.render.closing import Cutouts
from posenc_cli.render.drawings import ArrowPanel
from posenc_cli.render.view import VIEWS, key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.draw import vary
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.kinds import KINDS
from posenc_cli.worksheet.labels import blank_label, column_name
from posenc_cli.worksheet.spec import BUILTIN_NAMES, Spec, find
from tests.render.viewing import every, numbers, paper, plain, student_view, teacher_view
from tests.worksheet.names import WHOLE_WAY

if TYPE_CHECKING:
    from posenc_cli.render.blocks import ExerciseView, PageView


def exercise(view: PageView, kind: str, name: str = "katze") -> ExerciseView:
    """The exercise of a kind."""
    part = next(part for part in build(find(name)).parts if part.spec.kind == kind)
    return next(one for one in view.exercises if one.number == str(part.number))


def changed(name: str, **values: object) -> Spec:
    """A built-in worksheet with other settings."""
    spec = find(name)
    return spec.model_copy(update={"worksheet": spec.worksheet.model_copy(update=values)})


def test_every_kind_has_a_view() -> None:
    """A kind that the builder knows can be printed."""
    assert set(VIEWS) == set(KINDS)


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_sheets_and_keys_have_all_they_need(name: str) -> None:
    """Every built-in worksheet is whole, in its language, and no place is left open in a sentence."""
    for view in (student_view(name), teacher_view(name)):
        whole(view, find(name).worksheet.language, len(find(name).exercise))


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_the_whole_way_in_the_other_language(name: str) -> None:
    """Exercises whose sentences come from the catalogue are as whole in the other language."""
    language = "en" if find(name).worksheet.language == "de" else "de"
    sheet = build(changed(name, language=language))
    for view in (sheet_view(sheet), key_view(sheet, solve(sheet))):
        whole(view, language, len(sheet.parts))


def whole(view: PageView, language: str, exercises: int) -> None:
    """All labels and exercises are there, nothing is left of markup or places, and what is referred to is there."""
    assert view.language == language
    assert set(view.labels) == set(LABELS)
    assert len(view.exercises) == exercises
    assert [text for text in every(view, str) if "{" in text or "}" in text or "**" in text] == []
    targets = {span.target for span in every(view, Span) if span.target}
    assert targets <= {one.anchor for one in view.exercises}


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_every_blank_is_there_once(name: str) -> None:
    """Each blank has one cell on the sheet, in reading order, with a word on what to enter."""
    cells = [cell for cell in every(student_view(name), Cell) if cell.blank]
    assert [cell.blank for cell in cells] == [blank.id for blank in build(find(name)).blanks]
    assert all(cell.tooltip for cell in cells)


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_a_student_gets_no_answer(name: str) -> None:
    """No answer stands anywhere on the sheet, except as a value that the sheet prints as given."""
    spec = find(name)
    sheet = build(spec)
    view, numbers_of = sheet_view(sheet), plain(spec)
    asked = {blank.place.row for blank in sheet.blanks if blank.place.quantity == "pe"}
    given = {paper(value) for row in numbers_of.e for value in row}
    given |= {paper(value) for n, row in enumerate(numbers_of.pe) if n not in asked for value in row}
    answers = {solution.text.replace("-", "−") for solution in solve(sheet)}
    assert numbers(view) & answers <= given


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_nothing_is_filled_for_a_student(name: str) -> None:
    """No blank is filled, no option ticked, no model answer given, nothing drawn that is to be drawn."""
    view = student_view(name)
    assert [cell for cell in every(view, Cell) if cell.filled or (cell.blank and (cell.text or cell.minus))] == []
    assert [one for one in every(view, Choice) if one.right is not None] == []
    assert [one for one in every(view, OpenQuestion) if one.model] == []
    assert [one for one in every(view, Dial) if one.key_hands] == []
    assert [one for one in every(view, ArrowPanel) if one.key_after] == []
    assert [one for one in every(view, Heatmap) if one.solution] == []
    assert every(view, Working) == []
    assert view.expectation is None


def test_an_asked_row_never_stands_in_another_exercise() -> None:
    """Values that a student is to find are not given away by the exercise with the same word at other places."""
    spec = find("katze")
    exercises = tuple(
        one.model_copy(update={"sentences": ("Auf die Katze", "Die Katze")}) if one.kind == "same-word" else one
        for one in spec.exercise
    )
    view = sheet_view(build(spec.model_copy(update={"exercise": exercises})))
    assert "−0.416" not in numbers(view)
    assert "0.484" not in numbers(view)  # 0.9 − 0.416


def test_words_are_data() -> None:
    """Words that look like markup, templates or places come out as they went in."""
    hostile = ("{x}", "**b**", "<i>", "_q_", "`f`", "10^(2)")
    spec = changed("katze", sentence=" ".join(hostile))
    rows = tuple((Decimal(n), Decimal("0.1"), Decimal("0.2"), Decimal("0.3")) for n in range(len(hostile)))
    exercises = tuple(
        one.model_copy(update={"pair": ("{x}", "**b**"), "word": "_q_", "sentences": ("_q_ {x}", "<i> _q_")})
        for one in spec.exercise
    )
    embeddings = spec.embeddings.model_copy(update={"table": dict(zip(hostile, rows, strict=True))})
    sheet = build(spec.model_copy(update={"exercise": exercises, "embeddings": embeddings}))
    for view in (sheet_view(sheet), key_view(sheet, solve(sheet))):
        texts = every(view, str)
        for word in hostile:
            assert any(word in text for text in texts)
        matrix = next(t for t in every(view, TableBlock) if t.head_columns == 2)
        assert [row[1].text for row in matrix.rows] == list(hostile)
        assert all(row[1].isolate for row in matrix.rows)


def test_heads_show_both_counts() -> None:
    """The look-up table names a column from 1 and from 0, its pair, and its formula."""
    view = sheet_view(build(find("katze")))
    table = next(one for one in every(view, TableBlock) if one.kind == "half-page")
    assert table.head[2] == ("d₁", "(k = 0, i = 0, sin)", "sin(pos/1)")
    assert table.head[5] == ("d₄", "(k = 3, i = 1, cos)", "cos(pos/100)")
    assert [cell.copy for cell in table.rows[2]] == [False, False, True, True, True, True]


def test_other_conventions_have_other_heads() -> None:
    """A sheet with halves says so in its heads, its formula and its foot."""
    sheet = build(changed("katze", conventions={"layout": "halves"}))
    view = sheet_view(sheet)
    table = next(one for one in every(view, TableBlock) if one.kind == "half-page")
    assert table.head[3][1:] == ("(k = 1, i = 1, sin)", "sin(pos/100)")
    assert "PE(pos, d/2 + i) = cos(pos / 10000^(2i/d))" in {span.text for span in every(view, Span)}
    assert "erst alle sin" in view.foot


def test_your_lines_leave_the_steps_open() -> None:
    """Worked lines show their steps; lines to work out have gaps there, which the key fills."""
    sheet = build(find("katze"))
    lines = {
        kind: [line for line in every(exercise(view, "encode"), CalculationLine) if line.result.blank]
        for kind, view in (("sheet", sheet_view(sheet)), ("key", key_view(sheet, solve(sheet))))
    }
    assert lines["sheet"][2].steps == ("sin(____ / ____)", "sin(____)")
    assert lines["key"][2].steps == ("sin(2 / 100)", "sin(0.02)")


@pytest.mark.parametrize("name", [name for name in BUILTIN_NAMES if find(name).worksheet.language == "de"])
def test_a_comma_sheet_has_no_point(name: str) -> None:
    """The decimal mark of a worksheet holds for every number on it, in texts and pictures too."""
    sheet = build(changed(name, decimal_mark="comma"))
    for view in (sheet_view(sheet), key_view(sheet, solve(sheet))):
        texts = every(view, str)
        assert [text for text in texts if re.search(r"\d\.\d", text)] == []
        assert any(re.search(r"\d,\d", text) for text in texts)


def test_columns_and_blanks_have_names() -> None:
    """Names of columns count from 1, and a blank says where it is in the language asked for."""
    assert [column_name(k) for k in (0, 9)] == ["d₁", "d₁₀"]
    labels = {blank.id: (blank_label(blank, "de"), blank_label(blank, "en")) for blank in build(find("katze")).blanks}
    assert labels["pe2_d1"] == ("Position 2, d₁", "Position 2, d₁")
    assert labels["x5_d4"] == ("Matte (Position 5), Summe, d₄", "Matte (position 5), sum, d₄")
    assert labels["dot"] == ("Skalarprodukt", "Dot product")
    assert len(set(labels.values())) == len(labels)


def test_the_cutouts_hold_all_cards() -> None:
    """Every word of the sentence and every position can be cut out."""
    cutouts = every(sheet_view(build(find("cat"))), Cutouts)[0]
    assert cutouts.words == ("The", "cat", "sits", "on", "the", "mat")
    assert cutouts.positions == ("0", "1", "2", "3", "4", "5")


def said(view: ExerciseView) -> str:
    """All running text of an exercise."""
    return "".join(span.text for span in every(view, Span)).replace("\u00a0", " ")


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_the_sentence_is_told_with_its_positions(name: str) -> None:
    """The exercise with the idea says every word with its number, and from where it is counted."""
    shown = said(exercise(sheet_view(build(find(name))), "idea", name))
    words = "The (0) cat (1) sits (2) on (3) the (4) mat (5)." if "cat" in name else "Die (0) Katze (1) sitzt (2) auf"
    assert words in shown
    assert "counted from 0" in shown or "ab 0 gezählt" in shown


def test_the_short_sheet_says_what_its_letters_mean() -> None:
    """The three ingredients and d are explained where there is no table for them."""
    shown = said(exercise(sheet_view(build(find("katze-kurz"))), "idea", "katze-kurz"))
    for part in ("d = 4 Zahlen", "pos: der Platz", "i: die Nummer", "10000^(2i/d): der Teiler"):
        assert part in shown


def test_what_is_worked_is_not_to_be_completed() -> None:
    """The given divisors of the short sheet are followed; those of the long one have a dial to complete."""
    verbs = {name: exercise(sheet_view(build(find(name))), "divisors", name).verb for name in ("katze", "katze-kurz")}
    assert verbs == {"katze": "Ergänze", "katze-kurz": "Vollzieh nach"}


@pytest.mark.parametrize("name", ["katze", "katze-kurz"])
def test_a_varied_sheet_says_which_it_is(name: str) -> None:
    """The head has the number of the variant, and the sentence is said to stand in the middle of a text."""
    sheet = vary(find(name), 2)
    view, first = sheet_view(sheet), sheet.positions[0]
    assert view.variant == "Variante 2"
    assert sheet_view(build(find(name))).variant == ""
    assert first > 0
    told = f"Der Satz steht mitten in einem Text; sein erstes Wort hat Position {first}: Die ({first})"
    assert sum(told in said(one) for one in view.exercises) == 1


def test_a_later_start_is_told_without_the_idea() -> None:
    """A sheet that leaves the idea out says it in its first exercise with positions."""
    spec = changed("katze-kurz", first_pos=7)
    kept = tuple(
        one.model_copy(update={"worked": (8,), "blank": (9, 11)})
        for one in spec.exercise
        if one.kind in ("encode", "add")
    )
    calculator = next(one for one in spec.exercise if one.kind == "calculator")
    view = sheet_view(build(spec.model_copy(update={"exercise": (calculator, *kept)})))
    assert ["hat Position 7:" in said(one) for one in view.exercises] == [False, True, False]


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_grey_is_explained_once(name: str) -> None:
    """The first table that shades negative numbers says so, and no other; sheet and key alike."""
    for view in (student_view(name), teacher_view(name)):
        tables = [
            one for exercise in view.exercises for one in exercise.blocks if isinstance(one, TableBlock | SumGrids)
        ]
        shaded = [n for n, one in enumerate(tables) if any(cell.minus for cell in every(one, Cell))]
        assert [n for n, one in enumerate(tables) if one.legend] == shaded[:1]
