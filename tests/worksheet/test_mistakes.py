from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import pytest

from posenc_cli.calculation.expression import parse
from posenc_cli.encodings.slips import ONCE, load, slip
from posenc_cli.worksheet.build import build
from posenc_cli.worksheet.mistakes import Worker, forms_of, slips_of
from posenc_cli.worksheet.spec import find
from tests.worksheet.family_sheets import alibi, asking, stretched

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet

#: Writing goes wrong on every sheet.
WRITING = {
    "round-truncated",
    "round-two-decimals",
    "write-thousandfold",
    "write-decimal-shifted",
    "write-power-of-ten-dropped",
    "write-digits-transposed",
    "write-expression",
}


def by_id(sheet: Sheet) -> dict[str, Slip]:
    """The slips of a sheet."""
    return {one.id: one for one in slips_of(sheet)}


def variants(sheet: Sheet, name: str) -> list[dict[str, str]]:
    """The forms of one slip."""
    return [dict(one) for one in by_id(sheet)[name].variants]


def _plain(form: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """A form that can be compared and be a key."""
    return tuple(form.items())


def _kept(form: Mapping[str, str], there: set[str]) -> tuple[tuple[str, str], ...]:
    """What of a form can be made with some rules."""
    return _plain({rule: text for rule, text in form.items() if rule in there})


def test_the_sample_has_all_slips_of_its_catalogue() -> None:
    """On a sheet with encodings, sums, products and a cosine the whole catalogue can be made, as it stands there.

    Only what is found backwards, as a position from a row, is not asked for there.
    """
    sheet = build(find("katze"))
    there = {*(rule.name for rule in sheet.formula.rules), "write"}
    found = slips_of(sheet)
    known = [one for one in load("sinusoidal") if not one.shape and one.scope not in ONCE]
    assert [one.id for one in found] == [one.id for one in known]
    usual = [tuple(dict.fromkeys(_kept(form, there) for form in one.variants)) for one in known]
    assert [tuple(map(_plain, one.variants)) for one in found] == [tuple(filter(None, forms)) for forms in usual]
    assert [one.rules for one in found] == [tuple(rule for rule in one.rules if rule in there) for one in known]


def test_a_sheet_has_the_slips_of_its_encoding_and_of_writing() -> None:
    """Each encoding brings its own; how a number is written is the same everywhere."""
    own = {one.id for one in load("alibi")}
    assert by_id(alibi()).keys() == own | WRITING


def test_only_what_follows_on_this_sheet() -> None:
    """A score is a dot product, but no embedding is added; a rotation's cosine is no cosine of two vectors."""
    sheet = asking(
        "rope",
        {"turned": [2], "prod": [0], "dot": [0]},
        given={"x": [[0.9, 0.1, 0.3, 0.2]] * 5, "first": 2, "second": 1},
    )
    found = by_id(sheet)
    assert {"dot-term-missing", "dot-minus-lost", "dot-scaled", "cos-instead-of-dot"} <= found.keys()
    assert not {"add-subtracted", "dot-embeddings-only", "dot-encodings-only", "dot-instead-of-cos"} & found.keys()
    assert variants(sheet, "cos-instead-of-dot") == [{"dot": "dot / (norm(left) * norm(right))"}]
    assert found["cos-instead-of-dot"].rules == ("dot",)
    assert "rope-pi-multiplied" not in found


def test_conventions_choose_slips() -> None:
    """A slip of a stretched rotation can be made where it is stretched that way."""
    slower = asking("rope", {"angle": [2]}, params={"factor": 4}, conventions={"scaling": "linear"})
    assert "rope-pi-multiplied" in by_id(slower)
    assert "rope-pi-multiplied" not in by_id(stretched())


def test_a_slip_of_two_encodings_is_one() -> None:
    """It is made in both, or in one of them; what only one of them has is made there."""
    assert variants(stretched(), "rope-pos-from-one") == [
        {"angle": "(pos + 1) * inv_freq", "ntk_angle": "(ntk_pos + 1) * ntk_inv_freq"},
        {"angle": "(pos + 1) * inv_freq"},
        {"ntk_angle": "(ntk_pos + 1) * ntk_inv_freq"},
    ]
    assert variants(stretched(), "rope-ntk-exponent-missing") == [{"ntk_base": "ntk_theta * ntk_factor"}]
    assert by_id(stretched())["rope-ntk-exponent-missing"].rules == ("base",)
    assert variants(stretched(), "write-thousandfold") == [{"write": "write * 10 ** decimals"}]
    ids = [one.id for one in slips_of(stretched())]
    assert len(ids) == len(set(ids))
    assert [one.order for one in slips_of(stretched())] == list(range(len(ids)))


def clocks(count: int) -> Sheet:
    """Pointers of several calendars: hours in the main one, and in so many further ones."""
    names = [f"c{number}" for number in range(count)]
    return asking(
        "calendar", {name: [1, 4] for name in ("pe", *(f"{one}_pe" for one in names))}, d=2,
        also={name: {"encoding": "calendar", "d": 2} for name in names},
    )  # fmt: skip


def test_any_of_a_few_encodings_may_have_a_slip() -> None:
    """Of up to four encodings each group has a form, the largest first; of more, all have the slip or a single one."""
    made = [sorted(one) for one in variants(clocks(2), "calendar-half-turn")]
    assert made == [
        ["angle", "c0_angle", "c1_angle"],
        ["angle", "c0_angle"],
        ["angle", "c1_angle"],
        ["c0_angle", "c1_angle"],
        ["angle"],
        ["c0_angle"],
        ["c1_angle"],
    ]
    assert [len(one) for one in variants(clocks(3), "calendar-half-turn")] == [4] + [3] * 4 + [2] * 6 + [1] * 4
    assert [len(one) for one in variants(clocks(4), "calendar-half-turn")] == [5] + [1] * 5


@pytest.mark.parametrize(
    ("encoding", "slip_id", "after"), [("rope", "rope-degrees", "cosine"), ("sinusoidal", "angle-degrees", "pe")]
)
def test_no_calculator_spoils_an_angle_on_paper(encoding: str, slip_id: str, after: str) -> None:
    """Who writes angles down writes right ones in degree mode too; it shows only in what is pressed after them."""
    alone, before, hidden = (asking(encoding, {name: [2] for name in names}) for names in
                             (["angle"], ["angle", after], [after]))  # fmt: skip
    for form in by_id(alone)[slip_id].variants if slip_id in by_id(alone) else ():
        np.testing.assert_array_equal(Worker(alone).answers(form), Worker(alone).answers({}))
    assert [after in one for one in variants(before, slip_id)] == [True]
    angles = sum(blank.place.quantity == "angle" for blank in before.blanks)
    (form,) = by_id(before)[slip_id].variants
    right, wrong = Worker(before).answers({}), Worker(before).answers(form)
    np.testing.assert_array_equal(right[:angles], wrong[:angles])
    assert (right != wrong)[angles:].any()
    np.testing.assert_array_equal(wrong[angles:], Worker(hidden).answers({"angle": "radians(angle)"}))


def test_a_rule_that_leads_to_nothing_is_spelled_out() -> None:
    """A sheet that asks for vectors of a table and not for their numbers knows the slips of the number too."""
    table = [[float(row)] * 4 for row in range(9)]
    sheet = asking("learned", {"pe": [2]}, params={"offset": 2, "table": table})
    assert "id" not in sheet.formula
    (variant,) = variants(sheet, "learned-offset-forgotten")
    assert variant.keys() == {"pe"}
    assert "id" not in parse(variant["pe"]).names
    form = by_id(sheet)["learned-offset-forgotten"].variants[0]
    np.testing.assert_array_equal(Worker(sheet).answers(form), [2.0] * 4)
    np.testing.assert_array_equal(Worker(sheet).answers({}), [4.0] * 4)


def test_rules_of_the_sheet_itself_count() -> None:
    """A sheet that replaces a rule by a simpler one has no slips of what is gone."""
    sheet = asking("rope", {"cosine": [2]}, rules={"cosine": "cos(angle)"})
    assert "attention_factor" not in sheet.formula
    assert {"rope-degrees", "rope-pos-from-one"} <= by_id(sheet).keys()
    assert "dot-instead-of-cos" not in by_id(sheet)


def test_the_earliest_rule_is_that_of_the_sheet() -> None:
    """Slips of several files are put in the order of the work, by which those that look alike get their hint."""
    found = by_id(asking("rope", {"dot": [0]}, given={"x": [[0.9, 0.1, 0.3, 0.2]] * 5, "first": 2, "second": 1}))
    assert found["rope-degrees"].stage < found["rope-both-plus"].stage < found["dot-minus-lost"].stage
    assert found["dot-minus-lost"].stage < found["write-thousandfold"].stage


@pytest.mark.parametrize(("name", "numbers"), [("pos-row-above", [None, *range(6)]), ("dot-term-missing", [*range(4)])])
def test_rows_and_columns_of_the_sample(name: str, numbers: list[int | None]) -> None:
    """A slip that reads another row or column is tried with all that are there."""
    sheet = build(find("katze"))
    assert [other for _, other in forms_of(sheet, by_id(sheet)[name])] == numbers


def test_rows_and_columns_are_those_that_are_read() -> None:
    """The numbers are those of what the slip reads, not of the sentence; of two encodings, what both have."""
    given = {"x": [[0.9, 0.1, 0.3, 0.2, 0.4, 0.6]] * 5, "first": 2, "second": 1}
    sheet = asking("rope", {"dot": [0]}, d=6, given=given)
    assert [other for _, other in forms_of(sheet, by_id(sheet)["dot-term-missing"])] == list(range(6))
    two = asking("sinusoidal", {"pe": [2], "wide_pe": [2]}, also={"wide": {"d": 4, "n": 3}})
    found = [(len(rules), other) for rules, other in forms_of(two, by_id(two)["pos-row-above"]) if other is not None]
    assert found == [*((2, row) for row in range(3)), *((1, row) for row in range(5)), *((1, row) for row in range(3))]
    for form in forms_of(two, by_id(two)["pos-row-above"]):
        assert np.isfinite(Worker(two).answers(*form)).all()


def test_a_worker_goes_on_with_what_is_written() -> None:
    """Printed numbers are used as printed, whatever the slip; own numbers as they are written."""
    sheet = alibi(rows=[4])
    right, wrong = Worker(sheet).answers({}), Worker(sheet).answers(slip("alibi-sign").variants[0])
    assert right.tolist()[:10] == [4, 3, 2, 1, 0, -0.25, -0.188, -0.125, -0.063, 0]
    np.testing.assert_array_equal(right[5:10], -wrong[5:10])
    printed = asking(
        "alibi", {"bias": [4], "score": [2]}, given={"h": 2, "content": [[0.5] * 5] * 5}, params={"n_heads": 4}
    )
    again = Worker(printed)
    np.testing.assert_array_equal(
        again.answers({"bias": "-bias"})[5:], again.answers({})[5:], err_msg="row 2 of the biases is printed"
    )
