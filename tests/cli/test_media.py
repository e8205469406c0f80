"""A sheet in the media that somebody goes on working with, by the suffix of a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.render import moodle_reader

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.cli.conftest import Ran


@pytest.mark.parametrize("suffix", ["docx", "md", "txt", "json", "html"])
def test_a_sheet_and_its_key_by_suffix(posenc: Callable[..., Ran], tmp_path: Path, suffix: str) -> None:
    """Both are written, each is named, and no other file is."""
    ran = posenc("worksheet", "cat-short", "-o", f"a.{suffix}", "--key", f"b.{suffix}", quiet=False)
    assert ran.err.count("wrote") == 2
    assert {path.name for path in tmp_path.iterdir()} == {f"a.{suffix}", f"b.{suffix}"}
    assert (tmp_path / f"a.{suffix}").read_bytes() != (tmp_path / f"b.{suffix}").read_bytes()


@pytest.mark.parametrize("suffix", ["docx", "md"])
def test_who_writes_only_a_sheet_is_told_of_its_key(posenc: Callable[..., Ran], suffix: str) -> None:
    """The line to type names the file that it would write."""
    ran = posenc("worksheet", "cat-short", "-o", f"a.{suffix}", quiet=False)
    assert f"--key a-key.{suffix}" in ran.err


def test_templates_of_ones_own_are_not_for_word(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """They are left out of a .docx, and it says so, once for sheet and key."""
    (tmp_path / "look").mkdir()
    (tmp_path / "look/sheet.css").write_text("h1 { color: red }")
    ran = posenc("worksheet", "cat-short", "-o", "a.docx", "--key", "b.docx", "--templates", "look", quiet=False)
    assert ran.err.count("Templates of your own are for PDF and .html") == 1
    ran = posenc("worksheet", "cat-short", "-o", "a.html", "--templates", "look", quiet=False)
    assert "Templates of your own" not in ran.err


def test_a_file_for_moodle_is_a_teachers(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """It says that it holds all answers, and where it goes; a key of it there is none."""
    ran = posenc("worksheet", "cat-short", "-o", "a.xml", quiet=False)
    assert "a.xml holds all answers: import it into Moodle" in ran.err
    assert "--key" not in ran.err
    assert len(moodle_reader.read((tmp_path / "a.xml").read_bytes())) == 6
    assert "moodle" in posenc("worksheet", "cat-short", "--key", "k.xml", code=2).error


def test_groups_go_to_moodle_in_one_file(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Two groups, two categories; keys and copies are not for it."""
    ran = posenc("worksheet", "cat-short", "--groups", "2", "-o", "g.xml", quiet=False)
    assert "g.xml holds all answers" in ran.err
    assert {path.name for path in tmp_path.iterdir()} == {"g.xml"}
    categories = {one.category for one in moodle_reader.read((tmp_path / "g.xml").read_bytes())}
    assert [category[-7:] for category in sorted(categories)] == ["Group A", "Group B"]
    for option in (["--key", "k.xml"], ["--copies", "3"]):
        error = posenc("worksheet", "cat-short", "--groups", "2", *option, "-o", "h.xml", code=2).error
        assert option[0] in error


def test_groups_get_workbooks(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """A form for each group, which names its own sheet."""
    openpyxl = pytest.importorskip("openpyxl")
    posenc("worksheet", "cat-short", "--groups", "2", "-o", "form.xlsx", quiet=False)
    named = [openpyxl.load_workbook(tmp_path / f"form-{letter}.xlsx").active["B2"].value for letter in "AB"]
    assert len(set(named)) == 2
    assert all(name.startswith("cat-short-") for name in named)


def test_a_workbook_comes_back_checked(posenc: Callable[..., Ran], tmp_path: Path) -> None:
    """Written, filled in a spreadsheet, checked: the file names its sheet, the report its student."""
    openpyxl = pytest.importorskip("openpyxl")
    posenc("worksheet", "cat-short", "-o", "form.xlsx", quiet=False)
    book = openpyxl.load_workbook(tmp_path / "form.xlsx")
    book.active["A2"], book.active["D2"], book.active["E2"] = "Mia", "0,841", 0.035
    book.save(tmp_path / "filled.xlsx")
    (student,) = json.loads(posenc("check", "filled.xlsx", "-f", "json", code=1).out)["students"]
    verdicts = {blank["id"]: blank["verdict"] for blank in student["blanks"]}
    assert (student["name"], verdicts["rad"], verdicts["pe2_d1"]) == ("Mia", "correct", "slip")
    assert "no-such.xlsx" in posenc("check", "no-such.xlsx", code=2).error


def test_an_unknown_suffix_names_those_that_work(posenc: Callable[..., Ran]) -> None:
    """All media of a sheet are in the sentence."""
    error = posenc("worksheet", "cat-short", "-o", "a.odt", code=2).error
    assert all(suffix in error for suffix in (".pdf", ".docx", ".xlsx", ".md", ".xml", ".txt", ".csv", ".json"))
