from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest

from posenc_cli.encodings.slips import load
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.i18n import LANGUAGES, lookup
from posenc_cli.worksheet.mistakes import forms_of, slips_of
from posenc_cli.worksheet.spec import FAMILIES
from tests.grading.tools import answers_with, katze, marked, marked_all, named, right, sheets
from tests.worksheet.family_sheets import asking

if TYPE_CHECKING:
    from collections.abc import Mapping

    from posenc_cli.encodings.slips import Slip
    from posenc_cli.worksheet.sheet import Sheet

SLIPS = load("sinusoidal")
#: How many forms of slips must show on a sheet; fewer would mean that the test has lost them.
LEAST = {"katze": 95, "katze-kurz": 80, "wide": 100, "middle": 100, "narrow": 80, "scaled": 95}


def trials(sheet: Sheet) -> list[tuple[Slip, Mapping[str, str], int | None]]:
    """Every form of every slip that can be made on a sheet."""
    return [(slip, rules, other) for slip in slips_of(sheet) for rules, other in forms_of(sheet, slip)]


@pytest.mark.parametrize("name", [name for name in sheets() if name not in FAMILIES])
def test_every_slip_that_shows_is_found(name: str) -> None:
    """A sheet answered with a slip throughout is diagnosed as that slip or as one of its twins on this sheet.

    Those of the families are held to more in ``test_family_slips``.
    """
    sheet = sheets()[name]
    done = trials(sheet)
    students = marked_all(sheet, [answers_with(sheet, rules, other) for _, rules, other in done])
    missed, shown = [], 0
    for (slip, rules, other), student in zip(done, students, strict=True):
        own = [one for one in student.blanks if one.blank.source is None]
        if all(one.verdict in ("correct", "follow-through") for one in own):
            continue
        shown += 1
        if slip.id not in named(student):
            missed.append((slip.id, dict(rules), other, sorted(named(student))))
    assert missed == []
    assert shown >= LEAST.get(name, 70)


def test_twins_of_the_sample() -> None:
    """Slips that write the same sheet are listed together and share a hint."""
    twins = {
        "exp-dimension-index": {"exp-cos-odd-numerator", "exp-dimension-index"},
        "base-100": {"exp-two-missing", "base-100"},
    }
    for slip_id, family in twins.items():
        slip = next(one for one in SLIPS if one.id == slip_id)
        student = marked(katze(), answers_with(katze(), slip.variants[0]))
        assert family <= set(named(student))
        assert [entry.hint.split(".")[1] for entry in student.diagnosis] == ["families"]


def test_every_hint_is_in_the_catalogue() -> None:
    """Whatever is diagnosed on the sample and on a sheet with a cosine has a hint in both languages."""
    for sheet in (katze(), sheets()["scaled"]):
        answers = [answers_with(sheet, rules, other) for _, rules, other in trials(sheet)]
        hints = {entry.hint for student in marked_all(sheet, answers) for entry in student.diagnosis}
        assert len(hints) > 40
        for language in LANGUAGES:
            assert all(isinstance(lookup(language, hint), str) for hint in hints)


def test_degree_mode_in_one_sentence() -> None:
    """The whole sheet in degree mode: one cause, sure, with the right counts, and points for what followed."""
    student = marked(katze(), answers_with(katze(), {"angle": "radians(angle)", "check": "sin(radians(one))"}))
    (entry,) = student.diagnosis
    assert (entry.finding.slip.id, entry.finding.certainty, entry.finding.explains, entry.finding.of) == (
        "angle-degrees",
        "sure",
        4,
        4,
    )
    assert {one.blank.id for one in student.blanks if one.slip == "angle-degrees"} == {
        "rad",
        "pe2_d1",
        "pe2_d2",
        "pe2_d3",
    }
    assert student.points == 22


def test_a_value_that_no_slip_gives_has_no_entry() -> None:
    """Nothing is made up: an odd number is wrong, and that is all."""
    student = marked(katze(), dict(right()) | {"pe2_d1": "0.777", "x3_d2": "0.123", "prod_d1": "-0.317"})
    assert student.diagnosis == ()
    assert [one.slip for one in student.blanks] == [None] * len(student.blanks)


