from __future__ import annotations

from typing import TYPE_CHECKING, Any

from hypothesis import given, settings
from hypothesis import strategies as st

from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import check
from posenc_cli.worksheet.key import accepted_texts
from tests.grading.tools import katze, marked, sheets

if TYPE_CHECKING:
    import random

    from posenc_cli.grading.report import StudentReport

IDS = [blank.id for blank in katze().blanks]
NUMBER = st.integers(-2000, 2000).map(lambda tick: f"{tick / 1000:.3f}")
ANSWER = st.one_of(st.text(max_size=12), st.sampled_from(["", "Error", "#NV", "1/2", "0", "1e99", "-1e-99"]), NUMBER)
SHEET = st.dictionaries(st.sampled_from(IDS), ANSWER, max_size=len(IDS))


def compared(student: StudentReport) -> tuple[Any, ...]:
    """What a report says, without the numbering of attempts."""
    blanks = [(one.answer, one.verdict, one.slip, one.points, one.guarded) for one in student.blanks]
    return student.points, blanks, student.diagnosis


@settings(max_examples=12)
@given(st.lists(SHEET, max_size=4))
def test_any_text_is_judged(students: list[dict[str, str]]) -> None:
    """Whatever is written, there is a verdict, points within their limits, and no exception."""
    report = check(katze(), [from_mapping(answers) for answers in students])
    assert len(report.students) == len(students)
    for student, answers in zip(report.students, students, strict=True):
        assert 0 <= student.points <= student.max_points == 25
        for one in student.blanks:
            assert one.answer == answers.get(one.blank.id, "")
            assert (one.reason is None) == (one.verdict != "unreadable")
            assert (one.verdict == "slip") <= (one.slip is not None)
        for entry in student.diagnosis:
            assert len(entry.finding.explained) >= 1
            assert entry.finding.explains <= entry.finding.of


@settings(max_examples=6)
@given(st.lists(SHEET, min_size=2, max_size=5), st.randoms(use_true_random=False))
def test_neighbours_do_not_matter(students: list[dict[str, str]], rng: random.Random) -> None:
    """A student is judged alike alone, in a class, and, judged again, in a class in another order."""
    order = list(range(len(students)))
    rng.shuffle(order)
    submissions = [from_mapping(answers, f"S{number}") for number, answers in enumerate(students)]
    together = check(katze(), submissions).students
    shuffled = {one.name: compared(one) for one in check(katze(), [submissions[number] for number in order]).students}
    for number, student in enumerate(together):
        assert compared(student) == shuffled[f"S{number}"]
    assert compared(together[0]) == compared(check(katze(), submissions[:1]).students[0])


@settings(max_examples=24)
@given(st.sampled_from(sorted(sheets())), st.data())
def test_accepted_texts_get_full_points(name: str, data: st.DataObject) -> None:
    """Any choice among the accepted texts of every blank is right, with a comma and without trailing zeros too."""
    sheet = sheets()[name]
    answers = {}
    for blank, texts in zip(sheet.blanks, accepted_texts(sheet), strict=True):
        text = data.draw(st.sampled_from(texts))
        shorter = text.rstrip("0").rstrip(".") or "0"
        answers[blank.id] = data.draw(st.sampled_from([text, text.replace(".", ","), shorter]))
    student = marked(sheet, answers)
    assert {one.verdict for one in student.blanks} == {"correct"}
    assert student.points == student.max_points


def test_a_class_without_students() -> None:
    """Nothing handed in is nothing wrong."""
    report = check(katze(), [])
    assert (report.students, report.earlier, report.all_correct) == ((), (), True)


def test_ids_of_other_sheets_are_left_alone() -> None:
    """Answers to blanks that this sheet does not have are ignored."""
    assert marked(katze(), {"pe9_d1": "0.5", "pe2_d1": "0.909"}).points == 1
