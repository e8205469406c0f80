from __future__ import annotations

import math
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.quick import quick_sheet
from posenc_cli.grading.report import check
from posenc_cli.grading.settings import Credited
from posenc_cli.worksheet.key import accepted_texts
from tests.grading.honest import rounded
from tests.grading.tools import katze, marked, marked_all, right, sheets, verdicts

if TYPE_CHECKING:
    from collections.abc import Mapping

ROW = quick_sheet(4, [2])
#: Divisors 1, 21.544… and 464.159…
THIRDS = quick_sheet(6, [5])


def row(*answers: str) -> list[str]:
    """Verdicts of position 2 (0.909 -0.416 0.020 1.000)."""
    return list(verdicts(ROW, dict(zip(("pe2_d1", "pe2_d2", "pe2_d3", "pe2_d4"), answers, strict=True))).values())


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("", "blank"),
        (" - ", "blank"),
        ("k. A.", "blank"),
        ("Error", "unreadable"),
        ("#NV", "unreadable"),
        ("01. Apr", "unreadable"),
        ("sin(2)", "unreadable"),
        ("1.000,5", "unreadable"),
        ("90,9 %", "unreadable"),
        ("0.909", "correct"),
        ("0,909", "correct"),
        (",909", "correct"),
        ("+0.9090", "correct"),
        ("≈ 0,909", "correct"),
        ("9.09E-1", "correct"),
        ("0.9093", "correct"),
        ("0.9092", "correct"),
        ("0.90929742682568", "correct"),
        ("0.9092974268256817", "correct"),
        ("0.90929742682568169539601986591", "correct"),
        ("0.9089", "rounding"),
        ("0.90941", "rounding"),
        ("0.91", "coarse"),
        ("0.910", "coarse"),
        ("0,91", "coarse"),
        ("0.9", "slip"),
        ("1", "slip"),
        ("0.908", "wrong"),
        ("0.9101", "wrong"),
        ("-0.909", "slip"),
        ("0.035", "slip"),
        ("0.5", "wrong"),
        ("909", "slip"),
    ],
)
def test_verdicts_of_one_answer(answer: str, verdict: str) -> None:
    """Each way of writing something for sin(2), 0.909297…, gets the first verdict that holds."""
    assert row(answer, "", "", "")[0] == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [
        ("0.02", "correct"),
        (".02", "correct"),
        ("2E-2", "correct"),
        ("2·10^-2", "correct"),
        ("0.01999", "correct"),
        ("0.0200", "correct"),
        ("0.019", "rounding"),
        ("0.021", "wrong"),
        ("0", "slip"),
        ("0.01", "slip"),
        ("0.013", "wrong"),
    ],
)
def test_a_small_value(answer: str, verdict: str) -> None:
    """0.01999… may lose its zeros, is rounding when cut, and one unit too much is simply wrong."""
    assert row("", "", answer, "")[2] == verdict


@pytest.mark.parametrize(
    ("answer", "verdict"),
    [("1", "correct"), ("1,0", "correct"), ("0.9998", "correct"), ("0.999", "rounding"), ("1.001", "wrong")],
)
def test_a_value_next_to_one(answer: str, verdict: str) -> None:
    """0.99980… is 1.000 when rounded and 0.999 when cut."""
    assert row("", "", "", answer)[3] == verdict


@pytest.mark.parametrize("answer", ["0", "0.00", "0.000", "-0"])
def test_nothing_is_coarse_when_it_is_zero(answer: str) -> None:
    """0.00 for 0.005 would be right to two decimals, but says nothing."""
    sheet = quick_sheet(4, [0, 1, 2], base=1000000)  # d3 of position 2 is 0.002, of position 0 it is 0
    found = verdicts(sheet, {"pe2_d3": answer, "pe0_d3": answer})
    assert (found["pe2_d3"], found["pe0_d3"]) == ("slip", "correct")


def test_a_whole_number_is_coarse_where_one_decimal_is_asked() -> None:
    """The sine of 1 is 0.8, and 1 with no decimal."""
    found = verdicts(quick_sheet(2, [1], decimals=1), {"pe1_d1": "1", "pe1_d2": "0.5"})
    assert found == {"pe1_d1": "coarse", "pe1_d2": "correct"}


def test_coarse_needs_the_right_digits() -> None:
    """Exactly one decimal fewer and rounded rightly: not two fewer, and not cut."""
    assert row("0.91", "-0.42", "0.02", "1") == ["coarse", "coarse", "correct", "correct"]
    assert row("0.90", "-0.41", "", "")[:2] == ["wrong", "wrong"]