def test_sure_needs_two_answers() -> None:
    """One answer that a slip explains could be that slip; two are sure."""
    one = marked(quick_sheet(4, [2]), {"pe2_d1": "0.909", "pe2_d2": "0.980", "pe2_d3": "0.020", "pe2_d4": "1"})
    assert set(named(one).values()) == {"could-be"}
    two = marked(quick_sheet(4, [2]), {"pe2_d1": "0.035", "pe2_d2": "0.999", "pe2_d3": "0.020"})
    assert named(two) == {}
    two = marked(quick_sheet(4, [2]), {"pe2_d1": "0.035", "pe2_d2": "0.999"})
    assert named(two) == {"angle-degrees": "sure"}


def test_copies_do_not_make_it_sure() -> None:
    """A wrong sum that was copied twice is one answer."""
    answers = dict(right()) | {
        "x4_d2": "0.754",
        "m4_d2": "0.754",
        "der_d2": "0.754",
        "prod_d2": "0.829",
        "dot": "2.167",
    }
    answers = {name: text for name, text in answers.items() if name[0] != "x" or name == "x4_d2"}
    student = marked(katze(), answers)
    assert set(named(student).values()) == {"could-be"}
    assert {entry.finding.of for entry in student.diagnosis} == {1}


def test_one_right_answer_refutes_a_method() -> None:
    """Degree mode cannot have given a right sine of 2."""
    answers = answers_with(quick_sheet(4, [2, 3]), {"angle": "radians(angle)"}) | {"pe3_d2": "-0.990"}
    assert "angle-degrees" not in named(marked(quick_sheet(4, [2, 3]), answers))


def test_what_followed_refutes_nothing() -> None:
    """Sums that follow from own wrong encodings say nothing on how the other sums were made."""
    degrees = answers_with(katze(), {"angle": "radians(angle)"})
    subtracted = answers_with(katze(), {"angle": "radians(angle)", "x": "e - pe"})
    degrees |= {"x2_d4": ""}
    mixed = {name: subtracted[name] if name[:2] in {"x3", "x4", "x5"} else text for name, text in degrees.items()}
    found = named(
        marked(katze(), {name: text for name, text in mixed.items() if name[:3] not in {"der", "pro", "dot"}})
    )
    assert found == {"angle-degrees": "sure", "add-subtracted": "sure"}


def test_two_slips_on_one_sheet() -> None:
    """Degree mode in the encodings and subtracting in the sums are both found, each with its own answers."""
    answers = answers_with(katze(), {"angle": "radians(angle)", "x": "e - pe"})
    student = marked(katze(), answers)
    found = {entry.finding.slip.id: entry.finding for entry in student.diagnosis}
    assert set(found) == {"angle-degrees", "add-subtracted"}
    ids = [blank.id for blank in katze().blanks]
    assert {ids[number][:3] for number in found["angle-degrees"].explained} == {"pe2"}
    assert {ids[number][:2] for number in found["add-subtracted"].explained} == {"x2", "x3", "x4", "x5"}
    assert {one.certainty for one in found.values()} == {"sure"}


def test_the_fewest_slips_that_explain() -> None:
    """One slip that explains all beats two that explain a part each; a single slip of the pen is added to a method."""
    sheet = quick_sheet(4, [2, 3, 5])
    answers = answers_with(sheet, {"pe": "where(wave == 0, cos(angle), sin(angle))"})
    assert named(marked(sheet, answers)) == {"func-swapped": "sure"}
    found = named(marked(sheet, answers | {"pe5_d1": "-9.590"}))
    assert found["func-swapped"] == "sure"
    assert found["write-decimal-shifted"] == "could-be"


def test_error_words_are_evidence() -> None:
    """A calculator that refuses arcsin of 2 tells which key was pressed; the answer itself is not wrong."""
    student = marked(
        quick_sheet(4, [2]), {"pe2_d1": "Error", "pe2_d2": "Math Error", "pe2_d3": "0.020", "pe2_d4": "1.551"}
    )
    (entry,) = student.diagnosis
    assert (entry.finding.slip.id, entry.finding.certainty) == ("angle-inverse-function", "sure")
    assert (entry.finding.explains, entry.finding.of) == (1, 1)
    assert [one.verdict for one in student.blanks] == ["unreadable", "unreadable", "correct", "slip"]


