from __future__ import annotations

import math
from decimal import Decimal
from pathlib import Path

import pytest

from posenc_cli.render.blocks import Dial, Heatmap, SumGrid, TableBlock
from posenc_cli.render.view import key_view, sheet_view
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.compose import Wish, compose
from posenc_cli.worksheet.key import solve
from posenc_cli.worksheet.spec import find
from tests.render.viewing import Plain, dot, encoding_row, every, length, numbers, paper, plain, written
from tests.worksheet.names import WHOLE_WAY


def expected(rows: Plain) -> set[str]:
    """Every number that a sheet with the pair of words 0 and 4 may show, by plain loops."""
    found = {paper(value) for table in (rows.pe, rows.e, rows.x) for row in table for value in row}
    found |= {paper(math.sin(1)), paper(math.sin(math.radians(1))), paper(math.sin(math.pi / 200))}
    for position in (0, 1, 5):
        row = encoding_row(position, len(rows.e[1]))
        found |= {paper(a + b) for a, b in zip(rows.e[1], row, strict=True)}
    products = [written(a * b) for a, b in zip(rows.x[0], rows.x[4], strict=True)]
    exact = dot(rows.x[0], rows.x[4])
    found |= {paper(value) for value in products} | {paper(sum(products, Decimal(0))), paper(exact)}
    for table in (rows.e, rows.x):
        cosine = float(dot(table[0], table[4])) / (length(table[0]) * length(table[4]))
        found |= {paper(cosine), paper(length(table[0])), paper(length(table[4])), paper(dot(table[0], table[4]))}
    found |= {paper(dot(rows.x[0], rows.x[0])), paper(length(rows.pe[0])), paper(math.sin(0.01))}
    return found | {"0.062", "0.063", "−1.235"}  # how 0.0624, 0.0625 and −1.2345 are rounded


@pytest.mark.parametrize("name", WHOLE_WAY)
def test_every_number_of_a_sheet(name: str) -> None:
    """Each number on a sheet and in its key is one that plain loops find; the finger-prints have tests of their own."""
    sheet = build(find(name))
    right = expected(plain(find(name)))
    shown, key = sheet_view(sheet), key_view(sheet, solve(sheet))
    assert len(numbers(shown)) > 8
    assert numbers(shown) <= right
    assert numbers(key.exercises) <= right


def test_the_tables_of_katze() -> None:
    """Look-up table and matrix of the key stand in order, row by row."""
    spec = find("katze")
    sheet, rows = build(spec), plain(spec)
    tables = [one for one in every(key_view(sheet, solve(sheet)), TableBlock) if one.head_columns == 2]
    assert [[cell.text for cell in row[2:]] for row in tables[0].rows] == [[paper(v) for v in row] for row in rows.pe]
    assert [[cell.text for cell in row[2:]] for row in tables[1].rows] == [[paper(v) for v in row] for row in rows.x]


def test_the_sums_of_katze() -> None:
    """Each column addition of the key adds up, those of one word at three places too."""
    sheet = build(find("katze"))
    grids = every(key_view(sheet, solve(sheet)), SumGrid)
    assert len(grids) == 9
    for grid in grids:
        e, pe, x = ([Decimal(cell.text.replace("−", "-")) for cell in cells] for _, cells in grid.rows)
        assert [a + b for a, b in zip(e, pe, strict=True)] == x


def test_what_the_pair_is_compared_with() -> None:
    """3.230 at the same place, cosine 1.000 before and 0.327 after."""
    view = sheet_view(build(find("katze")))
    texts = " ".join(every(view, str))
    for wanted in ("= 3.230", "= 1.000", "= 0.327"):
        assert wanted in texts
    assert "0.728" not in numbers(view)


def test_wide_models() -> None:
    """With 768 columns there are 384 pairs, and the largest divisor is 9763, not 10000."""
    texts = " ".join(every(sheet_view(build(find("cat"))), str))
    assert "With d = 768 there would be 384 pairs, and their divisors would run from 1 to 9763." in texts
    assert round(10000 ** (766 / 768)) == 9763


def test_the_clock_turns_as_it_should() -> None:
    """A hand turns one radian over its divisor a position; one dial is empty, and the key draws it."""
    sheet = build(find("katze"))
    for view, full in ((sheet_view(sheet), False), (key_view(sheet, solve(sheet)), True)):
        dials = every(view, Dial)
        assert [dial.hands is None for dial in dials] == [n == 2 for n in range(6)]
        for position, dial in enumerate(dials):
            hands = dial.key_hands if dial.hands is None else dial.hands
            if hands is None:
                assert not full
            else:
                assert hands == pytest.approx([position / q / (2 * math.pi) for q in (1, 100)])
    texts = every(view, str)
    assert paper(360 / (2 * math.pi), 1) + "°" in texts
    assert any(paper(2 * math.pi * 100, 0) in text for text in texts)


def test_greys_follow_the_values() -> None:
    """−1 is white and 1 is dark; the row to shade is open, and the key shades it."""
    sheet, rows = build(find("katze")), plain(find("katze")).pe
    open_map = every(sheet_view(sheet), Heatmap)[0]
    full_map = every(key_view(sheet, solve(sheet)), Heatmap)[0]
    assert [values for _, values in open_map.rows][2] == (None,) * 4
    assert full_map.solution[2] == pytest.approx([(float(value) + 1) / 2 for value in rows[2]])
    assert open_map.rows[1][1] == pytest.approx([(float(value) + 1) / 2 for value in rows[1]])


def test_the_display_of_a_calculator() -> None:
    """A small sine stands as on a display, and is read with its power of ten."""
    texts = " ".join(every(sheet_view(build(find("katze"))), str))
    assert "9.9998×10" in texts
    assert "0.0099998" in texts
    assert math.sin(0.01) == pytest.approx(0.0099998, abs=5e-8)


@pytest.mark.parametrize("d", [4, 6, 8])
def test_a_calculator_gives_the_divisors_that_stand_there(d: int) -> None:
    """What is typed in as it is printed comes out as it is printed, to the last digit."""
    view = sheet_view(build(compose(Wish("the cat sees the cat", "en", minutes=40, d=d), Path()).spec))
    cells = [text for table in every(view, TableBlock) for row in table.rows for text in every(row, str)]
    lines = [line.split(" = ") for line in cells if line.startswith("10000^")]
    assert len(lines) == d // 2
    for typed, shown in lines:
        found = eval(typed.replace("^", "**").replace("·", "*"))  # noqa: S307  (our own sheet)
        assert abs(found - float(shown)) <= 0.5000001 * 10.0 ** -len(shown.partition(".")[2])
