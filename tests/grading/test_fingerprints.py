from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.fingerprints import fingerprints, likelihood
from posenc_cli.grading.simulate import texts
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.mistakes import forms_of, worker_of
from posenc_cli.worksheet.spec import FAMILIES, find
from tests.grading.tools import marked_all
from tests.worksheet.family_sheets import asking

if TYPE_CHECKING:
    from collections.abc import Callable

    from posenc_cli.grading.fingerprints import Fingerprint

POS = 2
RIGHT = ("0.909", "-0.416", "0.020", "1.000")


@pytest.fixture(scope="module")
def katze() -> dict[str, Fingerprint]:
    """All finger-prints of the sample sheet by the id of each slip."""
    _, found = fingerprints(build(find("katze")), limit=100)
    return {slip.id: one for one in found for slip in one.slips}


def written(values: list[float]) -> tuple[str, ...]:
    """Three decimals each; none of these numbers is near a tie."""
    return tuple(f"{value:.3f}".replace("-0.000", "0.000") for value in values)


WAYS: dict[str, Callable[[], list[float]]] = {
    "angle-degrees": lambda: [f(math.radians(POS / q)) for q in (1, 100) for f in (math.sin, math.cos)],
    "pos-from-one": lambda: [f((POS + 1) / q) for q in (1, 100) for f in (math.sin, math.cos)],
    "func-swapped": lambda: [f(POS / q) for q in (1, 100) for f in (math.cos, math.sin)],
    "exp-dimension-index": lambda: [
        f(POS / 10000 ** (k / 4)) for k, f in enumerate((math.sin, math.cos, math.sin, math.cos))
    ],
    "exp-two-missing": lambda: [f(POS / 10000 ** (i / 4)) for i in (0, 1) for f in (math.sin, math.cos)],
    "sign-lost": lambda: [abs(f(POS / q)) for q in (1, 100) for f in (math.sin, math.cos)],
    "order-halves": lambda: [f(POS / q) for f in (math.sin, math.cos) for q in (1, 100)],
}


@pytest.mark.parametrize("slip", WAYS)
def test_the_row_is_what_the_slip_gives(katze: dict[str, Fingerprint], slip: str) -> None:
    """The printed row is that of plain arithmetic with the slip in it."""
    assert katze[slip].row == written(WAYS[slip]())


def test_what_is_likeliest_stands_for_its_row() -> None:
    """Rows go by the likeliest of their slips, and the points are those of that one."""
    shared = 0
    for name in ("katze", "rope", "alibi"):
        sheet = build(find(name))
        _, found = fingerprints(sheet, limit=100)
        likeliest = [min(one.slips, key=likelihood) for one in found]
        assert [*map(likelihood, likeliest)] == sorted(map(likelihood, likeliest))
        shared += sum(len(one.slips) > 1 for one in found)
        for one, slip in zip(found, likeliest, strict=True):
            made = [texts(sheet, worker_of(sheet).answers(*form)) for form in forms_of(sheet, slip)]
            assert one.points in {student.points for student in marked_all(sheet, made)}
    assert shared > 5


def test_a_row_of_two_numbers_goes_before_a_single_one() -> None:
    """However many slips the single number shows."""
    sheet = asking("rope", {"angle": [[4, 1]], "cos": [2]})
    row, found = fingerprints(sheet)
    assert row is not None
    assert len(found[0].row) == 2


def test_too_few_decimals_are_shown_as_too_few(katze: dict[str, Fingerprint]) -> None:
    """What has one decimal too few stands there with one less."""
    short = [f"{float(one):.2f}" for one in written([f(POS / q) for q in (1, 100) for f in (math.sin, math.cos)])]
    assert katze["round-two-decimals"].row == tuple(short)


def test_eight_and_the_likeliest_first() -> None:
    """A teacher gets eight different rows, the calculator in degrees on top, and no row is the right one."""
    _, found = fingerprints(build(find("katze")))
    assert len(found) == 8
    assert found[0].slips[0].id == "angle-degrees"
    rows = [one.row for one in found]
    assert len(set(rows)) == 8
    assert RIGHT not in rows