def test_an_error_that_follows_is_no_evidence() -> None:
    """Who looks for row 9 of a table of five has no number to go on with, and no slip behind that."""
    given = {"q": [[0.5, 1]] * 5, "k": [[1, 0.25]] * 5, "vectors": [[0.1 * row, 0.3] for row in range(5)]}
    sheet = asking("shaw", {"index": [[3, 0]], "position": [[3, 0]]}, d=2, given=given, params={"clip": 2})
    assert marked(sheet, {"index_3_0": "9", "position_3_0": "Error"}).diagnosis == ()
    (entry,) = marked(sheet, {"index_3_0": "-2", "position_3_0": "Error"}).diagnosis
    assert (entry.finding.slip.id, entry.finding.explained) == ("shaw-offset-forgotten", (0,))


def test_a_right_number_refutes_an_error() -> None:
    """Who has a right number did not see an error there."""
    student = marked(quick_sheet(4, [2]), {"pe2_d1": "0.909", "pe2_d2": "Error", "pe2_d4": "1.551"})
    assert "angle-inverse-function" not in named(student)


def test_written_expressions_are_named() -> None:
    """A calculation in place of its result is unreadable, not wrong, and has its own hint."""
    student = marked(quick_sheet(4, [2]), {"pe2_d1": "sin(2)", "pe2_d2": "cos(2)", "pe2_d3": "0.020"})
    (entry,) = student.diagnosis
    assert (entry.finding.slip.id, entry.finding.certainty) == ("write-expression", "sure")
    assert [one.slip for one in student.blanks[:3]] == ["write-expression", "write-expression", None]
    assert [one.verdict for one in student.blanks[:2]] == ["unreadable"] * 2
    assert named(marked(quick_sheet(4, [2]), {"pe2_d1": "sin(2)"})) == {"write-expression": "could-be"}


@pytest.mark.parametrize(
    ("slip_id", "form"),
    [("order-halves", 0), ("order-halves-cos-first", 0), ("exp-half-d-minus-one", 0), ("add-scale-extra", 1)],
)
def test_conventions_are_marked_as_such(slip_id: str, form: int) -> None:
    """Another convention of the field is found like a slip and known to be none."""
    slip = next(one for one in SLIPS if one.id == slip_id)
    sheet = sheets()["wide"]
    student = marked(sheet, answers_with(sheet, slip.variants[form]))
    alike = [one for entry in student.diagnosis for one in (entry.finding.slip, *entry.finding.also)]
    assert any(one.id == slip_id and one.convention for one in alike)


def test_scaling_shows_on_scaled_sheets() -> None:
    """Where the sheet scales its embeddings, leaving it out and dividing are found; where it does not, scaling is."""
    scaled, plain = sheets()["scaled"], katze()
    by_id = {slip.id: slip for slip in SLIPS}
    for sheet, slip_id in ((scaled, "add-scale-missing"), (scaled, "add-scale-divided"), (plain, "add-scale-extra")):
        assert named(marked(sheet, answers_with(sheet, by_id[slip_id].variants[1])))[slip_id] == "sure"


@pytest.mark.parametrize(("slip_id", "verdict"), [("round-truncated", "rounding"), ("round-two-decimals", "coarse")])
def test_imprecise_work_is_named_too(slip_id: str, verdict: str) -> None:
    """Cutting and rounding to two decimals keep their verdicts and points, and are named."""
    slip = next(one for one in SLIPS if one.id == slip_id)
    student = marked(katze(), answers_with(katze(), slip.variants[0]))
    found = {one.verdict for one in student.blanks if one.slip == slip_id and one.blank.source is None}
    assert verdict in found <= {"rounding", "coarse"}
    assert named(student) == {slip_id: "sure"}
    (finding,) = (entry.finding for entry in student.diagnosis)
    assert 0 < finding.explains <= finding.of
    assert student.points == 25


def test_a_slip_shows_behind_what_was_left_out() -> None:
    """Whoever writes the sums alone, worked out in degree mode, is told so as well."""
    answers = answers_with(katze(), {"angle": "radians(angle)"})
    student = marked(katze(), {name: "" if name.startswith("pe2") else text for name, text in answers.items()})
    assert named(student)["angle-degrees"] == "sure"


