from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Looking, parse_table
from posenc_cli.grading.bare_tables import by_rows, rows_by_position
from posenc_cli.grading.handed_in import Handed
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.report import check
from posenc_cli.i18n import LANGUAGES, text
from tests.grading.tools import marked, named

if TYPE_CHECKING:
    from collections.abc import Sequence

ROW = "0,909;-0,416;0,020;1,000"
CELLS = ROW.split(";")


def rows(
    content: str, positions: Sequence[int] | None = None, first: int = 0
) -> list[tuple[str | None, int, list[str]]]:
    """The rows of a bare table with four columns."""
    from pathlib import Path

    return rows_by_position(
        Handed(Path("t.csv"), parse_table(content.encode(), looking=Looking(columns=6))), 4, positions, first
    )


@pytest.mark.parametrize(
    ("content", "name", "position"),
    [
        (f"pos;d1;d2;d3;d4\n2;{ROW}\n", None, 2),
        (f"Position;d₁;d₂;d₃;d₄\n2;{ROW}\n", None, 2),
        (f"pos;d1;d2;d3;d4\n0;{ROW}\n", None, 0),
        ("d4;d3;d2;d1;pos\n1,000;0,020;-0,416;0,909;2\n", None, 2),
        (f"Name;pos;d1;d2;d3;d4\nAnna;2;{ROW}\n", "Anna", 2),
        (f"Name;Vorname;pos;d1;d2;d3;d4\nBerg;Anna;2;{ROW}\n", "Anna Berg", 2),
        (f"d1;d2;d3;d4\n{ROW}\n", None, 7),
        (f"pos;sin(pos/1);cos(pos/1);sin(pos/100);cos(pos/100)\n2;{ROW}\n", None, 2),
        (f"{ROW}\n", None, 7),
        (f"2;{ROW}\n", None, 2),
        (f"Anna;2;{ROW}\n", "Anna", 2),
        (f"2;Anna;{ROW}\n", "Anna", 2),
        (f"Anna;{ROW}\n", "Anna", 7),
        ('[["Anna", 2, "0,909", "-0,416", "0,020", "1,000"]]', "Anna", 2),
        ('{"Anna": ["0,909", "-0,416", "0,020", "1,000"]}', "Anna", 7),
        ('[{"pos": 2, "d1": "0,909", "d2": "-0,416", "d3": "0,020", "d4": "1,000"}]', None, 2),
    ],
)
def test_one_row(content: str, name: str | None, position: int) -> None:
    """With or without headings, position and name, in whatever order: the same four cells."""
    assert rows(content, first=7) == [(name, position, CELLS)]


def test_b06_two_rows_without_header() -> None:
    """Two German rows are two rows of four values, not of eight."""
    found = rows("0,000;1,000;0,000;1,000\n0,841;0,540;0,010;1,000\n")
    assert [(position, cells) for _, position, cells in found] == [
        (0, ["0,000", "1,000", "0,000", "1,000"]),
        (1, ["0,841", "0,540", "0,010", "1,000"]),
    ]


def test_positions_that_are_asked_for() -> None:
    """Rows without a position take those that are given, in order; a column in the file wins."""
    assert [row[1] for row in rows(f"{ROW}\n{ROW}\n", [2, 5])] == [2, 5]
    assert [row[1] for row in rows(f"pos;d1;d2;d3;d4\n3;{ROW}\n", [2])] == [3]
    assert [row[1] for row in rows(f"{ROW}\n{ROW}\n", first=1)] == [1, 2]


def test_every_student_starts_again() -> None:
    """In a class table each student has each position; who has more rows is at the next attempt."""
    content = "".join(f"{name};{ROW}\n" for name in ("Anna", "Ben", "Anna", "Ben", "anna"))
    assert [(name, position) for name, position, _ in rows(content, [2, 5])] == [
        ("Anna", 2),
        ("Ben", 2),
        ("Anna", 5),
        ("Ben", 5),
        ("anna", 2),
    ]


@pytest.mark.parametrize(
    ("content", "positions", "key"),
    [
        ("0,1;0,2;0,3\n", None, "check.row-width"),
        ("1;2;0,1;0,2;0,3;0,4\n", None, "check.row-width"),
        ("Ada;Bo;1;0,1;0,2;0,3;0,4\n", None, "check.row-width"),
        ("pos;d1;d2;d3\n1;0,1;0,2;0,3\n", None, "check.row-width"),
        (f"pos;d1;d2;d3;d4\n1,5;{ROW}\n", None, "check.bad-position"),
        (f"pos;d1;d2;d3;d4\n-1;{ROW}\n", None, "check.bad-position"),
        (f"pos;d1;d2;d3;d4\nzwei;{ROW}\n", None, "check.bad-position"),
        (f"pos;d1;d2;d3;d4\n;{ROW}\n", None, "check.bad-position"),
        (f"{ROW}\n{ROW}\n", [2], "check.more-rows"),
    ],
)
def test_rows_that_do_not_fit(content: str, positions: list[int] | None, key: str) -> None:
    """Another width, no position, or more rows than positions: one sentence with the line, in both languages."""
    with pytest.raises(InputError) as caught:
        rows(content, positions)
    assert caught.value.key == key
    assert all(text(language, key, **caught.value.values) for language in LANGUAGES)


def test_marking_a_bare_table() -> None:
    """Rows become submissions of their students; the same position again is the next attempt."""
    found = rows(f"Name;pos;d1;d2;d3;d4\nAnna;2;{ROW}\nAnna;3;0,1;0,2;0,3;0,4\nBen;2;0;0;0;0\nanna;2;0,91;;;\n")
    sheet = quick_sheet(4, [position for _, position, _ in found])
    report = check(sheet, by_rows(found))
    assert sheet.positions == (2, 3)
    assert [(one.name, one.attempt, one.attempts) for one in report.students] == [("Ben", 1, 1), ("anna", 2, 2)]
    assert [one.points for one in report.earlier] == [4]


def test_rows_without_names_are_one_student_until_they_repeat() -> None:
    """Several rows without a name are one table; a position that comes again begins another one."""
    found = by_rows(rows(f"1;0,841;0,540;0,010;1,000\n2;{ROW}\n1;0;0;0;0\n"))
    assert [(one.name, len(one.answers)) for one in found] == [(None, 8), (None, 4)]


@pytest.mark.parametrize("length", [4, 3])
def test_the_last_position_says_how_long_the_sentence_is(length: int) -> None:
    """Up to position 3 there are four words: who divides positions by 4, or by 3 for the last one to be 1, is told."""
    answers = {
        f"pe{position}_d{k}": f"{of(position / length):.3f}"
        for position in (3, 1, 2)
        for k, of in ((1, math.sin), (2, math.cos))
    }
    assert "pos-normalised" in named(marked(quick_sheet(2, [3, 1, 2]), answers))
