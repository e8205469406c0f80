from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading import handed_in
from posenc_cli.grading.headings import has_answers
from tests.grading.reading import GOOD, HEAD, read, refusal, report, row, said
from tests.grading.tools import right

if TYPE_CHECKING:
    from tests.grading.reading import Save


def test_two_columns_for_one_blank(save: Save) -> None:
    """It is not guessed which of two columns is meant."""
    error = refusal(save("Name;pe2_d1;Nochmal [pe2_d1]\nAnna;1;2\n"))
    assert (error.key, error.values["id"]) == ("check.column-twice", "pe2_d1")


def test_what_a_form_adds_to_a_question_is_no_answer(save: Save) -> None:
    """Points and feedback stand under the heading of their question; only what was answered counts."""
    head = "Name;Frage [pe2_d1];Punkte - Frage [pe2_d1];Feedback - Frage [pe2_d1]"
    found, notices = read(save(f"{head}\nAnna;0,909;1;schön\n"))
    assert {name: answer.text for name, answer in found[0].answers.items()} == {"pe2_d1": "0,909"}
    assert notices == []


def test_a_form_that_nobody_filled_in(save: Save) -> None:
    """The columns of the sheet are there, and nothing stands below them."""
    assert refusal(save("Name;pe2_d1;pe2_d2\n;;\n")).key == "check.nothing-filled"


@pytest.mark.parametrize(
    ("cells", "has"),
    [
        (("Name", "sin(2) [pe2_d1]"), True),
        (("Name", "pe2_d1"), True),
        (("Name", "Antwort 1"), True),
        (("Name", "Blank", "Answer"), True),
        (("Name", "Lücke", "Antwort"), True),
        (("Name", "Punkte"), False),
    ],
)
def test_headings_of_answers(cells: tuple[str, ...], has: bool) -> None:
    """A tab of answers is known by its headings, whatever sheet they are of."""
    assert has_answers(cells) is has


def test_unknown_ids_are_said(save: Save) -> None:
    """Columns that name blanks of another sheet are passed over and named; other columns are not mentioned."""
    found, notices = read(save("Name;Punkte;pe2_d1;Frage [pe9_d1];[x9_d1]\nAnna;3;0,909;1;2\n"))
    assert list(found[0].answers) == ["pe2_d1"]
    assert said(notices) == ["check.unknown-column"]
    assert notices[0].values["id"] == "pe9_d1, x9_d1"


def test_a_column_that_is_nearly_a_blank_is_told_of(save: Save) -> None:
    """A slip of the finger costs no answer in silence; a column of something else does no harm."""
    _, notices = read(save("Name;pe2_d1;pe2_d1x;first_name;remark\nAnna;;0,909;A;x\n"))
    assert [one.values["id"] for one in notices if one.key == "check.unknown-column"] == ["pe2_d1x"]


@pytest.mark.parametrize(
    "content", ["Name;Punkte\nAnna;3\n", "Name;pe9_d1\nAnna;0,909\n", "1;2;3\n4;5;6\n", "id;wert\nq1;2\n"]
)
def test_a_file_without_answers(save: Save, content: str) -> None:
    """A file with no answer of this sheet is refused, with the columns that would do."""
    error = refusal(save(content))
    assert error.key == "check.no-answers"
    assert "pe2_d1" in str(error.values["expected"])


def test_the_sheet_that_a_file_names(save: Save) -> None:
    """A column may name the sheet; two sheets in one file are too many."""
    one, two, none = (
        handed_in.load([save(f"Blatt;{HEAD}\n{first};Anna;{GOOD}\n{second};Ben;{GOOD}\n")])[0]
        for first, second in (("katze", ""), ("katze", "cat"), ("", ""))
    )
    assert (one.sheet_name(), none.sheet_name()) == ("katze", None)
    with pytest.raises(InputError) as caught:
        two.sheet_name()
    assert caught.value.key == "check.several-sheets"
    values = caught.value.values
    assert [values[name] for name in ("line", "given", "first", "before")] == [3, "cat", 2, "katze"]


def test_r21_long_form(save: Save) -> None:
    """One line a blank; ids in labels, unknown ids said, a blank that comes again is the next attempt."""
    lines = [
        "Anna;pe2_d1;0,1",
        "Anna;Position 2, d₂ [pe2_d2];-0,416",
        "Ben;pe2_d1;0,909",
        "anna;pe2_d1;0,909",
        "Ben;y;1",
    ]
    found, notices = read(save("name;id;answer\n" + "\n".join(lines) + "\n"))
    written = [sorted(name for name, answer in one.answers.items() if answer.text) for one in found]
    assert [one.name for one in found] == ["Anna", "Ben", "anna"]
    assert written == [["pe2_d1", "pe2_d2"], ["pe2_d1"], ["pe2_d1"]]
    assert all(sorted(one.answers) == ["pe2_d1", "pe2_d2"] for one in found)
    assert said(notices) == ["check.unknown-column", "check.name-twice"]


def test_a_form_with_an_id_column_is_wide(save: Save) -> None:
    """An export that numbers its rows under "ID" and has a column "Ergebnis" is no long form."""
    found, _ = read(save("ID;Name;Ergebnis;d₁ [pe2_d1]\n1;Anna;12;0,909\n2;Ben;8;0,035\n"))
    assert [(one.name, one.answers["pe2_d1"].text) for one in found] == [("Anna", "0,909"), ("Ben", "0,035")]


@pytest.mark.parametrize(
    "document",
    [
        [{"name": "Anna", "pe2_d1": "0,909", "pe2_d2": -0.416}],
        {"students": [{"name": "Anna", "answers": {"pe2_d1": 0.909, "pe2_d2": "-0.416"}}]},
        {"Anna": {"pe2_d1": "0.909", "pe2_d2": "-0.416"}},
        {"name": "Anna", "pe2_d1": 0.909, "pe2_d2": -0.416},
        [{"name": "Anna", "id": "pe2_d1", "answer": 0.909}, {"name": "Anna", "id": "pe2_d2", "answer": -0.416}],
    ],
    ids=["rows", "nested", "by name", "one", "long"],
)
def test_json_forms(save: Save, document: object) -> None:
    """All the usual ways of writing answers as JSON."""
    result = report(save(json.dumps(document), "a.json"))
    assert result.students[0].name == "Anna"
    assert row(result) == ["correct", "correct", "blank", "blank"]


def test_the_whole_sheet_in_a_file(save: Save) -> None:
    """All 46 answers of the sample from a German file get all points."""
    answers = {name: answer.replace(".", ",") for name, answer in right().items()}
    head = ";".join(f"Lücke [{name}]" for name in answers)
    result = report(save(f"Name;Blatt;{head}\nAnna;katze;{';'.join(answers.values())}\n"))
    assert result.all_correct
    assert result.students[0].points == 25


def test_all_correct_counts_every_answer(save: Save) -> None:
    """One coarse answer is not all correct."""
    assert not report(save(f"{HEAD}\nAnna;{GOOD}\nBen;0,91;;;\n")).all_correct
