"""Moodle's grading worksheet: grades come in, and every other byte stays."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading.grades import _MOST_NAMES, fill_grades
from posenc_cli.grading.handed_in import from_mapping
from posenc_cli.grading.report import Report, check
from posenc_cli.grading.submission import NOBODY, Sender
from posenc_cli.worksheet.find import sheet_of
from posenc_cli.worksheet.key import solve

if TYPE_CHECKING:
    from pathlib import Path

SHEET = sheet_of("katze-kurz")
ENGLISH = (
    'Identifier,"Full name",Status,Grade,"Maximum Grade","Grade can be changed","Last modified (grade)"\n'
    'Participant 11,"Ada ""the"" Countess","Submitted, late",,12.00,Yes,-\n'
    'Participant 12,Bo,,3.00,12.00,Yes,"Monday,\n3 May"\n'
    "Participant 13,Nobody,,,12.00,Yes,-\n"
)


@cache
def report() -> Report:
    """Ada got everything right and came as participant 11, Bo all but one as 12."""
    right = {one.blank.id: one.text for one in solve(SHEET)}
    people = [
        replace(from_mapping(right, "Ada"), sender=Sender(participant="11")),
        replace(from_mapping(right | {"x2_d1": "7"}, "Bo"), sender=Sender(participant="0012")),
    ]
    return check(SHEET, people)


def filled(path: Path, data: bytes, of: Report | None = None) -> tuple[bytes, list[str]]:
    """The worksheet with grades, and the keys of what is said."""
    path.write_bytes(data)
    made = fill_grades(path, of or report())
    return made.data, [notice.key.removeprefix("outcomes.") for notice in made.notices]


def expected(text: str) -> str:
    """The English worksheet with its two grades."""
    return text.replace('late",,', 'late",12.00,').replace("Bo,,3.00", "Bo,,11.00")


@pytest.mark.parametrize(
    ("before", "ends", "encoding"),
    [("", "\n", "utf-8"), ("\ufeff", "\r\n", "utf-8"), ("\ufeff", "\r\n", "utf-16-le"), ("", "\r", "utf-8")],
)
def test_only_grades_change(tmp_path: Path, before: str, ends: str, encoding: str) -> None:
    """Quotes, a mark of the byte order, line ends and line breaks inside of cells are what they were."""
    data = (before + ENGLISH.replace("\n", ends)).encode(encoding)
    made, said = filled(tmp_path / "a.csv", data)
    assert made == (before + expected(ENGLISH).replace("\n", ends)).encode(encoding)
    assert said == ["filled"]


def test_german_columns_and_commas(tmp_path: Path) -> None:
    """Where Moodle writes commas, so do we: in quotes, for the comma divides cells; a semicolon needs none."""
    german = ENGLISH
    for old, new in (
        ("Identifier", "ID"),
        ("Full name", "Vollständiger Name"),
        ("Maximum Grade", "Bestwertung"),
        ("Grade can be changed", "Bewertung kann geändert werden"),
        ("Grade,", "Bewertung,"),
        ("Participant ", "Teilnehmer/in"),
        (",12.00,", ',"12,00",'),
        ("3.00", '"3,00"'),
    ):
        german = german.replace(old, new)
    made, _ = filled(tmp_path / "a.csv", german.encode())
    assert made.decode() == german.replace('late",,', 'late","12,00",').replace('"3,00"', '"11,00"')
    saved = "ID;Vollständiger Name;Bewertung;Bestwertung\nTeilnehmer/in11;Ada;;12,00\n"
    made, said = filled(tmp_path / "b.csv", saved.encode("cp1252"))
    assert made.decode("cp1252") == saved.replace("Ada;;", "Ada;12,00;")
    assert said == ["files.guessed-cp1252", "filled", "not-in-worksheet"]


def test_another_highest_grade_scales(tmp_path: Path) -> None:
    """11 of 12 points are 91.67 of 100, and that is said once."""
    made, said = filled(tmp_path / "a.csv", ENGLISH.replace(",12.00,", ",100.00,").encode())
    assert b"Bo,,91.67,100.00" in made
    assert said == ["filled", "scaled"]


def test_a_locked_grade_stays(tmp_path: Path) -> None:
    """Moodle would refuse it; who it is is said."""
    data = ENGLISH.replace('12.00,Yes,"Mon', '12.00,No,"Mon').encode()
    made, said = filled(tmp_path / "a.csv", data)
    assert b"Bo,,3.00" in made
    assert said == ["filled", "locked"]


def test_who_is_locked_keeps_nobody_from_a_grade(tmp_path: Path) -> None:
    """Nor do rows of people who handed in nothing, wherever they stand."""
    head, ada, *bo, nobody, _ = ENGLISH.split("\n")
    data = "\n".join([head, nobody, ada.replace(",Yes,", ",No,"), *bo, ""])
    made, said = filled(tmp_path / "a.csv", data.encode())
    assert made.decode() == data.replace("Bo,,3.00", "Bo,,11.00")
    assert said == ["filled", "locked"]


def test_quotes_are_read_from_the_first_cell_on(tmp_path: Path) -> None:
    """A first cell in quotes may hold what divides cells; a grade in quotes stays in them."""
    rows = ENGLISH.replace("Bo,,3.00", 'Bo,,"3.00"').replace("Participant 12", '"Participant, 12"')
    made, _ = filled(tmp_path / "a.csv", rows.encode())
    assert made.decode() == rows.replace('late",,', 'late",12.00,', 1).replace('Bo,,"3.00"', 'Bo,,"11.00"')


def test_those_who_are_not_in_the_worksheet_are_named(tmp_path: Path) -> None:
    """As many as there is room for; a dash stands for whoever wrote no name."""
    first, second = report().students
    for count, ends in ((_MOST_NAMES, f"N{_MOST_NAMES - 2}"), (_MOST_NAMES + 1, "…")):
        others = [replace(second, name=f"N{n}", sender=NOBODY) for n in range(count - 1)]
        people = (first, replace(second, name=None, sender=NOBODY), *others)
        (tmp_path / "a.csv").write_text(ENGLISH, encoding="utf-8")
        notices = fill_grades(tmp_path / "a.csv", replace(report(), students=people)).notices
        (missing,) = (str(one.values["names"]) for one in notices if one.key == "outcomes.not-in-worksheet")
        assert missing.startswith("–, N0, N1")
        assert missing.endswith(ends)
        assert missing.count(",") == _MOST_NAMES - (ends != "…")


def test_whole_names_stand_in_for_numbers(tmp_path: Path) -> None:
    """Answers that were typed in have no number; a name that is there twice helps nobody."""
    nameless = replace(report(), students=tuple(replace(one, sender=NOBODY) for one in report().students))
    data = ENGLISH.replace('Ada ""the"" Countess', "ada").encode()
    made, said = filled(tmp_path / "a.csv", data, nameless)
    assert made == expected(data.decode()).encode()
    made, said = filled(tmp_path / "b.csv", data.replace(b"Nobody", b"Bo"), nameless)
    assert b"Bo,,3.00" in made
    assert said == ["filled", "not-in-worksheet"]


@pytest.mark.parametrize(
    ("data", "key"),
    [
        (b"", "outcomes.no-worksheet"),
        (b"\n\n", "outcomes.no-worksheet"),
        (b'"', "outcomes.no-worksheet"),
        (b"name,points\nAda,3\n", "outcomes.no-worksheet"),
        (b"Identifier,Grade\nParticipant 99,\n", "outcomes.nobody-known"),
        (b"Identifier,Grade\n", "outcomes.nobody-known"),
        (b"PK\x03\x04", "files.is-spreadsheet"),
    ],
)
def test_what_is_no_worksheet_of_this_class_is_said(tmp_path: Path, data: bytes, key: str) -> None:
    """Nothing is written into a file that Moodle would not take."""
    with pytest.raises(InputError) as caught:
        filled(tmp_path / "a.csv", data)
    assert caught.value.key == key
