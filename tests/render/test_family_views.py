"""The pages of the family worksheets: no answer on the student's, and every number right on both."""

from __future__ import annotations

import ast
import html
import re
from decimal import Decimal
from typing import TYPE_CHECKING, Any

import pytest

from posenc_cli.render.blocks import Calculation, TableBlock
from posenc_cli.render.page import page_html
from posenc_cli.render.view import sheet_view
from posenc_cli.render.view_task import HIDDEN
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.contents import BRACES, texts
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find
from posenc_cli.worksheet.task import Grid, Lines
from tests.render.viewing import every, student_view, teacher_view
from tests.worksheet.by_hand import ByHand, as_written_on, written
from tests.worksheet.names import FAMILY_SHEETS

if TYPE_CHECKING:
    from collections.abc import Iterator

    from posenc_cli.render.blocks import Cell
    from posenc_cli.worksheet.sheet import Sheet

NUMBER = re.compile(r"(?<![\d.])[−-]?\d+(?:\.\d+)?")
#: Attributes that somebody reads or hears; those that only place a drawing do not count.
READ = re.compile(r'(?:alt|aria-label|title|value|placeholder|data-[\w-]+)="([^"]*)"')


def readable(page: str) -> str:
    """All that a page of HTML says, without its style: its texts, and its attributes that are read out."""
    body = re.sub(r"<(style|script)\b.*?</\1>", " ", page, flags=re.DOTALL)
    return html.unescape(" ".join([*READ.findall(body), re.sub(r"<[^>]*>", " ", body)]))


def numbers_in(text: str) -> set[Decimal]:
    """All numbers of a text, by their value."""
    return {Decimal(found.replace("−", "-")).normalize() for found in NUMBER.findall(text)}


def tells(answer: Decimal) -> bool:
    """Is it a number that nobody writes by chance? A half or a minus one stands in many a text."""
    exponent = answer.as_tuple().exponent
    return isinstance(exponent, int) and exponent <= -2


def printed(sheet: Sheet) -> set[Decimal]:
    """Every number that the sheet prints as given: leaves, and cells of quantities."""
    hand = ByHand(sheet, as_written_on(sheet))
    found = set[Decimal]()
    for name, mask in sheet.printed.items():
        for row, column in zip(*map(list, mask.nonzero()), strict=True):
            found.add(Decimal(written(hand.computed(name, int(row), int(column)), sheet.decimals)).normalize())
    return found | {Decimal(str(cell)).normalize() for leaf in hand.leaves.values() for cell in leaf.flat}


def told(sheet: Sheet, page: str) -> set[str]:
    """Ids of blanks with an accepted text that is in a page, however it is written, and is not printed as given."""
    said = numbers_in(readable(page)) - printed(sheet)
    return {
        solution.blank.id
        for solution in solve(sheet)
        for text in solution.accepted
        if tells(answer := Decimal(text).normalize()) and answer in said
    }


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_no_answer_is_on_a_students_page(name: str) -> None:
    """No accepted text of a blank is in the page unless the sheet prints that number."""
    assert told(sheet_of(name, None), page_html(student_view(name))) == set()


@pytest.mark.parametrize("place", ["<p>It is {}.</p>", '<img alt="about {}">', '<input value="{}">'])
def test_a_told_answer_would_be_found(place: str) -> None:
    """With all its digits or without noughts at the end, in a text, in what is read out, or in a field."""
    sheet, page = sheet_of("overview", None), page_html(student_view("overview"))
    assert told(sheet, page.replace("</body>", place.format("−0.654") + "</body>")) == {"pe_4_1"}
    assert told(sheet, page.replace("</body>", place.format("0.85") + "</body>")) == {"arrowsquare"}
    assert told(sheet, page.replace("</body>", place.format("0.2") + "</body>")) == set()


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_a_students_page_knows_no_right_option_and_no_model(name: str) -> None:
    """With other options called right and other model answers, the page is the same to the letter."""
    spec = find(name)
    exercises = tuple(
        exercise.model_copy(
            update={
                "block": tuple(
                    block.model_copy(
                        update={"right": block.options[block.options.index(block.right) - 1] if block.right else ""}
                        | ({"model": "Another answer."} if block.model else {})
                    )
                    for block in exercise.block
                )
            }
        )
        for exercise in spec.exercise
    )
    other = build(spec.model_copy(update={"exercise": exercises}))
    assert page_html(sheet_view(other)) == page_html(student_view(name))
    assert page_html(teacher_view(name)) != page_html(student_view(name))


