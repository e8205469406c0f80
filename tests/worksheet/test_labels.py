from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.labels import cell_label, column_name, full_label, is_of_task, row_label, shown
from posenc_cli.worksheet.spec import find
from tests.worksheet.family_sheets import alibi, asking

if TYPE_CHECKING:
    from posenc_cli.worksheet.sheet import Blank

KATZE = {blank.id: blank for blank in build(find("katze")).blanks}


def of(name: str) -> Blank:
    """A blank of a sheet with a table of distances and one of frequencies."""
    sheets = (alibi(), asking("rope", {"inv_freq": [0]}))
    return next(blank for sheet in sheets for blank in sheet.blanks if blank.id == name)


@pytest.mark.parametrize(
    ("blank", "row", "cell", "full"),
    [
        (KATZE["pe2_d1"], "Position 2", "d₁", "Position 2, d₁"),
        (KATZE["dot"], "Skalarprodukt", "", "Skalarprodukt"),
        (of("bias_4_0"), "Aufgabe 1, 4", "0", "Aufgabe 1, 4: 0"),
        (of("invfreq_d2"), "Aufgabe 1", "d₂", "Aufgabe 1: d₂"),
    ],
    ids=["encoding", "dot", "table", "single row"],
)
def test_rows_and_cells(blank: Blank, row: str, cell: str, full: str) -> None:
    """A blank is called by its row and its column; one of a free task by the number of the exercise too."""
    assert (row_label(blank, "de"), cell_label(blank), full_label(blank, "de")) == (row, cell, full)


def test_exercises_are_named_in_the_language_of_the_reader() -> None:
    """A report in English speaks of exercises."""
    assert row_label(of("bias_4_0"), "en") == "Exercise 1, 4"
    assert is_of_task(of("bias_4_0"))
    assert not is_of_task(KATZE["pe2_d1"])
    assert column_name(11) == "d₁₂"


@pytest.mark.parametrize(
    ("quantity", "written", "read"),
    [
        ("distance", "2.000", "2"),
        ("distance", "-2,000", "-2"),
        ("distance", "20.000", "20"),
        ("distance", "0.000", "0"),
        ("distance", "0.500", "0.500"),
        ("distance", "100", "100"),
        ("bias", "2.000", "2.000"),
        ("bias", "-0.250", "-0.250"),
    ],
)
def test_counted_numbers_have_no_decimals(quantity: str, written: str, read: str) -> None:
    """Where things are counted, 2 is written 2; a wrong half keeps its decimals, and so does what is measured."""
    assert shown(alibi(), quantity, written) == read
