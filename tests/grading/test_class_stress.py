from __future__ import annotations

import numpy as np
import pytest

from posenc_cli.grading.alone import Alone
from posenc_cli.grading.answers import collect
from posenc_cli.grading.class_stress import (
    KINDS,
    ClassStress,
    Tally,
    _gone_wrong,
    _once,
    _put_noise,
    _some_pairs,
    class_stress,
    simulated,
)
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.marking import Marker
from posenc_cli.grading.pairing import made_together
from posenc_cli.grading.report import check
from posenc_cli.grading.simulate import Habits, texts, worked
from posenc_cli.grading.ways import single_ways
from posenc_cli.worksheet.key import accepted_ticks
from posenc_cli.worksheet.mistakes import Worker, once_of, slips_of
from tests.grading.tools import katze, named, right, sheets


def test_a_simulated_class_is_marked_fairly() -> None:
    """Over three worksheets: no right answer rejected, no wrong one accepted, slips and pairs found, noise not."""
    total = ClassStress()
    for name in ("katze-kurz", "alibi", "nope"):
        total.add(class_stress(sheets()[name], 120, seed=2))
    assert sum(total.students.values()) == 360
    assert set(total.students) == set(KINDS)
    assert (total.rejected.hits, total.accepted.hits) == (0, 0)
    assert min(total.rejected.of, total.accepted.of) > 1000
    assert total.singles.of > 80
    assert total.singles.share >= 0.98
    assert total.pairs.of > 60
    assert total.pairs.share >= 0.9
    assert total.once.of == 36
    assert total.once.share >= 0.95
    assert total.noise.of == 72
    assert total.noise.hits <= 1
    sure = sum(total.precision.values(), Tally())
    assert sure.of > 100
    assert sure.share > 0.95


def test_the_count_can_fail(monkeypatch: pytest.MonkeyPatch) -> None:
    """A marking that takes everything for right, and one that takes nothing, are both counted as unfair."""
    sheet = sheets()["nope"]

    def all_are(verdict: str) -> ClassStress:
        monkeypatch.setattr(Marker, "verdicts", lambda one: np.full(one.ticks.shape, verdict, dtype=object))
        return class_stress(sheet, 40, seed=1)

    assert all_are("correct").accepted.hits > 50
    assert all_are("wrong").rejected.hits > 50


def test_the_same_seed_is_the_same_class() -> None:
    """Who looks again sees the same students."""
    one, two, other = (simulated(sheets()["nope"], 60, seed) for seed in (3, 3, 4))
    assert np.array_equal(one.values, two.values, equal_nan=True)
    assert not np.array_equal(one.values, other.values, equal_nan=True)


def _made(first: dict[str, str]) -> dict[str, str]:
    return texts(katze(), Worker(katze()).answers(first))


def test_two_slips_that_were_made_together_are_both_named() -> None:
    """Positions from 1 in degree mode: no single slip gives these numbers, and both are named as going together."""
    answers = _made({"angle": "radians((pos + 1) / divisor)", "check": "sin(radians(one))"})
    found = check(katze(), [from_mapping(answers)]).students[0]
    assert {"angle-degrees", "pos-from-one"} <= set(named(found))
    both = [entry.finding for entry in found.diagnosis if entry.finding.together]
    assert {one.slip.id for one in both} == {one.together.id for one in both if one.together}
    alone = check(katze(), [from_mapping(answers)], pairs=False).students[0]
    assert not any(entry.finding.together for entry in alone.diagnosis)


def test_a_single_slip_is_not_called_a_pair() -> None:
    """What one slip explains needs no second one."""
    for rules in ({"angle": "radians(angle)", "check": "sin(radians(one))"}, {"x": "e - pe"}, {"pe": "-pe"}):
        found = check(katze(), [from_mapping(_made(rules))]).students[0]
        assert found.diagnosis
        assert not any(entry.finding.together for entry in found.diagnosis)


def _with(blank: str, text: str) -> list[tuple[str, str]]:
    """What is found where one blank of right work holds something else."""
    found = check(katze(), [from_mapping(_made({}) | {blank: text})]).students[0]
    return [(entry.finding.slip.id, entry.finding.certainty) for entry in found.diagnosis]


def test_what_went_wrong_once_is_named_where_nothing_else_explains_it() -> None:
    """A sign, the number of the cell beside, the word vector left as it was: each may be, and none is called sure."""
    assert _with("x2_d1", "-0.909") == [("write-one-sign", "could-be")]
    assert _with("x2_d2", "0.920") == [("write-neighbour-copied", "could-be")]
    assert _with("x2_d1", "0.641") == [("write-neighbour-copied", "could-be")]
    assert _with("x5_d4", "0.900") == [("write-one-embedding", "could-be")]
    assert _with("pe2_d2", "0.416") == [("sign-lost", "could-be")]
    assert _with("x2_d2", "0.516") == [("write-one-minus", "could-be")]
    assert _with("x5_d4", "-1.900") == []
    assert _with("x2_d2", "0.777") == []