@pytest.mark.parametrize("answer", ["0.782", "0.792"])
def test_digits_change_places_in_either_of_two_right_numbers(answer: str) -> None:
    """0.728 and 0.729 are right; so both may have been meant by whoever wrote 0.782 or 0.792."""
    assert "write-digits-transposed" in named(marked(katze(), dict(right()) | {"dot": answer}))


def test_a_slip_and_imprecise_work_together() -> None:
    """Degree mode in one row and two decimals in the sums: both are named, each for its own answers."""
    answers = (
        dict(right()) | {"pe2_d1": "0.035", "pe2_d2": "0.999", "pe2_d3": "0"} | {"x2_d1": "", "x2_d2": "", "x2_d3": ""}
    )
    student = marked(katze(), answers | {"x3_d2": "-0.99", "x3_d1": "0.64"})
    assert named(student)["angle-degrees"] == "sure"
    assert {one.verdict for one in student.blanks if one.blank.id == "x3_d1"} == {"coarse"}


def test_a_right_self_test_does_not_rule_out_degree_mode() -> None:
    """The mode may have been set right for the self-test only; a wrong self-test is evidence."""
    row = {"pe2_d1": "0.035", "pe2_d2": "0.999", "pe2_d3": "0.000", "pe2_d4": "1.000"}
    student = marked(katze(), dict(right()) | row)
    assert named(student) == {"angle-degrees": "sure"}
    only = marked(katze(), {"rad": "0.017"})
    assert named(only) == {"angle-degrees": "could-be"}


# --- Noise ----------------------------------------------------------------------------------------------------------


def test_noise_is_hardly_ever_sure() -> None:
    """Of 500 sheets of random numbers at most one names a cause for sure, and few name any."""
    rng = random.Random(1)  # noqa: S311  (the same noise every time)
    ids = [blank.id for blank in katze().blanks]
    students = marked_all(katze(), [{name: f"{rng.uniform(-1.5, 1.5):.3f}" for name in ids} for _ in range(500)])
    certainties = [set(named(student).values()) for student in students]
    assert sum("sure" in found for found in certainties) <= 1
    assert sum(bool(found) for found in certainties) < 100


def test_noise_beside_right_answers_is_not_sure() -> None:
    """Four random numbers on a right sheet look like a method in at most one of a hundred sheets."""
    rng = random.Random(2)  # noqa: S311
    ids = [blank.id for blank in katze().blanks if blank.source is None]
    answers = [
        dict(right()) | {name: f"{rng.uniform(-1.5, 1.5):.3f}" for name in rng.sample(ids, 4)} for _ in range(300)
    ]
    sure = sum("sure" in named(student).values() for student in marked_all(katze(), answers))
    assert sure <= 3


@pytest.mark.parametrize("name", ["alibi", "relative", "t5", "nope"])
def test_small_whole_numbers_look_like_no_method(name: str) -> None:
    """Four random numbers on a right sheet, small whole ones where things are counted, are hardly ever a method."""
    sheet, rng = sheets()[name], random.Random(4)  # noqa: S311
    blanks = list(sheet.blanks)

    def noise(quantity: str) -> str:
        return str(rng.randint(-3, 9)) if quantity in sheet.whole else f"{rng.uniform(-2, 2):.{sheet.decimals}f}"

    answers = [
        {**right(name), **{blank.id: noise(blank.place.quantity) for blank in rng.sample(blanks, 4)}}
        for _ in range(100)
    ]
    assert sum("sure" in named(student).values() for student in marked_all(sheet, answers)) <= 1


def test_a_slip_that_scatters_explains_nothing_by_chance() -> None:
    """Multiplying by a rounded divisor may end anywhere; only what the calculator really shows is explained."""
    sheet = quick_sheet(6, [7, 17])
    shown = answers_with(sheet, {"angle": "pos * divisor"})
    assert named(marked(sheet, shown))["div-multiplied"] == "sure"
    rng = random.Random(3)  # noqa: S311
    noise = [{name: f"{rng.uniform(-1, 1):.3f}" for name in shown} for _ in range(200)]
    assert sum("div-multiplied" in named(student) for student in marked_all(sheet, noise)) < 10
