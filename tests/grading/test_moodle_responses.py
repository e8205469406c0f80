"""What Moodle reports of a quiz comes back to the blanks that the quiz was made of."""

from __future__ import annotations

import csv
import io
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.files.tables import Table
from posenc_cli.grading import collected
from posenc_cli.grading.belonging import Said
from posenc_cli.grading.handed_in import Handed
from posenc_cli.grading.layouts import Layouts
from posenc_cli.grading.moodle_responses import AskedThere, parts_of, unfolded
from posenc_cli.render.moodle import moodle_xml
from posenc_cli.render.moodle_order import asked_there
from posenc_cli.worksheet.find import Writing, sheet_of
from tests.render import moodle_reader

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from posenc_cli.grading.report import Report
    from posenc_cli.worksheet.sheet import Sheet

#: The last one has whatever Moodle asks: numbers, lists to tick, gaps in programs.
NAMES = ("katze", "katze-kurz", "alibi", str(Path(__file__).parents[1] / "worksheet" / "every_kind.toml"))


def cells(sheet: Sheet, label: str = "Teil", mark: str = ",") -> list[str]:
    """What Moodle writes of right answers, question by question, as it puts several places into a cell."""
    found = []
    for question in moodle_reader.read(moodle_xml([sheet])):
        right = [next(one.answer for one in place.alternatives if one.share == 1) for place in question.places]
        said = [
            answer.replace(".", mark) if place.kind.startswith("N") else answer
            for answer, place in zip(right, question.places, strict=True)
        ]
        if said:
            found.append("; ".join(f"{label} {number}: {answer}" for number, answer in enumerate(said, start=1)))
    return found


def report_of(rows: Sequence[Sequence[str]], header: Sequence[str]) -> bytes:
    """A report as Moodle saves it."""
    stream = io.StringIO()
    csv.writer(stream).writerows([header, *rows])
    return b"\xef\xbb\xbf" + stream.getvalue().encode()


@pytest.fixture
def marked(tmp_path: Path) -> Callable[..., Report]:
    """Mark a report of Moodle with a sheet."""

    def mark(name: str, rows: Sequence[Sequence[str]], header: Sequence[str]) -> Report:
        path = tmp_path / "Katze-Antworten.csv"
        path.write_bytes(report_of(rows, header))
        files, notices = collected.load([path])
        said = Said(name, None, Writing())
        report = collected.check_collected(files, said, {}, Layouts(asked_there, lambda _: b""))
        return type(report)(report.sheet, report.students, report.earlier, (*notices, *report.notices))

    return mark


PERSON = ("Nachname", "Vorname", "E-Mail-Adresse", "Status", "Begonnen", "Verbrauchte Zeit", "Bewertung/10,00")
ADA = ("Lovelace", "Ada", "ada@example.org", "Beendet", "29. November 2026 10:00", "12 Minuten", "8,50")


@pytest.mark.parametrize("name", NAMES)
def test_a_quiz_comes_back(marked: Callable[..., Report], name: str) -> None:
    """Right answers, as Moodle itself knows them from our export, are right; who answered nothing left it blank."""
    sheet = sheet_of(name)
    answers = cells(sheet)
    header = [*PERSON, *(f"Antwort {number}" for number in range(1, len(answers) + 1))]
    nobody = ["Turing", "Alan", *ADA[2:], *["-"] * len(answers)]
    average = ["Gesamtdurchschnitt", *[""] * (len(header) - 1)]
    report = marked(name, [[*ADA, *answers], nobody, average], header)
    ada = report.students[0]
    assert ada.name == "Ada Lovelace"
    assert {one.blank.id for one in ada.blanks if one.verdict != "correct"} == set()
    assert {one.verdict for student in report.students[1:] for one in student.blanks} <= {"blank"}


def test_each_answer_stays_with_its_place(marked: Callable[..., Report]) -> None:
    """A wrong answer is wrong in its own blank, an empty one is blank, and what is between them is not moved."""
    sheet = sheet_of("katze-kurz")
    ids = [one.id for one in sheet.blanks]
    asked = asked_there(sheet)
    assert [name for one in asked for name in one.places if name] == ids
    answers = cells(sheet, "part", ".")
    first = answers[0].split("; ")
    first[0] = "part 1: 7.5"
    first[-1] = f"part {len(first)}: "
    answers[0] = "; ".join(first)
    header = ["Last name", "First name", *(f"Response {number}" for number in range(1, len(answers) + 1))]
    (student,) = marked("katze-kurz", [["Lovelace", "Ada", *answers]], header).students
    verdicts = {one.blank.id: one.verdict for one in student.blanks}
    assert {name: verdict for name, verdict in verdicts.items() if verdict != "correct"} == {
        asked[0].places[0]: "wrong",
        asked[0].places[-1]: "blank",
    }


