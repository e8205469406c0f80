"""Tables that are too wide are divided, and nothing of them is lost."""

from __future__ import annotations

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from posenc_cli.render import columns_apart, fitting
from posenc_cli.render.blocks import Cell, Paragraph, Span, SumGrid, SumGrids, TableBlock
from posenc_cli.render.paper import ORDINARY, Paper
from posenc_cli.worksheet.spec import BUILTIN_NAMES
from tests.render.papers import sixty, student
from tests.render.viewing import every, teacher_view

LARGE = Paper(font_size=18)


def table(columns: int, rows: int = 3, text: str = "−0.4") -> TableBlock:
    """A table with two names before its values and a blank in every row."""
    head = (("Position",), ("Wort",), *((f"d{k}", f"(k = {k})") for k in range(columns)))
    body = tuple(
        (
            Cell(str(row)),
            Cell(f"Wort{row}", isolate=True),
            *(Cell(blank=f"b{row}x{k}") if k == row else Cell(f"{text}{k:02}") for k in range(columns)),
        )
        for row in range(rows)
    )
    return TableBlock(head, body, head_columns=2, caption="darunter", legend="grau")


@given(columns=st.integers(1, 70), size=st.sampled_from([9, 11, 14, 18, 24]))
def test_every_column_stands_once_and_every_part_names_its_rows(columns: int, size: int) -> None:
    """Put together again, the parts are the table; only the last one has what stands below it."""
    whole, paper = table(columns), Paper(font_size=size)
    parts = list(columns_apart.apart(whole, paper))
    assert all(isinstance(part, TableBlock) for part in parts)
    tables = [part for part in parts if isinstance(part, TableBlock)]
    assert all(part.head[:2] == whole.head[:2] for part in tables)
    assert tuple(head for part in tables for head in part.head[2:]) == whole.head[2:]
    for row, cells in enumerate(whole.rows):
        assert all(part.rows[row][:2] == cells[:2] for part in tables)
        assert tuple(cell for part in tables for cell in part.rows[row][2:]) == cells[2:]
    assert [(part.caption, part.legend) for part in tables[:-1]] == [("", "")] * (len(tables) - 1)
    assert (tables[-1].caption, tables[-1].legend) == ("darunter", "grau")


@given(columns=st.integers(2, 70), size=st.sampled_from([11, 18, 24]))
def test_parts_are_as_few_and_as_even_as_can_be(columns: int, size: int) -> None:
    """Two parts differ by one column at most, and larger letters never make fewer parts."""
    paper = Paper(font_size=size)
    counts = [len(part.head) for part in columns_apart.apart(table(columns), paper) if isinstance(part, TableBlock)]
    assert max(counts) - min(counts) <= 1
    assert len(counts) >= len(list(columns_apart.apart(table(columns), ORDINARY)))
    assert len(counts) <= columns


def test_more_columns_never_need_less_room() -> None:
    """Eight columns fit on A4, sixteen do not; in large letters four do, and eight do not."""
    parts = [len(list(columns_apart.apart(table(columns), ORDINARY))) for columns in range(1, 65)]
    assert all(fewer <= more for fewer, more in pairwise(parts))
    assert (parts[7], parts[15] > 1) == (1, True)
    assert len(list(columns_apart.apart(table(4), LARGE))) == 1
    assert len(list(columns_apart.apart(table(8), LARGE))) > 1


@pytest.mark.parametrize("name", BUILTIN_NAMES[::2])
def test_no_table_of_ours_is_divided_on_an_ordinary_page(name: str) -> None:
    """What ships is made to fit."""
    for block in every(teacher_view(name), TableBlock) + every(teacher_view(name), SumGrids):
        assert list(columns_apart.apart(block, ORDINARY)) == [block]


def test_words_and_texts_are_left_alone() -> None:
    """They break at the ends of their lines."""
    words = TableBlock((("Satz",), ("Ort",)), ((Cell("a " * 200), Cell("b " * 200)),), kind="words")
    text = Paragraph((Span("x" * 500),))
    assert list(columns_apart.apart(words, LARGE)) == [words]
    assert list(columns_apart.apart(text, LARGE)) == [text]


@given(columns=st.integers(1, 40), size=st.sampled_from([11, 18]))
def test_an_addition_is_divided_between_columns(columns: int, size: int) -> None:
    """E, PE and the sum of a column stay below each other, and every part says whose they are."""
    cells = tuple(tuple(Cell(f"−{row}.{k:03}") for k in range(columns)) for row in range(3))
    grid = SumGrid("Katze", tuple(f"d{k}" for k in range(columns)), tuple(zip(("E", "+ PE", "="), cells, strict=True)))
    (block,) = columns_apart.apart(SumGrids((grid,), "grau"), Paper(font_size=size))
    assert isinstance(block, SumGrids)
    assert {part.title for part in block.grids} == {"Katze"}
    assert sum((part.head for part in block.grids), ()) == grid.head
    for part in block.grids:
        assert [name for name, _ in part.rows] == ["E", "+ PE", "="]
        assert all(len(row) == len(part.head) for _, row in part.rows)
    assert (len(block.grids) == 1) == (columns <= {11: 8, 18: 5}[size])
    assert block.legend == "grau"


def test_eight_columns_of_a_sum_stand_in_one_row() -> None:
    """In narrow cells, not in two additions one below the other; four have the room they always had."""
    (grids,) = [block for block in every(student(sixty()), SumGrids) if len(block.grids) == 2]
    assert {columns_apart.sum_style(grid, ORDINARY) for grid in grids.grids} == {"narrow"}
    four = SumGrid("", ("a", "b", "c", "d"), (("E", tuple(Cell("−0.416") for _ in range(4))),))
    assert columns_apart.sum_style(four, ORDINARY) == ""


def test_cells_are_narrower_in_large_letters() -> None:
    """Where a table would not fit; words that are too long even so are printed smaller, and torn at the worst."""
    assert fitting.cell_style(table(4), ORDINARY) == ""
    assert fitting.cell_style(table(4), LARGE).split()[0] in {"slim", "narrow"}
    assert "whole" in fitting.cell_style(table(4), LARGE)

    def words(text: str) -> str:
        return fitting.cell_style(TableBlock((("Wort",),) * 4, ((Cell(text),) * 4,), kind="words"), LARGE)

    assert [words(text) for text in ("Katze", "Positionen", "Donaudampfschifffahrtsgesellschaft")] == [
        "",
        "dense",
        "dense torn",
    ]


def test_a_long_table_starts_where_it_stands() -> None:
    """One that takes most of a page is not pushed to the next."""
    assert not fitting.is_long(table(4, rows=20))
    assert fitting.is_long(table(4, rows=60))
    assert fitting.is_long(table(4, rows=20), LARGE)