def test_every_verdict_in_one_row() -> None:
    """The verdicts stand in their order, one after the other, on one sheet with a follow-through."""
    answers = dict(right()) | {
        "pe2_d1": "",
        "pe2_d2": "0.416",
        "pe2_d3": "0.019",
        "pe2_d4": "x+1",
        "x2_d2": "0.516",
        "x3_d1": "0.64",
        "x3_d2": "0.7",
    }
    found = verdicts(katze(), answers)
    assert [found[name] for name in ("pe2_d1", "pe2_d4", "x2_d1", "x2_d2", "x3_d1", "pe2_d3", "pe2_d2", "x3_d2")] == [
        "blank",
        "unreadable",
        "correct",
        "follow-through",
        "coarse",
        "rounding",
        "slip",
        "wrong",
    ]


def test_rounding_an_angle_too_early() -> None:
    """5 / 21.544… = 0.2320…: with 21.5 or an exponent of 0.333 the sine is one unit off, by other slips it is not."""
    exact = math.sin(5 / 10000 ** (1 / 3))
    early = math.sin(5 / 21.5)
    assert (rounded(exact, 3), rounded(early, 3)) == (0.230, 0.230)
    angle = math.sin(0.23)
    assert rounded(angle, 3) == 0.228
    answers = {"pe5_d3": "0.231", "pe5_d4": "0.974"}
    assert rounded(math.sin(5 / 10000**0.333), 3) == 0.231
    assert verdicts(THIRDS, answers)["pe5_d3"] == "rounding"
    assert verdicts(THIRDS, {"pe5_d3": "0.228"})["pe5_d3"] == "slip"


@pytest.mark.parametrize(
    ("blank", "answer", "verdict"),
    [
        ("x3_d1", "0.642", "wrong"),
        ("x3_d1", "0.640", "coarse"),
        ("x4_d1", "0.144", "wrong"),
        ("x4_d1", "0.142", "wrong"),
        ("x3_d4", "1.399", "rounding"),
        ("x3_d4", "1.401", "wrong"),
    ],
)
def test_one_unit_off_for_no_reason_is_wrong(blank: str, answer: str, verdict: str) -> None:
    """0.641… and 0.143… are cut to what they are rounded to, 1.3995… is cut to 1.399; nothing else is."""
    assert verdicts(katze(), dict(right()) | {blank: answer})[blank] == verdict


def test_cutting_what_ends_exactly_changes_nothing() -> None:
    """An own 0.283 and 0.1 more is 383 thousandths and not 382.99…; 0.382 is no cut of it."""
    below = [n for n in range(100, 890) if math.trunc((n / 1000 + 0.1) * 1000) < n + 100 and n % 10 != 1]
    assert len(below) > 20
    students = marked_all(katze(), [{"pe2_d2": f"{n / 1000:.3f}", "x2_d2": f"{(n + 99) / 1000:.3f}"} for n in below])
    assert {one.verdict for student in students for one in student.blanks if one.blank.id == "x2_d2"} == {"wrong"}


def test_dot_takes_both_ways_and_no_other() -> None:
    """B08: 0.728 from printed numbers and 0.729 from exact ones are right, their neighbours are not."""
    found = [
        verdicts(katze(), dict(right()) | {"dot": answer})["dot"] for answer in ("0.727", "0.728", "0.729", "0.730")
    ]
    assert found[1:3] == ["correct", "correct"]
    assert "correct" not in (found[0], found[3])
    alone = [verdicts(katze(), {"dot": answer})["dot"] for answer in ("0.727", "0.728", "0.729", "0.730")]
    assert alone[1:3] == ["correct", "correct"]
    assert "correct" not in (alone[0], alone[3])


@pytest.mark.parametrize(("answer", "verdict"), [("1.042", "correct"), ("1.0415", "correct"), ("1.0418", "rounding")])
def test_a_copy_has_the_digits_of_its_source(answer: str, verdict: str) -> None:
    """1.04147… is copied: its own digits are right, others between it and what is written of it are made up."""
    assert verdicts(sheets()["wide"], {"m1_d1": answer})["m1_d1"] == verdict


def test_all_other_blanks_of_the_sample_take_one_text() -> None:
    """Only the dot product of the sample depends on what a person goes on with."""
    sheet = katze()
    texts = {blank.id: found for blank, found in zip(sheet.blanks, accepted_texts(sheet), strict=True)}
    assert {name for name, found in texts.items() if len(found) > 1} == {"dot"}
    assert texts["dot"] == ("0.728", "0.729")


# --- Rounding is never said of what is simply wrong -----------------------------------------------------------------


def _cut(value: float) -> float:
    return math.trunc(float(f"{value * 1000:.7f}")) / 1000


