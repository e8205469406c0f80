from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading.fingerprints import fingerprints
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.report import check
from tests.grading.tools import answers_with, katze, marked, right, verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.grading.report import StudentReport


def rows(**values: str) -> dict[str, str]:
    """Whole rows by their stem: ``rows(pe2="1 2 3 4")``."""
    return {f"{stem}_d{k}": cell for stem, row in values.items() for k, cell in enumerate(row.split(), start=1)}


def of(found: Mapping[str, str], stem: str) -> list[str]:
    """The verdicts of one row."""
    return [found[f"{stem}_d{k}"] for k in range(1, 5)]


def guarded(student: StudentReport) -> set[str]:
    """Stems of the rows from which nothing follows through."""
    return {one.blank.id.split("_")[0] for one in student.blanks if one.guarded}


def test_a_sum_from_own_encodings() -> None:
    """Who adds rightly to a wrong row has made one mistake and not two."""
    answers = dict(right()) | rows(
        pe2="0.035 0.999 0.000 1.000", x2="0.035 1.099 0.900 1.000", m2="0.035 1.099 0.900 1.000"
    )
    found = verdicts(katze(), answers)
    assert of(found, "x2") == ["follow-through", "follow-through", "follow-through", "correct"]
    assert of(found, "m2") == ["follow-through", "follow-through", "follow-through", "correct"]
    assert marked(katze(), answers).points == 22


def test_a_right_sum_beside_wrong_encodings() -> None:
    """What is right is correct, wherever it came from."""
    found = verdicts(katze(), dict(right()) | rows(pe2="0.5 0.5 0.5 0.5"))
    assert of(found, "x2") == ["correct"] * 4


def test_products_and_their_sum_from_an_own_row() -> None:
    """A wrong row 4 is followed through copy, products and dot product."""
    row = "0.143 0.754 0.040 1.099"
    own = dict(right()) | rows(x4=row, m4=row, der=row, prod="0.129 0.829 0.000 1.209") | {"dot": "2.167"}
    found = verdicts(katze(), own)
    assert found["x4_d2"] == "slip"  # a minus that was overlooked once
    assert [found[name] for name in ("m4_d2", "der_d2", "prod_d2", "dot")] == ["follow-through"] * 4
    assert marked(katze(), own).points == 24


def test_following_through_what_was_not_answered() -> None:
    """A blank that was left out is taken as right further down."""
    answers = {name: text for name, text in right().items() if not name.startswith(("pe2", "x4", "der"))}
    found = verdicts(katze(), answers)
    assert set(of(found, "x2") + of(found, "prod")) == {"correct"}


@pytest.mark.parametrize(
    ("source", "copy", "verdict"),
    [
        ("0.909", "0.909", "correct"),
        ("0.035", "0.909", "correct"),
        ("0.035", "0.035", "follow-through"),
        ("0.035", "0.0350", "follow-through"),
        ("0.909", "0.035", "wrong"),
        ("", "0.909", "correct"),
        ("", "0.035", "wrong"),
        ("Error", "0.035", "wrong"),
        ("0.9093", "0.909", "correct"),
        ("0.4567", "0.457", "follow-through"),
    ],
)
def test_copies(source: str, copy: str, verdict: str) -> None:
    """A copy is right if it is right, or what the student wrote at its source; nothing else."""
    assert verdicts(katze(), dict(right()) | {"x2_d1": source, "m2_d1": copy})["m2_d1"] == verdict


def test_copies_are_worth_nothing_and_no_evidence() -> None:
    """A wrong copy costs no points and is never diagnosed."""
    student = marked(katze(), dict(right()) | rows(m2="9.090 -3.160 9.200 10.000", m3="0 0 0 0"))
    assert student.points == 25
    assert student.diagnosis == ()


# --- The guard ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("pe2", "x2"),
    [
        ("0 0 0 0", "0.000 0.100 0.900 0.000"),
        ("1 1 1 1", "1.000 1.100 1.900 1.000"),
        ("1 0 1 0", "1.000 0.100 1.900 0.000"),
        ("0.841 0.540 0.010 1.000", "0.841 0.640 0.910 1.000"),
        ("0.000 1.000 0.000 1.000", "0.000 1.100 0.900 1.000"),
        ("0.500 0.000 0.300 0.400", "0.500 0.100 1.200 0.400"),
    ],
    ids=["zeros", "ones", "zeros and ones", "the printed row 1", "the printed row 0", "an embedding"],
)
def test_nothing_follows_from_trivial_or_copied_rows(pe2: str, x2: str) -> None:
    """A row of zeros, ones or one copied from the sheet earns nothing further down."""
    answers = dict(right()) | rows(pe2=pe2, x2=x2)
    student = marked(katze(), answers)
    assert "pe2" in guarded(student)
    verdict = verdicts(katze(), answers)
    same = {f"x2_d{k}" for k in range(1, 5) if answers[f"x2_d{k}"] == right()[f"x2_d{k}"]}
    assert all(verdict[f"x2_d{k}"] in ({"correct"} if f"x2_d{k}" in same else {"slip", "wrong"}) for k in range(1, 5))


