from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from posenc_cli.errors import InputError
from posenc_cli.grading.roster import read_roster

if TYPE_CHECKING:
    from pathlib import Path


def read(path: Path, data: str | bytes, encoding: str = "utf-8") -> list[tuple[str, str]]:
    """(name, number) of everybody in a file with this content."""
    path.write_bytes(data if isinstance(data, bytes) else data.encode(encoding))
    return [(one.name, one.number) for one in read_roster(path)[0]]


SHAPES: dict[str, tuple[str | bytes, list[tuple[str, str]]]] = {
    "german spreadsheet, cp1252, two columns, a number with noughts": (
        "Nachname;Vorname;Matrikelnummer\r\nMüller;Jürgen;0012345\r\nLe;An;0000007\r\n".encode("cp1252"),
        [("Jürgen Müller", "0012345"), ("An Le", "0000007")],
    ),
    "byte-order mark, one column": ("\ufeffName\nÖzlem Şahin\n", [("Özlem Şahin", "")]),
    "no heading at all": ("Anna Schmidt\nBen Weiß\n", [("Anna Schmidt", ""), ("Ben Weiß", "")]),
    "no heading, numbers in front": ("17;Anna Schmidt\n18;Ben Weiß\n", [("Anna Schmidt", "17"), ("Ben Weiß", "18")]),
    "numbers only": ("4711\n0815\n", [("", "4711"), ("", "0815")]),
    "the export of a learning platform": (
        "Vorname,Nachname,ID-Nummer,E-Mail-Adresse\nAnna,Schmidt,S0017,a@example.org\n",
        [("Anna Schmidt", "S0017")],
    ),
    "tabs, UTF-16, English": ("First name\tLast name\r\nAda\tLovelace\r\n".encode("utf-16"), [("Ada Lovelace", "")]),
    "names with commas in quotes": ('"Name, Vorname",Nr\n"Schmidt, Anna",3\n', [("Schmidt, Anna", "3")]),
    "texts that a spreadsheet was to leave alone": ('Name;Matrikelnummer\nAnna;="0012"\n', [("Anna", "0012")]),
    "a counted line beside a number of an office": ("Nr;Name;Matr.-Nr.\n1;Anna;0012\n", [("Anna", "0012")]),
    "empty lines and a sum": ("Name;Klasse\nAnna;10b\n;\nSumme;1\n", [("Anna", "")]),
    "an empty line and a sum between two people": (
        "Name;Klasse\nAnna;10b\n;\nSumme;1\nBen;10b\n",
        [("Anna", ""), ("Ben", "")],
    ),
    "no heading, and somebody who is called by a number": ("Ada;11\n42;12\n", [("Ada", "11"), ("42", "12")]),
    "as long as may be": (
        f"Name;Matrikelnummer\n{'x' * 80};{'7' * 80}\n",
        [("x" * 80, "7" * 80)],
    ),
    "semicolons announced": ("sep=;\nName;Klasse\nAnna;10b\n", [("Anna", "")]),
}


@pytest.mark.parametrize("shape", SHAPES)
def test_rosters_are_read_as_they_come(tmp_path: Path, shape: str) -> None:
    """Names in one column or two, numbers as text, any encoding and separator, with a heading or without."""
    data, expected = SHAPES[shape]
    assert read(tmp_path / "roster.csv", data) == expected


@pytest.mark.parametrize(
    ("data", "key"),
    [
        ("Farbe;Tier\nrot;Hund\n", "classes.no-names"),
        ("Name\n", "classes.nobody"),
        ("Name;Matrikelnummer\nAnna;1\nBen;1\n", "classes.number-twice"),
        ("Name;Matrikelnummer\nAnna;1,23457E+06\n", "classes.number-shortened"),
        (f"Name\n{'x' * 81}\n", "classes.too-long"),
        ("Name\n" + "".join(f"a{number}\n" for number in range(2001)), "classes.too-many"),
    ],
)
def test_a_roster_that_cannot_be_right_is_refused(tmp_path: Path, data: str, key: str) -> None:
    """One sentence for each, before anything is printed."""
    with pytest.raises(InputError) as caught:
        read(tmp_path / "roster.csv", data)
    assert caught.value.key == key


def test_headings_that_would_be_known_are_named(tmp_path: Path) -> None:
    """One of each kind."""
    with pytest.raises(InputError) as caught:
        read(tmp_path / "roster.csv", "Farbe;Tier\nrot;Hund\n")
    known = str(caught.value.values["known"]).split(", ")
    assert len(known) == len(set(known)) == 4


def test_two_of_one_name_are_said_and_both_kept(tmp_path: Path) -> None:
    """With numbers they can be told apart, and nothing is said."""
    path = tmp_path / "roster.csv"
    path.write_text("Name\nAnna\nANNA\n", "utf-8")
    students, notices = read_roster(path)
    assert [one.place for one in students] == [1, 2]
    assert [notice.key for notice in notices] == ["classes.names-twice"]
    path.write_text("Name;Nr\nAnna;1\nAnna;2\n", "utf-8")
    assert not read_roster(path)[1]


def test_a_roster_may_be_a_workbook(tmp_path: Path) -> None:
    """As a spreadsheet saves it: a number typed as a number is the number that is printed."""
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["Nachname", "Vorname", "Matrikelnummer"], ["Ada", "Mia", 1234567], ["Öz", "Cem", "0815"]):
        book.active.append(row)
    book.save(tmp_path / "a.xlsx")
    students, _ = read_roster(tmp_path / "a.xlsx")
    assert [(each.name, each.number) for each in students] == [("Mia Ada", "1234567"), ("Cem Öz", "0815")]