def test_twins_share_a_row(katze: dict[str, Fingerprint]) -> None:
    """Slips that cannot be told apart on this row are one entry."""
    assert {slip.id for slip in katze["exp-two-missing"].slips} == {"exp-two-missing", "base-100"}


def test_points_count_what_follows(katze: dict[str, Fingerprint]) -> None:
    """Three wrong values cost three points, because the sums from them count; a row of zeros and ones earns nothing."""
    assert katze["angle-degrees"].points == 22
    assert katze["pos-same-for-all"].points == 25 - 3 - 3  # the fourth value is right by accident
    assert katze["pos-from-one"].points == 25 - 3 - 3  # the row is that of position 3, printed on the sheet
    assert katze["round-truncated"].points == 25


def test_a_calculator_error_has_no_number(katze: dict[str, Fingerprint]) -> None:
    """Where a slip divides by nought, the row says so."""
    assert katze["exp-superscript-lost"].row[:2] == (None, None)


def test_the_row_is_the_first_one_of_encodings() -> None:
    """An exercise on encodings has its first row shown, whatever else is on the sheet."""
    assert fingerprints(build(find("katze")))[0] == ("pe", POS)


def test_a_sheet_without_encodings_shows_its_products() -> None:
    """Without a row of encodings the row of several numbers is taken that tells the most slips from each other."""
    spec = find("katze")
    kept = tuple(exercise for exercise in spec.exercise if exercise.kind != "encode")
    sheet = build(spec.model_copy(update={"exercise": kept}))
    row, found = fingerprints(sheet, limit=100)
    assert row == ("prod", 0)
    rows = {slip.id: one.row for one in found for slip in one.slips}
    left, right = (0.9, 1.1, 0.0, 1.1), (0.143, -0.554, 0.040, 1.099)
    assert rows["dot-added-instead"] == written([a + b for a, b in zip(left, right, strict=True)])
    assert not {"angle-degrees", "write-thousandfold"} & rows.keys()


def test_a_sheet_without_blanks_shows_nothing() -> None:
    """Prose alone goes wrong in no row."""
    spec = find("katze")
    kept = tuple(exercise for exercise in spec.exercise if exercise.kind == "summary")
    sheet = build(spec.model_copy(update={"exercise": kept}))
    assert fingerprints(sheet) == (None, ())


@pytest.mark.parametrize("name", FAMILIES)
def test_every_family_has_mistakes_at_a_glance(name: str) -> None:
    """Each sheet has a row of several numbers that tells slips from each other; points are those that are given."""
    sheet = build(find(name))
    row, found = fingerprints(sheet)
    assert row is not None
    assert len(found) > 1
    numbers = [blank for blank in sheet.blanks if (blank.place.quantity, blank.place.row) == row]
    assert {len(one.row) for one in found} == {len(numbers)}
    assert len(numbers) > 1
    assert all(0 <= one.points <= sheet.max_points for one in found)
    ids = [slip.id for one in found for slip in one.slips]
    assert len(ids) == len(set(ids))


def test_a_single_number_is_shown_where_there_is_no_row() -> None:
    """A sheet that asks for one number shows what the slips make of it."""
    sheet = asking("alibi", {"bias": [[4, 0]]}, given={"h": 2}, params={"n_heads": 4})
    row, found = fingerprints(sheet)
    assert row == ("bias", 4)
    assert {slip.id: one.row for one in found for slip in one.slips}["alibi-sign"] == ("0.250",)


def test_what_no_slip_changes_is_not_shown() -> None:
    """The distance of a word from itself is nought, whatever the head."""
    sheet = asking("alibi", {"exponent": [0]}, given={"h": 2}, params={"n_heads": 4})
    row, found = fingerprints(sheet)
    assert row == ("exponent", 0)
    assert "alibi-sign" not in {slip.id for one in found for slip in one.slips}