def reachable_early(position: int, k: int, d: int) -> set[float]:
    """Every value of one cell that truncating, or rounding an intermediate result to 0 … 5 decimals, gives."""
    function = math.sin if k % 2 == 0 else math.cos
    exact = function(position / 10000 ** (2 * (k // 2) / d))
    found = {_cut(exact), rounded(exact, 3)}
    for places in range(6):

        def keep(value: float, chosen: bool, places: int = places) -> float:
            return rounded(value, places) if chosen else value

        for which in ((True, False, False), (False, True, False), (False, False, True), (True, True, True)):
            exponent = keep(2 * (k // 2) / d, which[0])
            divisor = keep(10000**exponent, which[1])
            if divisor:
                found.add(rounded(function(keep(position / divisor, which[2])), 3))
    return found


@settings(max_examples=40)
@given(
    st.sampled_from([2, 4, 6, 8]),
    st.integers(0, 20),
    st.data(),
)
def test_rounding_and_coarse_are_never_said_of_wrong_answers(d: int, position: int, data: st.DataObject) -> None:
    """Rounding only one unit off and only where cutting or early rounding leads; coarse only with the right digits."""
    sheet = quick_sheet(d, [position])
    steps = data.draw(st.lists(st.lists(st.integers(-12, 12), min_size=d, max_size=d), min_size=8, max_size=8))
    right_ticks = [round(float(texts[0]) * 1000) for texts in accepted_texts(sheet)]
    answers = [
        {blank.id: f"{(right_ticks[k] + near[k]) / 1000:.3f}" for k, blank in enumerate(sheet.blanks)} for near in steps
    ]
    for student in marked_all(sheet, answers):
        for number, one in enumerate(student.blanks):
            value, allowed = float(one.answer), {float(text) for text in one.accepted}
            exact = (math.cos if number % 2 else math.sin)(position / 10000 ** (2 * (number // 2) / d))
            assert (one.verdict == "correct") == (value in allowed)
            if one.verdict == "coarse":
                assert value == rounded(exact, 2) != 0
            if one.verdict == "rounding":
                assert min(abs(value - text) for text in allowed) < 0.0011
                assert value in reachable_early(position, number, d)


def test_what_is_reachable_early_gets_the_verdict() -> None:
    """The other way round: one unit off by cutting or early rounding is rounding, nowhere wrong."""
    seen = []
    for d, position in ((4, 5), (6, 3), (6, 11), (8, 7)):
        sheet = quick_sheet(d, [position])
        answers = []
        for k, blank in enumerate(sheet.blanks):
            exact = [float(text) for text in accepted_texts(sheet)[k]]
            early = reachable_early(position, k, d) - {0.0}
            off = {value: min(abs(value - one) for one in exact) for value in early}
            answers += [{blank.id: f"{value:.3f}"} for value in early if 0.0005 < off[value] < 0.0011]
        students = marked_all(sheet, answers)
        seen += [one.verdict for student in students for one in student.blanks if one.answer]
    assert len(seen) > 15
    assert set(seen) <= {"rounding", "coarse"}


def test_a_copy_is_never_rounded_too_early() -> None:
    """A copy is made of its source: what an own encoding would have led to is no reason for being one unit off."""
    sheet = sheets()["wide"]
    encoding, total = (float(right("wide")[name]) for name in ("pe2_d2", "x2_d2"))
    assert total > 0
    own = {"pe2_d2": f"{encoding + 0.001:.3f}", "m2_d2": f"{total + 0.001:.3f}"}
    assert own["m2_d2"][-1] != "0"
    assert verdicts(sheet, own)["m2_d2"] == "wrong"


# --- Points -----------------------------------------------------------------------------------------------------------


def points(answers: Mapping[str, str], **credit: float) -> float:
    """Points of one student on the sample sheet."""
    shares = {name.replace("_", "-"): share for name, share in credit.items()}
    return check(katze(), [from_mapping(answers)], credit=Credited(shares)).students[0].points


def test_points_of_the_sample() -> None:
    """25 points: four encodings, sixteen sums, four products and the dot product; copies are worth 0."""
    student = marked(katze(), right())
    assert (student.points, student.max_points) == (25, 25)
    worth = {blank.id: blank.points for blank in katze().blanks}
    assert {name for name, value in worth.items() if not value} == {"rad"} | {
        f"{row}_d{k}" for row in ("m2", "m3", "m4", "m5", "der") for k in range(1, 5)
    }
    assert points({}) == 0


def test_credit_is_full_unless_set() -> None:
    """Coarse, rounding and follow-through score in full by default, and what is asked for otherwise."""
    answers = dict(right()) | {"pe2_d1": "0.91", "pe2_d3": "0.019", "pe2_d2": "0.416", "x2_d2": "0.516"}
    answers |= {"x2_d1": "0.91", "x2_d3": "0.919"}
    found = verdicts(katze(), answers)
    assert [found[name] for name in ("pe2_d1", "pe2_d3", "x2_d2", "x2_d1", "x2_d3")] == [
        "coarse",
        "rounding",
        "follow-through",
        "follow-through",
        "follow-through",
    ]
    assert points(answers) == 24
    assert points(answers, coarse=0.5) == 23.5
    assert points(answers, rounding=0) == 23
    assert points(answers, follow_through=0.5) == 22.5


@pytest.mark.parametrize("name", sheets())
def test_what_the_simulated_student_writes_is_right(name: str) -> None:
    """Who goes on with every written number gets full points on each of the sheets that these tests use."""
    student = marked(sheets()[name], right(name))
    assert {one.verdict for one in student.blanks} == {"correct"}
    assert student.points == student.max_points