def test_many_wrong_answers_did_not_go_wrong_by_the_way() -> None:
    """Three wrong signs in one sheet are no slip that was made once."""
    wrong = {"x2_d1": "-0.909", "x3_d3": "-0.330", "x5_d2": "-0.284"}
    found = check(katze(), [from_mapping(_made({}) | wrong)]).students[0]
    assert "write-one-sign" not in named(found)


def test_one_way_alone_makes_no_pair() -> None:
    """A worksheet that knows a single mistake has nothing to put together, for a class or for one student."""
    ways = single_ways(katze(), slips_of(katze()))[:1]
    assert _some_pairs(katze(), ways, np.random.default_rng(0)) == []
    marker = Marker(katze(), collect(katze(), [from_mapping(right())]))
    assert made_together(marker, ways) is None
    wrong = from_mapping(dict(right()) | {"x2_d1": "7", "x3_d3": "8"})
    assert check(katze(), [wrong], among=slips_of(katze())[:1]).students[0].diagnosis == ()


def test_pairs_are_drawn_once_each() -> None:
    """Nobody's pair is that of another draw."""
    ways = single_ways(katze(), slips_of(katze()))
    drawn = _some_pairs(katze(), ways, np.random.default_rng(0))
    assert len(drawn) > 100
    assert len(set(map(id, drawn))) == len(drawn)


def test_pairs_differ_by_more_than_rounding_from_what_is_known() -> None:
    """From right work and from every single slip, somewhere by two ticks."""
    ways = single_ways(katze(), slips_of(katze()))
    alone = Alone(katze(), ways)
    known = np.concatenate([alone.ticks(ways), accepted_ticks(katze())[0][np.newaxis]])
    for seed in range(4):
        drawn = alone.ticks(_some_pairs(katze(), ways, np.random.default_rng(seed)))
        assert min(np.abs(known - row).max(axis=1).min() for row in drawn) >= 2


def test_gaps_are_blank_and_no_errors_of_a_calculator() -> None:
    """Whoever leaves cells out has written nothing there."""
    some = simulated(sheets()["nope"], 200, seed=1)
    gaps = np.isnan(some.values) & ~some.error
    assert not some.error.any()
    assert {kind for kind, row in zip(some.kinds, gaps, strict=True) if row.any()} == {"gaps"}


def test_what_goes_wrong_once_is_a_cell_of_the_way_that_is_gone() -> None:
    """Not one that only follows from it, and none that is right, copied or a whole number."""
    sheet = katze()
    ways = single_ways(sheet, (slip for slip in once_of(sheet) if slip.scope == "once"))
    made, shows = _gone_wrong(sheet, ways)
    low, high = accepted_ticks(sheet)
    assert shows.any(axis=1).sum() > 5
    for way, number in np.argwhere(shows):
        blank = sheet.blanks[number]
        assert ways[way].only_writing or blank.place.quantity in ways[way].rules
        assert not low[number] <= made[way, number] <= high[number]
        assert blank.source is None
        assert blank.place.quantity not in sheet.whole


def test_noise_is_in_some_cells_and_in_no_copy() -> None:
    """In one to six of them: small whole numbers where whole ones are asked for, else about as large as the others."""
    sheet = next(one for one in sheets().values() if one.whole & {blank.place.quantity for blank in one.blanks})
    whole = np.array([blank.place.quantity in sheet.whole for blank in sheet.blanks])
    copies = np.arange(len(sheet.blanks)) % 3 == 0
    dice, changed, written = np.random.default_rng(0), set(), set()
    for _ in range(400):
        row = np.full(len(sheet.blanks), 50.0)
        _put_noise(row, copies, sheet, dice)
        assert (row[copies] == 50.0).all()
        changed.add(int((row != 50.0).sum()))
        written |= set(row[whole & (row != 50.0)])
        assert (np.abs(row) <= 50.0).all()
    assert changed == {1, 2, 3, 4, 5, 6}
    assert written == set(range(-3, 10))


def test_a_class_too_small_for_a_kind_leaves_it_out() -> None:
    """Nobody is counted where nobody is there."""
    assert _once(katze(), 0, np.random.default_rng(0)) == Tally()


@pytest.mark.parametrize("name", ["wide", "halves"])
def test_a_copy_is_what_was_written_at_its_source(name: str) -> None:
    """However a student rounds, the cell that is copied says what was written there."""
    sheet = sheets()[name]
    places = {blank.place: number for number, blank in enumerate(sheet.blanks)}
    values = worked(sheet, sheet.formula, Habits(200, np.random.default_rng(5)))
    copies = {n: places[one.source] for n, one in enumerate(sheet.blanks) if one.source in places}
    assert copies
    assert all(np.array_equal(values[:, number], values[:, source]) for number, source in copies.items())


def test_what_is_not_on_the_sheet_is_not_read_from_it() -> None:
    """A student goes on with a number in the head, or, where one stands on the sheet, with that one now and then."""
    carry = Habits(300, np.random.default_rng(1)).algebra(3).carry
    read = carry(np.full((1, 2), 9.0), np.full((1, 2), 0.5), np.array([[True, False]])) == 9.0
    assert not read[:, 0, 1].any()
    assert 100 < read[:, 0, 0].sum() < 200
