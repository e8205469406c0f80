from __future__ import annotations

import pytest

from posenc_cli.errors import InputError
from posenc_cli.render.blocks import Calculation, Choice, FormulaBlock, Heatmap, OpenQuestion, Paragraph, TableBlock
from posenc_cli.render.drawings import Arrows, Bars, Board, Ruler
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import read

HEAD = """\
[worksheet]
title = "A sheet"
encoding = "alibi"
sentence = "the cat sat"
params = { n_heads = 4 }
decimal_mark = "comma"

[given]
h = 1
content = [[0.8, 0.5, -0.2], [0.5, 1.2, 0.1], [0.3, 0.9, 1.1]]

[rules]
score = "content + bias"

[[exercise]]
kind = "task"
title = "Distances"
"""


def blocks(*written: str, key: bool = False) -> tuple[object, ...]:
    """The blocks of a task as they are printed, on the sheet or in the key."""
    sheet = build(read(HEAD + "".join(f"[[exercise.block]]\n{one}\n" for one in written), "t", None))
    view = key_view(sheet, solve(sheet)) if key else sheet_view(sheet)
    return view.exercises[0].blocks


def plain(paragraph: object) -> str:
    """The words of a paragraph."""
    assert isinstance(paragraph, Paragraph)
    return "".join(span.text for span in paragraph.text)


def test_numbers_in_texts_have_the_decimal_mark_of_the_sheet() -> None:
    """Braces hold a calculation over the sheet's quantities; markup is kept, a blank line parts paragraphs."""
    first, second = blocks('text = "One step costs **{slope}**, two {2 * slope}.\\n\\nFour heads: {n_heads}, −{0.5}."')
    assert plain(first) == "One step costs 0,25, two 0,5."
    assert [span.style for span in first.text] == ["plain", "strong", "plain"]  # type: ignore[attr-defined]
    assert plain(second) == "Four heads: 4, −0,5."


def test_a_word_in_a_text_is_no_markup_of_a_number() -> None:
    """Powers and indices of a formula survive beside numbers."""
    (formula,) = blocks('formula = ["slope = 2^(−8h/n) = {slope}"]')
    assert isinstance(formula, FormulaBlock)
    assert "".join(span.text for span in formula.lines[0]) == "slope = 2−8h/n = 0,25"


def test_no_text_tells_an_answer() -> None:
    """A number that follows from a blank is refused on the sheet, in texts as in pictures."""
    ask = 'table = "distance"\nblank = [2]'
    for telling in ('text = "It is {take(row(bias, 2), 0)}."', 'picture = "bars"\nof = "row(bias, 2)"\nalt = "bars"'):
        with pytest.raises(InputError) as refused:
            blocks(ask, telling)
        assert refused.value.key == "worksheet.tells-answer"
    assert blocks(ask, 'text = "It is {take(row(bias, 1), 0)}."')
    assert blocks(ask, 'question = "Why?"\nmodel = "Because {take(row(bias, 2), 0)}."')


def test_a_calculation_leaves_a_gap_for_an_own_number() -> None:
    """The steps are shown; what the student found before has a gap there, and its number in the key."""
    written = ('table = "distance"\nblank = [2]', 'working = "bias"\ncells = [[1, 0], [2, 0]]\nblank = [[2, 0]]')
    lines = blocks(*written)[1].lines  # type: ignore[attr-defined]
    assert [line.steps for line in lines] == [("−0,25 · 1",), ("−0,25 · ____",)]
    assert [(line.result.text, line.result.blank) for line in lines] == [("−0,250", None), ("", "bias_2_0")]
    filled = blocks(*written, key=True)[1]
    assert isinstance(filled, Calculation)
    assert [(line.steps, line.result.text) for line in filled.lines][1] == (("−0,25 · 2",), "−0,500")


def test_a_table_has_blanks_copies_and_hidden_cells() -> None:
    """Whole numbers have no decimals, hidden cells a dot; a blank of before is an empty cell to copy into."""
    first, second = blocks(
        'table = "distance"\nblank = [2]\nhide = "key > query"\ncorner = "from"',
        'table = ["distance", "bias"]\nrows = [2]\nrow_names = ["sat"]\n'
        'column_names = ["a", "b", "c", "d", "e", "f"]\nasked = ["bias"]\nblank = [2]',
    )
    assert isinstance(first, TableBlock)
    assert isinstance(second, TableBlock)
    assert first.head == (("from",), ("the",), ("cat",), ("sat",))
    assert [cell.text for cell in first.rows[1]] == ["cat", "1", "0", "·"]
    assert [cell.blank for cell in first.rows[2]] == [None, "distance_2_0", "distance_2_1", "distance_2_2"]
    assert [cell.copy for cell in second.rows[0]] == [False, True, True, True, False, False, False]
    assert second.rows[0][4].blank == "bias_2_0"