def test_nothing_follows_from_an_own_row_written_twice() -> None:
    """The second of two equal own rows is a copy; the first is not."""
    row = "0.300 -0.700 0.450 0.210"
    answers = dict(right()) | rows(x3=row, x4=row, der=row, prod="0.270 -0.770 0.000 0.231") | {"dot": "-0.269"}
    student = marked(katze(), answers)
    assert guarded(student) == {"x4", "der"}
    assert set(of(verdicts(katze(), answers), "prod")) <= {"slip", "wrong", "correct"}
    alone = dict(right()) | rows(x4=row, m4=row, der=row, prod="0.270 -0.770 0.000 0.231") | {"dot": "-0.269"}
    assert guarded(marked(katze(), alone)) == set()
    assert of(verdicts(katze(), alone), "prod")[:2] == ["follow-through"] * 2


def test_nothing_follows_from_own_encodings_written_as_sums() -> None:
    """Own encodings copied into the sums are a copied row too."""
    row = "0.314 -0.271 0.161 0.577"
    assert guarded(marked(katze(), dict(right()) | rows(pe2=row, x2=row))) == {"x2"}


def test_honest_copies_keep_what_follows() -> None:
    """The sheet asks for copies: they are no copied rows, and their products follow through."""
    row = "0.200 0.300 0.400 0.500"
    answers = dict(right()) | rows(x4=row, m4=row, der=row, prod="0.180 0.330 0.000 0.550") | {"dot": "1.060"}
    student = marked(katze(), answers)
    assert guarded(student) == set()
    assert of(verdicts(katze(), answers), "prod") == ["follow-through", "follow-through", "correct", "follow-through"]
    assert verdicts(katze(), answers)["dot"] == "follow-through"


def test_copies_of_guarded_rows_are_guarded() -> None:
    """A faithful copy of a row of zeros is one."""
    answers = dict(right()) | rows(x4="0 0 0 0", m4="0 0 0 0", der="0 0 0 0", prod="0 0 0 0") | {"dot": "0"}
    student = marked(katze(), answers)
    assert guarded(student) == {"x4", "m4", "der", "prod", "dot"}
    assert verdicts(katze(), answers)["dot"] in {"slip", "wrong"}


def test_a_right_row_is_never_guarded() -> None:
    """Right answers look like printed rows on some sheets, and stay what they are."""
    assert guarded(marked(katze(), right())) == set()
    student = marked(katze(), dict(right()) | rows(pe2="0.909 -0.416 0.020 0.999"))
    assert guarded(student) == set()


def test_a_part_of_a_row_is_no_copied_row() -> None:
    """Three zeros and a blank say nothing about a row."""
    answers = dict(right()) | rows(pe2="0 0 0 -", x2="0.000 0.100 0.900 1.000")
    assert of(verdicts(katze(), answers), "x2") == ["follow-through", "follow-through", "follow-through", "correct"]


def test_finger_prints_promise_the_points_that_are_given() -> None:
    """The points that the key names beside a finger-print are those of a student who works like that."""
    sheet = katze()
    _, told = fingerprints(sheet, 20)
    assert len(told) > 10
    for one in told:
        answers = answers_with(sheet, one.slips[0].variants[0], None)
        given = check(sheet, [from_mapping(answers)]).students[0].points
        assert (one.slips[0].id, one.points) == (one.slips[0].id, given)


def test_a_copy_is_like_its_source_and_not_like_a_row_between() -> None:
    """A row that was written twice makes the second one a copy, and not the faithful copy of the first."""
    row = "0.200 0.300 0.400 0.500"
    twice = marked(katze(), dict(right()) | rows(x4=row, x5=row, m4=row, m5=row, der=row))
    assert guarded(twice) == {"x5", "m5"}


def test_copies_of_a_row_with_a_gap_are_no_copied_rows() -> None:
    """Two copies of the same row look alike because the sheet asks for both."""
    row = "0.200 0.300 0.400 0.500"
    answers = dict(right()) | rows(x4="- 0.300 0.400 0.500", m4=row, der=row)
    assert guarded(marked(katze(), answers)) == set()


def test_zeros_and_ones_may_be_right() -> None:
    """The row of position 0 is nothing but zeros and ones."""
    sheet = quick_sheet(4, [0])
    assert guarded(marked(sheet, {blank.id: text for blank, text in zip(sheet.blanks, "0101", strict=True)})) == set()
    assert guarded(marked(sheet, {blank.id: text for blank, text in zip(sheet.blanks, "0001", strict=True)})) == {"pe0"}
