"""Two slips that were made together: who is called sure of them, and which answers each of them explains."""

from __future__ import annotations

from posenc_cli.grading.alone import Alone
from posenc_cli.grading.diagnosis import _pair
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.simulate import texts
from posenc_cli.grading.ways import Way, pairs, single_ways
from posenc_cli.worksheet.mistakes import slips_of
from tests.grading.tools import katze, marked

Found = dict[str, tuple[str, list[int]]]


def _found(*answers: str) -> Found:
    """What is found in the row of position 3 (0.141 -0.990 0.030 1.000): how sure, and which columns it explains."""
    sheet = quick_sheet(4, [3])
    student = marked(sheet, {blank.id: text for blank, text in zip(sheet.blanks, answers, strict=True)})
    findings = [entry.finding for entry in student.diagnosis]
    return {one.slip.id: (one.certainty, [number + 1 for number in one.explained]) for one in findings}


def test_three_telling_answers_make_two_slips_sure_and_two_do_not() -> None:
    """Degree mode for position 4 and for position 2: three telling numbers, and two beside a zero."""
    assert _found("0.070", "0.998", "0.001", "1.000") == {
        "pos-from-one": ("sure", [1, 2, 3]),
        "angle-degrees": ("sure", [1, 2, 3]),
    }
    assert _found("0.035", "0.999", "0.000", "1.000") == {
        "pos-row-above": ("could-be", [1, 2, 3]),
        "angle-degrees": ("could-be", [1, 2, 3]),
    }


def test_each_of_two_slips_explains_what_the_other_one_alone_does_not() -> None:
    """The angle in degrees instead of its wave: a sine in degrees is as small as its angle, a cosine is not.

    A base of 100000 shows where there is a divisor, a forgotten function wherever the angle is not its sine.
    """
    assert _found("0.052", "0.052", "0.001", "0.001") == {
        "angle-degrees": ("could-be", [1, 2, 3, 4]),
        "angle-function-forgotten": ("could-be", [2, 4]),
    }
    assert _found("3.000", "3.000", "0.009", "0.009") == {
        "angle-function-forgotten": ("could-be", [1, 2, 4]),
        "base-100000": ("could-be", [3, 4]),
    }


def test_one_answer_that_needs_both_must_complete_the_sheet() -> None:
    """Degree mode, and a base of 1000 in the one number that needs both: named if nothing stays open beside it."""
    assert _found("0.052", "0.999", "0.002", "1.000") == {
        "angle-degrees": ("could-be", [1, 2, 3]),
        "base-1000": ("could-be", [3]),
    }
    assert _found("0.052", "0.999", "0.002", "0.500") == {"angle-degrees": ("sure", [1, 2])}


def test_two_sure_slips_that_explain_all_that_is_wrong_stand_for_themselves() -> None:
    """The row of position 0 in one table, and other rows added in the next: no two are looked for that look so too."""
    ways = pairs(single_ways(katze(), slips_of(katze())))
    made, rules = {"pos-row-above", "add-wrong-encoding-row"}, {"angle": "row(pos, 0) / divisor", "x": "e + row(pe, 4)"}
    way = next(one for one in ways if {name: rule.text for name, rule in one.loose.items()} == rules)
    (ticks,) = Alone(katze(), [way]).ticks([way])
    student = marked(katze(), texts(katze(), ticks / 10 ** katze().decimals))
    found = [entry.finding for entry in student.diagnosis]
    assert {(one.slip.id, one.certainty, one.together) for one in found} == {(name, "sure", None) for name in made}


def test_what_stands_for_one_of_two_stands_beside_the_same_other_one() -> None:
    """Of pairs that look alike, those which share neither slip with the first name nothing more."""
    first, second, third, *others = sorted(slips_of(katze()), key=lambda slip: slip.id)[:5]
    alike = [Way(pair, {}, {}) for pair in ((first, second), (third, second), (others[0], others[1]))]
    group = _pair(0b111, alike, [(0b001, first), (0b110, third)])
    assert (set(group.slips), group.partners) == ({first, third}, (second,))
    assert (group.slips[0], group.alone) == (first, (0b001, 0))