def test_a_given_number_is_printed_as_it_was_written() -> None:
    """A leaf keeps its own decimals."""
    (table,) = blocks('table = "content"\nrows = [0]\nrow_names = ["the"]')
    assert [cell.text for cell in table.rows[0]] == ["the", "0,8", "0,5", "−0,2"]  # type: ignore[attr-defined]


def test_two_quantities_in_one_table_are_told_apart() -> None:
    """Where columns of two quantities have the same names, each says whose it is; embeddings look as in sums."""
    vectors = "the = [0.7, 0.2, 0.9, 0.5]\ncat = [0.1, 0.2, 0.3, 0.4]"
    head = f'[worksheet]\ntitle = "T"\nsentence = "the cat"\n[embeddings.table]\n{vectors}\n'
    task = '[[exercise]]\nkind = "task"\ntitle = "A"\n'
    task += '[[exercise.block]]\ntable = ["embedding", "pe"]\nasked = ["pe"]\nblank = [1]\n'
    (table,) = sheet_view(build(read(head + task, "t", None))).exercises[0].blocks
    assert isinstance(table, TableBlock)
    assert table.head[1:] == tuple((f"d{k}", name) for name in ("E", "PE") for k in "₁₂₃₄")
    assert [cell.text for cell in table.rows[0][1:5]] == ["0.700", "0.200", "0.900", "0.500"]


def test_answers_stand_in_the_key_only() -> None:
    """The right option and the model answer are not in the student's view."""
    written = ('choice = "Which?"\noptions = ["a {0.5}", "b"]\nright = "b"', 'question = "Why?"\nmodel = "So {1/4}."')
    choice, question = blocks(*written)
    assert isinstance(choice, Choice)
    assert isinstance(question, OpenQuestion)
    assert (choice.options, choice.right, question.model) == (("a 0,5", "b"), None, "")
    choice, question = blocks(*written, key=True)
    assert (choice.right, question.model) == (1, "So 0,25.")  # type: ignore[attr-defined]


def test_every_picture_is_drawn_from_numbers_of_the_sheet() -> None:
    """Bars are parts of the longest, marks places on one scale; arrows to draw are in the key only."""
    arrows = 'picture = "arrows"\nalt = "turn"\narrows = [[[1, 0], [0, 1]], [[1, 0], [-2, 0]]]\ndraw = [1]'
    found = blocks(
        'picture = "bars"\nof = "row(bias, 2)"\nnames = ["the", "cat", "sat"]\nalt = "down"',
        'picture = "ruler"\nmarks = [[0, 4], [0, 1, 2]]\nnames = ["long", "short"]\nalt = "lines"',
        'picture = "board"\ncells = [["a", "{0.5}"], ["c", "d"]]\nmarked = [[1, 1]]\nalt = "board"',
        'picture = "heat"\nof = "bias"\nrow_names = ["a", "b", "c"]\ncolumn_names = ["a", "b", "c"]\nalt = "heat"',
        arrows,
    )
    bars, ruler, board, heat, turned = found
    assert isinstance(bars, Bars)
    assert (bars.heights, bars.texts) == ((-1.0, -0.5, 0.0), ("−0,5", "−0,25", "0"))
    assert isinstance(ruler, Ruler)
    assert ruler.marks == (((0.0, "0"), (1.0, "4")), ((0.0, "0"), (0.25, "1"), (0.5, "2")))
    assert isinstance(board, Board)
    assert board.cells[0] == ("a", "0,5")
    assert isinstance(heat, Heatmap)
    assert (heat.scale, heat.rows[2][1]) == (("−0,5", "0"), (0.0, 0.5, 1.0))
    assert isinstance(turned, Arrows)
    assert (turned.panels[1].after, turned.panels[1].key_after, turned.reach) == (None, None, 2.0)
    (filled,) = blocks(arrows, key=True)
    assert filled.panels[1].key_after[0].text == "(−2 | 0)"  # type: ignore[attr-defined]


@pytest.mark.parametrize(("second", "circle"), [("[-0.6, 0.8]", 1.0), ("[-0.59, 0.8]", 1.0), ("[0, 5]", 1.0)])
def test_arrows_that_are_only_turned_end_on_their_circle(second: str, circle: float) -> None:
    """The circle is as large as arrows of one length, up to rounding; of unlike ones it is the unit circle."""
    (found,) = blocks(f'picture = "arrows"\nalt = "turn"\narrows = [[[1, 0], {second}]]\ndraw = [0]')
    assert isinstance(found, Arrows)
    assert found.circle == pytest.approx(circle)
    (longer,) = blocks('picture = "arrows"\nalt = "turn"\narrows = [[[4, 3], [-3, 4]]]')
    assert isinstance(longer, Arrows)
    assert (longer.circle, longer.reach) == (5.0, 5.0)