def shown(sheet: Sheet, name: str) -> Iterator[tuple[Grid | Lines, Any, str]]:
    """Tables and calculations of the spec with what they have become in the key, and in which exercise."""
    for part, exercise in zip(sheet.parts, teacher_view(name).exercises, strict=True):
        mine = [resolved.shown for resolved in part.data["blocks"] if resolved.shown is not None]
        there = [block for block in exercise.blocks if isinstance(block, TableBlock | Calculation)]
        assert len(there) == len(mine)
        for one, block in zip(mine, there, strict=True):
            yield one, block, exercise.title


def cells_of(one: Grid | Lines, block: TableBlock | Calculation) -> Iterator[tuple[tuple[str, int, int], Cell]]:
    """(quantity, row, column) with the cell in which it is shown."""
    if isinstance(one, Grid) and isinstance(block, TableBlock):
        for row, cells in zip(one.rows, block.rows, strict=True):
            for (quantity, column), cell in zip(one.columns, cells[block.head_columns :], strict=True):
                yield (quantity, row, column), cell
    elif isinstance(one, Lines) and isinstance(block, Calculation):
        for at, line in zip(one.cells, block.lines, strict=True):
            yield at, line.result


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_every_number_of_tables_and_calculations_is_right(name: str) -> None:
    """Each cell of a key, printed or filled in, is what plain loops find; whole numbers have no decimals."""
    sheet = sheet_of(name, None)
    hand = ByHand(sheet, as_written_on(sheet))
    count = 0
    for one, block, title in shown(sheet, name):
        for (quantity, row, column), cell in cells_of(one, block):
            if cell.text == HIDDEN:
                assert isinstance(one, Grid)
                assert (quantity, row, column) in one.hidden
                continue
            at = (quantity, row if hand.shapes[quantity][0] > 1 else 0, column)
            text = (
                written(hand.computed(*at), sheet.decimals)
                if quantity in hand.rules
                else str(hand.leaves[quantity][at[1:]])
            )
            right = {Decimal(one.replace("−", "-")) for one in (cell.text, *cell.alternatives)}
            assert Decimal(text) in right, (title, at)
            assert len(right) == 1 or cell.filled, (title, at)
            assert ("." in cell.text) is (quantity not in sheet.whole) or quantity not in hand.rules, (title, at)
            count += 1
    assert count > len(sheet.blanks)


@pytest.mark.parametrize("name", FAMILY_SHEETS)
def test_every_number_in_a_text_is_right(name: str) -> None:
    """What stands in braces in the worksheet stands in the key as plain loops work it out."""
    sheet = sheet_of(name, None)
    hand = ByHand(sheet, as_written_on(sheet))
    for part, exercise in zip(sheet.parts, teacher_view(name).exercises, strict=True):
        said = numbers_in(" ".join(every(exercise, str)))
        told = [text for block in part.spec.block for text in texts(block)]
        for expression in (found for text in told for found in BRACES.findall(text)):
            value = Decimal(written(hand.at(ast.parse(expression.strip(), mode="eval").body, 0, 0), 12))
            near = min(said, key=lambda number: abs(number - value))
            assert abs(near - value) <= Decimal(1).scaleb(-sheet.decimals - 1) / 2, (exercise.title, expression)