def test_other_questions_and_another_order(marked: Callable[..., Report]) -> None:
    """The text of a question says which exercise it is; questions of others are passed over and said."""
    sheet = sheet_of("katze-kurz")
    answers, asked = cells(sheet), asked_there(sheet)
    header = ["Vorname"]
    row = ["Ada"]
    for number, (answer, one) in enumerate(reversed(list(zip(answers, asked, strict=True))), start=1):
        header += [f"Frage {number}", f"Antwort {number}"]
        row += [f"{one.number} TITEL\n\nRechne: {{_____}}", answer]
    header += ["Frage 9", "Antwort 9"]
    row += ["Wie heißt du?", "Ada"]
    report = marked("katze-kurz", [row], header)
    assert {one.verdict for one in report.students[0].blanks} == {"correct"}
    assert [one.key for one in report.notices] == ["inputs.moodle-left-out"]


def test_questions_that_name_their_blank(marked: Callable[..., Report]) -> None:
    """R17, R19: a quiz of single questions, each with the id of its blank in its text."""
    sheet = sheet_of("katze-kurz")
    rad = next(one for one in sheet.blanks if one.id == "rad")
    header = ["Vorname", "Frage 1", "Antwort 1", "Richtige Antwort 1"]
    report = marked("katze-kurz", [["Ada", f"sin(1) [{rad.id}]", "0,841", "0.841"]], header)
    assert {one.blank.id: one.verdict for one in report.students[0].blanks if one.asked} == {"rad": "correct"}


def test_what_only_fits_by_its_places_is_said(marked: Callable[..., Report]) -> None:
    """One question of the quiz alone, without its text: it is marked, and what it was taken for is named."""
    sheet = sheet_of("katze-kurz")
    first = asked_there(sheet)[0]
    report = marked("katze-kurz", [["Ada", cells(sheet)[0]]], ["Vorname", "Antwort 1"])
    assert {one.blank.id for one in report.students[0].blanks if one.verdict == "correct"} == set(first.places)
    (notice,) = report.notices
    assert (notice.key, notice.values["taken"]) == ("inputs.moodle-guessed", f"1 = {first.number}")


def test_a_report_of_another_quiz_is_said(marked: Callable[..., Report]) -> None:
    """No column fits."""
    with pytest.raises(InputError) as caught:
        marked("katze", [["Ada", "Teil 1: 1; Teil 2: 2"]], ["Vorname", "Antwort 1"])
    assert caught.value.key == "inputs.moodle-other"


@pytest.mark.parametrize(
    ("cell", "parts"),
    [
        ("Teil 1: 0,909; Teil 2: -0,416", ["0,909", "-0,416"]),
        ("part 1: ; part 2: 0.5; part 3: ", ["", "0.5", ""]),
        ("Teil 1: 0,9; 0,8; Teil 2: 1", ["0,9; 0,8", "1"]),
        ("part 1: a; part 1: b; part 2: c", ["a; part 1: b", "c"]),
        ("part 1: &minus;0,416", ["−0,416"]),
        ("0,909", ["0,909"]),
        ("-", None),
        ("", None),
    ],
)
def test_parts_of_a_cell(cell: str, parts: list[str] | None) -> None:
    """R20: labels part, commas stay; a label inside an answer is none."""
    assert parts_of(cell) == parts


def test_a_question_without_its_column_of_answers_is_passed_over(marked: Callable[..., Report]) -> None:
    """Somebody deleted it; the text of the question alone once ended the program."""
    report = marked(
        "katze-kurz", [("Ada", "[pe2_d1]", "[pe2_d2]", "Teil 1: -0,416")], ("Name", "Frage 1", "Frage 2", "Antwort 2")
    )
    assert [(one.blank.id, str(one.verdict)) for one in report.students[0].blanks if one.answer] == [
        ("pe2_d2", "correct")
    ]


def test_who_answered_fewer_places_left_the_others_empty() -> None:
    """The question is known by its text; its columns are gone, and all others are kept."""
    rows = [["Ada", "1 Rechne", "Teil 1: 0,5; Teil 2: 0,7"], ["Bo", "1 Rechne", "Teil 1: 0,5"], ["Cy", "", "-"]]
    handed = Handed(Path("quiz.csv"), Table(["Name", "Frage 1", "Antwort 1"], rows))
    table = unfolded(handed, [AskedThere("1", ("a", "b"))]).table
    assert table.header == ["Name", "[a]", "[b]"]
    assert table.rows == [["Ada", "0,5", "0,7"], ["Bo", "0,5", ""], ["Cy", "", ""]]
