from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.grading import handed_in
from posenc_cli.grading.report import check
from posenc_cli.grading.submission import NOBODY, Sender, Submission
from tests.grading.reading import GOOD, HEAD, PE, read, report, row, said
from tests.grading.tools import katze

if TYPE_CHECKING:
    from tests.grading.reading import Save


@pytest.mark.parametrize(
    ("headings", "cells", "name"),
    [
        ("Vorname;Nachname", "Anna;Berg", "Anna Berg"),
        ("Nachname;Vorname", "Berg;Anna", "Anna Berg"),
        ("Name;Vorname", "Berg;Anna", "Anna Berg"),
        ("First name;Last name", "Anna;Berg", "Anna Berg"),
        ("Nachname;Vorname", ";Anna", "Anna"),
        ("Name;Vorname;Nachname", "A. Berg;Anna;Berg", "A. Berg"),
        ("Dein Name [name];Zeitstempel", "Anna;29.11.2026", "Anna"),
        ("Schüler/in", "Anna", "Anna"),
        ("Name", "'=SUM(A1:A9)", "=SUM(A1:A9)"),
        ("Name", "'-5 Uhr", "-5 Uhr"),
        ("Name", "'Oma", "'Oma"),
        ("E-Mail", "a@b.de", "a@b.de"),
        ("E-Mail;Name", "a@b.de;anonymous", None),
    ],
)
def test_names(save: Save, headings: str, cells: str, name: str | None) -> None:
    """Names in one or two columns, in either order; a class has several students called Berg."""
    found, _ = read(save(f"{headings};pe2_d1\n{cells};0,909\n"))
    assert [one.name for one in found] == [name]


def test_r22_the_last_attempt_counts(save: Save) -> None:
    """Attempts of one person are matched by folded, composed names; all are kept, the last one counts."""
    rows = ["Jürgen;0,035", "Anna;0,909", "jürgen ;0,909", "Ju\u0308rgen;0,91", ";0,909", ";0,909"]
    result = report(save("Name;pe2_d1\n" + "\n".join(rows)))
    assert [(one.name, one.attempt, one.attempts) for one in result.students] == [
        ("Anna", 1, 1),
        ("Ju\u0308rgen", 3, 3),
        (None, 1, 1),
        (None, 1, 1),
    ]
    assert [(one.attempt, one.attempts) for one in result.earlier] == [(1, 3), (2, 3)]
    assert [one.blanks[1].verdict for one in result.students] == ["correct", "coarse", "correct", "correct"]


def test_attempts_over_several_files(save: Save) -> None:
    """The second file of the same person is the second attempt."""
    first, second = save(f"{HEAD}\nAnna;0;0;0;0\n", "a.csv"), save(f"{HEAD}\nAnna;{GOOD}\n", "b.csv")
    assert row(report(first, second)) == ["correct"] * 4


def test_attempts_without_numbers_on_them() -> None:
    """Submissions that were made by hand are counted all the same."""
    made = [handed_in.from_mapping({"pe2_d1": answer}, "Anna") for answer in ("0.1", "0.909")]
    result = check(katze(), made)
    assert [one.points for one in result.students] == [1]
    assert len(result.earlier) == 1


def test_r14_rows_that_nobody_handed_in(save: Save) -> None:
    """Rows of sums and averages are passed over and said; rows with neither name nor number are nothing."""
    tail = ["Durchschnitt;0,5;;;", "SUMME;12;;;", ";gut;;;", ";;;;"]
    found, notices = read(save(f"{HEAD}\nAnna;{GOOD}\n" + "\n".join(tail) + "\n"))
    assert [one.name for one in found] == ["Anna"]
    assert said(notices) == ["check.totals-row", "check.totals-row"]


def test_who_answered_nothing_is_kept(save: Save) -> None:
    """A name without answers has a report of blanks; words without a name count where nobody is named."""
    result = report(save(f"{HEAD}\nAnna;;;;\n"))
    assert (result.students[0].name, result.students[0].points, set(row(result))) == ("Anna", 0, {"blank"})
    assert result.all_correct
    assert row(report(save(";".join(PE) + "\nError;Error;;\n")))[:2] == ["unreadable"] * 2


@pytest.mark.parametrize(
    ("senders", "names"),
    [
        ((Sender("Ben", "7", "Ben_7"), Sender("Ben", "8", "Ben_8")), ["Ben (7)", "Ben (8)"]),
        ((Sender("Cem", "7", "Cem_7"), Sender("ben", "8", "ben_8")), ["Ben (Cem 7)", "Ben (8)"]),
        ((Sender("Ben", "7", "Ben_7"), Sender("Ben", "7", "Ben_7")), ["Ben", "Ben"]),
        ((Sender("Ben", "7", "Ben_7"), NOBODY), ["Ben", "Ben"]),
        ((NOBODY, NOBODY), ["Ben", "Ben"]),
    ],
)
def test_people_of_one_name_are_no_attempts_of_one(senders: tuple[Sender, ...], names: list[str]) -> None:
    """Whom Moodle knows by two numbers are two people, each with their own points; one number is one person."""
    found = handed_in.told_apart([Submission("Ben", {}, sender=sender) for sender in senders])
    assert [one.name for one in found] == names
    assert len({one.key for one in found}) == len(set(names))
    assert [one.values["names"] for one in handed_in.repeated_names(found)] == ([] if len(set(names)) == 2 else ["Ben"])
