"""What likely slips leave in single blanks."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest

from posenc_cli.grading.foreseen import foreseen
from posenc_cli.grading.wrong_values import slip_values, wrong_values
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import accepted_texts
from posenc_cli.worksheet.spec import BUILTIN_NAMES, read
from tests.grading.tools import marked_all


def of(name: str) -> dict[str, dict[str, str]]:
    """Wrong texts by slip and blank."""
    return {one.slip.id: dict(one.texts) for one in wrong_values(sheet_of(name))}


def test_degrees_and_a_lost_sign_as_a_calculator_shows_them() -> None:
    """By plain trigonometry: position 2 in degrees, the sine of 1 in degrees, and a cosine without its sign."""
    found = of("katze-kurz")
    assert found["angle-degrees"]["pe2_d1"] == f"{math.sin(math.radians(2)):.3f}" == "0.035"
    assert found["angle-degrees"]["rad"] == f"{math.sin(math.radians(1)):.3f}" == "0.017"
    assert found["sign-lost"]["pe2_d2"] == f"{abs(math.cos(2)):.3f}" == "0.416"
    assert of("alibi")["alibi-sign"]["bias_5_0"] == f"{0.25 * 5:.3f}"


def test_who_goes_on_with_a_wrong_number_has_a_wrong_sum() -> None:
    """The sum of position 2 follows from the sine in degrees and the embedding that the sheet prints (0.0)."""
    found = of("katze-kurz")["angle-degrees"]
    assert found["x2_d1"] == found["pe2_d1"]


@pytest.mark.parametrize("name", BUILTIN_NAMES)
def test_no_wrong_value_is_right_anywhere(name: str) -> None:
    """It equals no accepted text of any blank, as a number; no slip stands there twice; copies have none."""
    sheet = sheet_of(name)
    right = {float(text) for texts in accepted_texts(sheet) for text in texts}
    copies = {blank.id for blank in sheet.blanks if blank.source is not None}
    found = list(wrong_values(sheet))
    assert found
    assert len({one.slip.id for one in found}) == len(found)
    for one in found:
        assert not {float(text) for text in one.texts.values()} & right
        assert not (copies & set(one.texts))
        assert set(one.texts) <= set(one.blanks)


def test_the_likeliest_come_first() -> None:
    """Degrees before all others, where there are angles."""
    assert next(iter(wrong_values(sheet_of("katze")))).slip.id == "angle-degrees"


def test_what_goes_wrong_without_a_number_is_told_apart() -> None:
    """Swapped functions leave −0.416, which is right in the next column: the blank goes wrong, the number is not."""
    (swapped,) = [one for one in wrong_values(sheet_of("katze-kurz")) if one.slip.id == "func-swapped"]
    assert "pe2_d1" in swapped.blanks
    assert "pe2_d1" not in swapped.texts


def test_one_decimal_too_few_is_written_with_one_decimal_less() -> None:
    """A hint on the count of decimals stands beside 0.91, not beside 0.910, which has all three."""
    texts = {one.slip.id: one.texts for one in wrong_values(sheet_of("katze-kurz"))}
    assert texts["round-two-decimals"]["pe2_d1"] == "0.91"
    assert all(len(one.partition(".")[2]) == 2 for one in texts["round-two-decimals"].values())
    assert all(len(one.partition(".")[2]) == 3 for one in texts["round-truncated"].values())


def test_what_stays_right_does_not_go_wrong() -> None:
    """The sine of 2 has no sign that could be lost, its cosine has."""
    (lost,) = [one for one in wrong_values(sheet_of("katze-kurz")) if one.slip.id == "sign-lost"]
    assert "pe2_d2" in lost.blanks
    assert "pe2_d1" not in lost.blanks


def test_a_sheet_without_blanks_has_none() -> None:
    """There is nothing to write."""
    spec = read('[worksheet]\ntitle = "T"\nsentence = "a b"\n[[exercise]]\nkind = "idea"\n', "leer", None)
    sheet = build(spec)
    assert (list(wrong_values(sheet)), slip_values(sheet), foreseen(sheet)) == ([], {}, ())


def test_all_numbers_of_slips_are_found_also_those_that_are_right_elsewhere() -> None:
    """−0.416 for swapped functions and 0.141 of the next position in d₁; never what is right in the blank itself."""
    found = slip_values(sheet_of("katze-kurz"))
    assert {-0.416, 0.141, 0.035} <= found["pe2_d1"]
    assert 0.909 not in found["pe2_d1"]
    for one in wrong_values(sheet_of("katze-kurz")):
        assert all(float(text) in found[name] for name, text in one.texts.items())


def test_what_a_list_foresees_is_what_marking_says() -> None:
    """Every number within three units of the key, with all decimals and with one fewer, tried in every blank.

    What is coarse or rounded too early is listed, and nothing else; slips are listed by what they leave.
    """
    sheet = sheet_of("katze-kurz")
    right = {blank.id: texts[0] for blank, texts in zip(sheet.blanks, accepted_texts(sheet), strict=True)}
    tried = [
        (name, str((Decimal(text) + Decimal(step).scaleb(-decimals)).quantize(Decimal(1).scaleb(-decimals))))
        for name, text in right.items()
        for decimals in (2, 3)
        for step in range(-3, 4)
    ]
    judged: dict[tuple[str, str], set[Decimal]] = {}
    for (name, text), student in zip(
        tried, marked_all(sheet, [right | {name: text} for name, text in tried]), strict=True
    ):
        (verdict,) = (one.verdict for one in student.blanks if one.blank.id == name)
        judged.setdefault((name, verdict), set()).add(Decimal(text))
    found = {one.blank.id: one for one in foreseen(sheet)}
    for name, one in found.items():
        assert one.text == right[name]
        assert {*map(Decimal, one.accepted)} == judged[name, "correct"]
        assert {*map(Decimal, one.coarse)} == judged.get((name, "coarse"), set())
        assert all(len(text.partition(".")[2]) == 2 for text in one.coarse)
        assert {*map(Decimal, one.rounding)} == judged.get((name, "rounding"), set())
    for slip, texts in of("katze-kurz").items():
        for name, text in texts.items():
            near = {*map(Decimal, (*found[name].coarse, *found[name].rounding))}
            assert Decimal(text) in near or slip in [one.id for one in found[name].slips[text]]
    assert sum(verdict == "coarse" for _, verdict in judged) > 5
    assert any(verdict == "rounding" for _, verdict in judged)
